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

// A sandboxed frame is a stranger to its own files, from which it may begin no worker; but one from a text, which
// takes the file in and hands over what has come meanwhile.
function open() {
  try {
    return new Worker(address, { type: "module" });
  } catch {
    const text = `
      const early = [];
      onmessage = (event) => early.push(event.data);
      import(${JSON.stringify(address)}).then(() => {
        onmessage = null;
        for (const data of early) dispatchEvent(new MessageEvent("message", { data }));
      }, (error) => postMessage(JSON.stringify({ failed: String(error) })));
    `;
    return new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  }
}
