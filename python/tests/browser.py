"""Chromium by its own pipe: opens a page and evaluates expressions in it. No package and no port is needed."""

import json
import os
import shlex
import signal
import subprocess
import time

FLAGS = ["--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
         "--no-first-run", "--window-size=1200,800", "--remote-debugging-pipe"]


class Refused(RuntimeError):
    """A call that the browser answers by an error."""


class Browser:
    """with Browser(program, folder) as browser: ..."""

    def __init__(self, program, folder):
        commands, self._write = os.pipe()
        self._read, answers = os.pipe()
        # The browser expects commands at descriptor 3 and answers at 4.
        words = " ".join(map(shlex.quote, [program, *FLAGS, f"--user-data-dir={folder}"]))
        self._process = subprocess.Popen(["bash", "-c", f"exec {words} 3<&{commands} 4>&{answers}"],
                                         pass_fds=(commands, answers), stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(commands), os.close(answers)
        self._rest, self._count, self._session, self.complaints = b"", 0, None, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self._write), os.close(self._read)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def _message(self):
        while b"\0" not in self._rest:
            piece = os.read(self._read, 1 << 16)
            if not piece:
                raise RuntimeError("the browser ended")
            self._rest += piece
        text, self._rest = self._rest.split(b"\0", 1)
        message = json.loads(text)
        if message.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
            entry = message["params"].get("entry", {"level": "error", "text": json.dumps(message["params"])})
            if entry["level"] == "error":
                self.complaints.append(entry["text"])
        return message

    def call(self, method, **params):
        self._count += 1
        message = {"id": self._count, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._message()
            if answer.get("id") == self._count:
                if "error" in answer:
                    raise Refused(f"{method}: {answer['error']}")
                return answer["result"]

    def open(self, address):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.navigate", url=address)

    def value(self, expression):
        try:
            return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")
        except Refused:
            return None  # the page is on its way to another address, and has nothing to say yet

    def until(self, expression, seconds=120):
        """The value of an expression once it is true."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            value = self.value(expression)
            if value:
                return value
            time.sleep(0.1)
        raise AssertionError(f"{expression} did not become true; {self.complaints}")
