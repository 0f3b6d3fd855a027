"""Parameters on the command line, and units in what is printed."""

import json
import os
import unittest

from program import SOURCE, SPRINGSYS, folder, run, run_json, write_scene

SWING = os.path.join(SOURCE, "examples", "14_parameters", "scene.json")
NET = {"tensio": 1, "dimension": 2, "units": {"length": "mm", "force": "kN"},
       "parameters": {"k": {"value": 5, "min": 1, "label": "stiffness"}, "f": "=k/10"},
       "nodes": {"position": [[0, 0], [100, 0], [200, 0]], "fixed": [0, 2, {"node": 1, "axes": "y"}]},
       "springs": [{"ends": [[0, 1], [1, 2]], "stiffness": "=k"}],
       "loads": [{"nodes": [1], "force": ["=f", 0]}]}


class Parameters(unittest.TestCase):
    def test_set_changes_what_is_solved(self):
        with folder() as place:
            scene = write_scene(place, NET)
            for words, expected in (([], 0.05), (["--set", "f=1"], 0.1),
                                    (["--set", "f=200 N"], 0.02), (["--set", "f=k^2"], 2.5),
                                    (["--set", "f==k^2", "--set", "k=1"], 0.5),
                                    (["--set=k=10"], 0.05), (["--set", "f=1", "--set", "f=2"], 0.2)):
                ending, answer = run_json("solve", scene, *words)
                self.assertEqual(ending.code, 0, ending)
                self.assertAlmostEqual(answer["displacement"][1][0], expected, delta=1e-12)

    def test_every_command_that_reads_a_scene_takes_it(self):
        with folder() as place:
            for words in (["solve"], ["run", "--duration", "0.1"], ["modes"], ["follow"],
                          ["draw", "--out", os.path.join(place, "a.svg")], ["check"], ["info"]):
                ending = run(words[0], SWING, *words[1:], "--set", "nothing=1")
                self.assertEqual(ending.code, 3, ending)
                self.assertIn("there is no parameter `nothing`", ending.err)
                ending = run(words[0], SWING, *words[1:], "--set", "mass=20")
                self.assertIn(ending.code, (0, 4), ending)

    def test_mistakes_are_reported(self):
        for word, code, text in (("mass", 2, "write NAME=VALUE"), ("=3", 2, "write NAME=VALUE"),
                                 ("mass=", 2, "write NAME=VALUE"),
                                 ("mss=3", 3, "there is no parameter `mss`; did you mean `mass`?"),
                                 ("mass=1/0", 3, "gives infinity"),
                                 ("mass=swinging", 3, "leads back to itself"),
                                 ("mass=3 furlongs", 3, "`furlongs` is not a known unit"),
                                 ("mass=three", 3, "there is no parameter `three`")):
            ending = run("info", SWING, "--set", word)
            self.assertEqual(ending.code, code, ending)
            self.assertIn(text, ending.err)
        ending, answer = run_json("check", SWING, "--set", "mss=3")
        self.assertEqual(answer["errors"][0]["value"], "mss=3")
        self.assertIsNone(answer["errors"][0]["line"])

    def test_a_run_keeps_the_values_that_were_set_and_all_formulas(self):
        with folder() as place:
            out = os.path.join(place, "swing")
            self.assertEqual(run("run", SWING, "--set", "degrees=20", "--set", "swings=1", "--out",
                                 out, "-q").code, 0)
            with open(os.path.join(out, "scene.json")) as file:
                scene = json.load(file)
            self.assertEqual(scene["parameters"]["degrees"]["value"], 20)
            self.assertEqual(scene["parameters"]["angle"], "=degrees*pi/180")
            self.assertEqual(scene["nodes"]["position"][1][0], "=swinging*sin(angle)")
            kept = run_json("run", os.path.join(out, "scene.json"))[1]
            begun = run_json("run", SWING, "--set", "degrees=20", "--set", "swings=1")[1]
            self.assertEqual(kept["position"], begun["position"])

    def test_resume_takes_it_with_an_edited_scene_alone(self):
        with folder() as place:
            out = os.path.join(place, "swing")
            self.assertEqual(run("run", SWING, "--set", "swings=1", "--out", out, "-q").code, 0)
            ending = run("resume", out, "--set", "swings=2")
            self.assertEqual(ending.code, 2)
            self.assertIn("needs --scene", ending.err)
            ending, answer = run_json("resume", out, "--scene", os.path.join(out, "scene.json"),
                                      "--set", "swings=2")
            self.assertEqual(ending.code, 0, ending)
            self.assertGreater(answer["time"], 6)


class Units(unittest.TestCase):
    def test_info_shows_units_and_parameters(self):
        with folder() as place:
            scene = write_scene(place, NET)
            answer = run_json("info", scene)[1]
            self.assertEqual(answer["units"], {"length": "mm", "force": "kN", "time": "s",
                                               "mass": "kN s²/mm"})
            self.assertEqual(answer["parameters"]["k"], {
                "value": 5, "min": 1, "max": None, "scale": "linear", "unit": None,
                "label": "stiffness"})
            text = run("info", scene).out
            self.assertIn("units                 mm, kN and s", text)
            self.assertIn("k = 5, from 1: stiffness", text)
            self.assertIn("5 to 5 kN/mm", text)

    def test_results_are_labelled_and_not_converted(self):
        with folder() as place:
            scene = write_scene(place, NET)
            summary = run("solve", scene).out
            for piece in ("0.25 kN, spring 0", "0.05 mm, node 1", "position of node [mm]",
                          "reaction at node [kN]"):
                self.assertIn(piece, summary)
            self.assertIn("tension [kN]", run("solve", scene, "--table", "springs").out)
            self.assertIn("x [mm]", run("solve", scene, "--table", "nodes").out)
            page, picture = os.path.join(place, "p.html"), os.path.join(place, "p.svg")
            self.assertEqual(run("solve", scene, "--page", page, "-q").code, 0)
            self.assertEqual(run("draw", scene, "--out", picture, "-q").code, 0)
            for path, pieces in ((page, ("kN mm", "tension [kN]", " J<")), (picture, ("tension [kN]",))):
                with open(path) as file:
                    text = file.read()
                for piece in pieces:
                    self.assertIn(piece, text)
                self.assertNotIn("[N]", text)

    def test_scenes_without_units_are_labelled_as_before(self):
        answer = run_json("info", SPRINGSYS)[1]
        self.assertIsNone(answer["units"])
        self.assertIn("tension [N]", run("solve", SPRINGSYS, "--table", "springs").out)

    def test_check_warns_of_metres_among_millimetres(self):
        with folder() as place:
            scene = write_scene(place, dict(NET, gravity=[0, -9.81]))
            ending, answer = run_json("check", scene)
            self.assertEqual([w["kind"] for w in answer["warnings"]], ["gravity_unit", "weightless"])


if __name__ == "__main__":
    unittest.main()
