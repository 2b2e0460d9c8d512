# SPDX-License-Identifier: GPL-3.0-or-later
"""What people do with the timeline of a page, in a real browser: html_browser.py FOLDER.

FOLDER has page.html, page_zh.html, large.html and expected.json: an event of page.html by the store. notes.html, as
page_zh.html, has colours of streams, an added row, and notes of that event, its row and the middle of the report.
SIGHTLINE_PICTURES=folder keeps pictures. Exit code 77: there is no Chromium.
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "kit"))
import chromium  # noqa: E402

FAILED = []
SHIFT = 8
RULER = 28


def check(what, holds, *about):
    if not holds:
        FAILED.append(what)
        print("FAILED:", what, *about)


class Timeline:
    """The timeline of an open page, in the pixels of the window."""

    def __init__(self, page):
        self.page = page
        page.wait("document.getElementById('live').timeline")
        page.js("document.getElementById('timeline').scrollIntoView()")
        page.frames()
        self.box = page.js("(r => ({x: r.x, y: r.y, width: r.width, height: r.height}))"
                           "(document.querySelector('#live canvas').getBoundingClientRect())")

    def get(self, expression):
        return self.page.js("(t => %s)(document.getElementById('live').timeline)" % expression)

    def view(self):
        return self.get("[t.view.begin, t.view.end]")

    def x(self, ns):
        begin, end = self.view()
        header = self.get("t.header")
        return self.box["x"] + header + (ns - begin) * (self.box["width"] - header) / (end - begin)

    def row(self, title):
        return self.get("t.shown.filter(r => r.title === %s).map(r => ({y: r.y, height: r.height, expanded: r.expanded}))"
                        % json.dumps(title))

    def titles(self):
        return self.get("t.shown.map(r => r.title)")

    def y(self, row):
        scrolled = self.page.js("document.querySelector('#live .scroll').scrollTop")
        return self.box["y"] + RULER + row["y"] + row["height"] / 2 - scrolled

    def tip(self):
        return self.page.js("(e => e.hidden ? [] : Array.from(e.children, c => c.textContent))"
                            "(document.querySelector('#live .tip'))")

    def said(self):
        return self.page.js("document.querySelector('#live .said').textContent")

    def pixel(self, x, y):
        return self.page.js("(c => { const b = c.getBoundingClientRect(), k = c.width / b.width, one = "
                            "document.createElement('canvas').getContext('2d');"
                            "one.drawImage(c, -Math.floor((%f - b.x) * k), -Math.floor((%f - b.y) * k));"
                            "return Array.from(one.getImageData(0, 0, 1, 1).data).slice(0, 3); })"
                            "(document.querySelector('#live canvas'))" % (x, y))


def near(a, b, share=1e-6):
    return abs(a - b) <= share * max(1, abs(a), abs(b))


def first_paint(page, path):
    """The best of three, in ms."""
    times = []
    entry = "performance.getEntriesByName('first-contentful-paint')[0]"
    for _ in range(3):
        page.open(path)
        page.wait(entry)
        times.append(page.js(entry + ".startTime"))
    return min(times)


def opens_at_once(page, folder, name):
    path = os.path.join(folder, name)
    # Processor time, which what else the machine does hardly changes.
    page.call("Performance.enable", timeDomain="threadTicks")
    page.open(path)
    page.wait("document.getElementById('live').timeline")
    busy = {m["name"]: m["value"] for m in page.call("Performance.getMetrics")["metrics"]}["TaskDuration"]
    page.call("Performance.disable")
    check("the page %s is ready in less than a second" % name, busy < 1, busy)
    # … and of the clock, where it has nothing else to do.
    empty = os.path.join(folder, "empty.html")
    with open(empty, "w", encoding="utf-8") as file:
        file.write("<!DOCTYPE html><title>empty</title><p>nothing</p>")
    usual = first_paint(page, empty)
    paint = first_paint(page, path)
    print("%s: first paint after %d ms, of an empty page %d ms; %.2f s of processor time" % (name, paint, usual, busy))
    if usual < 150:
        check("its first paint comes within a second", paint < 1000, paint)


def zooms_and_moves(page):
    t = Timeline(page)
    x, y = round(t.box["x"] + t.box["width"] * 0.6), round(t.box["y"] + min(200, t.box["height"] * 0.6))
    begin, end = t.view()
    at = begin + (x - t.x(begin)) / (t.x(end) - t.x(begin)) * (end - begin)
    page.wheel(x, y, -400)
    b, e = t.view()
    check("the wheel zooms in", e - b < 0.8 * (end - begin), b, e)
    check("the time at the cursor stays there", near(t.x(at), x, 1e-4), t.x(at), x)
    page.wheel(x, y, 400)
    check("and back out again", near(t.view()[1] - t.view()[0], end - begin, 1e-3), t.view())
    page.wheel(x, y, -600)
    begin, end = t.view()
    page.drag(x, y, x - 150, y)
    b, e = t.view()
    check("a drag moves the time with the pointer",
          near(b - begin, 150 * (end - begin) / (t.box["width"] - t.get("t.header")), 1e-3), begin, b)
    check("and does not zoom", near(e - b, end - begin))
    page.click(t.box["x"] + 20, t.box["y"] - 20)  # the button
    check("Fit shows everything", t.view() == [0, t.get("t.length")], t.view())


def keys_work(page):
    t = Timeline(page)
    page.js("document.querySelector('#live canvas').focus()")
    full = t.view()
    page.key("w")
    check("W zooms in", t.view()[1] - t.view()[0] < full[1] - full[0])
    before = t.view()
    page.key("d")
    check("D moves to later times", t.view()[0] > before[0] and near(t.view()[1] - t.view()[0], before[1] - before[0]))
    page.key("a")
    check("A moves back", near(t.view()[0], before[0]), t.view(), before)
    page.key("s")
    check("S zooms out", near(t.view()[1] - t.view()[0], full[1] - full[0]), t.view(), full)
    titles = t.titles()
    for _ in range(4):
        page.key("ArrowUp")
    page.key("ArrowDown")
    check("the arrows name the row", titles[1] in t.said(), t.said())
    page.key("Enter")
    check("Enter closes it", len(t.titles()) < len(titles))
    page.key("Enter")
    check("and opens it again", t.titles() == titles)
    page.key("ArrowRight")
    check("the right arrow selects an event", "\u00b7" in t.said(), t.said())
    page.key("Escape")
    check("Escape selects nothing", t.said() == "")
    page.key("0")


def names_an_event(page, expected):
    t = Timeline(page)
    rows = t.row(expected["row"])
    check("the row of the event is there", len(rows) >= 1, t.titles())
    x, y = t.x((expected["start"] + expected["end"]) / 2), t.y(rows[0])
    page.move(x, y)
    tip = t.tip()
    check("hover names the event", tip and tip[0] == expected["name"], tip)
    check("with its duration", len(tip) > 1 and expected["duration"] in tip[1], tip)
    check("and its row", any(line.endswith(expected["row"]) for line in tip), tip)
    check("and what launched it", any(expected["launch"] in line for line in tip), tip)
    page.click(x, y)
    check("a click selects it", t.said().startswith(expected["name"]), t.said())
    page.click(x, y, times=2)
    begin, end = t.view()
    length = expected["end"] - expected["start"]
    check("a double click zooms to it", near(begin, expected["start"] - length, 1e-3) and near(end, expected["end"] + length, 1e-3),
          begin, end, expected)
    page.move(t.box["x"] + 2, t.box["y"] - 40)
    page.key("j")
    check("J goes to the launch", expected["launch"] in t.said(), t.said())
    page.key("0")
    page.key("Escape")


def selects_a_time(page):
    t = Timeline(page)
    x0, x1, ruler = t.box["x"] + 400, t.box["x"] + 600, t.box["y"] + 12
    page.drag(x0, ruler, x1, ruler)
    span, (begin, end) = t.get("t.span"), t.view()
    width = 200 * (end - begin) / (t.box["width"] - t.get("t.header"))
    check("a drag on the ruler selects a time", span and near(span["b"] - span["a"], width, 1e-3), span)
    check("and says its length", t.said() != "")
    page.key("z")
    check("Z zooms to it", near(t.view()[1] - t.view()[0], width, 1e-3), t.view())
    page.key("0")
    page.key("Escape")
    page.drag(x0, ruler + 200, x1, ruler + 200, SHIFT)
    span = t.get("t.span")
    check("so does a drag with Shift on the rows", span and near(span["b"] - span["a"], width, 1e-3), span)
    page.key("Escape")
    check("Escape takes it away", t.get("t.span") is None)


def follows_the_scheme(page):
    t = Timeline(page)
    corner = (t.box["x"] + t.box["width"] - 6, t.box["y"] + 6)
    for scheme in ("dark", "light"):
        page.media(scheme)
        page.frames()
        want = t.get("t.theme.header")
        check("the %s ruler has the colour of the window" % scheme,
              t.pixel(*corner) == [int(want[i:i + 2], 16) for i in (1, 3, 5)], t.pixel(*corner), want)
        check(scheme + " is " + scheme, (sum(t.pixel(*corner)) > 380) == (scheme == "light"), t.pixel(*corner))


def rows_open_and_close(page):
    t = Timeline(page)
    titles = t.titles()
    first = t.get("({y: t.shown[0].y, height: t.shown[0].height})")
    page.click(t.box["x"] + 40, t.y(first))
    check("a click on a title closes the row", len(t.titles()) < len(titles), t.titles())
    page.click(t.box["x"] + 40, t.y(first))
    check("another one opens it", t.titles() == titles)


def paper_has_the_picture(page):
    page.media("light", "print")
    page.frames()
    shown = page.js("[getComputedStyle(document.querySelector('.still')).display, "
                    "getComputedStyle(document.querySelector('.live')).display]")
    check("printed, the picture stands in its place", shown == ["block", "none"], shown)
    page.media("light")


def flags(page):
    """Text and middle of each flag that is seen, in pixels of the window."""
    return {text: (x, y) for text, x, y in page.js(
        "Array.from(document.querySelectorAll('.flag:not([hidden])'), f => { const r = f.getBoundingClientRect();"
        "return [f.getAttribute('aria-label').split(' \u00b7 ')[0], r.x + r.width / 2, r.y + r.height / 2]; })")}


def legend_colours(page, name):
    """The colours of the legend as they are shown, and as its entries name them for a scheme."""
    shown, wanted = page.js("(all => [all.map(i => getComputedStyle(i).backgroundColor), "
                            "all.map(i => i.style.getPropertyValue('%s').trim())])"
                            "(Array.from(document.querySelectorAll('#live .legend i')))" % name)
    return shown, ["rgb(%d, %d, %d)" % tuple(int(w[i:i + 2], 16) for i in (1, 3, 5)) for w in wanted]


def tells_notes(page, folder, expected):
    page.open(os.path.join(folder, "notes.html"))
    t = Timeline(page)
    event, row, moment = "cold <b>cache</b>?", "compute stream", "half time"
    page.click(t.box["x"] + 20, t.box["y"] - 20)  # Fit: everything is seen
    seen = flags(page)
    check("each note has a flag", set(seen) == {event, row, moment}, seen)
    stream = t.row(expected["row"])[0]
    check("that of the event is at its start", abs(seen[event][0] - t.x(expected["start"])) < 10, seen, t.x(expected["start"]))
    check("and in its row", abs(seen[event][1] - t.y(stream)) < stream["height"], seen, stream)
    check("that of the row is at its begin", abs(seen[row][0] - t.box["x"] - t.get("t.header")) < 10, seen)
    check("that of the moment is above all rows", seen[moment][1] < t.box["y"] + RULER + 20, seen)
    page.move(*seen[event])
    tip = t.tip()
    check("hover tells the note", tip and tip[0] == event and expected["name"][:20] in tip[1] and "Stream 17" in tip[1], tip)
    page.move(t.box["x"] + 2, t.box["y"] - 60)
    check("and no longer when the pointer is elsewhere", t.tip() == [], t.tip())
    page.js("document.querySelector('#live canvas').focus()")
    told = []
    for _ in range(3):
        page.key("Tab")
        told += t.tip()[:1]
    check("the Tab key goes from note to note and tells each", sorted(told) == sorted([event, row, moment]), told)
    page.key("Escape")
    check("Escape takes the text away", t.tip() == [], t.tip())
    check("the added row is there with its name", "Longest kernel" in t.titles(), t.titles())
    legend = page.js("document.querySelector('#live .legend').textContent")
    check("the legend says by what it is coloured", "Coloured by stream" in legend and "Stream 17" in legend, legend)
    for scheme, name in (("dark", "--d"), ("light", "--l")):
        page.media(scheme)
        shown, wanted = legend_colours(page, name)
        check("and has the colours of the %s scheme" % scheme, shown and shown == wanted, shown, wanted)
    # From the list one goes there, wherever one is.
    for _ in range(12):
        page.wheel(t.box["x"] + t.box["width"] - 60, t.box["y"] + 200, -400)
    check("zoomed in elsewhere no flag of a time is seen", set(flags(page)) <= {row}, flags(page))
    page.js("document.querySelector('.notes b').scrollIntoView()")
    for text in (event, moment):
        page.js("Array.from(document.querySelectorAll('.notes b')).find(b => b.textContent === %s).click()" % json.dumps(text))
        page.frames()
        check("its entry in the list goes to " + text, text in flags(page), flags(page))
        check("with its text", t.tip()[:1] == [text], t.tip())
    page.media("light", "print")
    check("printed, the list is there", page.js("document.querySelector('.notes').getBoundingClientRect().height") > 20)
    page.media("light")


def pictures(page, folder):
    keep = os.environ.get("SIGHTLINE_PICTURES")
    if not keep:
        return
    for name, file, width, scale, scheme in (
            ("page-light", "page.html", 1280, 1, "light"), ("page-dark", "page.html", 1280, 2, "dark"),
            ("page-zh", "page_zh.html", 1280, 1, "light"), ("page-narrow", "page.html", 700, 1, "light"),
            ("notes-light", "notes.html", 1280, 1, "light"), ("notes-dark", "notes.html", 1280, 1, "dark"),
            ("page-wide", "page.html", 1920, 1, "dark"), ("page-large", "large.html", 1280, 1, "light")):
        page.size(width, 900, scale)
        page.media(scheme)
        page.open(os.path.join(folder, file))
        Timeline(page)
        if page.js("document.querySelectorAll('.flag').length"):
            page.js("document.querySelector('#live button').click()")
            page.frames()
            page.move(*list(flags(page).values())[0])
        page.picture(os.path.join(keep, name + ".png"))


def main(folder):
    if not chromium.find():
        print("There is no Chromium: install the package chromium.")
        return 77
    with open(os.path.join(folder, "expected.json"), encoding="utf-8") as file:
        expected = json.load(file)
    page = chromium.Page()
    try:
        opens_at_once(page, folder, "page.html")
        rows_open_and_close(page)
        zooms_and_moves(page)
        keys_work(page)
        names_an_event(page, expected)
        selects_a_time(page)
        follows_the_scheme(page)
        paper_has_the_picture(page)
        tells_notes(page, folder, expected)
        opens_at_once(page, folder, "notes.html")
        page.size(700, 800)
        opens_at_once(page, folder, "large.html")
        page.size(1280, 900, 2)
        page.open(os.path.join(folder, "large.html"))
        zooms_and_moves(page)
        page.open(os.path.join(folder, "page_zh.html"))
        check("the Chinese page has its timeline", len(Timeline(page).titles()) > 3)
        page.size(1280, 900)
        pictures(page, folder)
        check("nothing complains", not page.complaints, page.complaints)
        others = [url for url in page.requests if not url.startswith("file://")]
        check("the network is not used", not others, others)
    finally:
        page.close()
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
