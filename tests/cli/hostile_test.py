"""Titles, names, notes and file names are text, whatever stands in them: no script runs in a page, no
terminal obeys them, no spreadsheet takes them for a formula, no line of a format is made by them."""

import base64
import csv
import hashlib
import html.parser
import io
import json
import os
import re
import unittest
import xml.etree.ElementTree

from program import folder, has_terminals, on_terminal, parse, run, write_scene

MARKUP = "</title></text></script><script>alert(1)</script><img src=x onerror=alert(2)>'\"&"
TERMINAL = "\x1b]0;owned\x07\x1b[31m\x9b31m\x7f\u202eevil\u2066\u200f"
LINES = "\nf 1 2 3\r\nv 9 9 9\n"


def hostile(front="=cmd|' /C calc'!A0"):
    return front + MARKUP + TERMINAL + LINES


def tame(_=None):
    return "plain"


def heading(text):
    """What the name of a probe may contain: not a comma, a quote or a line end."""
    return re.sub("[,\"\r\n]", "", text)


def scene(text):
    """A scene with such a text wherever one may stand; `text` gives it, after some first letters."""
    note = text()
    return {
        "tensio": 1, "dimension": 3, "title": text("="), "description": text("+"),
        "source": "javascript:alert(3)" + text(), "note": note, "gravity": [0, 0, -1],
        "parameters": {"k": {"value": 100, "unit": text(), "label": text("@"), "note": note}},
        "nodes": {"position": [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], "mass": 0.1,
                  "fixed": [{"nodes": [0, 1], "note": note}], "note": note,
                  "name": [text("=") + "a", text("+") + "b", text("-") + "c", text("@") + "d"]},
        "materials": {text("-") + "steel": {"axial_stiffness": 100, "damping": 1, "note": note}},
        "springs": [{"ends": [[0, 1], [1, 2], [2, 3]], "name": text("\t=").replace(":", "") + "one",
                     "material": text("-") + "steel", "note": note},
                    {"ends": [[3, 0], [0, 2], [1, 3]], "name": text("@").replace(":", "") + "two",
                     "stiffness": "=k", "damping": 1}],
        "faces": {"nodes": [[0, 1, 2], [0, 2, 3]], "note": note},
        "groups": {text("@") + "corner": [2]},
        "loads": [{"nodes": [2], "force": [0, 0, 0.1], "case": text("=") + "live", "note": note}],
        "obstacles": [{"kind": "plane", "point": [0, 0, -0.05], "normal": [0, 0, 1],
                       "name": text("="), "note": note}],
        "events": [{"at": 0.05, "free": [1], "note": note}],
        "probes": [{"name": heading(text("=")), "node": 2, "quantity": "position.z", "note": note},
                   {"name": heading(text("-")) + "q", "node": 3, "quantity": "velocity.z"}],
        "simulation": {"integrator": "velocity_verlet", "time_step": 0.001, "duration": 0.1,
                       "output_every": 0.02, "note": note}}


def combined(text):
    """The same with combinations and stages of building."""
    given = scene(text)
    del given["simulation"]
    given["combinations"] = {text("=") + "all": {text("=") + "live": 1.5, "gravity": 1},
                             text("+") + "some": {"gravity": 1}}
    return given


