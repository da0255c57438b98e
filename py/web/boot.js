// Starts Python. What fetches.js has asked for is unpacked and compiled while it comes, and PyScript gets
// the tag that it runs. The address with `#plain` starts plain, with micropip: there the
// page goes by itself, for once, when the memory image is missing or does not fit.
export const parsed = new Promise((done) => {
  if (document.readyState !== "loading") done();
  else document.addEventListener("DOMContentLoaded", done, { once: true });
});
const progress = () => document.getElementById("progress");

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
addEventListener("demilune-ready", () => performance.mark("demilune-ready"));
addEventListener("unhandledrejection", ({ reason }) => fail(reason));
addEventListener("error", ({ error, message }) => fail(error ?? message));

const { runtime, bytes, pyscript } = JSON.parse(document.getElementById("start-data").textContent);
const { plain, ...answers } = window.demiluneFetches;
const all = Object.values(bytes).reduce((sum, size) => sum + size);
let come = 0;

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

// Unpacks a file of the runtime while it comes. The service worker keeps it unpacked, so that a later start
// has nothing to unpack: there it has the type of what is inside.
async function unpacked(answer) {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const type = "application/wasm";
  if (response.headers.get("Content-Type") === type) return response;
  const counted = new TransformStream({
    transform(piece, out) {
      come += piece.length;
      const line = progress();
      if (line) line.value = come / all;
      out.enqueue(piece);
    },
  });
  const content = response.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  return new Response(content, { headers: { "Content-Type": type } });
}

// The memory image in its parts; its form is described in sitebuild/snapshot.py.
async function readMemory() {
  const buffer = await unpacked(answers.memory).then((response) => response.arrayBuffer());
  const headEnd = 4 + new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(buffer.slice(4, headEnd)));
  if (head.runtime !== runtime) throw new Error("the image is of another Pyodide");
  const ownEnd = headEnd + head.own;
  const size = head.runs.reduce((sum, [, length]) => sum + length, ownEnd);
  if (buffer.byteLength !== size) throw new Error("the image has not its length");
  return { ...head, own: buffer.slice(headEnd, ownEnd), pages: new Uint8Array(buffer, ownEnd) };
}

export const wasm = WebAssembly.compileStreaming(unpacked(answers.wasm));
let image = plain ? null : readMemory();
image?.catch(() => {}); // told where it is taken

// Without an image that fits the page starts plain; but only where the page itself is to be had, else the
// browser's own error would take its place.
export async function startPlain(error) {
  console.warn("Starting without the memory image:", error);
  const here = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (here?.ok) {
    location.hash = "plain";
    location.reload();
  } else {
    fail(error);
  }
  return new Promise(() => {});
}

// Hands the image out once, for it is as large as Python itself; null where the start is plain.
export function takeImage() {
  const taken = image;
  image = null;
  return taken;
}

// For Python: the solver's worker, which is begun when it is first needed.
window.demiluneSolver = (tell) => {
  const worker = import("./solver.js").then(({ begin }) => begin(tell));
  worker.catch((error) => tell(JSON.stringify({ failed: `${error}` })));
  return {
    send: (message) => void worker.then((it) => it.postMessage(message), () => {}),
    end: () => void worker.then((it) => it.terminate(), () => {}),
  };
};

const add = (name, attributes) =>
  document.head.append(Object.assign(document.createElement(name), attributes));
const config = { ...pyscript.always, ...(plain && pyscript.plain) };
add("py-config", { textContent: JSON.stringify(config) });
// There is no MicroPython here, but for it too PyScript would fetch every plugin that is not left out.
add("mpy-config", { textContent: JSON.stringify(pyscript.always) });
add("script", { type: "py", src: "py/start.py" });
if (!(await hasDatabase)) await import("../runtime/indexeddb.js").catch(fail);
await import("../runtime/pyscript/core.js").catch(fail);
