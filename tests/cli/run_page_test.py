"""`run --page`: the run in a page, number by number, and nothing in it that runs but the viewer."""

import base64
import csv
import hashlib
import html.parser
import json
import os
import re
import struct
import unittest

import arrays
from program import SOURCE, folder, run, run_json, write_scene

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)><!--"


def chain(**more):
    """Four nodes in the plane that swing, with the first one fixed."""
    return {"tensio": 1, "dimension": 2, "title": "swing", "gravity": [0, -9.81],
            "nodes": {"position": [[0, 0], [1, 0], [2, 0], [3, 0]], "mass": 1, "fixed": [0]},
            "springs": [{"name": "near", "ends": [[0, 1], [1, 2]], "axial_stiffness": 4000},
                        {"name": "far", "law": "cable", "ends": [[2, 3]], "axial_stiffness": 4000}],
            "obstacles": [{"kind": "sphere", "name": "ball", "center": [1, -5], "radius": 1}],
            "simulation": {"duration": 0.4, "output_every": 0.05, "time_step": 0.001,
                           "integrator": "velocity_verlet"}, **more}


class Scripts(html.parser.HTMLParser):
    """The scripts of a page with their attributes and texts, and the names of all tags."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.tags, self.inside, self.titles = [], [], None, ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        self.inside = tag
        if tag == "script":
            self.scripts.append([dict(attributes), ""])

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside == "script":
            self.scripts[-1][1] += data
        if self.inside == "title":
            self.titles += data


def page_text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def data_of(path):
    """What the program put into the page."""
    for attributes, text in Scripts(page_text(path)).scripts:
        if attributes.get("id") == "tensio-run":
            return json.loads(text)
    raise AssertionError("no data")


def numbers(text, kind):
    content = base64.b64decode(text)
    return list(struct.unpack(f"<{len(content) // struct.calcsize(kind)}{kind}", content))


def single(values):
    """The same numbers in single precision."""
    return [struct.unpack("<f", struct.pack("<f", value))[0] for value in values]


def flat(rows):
    return [value for row in rows for value in row]


class RunPage(unittest.TestCase):
    def test_frames_energies_and_the_end_are_those_of_the_run(self):
        with folder() as where:
            scene = write_scene(where, chain())
            ending, answer = run_json("run", scene, "--out", os.path.join(where, "run"), "--format", "npz",
                                      "--page", os.path.join(where, "run.html"))
            self.assertEqual(ending.code, 0)
            data = data_of(os.path.join(where, "run.html"))
            frames = arrays.load(os.path.join(where, "run", "frames.npz"))
            with open(os.path.join(where, "run", "history.csv"), encoding="utf-8") as file:
                history = list(csv.DictReader(file))
        pane, = data["panes"]
        self.assertEqual(numbers(pane["times"], "d"), frames["time"])
        self.assertEqual(numbers(pane["positions"], "f"), single(flat(flat(frames["position"]))))
        self.assertEqual(numbers(pane["positions"], "f")[-8:], single(flat(answer["position"])))
        names = ("kinetic", "elastic", "gravity", "load", "contact", "dissipated", "work", "total")
        energies = numbers(pane["energies"], "d")
        self.assertEqual(len(energies), 8 * len(history))
        for i, row in enumerate(history):
            self.assertEqual(energies[8 * i:8 * i + 8],
                             [float(next(row[key] for key in row if key.split(" ")[0] == name)) for name in names])
        self.assertEqual((pane["integrator"], pane["timeStep"], pane["status"], pane["steps"]),
                         ("velocity_verlet", 0.001, "finished", 400))
        self.assertEqual(data["scene"]["obstacles"][0]["radius"], 1)
        self.assertEqual([one["law"] for one in data["scene"]["sets"]], ["linear", "cable"])
        self.assertEqual(numbers(data["scene"]["ends"], "i"), [0, 1, 1, 2, 2, 3])

    def test_several_integrators_have_a_pane_each_and_one_that_blows_up_says_its_cure(self):
        with folder() as where:
            scene = write_scene(where, chain())
            ending, answer = run_json("run", scene, "--time-step", 0.05, "--duration", 40, "--integrator",
                                      "velocity_verlet,rk4,implicit_euler", "--page", os.path.join(where, "all.html"))
            self.assertEqual((ending.code, answer["status"]), (4, "blew_up"))
            data = data_of(os.path.join(where, "all.html"))
        names = ["velocity_verlet", "rk4", "implicit_euler"]
        self.assertEqual([one["integrator"] for one in answer["runs"]], names)
        self.assertEqual([one["integrator"] for one in data["panes"]], names)
        self.assertEqual([one["status"] for one in data["panes"]], [one["status"] for one in answer["runs"]])
        blown = data["panes"][0]["blowUp"]
        self.assertLess(blown["safeStep"], 0.05)
        self.assertLess(numbers(data["panes"][0]["times"], "d")[-1], blown["time"])
        last = data["panes"][2]
        self.assertEqual((last["status"], last["blowUp"]), ("finished", None))
        self.assertEqual(numbers(last["positions"], "f")[-8:], single(flat(answer["runs"][2]["position"])))

    def test_broken_springs_are_marked_from_their_time_on(self):
        with folder() as where:
            scene = chain()
            scene["springs"][1]["break"] = {"strain": 0.001}
            ending, answer = run_json("run", write_scene(where, scene), "--page", os.path.join(where, "run.html"))
            self.assertEqual(ending.code, 0, ending)
            pane, = data_of(os.path.join(where, "run.html"))["panes"]
        event = next(event for event in answer["events"] if event["kind"] == "break")
        broken = numbers(pane["broken"], "B")
        for i, time in enumerate(numbers(pane["times"], "d")):
            self.assertEqual(broken[3 * i:3 * i + 3], [0, 0, int(time >= event["time"])])

    def test_frames_are_thinned_where_there_is_no_room_and_the_page_says_so(self):
        with folder() as where:
            out = os.path.join(where, "cloth.json")
            run("new", "cloth", "--columns", 40, "--rows", 40, "--out", out)
            words = ("run", out, "--integrator", "velocity_verlet", "--time-step", 1e-4, "--output-every", 1e-4)
            ending = run(*words, "--duration", 0.15, "--page", os.path.join(where, "run.html"))
            self.assertEqual(ending.code, 0, ending)
            said = re.search(r"written to \S+: ([\d,]+) frames, every (\d+)th of (\d+)", ending.out)
            self.assertTrue(said, ending.out)
            pane, = data_of(os.path.join(where, "run.html"))["panes"]
            times = numbers(pane["times"], "d")
            every = int(said[2])
            self.assertEqual((pane["every"], int(said[3])), (every, 1501))
            self.assertEqual(len(times), int(said[1].replace(",", "")))
            # Each of them lies at its place, but the last, which is always there.
            for i, time in enumerate(times[:-1]):
                self.assertAlmostEqual(time, i * every * 1e-4, delta=1e-9)
            self.assertAlmostEqual(times[-1], 0.15, delta=1e-9)
            self.assertLess(len(base64.b64decode(pane["positions"])), 24e6)
            # A page for four would have room for a quarter each.
            large = os.path.join(where, "large.json")
            run("new", "cloth", "--columns", 330, "--rows", 330, "--out", large)
            ending, answer = run_json("run", large, "--time-step", 1e-4, "--duration", 1e-3, "--integrator",
                                      "rk4,velocity_verlet,symplectic_euler,explicit_euler", "--page",
                                      os.path.join(where, "large.html"))
            self.assertEqual(ending.code, 6)
            self.assertIn("too large for a page", answer["errors"][0]["message"])
            self.assertFalse(os.path.exists(os.path.join(where, "large.html")))

    def test_hostile_names_are_data_and_only_the_viewers_script_may_run(self):
        scene = chain(title=HOSTILE, description=HOSTILE)
        scene["nodes"]["name"] = [HOSTILE, "b", "c", "d"]
        scene["springs"][0]["name"] = HOSTILE
        scene["obstacles"][0]["name"] = HOSTILE
        with folder() as where:
            path = os.path.join(where, "run.html")
            self.assertEqual(run("run", write_scene(where, scene), "--page", path).code, 0)
            text = page_text(path)
            data = data_of(path)
        self.assertEqual((data["scene"]["title"], data["scene"]["nodeNames"][0], data["scene"]["sets"][0]["name"]),
                         (HOSTILE, HOSTILE, HOSTILE))
        page = Scripts(text)
        self.assertEqual(page.titles, HOSTILE)
        kinds = [attributes.get("type") for attributes, _ in page.scripts]
        self.assertEqual(kinds, ["application/json", "module"])
        self.assertNotIn("img", [tag for tag, _ in page.tags])
        policy = next(attributes["content"] for tag, attributes in page.tags
                      if attributes.get("http-equiv") == "Content-Security-Policy")
        digest = base64.b64encode(hashlib.sha256(page.scripts[1][1].encode()).digest()).decode()
        self.assertIn(f"script-src 'sha256-{digest}';", policy)
        self.assertIn("default-src 'none'", policy)
        for tag, attributes in page.tags:
            self.assertNotIn("src", attributes)
            self.assertFalse(str(attributes.get("href", "data:")).startswith("http"), tag)

    def test_the_same_run_gives_the_same_page(self):
        with folder() as where:
            scene = write_scene(where, chain())
            pages = []
            for name in ("a.html", "b.html"):
                self.assertEqual(run("run", scene, "--page", os.path.join(where, name)).code, 0)
                pages.append(page_text(os.path.join(where, name)))
            self.assertEqual(*pages)

    def test_what_is_not_a_page_of_runs_is_refused_before_anything_runs(self):
        with folder() as where:
            scene = write_scene(where, chain())
            for words, fragment in (
                    (["--integrator", "rk4,bdf2"], "--page FILE"),
                    (["--integrator", "rk4,rk4", "--page", "a.html"], "twice"),
                    (["--integrator", "rk4,verlet", "--page", "a.html"], "velocity_verlet"),
                    (["--integrator", "rk4,", "--page", "a.html"], "--integrator"),
                    (["--integrator", "rk4,bdf2,rk45,auto,implicit_euler", "--page", "a.html"], "two to four"),
                    (["--integrator", "rk4,bdf2", "--page", "a.html", "--out", "x"], "--out"),
                    (["--integrator", "rk4,bdf2", "--page", "a.html", "--live"], "--live"),
                    (["--live"], "--page FILE"), (["--page", "-"], "file name"), (["--page", "scene.json"], "exists")):
                ending = run("run", scene, *words, cwd=where)
                self.assertEqual(ending.code, 2, words)
                self.assertIn(fragment, ending.err)
            self.assertEqual(os.listdir(where), ["scene.json"])

    def test_a_page_that_cannot_be_written_does_not_lose_the_result(self):
        with folder() as where:
            ending, answer = run_json("run", write_scene(where, chain()), "--page", "/proc/page.html")
            self.assertEqual((ending.code, answer["status"]), (5, "error"))
            self.assertEqual(len(answer["position"]), 4)

    def test_live_has_the_scene_with_its_parameters_and_options_in_the_studio(self):
        scene = os.path.join(SOURCE, "examples", "14_parameters", "scene.json")
        with folder() as where:
            with open(scene, encoding="utf-8") as file:
                given = json.load(file)
            name = next(key for key, value in given["parameters"].items() if key != "note" and not
                        (isinstance(value, str) or isinstance(value, dict) and isinstance(value.get("value"), str)))
            path = os.path.join(where, "live.html")
            ending = run("run", scene, "--set", f"{name}=1.25", "--integrator", "rk4", "--duration", 0.01,
                         "--time-step", 1e-3, "--page", path, "--live")
            self.assertEqual(ending.code, 0, ending)
            page = Scripts(page_text(path))
        shown = [json.loads(text) for attributes, text in page.scripts
                 if attributes.get("id") == "tensio-shown-data"]
        self.assertEqual(len(shown), 1)
        inside = json.loads(base64.b64decode(shown[0]["contents"][0]))
        self.assertEqual(inside["simulation"]["integrator"], "rk4")
        value = inside["parameters"][name]
        self.assertEqual(value["value"] if isinstance(value, dict) else value, 1.25)
        self.assertIn("tensio-engine", [attributes.get("id") for attributes, _ in page.scripts])


if __name__ == "__main__":
    unittest.main()
