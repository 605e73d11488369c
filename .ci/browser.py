"""Chromium without a window, driven by chromedriver, and the web server of its page. For .ci/web.

Needs Debian's chromium and chromium-driver. Clicks, touches and keys are real events. Controls and squares are
found by the names that screen readers hear.
"""

import base64
import functools
import http.server
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

DEADLINE_SECONDS = 60

# A page of another machine without https gets no shared memory and no service worker.
FOREIGN_HOST = "minnow.test"


def fail(text):
    sys.exit(f"web: {text}")


class Page(http.server.SimpleHTTPRequestHandler):
    """A server of plain files, as any web space is: it sets no special headers."""

    # Names of files that are missing.
    missing = set()

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".wasm": "application/wasm",
        ".js": "text/javascript",
    }

    def send_head(self):
        if self.path.rpartition("/")[2] in self.missing:
            self.send_error(404)
            return None
        return super().send_head()

    def log_message(self, *_):
        pass


def serve(folder):
    """Starts the server; returns it and its address."""
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Page, directory=folder))
    # A browser that quits breaks its connections off.
    server.handle_error = lambda *connection: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_address[1]}/"


def start_driver():
    """Starts chromedriver; returns its process and port."""
    driver = subprocess.Popen(
        ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in driver.stdout:
        if started := re.search(r"successfully on port (\d+)", line):
            return driver, int(started.group(1))
    fail("chromedriver does not start")


class Browser:
    """A session of chromedriver, by the WebDriver protocol."""

    def __init__(self, port, profile, downloads, size=(1280, 800), touch=False):
        self.driver = f"http://127.0.0.1:{port}"
        arguments = [
            "--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader", f"--user-data-dir={profile}",
            f"--window-size={size[0]},{size[1]}", "--force-prefers-reduced-motion",
            f"--host-resolver-rules=MAP {FOREIGN_HOST} 127.0.0.1",
        ]
        options = {
            "args": arguments,
            "prefs": {"download.default_directory": str(downloads),
                      "profile.default_content_setting_values.automatic_downloads": 1},
        }
        if touch:
            options["mobileEmulation"] = {
                "deviceMetrics": {"width": size[0], "height": size[1], "pixelRatio": 1, "touch": True}
            }
        wanted = {
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.path = f"/session/{answer['sessionId']}"
        self.requested = []

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.driver + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode(errors="replace")[:500]) from error

    def command(self, name, **parameters):
        """A command of Chromium's debugging protocol."""
        return self.call("POST", f"{self.path}/goog/cdp/execute",
                         {"cmd": name, "params": parameters})

    def set_theme(self, theme):
        scheme = {"name": "prefers-color-scheme", "value": theme}
        self.command("Emulation.setEmulatedMedia", features=[scheme])

    def quit(self):
        self.note_requests()
        self.call("DELETE", self.path)

    def open(self, address):
        self.call("POST", f"{self.path}/url", {"url": address})

    def run_first(self, script):
        """Runs a script in each page that is loaded from now on, before the page's own scripts."""
        self.command("Page.addScriptToEvaluateOnNewDocument", source=script)

    def run(self, script, *arguments):
        body = {"script": script, "args": list(arguments)}
        return self.call("POST", f"{self.path}/execute/sync", body)

    def run_async(self, script, *arguments):
        self.call("POST", f"{self.path}/timeouts", {"script": 120_000})
        body = {"script": script, "args": list(arguments)}
        return self.call("POST", f"{self.path}/execute/async", body)

    def wait_for(self, what, condition):
        """Waits for a JavaScript expression to be true."""
        deadline = time.monotonic() + DEADLINE_SECONDS
        while time.monotonic() < deadline:
            try:
                if self.run(f"return {condition}"):
                    return
            except RuntimeError:
                pass  # A page that is being loaded.
            time.sleep(0.02)
        self.picture(pathlib.Path(tempfile.gettempdir()) / "minnow-web-failure.png")
        fail(f"waited {DEADLINE_SECONDS} s for {what}; log: {self.log()}; spoken: {self.spoken()}")

    def wait_refused(self, pattern):
        """Waits for the sentence of a page that does not start."""
        script = f"/{pattern}/.test(document.getElementById('message').textContent)"
        self.wait_for(f"the page to say /{pattern}/", script)

    def log(self):
        return [entry["message"][:300] for entry in
                self.call("POST", f"{self.path}/se/log", {"type": "browser"})]

    def note_requests(self):
        for entry in self.call("POST", f"{self.path}/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.requested.append(message["params"]["request"]["url"])

    def picture(self, path):
        image = self.call("GET", f"{self.path}/screenshot")
        pathlib.Path(path).write_bytes(base64.b64decode(image))

    def spoken(self):
        return self.run("return (window.spokenTexts ?? []).join(' | ')")

    def forget_spoken(self):
        self.run("window.spokenTexts = []")

    def wait_spoken(self, pattern):
        script = f"(window.spokenTexts ?? []).some((text) => /{pattern}/.test(text))"
        self.wait_for(f"a screen reader to hear /{pattern}/", script)

    def act(self, kind, source, actions):
        body = {"type": kind, "id": f"{kind}-{source}", "actions": actions}
        if kind == "pointer":
            body["parameters"] = {"pointerType": source}
        self.call("POST", f"{self.path}/actions", {"actions": [body]})

    def place(self, text):
        """The middle of the control with this text, or whose text begins so."""
        self.wait_for(f"the control {text!r}", f"({FIND})({json.dumps(text)}) !== undefined")
        return self.run(f"return ({FIND})(arguments[0])", text)

    def write_into(self, field, text):
        """Types into a text field. A window that has just changed may still move it."""
        self.press(field)
        deadline = time.monotonic() + DEADLINE_SECONDS
        while not self.run("return document.activeElement.tagName === 'INPUT'"):
            if time.monotonic() > deadline:
                fail(f"the field {field!r} takes no text")
            time.sleep(0.5)
            self.press(field)
        self.keys(*text)

    def press(self, text, source="mouse"):
        """Presses a control by its text."""
        self.drag([self.place(text)], source)

    def activate(self, text):
        """Operates the control whose text begins so, in view or not, as a screen reader does."""
        self.place(text)
        self.run("""[...document.querySelectorAll("#mirror [aria-label]")]
            .find((element) => element.ariaLabel.startsWith(arguments[0])).click()""", text)

    def drag(self, points, source="mouse"):
        """Presses at the first point and lets go at the last one. For egui, what lasts longer than 0.8
        seconds is no click, and on a busy machine so does a frame: a press has no pause."""
        moves = [{"type": "pointerMove", "duration": 60, "x": round(x), "y": round(y)}
                 for x, y in points]
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        pauses = [{"type": "pause", "duration": 80}] if len(points) > 1 else []
        self.act("pointer", source, [moves[0], down, *pauses, *moves[1:], *pauses, up])

    def keys(self, *chords):
        """Types keys; a chord such as "Control+s" holds the first."""
        actions = []
        for chord in chords:
            held, _, key = chord.rpartition("+")
            held = {"Control": "\ue009", "": None}[held]
            key = {"Enter": "\ue007", "Escape": "\ue00c", "Left": "\ue012", "Right": "\ue014"}.get(key, key)
            if held:
                actions.append({"type": "keyDown", "value": held})
            actions += [{"type": "keyDown", "value": key}, {"type": "pause", "duration": 40},
                        {"type": "keyUp", "value": key}, {"type": "pause", "duration": 40}]
            if held:
                actions.append({"type": "keyUp", "value": held})
        self.act("key", "keys", actions)

    def wait_shown(self, text):
        """Waits for a text anywhere in the window."""
        script = f"document.getElementById('mirror').innerHTML.includes({json.dumps(text)})"
        self.wait_for(f"the text {text!r}", script)

    def drop(self, *paths):
        """Drops files on the window."""
        files = [[path.name, path.read_text()] for path in paths]
        self.run(DROP, files)

    def play(self, move):
        """Types a move. The window looks for Enter before it takes the letters of the same frame."""
        self.keys(*move)
        self.wait_frames()
        self.keys("Enter")

    def wait_frames(self):
        """Waits until the window has taken the last keys."""
        self.run_async("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));")

    def choose_file(self, path):
        """Gives the open file chooser a file."""
        self.wait_for("the file chooser", "document.getElementById('chooser') !== null")
        found = self.call("POST", f"{self.path}/element", {"using": "css selector", "value": "#chooser"})
        element = next(iter(found.values()))
        self.call("POST", f"{self.path}/element/{element}/value", {"text": str(path)})


# Notes what screen readers hear. A browser without a window would cancel its file chooser at once.
LISTEN = """
HTMLInputElement.prototype.click = function () {};
window.spokenTexts = [];
new MutationObserver(() => {
    const text = document.getElementById("spoken").textContent;
    if (text) window.spokenTexts.push(text);
}).observe(document.getElementById("spoken"), { childList: true, subtree: true });
"""


# A function from a text or its beginning to the middle of its control, which screen readers see, too.
FIND = """(text) => {
    const all = [...document.querySelectorAll("#mirror [aria-label]")];
    const found = all.filter((element) => element.ariaLabel === text).pop() ??
        all.filter((element) => element.ariaLabel.startsWith(text)).pop();
    if (!found) return undefined;
    const { x, y, width, height } = found.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""

DROP = """
const data = new DataTransfer();
for (const [name, text] of arguments[0]) data.items.add(new File([text], name));
const event = { dataTransfer: data, bubbles: true, cancelable: true };
document.getElementById("window").dispatchEvent(new DragEvent("drop", event));
"""

IS_STARTED = "document.getElementById('message').hidden"


def start(browser, address):
    """Opens the page and returns the seconds until it can be used."""
    browser.open(address)
    browser.wait_for("the page to start", f"crossOriginIsolated && {IS_STARTED}")
    browser.run(LISTEN)
    return browser.run("return performance.now() / 1000")


def wait_for_download(folder, pattern):
    deadline = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < deadline:
        found = [path for path in folder.glob(pattern) if path.stat().st_size > 0]
        if found:
            return found[0]
        time.sleep(0.1)
    fail(f"waited {DEADLINE_SECONDS} s for the download {pattern}")