class Page(html.parser.HTMLParser):
    """What a page runs or loads."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.policy, self.handlers, self.links, self.inside = [], "", [], [], False
        self.frames = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.handlers += [name for name in given if name.startswith("on")]
        self.links += [given[name] for name in ("href", "src", "xlink:href", "action")
                       if name in given]
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]
        self.inside = tag == "script"
        if self.inside:
            self.scripts.append("")
        if tag == "iframe":
            self.frames.append(given)

    def handle_data(self, data):
        if self.inside:
            self.scripts[-1] += data

    def handle_endtag(self, tag):
        self.inside = False


class Hostile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = folder()
        cls.addClassCleanup(cls.place.cleanup)
        where = cls.where = cls.place.name
        cls.scene = write_scene(where, scene(hostile), "scene.json")
        cls.combined = write_scene(where, combined(hostile), "combined.json")
        cls.tame = write_scene(where, scene(tame), "tame.json")
        cls.kept = os.path.join(where, "run")
        ending = run("run", cls.scene, "--out", cls.kept, "-q")
        assert ending.code == 0, ending

    def made(self, *words, code=0):
        """The file that --out or the last word names."""
        ending = run(*words, "-q")
        self.assertEqual(ending.code, code, ending)
        return words[-1]

    def path(self, name):
        return os.path.join(self.where, name)

    def check_svg(self, path):
        tree = xml.etree.ElementTree.parse(path)
        for element in tree.iter():
            tag = element.tag.rsplit("}")[-1]
            self.assertNotIn(tag, ("script", "foreignObject", "a", "image", "iframe"), path)
            for name, value in element.attrib.items():
                self.assertFalse(name.startswith("on"), path)
                if name.endswith("href"):
                    self.assertTrue(value.startswith("#"), path)

    def check_csv(self, text, where):
        cells = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
        self.assertGreater(len(cells), 3, where)
        for cell in cells:
            try:
                float(cell)
            except ValueError:
                self.assertNotRegex(cell, r"\A[ ]*[=+\-@\t\r\n]", where)
        return cells


class Files(Hostile):
    def test_pages_have_no_script(self):
        for path, name in ((self.scene, "one.html"), (self.combined, "all.html")):
            with open(self.made("solve", path, "--no-viewer", "--page", self.path(name)),
                      encoding="utf-8") as file:
                page = Page(file.read())
            self.assertEqual(page.scripts, [])
            self.assertEqual(page.policy, "default-src 'none'; style-src 'unsafe-inline'; "
                                          "base-uri 'none'; form-action 'none'")
            self.assertEqual(page.handlers, [])
            for link in page.links:
                self.assertTrue(link.startswith("#"), link)

    def test_only_the_viewer_runs_in_a_page_that_has_one(self):
        for path, name in ((self.scene, "shown_one.html"), (self.combined, "shown_all.html")):
            with open(self.made("solve", path, "--page", self.path(name)), encoding="utf-8") as file:
                page = Page(file.read())
            self.assertEqual(page.scripts, [])
            frame, = page.frames
            self.assertEqual(frame["sandbox"], "allow-scripts")
            inside = Page(frame["srcdoc"])
            # Its data, which is not a program, and its program, which the policy names by its hash.
            data, program = inside.scripts
            self.assertIsInstance(json.loads(data), dict)
            digest = base64.b64encode(hashlib.sha256(program.encode()).digest()).decode()
            for policy in (page.policy, inside.policy):
                self.assertTrue(policy.startswith(f"default-src 'none'; script-src 'sha256-{digest}'; "),
                                policy)
            self.assertEqual(page.handlers + inside.handlers, [])
            for link in page.links + inside.links:
                self.assertRegex(link, "^(#|data:)")

    def test_pictures_have_neither_scripts_nor_links(self):
        self.check_svg(self.made("draw", self.scene, "--labels", "all", "--color-by", "set", "--out",
                                 self.path("draw.svg")))
        self.check_svg(self.made("movie", self.kept, "--color-by", "set", "--out",
                                 self.path("movie.svg")))
        self.check_svg(self.made("convert", self.scene, self.path("convert.svg")))
        for name in ("energy.svg", "probes.svg"):
            self.check_svg(os.path.join(self.kept, name))
        run("follow", self.scene, "--probe", "2.z", "--plot", self.path("follow.svg"), "--max-steps",
            "3", "-q")
        self.check_svg(self.path("follow.svg"))

    def test_no_table_has_a_formula(self):
        for table in ("springs", "nodes", "reactions"):
            self.check_csv(run("solve", self.scene, "--table", table).out, table)
        for name in ("history.csv", "probes.csv", "events.csv"):
            with open(os.path.join(self.kept, name), encoding="utf-8", newline="") as file:
                self.check_csv(file.read(), name)
        for table in ("nodes", "springs"):
            path = self.made("convert", self.scene, "--table", table, self.path(table + ".csv"))
            with open(path, encoding="utf-8", newline="") as file:
                self.check_csv(file.read(), table)
        run("follow", self.scene, "--probe", "2.z", "--out", self.path("follow.csv"), "--max-steps",
            "3", "-q")
        with open(self.path("follow.csv"), encoding="utf-8", newline="") as file:
            self.check_csv(file.read(), "follow")

    def test_names_come_back_from_a_table_as_they_were(self):
        given = {"tensio": 1, "dimension": 2,
                 "nodes": {"position": [[0, 0], [1, 0], [2, 0]], "fixed": [0],
                           "name": ["+1", "-x", "'@sum"]},
                 "springs": [{"ends": [[0, 1], [1, 2]], "stiffness": 1, "rest_length": 1}]}
        path = self.made("convert", write_scene(self.where, given, "names.json"),
                         self.path("names.csv"))
        back = self.made("convert", path, self.path("back.json"))
        with open(back) as file:
            self.assertEqual(json.load(file)["nodes"]["name"], given["nodes"]["name"])

    def test_text_makes_no_lines_in_formats_of_other_programs(self):
        for ending in ("obj", "ply", "off", "stl", "vtp", "vtu", "data", "gltf"):
            with self.subTest(ending):
                texts = []
                for path in (self.scene, self.tame):
                    name = self.path(os.path.basename(path) + "." + ending)
                    with open(self.made("convert", path, name), "rb") as file:
                        texts.append(file.read())
                if ending in ("vtp", "vtu"):
                    xml.etree.ElementTree.fromstring(texts[0].split(b"<AppendedData")[0] +
                                                     b"</VTKFile>" if b"<AppendedData" in texts[0]
                                                     else texts[0])
                elif ending == "gltf":
                    parse(texts[0].decode())
                elif ending not in ("stl", "ply"):
                    self.assertEqual(texts[0].count(b"\n"), texts[1].count(b"\n"), texts[0][:600])
                    self.assertNotIn(b"\x1b", texts[0])

    def test_all_that_is_written_as_json_is(self):
        for path in (os.path.join(self.kept, "scene.json"), os.path.join(self.kept, "summary.json")):
            with open(path, encoding="utf-8") as file:
                parse(file.read())


@unittest.skipUnless(has_terminals(), "this machine offers no pseudo-terminals")
class Terminal(Hostile):
    # The program's own: colours, and the line of progress.
    OWN = re.compile(r"\x1b\[(?:0|1|2|1;3[123])m|\r\x1b\[K")

    def check_seen(self, *words, cwd=None):
        shown, code, _ = on_terminal(*words, cwd=cwd)
        text = self.OWN.sub("", shown)
        self.assertNotRegex(text, "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f"
                                  "\u2028-\u202e\u2066-\u2069]", f"{words} ended with {code}")
        return text

    def test_no_command_lets_a_text_steer_the_terminal(self):
        for words in (["solve", self.scene], ["solve", self.combined], ["solve", self.scene, "--json"],
                      ["solve", self.scene, "--table", "nodes"],
                      ["solve", self.scene, "--table", "springs"], ["check", self.scene],
                      ["check", self.scene, "--json"], ["info", self.scene],
                      ["info", self.scene, "--json"], ["modes", self.scene],
                      ["run", self.scene], ["run", self.scene, "--json"], ["run", self.scene, "-v"],
                      ["follow", self.scene, "--probe", "2.z", "--max-steps", "3"],
                      ["resume", self.kept], ["compare", self.kept, self.kept],
                      ["draw", self.scene, "--out", self.path("t.svg"), "--force"],
                      ["movie", self.kept, "--out", self.path("m.svg"), "--force"],
                      ["convert", self.scene, self.path("t.obj"), "--force"],
                      ["convert", self.kept, self.path("t.json"), "--force"]):
            with self.subTest(" ".join(words[:1] + words[2:])):
                self.check_seen(*words)

    def test_neither_do_mistakes(self):
        bad = scene(hostile)
        bad["springs"][1]["stiffness"] = "=" + TERMINAL
        bad[hostile()] = 1
        bad["nodes"]["fixed"] = [hostile()]
        bad["springs"][0]["material"] = hostile("x")
        path = write_scene(self.where, bad, "bad.json")
        for words in (["solve", path], ["solve", path, "--json"], ["solve", hostile("x")[:60]],
                      [TERMINAL], ["solve", path, "--" + TERMINAL], ["new", TERMINAL],
                      ["solve", self.scene, "--combination", TERMINAL],
                      ["run", self.scene, "--time-step", TERMINAL],
                      ["solve", self.scene, "--set", "k=" + TERMINAL],
                      ["convert", self.scene, self.path(TERMINAL + ".xyz")]):
            with self.subTest(repr(words[-1])[:40]):
                self.check_seen(*words)

    def test_nor_do_names_of_files(self):
        name = "net" + TERMINAL.replace("/", "") + ".json"
        write_scene(self.where, scene(hostile), name)
        for words in (["solve", name], ["check", name], ["info", name],
                      ["solve", name, "--out", TERMINAL + ".json", "--force"],
                      ["run", name, "--out", "out" + TERMINAL]):
            with self.subTest(words[0]):
                self.check_seen(*words, cwd=self.where)

    def test_what_is_masked_is_text_on_both_sides(self):
        text = self.check_seen("info", self.scene)
        self.assertIn("alert(1)", text)
        self.assertIn("?]0;owned??[31m?31m??evil??", text)


if __name__ == "__main__":
    unittest.main()
