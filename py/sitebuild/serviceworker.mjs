// Makes the service worker: Workbox, then sw.js with the list of all files in the site.
// Arguments: the folder of the site, the file to write, which must lie outside of it.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import workbox from "workbox-build";

const [site, target] = process.argv.slice(2);
const { resolve } = createRequire(import.meta.url);
const libraries = ["core", "routing", "strategies", "precaching"]
  .map((name) => resolve(`workbox-${name}/build/workbox-${name}.prod.js`));
const sources = [...libraries, fileURLToPath(new URL("sw.js", import.meta.url))]
  .map((file) => readFileSync(file, "utf8").replace(/^\/\/# sourceMappingURL=.*$/m, ""));
const source = `${target}.source`;
writeFileSync(source, sources.join("\n"));

const digest = (url) => createHash("sha256").update(readFileSync(join(site, url))).digest("base64");
const { warnings } = await workbox.injectManifest({
  swSrc: source,
  swDest: target,
  globDirectory: site,
  globPatterns: ["**/*"],
  maximumFileSizeToCacheInBytes: 1e9, // nothing is left out for its size
  manifestTransforms: [
    (entries) => ({
      manifest: entries.map((entry) => ({ ...entry, integrity: `sha256-${digest(entry.url)}` })),
    }),
  ],
});
if (warnings.length) throw new Error(warnings.join(" "));
