"""`tensio modes`: its object, its tables, its options and its endings."""

import math
import os
import unittest
import xml.etree.ElementTree as ElementTree

from program import EXAMPLES, PLAIN, SPRINGSYS, folder, run, run_json, springsys, write_scene

SVG = "{http://www.w3.org/2000/svg}"
KEYS = ["status", "reason", "about", "iterations", "residual", "residual_force", "unknowns",
        "has_mass", "complete", "modes", "bars", "rank", "self_stress", "mechanisms", "position",
        "tension", "method", "linear_solver", "seconds", "load_seconds", "compile_seconds"]
MODE_KEYS = ["kind", "frequency", "angular_frequency", "eigenvalue", "growth_rate", "modal_mass",
             "shape"]


def string(rest_length, mass=1.0, springs=4):
    """A row of nodes a metre apart in the plane, both ends fixed."""
    return {"tensio": 1, "dimension": 2,
            "nodes": {"position": [[i, 0] for i in range(springs + 1)], "mass": mass,
                      "fixed": [0, springs]},
            "springs": [{"ends": [[i, i + 1] for i in range(springs)], "stiffness": 2,
                         "rest_length": rest_length}]}


class Object(unittest.TestCase):
    def test_every_example_has_its_modes(self):
        for scene in PLAIN:
            with self.subTest(scene):
                ending, answer = run_json("modes", scene)
                self.assertEqual((ending.code, ending.err), (0, ""), ending)
                self.assertEqual(list(answer), KEYS)
                self.assertEqual(answer["status"], "found")
                self.assertTrue(answer["complete"])
                self.assertEqual(len(answer["modes"]), min(10, answer["unknowns"]))
                _, rest = run_json("solve", scene)
                self.assertEqual(answer["position"], rest["position"])
                self.assertEqual(answer["mechanisms"]["count"], rest["mechanisms"])
                for mode in answer["modes"]:
                    self.assertEqual(list(mode), MODE_KEYS)
                    self.assertEqual(len(mode["shape"]), len(answer["position"]))
                    largest = max(abs(x) for row in mode["shape"] for x in row)
                    self.assertAlmostEqual(largest, 1, places=5)
                values = [mode["eigenvalue"] for mode in answer["modes"]]
                self.assertEqual(values, sorted(values))

    def test_a_combination_has_modes_of_its_own(self):
        scene = next(path for path in EXAMPLES if path not in PLAIN)
        ending, _ = run_json("modes", scene)
        self.assertEqual(ending.code, 2)
        self.assertIn("--combination NAME", ending.out)
        ending, answer = run_json("modes", scene, "--combination", "snow")
        self.assertEqual(ending.code, 0, ending)
        _, rest = run_json("solve", scene, "--combination", "snow")
        self.assertEqual(answer["position"], rest["position"])

    def test_a_tight_string(self):
        with folder() as where:
            _, answer = run_json("modes", write_scene(where, string(0.75)), "--count", "all")
        # Across q = T/l = 0.5, along k = 2.
        exact = sorted(math.sqrt(stiffness * (2 - 2 * math.cos(j * math.pi / 4)))
                       for stiffness in (0.5, 2) for j in (1, 2, 3))
        self.assertEqual(answer["unknowns"], 6)
        for mode, w in zip(answer["modes"], exact, strict=True):
            self.assertAlmostEqual(mode["angular_frequency"], w, places=13)
            self.assertAlmostEqual(mode["frequency"], w / (2 * math.pi), places=13)
            self.assertEqual((mode["kind"], mode["growth_rate"]), ("elastic", 0))
        self.assertEqual((answer["bars"], answer["rank"]), (4, 3))
        self.assertEqual(answer["self_stress"]["count"], 1)
        for tension in answer["self_stress"]["states"][0]:
            self.assertAlmostEqual(tension, 0.5, places=14)
        mechanisms = answer["mechanisms"]
        self.assertEqual((mechanisms["count"], mechanisms["rigid"], mechanisms["stiffened"]),
                         (3, 0, 3))
        self.assertEqual(len(mechanisms["shapes"]), 3)

    def test_the_drawn_shape_may_be_unstable(self):
        with folder() as where:
            scene = write_scene(where, string(1.5, springs=2))
            _, drawn = run_json("modes", scene, "--about", "drawn")
            _, rest = run_json("modes", scene)
            text = run("modes", scene, "--about", "drawn").out
        first = drawn["modes"][0]
        self.assertEqual((first["kind"], first["frequency"]), ("unstable", None))
        # T/l = 2 (1 - 1.5) in two springs.
        self.assertAlmostEqual(first["eigenvalue"], -2, places=13)
        self.assertAlmostEqual(first["growth_rate"], math.sqrt(2), places=13)
        self.assertEqual((drawn["about"], rest["about"]), ("drawn", "rest"))
        self.assertEqual(rest["modes"][0]["kind"], "elastic")
        self.assertIn("grows at rate 1.414214", text)

    def test_without_mass_the_stiffness_alone(self):
        with folder() as where:
            scene = write_scene(where, string(0.75, mass=0, springs=2))
            _, answer = run_json("modes", scene)
            text = run("modes", scene).out
        self.assertFalse(answer["has_mass"])
        self.assertEqual([mode["frequency"] for mode in answer["modes"]], [None, None])
        self.assertAlmostEqual(answer["modes"][1]["eigenvalue"], 4, places=13)
        self.assertIn("of the stiffness matrix alone", text)

    def test_the_same_bits_on_any_number_of_threads(self):
        results = [run_json("modes", PLAIN[2], "--threads", n)[1] for n in (1, 3)]
        for answer in results:
            for key in ("seconds", "load_seconds", "compile_seconds"):
                del answer[key]
        self.assertEqual(*results)


