// The service worker: one version of the whole site, kept in the browser. It stands below Workbox
// (MIT licence, copyright Google LLC); serviceworker.mjs puts both together with the list of files.
const { addPlugins, cleanupOutdatedCaches, getCacheKeyForURL, precacheAndRoute } = workbox.precaching;
const files = self.__WB_MANIFEST;

// What boot.js would unpack at each start is kept unpacked.
const toKeep = (response) =>
  /[/]runtime[/]\w+[.]bin$/.test(new URL(response.url).pathname)
    ? new Response(response.body.pipeThrough(new DecompressionStream("gzip")), {
      headers: { "Content-Type": "application/wasm" },
    })
    : response;

addPlugins([{
  // Whether the copy that the browser fetched for the page is still good is asked of the host, so
  // the first visit fetches nothing twice. Each file must have its hash, else none of them is kept.
  requestWillFetch: async ({ request }) => new Request(request, { cache: "no-cache" }),
  cacheWillUpdate: async ({ response }) => (response.ok ? toKeep(response) : null),
  cachedResponseWillBeUsed: async ({ cachedResponse, event }) => {
    if (!cachedResponse && event.type === "fetch") event.waitUntil(refill());
    return cachedResponse;
  },
}]);
precacheAndRoute(files, { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();

// A new version waits until the player wants it, or the last page of the old one is closed.
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());

// What the browser has deleted comes from the host again, if that still has this version.
let refilling;
function refill() {
  refilling ??= fetchMissing().catch(() => {}).finally(() => { refilling = undefined; });
  return refilling;
}
async function fetchMissing() {
  const cache = await caches.open(workbox.core.cacheNames.precache);
  for (const { url, integrity } of files) {
    const key = getCacheKeyForURL(url);
    if (await cache.match(key)) continue;
    await cache.put(key, toKeep(await fetch(url, { integrity, cache: "no-cache" })));
  }
}

// If it has not, the next page and all that it needs come from the host as they are.
let givenUp = false;
workbox.routing.setCatchHandler(({ request }) => {
  givenUp ||= request.mode === "navigate";
  return givenUp ? fetch(request) : Response.error();
});
