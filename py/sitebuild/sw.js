// The service worker: one version of the whole site, kept in the browser. It stands below Workbox
// (MIT licence, copyright Google LLC); serviceworker.mjs puts both together with the list of files.
const { addPlugins, cleanupOutdatedCaches, precacheAndRoute } = workbox.precaching;

// Whether the copy that the browser fetched for the page is still good is asked of the host; so the
// first visit fetches little twice. Each file must have the hash in the list, else none is kept.
addPlugins([{ requestWillFetch: ({ request }) => new Request(request, { cache: "no-cache" }) }]);
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();

// A new version waits until the player wants it, or the last page of the old one is closed.
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());

// What was deleted from the cache comes from the host, if that still has this version. If it has
// not, this version is given up at the next start: the page then comes from the host as it is.
let givenUp = false;
workbox.routing.setCatchHandler(({ request }) => {
  if (request.mode === "navigate") {
    givenUp = true;
    registration.unregister();
  }
  return givenUp ? fetch(request) : Response.error();
});
