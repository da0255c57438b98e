// PyScript's interpreter: Pyodide, from the memory image where there is one.
import { loadPyodide as load, version } from "../runtime/pyodide/pyodide.mjs";
import { parsed, startPlain, takeImage, wasm } from "./boot.js";

export { version };

const home = new URL("../runtime/pyodide/", import.meta.url);
const library = new URL("python_stdlib.zip", home);

export async function loadPyodide(options) {
  const image = takeImage();
  let memory;
  // Pyodide fetches these two itself; the one is here already, the other is not needed at once.
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  const here = image ? ["pyodide.asm.wasm", "python_stdlib.zip"] : ["pyodide.asm.wasm"];
  globalThis.fetch = async (url, ...rest) =>
    here.some((name) => `${url}`.endsWith(name)) ? new Response("") : fetch(url, ...rest);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await wasm;
    const instance = await WebAssembly.instantiate(module, imports);
    memory = instance.exports.memory;
    return { module, instance };
  };
  try {
    const python = await load({
      ...options,
      indexURL: home.href,
      ...(image && { _loadSnapshot: image.then((parts) => snapshot(parts, () => memory)) }),
    });
    if (image) {
      python._api.config._loadSnapshot = null; // or it would stay in memory
      addEventListener("demilune-ready", () => fetchLibrary(python), { once: true });
    }
    await parsed;
    return python;
  } catch (error) {
    if (!image || !(await wasm.catch(() => null))) throw error;
    return startPlain(error);
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

// What Pyodide takes for the whole image. It reads its own head from it, then asks for all behind that, to
// copy it over its memory: at that moment the pages that differ are put there, and nothing is left to copy.
function snapshot(image, memory) {
  const own = new Uint8Array(image.own);
  own.subarray = (start, end) => {
    if (end === undefined) put(image, memory());
    return Uint8Array.prototype.subarray.call(own, start, end);
  };
  return own;
}

// Pages that did not travel must be in the memory already; those that nobody ever touches take no room.
function put({ length, runs, kept, sum, pages }, memory) {
  const bytes = new Uint8Array(memory.buffer);
  if (bytes.length !== length) throw new Error(`the memory has ${bytes.length} bytes`);
  const words = new Int32Array(memory.buffer);
  let found = 0;
  for (const [start, size] of kept) {
    for (let at = start / 4; at < (start + size) / 4; at++) found = (found + words[at]) | 0;
  }
  if (found >>> 0 !== sum) throw new Error("the fresh memory is another than expected");
  let from = 0;
  for (const [start, size] of runs) {
    bytes.set(pages.subarray(from, from + size), start);
    from += size;
  }
}

// Whatever Python imports later comes from its library, which the image does not hold.
async function fetchLibrary(python) {
  const [major, minor] = python.runPython("import sys; list(sys.version_info[:2])").toJs();
  const response = await fetch(library);
  const bytes = new Uint8Array(await response.arrayBuffer());
  python.FS.writeFile(`/lib/python${major}${minor}.zip`, bytes);
  dispatchEvent(new Event("demilune-library"));
}
