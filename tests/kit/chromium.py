# SPDX-License-Identifier: GPL-3.0-or-later
"""A page in headless Chromium, with real mouse, wheel and key events: its DevTools protocol over a pipe."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile


SILENCE = 120  # s without a word of the browser: it hangs, and so would whoever waits for it


def find():
    """The path of a Chromium, or None."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Page:
    def __init__(self, width=1280, height=900):
        self._folder = tempfile.TemporaryDirectory()
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()

        def ends():  # the browser reads from 3 and writes to 4
            high = [os.dup2(fd, 50 + i) for i, fd in enumerate((to_browser, from_browser))]
            for i, fd in enumerate(high):
                os.dup2(fd, 3 + i, inheritable=True)

        self._browser = subprocess.Popen(
            [find(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-extensions", "--remote-debugging-pipe", "--user-data-dir=" + self._folder.name],
            preexec_fn=ends, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self._buffer = b""
        self._last = 0
        self._session = None
        self._events = []
        self.complaints = []
        self.requests = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.size(width, height)

    def close(self):
        self._browser.terminate()
        self._browser.wait()
        self._folder.cleanup()

    def _read(self):
        while b"\0" not in self._buffer:
            if not select.select([self._in], [], [], SILENCE)[0]:
                raise RuntimeError("the browser is silent")
            got = os.read(self._in, 1 << 20)
            if not got:
                raise RuntimeError("the browser ended")
            self._buffer += got
        message, self._buffer = self._buffer.split(b"\0", 1)
        message = json.loads(message)
        method, params = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.complaints.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        if method:
            self._events.append(method)
        return message

    def call(self, method, **params):
        self._last += 1
        message = {"id": self._last, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._last:
                if "error" in answer:
                    raise RuntimeError(method + ": " + str(answer["error"]))
                return answer["result"]

    def open(self, path):
        self._events = []
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        while "Page.loadEventFired" not in self._events:
            self._read()
        self.frames()

    def js(self, expression):
        """The value of an expression; promises are waited for."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def wait(self, condition):
        """Returns when a condition holds; it is looked at in each frame."""
        self.js("new Promise((done, fail) => { setTimeout(() => fail('not within 30 s'), 30000);"
                "const look = () => (%s) ? done(1) : requestAnimationFrame(look); look(); })" % condition)

    def frames(self):
        """Returns when what happened until now has been painted."""
        self.js("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def size(self, width, height, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)

    def media(self, scheme="light", kind=""):
        self.call("Emulation.setEmulatedMedia", media=kind, features=[{"name": "prefers-color-scheme", "value": scheme}])

    def mouse(self, what, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=what, x=x, y=y, **more)

    def move(self, x, y):
        self.mouse("mouseMoved", x, y)
        self.frames()

    def click(self, x, y, times=1):
        self.mouse("mouseMoved", x, y)
        for n in range(1, times + 1):
            for what in ("mousePressed", "mouseReleased"):
                self.mouse(what, x, y, button="left", clickCount=n)
        self.frames()

    def drag(self, x0, y0, x1, y1, modifiers=0):
        self.mouse("mouseMoved", x0, y0, modifiers=modifiers)
        self.mouse("mousePressed", x0, y0, button="left", clickCount=1, modifiers=modifiers)
        for part in (0.25, 0.5, 0.75, 1):
            self.mouse("mouseMoved", x0 + (x1 - x0) * part, y0 + (y1 - y0) * part, button="left", buttons=1,
                       modifiers=modifiers)
        self.mouse("mouseReleased", x1, y1, button="left", clickCount=1, modifiers=modifiers)
        self.frames()

    def wheel(self, x, y, dy, dx=0, modifiers=0):
        self.mouse("mouseWheel", x, y, deltaX=dx, deltaY=dy, modifiers=modifiers)
        self.frames()

    def key(self, key):
        for what in ("keyDown", "keyUp"):
            more = {"text": key} if len(key) == 1 and what == "keyDown" else {}
            if key == "Tab":  # moves the focus only with its code
                more = {"code": "Tab", "windowsVirtualKeyCode": 9}
            self.call("Input.dispatchKeyEvent", type=what, key=key, **more)
        self.frames()

    def picture(self, path, clip=None):
        more = {"clip": dict(clip, scale=1)} if clip else {}
        got = self.call("Page.captureScreenshot", format="png", **more)
        with open(path, "wb") as file:
            file.write(base64.b64decode(got["data"]))
