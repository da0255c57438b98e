// PyScript's interpreter: Pyodide, from the memory image where there is one.
import { loadPyodide as load, version } from "../runtime/pyodide/pyodide.mjs";
import { takeImage, wasm } from "./boot.js";

export { version };

const home = new URL("../runtime/pyodide/", import.meta.url);
const library = new URL("python_stdlib.zip", home);

export async function loadPyodide(options) {
  const image = await takeImage();
  // Pyodide fetches these two itself; the one is here already, the other is not needed at once.
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  const here = image ? ["pyodide.asm.wasm", "python_stdlib.zip"] : ["pyodide.asm.wasm"];
  globalThis.fetch = async (url, ...rest) =>
    here.some((name) => `${url}`.endsWith(name)) ? new Response("") : fetch(url, ...rest);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await wasm;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  try {
    const python = await load({
      ...options,
      indexURL: home.href,
      ...(image ? { _loadSnapshot: image } : {}),
    });
    if (image) {
      python._api.config._loadSnapshot = null; // or it would stay in memory twice
      addEventListener("demilune-ready", () => fetchLibrary(python), { once: true });
    }
    return python;
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

// Whatever Python imports later comes from its library, which the image does not hold.
async function fetchLibrary(python) {
  const [major, minor] = python.runPython("import sys; list(sys.version_info[:2])").toJs();
  const response = await fetch(library);
  const bytes = new Uint8Array(await response.arrayBuffer());
  python.FS.writeFile(`/lib/python${major}${minor}.zip`, bytes);
}
