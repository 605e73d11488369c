"""A display of its own, and the program's window on it, found by the names that screen readers use.

For docs/make-pictures, .ci/access, .ci/controls, .ci/faults and .ci/wayland. Needs Debian's xvfb,
xdotool, dbus, at-spi2-core, python3-gi and gir1.2-atspi-2.0; a picture also needs imagemagick.
"""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

SIZE = (1280, 800)
# Seconds. OpenGL in software is slow on a busy machine.
PATIENCE = 60


class WindowError(Exception):
    """The window did not come to show what it should."""


def wait_for(what, condition, seconds=PATIENCE):
    """Returns the first true value of `condition`."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise WindowError(f"waited {seconds} s for {what}")
        time.sleep(0.1)


def wait_until_same(what, read, pause):
    """Reads again until two readings agree, and returns the last one. `None` counts as no reading."""
    before = None

    def is_same():
        nonlocal before
        time.sleep(pause)
        now = read()
        same, before = now is not None and now == before, now
        return same

    wait_for(what, is_same)
    return before


def make_place(folder, settings):
    """Writes the settings below a folder for the program's files; returns the environment for it."""
    file = folder / "config" / "minnow" / "settings.ron"
    file.parent.mkdir(parents=True)
    file.write_text(settings)
    return {f"XDG_{name.upper()}_HOME": str(folder / name) for name in ("config", "data", "cache")}


