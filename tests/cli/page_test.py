"""`solve --page` and `solve --table`: results to hand over."""

import base64
import csv
import html.parser
import io
import json
import math
import os
import re
import struct
import unittest

from program import EXAMPLES, SPRINGSYS, folder, run, run_json, springsys, write_scene

VOID = {"meta", "input", "br"}
PLAIN = [scene for scene in EXAMPLES if "_cases" not in scene]


class Reader(html.parser.HTMLParser):
    """The cells of each table by its class; fails where tags do not match."""

    def __init__(self):
        super().__init__()
        self.open, self.tables, self.tags, self.text = [], [], [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag == "table":
            self.tables.append((dict(attributes)["class"], []))
        if tag == "tr":
            self.tables[-1][1].append([])
        if tag in ("td", "th"):
            self.tables[-1][1][-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise ValueError(f"</{tag}> closes nothing")

    def handle_data(self, data):
        self.text.append(data)
        if "td" in self.open or "th" in self.open:
            self.tables[-1][1][-1][-1] += data


def page_of(where, scene, *options):
    """The page's text, and what a reader makes of it."""
    out = os.path.join(where, "page.html")
    ending = run("solve", scene, "--page", out, "--force", *options)
    if ending.code != 0:
        raise AssertionError(ending)
    with open(out, encoding="utf-8") as file:
        text = file.read()
    reader = Reader()
    reader.feed(text)
    reader.close()
    if reader.open:
        raise AssertionError(f"left open: {reader.open}")
    return text, reader


def bare(heading):
    """A heading without its unit, which not every scene has."""
    return re.sub(r" \[[^]]*\]$", "", heading)


def place(headings, name):
    return [bare(heading) for heading in headings].index(name)


def number(text):
    return float(text.replace("\u2212", "-"))


class Page(unittest.TestCase):
    def test_every_example_has_a_page_with_the_numbers_of_json(self):
        for scene in PLAIN:
            with self.subTest(scene), folder() as where:
                _, answer = run_json("solve", scene)
                _, reader = page_of(where, scene)
                tables = dict(reader.tables)
                rows = tables["springs"]
                tension = place(rows[0], "tension")
                # long tables show their first thousand rows
                self.assertEqual(len(rows) - 1, min(1000, len(answer["tension"])))
                for row, expected in zip(rows[1:], answer["tension"]):
                    self.assertAlmostEqual(number(row[tension]), expected,
                                           delta=1e-6 * abs(expected) + 1e-12)
                nodes = tables["nodes"]
                self.assertEqual(len(nodes) - 1, min(1000, len(answer["position"])))

    def test_forces_and_moments_balance(self):
        for scene in PLAIN:
            with self.subTest(scene), folder() as where:
                _, reader = page_of(where, scene)
                heading, *rows, left = dict(reader.tables)["balance"]
                self.assertEqual([row[0] for row in rows], ["reactions", "loads", "weights"])
                # What is summed: forces up to the largest tension, at arms up to the extent.
                _, answer = run_json("solve", scene)
                force = max(map(abs, answer["tension"]))
                arm = max(abs(x) for row in answer["position"] for x in row)
                values = [[number(cell) for cell in row[1:]] for row in rows]
                for name, column, rest in zip(heading[1:], zip(*values), left[1:]):
                    scale = force * (arm if name.startswith("moment") else 1)
                    # The cells have 7 digits.
                    self.assertAlmostEqual(sum(column), 0, delta=1e-6 * scale)
                    self.assertAlmostEqual(number(rest), 0, delta=1e-9 * scale)

    def test_the_page_refers_to_nothing_outside(self):
        for scene in PLAIN:
            with self.subTest(scene), folder() as where:
                text, reader = page_of(where, scene, "--no-viewer")
                self.assertNotRegex(text, r"https?:|@import|url\(")
                for tag, attributes in reader.tags:
                    self.assertNotIn(tag, ("script", "button", "input", "link", "img", "iframe", "object", "base"))
                    self.assertNotIn("src", attributes)
                    self.assertTrue(attributes.get("href", "#").startswith("#"))

    def test_every_number_column_has_its_unit(self):
        with folder() as where:
            with open(EXAMPLES[2], encoding="utf-8") as file:
                scene = json.load(file) | {"units": {"length": "m", "force": "N", "time": "s"}}
            _, reader = page_of(where, write_scene(where, scene))
            for kind, rows in reader.tables:
                for heading in rows[0]:
                    if re.search("length|tension|strain|utilisation|reaction|displacement|force|"
                                 "moment|^[xyz]", heading):
                        self.assertRegex(heading, r"\[(m|N|N m|1)\]$", kind)

    def test_hostile_names_stay_text(self):
        hostile = "</td></script><script>alert(1)</script><img src=x onerror=alert(2)>"
        scene = springsys()
        scene.update(title=hostile, description=hostile, source=hostile)
        scene["nodes"]["name"] = [hostile + str(i) for i in range(6)]
        scene["springs"][0]["name"] = "<b>\"'&"
        with folder() as where:
            _, reader = page_of(where, write_scene(where, scene))
            tags = [tag for tag, _ in reader.tags]
            self.assertNotIn("script", tags)
            self.assertNotIn("img", tags)
            self.assertEqual(dict(reader.tables)["nodes"][1][1], hostile + "0")
            self.assertEqual(dict(reader.tables)["springs"][1][1], "<b>\"'&")

    def test_the_viewer_is_an_addition_in_a_frame_of_its_own(self):
        for scene in (SPRINGSYS, EXAMPLES[2]):
            with self.subTest(scene), folder() as where:
                bare_text, _ = page_of(where, scene, "--no-viewer")
                text, reader = page_of(where, scene)
                # Scripts may run in the frame only, which is not of this origin; it is not printed.
                tags = [tag for tag, _ in reader.tags]
                self.assertEqual((tags.count("iframe"), tags.count("script")), (1, 0))
                frame = next(attributes for tag, attributes in reader.tags if tag == "iframe")
                self.assertEqual(frame["sandbox"], "allow-scripts")
                self.assertIn("@media print{.viewer{display:none}}", text)
                inside = Reader()
                inside.feed(frame["srcdoc"])
                policies = [next(attributes["content"] for tag, attributes in tags
                                 if attributes.get("http-equiv") == "Content-Security-Policy")
                            for tags in (reader.tags, inside.tags)]
                self.assertEqual(*policies)
                self.assertIn("default-src 'none'; script-src 'sha256-", policies[0])
                # Without it the page is what it was, word by word.
                rest = re.sub(r"<iframe [^>]*></iframe>\n", "", text)
                rest = re.sub(r"\.viewer\{.*\.viewer\{display:none\}\}</style>", "</style>", rest)
                rest = re.sub(r'(Policy" content=")[^"]*', r"\1", rest)
                self.assertEqual(rest, re.sub(r'(Policy" content=")[^"]*', r"\1", bare_text))

    def test_the_viewer_has_the_drawn_shape_and_each_result(self):
        scene = next(scene for scene in EXAMPLES if "08_cable_net_cases" in scene)
        _, answer = run_json("solve", scene)
        with folder() as where:
            _, reader = page_of(where, scene)
        frame = next(attributes for tag, attributes in reader.tags if tag == "iframe")["srcdoc"]
        data = json.loads(re.search(r'id="tensio-run">(.*?)</script>', frame)[1])
        pane, = data["panes"]
        self.assertEqual(pane["names"], ["Drawn", *(stage["name"] for stage in answer["stages"]),
                                         *answer["combinations"]])
        content = base64.b64decode(pane["tensions"])
        tension = struct.unpack(f"<{len(content) // 4}f", content)
        springs = len(next(iter(answer["combinations"].values()))["tension"])
        for i, one in enumerate([*answer["stages"], *answer["combinations"].values()]):
            for given, expected in zip(tension[(i + 1) * springs:(i + 2) * springs], one["tension"], strict=True):
                self.assertAlmostEqual(given, expected, delta=1e-7 * abs(expected))
        self.assertTrue(all(math.isnan(value) for value in tension[:springs]))

    def test_the_same_scene_gives_the_same_page(self):
        with folder() as where:
            self.assertEqual(page_of(where, SPRINGSYS)[0], page_of(where, SPRINGSYS)[0])

    def test_the_curve_has_a_point_for_each_iteration(self):
        with folder() as where:
            _, answer = run_json("solve", SPRINGSYS)
            text, _ = page_of(where, SPRINGSYS)
            points = re.findall(r"<title>iteration (\d+): ([^<]+)</title>", text)
            self.assertEqual([int(i) for i, _ in points], list(range(answer["iterations"] + 1)))
            self.assertGreater(number(points[0][1]), 0.1)
            self.assertLess(number(points[-1][1]), 1e-10)

    def test_files_are_written_as_asked_and_never_over_others(self):
        with folder() as where:
            scene = write_scene(where, springsys())
            ending = run("solve", scene, "--page", "page.html", "--out", "rest.json", cwd=where)
            self.assertEqual(ending.code, 0)
            self.assertIn("written to rest.json\nwritten to page.html\n", ending.out)
            self.assertEqual(sorted(os.listdir(where)), ["page.html", "rest.json", "scene.json"])
            self.assertEqual(run("solve", scene, "--page", "page.html", cwd=where).code, 2)
            self.assertEqual(run("solve", scene, "--page", "a", "--out", "a", cwd=where).code, 2)
            self.assertEqual(run("solve", scene, "--page", "-", cwd=where).code, 2)
            self.assertEqual(run("solve", scene, "--page", where, "--force").code, 5)

    def test_a_page_that_cannot_be_written_does_not_lose_the_result(self):
        ending, answer = run_json("solve", SPRINGSYS, "--page", "/proc/page.html")
        self.assertEqual((ending.code, answer["status"]), (5, "error"))
        self.assertEqual(len(answer["position"]), 6)


class Combinations(unittest.TestCase):
    """The example of a cable net with load cases, materials and a stage."""

    scene = next(scene for scene in EXAMPLES if "08_cable_net_cases" in scene)

    def test_each_combination_has_its_tables_and_its_balance(self):
        _, answer = run_json("solve", self.scene)
        combinations = answer["combinations"]
        with folder() as where:
            text, reader = page_of(where, self.scene)
        springs = [rows for kind, rows in reader.tables if kind == "springs"]
        self.assertEqual(len(springs), len(combinations) + 2, "and the stage, and the envelope")
        for rows, name in zip(springs[2:], combinations):
            tension = place(rows[0], "tension")
            share = place(rows[0], "utilisation")
            for row, pull, used in zip(rows[1:], combinations[name]["tension"],
                                       combinations[name]["utilisation"]):
                self.assertAlmostEqual(number(row[tension]) / pull, 1, delta=1e-6)
                self.assertAlmostEqual(number(row[share]) / used, 1, delta=1e-6)
                self.assertEqual(row[rows[0].index("material")], "strand16")
                self.assertEqual(row[rows[0].index("law")], "cable")
            self.assertIn(f">{name}</h2>", text)
        balances = [rows for kind, rows in reader.tables if kind == "balance"]
        self.assertEqual(len(balances), len(combinations) + 1, "and the stage")
        # In the stage, without load cases, all sums are zero.
        for heading, *rows, left in balances[1:]:
            scale = max(abs(number(cell)) for row in rows for cell in row[1:])
            for cell in left[1:]:
                self.assertAlmostEqual(number(cell), 0, delta=1e-7 * scale)

    def test_the_envelope_is_that_of_json(self):
        _, answer = run_json("solve", self.scene)
        with folder() as where:
            _, reader = page_of(where, self.scene)
        heading, *rows = [rows for kind, rows in reader.tables if kind == "springs"][1]
        names = list(answer["combinations"])
        tensions = [answer["combinations"][name]["tension"] for name in names]
        for i, row in enumerate(rows):
            column = [tension[i] for tension in tensions]
            low, high = min(column), max(column)
            self.assertAlmostEqual(number(row[place(heading, "lowest tension")]) / low, 1,
                                   delta=1e-6)
            self.assertEqual(row[3], names[column.index(low)])
            self.assertEqual(row[5], names[column.index(high)])

    def test_the_unstressed_length_is_that_of_the_strain(self):
        ending = run("solve", self.scene, "--combination", "cold", "--table", "springs")
        self.assertEqual(ending.code, 0)
        for row in csv.DictReader(io.StringIO(ending.out)):
            length = float(row["length [m]"]) / float(row["unstressed length [m]"]) - 1
            self.assertAlmostEqual(length, float(row["strain [1]"]), delta=1e-12)

    def test_the_page_has_the_factors_cases_loads_and_materials(self):
        with open(self.scene, encoding="utf-8") as file:
            scene = json.load(file)
        with folder() as where:
            _, reader = page_of(where, self.scene)
        tables = dict(reader.tables)
        heading, *rows = tables["combinations"]
        factors = {row[0]: {case: number(cell) for case, cell in zip(heading[1:], row[1:]) if cell}
                   for row in rows}
        self.assertEqual(factors, scene["combinations"])
        heading, *rows = tables["cases"]
        sums = {row[0]: number(row[place(heading, "sum of forces z")]) for row in rows}
        self.assertEqual((sums["snow"], sums["cladding"]), (-80000, -10000))
        heading, *rows = tables["materials"]
        self.assertEqual([row[0] for row in rows], ["carrying", "bracing"])
        # EA is E times the area of the round section.
        area = math.pi / 4 * 0.016 ** 2
        self.assertAlmostEqual(number(rows[0][place(heading, "EA")]) / (1.6e11 * area), 1,
                               delta=1e-5)
        self.assertEqual(number(rows[0][place(heading, "strength")]), 190000)

    def test_checks_by_group_name_the_worst_spring_and_its_combination(self):
        _, answer = run_json("solve", self.scene)
        with folder() as where:
            _, reader = page_of(where, self.scene)
        heading, *rows = [rows for kind, rows in reader.tables if kind == "checks"][1]
        first = 0
        for row in rows:
            count = int(row[1])
            worst, spring, name = max(
                (use, -i, name) for name, one in answer["combinations"].items()
                for i, use in enumerate(one["utilisation"]) if first <= i < first + count)
            at = place(heading, "utilisation")
            self.assertAlmostEqual(number(row[at]), worst, delta=1e-6)
            self.assertEqual((int(row[at + 1]), row[at + 2]), (-spring, name))
            self.assertEqual(row[-1], "within its limit")
            first += count
        self.assertEqual(first, 60)

    def test_a_limit_that_is_exceeded_is_seen(self):
        with open(self.scene, encoding="utf-8") as file:
            scene = json.load(file)
        scene["materials"]["strand16"]["strength"] = 48000
        with folder() as where:
            _, reader = page_of(where, write_scene(where, scene))
        _, *rows = [rows for kind, rows in reader.tables if kind == "checks"][1]
        self.assertEqual([row[-1] for row in rows], ["EXCEEDED", "within its limit"])

    def test_tables_of_all_combinations_and_of_their_envelope(self):
        _, answer = run_json("solve", self.scene)
        rows = list(csv.DictReader(io.StringIO(
            run("solve", self.scene, "--table", "springs").out)))
        found = {}
        for row in rows:
            found.setdefault(row["combination"], []).append(float(row["tension [N]"]))
        self.assertEqual(found, {name: one["tension"]
                                 for name, one in answer["combinations"].items()})
        envelope = answer["envelope"]
        rows = list(csv.reader(io.StringIO(
            run("solve", self.scene, "--table", "springs", "--envelope").out)))
        self.assertEqual([float(row[2]) for row in rows[1:]], envelope["smallest_tension"])
        self.assertEqual([row[3] for row in rows[1:]], envelope["smallest_tension_in"])
        self.assertEqual([float(row[4]) for row in rows[1:]], envelope["largest_tension"])
        self.assertEqual([row[5] for row in rows[1:]], envelope["largest_tension_in"])
        self.assertEqual([float(row[6]) for row in rows[1:]], envelope["utilisation"])
        rows = list(csv.DictReader(io.StringIO(
            run("solve", self.scene, "--table", "reactions", "--envelope").out)))
        for row in rows:
            axis = "xyz".index(row["axis"])
            of = envelope["reaction"][row["node"]]
            self.assertEqual(float(row["highest reaction [N]"]), of["largest"][axis])
            self.assertEqual(float(row["lowest reaction [N]"]), of["smallest"][axis])
        rows = list(csv.DictReader(io.StringIO(
            run("solve", self.scene, "--table", "nodes", "--envelope").out)))
        for row, largest in zip(rows, envelope["displacement"]):
            self.assertAlmostEqual(float(row["largest displacement [m]"]), largest, delta=1e-15)

    def test_an_envelope_needs_a_table_and_combinations(self):
        for words, fragment in ((["--envelope"], "--table"),
                                (["--envelope", "--table", "nodes", "--combination", "snow"],
                                 "leave out --combination")):
            ending = run("solve", self.scene, *words)
            self.assertEqual(ending.code, 2)
            self.assertIn(fragment, ending.err)
        ending = run("solve", SPRINGSYS, "--envelope", "--table", "nodes")
        self.assertEqual(ending.code, 2)
        self.assertIn("the scene has none", ending.err)


class Stages(unittest.TestCase):
    """The examples that are built in stages."""

    dome = next(scene for scene in EXAMPLES if "28_cable_dome" in scene)
    mast = next(scene for scene in EXAMPLES if "29_guyed_mast" in scene)

    def test_each_stage_has_its_forces_shape_reactions_and_utilisation(self):
        for scene in (self.dome, self.mast):
            _, answer = run_json("solve", scene)
            stages = answer["stages"]
            with folder() as where:
                text, reader = page_of(where, scene)
            tables = {}
            for kind, rows in reader.tables:
                tables.setdefault(kind, []).append(rows)
            # Before those of the stages come the extremes over them.
            for kind in ("springs", "nodes", "reactions", "checks"):
                self.assertEqual(len(tables[kind]), len(stages) + 1, kind)
            for i, stage in enumerate(stages):
                self.assertIn(f"<h2 id=\"result-{i}\">Stage: {stage['name']}</h2>", text)
                heading, *rows = tables["springs"][i + 1]
                for row, pull, use in zip(rows, stage["tension"], stage["utilisation"], strict=True):
                    self.assertAlmostEqual(number(row[place(heading, "tension")]), pull,
                                           delta=1e-6 * abs(pull) + 1e-9)
                    cell = row[place(heading, "utilisation")]
                    if use is None:
                        self.assertEqual(cell, "")
                    else:
                        self.assertAlmostEqual(number(cell), use, delta=1e-6 * use + 1e-9)
                heading, *rows = tables["nodes"][i + 1]
                for row, position in zip(rows, stage["position"], strict=True):
                    self.assertAlmostEqual(number(row[place(heading, "z")]), position[2], delta=1e-5)
                heading, *rows, left = tables["balance"][i]
                for cell in left[1:]:
                    self.assertAlmostEqual(number(cell), 0, delta=1e-5)

    def test_what_is_not_there_yet_is_absent_and_not_drawn(self):
        with folder() as where:
            text, reader = page_of(where, self.mast, "--no-viewer")
        springs = [rows for kind, rows in reader.tables if kind == "springs"][1:]
        absent = [sum(row[-1] == "absent" for row in rows) for rows in springs]
        self.assertEqual(absent, [49, 49, 0, 0, 0])
        pictures = [section.split("</svg>")[0] for section in text.split("<h2 id=\"result-")[1:]]
        self.assertIn("49 absent springs, not drawn", pictures[0])
        drawn = [len(re.findall(r"<circle data-node=", picture)) for picture in pictures]
        # Of 96 nodes the top and 15 inside each of three guys come later.
        self.assertEqual(drawn, [50, 50, 96, 96, 96])

    def test_the_page_says_what_each_stage_changes(self):
        with folder() as where:
            _, reader = page_of(where, self.mast)
        heading, *rows = dict(reader.tables)["stages"]
        self.assertEqual(heading, ["stage", "what changes", "steps"])
        self.assertEqual([row[1] for row in rows],
                         ["gravity with the factor 1", "shorten lower guys by 0.0025 m each",
                          "add upper guys, upper length", "shorten upper guys by 0.004375 m each",
                          "wind with the factor 1"])

    def test_the_overview_has_the_extremes_of_each_stage(self):
        _, answer = run_json("solve", self.dome)
        with folder() as where:
            _, reader = page_of(where, self.dome)
        heading, *rows = dict(reader.tables)["overview"]
        for row, stage in zip(rows, answer["stages"], strict=True):
            self.assertEqual(row[:2], [stage["name"], "converged"])
            for name, values in (("largest tension", stage["tension"]),
                                 ("largest compression", [-t for t in stage["tension"]]),
                                 ("utilisation", [use or 0 for use in stage["utilisation"]])):
                at = place(heading, name)
                if max(values) > 0:
                    self.assertAlmostEqual(number(row[at]) / max(values), 1, delta=1e-6)
                    self.assertAlmostEqual(values[int(row[at + 1])] / max(values), 1, delta=1e-6)
                else:
                    self.assertEqual(row[at:at + 2], ["", ""])

    def test_tables_of_all_stages_and_of_their_envelope(self):
        _, answer = run_json("solve", self.dome)
        stages = answer["stages"]
        rows = list(csv.DictReader(io.StringIO(
            run("solve", self.dome, "--table", "springs", "--stages").out)))
        found = {}
        for row in rows:
            found.setdefault(row["stage"], []).append(float(row["tension [kN]"]))
        self.assertEqual(found, {stage["name"]: stage["tension"] for stage in stages})
        rows = list(csv.reader(io.StringIO(
            run("solve", self.dome, "--table", "springs", "--stages", "--envelope").out)))[1:]
        added = {"outer hoop": 1, "outer diagonals": 1, "inner hoop": 2, "inner diagonals": 2,
                 "centre diagonals": 3}
        for i, row in enumerate(rows):
            present = stages[added.get(row[1], 0):]
            column = [stage["tension"][i] for stage in present]
            self.assertEqual((float(row[2]), float(row[4])), (min(column), max(column)))
            self.assertEqual(row[5], present[column.index(max(column))]["name"])

    def test_the_unstressed_lengths_are_those_of_the_stage(self):
        ending = run("solve", self.mast, "--table", "springs", "--stages")
        lengths = {}
        for row in csv.DictReader(io.StringIO(ending.out)):
            length = float(row["length [m]"]) / float(row["unstressed length [m]"]) - 1
            self.assertAlmostEqual(length, float(row["strain [1]"]), delta=1e-12)
            if row["spring"] == "2":
                lengths[row["stage"]] = float(row["unstressed length [m]"])
        before, after = lengths["raise the lower length"], lengths["stress the lower guys"]
        self.assertAlmostEqual(before - after, 0.04 / 16, delta=1e-12)

    def test_a_support_of_one_stage_has_its_reaction_in_that_stage_only(self):
        # A weight of 20 N on a prop, which is then taken away; the cable alone carries it.
        scene = {"tensio": 1, "dimension": 2,
                 "nodes": {"position": [[0, 0], [0, -1]], "fixed": [0]},
                 "springs": [{"ends": [[0, 1]], "stiffness": 100, "rest_length": 1, "law": "cable"}],
                 "loads": [{"nodes": [1], "force": [0, -20]}],
                 "stages": [{"name": "propped", "fix": [1]}, {"name": "free", "free": [1]}]}
        with folder() as where:
            path = write_scene(where, scene)
            rows = list(csv.DictReader(io.StringIO(
                run("solve", path, "--table", "reactions", "--stages").out)))
            self.assertEqual([(row["stage"], row["node"]) for row in rows],
                             [("propped", "0"), ("propped", "1"), ("free", "0")])
            for row, up in zip(rows, [0, 20, 20], strict=True):
                self.assertAlmostEqual(float(row["reaction y [N]"]), up, delta=1e-9)
            rows = list(csv.DictReader(io.StringIO(
                run("solve", path, "--table", "reactions", "--stages", "--envelope").out)))
            prop = next(row for row in rows if (row["node"], row["axis"]) == ("1", "y"))
            self.assertEqual((prop["lowest reaction [N]"], prop["in"]), ("20", "propped"))

    def test_stages_need_a_table_and_a_scene_that_has_them(self):
        for scene, words, fragment in ((self.dome, ["--stages"], "--table"),
                                       (SPRINGSYS, ["--stages", "--table", "nodes"], "has no construction stages"),
                                       (self.dome, ["--envelope", "--table", "nodes"], "with --stages")):
            ending = run("solve", scene, *words)
            self.assertEqual(ending.code, 2)
            self.assertIn(fragment, ending.err)


class Table(unittest.TestCase):
    def table(self, scene, name):
        ending = run("solve", scene, "--table", name)
        self.assertEqual((ending.code, ending.err), (0, ""))
        return [{bare(heading): cell for heading, cell in row.items()}
                for row in csv.DictReader(io.StringIO(ending.out))]

    def test_the_numbers_are_those_of_json_to_the_bit(self):
        for scene in PLAIN:
            with self.subTest(scene):
                _, answer = run_json("solve", scene)
                springs = self.table(scene, "springs")
                for name in ("tension", "length", "strain"):
                    column = [row[name] for row in springs]
                    self.assertEqual([float(x) if x else None for x in column], answer[name])
                axes = "xyz"[:len(answer["position"][0])]
                nodes = self.table(scene, "nodes")
                self.assertEqual([[float(row[a]) for a in axes] for row in nodes],
                                 answer["position"])
                self.assertEqual(
                    [[float(row[f"displacement {a}"]) for a in axes] for row in nodes],
                    answer["displacement"])
                reactions = self.table(scene, "reactions")
                self.assertEqual({row["node"]: [float(row[f"reaction {a}"]) for a in axes]
                                  for row in reactions}, answer["reaction"])

    def test_names_with_commas_quotes_and_lines_come_back(self):
        scene = springsys()
        scene["nodes"]["name"] = ["a,b", 'say "no"', "two\nlines", "", "=1", " x "]
        with folder() as where:
            rows = self.table(write_scene(where, scene), "nodes")
            # an apostrophe marks as text what a spreadsheet would run
            scene["nodes"]["name"][4] = "'=1"
            self.assertEqual([row["name"] for row in rows], scene["nodes"]["name"])

    def test_it_excludes_what_else_takes_standard_output(self):
        for words in (["--json"], ["-q"]):
            self.assertEqual(run("solve", SPRINGSYS, "--table", "springs", *words).code, 2)
        ending = run("solve", SPRINGSYS, "--table", "spring")
        self.assertEqual(ending.code, 2)
        self.assertIn("did you mean springs?", ending.err)

    def test_a_state_that_is_not_at_rest_is_reported_beside_the_table(self):
        ending = run("solve", SPRINGSYS, "--max-iterations", 1, "--table", "nodes")
        self.assertEqual(ending.code, 4)
        self.assertTrue(ending.out.startswith("node,name,"))
        self.assertIn("iteration_limit", ending.err)


if __name__ == "__main__":
    unittest.main()
