"""A small WebDriver client: what the tests of the page need of a browser, and no more.

    with Browser() as page:
        page.open("http://127.0.0.1:8080/")
        page.find("#main").click()
"""
import base64
import http.client
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

KEYS = {"enter": "\ue007", "tab": "\ue004", "left": "\ue012", "up": "\ue013", "right": "\ue014", "down": "\ue015",
        "escape": "\ue00c", "space": " ", "end": "\ue010", "home": "\ue011"}
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
WAIT = 120  # seconds until a state counts as never reached: far more than the busiest machine needs
ANSWER = 300  # seconds until the browser counts as dead


class Wrong(Exception):
    """The page is not as it should be."""


class Stale(Wrong):
    """An element is not part of the page any more."""


class Ended(OSError):
    """A program that was waited for is no more, or does not answer: which says nothing about the page."""


# What chromedriver says of a browser that is gone.
GONE = re.compile("tab crashed|disconnected|not reachable|invalid session id|no such window|session deleted|crashed")


class Element:
    def __init__(self, page, ident, again=None):
        """`again` finds it once more, where the page has put another one in its place."""
        self.page, self.ident, self.again = page, ident, again

    def afresh(self, act):
        """`act`, with the element that is there by now: what is stale has not been acted on."""
        while True:
            try:
                return act()
            except Stale:
                if not self.again:
                    raise
                self.ident = self.again().ident

    def call(self, method, path, body=None):
        return self.afresh(lambda: self.page.call(method, f"/element/{self.ident}{path}", body))

    def click(self):
        self.afresh(lambda: self.page.js("arguments[0].scrollIntoView({block: 'center', inline: 'center'})", self))
        self.call("POST", "/click", {})

    def type(self, text):
        self.call("POST", "/value", {"text": text})

    def fill(self, text):
        self.call("POST", "/clear", {})
        self.type(text)

    @property
    def text(self):
        return self.call("GET", "/text")

    def attribute(self, name):
        return self.call("GET", f"/attribute/{name}")

    def css(self, name):
        return self.call("GET", f"/css/{name}")

    def has(self, name):
        return name in (self.attribute("class") or "").split()


