// The memory that the page shares with its workers, and what to do where a browser gives none.

const PAGES_PER_MB = 16;
// More than the program's data and first stack, which it declares as its minimum; the browser accepts no
// smaller memory.
const INITIAL_MB = 32;
// The first is the maximum that the program declares (packaging/make-web). A browser reserves the address
// space of the maximum at once, and on a device with little memory it may refuse to.
const MAXIMUM_MB = [2048, 1024, 512];

export const REFUSED_MEMORY = "Minnow needs 512 MB of memory, which the browser refused: close other tabs and " +
  "programs, and load the page again.";

// Returns the largest memory that the browser gives, or null.
export function sharedMemory() {
  for (const maximum of MAXIMUM_MB) {
    try {
      return new WebAssembly.Memory({
        initial: INITIAL_MB * PAGES_PER_MB, maximum: maximum * PAGES_PER_MB, shared: true,
      });
    } catch (error) {
      console.warn(`no shared memory of ${maximum} MB:`, error);
    }
  }
  return null;
}

// Says what a page lacks that gets no shared memory at all, and what to do.
export function missingForSharing() {
  if (!isSecureContext) {
    return "Minnow needs shared memory, which browsers give only to pages from https or localhost: open its " +
      "https address, or run a web server on this computer.";
  }
  return "Minnow needs a service worker, which the browser did not start: load the page again in a window that " +
    "is not private, with a network and with storage allowed for this site.";
}
