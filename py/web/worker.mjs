// The solver's worker: Pyodide with the engine, no page and no memory image. It is sent wishes as text, answers
// one at a time (demilune/solver/wishes.py), and looks between steps whether there is another. An empty wish
// ends the search; true lets it rest, false go on.
import { loadPyodide } from "../runtime/pyodide/pyodide.mjs";

const TURN = 25; // milliseconds of searching at a time

const home = new URL("../runtime/pyodide/", import.meta.url);
let steps = null;
let wish = "";
let resting = false;
let begun;
const answers = new Promise((begin) => { begun = begin; }).then(start);
answers.catch(fail);

addEventListener("message", async ({ data }) => {
  if (typeof data === "boolean") {
    resting = data;
    return next.port2.postMessage(null);
  }
  if (typeof data !== "string") return begun(data);
  wish = data;
  resting = false;
  const answer = await answers;
  if (wish !== data) return; // the next one has come meanwhile
  steps?.destroy();
  steps = data ? answer(data) : null;
  next.port2.postMessage(null);
});

// By a message to itself, for timers of the browser wait too long.
const next = new MessageChannel();
next.port1.onmessage = () => {
  if (!steps || resting) return;
  try {
    for (const end = performance.now() + TURN; performance.now() < end;) {
      const { value, done } = steps.next();
      if (value) postMessage(value);
      if (done) {
        steps.destroy();
        steps = null;
        return;
      }
    }
    next.port2.postMessage(null);
  } catch (error) {
    steps = null;
    fail(error);
  }
};

async function start({ wasm, engine }) {
  // Compiled already, by the page.
  const { fetch } = globalThis;
  globalThis.fetch = async (url, ...rest) =>
    `${url}`.endsWith("pyodide.asm.wasm") ? new Response("") : fetch(url, ...rest);
  WebAssembly.instantiateStreaming = async (_, imports) =>
    ({ module: wasm, instance: await WebAssembly.instantiate(wasm, imports) });
  const wheel = fetch(engine).then((response) => response.arrayBuffer());
  const python = await loadPyodide({ indexURL: home.href });
  python.unpackArchive(await wheel, "wheel");
  const { answer } = python.pyimport("demilune.solver.wishes");
  postMessage(JSON.stringify({ started: true }));
  return answer;
}

function fail(error) {
  postMessage(JSON.stringify({ failed: `${error?.message ?? error}`.slice(-300) }));
}
