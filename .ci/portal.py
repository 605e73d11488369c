#!/usr/bin/python3
"""Stands in for the desktop's portal of file dialogs: .ci/portal.py ANSWER...

It takes the portal's name on the session bus. Each dialog gets the next answer: `cancel`; `fail`, after
three seconds; `silence`, none at all; `die`, which ends this program before an answer; or the URI of the
chosen file. It prints a line when it is ready, and one for each dialog: the method, the parent window,
the title and the folder, with tabs between them.
"""

import os
import sys

from gi.repository import Gio, GLib

PATH = "/org/freedesktop/portal/desktop"
METHOD = """<method name="{}">
    <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{{sv}}" direction="in"/>
    <arg type="o" direction="out"/>
</method>"""
INTERFACE = f"""<node><interface name="org.freedesktop.portal.FileChooser">
    {METHOD.format("OpenFile")}{METHOD.format("SaveFile")}
    <property name="version" type="u" access="read"/>
</interface></node>"""
CHOSEN, CANCELLED, FAILED = 0, 1, 2
LATE_SECONDS = 3


def show(bus, sender, _path, _interface, method, arguments, call):
    """Begins a dialog, and lets its answer follow."""
    parent, title, options = arguments.unpack()
    folder = os.fsdecode(bytes(options.get("current_folder", [])).rstrip(b"\0"))
    print(method, parent, title, folder, sep="\t", flush=True)
    request = f"{PATH}/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
    call.return_value(GLib.Variant("(o)", (request,)))
    bus.flush_sync()
    answer = answers.pop(0)
    if answer == "die":
        os._exit(0)
    if answer == "silence":
        return

    def respond():
        code = {"cancel": CANCELLED, "fail": FAILED}.get(answer, CHOSEN)
        results = {"uris": GLib.Variant("as", [answer])} if code == CHOSEN else {}
        response = GLib.Variant("(ua{sv})", (code, results))
        bus.emit_signal(sender, request, "org.freedesktop.portal.Request", "Response", response)

    GLib.timeout_add_seconds(LATE_SECONDS if answer == "fail" else 0, respond)


answers = sys.argv[1:]
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
interface = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
bus.register_object(PATH, interface, show, lambda *_: GLib.Variant("u", 4), None)
Gio.bus_own_name_on_connection(
    bus,
    "org.freedesktop.portal.Desktop",
    Gio.BusNameOwnerFlags.NONE,
    lambda *_: print("ready", flush=True),
    None,
)
GLib.MainLoop().run()