def end(process):
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Desktop:
    """A display and a session bus with the accessibility service, for this run only."""

    def __init__(self, folder):
        self.processes = []
        runtime = folder / "run"
        runtime.mkdir(mode=0o700)
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP", "DESKTOP_SESSION"):
            os.environ.pop(name, None)
        os.environ["XDG_RUNTIME_DIR"] = str(runtime)
        os.environ["HOME"] = str(folder)
        self.start_display()
        address = self.start("dbus-daemon --session --nofork --nopidfile --print-address={fd}")
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = address

    def start_display(self):
        screen = f"{SIZE[0]}x{SIZE[1]}x24"
        number = self.start("Xvfb -displayfd {fd} -noreset -nolisten tcp -screen 0 " + screen)
        os.environ["DISPLAY"] = f":{number}"

    def start(self, command):
        """Starts a service; returns the line that it writes to the descriptor `fd`."""
        read, write = os.pipe()
        words = [word.format(fd=write) for word in command.split()]
        process = subprocess.Popen(
            words, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.processes.append(process)
        os.close(write)
        with os.fdopen(read) as answer:
            line = answer.readline().strip()
        if not line:
            raise WindowError(f"{words[0]} did not start")
        return line

    def close(self):
        for process in reversed(self.processes):
            end(process)


class Portal:
    """Stands in for the desktop's file dialogs, with the answers of .ci/portal.py."""

    def __init__(self, folder, *answers):
        self.log = folder / "portal.log"
        command = [sys.executable, Path(__file__).with_name("portal.py"), *answers]
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(command, stdout=log)
        wait_for("the portal", self.log.read_text)

    def dialogs(self):
        """Method, parent window, title and folder of each dialog."""
        return [line.split("\t") for line in self.log.read_text().splitlines()[1:]]

    def expect(self, number, parent, folder=None):
        """Waits for the dialog with this number, which belongs to a window of a display."""
        wait_for(f"dialog {number}", lambda: len(self.dialogs()) == number)
        _, of, title, begun_in = self.dialogs()[-1]
        if not (of.startswith(parent) and title.startswith("Open") and folder in (None, begun_in)):
            raise WindowError(f"a dialog of {of!r}, {title!r}, in {begun_in!r}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        end(self.process)


def enable_accessibility():
    """Tells programs on the bus that a screen reader is there; returns the library that reads them."""
    import gi

    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, Gio, GLib

    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    for name in ("IsEnabled", "ScreenReaderEnabled"):
        bus.call_sync(
            "org.a11y.Bus",
            "/org/a11y/bus",
            "org.freedesktop.DBus.Properties",
            "Set",
            GLib.Variant("(ssv)", ("org.a11y.Status", name, GLib.Variant("b", True))),
            None,
            Gio.DBusCallFlags.NONE,
            -1,
        )
    Atspi.init()
    return Atspi


class Window:
    """The running program, as its user sees and operates it."""

    def __init__(self, atspi, command, environment, folder, log):
        self.atspi = atspi
        self.size = SIZE
        self.process = subprocess.Popen(
            command, env={**os.environ, **environment}, cwd=folder, stdout=log, stderr=log
        )

    def open(self, wait_for_controls=True):
        """Waits until the window can be operated."""
        if wait_for_controls:
            wait_for("the window's controls", lambda: self.find("Analyse"))
        search = f"search --all --onlyvisible --pid {self.process.pid} --name Minnow".split()
        self.id = wait_for("the window", lambda: self.xdotool(*search)).split()[0]
        self.focus()
        # At this place the pointer hovers over nothing.
        self.xdotool("mousemove", str(SIZE[0] - 1), str(SIZE[1] - 1))

    def resize(self, width, height):
        """Makes the window smaller than the display."""
        self.size = (width, height)
        self.xdotool("windowmove", self.id, "0", "0")
        self.xdotool("windowsize", "--sync", self.id, str(width), str(height))

    def xdotool(self, *words):
        done = subprocess.run(["xdotool", *words], capture_output=True, text=True)
        return done.stdout.strip()

    def applications(self):
        """The roots of what a screen reader finds of the program."""
        desktop = self.atspi.get_desktop(0)
        desktop.clear_cache()
        roots = [
            application
            for application in children(desktop)
            if application.get_process_id() == self.process.pid
        ]
        for application in roots:
            application.clear_cache()
        return roots

    def nodes(self):
        """Everything that a screen reader finds in the window: pairs of a node and its text."""
        waiting = self.applications()
        while waiting:
            node = waiting.pop()
            try:
                yield node, node_text(self.atspi, node)
                waiting.extend(reversed(children(node)))
            # A node may vanish while it is read.
            except self.error():
                continue

    @staticmethod
    def error():
        from gi.repository import GLib

        return GLib.Error

    def find(self, pattern):
        """The first control or text that matches a regular expression from its start to its end."""
        if self.process.poll() is not None:
            raise WindowError(f"the program ended with status {self.process.returncode}")
        return next((node for node, text in self.nodes() if re.fullmatch(pattern, text, re.S)), None)

    def centre(self, node):
        """Where a control is on the display, as arguments of xdotool."""
        box = self.atspi.Component.get_extents(node, self.atspi.CoordType.SCREEN)
        return str(box.x + box.width // 2), str(box.y + box.height // 2)

    def expect(self, *patterns):
        for pattern in patterns:
            wait_for(f'"{pattern}" in the window', lambda: self.find(pattern))

    def expect_gone(self, pattern):
        wait_for(f'"{pattern}" to leave the window', lambda: not self.find(pattern))

    def click(self, pattern, result):
        """Clicks a control, again if need be, until the window shows the result.

        The click goes through the accessibility interface; the pointer stays where it is.
        """
        wait_for(
            f'"{result}" after a click on "{pattern}"',
            lambda: self.find(result) or (self.click_once(pattern) and self.find(result)),
        )

    def click_away(self, pattern):
        """Clicks a control, again if need be, until it is gone."""
        wait_for(f'"{pattern}" to leave the window', lambda: not self.click_once(pattern))

    def click_once(self, pattern):
        """Clicks a control; returns whether there was one."""
        node = self.find(pattern)
        try:
            if node is not None:
                self.atspi.Action.do_action(node, 0)
                time.sleep(0.5)
        # A node may vanish before it is clicked.
        except self.error():
            pass
        return node is not None

    def focus(self):
        """Lets this window take the keys. A covered window would not draw, nor notice them."""
        self.xdotool("windowraise", self.id, "windowfocus", "--sync", self.id)

    def press(self, key):
        self.focus()
        self.xdotool("key", key)

    def press_until(self, key, pattern):
        """Presses a key, several times if need be, until the window shows something."""
        for _ in range(40):
            if self.find(pattern):
                return
            self.press(key)
            time.sleep(0.3)
        raise WindowError(f'{key} does not lead to "{pattern}"')

    def type(self, text):
        self.focus()
        self.xdotool("type", "--delay", "60", text)

    def picture(self, path):
        """Saves the window once it has stopped changing."""
        part = ["-crop", "{}x{}+0+0".format(*self.size), "+repage"]

        def read():
            subprocess.run(["import", "-window", "root", *part, str(path)], check=True)
            return path.read_bytes()

        wait_until_same("a still window", read, 0.4)

    def close(self):
        end(self.process)


def children(node):
    return [child for child in map(node.get_child_at_index, range(node.get_child_count())) if child]


def node_text(atspi, node):
    """The name of a control, or the text of a label."""
    name = node.get_name() or ""
    if name or "Text" not in node.get_interfaces():
        return name
    return atspi.Text.get_text(node, 0, -1)
