// Starts Python. All that is needed is fetched at once, before the page is even read to its end; then
// PyScript gets the tag that it runs. The address with `#plain` starts plain, with micropip: there the
// page goes by itself when the memory image is missing or does not fit.
const plain = location.hash === "#plain";
const { runtime, bytes } = JSON.parse(document.getElementById("start-data").textContent);
const parsed = new Promise((done) => {
  if (document.readyState !== "loading") done();
  else document.addEventListener("DOMContentLoaded", done, { once: true });
});

const progress = () => document.getElementById("progress");
const all = Object.values(bytes).reduce((sum, size) => sum + size);
let come = 0;

// What cannot be mended is told, with a button to try again; see `#start`.
export async function fail(error) {
  await parsed;
  if (document.body.dataset.ready) return;
  console.error(error);
  const line = document.querySelector("#start > div:not([hidden])");
  line.querySelector(".waiting").hidden = true;
  line.querySelector(".failed").hidden = false;
  line.querySelector(".reason").textContent = `${error?.message ?? error}`.slice(0, 200);
  progress().hidden = true;
}
addEventListener("unhandledrejection", ({ reason }) => fail(reason));
addEventListener("error", ({ error, message }) => fail(error ?? message));

// PyScript stops where the browser's database is refused: in a sandboxed frame it throws, in a frame
// with blocked cookies it fails. Here one is begun and given up, so that nothing is left.
const hasDatabase = new Promise((tell) => {
  try {
    const request = indexedDB.open("demilune-probe");
    request.onupgradeneeded = () => request.transaction.abort();
    request.onsuccess = () => tell(true);
    request.onerror = () => tell(request.error.name === "AbortError");
  } catch {
    tell(false);
  }
});

// Fetches a gzipped file and unpacks it while it comes.
async function unpacked(name) {
  const response = await fetch(new URL(`../runtime/${name}.bin`, import.meta.url));
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const counted = new TransformStream({
    transform(piece, out) {
      come += piece.length;
      const line = progress();
      if (line) line.value = come / all;
      out.enqueue(piece);
    },
  });
  return response.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
}

// Puts the memory image together from its pages; its form is described in sitebuild/snapshot.py.
async function readMemory() {
  const reader = (await unpacked("memory")).getReader();
  let bytes = new Uint8Array();
  const more = async () => {
    const { done, value } = await reader.read();
    if (done) return false;
    const joined = new Uint8Array(bytes.length + value.length);
    joined.set(bytes);
    joined.set(value, bytes.length);
    bytes = joined;
    return true;
  };
  const headEnd = () => 4 + new DataView(bytes.buffer).getUint32(0, true);
  while (bytes.length < 4 || bytes.length < headEnd()) if (!(await more())) throw new Error("short");
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, headEnd())));
  if (head.runtime !== runtime) throw new Error("the image is of another Pyodide");
  const image = new Uint8Array(head.length);
  let piece = bytes.subarray(headEnd());
  for (let [start, length] of head.runs) {
    while (length) {
      if (!piece.length) {
        const { done, value } = await reader.read();
        if (done) throw new Error("the image is cut short");
        piece = value;
      }
      const part = piece.subarray(0, length);
      image.set(part, start);
      start += part.length;
      length -= part.length;
      piece = piece.subarray(part.length);
    }
  }
  // Reading to the end makes the browser check the file's checksum.
  if (piece.length || !(await reader.read()).done) throw new Error("the image is too long");
  return image;
}

export const wasm = unpacked("wasm").then((stream) =>
  WebAssembly.compileStreaming(
    new Response(stream, { headers: { "Content-Type": "application/wasm" } })));
let image = plain ? null : readMemory().catch(async (error) => {
  console.warn("Starting without the memory image:", error);
  // Only where the page itself is to be had: else the browser's own error would take its place.
  const here = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (here?.ok) {
    location.hash = "plain";
    location.reload();
  } else {
    fail(error);
  }
  return new Promise(() => {});
});

// Hands the image out once, for it is as large as Python itself; null where the start is plain.
export function takeImage() {
  const taken = image;
  image = null;
  return taken;
}

await parsed;
const tag = document.createElement("script");
tag.type = "py";
tag.src = "py/start.py";
tag.setAttribute("config", plain ? "pyscript-plain.json" : "pyscript.json");
document.body.append(tag);
if (!(await hasDatabase)) await import("../runtime/indexeddb.js").catch(fail);
await import("../runtime/pyscript/core.js").catch(fail);
