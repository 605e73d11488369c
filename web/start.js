// Starts the program: the service worker, the stored files, then the window. The functions named
// minnow... are called by the program; see src/app/page/script.rs and crates/jobs/src/worker.rs.

import { REFUSED_MEMORY, missingForSharing, sharedMemory } from "./memory.js";
import { keepMirror } from "./mirror.js";

const canvas = document.getElementById("window");
const message = document.getElementById("message");
const DATABASE = "minnow";
const STORE = "files";

// The program, once it is loaded.
let minnow = null;
let database = null;
let hasFailed = false;
let isRunning = false;
// True while the data of a file replace all others: nothing else may be stored then.
let isReplacing = false;
// False if the last games and settings are not stored.
let isStored = true;

// ---- What the user sees before the window, or after its end

function tell(text, action) {
  message.hidden = false;
  message.className = "failed";
  message.innerHTML = "<div><p></p></div>";
  message.querySelector("p").textContent = text;
  if (action) {
    const button = document.createElement("button");
    button.textContent = action.label;
    button.onclick = action.run;
    message.firstChild.append(button);
  }
}

const reload = { label: "Load the page again", run: () => location.reload() };

globalThis.minnowFailed = (text) => {
  if (hasFailed) return;
  hasFailed = true;
  console.error(text);
  const line = text.split("\n").slice(0, 2).join(" ");
  const kept = database && isStored ? "Your games are kept." : "What is new since the last start may be lost.";
  tell(`An internal error ended Minnow: ${line}\n${kept}`, reload);
};

// ---- Workers

globalThis.minnowWake = () => minnow.drawFrame();

let willStore = false;
globalThis.minnowFilesChanged = () => {
  if (willStore) return;
  willStore = true;
  queueMicrotask(() => {
    willStore = false;
    storeNow();
  });
};

function storeNow() {
  if (!hasFailed && !isReplacing) minnow.storeChanges();
}

const workers = new Set();
globalThis.minnowStartWorker = (name, number, module, memory) => {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name });
  workers.add(worker);
  worker.onmessage = (event) => {
    if (event.data === "wake") minnow.drawFrame();
    else if (event.data === "files") globalThis.minnowFilesChanged();
    else if (event.data === "ended") workers.delete(worker);
    else if (event.data.failed) globalThis.minnowFailed(event.data.failed);
  };
  worker.onerror = (event) => globalThis.minnowFailed(event.message ?? "a worker failed");
  worker.postMessage({ module, memory, number });
};

// ---- Storage

function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("another page uses the storage"));
  });
}

function loadFiles() {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, "readonly");
    const cursor = transaction.objectStore(STORE).openCursor();
    cursor.onsuccess = () => {
      const entry = cursor.result;
      if (!entry) return;
      minnow.loadFile(entry.key, new Uint8Array(entry.value.content), entry.value.modified);
      entry.continue();
    };
    transaction.oncomplete = resolve;
    transaction.onerror = () => reject(transaction.error);
  });
}

// Stores files in one transaction; a file without content is deleted.
function storeTogether(paths, contents, times) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STORE);
    paths.forEach((path, index) => {
      const content = contents[index];
      if (content) store.put({ content: content.buffer, modified: times[index] }, path);
      else store.delete(path);
    });
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
    // A closing page gets no success events, and without them the browser does not commit by itself.
    transaction.commit?.();
  });
}

const RETRY_MS = 3000;
let retry = null;
globalThis.minnowStore = async (part, paths, contents, times) => {
  if (!database) return;
  let problem;
  try {
    await storeTogether(paths, contents, times);
  } catch (error) {
    problem = reasonOf(error);
  }
  if (part === minnow.StoredPart.Program) isStored = problem === undefined;
  if (minnow.noteStored(part, paths, problem)) {
    clearTimeout(retry);
    retry = setTimeout(storeNow, RETRY_MS);
  }
};

const NO_STORAGE = "the browser gives this page no storage";
globalThis.minnowReplaceData = async (paths, contents, times) => {
  isReplacing = true;
  try {
    if (!database) throw new Error(NO_STORAGE);
    await storeTogether(paths, contents, times);
    hasFailed = true;
    location.reload();
  } catch (error) {
    isReplacing = false;
    minnow.noteNotReplaced(reasonOf(error));
    storeNow();
  }
};

function reasonOf(error) {
  if (error?.name === "QuotaExceededError") return "the space that the browser gives is used up";
  return error?.message || "the browser gives no reason";
}

// ---- Files of the user

globalThis.minnowDownload = (name, content) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
};

globalThis.minnowChoose = (accepted, several) => choose(accepted, several, async (files) => {
  minnow.takeChosen(files.map((file) => file.name), await Promise.all(files.map(contentOf)), several);
});

globalThis.minnowChooseData = () => {
  if (!database) {
    minnow.noteNotReplaced(NO_STORAGE);
    return;
  }
  choose(".zip", false, async (files) => {
    if (files.length) minnow.takeAllData(await contentOf(files[0]));
  });
};

async function contentOf(file) {
  return new Uint8Array(await file.arrayBuffer());
}

function choose(accepted, several, use) {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accepted;
  input.multiple = several;
  input.id = "chooser";
  input.hidden = true;
  const answer = (files) => {
    input.remove();
    use(files);
  };
  input.onchange = () => answer([...input.files]);
  input.oncancel = () => answer([]);
  document.getElementById("chooser")?.remove();
  document.body.append(input);
  input.click();
}