class Browser:
    """Chromium without a window, with a profile of its own that is gone afterwards."""

    def __init__(self, width=1280, height=900, logs=True):
        """Without logs, which cost it time for every request, there are no `requests` and complaints."""
        self.size, self.logs = (width, height), logs

    def __enter__(self):
        """Starting is tried three times: chromedriver ends, or keeps still for good, where the port it drew
        for one family of addresses is taken in the other, and that says nothing about the page."""
        for last in (False, False, True):
            try:
                self.start()
                return self
            except (OSError, Wrong):
                self.__exit__()
                if last:
                    raise
            except BaseException:
                self.__exit__()
                raise

    def start(self):
        self.session = None
        self.profile = tempfile.mkdtemp(prefix="g2l2-browser-")
        self.output = os.path.join(self.profile, "chromedriver.log")
        with open(self.output, "w") as output:
            self.driver = subprocess.Popen(["chromedriver", "--port=0", "--log-level=SEVERE"], stdout=output, stderr=output,
                                           env={**os.environ, "HOME": self.profile, "TMPDIR": self.profile})
        self.base = f"http://127.0.0.1:{self.wait(self.port, lambda: 'chromedriver to start: ' + self.said())}"
        self.session = "/session/" + self.raw("POST", "/session", {"capabilities": {"alwaysMatch": self.wanted()}})["sessionId"]

    def wanted(self):
        """What the browser is asked to be."""
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync",
                     "--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1",
                     f"--user-data-dir={self.profile}", f"--window-size={self.size[0]},{self.size[1]}"]
        wanted = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments}}
        if self.logs:
            wanted["goog:chromeOptions"]["perfLoggingPrefs"] = {"enableNetwork": True, "enablePage": False}
            wanted["goog:loggingPrefs"] = {"browser": "ALL", "performance": "ALL"}
        return wanted

    def __exit__(self, *_):
        try:
            if self.session:
                self.raw("DELETE", self.session)
        except (OSError, Wrong):
            pass
        self.driver.terminate()
        try:
            self.driver.wait(WAIT)
        except subprocess.TimeoutExpired:
            self.driver.kill()
            self.driver.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def said(self):
        with open(self.output) as output:
            return output.read()

    def port(self):
        """The port that chromedriver chose, once it listens."""
        found = re.search(r"started successfully on port (\d+)", self.said())
        if not found and self.driver.poll() is not None:
            raise Ended(f"chromedriver ended with {self.driver.returncode}: {self.said()}")
        return found and int(found.group(1))

    # ---- talking to chromedriver

    def raw(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=ANSWER) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            text = f"{value['error']}: {value['message'].splitlines()[0]}"
            kind = Stale if value["error"] == "stale element reference" else Ended if GONE.search(text) else Wrong
            raise kind(text) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Ended(f"the browser does not answer: {error!r}") from None

    def call(self, method, path, body=None):
        return self.raw(method, self.session + path, body)

    def wait(self, ready, state):
        """What `ready` gives once that is something; `state` says what is waited for. An element that
        the page takes away while it is looked at is not ready."""
        end = time.monotonic() + WAIT
        while True:
            last = ""
            try:
                value = ready()
                if value:
                    return value
            except Wrong as error:
                last = f" ({error})"
            if time.monotonic() > end:
                raise Wrong(f"waited {WAIT} s for {state() if callable(state) else state}{last}")
            time.sleep(0.03)

    def until(self, found, wanted, what):
        """Wait until `found` gives `wanted`."""
        seen = []
        self.wait(lambda: seen.append(found()) or seen[-1] == wanted,
                  lambda: f"{what} to be {wanted!r}, last seen: {seen[-1:]}")

    # ---- the page

    def open(self, address):
        self.call("POST", "/url", {"url": address})

    def js(self, code, *values):
        values = [{ELEMENT: v.ident} if isinstance(v, Element) else v for v in values]
        return self.wrap(self.call("POST", "/execute/sync", {"script": code, "args": values}))

    def wrap(self, value):
        if isinstance(value, dict) and ELEMENT in value:
            return Element(self, value[ELEMENT])
        return [self.wrap(v) for v in value] if isinstance(value, list) else value

    def all(self, selector):
        return self.wrap(self.call("POST", "/elements", {"using": "css selector", "value": selector}))

    def find(self, selector, text=None):
        """The first that is shown, and says `text`; it is waited for."""
        def ready():
            for el in self.all(selector):
                if el.call("GET", "/displayed") and (text is None or text in el.text):
                    return Element(self, el.ident, lambda: self.find(selector, text))
            return None
        return self.wait(ready, lambda: f"{selector}" + (f" that says '{text}'" if text else "") + f" at {self.address()}")

    def gone(self, selector):
        self.wait(lambda: not self.all(selector), f"{selector} to be gone")

    def address(self):
        return self.call("GET", "/url")

    def actions(self, kind, steps, **more):
        self.call("POST", "/actions", {"actions": [{"type": kind, "id": kind, "actions": steps, **more}]})

    def hover(self, element, scroll=True):
        if scroll:
            self.js("arguments[0].scrollIntoView({block: 'center', inline: 'center'})", element)
        self.actions("pointer", [{"type": "pointerMove", "duration": 0, "origin": {ELEMENT: element.ident}, "x": 0, "y": 0}],
                     parameters={"pointerType": "mouse"})

    def press(self, *keys):
        steps = []
        for key in keys:
            value = KEYS.get(key, key)
            steps += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self.actions("key", steps)

    def focused(self):
        return self.wrap(self.call("GET", "/element/active"))

    def command(self, name, **parameters):
        """One of the browser's own protocol."""
        return self.call("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def resize(self, width, height, phone=False):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)

    def prefer(self, **features):
        name = lambda key: key.replace("_", "-") if key == "forced_colors" else "prefers-" + key.replace("_", "-")
        self.command("Emulation.setEmulatedMedia", features=[{"name": name(k), "value": v} for k, v in features.items()])

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def shoot(self, path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", "/screenshot")))

    def requests(self):
        """The addresses of all requests since the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self.log("performance")]
        return [e["params"]["request"]["url"] for e in events if e["method"] == "Network.requestWillBeSent"]