class Tables(unittest.TestCase):
    def test_they_name_the_nodes_that_move(self):
        scene = string(0.75)
        scene["nodes"]["name"] = ["", "", "middle", "", ""]
        with folder() as where:
            ending = run("modes", write_scene(where, scene))
        self.assertEqual((ending.code, ending.err), (0, ""), ending)
        self.assertIn("found 6 modes about the equilibrium (0 iterations, residual 0)", ending.out)
        self.assertRegex(ending.out, r"self-stress +1 state\n")
        self.assertRegex(ending.out, r"mechanisms +3, of which tension stiffens 3\n")
        self.assertRegex(ending.out, r"(?m)^ +1 +elastic +0\.0861.* +0\.5411.* 2 \(middle\), along y$")
        self.assertRegex(ending.out, r"(?m)^ +1 +0\.2928.*  2 \(middle\), ")

    def test_quiet_prints_nothing(self):
        ending = run("modes", SPRINGSYS, "-q")
        self.assertEqual((ending.code, ending.out, ending.err), (0, "", ""))


class Endings(unittest.TestCase):
    def test_no_rest_state(self):
        scene = springsys()
        del scene["nodes"]["fixed"]
        scene["loads"] = [{"node": 5, "force": [1, 0]}]
        with folder() as where:
            path = write_scene(where, scene)
            ending, answer = run_json("modes", path)
            quiet = run("modes", path, "-q")
        self.assertEqual((ending.code, answer["status"]), (4, "no_equilibrium"))
        self.assertEqual((answer["modes"], answer["self_stress"]), ([], None))
        self.assertEqual((quiet.code, quiet.out), (4, ""))
        self.assertTrue(quiet.err.startswith("no_equilibrium: "), quiet)

    def test_a_node_without_mass_that_nothing_holds(self):
        with folder() as where:
            path = write_scene(where, string(1, mass=[0, 1, 0, 0, 0]))
            ending, answer = run_json("modes", path)
        self.assertEqual((ending.code, answer["status"]), (4, "no_modes"))
        self.assertRegex(answer["reason"], "node [23] has no mass")
        self.assertEqual(answer["mechanisms"]["count"], 3)

    def test_pictures_of_the_modes_are_written_on_demand(self):
        with folder() as where:
            scene = write_scene(where, string(0.5))
            picture, movie, page = (os.path.join(where, name) for name in ("a.svg", "b.svg", "c.html"))
            ending, answer = run_json("modes", scene, "--count", "3", "--picture", picture, "--movie", movie)
            self.assertEqual(ending.code, 0, ending)
            self.assertEqual(run("modes", scene, "--count", "3", "--movie", page).code, 0)
            root = ElementTree.parse(picture).getroot()
            captions = [text.text for text in root.iter(f"{SVG}text")]
            for i, mode in enumerate(answer["modes"]):
                self.assertIn(f"{i + 1}: elastic, {mode['frequency']:.4g} Hz", captions)
            self.assertEqual(len(list(root.iter(f"{SVG}animate"))), 0)
            self.assertEqual(len(list(ElementTree.parse(movie).getroot().iter(f"{SVG}animate"))), 3 * 13)
            with open(page) as file, open(movie) as svg:
                self.assertIn(svg.read(), file.read())
            for words, part in ((["--picture", picture], "--force"),
                                (["--picture", "x.png"], "must be .svg"),
                                (["--movie", "x.mp4"], "must be .svg or .html"),
                                (["--inner"], "give --picture FILE or --movie FILE"),
                                (["--movie", movie, "--view", "top", "--force"], "2D")):
                ending = run("modes", scene, *words)
                self.assertEqual(ending.code, 2, ending)
                self.assertIn(part, ending.err)

    def test_bad_options_are_named(self):
        for words, fragment in ((["--count", "0"], "--count 0: must be a whole number from 1 on, or all"),
                                (["--count", "al"], "--count al: must be"),
                                (["--about", "drawing"], "did you mean drawn?"),
                                (["--method", "linear"], "the method linear finds no equilibrium"),
                                (["--out", "x"], "`modes` has no option --out")):
            with self.subTest(words):
                ending = run("modes", SPRINGSYS, *words)
                self.assertIn(ending.code, (2, 3))
                self.assertIn(fragment, ending.err)


if __name__ == "__main__":
    unittest.main()
