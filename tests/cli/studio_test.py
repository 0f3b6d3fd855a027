"""`studio`: the page with a scene or a run, to this machine's browser and to nobody else."""

import json
import os
import random
import re
import signal
import socket
import subprocess
import time
import unittest

from program import PROGRAM, SPRINGSYS, environment, folder, run, run_json, springsys, write_scene


class Studio:
    """The program while it runs; use it with `with`."""

    def __init__(self, *words, **env):
        self.process = subprocess.Popen(
            [PROGRAM, "studio", *map(str, words), "--no-browser", "--json"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(**env))
        text = b""
        while not text.endswith(b"}\n"):
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError((self.process.wait(), text, self.process.stderr.read()))
            text += line
        self.answer = json.loads(text)
        self.port = self.answer["port"]
        self.base = re.fullmatch(rf"http://127\.0\.0\.1:{self.port}(/[0-9a-f]{{16}}/)",
                                 self.answer["address"]).group(1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=600)
        self.process.stdout.close()
        self.process.stderr.close()

    def raw(self, request, wait=600):
        """What comes back for these bytes; empty where the connection is closed without an answer."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as connection:
            try:
                connection.sendall(request)
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # answered and closed before all was sent
            pieces = []
            while True:
                try:
                    piece = connection.recv(1 << 16)
                except ConnectionResetError:
                    break
                if not piece:
                    break
                pieces.append(piece)
            return b"".join(pieces)

    def get(self, path, method="GET", headers=(), host=None):
        """(status, headers, body); `path` is below the secret unless it begins with a slash."""
        target = path if path.startswith("/") else self.base + path
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host or f'127.0.0.1:{self.port}'}", *headers]
        return parsed(self.raw("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"))

    def json(self, path):
        status, _, body = self.get(path)
        if status != 200:
            raise AssertionError(status)
        return json.loads(body)


def parsed(answer):
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines[1:])
    return int(lines[0].split(" ")[1]), headers, body


def wait_for(claim):
    """Until a claim is true; ten minutes are more than any load explains."""
    until = time.monotonic() + 600
    while not claim():
        if time.monotonic() > until:
            raise AssertionError("it did not happen within ten minutes")
        time.sleep(0.05)


class Pages(unittest.TestCase):
    def test_the_page_says_who_delivered_it_and_what_it_may_do(self):
        with Studio() as studio:
            status, headers, body = studio.get("")
            self.assertEqual((status, headers["Content-Type"]), (200, "text/html; charset=utf-8"))
            self.assertEqual(int(headers["Content-Length"]), len(body))
            self.assertEqual(body.count(b'<meta name="tensio-shown" content="1">'), 1)
            policy = headers["Content-Security-Policy"]
            for part in ("default-src 'none'", "connect-src 'self'", "base-uri 'none'",
                         "frame-ancestors 'none'"):
                self.assertIn(part, policy)
            scripts = re.search("script-src ([^;]*)", policy).group(1)
            self.assertNotIn("unsafe-inline", scripts)
            self.assertNotIn("'unsafe-eval'", scripts)
            self.assertEqual((headers["Cache-Control"], headers["X-Content-Type-Options"]),
                             ("no-store", "nosniff"))
            self.assertEqual(studio.json("shown")["kind"], "nothing")
            self.assertEqual(studio.get("", host=f"localhost:{studio.port}")[0], 200)

    def test_a_scene_comes_with_the_files_it_names_and_again_when_one_is_saved(self):
        with folder() as where:
            scene = springsys()
            scene["include"] = ["parts/more.json"]
            scene["nodes"]["mass"] = "mass.csv"
            os.mkdir(os.path.join(where, "parts"))
            more = write_scene(where, {"parameters": {"g": 9.81}}, "parts/more.json")
            with open(os.path.join(where, "mass.csv"), "w") as file:
                file.write("1\n" * 6)
            write_scene(where, {"secret": True}, "unnamed.json")
            with Studio(write_scene(where, scene)) as studio:
                self.assertEqual(studio.answer["kind"], "scene")
                what = studio.json("shown")
                self.assertEqual(what["files"], ["scene.json", "parts/more.json", "mass.csv"])
                self.assertEqual(what["version"], 1)
                texts = [studio.get(f"shown/file/{i}?version=1")[2] for i in range(3)]
                self.assertEqual(json.loads(texts[0]), scene)
                self.assertEqual(texts[2], b"1\n" * 6)
                self.assertEqual(studio.get("shown/file/3?version=1")[0], 404)
                self.assertEqual(studio.get("shown/file/0?version=2")[0], 409)
                self.assertEqual(studio.json("shown")["version"], 1)

                time.sleep(0.02)  # a later time of the file
                write_scene(where, {"parameters": {"g": 1.62, "k": 2}}, "parts/more.json")
                self.assertTrue(os.path.exists(more))
                self.assertEqual(studio.json("shown")["version"], 2)
                self.assertEqual(studio.get("shown/file/1?version=1")[0], 409)
                self.assertIn(b"1.62", studio.get("shown/file/1?version=2")[2])

    def test_a_scene_with_mistakes_is_shown_and_one_that_vanishes_stays(self):
        with folder() as where:
            path = write_scene(where, '{"tensio": 1, "nodes": ')
            with Studio(path) as studio:
                self.assertEqual(studio.json("shown")["files"], ["scene.json"])
                self.assertEqual(studio.get("shown/file/0?version=1")[2], b'{"tensio": 1, "nodes": ')
                os.remove(path)
                self.assertEqual(studio.json("shown")["version"], 1)
                self.assertEqual(studio.get("shown/file/0?version=1")[0], 200)
                write_scene(where, springsys())
                self.assertEqual(studio.json("shown")["version"], 2)

    def test_a_run_comes_with_its_scene_frames_and_tables(self):
        with folder() as where:
            scene = {"tensio": 1, "dimension": 2, "gravity": [0, -9.81],
                     "nodes": {"position": [[0, 0], [1, 0], [2, 0]], "mass": 1, "fixed": [0]},
                     "springs": [{"ends": [[0, 1], [1, 2]], "stiffness": 4000}],
                     "simulation": {"duration": 0.2, "output_every": 0.05, "time_step": 0.001}}
            for form in ("vtk", "npy", "npz"):
                out = os.path.join(where, form)
                self.assertEqual(run("run", write_scene(where, scene), "--out", out, "--format", form).code, 0)
                with Studio(out) as studio:
                    what = studio.json("shown")
                    self.assertEqual(what["kind"], "results")
                    needed = {"vtk": ["frames.pvd", *(f"frames/frame_{i:06}.vtp" for i in range(5))],
                              "npy": ["time.npy", "position.npy", "tension.npy"], "npz": ["frames.npz"]}[form]
                    self.assertLessEqual({"scene.json", "history.csv", *needed}, set(what["files"]))
                    self.assertFalse([name for name in what["files"] if "checkpoint" in name])
                    for i, name in enumerate(what["files"]):
                        with open(os.path.join(out, name), "rb") as file:
                            self.assertEqual(studio.get(f"shown/file/{i}?version=1")[2], file.read(), name)

    def test_frames_of_a_run_that_is_going_on_are_added(self):
        with folder() as where:
            scene = {"tensio": 1, "dimension": 2, "gravity": [0, -9.81],
                     "nodes": {"position": [[0, 0], [1, 0]], "mass": 1, "fixed": [0]},
                     "springs": [{"ends": [[0, 1]], "stiffness": 4000}],
                     "simulation": {"duration": 1e6, "output_every": 0.5, "time_step": 0.0001}}
            out = os.path.join(where, "run")
            running = subprocess.Popen([PROGRAM, "run", write_scene(where, scene), "--out", out, "--quiet"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                wait_for(lambda: os.path.exists(os.path.join(out, "frames.pvd")))
                with Studio(out) as studio:
                    count = len(studio.json("shown")["files"])
                    wait_for(lambda: len(studio.json("shown")["files"]) > count)
            finally:
                running.send_signal(signal.SIGINT)
                running.wait(timeout=600)


class Endings(unittest.TestCase):
    def test_a_signal_ends_it_with_its_exit_code(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with Studio() as studio:
                studio.process.send_signal(number)
                self.assertEqual(studio.process.wait(timeout=600), code)
                self.assertEqual(studio.process.stderr.read(), b"")

    def test_mistakes_end_it_before_it_begins(self):
        with folder() as where:
            ending, answer = run_json("studio", os.path.join(where, "absent.json"), "--no-browser")
            self.assertEqual(ending.code, 5)
            self.assertIn("cannot be read", answer["errors"][0]["message"])
            ending, answer = run_json("studio", where, "--no-browser")
            self.assertEqual(ending.code, 5)
            self.assertIn("not a folder of a run", answer["errors"][0]["message"])
        for words, fragment in ((["-"], "watches a file"), ([SPRINGSYS, SPRINGSYS], "one too many"),
                                (["--port", "0"], "--port"), (["--port", "70000"], "--port"),
                                (["--out", "x"], "no option --out")):
            ending = run("studio", *words)
            self.assertEqual((ending.code, ending.out), (2, ""), ending)
            self.assertIn(fragment, ending.err)
        with Studio() as studio:
            ending, answer = run_json("studio", "--port", studio.port, "--no-browser")
            self.assertEqual(ending.code, 5)
            self.assertIn("cannot listen on the port", answer["errors"][0]["message"])
            self.assertIn("choose another --port", answer["errors"][0]["message"])

    def test_the_browser_gets_the_address_and_not_the_terminal(self):
        with folder() as where:
            opener = os.path.join(where, "xdg-open")
            with open(opener, "w") as file:
                file.write(f'#!/bin/sh\necho "$1" > {where}/asked.tmp; mv {where}/asked.tmp {where}/asked\n')
            os.chmod(opener, 0o755)
            process = subprocess.Popen(
                [PROGRAM, "studio", "-q"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
                env=environment(PATH=f"{where}:{os.environ['PATH']}", DISPLAY=":99"))
            try:
                address = process.stdout.readline().decode()
                wait_for(lambda: os.path.exists(os.path.join(where, "asked")))
                with open(os.path.join(where, "asked")) as file:
                    self.assertEqual(file.read(), address)
                self.assertRegex(address, r"^http://127\.0\.0\.1:\d+/[0-9a-f]{16}/\n$")
            finally:
                process.send_signal(signal.SIGINT)
                process.wait(timeout=600)
                process.stdout.close()


# ---- requests that must get nothing ----

SECRET = "not for strangers 3141592653"


def hostile_requests(studio, count, seed):
    """Requests of other sites, of other methods, malformed ones, and tricks with paths; the same for one seed."""
    chance = random.Random(seed)
    here = f"127.0.0.1:{studio.port}"
    climbs = ["../", "..%2f", "%2e%2e/", "..\\", "....//", "..;/", "%252e%252e%252f", "..%c0%af", "./", "//", "%00", "\x7f"]
    aims = ["etc/passwd", "scene.json", "hidden.txt", "proc/self/environ", "shown", "shown/file/0", "shown/file/1",
            "shown/file/7", "", "index.html", "~root/.ssh/id_rsa", "C:/boot.ini"]

    def word(most=30):
        return "".join(chr(chance.randrange(33, 256)) for _ in range(chance.randrange(1, most)))

    def path():
        start = chance.choice(["/", studio.base, "/" + "%032x/" % chance.getrandbits(64)])
        text = start + "".join(chance.choice(climbs) for _ in range(chance.randrange(1, 8))) + chance.choice(aims)
        return text + chance.choice(["", "", "?version=1", "#x", "%00.html", "/", "\\"])

    def good():
        return studio.base + chance.choice(["", "shown", "shown/file/0?version=1", "shown/file/99999"])

    def elsewhere():
        return chance.choice(["example.org", "127.0.0.1", "127.0.0.1:1", "localhost", f"localhost.evil.example:{studio.port}",
                              f"0.0.0.0:{studio.port}", f"[::1]:{studio.port}", f"127.0.0.1.nip.io:{studio.port}",
                              f"{here}@evil.example", f"evil.example#{here}", f"{here} ", f"{here}\tx", here + "0", "", "null"])

    def of_another_host():
        return f"GET {good()} HTTP/1.1\r\nHost: {elsewhere()}x\r\n\r\n"

    def without_host():
        return f"GET {good()} HTTP/1.{chance.randrange(2)}\r\nX-Forwarded-Host: {here}\r\n\r\n"

    def with_two_hosts():
        return f"GET {good()} HTTP/1.1\r\nHost: {here}\r\nhost: {chance.choice([here, 'evil.example'])}\r\n\r\n"

    def of_another_site():
        header = chance.choice([f"Origin: http://{elsewhere()}x", f"Origin: https://{here}", "Origin: null",
                                "Origin: file://", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
                                "Sec-Fetch-Site: same-origin-x", f"ORIGIN: http://{here}/"])
        return f"GET {good()} HTTP/1.1\r\nHost: {here}\r\n{header}\r\n\r\n"

    def by_another_method():
        method = chance.choice(["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "CONNECT", "get", "GETX",
                                "PROPFIND", "PRI"])
        body = word() if method in ("POST", "PUT") else ""
        return f"{method} {good()} HTTP/1.1\r\nHost: {here}\r\nContent-Length: {len(body)}\r\n\r\n{body}"

    def with_a_body():
        return (f"GET {good()} HTTP/1.1\r\nHost: {here}\r\n" + chance.choice(
            ["Transfer-Encoding: chunked", "Content-Length: 9", "Content-Length: -1", "Content-Length: 0\r\nContent-Length: 5",
             "Transfer-Encoding: xchunked"]) + "\r\n\r\n0\r\n\r\n")

    def malformed():
        return chance.choice([
            f"GET {good()}\r\nHost: {here}\r\n\r\n", f"GET  {good()} HTTP/1.1\r\nHost: {here}\r\n\r\n",
            f"GET {good()} HTTP/2.0\r\nHost: {here}\r\n\r\n", f"GET {good()} HTTP/1.1 \r\nHost: {here}\r\n\r\n",
            f"GET http://{here}{good()} HTTP/1.1\r\nHost: {here}\r\n\r\n", f"GET * HTTP/1.1\r\nHost: {here}\r\n\r\n",
            f"GET {good()} HTTP/1.1\r\nHost: {here}\r\n {word()}\r\n\r\n", f"GET {good()} HTTP/1.1\r\nHost : {here}\r\n\r\n",
            f"GET {good()} HTTP/1.1\nHost: {here}\n\n", f"\r\nGET {good()} HTTP/1.1\r\nHost: {here}\r\n\r\n",
            f"GET {good()} HTTP/1.1\r\nHost: {here}\r\n{word()}\r\n\r\n".replace(":", ";", 0),
            f"GET {good()} HTTP/1.1\r\nHost: {here}\r\nX: a\x00b\r\n\r\n", "\x16\x03\x01\x02\x00\x01", "\x00" * 40 + "\r\n\r\n"])

    def too_long():
        return chance.choice([
            f"GET {good()}{'A' * 20000} HTTP/1.1\r\nHost: {here}\r\n\r\n",
            f"GET {good()} HTTP/1.1\r\nHost: {here}\r\nX: {'b' * 40000}\r\n\r\n",
            f"GET {good()} HTTP/1.1\r\nHost: {here}\r\n" + "Y: z\r\n" * 5000 + "\r\n", "G" * 60000])

    def noise():
        return "".join(chr(chance.randrange(256)) for _ in range(chance.randrange(400))) + chance.choice(["", "\r\n\r\n"])

    def tricks_with_paths():
        return f"GET {path()} HTTP/1.1\r\nHost: {here}\r\n\r\n"

    def odd_numbers():
        number = chance.choice(["-1", "0x0", "00000000000000000000000000000001", "1e0", "18446744073709551616", "+0", "0/", "0/../0",
                                "٣", "", "0%00", "99999999999999999999", "1 ", "0;"])
        return f"GET {studio.base}shown/{chance.choice(['file', 'frame'])}/{number}x?version=1 HTTP/1.1\r\nHost: {here}\r\n\r\n"

    kinds = [of_another_host, without_host, with_two_hosts, of_another_site, by_another_method, with_a_body, malformed,
             too_long, noise, tricks_with_paths, tricks_with_paths, odd_numbers]
    for i in range(count):
        kind = kinds[i % len(kinds)]
        yield kind.__name__, kind().encode("utf-8", "replace") if kind is odd_numbers else kind().encode("latin-1", "replace")


def besiege(test, count, seed):
    """Sends them; each gets an error status without content, or nothing, and the page is still there afterwards."""
    with folder() as where:
        with open(os.path.join(where, "hidden.txt"), "w") as file:
            file.write(SECRET)
        scene = springsys()
        scene["title"] = SECRET
        with Studio(write_scene(where, scene)) as studio:
            statuses = {}
            for kind, request in hostile_requests(studio, count, seed):
                answer = studio.raw(request)
                with test.subTest(kind=kind, request=request[:200]):
                    test.assertNotIn(SECRET.encode(), answer)
                    test.assertNotIn(b"root:", answer)
                    if answer:
                        status, headers, body = parsed(answer)
                        statuses[status] = statuses.get(status, 0) + 1
                        test.assertIn(status, (400, 403, 404, 405, 409, 431))
                        test.assertEqual((body, headers["Content-Length"]), (b"", "0"))
                        test.assertIn("default-src 'none'", headers["Content-Security-Policy"])
            # The seeds reach every refusal.
            test.assertLessEqual({400, 403, 404, 405, 431}, set(statuses), statuses)
            test.assertEqual(studio.get("")[0], 200)
            test.assertIn(SECRET.encode(), studio.get("shown/file/0?version=1")[2])


class Hostile(unittest.TestCase):
    def test_hostile_requests_get_nothing(self):
        besiege(self, 400, 1)

    def test_it_listens_on_the_loopback_address_only(self):
        with Studio() as studio:
            with open("/proc/net/tcp") as file:
                rows = [line.split() for line in file.readlines()[1:]]
            listening = [row[1] for row in rows if row[3] == "0A" and row[1].endswith(f":{studio.port:04X}")]
            self.assertEqual(listening, [f"0100007F:{studio.port:04X}"])
            if os.path.exists("/proc/net/tcp6"):
                with open("/proc/net/tcp6") as file:
                    self.assertNotIn(f":{studio.port:04X} ", " ".join(
                        line.split()[1] + " " for line in file.readlines()[1:] if line.split()[3] == "0A"))

    def test_idle_and_slow_connections_do_not_keep_others_waiting(self):
        with Studio() as studio:
            idle = [socket.create_connection(("127.0.0.1", studio.port)) for _ in range(300)]
            try:
                for connection in idle[::3]:
                    try:
                        connection.sendall(b"GET / HT")
                    except OSError:
                        pass  # made room for others already
                self.assertEqual(studio.get("shown")[0], 200)
            finally:
                for connection in idle:
                    connection.close()
            self.assertEqual(studio.get("shown")[0], 200)

    def test_a_link_out_of_the_folder_is_not_followed(self):
        with folder() as outside, folder() as where:
            with open(os.path.join(outside, "mass.csv"), "w") as file:
                file.write(SECRET + "\n")
            os.symlink(os.path.join(outside, "mass.csv"), os.path.join(where, "mass.csv"))
            for name in ("mass.csv", "../" + os.path.basename(outside) + "/mass.csv", os.path.join(outside, "mass.csv")):
                scene = springsys()
                scene["nodes"]["mass"] = name
                with Studio(write_scene(where, scene)) as studio:
                    self.assertEqual(studio.json("shown")["files"], ["scene.json"])
                    self.assertEqual(studio.get("shown/file/1?version=1")[0], 404)

    def test_names_in_the_description_are_data(self):
        with folder() as where:
            scene = write_scene(where, springsys(), '<script>alert("1")\u2028.json')
            with Studio(scene) as studio:
                status, headers, body = studio.get("shown")
                self.assertEqual((status, headers["Content-Type"]), (200, "application/json"))
                self.assertEqual(json.loads(body)["files"], ['<script>alert("1")\u2028.json'])


if __name__ == "__main__":
    unittest.main()
