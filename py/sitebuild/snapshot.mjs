// Makes the memory image that the page starts from: Pyodide with the engine and the page imported; and
// behind it the memory that Pyodide has in the browser when the image is put over it.
// Arguments: the folder of the packages, Pyodide's module, the module to import, the file to write.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Node would show Pyodide's source, which is one line, before the error.
process.on("uncaughtException", (error) => {
  console.error(`${error}`);
  process.exit(1);
});

const [packages, pyodide, module, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodide));
const python = await loadPyodide({ _makeSnapshot: true });
const size = python._module.HEAPU8.length;
const check = () => {
  if (python._module.HEAPU8.length === size) return;
  console.error(`the heap has outgrown its first ${size} bytes: import less`);
  process.exit(1);
};

const HOME = "/demilune";
const copy = (from, to) => {
  if (!statSync(from).isDirectory()) return python.FS.writeFile(to, readFileSync(from));
  python.FS.mkdirTree(to);
  for (const name of readdirSync(from).sort()) copy(join(from, name), `${to}/${name}`);
};
copy(packages, HOME);

// Docstrings stay out of the image. Freed Python objects are overwritten: what they held would travel.
python.globals.set("HOME", HOME);
python.globals.set("MODULE", module);
python.runPython(`
import gc, importlib, importlib.machinery, sys

def without_docstrings(loader, data, path, **_):
    return compile(data, path, "exec", dont_inherit=True, optimize=2)

importlib.machinery.SourceFileLoader.source_to_code = without_docstrings
sys.path.insert(0, HOME)
importlib.import_module(MODULE)
importlib.import_module("pyscript")
sys.path.remove(HOME)
del importlib.machinery.SourceFileLoader.source_to_code, without_docstrings, HOME, MODULE
gc.collect()
[[bytes(size) for _ in range(100)] for size in range(0, 480, 16)]
gc.collect()
`);

// The same for freed memory outside Python's own pools: take every hole below the heap's top, fill it
// with zeros, and give all back. What lies above the top is nobody's.
check();
const { _malloc, _free, _sbrk } = python._module;
const clear = (...range) => python._module.HEAPU8.fill(0, ...range);
const top = _sbrk(0);
const taken = [];
for (let block = 1 << 20; block >= 16; block >>= 1) {
  for (;;) {
    const address = _malloc(block);
    if (address + block > top) {
      _free(address);
      break;
    }
    clear(address, address + block);
    taken.push(address);
  }
}
for (const address of taken) _free(address);
clear(_sbrk(0));

const image = python.makeMemorySnapshot();
check();

// As in js/interpreter.mjs: Pyodide asks for all behind its own head when it wants to put that over its memory.
let memory;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => {
  const made = await instantiate(...given);
  memory ??= (made.instance ?? made).exports.memory;
  return made;
};
let fresh;
class Image extends Uint8Array {
  subarray(start, end) {
    if (end === undefined) fresh = new Uint8Array(memory.buffer).slice();
    return super.subarray(start, end);
  }
}
await loadPyodide({ _loadSnapshot: new Image(image.buffer) });
writeFileSync(target, Buffer.concat([image, fresh]));
