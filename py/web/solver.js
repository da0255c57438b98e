// The page's side of the solver's worker: begins it, and hands over what the page has already.
import { wasm } from "./boot.js";

const address = new URL("worker.mjs", import.meta.url);
const { pyscript } = JSON.parse(document.getElementById("start-data").textContent);
const engine = new URL(pyscript.plain.packages[0], document.baseURI).href;

export async function begin(tell) {
  const worker = open();
  worker.onmessage = ({ data }) => tell(data);
  worker.onerror = (event) => {
    event.preventDefault();
    tell(JSON.stringify({ failed: event.message || "no worker" }));
  };
  worker.postMessage({ wasm: await wasm, engine });
  return worker;
}

// A sandboxed frame is a stranger to its own files, from which it may begin no worker; but one from a text.
function open() {
  try {
    return new Worker(address, { type: "module" });
  } catch {
    const text = new Blob([`import ${JSON.stringify(address)};`], { type: "text/javascript" });
    return new Worker(URL.createObjectURL(text), { type: "module" });
  }
}
