"""`tensio new`: scenes from kinds of parts, and what is said of bad options."""

import json
import os
import unittest

try:
    import jsonschema
except ImportError:
    jsonschema = None

from program import SOURCE, folder, run, run_json

KINDS = run_json("new")[1]["kinds"]
NAMES = [kind["name"] for kind in KINDS]

# What a kind needs to be of this dimension.
STARTERS = {("lattice", 3): ("--shape", "fcc", "--cells", "2,2,2")}


class New(unittest.TestCase):
    def test_kinds_are_listed(self):
        text = run("new")
        self.assertEqual((text.code, text.err), (0, ""))
        for kind in KINDS:
            self.assertRegex(text.out, rf"(?m)^  {kind['name']} +\w")

    def test_every_kind_explains_its_options(self):
        for kind in KINDS:
            text = run("new", kind["name"], "--help")
            self.assertEqual((text.code, text.err), (0, ""))
            for option in kind["options"]:
                self.assertIn("  --" + option["name"].replace("_", "-") + " ", text.out)
            for group in kind["groups"] + kind["springs"]:
                self.assertIn("  " + group["name"] + " ", text.out)
            for line in text.out.splitlines():
                self.assertLessEqual(len(line), 92)

    def test_a_new_scene_runs_and_solves_immediately(self):
        with folder() as place:
            for kind in KINDS:
                for dimension in kind["dimensions"]:
                    name = os.path.join(place, f"{kind['name']}{dimension}.json")
                    words = STARTERS.get((kind["name"], dimension), ())
                    text = run("new", kind["name"], "--dimension", dimension, *words)
                    self.assertEqual((text.code, text.err), (0, ""), kind["name"])
                    with open(name, "w") as file:
                        file.write(text.out)
                    self.assertEqual(run("check", name).code, 0, text.out)
                    ending, answer = run_json("run", name, "--duration", "0.02")
                    self.assertEqual((ending.code, answer["status"]), (0, "finished"), kind["name"])

    @unittest.skipIf(jsonschema is None, "needs jsonschema")
    def test_new_scenes_are_valid(self):
        with open(os.path.join(SOURCE, "schema", "system.schema.json")) as file:
            validator = jsonschema.Draft202012Validator(json.load(file))
        for name in NAMES:
            validator.validate(json.loads(run("new", name, "--total-mass", 3).out))

    def test_options_come_into_the_scene(self):
        text = run("new", "cloth", "--columns", 3, "--rows=4", "--at", "-1,0,2", "--law", "cable",
                   "--name", "flag", "--break", '{"strain": 0.3}')
        scene = json.loads(text.out)
        self.assertEqual(scene["generate"], [{"kind": "cloth", "name": "flag", "columns": 3, "rows": 4,
                                              "at": [-1, 0, 2], "law": "cable",
                                              "break": {"strain": 0.3}}])
        self.assertEqual(scene["nodes"]["fixed"], ["flag.corner_01", "flag.corner_11"])

    def test_expanded_scenes_are_the_same(self):
        with folder() as place:
            short, full = os.path.join(place, "short.json"), os.path.join(place, "full.json")
            options = ("--columns", 4, "--damping-time", 0.01)
            self.assertEqual(run("new", "cloth", *options, "--out", short).code, 0)
            self.assertEqual(run("new", "cloth", *options, "--out", full, "--expand").code, 0)
            with open(full) as file:
                self.assertEqual(len(json.load(file)["nodes"]["position"]), 25)
            answers = [run_json("solve", path)[1] for path in (short, full)]
            self.assertEqual(answers[0]["position"], answers[1]["position"])

    def test_files_are_not_overwritten(self):
        with folder() as place:
            path = os.path.join(place, "a.json")
            ending, answer = run_json("new", "chain", "--out", path)
            self.assertEqual(answer, {"status": "ok", "kind": "chain", "nodes": 21, "springs": 20,
                                      "file": path})
            self.assertEqual(run("new", "chain", "--out", path).code, 2)
            self.assertEqual(run("new", "chain", "--out", path, "--force").code, 0)

    def test_bodies_on_meshes_find_the_file_beside_the_scene(self):
        box = "".join(f"v {x} {y} {z}\n" for z in (0, 1) for x, y in ((0, 0), (2, 0), (2, 1), (0, 1)))
        box += "f 4 3 2 1\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\nf 5 6 7 8\n"
        for kind, options in (("shell", ()), ("soft_body", ("--cell", 0.25))):
            with folder() as place:
                with open(os.path.join(place, "box.obj"), "w") as file:
                    file.write(box)
                path, full = os.path.join(place, "a.json"), os.path.join(place, "full.json")
                words = ("new", kind, "--mesh", "box.obj", "--mesh-scale", 0.5, *options)
                self.assertEqual(run(*words, "--out", path).code, 0)
                with open(path) as file:
                    self.assertEqual(json.load(file)["generate"][0]["mesh"], "box.obj")
                self.assertEqual(run(*words, "--out", full, "--expand").code, 0)
                os.remove(os.path.join(place, "box.obj"))
                self.assertEqual(run_json("solve", full)[1]["status"], "converged")
                ending = run(*words, "--out", path, "--force")
                self.assertEqual(ending.code, 2)
                self.assertIn('--mesh "box.obj": the file `box.obj` is not there', ending.err)

    def test_every_shape_of_a_body_stands_in_a_scene(self):
        for kind, shape in (("shell", "cap"), ("soft_body", "ball"), ("soft_body", "ellipsoid"),
                            ("soft_body", "torus")):
            ending = run("new", kind, "--shape", shape)
            self.assertEqual((ending.code, ending.err), (0, ""), shape)

    def test_json_holds_the_scene(self):
        answer = run_json("new", "chain", "--links", 2)[1]
        self.assertEqual(json.loads(answer["scene"])["generate"][0]["links"], 2)
        self.assertEqual((answer["nodes"], answer["springs"]), (3, 2))

    def test_mistakes_are_named(self):
        for words, piece in (
                (["clot"], "there is no kind `clot`; did you mean `cloth`?"),
                (["zeppelin"], "there is no kind `zeppelin`; `tensio new` lists them"),
                (["cloth", "chain"], "`chain` is one too many"),
                (["cloth", "--colums", "3"], "a cloth has no option --colums; did you mean --columns?"),
                (["cloth", "--zzz", "3"], "a cloth has no option --zzz; `tensio new cloth --help` lists"),
                (["cloth", "--columns"], "--columns needs a value"),
                (["cloth", "--columns", "x"], "--columns x: must be a whole number"),
                (["cloth", "--columns", "0"], "--columns 0: columns is 0; it must be at least 1"),
                (["cloth", "--columns", "1", "--columns", "2"], "--columns is given 2 times"),
                (["cloth", "--columns", "1000000"], "this part would have"),
                (["cloth", "--diagonals", "x"], "must be one of crossed, alternating"),
                (["cloth", "--at", "a,b"], "--at a,b: must be numbers such as 1,0,2"),
                (["cloth", "--at", "1"], "--at [1]: `at` has 1 number"),
                (["cloth", "--break", "0.1"], "--break 0.1: must be an object such as"),
                (["cloth", "--break", "{"], "--break"),
                (["cloth", "--material", "steel"], "--material \"steel\": there is no material"),
                (["cloth", "--dimension", "2"], "--dimension 2: a cloth is made for dimension 3"),
                (["--columns", "3"], "name a kind first")):
            with self.subTest(words):
                ending = run("new", *words)
                self.assertEqual((ending.code, ending.out), (2, ""), ending)
                self.assertIn(piece, ending.err)
                self.assertEqual(ending.err.count("\n"), 1, ending.err)


class Shapes(unittest.TestCase):
    def test_a_shape_in_space_makes_a_scene_in_space(self):
        for shape, dimension in (("square", 2), ("cubic", 3), ("diamond", 3)):
            ending = run("new", "lattice", "--shape", shape)
            self.assertEqual(ending.code, 0, ending)
            self.assertIn(f'"dimension": {dimension}', ending.out)


if __name__ == "__main__":
    unittest.main()
