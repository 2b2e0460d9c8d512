#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a screen reader is told: screen_reader.py SIGHTLINE_UI REPORT

Runs the window in an X server with an accessibility bus of its own (xvfb-run dbus-run-session), presses keys, and reads
names, roles, values, states and positions as Orca does, through AT-SPI. Exits with 77 where the bindings are missing.
"""
import os
import subprocess
import sys
import tempfile

try:
    import gi
    gi.require_version("Atspi", "2.0")
    from gi.repository import Atspi, GLib
except (ImportError, ValueError) as error:
    print(f"skipped: {error}")
    sys.exit(77)

LIMIT_MS = 60_000
ROW, ROW_NAME = Atspi.Role.TABLE_CELL, "table cell"  # what Qt makes of an item of a tree
heard = []  # (type of event, role, name) in their order
failures = []


def check(ok, what):
    print(("ok    " if ok else "FAILED ") + what, flush=True)
    if not ok:
        failures.append(what)


def wait_for(what, found):
    """Lets events arrive until found() returns something; gives up after LIMIT_MS."""
    late = []
    timer = GLib.timeout_add(LIMIT_MS, lambda: late.append(True))
    tick = GLib.timeout_add(50, lambda: True)  # what has no event is looked at again
    context = GLib.MainContext.default()
    try:
        while not late:
            try:
                result = found()
            except GLib.Error:  # a part that went meanwhile
                result = None
            if result:
                return result
            context.iteration(True)
    finally:
        GLib.source_remove(tick)
        if not late:
            GLib.source_remove(timer)
    print(f"never: {what}; heard {heard[-20:]}", flush=True)
    sys.exit(1)


def children(node):
    return [c for c in (node.get_child_at_index(i) for i in range(node.get_child_count())) if c]


def walk(node, most=400):
    """The node and what is in it. Of long lists the first `most` only."""
    yield node
    for i in range(min(node.get_child_count(), most)):
        child = node.get_child_at_index(i)
        if child:
            yield from walk(child, most)


def has(node, state):
    return node.get_state_set().contains(state)


def on_event(event):
    try:
        heard.append((event.type, event.source.get_role_name(), event.source.get_name()))
    except GLib.Error:
        pass


def application():
    desktop = Atspi.get_desktop(0)
    return next((a for a in children(desktop) if "ightline" in (a.get_name() or "")), None)


def press(key):
    """A key of the X server, by its name."""
    subprocess.run(["xdotool", "key", key], check=True)


def last(role, after):
    """Name of the newest part of that role that got the focus since heard[after]."""
    found = [name for kind, r, name in heard[after:] if kind.startswith("object:state-changed:focused") and r == role]
    return found[-1] if found else None


def main():
    ui, report = sys.argv[1:3]
    home = tempfile.TemporaryDirectory()
    environment = dict(os.environ, QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", QT_QPA_PLATFORM="xcb", LC_ALL="C.UTF-8")
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"):
        environment[name] = home.name
    os.chmod(home.name, 0o700)
    listener = Atspi.EventListener.new(on_event)
    for kind in ("object:state-changed:focused", "object:property-change:accessible-description", "window:activate"):
        listener.register(kind)
    window = subprocess.Popen([ui, report], env=environment)
    try:
        read(wait_for("the application", application))
    finally:
        window.kill()
        window.wait()
    if failures:
        sys.exit(f"{len(failures)} failed")


def read(app):
    def timeline_with_rows():
        for node in walk(app, 60):
            if node.get_role() == Atspi.Role.TREE and node.get_name() == "Timeline" and node.get_child_count() > 12:
                return node
    # A tour begins with the first report; Escape ends it.
    wait_for("the tour", lambda: last("push button", 0) == "Next")
    press("Escape")
    wait_for("the end of the tour", lambda: last("push button", 0) != "Next" or not any(
        n.get_name() == "Next" and has(n, Atspi.StateType.SHOWING) for n in walk(app, 60)))
    timeline = wait_for("rows of the timeline", timeline_with_rows)

    def settled():
        found = [c for c in children(timeline) if c.get_role() == ROW]
        return found if f"of {len(found)}" in found[-1].get_description() else None
    rows = wait_for("the last row", settled)
    check(len(rows) > 5, f"the timeline is a tree of {len(rows)} rows")
    check(all(r.get_name() for r in rows), "each row has a title")
    places = [r.get_description() for r in rows]
    check(all(f"Row {i + 1} of {len(rows)}" in p for i, p in enumerate(places)), f"rows know their places: {places[0]}")
    closed = next((r for r in rows if has(r, Atspi.StateType.EXPANDABLE) and not has(r, Atspi.StateType.EXPANDED)), None)
    check(closed is not None, "a row is closed")
    if closed is not None:
        before = timeline.get_child_count()
        actions = [closed.get_action_name(i) for i in range(closed.get_n_actions())]
        check("Toggle" in actions, f"it can be toggled: {actions}")
        closed.do_action(actions.index("Toggle"))
        wait_for("the row to open", lambda: timeline.get_child_count() > before)
        check(has(closed, Atspi.StateType.EXPANDED), f"{closed.get_name()} has opened: {timeline.get_child_count()} rows")
        closed.do_action(actions.index("Toggle"))
        wait_for("the row to close", lambda: timeline.get_child_count() == before)
    keys(timeline)
    named(app)
    chart(app)


def keys(timeline):
    check(timeline.grab_focus(), "the timeline can have the focus")
    wait_for("the focus", lambda: has(timeline, Atspi.StateType.FOCUSED) or last(ROW_NAME, 0))
    rows = []
    while not rows or rows[-1] != "Stream 17" and len(rows) < 12:
        begin = len(heard)
        press("Down")
        rows.append(wait_for("a row with the focus", lambda: last(ROW_NAME, begin)))
    check(rows[-1] == "Stream 17", f"the arrow key leads from row to row: {rows}")
    begin = len(heard)
    press("Right")
    name = wait_for("an event with the focus", lambda: last("list item", begin))
    event = wait_for("that event", lambda: next(
        (c for r in children(timeline) if r.get_role() == ROW for c in children(r)), None))
    check(event.get_name() == name, f"the arrow key selects an event: {name}")
    check("Event " in event.get_description() and " of " in event.get_description(), event.get_description())
    check(has(event, Atspi.StateType.FOCUSED) and has(event, Atspi.StateType.SELECTED), "it has the focus")
    box = event.get_extents(Atspi.CoordType.SCREEN)
    check(box.width > 0 and box.height > 0, f"it is somewhere: {box.width} × {box.height}")
    begin = len(heard)
    press("Right")
    following = wait_for("the next event", lambda: last("list item", begin) if len(heard) > begin else None)
    check(bool(following), f"the next one: {following}")
    # Readers say nothing of a part on which they are already: the next event is another part.
    try:
        check(not has(event, Atspi.StateType.FOCUSED), "the event before has lost the focus")
    except GLib.Error:
        check(True, "the event before is gone")


def chart(app):
    """The curve of memory is a chart whose points the arrow keys tell."""
    tab = wait_for("the tab Memory", lambda: next(
        (n for n in walk(app, 60) if n.get_role() == Atspi.Role.PAGE_TAB and n.get_name() == "Memory"), None))
    actions = [tab.get_action_name(i) for i in range(tab.get_n_actions())]
    tab.do_action(actions.index("Press") if "Press" in actions else 0)
    curve = wait_for("a chart with points", lambda: next(
        (n for n in walk(app, 60) if n.get_role() == Atspi.Role.CHART and n.get_name() == "Memory over time"
         and has(n, Atspi.StateType.SHOWING) and n.get_child_count() > 100), None))
    points = curve.get_child_count()
    check(f"{points} points" in curve.get_description().replace("\u00a0", ""), f"it says how many: {points}")
    check(curve.grab_focus(), "a chart can have the focus")
    wait_for("the focus", lambda: has(curve, Atspi.StateType.FOCUSED))
    names = []
    for key in ("Right", "Right", "End"):
        begin = len(heard)
        press(key)
        names.append(wait_for("a point with the focus", lambda: last("list item", begin)))
    places = [name.split(":")[0] for name in names]
    check(places == [f"{i} of {points}" for i in (1, 2, points)], f"the arrow key leads from point to point: {names}")
    check("iB" in names[0] or " B" in names[0], "a point has its value")


NAMED = {Atspi.Role.PUSH_BUTTON, Atspi.Role.TOGGLE_BUTTON, Atspi.Role.CHECK_BOX, Atspi.Role.RADIO_BUTTON,
         Atspi.Role.COMBO_BOX, Atspi.Role.TEXT, Atspi.Role.ENTRY, Atspi.Role.TABLE, Atspi.Role.TREE, Atspi.Role.TREE_TABLE,
         Atspi.Role.LIST, Atspi.Role.SLIDER, Atspi.Role.SPIN_BUTTON, Atspi.Role.PAGE_TAB, Atspi.Role.MENU_ITEM}


def named(app):
    nameless, seen = [], 0
    for node in walk(app, 40):
        if node.get_role() not in NAMED or not has(node, Atspi.StateType.SHOWING):
            continue
        if not (has(node, Atspi.StateType.FOCUSABLE) or node.get_role() == Atspi.Role.PAGE_TAB):
            continue
        seen += 1
        if not (node.get_name() or "").strip():
            parents, up = [], node.get_parent()
            while up and len(parents) < 4:
                parents.append(f"{up.get_role_name()} “{up.get_name()}”")
                up = up.get_parent()
            nameless.append(f"{node.get_role_name()} in " + " in ".join(parents))
    check(seen > 20, f"{seen} parts of the window can have the focus")
    check(not nameless, "all of them have a name" + "".join("\n    " + n for n in nameless))


main()
