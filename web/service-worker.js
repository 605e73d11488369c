// Keeps the files of the page for use without a network, and adds the two headers without which a
// browser gives a page no memory that its workers can share.
//
// packaging/make-web replaces the version by a hash of all files, which is also the name of their folder:
// with a new one, everything is loaded anew. It is used, and the old files are dropped, once every page
// with the old version is closed: a page that starts workers needs the files of its own version.

const VERSION = "@VERSION@";
// Another copy of the page may lie in another folder of the same web space.
const PREFIX = `minnow ${self.registration.scope} `;
const CACHE = PREFIX + VERSION;
const SCRIPTS = ["start.js", "worker.js", "memory.js", "mirror.js", "minnow.js", "minnow_bg.wasm"];
const FILES = ["./", "icon.svg", "manifest.webmanifest", ...SCRIPTS.map((file) => `${VERSION}/${file}`)];

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE
      // The names of the first version of this page.
      || /^minnow-[0-9a-f]{16}$/.test(name));
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const request = event.request;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(answer(request));
});

// The page is kept under the address of its folder, and may be asked for by the name of its file.
function kept(cache, request) {
  const isPage = request.mode === "navigate" && request.url.split(/[?#]/)[0].endsWith("/index.html");
  return cache.match(isPage ? "./" : request, { ignoreSearch: true });
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  const response = await kept(cache, request) ?? await fetch(request);
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(response.body, {
    status: response.status, statusText: response.statusText, headers,
  });
}