// ---- Sound, clipboard, screen readers

let audio = null;
globalThis.minnowPlay = (samples, rate) => {
  audio ??= new AudioContext();
  const buffer = audio.createBuffer(1, samples.length, rate);
  buffer.copyToChannel(samples, 0);
  const source = audio.createBufferSource();
  source.buffer = buffer;
  source.connect(audio.destination);
  source.start();
};

globalThis.minnowReducesMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

globalThis.minnowPaste = async () => {
  try {
    minnow.takePasted(await navigator.clipboard.readText());
  } catch {
    minnow.notePasteRefused();
  }
};

globalThis.minnowAnnounce = (text) => {
  const spoken = document.getElementById("spoken");
  // A new element is read even if it has the text of the last one.
  const sentence = document.createElement("p");
  sentence.textContent = text;
  spoken.replaceChildren(sentence);
};

globalThis.minnowAddress = () => location.href.split("#")[0];
globalThis.minnowTitle = (title) => {
  document.title = title;
};

// ---- For the console: the nodes and seconds of `minnow bench`, and the milliseconds to stop a search

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function benchResult() {
  while (true) {
    const result = minnow.benchResult();
    if (result) return result;
    await pause(1);
  }
}

globalThis.minnowBench = async () => {
  minnow.startBench();
  const [nodes, seconds] = await benchResult();
  return { nodes, seconds };
};

globalThis.minnowStop = async () => {
  minnow.startSearch();
  await pause(500);
  const asked = performance.now();
  minnow.stopSearch();
  const [nodes] = await benchResult();
  return { nodes, milliseconds: performance.now() - asked };
};

// ---- Touch

// eframe hands a touch to the program twice, as a touch and as a pointer; the second press would take
// a chosen piece back.
for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
  const stop = (event) => {
    if (event.pointerType === "touch") event.stopImmediatePropagation();
  };
  window.addEventListener(kind, stop, { capture: true });
}

// ---- The start

// Set while the page is loaded for the second time.
const RELOADED = "minnow-reloaded";

// The headers that the program needs come from the service worker, which answers from the second
// load on. Returns false if it does not come.
async function withHeaders() {
  if (globalThis.crossOriginIsolated) {
    navigator.serviceWorker?.register("service-worker.js").catch(() => {});
    return true;
  }
  if (!navigator.serviceWorker) return false;
  try {
    const registration = await navigator.serviceWorker.register("service-worker.js");
    if (!await isActive(registration) || sessionStorage.getItem(RELOADED)) return false;
    sessionStorage.setItem(RELOADED, "1");
  } catch {
    // Also where the user blocks the data of sites.
    return false;
  }
  location.reload();
  await new Promise(() => {});
}

// Waits until the service worker has its files. `navigator.serviceWorker.ready` would wait for ever for
// one that cannot load them.
const INSTALLATION_MS = 60000;
function isActive(registration) {
  if (registration.active) return true;
  const worker = registration.installing ?? registration.waiting;
  return new Promise((resolve) => {
    setTimeout(resolve, INSTALLATION_MS, false);
    worker.onstatechange = () => {
      if (worker.state === "activated") resolve(true);
      if (worker.state === "redundant") resolve(false);
    };
  });
}

// Only one tab may change the stored files. The lock ends with the tab. Where the browser refuses locks,
// it refuses storage, too, and tabs cannot disturb each other.
function isOnlyTab() {
  return new Promise((resolve) => {
    navigator.locks.request("minnow", { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock && new Promise(() => {});
    }).catch(() => resolve(true));
  });
}

async function start() {
  const hasHeaders = await withHeaders();
  try {
    sessionStorage.removeItem(RELOADED);
  } catch {
    // Blocked, so nothing is there.
  }
  if (!hasHeaders) {
    tell(missingForSharing(), reload);
    return;
  }
  if (!await isOnlyTab()) {
    tell("Minnow is open in another tab. Two tabs would overwrite each other's games.", reload);
    return;
  }
  const memory = sharedMemory();
  if (!memory) {
    tell(REFUSED_MEMORY, reload);
    return;
  }
  minnow = await import("./minnow.js");
  await minnow.default({ memory });
  try {
    database = await openDatabase();
    await loadFiles();
  } catch (error) {
    console.error(error);
    database = null;
  }
  navigator.storage?.persist?.().catch(() => {});
  keepMirror(canvas, minnow.clickMirrored);
  await minnow.startWindow(canvas, database !== null);
  isRunning = true;
  followLink();
  message.hidden = true;
  canvas.focus();
}

// A page that is hidden may be closed without another event, and one that is left gets no other turn.
for (const [target, kind] of [[document, "visibilitychange"], [window, "pagehide"]]) {
  target.addEventListener(kind, () => {
    if (!isRunning || hasFailed || (kind === "visibilitychange" && !document.hidden)) return;
    minnow.keepNow();
    storeNow();
  });
}

// A link counts once: a page that is loaded again goes on with the game.
function followLink() {
  if (!isRunning || hasFailed || location.hash.length < 2) return;
  minnow.takeLink(location.hash);
  history.replaceState(null, "", location.pathname + location.search);
}
addEventListener("hashchange", followLink);

start().catch((error) => {
  console.error(error);
  tell(`Minnow cannot start: ${error?.message ?? error}`, reload);
});
