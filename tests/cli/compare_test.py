"""`compare`: the largest difference, where it is, and the exit code it leads to."""

import os
import unittest

from program import SPRINGSYS, folder, run, run_json, springsys, write_scene
from runs import net


def difference(answer, quantity):
    found, = [d for d in answer["differences"] if d["quantity"] == quantity]
    return found


class Scenes(unittest.TestCase):
    def test_a_scene_equals_itself(self):
        ending, answer = run_json("compare", SPRINGSYS, SPRINGSYS)
        self.assertEqual((ending.code, answer["status"], answer["largest_relative"]), (0, "within", 0))

    def test_the_largest_difference_is_reported_with_its_place(self):
        with folder() as where:
            scene = springsys()
            scene["nodes"]["position"][5] = [2, 2.5]
            scene["nodes"]["position"][4] = [-0.5, -1.25]
            other = write_scene(where, scene)
            ending, answer = run_json("compare", SPRINGSYS, other)
            self.assertEqual((ending.code, answer["status"]), (4, "beyond"))
            found = difference(answer, "position")
            self.assertEqual((found["absolute"], found["scale"], found["where"], found["a"], found["b"]),
                             (0.5, 2.5, "node 5, y", 2, 2.5))
            self.assertEqual(found["relative"], 0.2)
            self.assertEqual(run("compare", SPRINGSYS, other, "--tolerance", "0.2").code, 0)
            self.assertEqual(run("compare", SPRINGSYS, other, "--tolerance", "0.19").code, 4)
            self.assertEqual(run("compare", SPRINGSYS, other, "--tolerance", "0.19", "--quiet").out, "")
            text = run("compare", SPRINGSYS, other)
            self.assertIn("node 5, y", text.out)
            self.assertIn("above the tolerance 0", text.out)

    def test_other_springs_are_beyond_every_tolerance(self):
        with folder() as where:
            scene = springsys()
            scene["springs"][0]["ends"][1] = [1, 5]
            ending, answer = run_json("compare", SPRINGSYS, write_scene(where, scene),
                                      "--tolerance", "1e9")
            self.assertEqual(ending.code, 4)
            self.assertEqual(answer["mismatches"], ["spring 1 joins 1-4 against 1-5"])
            del scene["springs"][0]["ends"][1]
            ending, answer = run_json("compare", SPRINGSYS, write_scene(where, scene))
            self.assertEqual((ending.code, answer["mismatches"]), (4, ["5 springs against 4"]))
            scene = springsys()
            scene["nodes"]["fixed"] = [0, 1, 2]
            ending, answer = run_json("compare", SPRINGSYS, write_scene(where, scene))
            self.assertEqual((ending.code, answer["mismatches"]),
                             (4, ["node 3 is fixed on xy against no axis"]))


class Results(unittest.TestCase):
    def solved(self, where, name, *options):
        path = os.path.join(where, name)
        ending = run("solve", SPRINGSYS, "--json", *options)
        with open(path, "w") as file:
            file.write(ending.out)
        return path

    def test_two_solvers_agree_to_their_tolerance_and_not_to_the_bit(self):
        with folder() as where:
            a = self.solved(where, "a.json", "--linear-solver", "ldlt")
            b = self.solved(where, "b.json", "--method", "lbfgs")
            ending, answer = run_json("compare", a, b, "--tolerance", "1e-8")
            self.assertEqual(ending.code, 0, answer)
            names = [d["quantity"] for d in answer["differences"]]
            for name in ("position", "tension", "energy", "reaction"):
                self.assertIn(name, names)
            for name in ("seconds", "iterations", "residual"):
                self.assertNotIn(name, names)
            self.assertEqual(run("compare", a, a).code, 0)

    def test_another_status_is_beyond_every_tolerance(self):
        with folder() as where:
            a = self.solved(where, "a.json")
            b = self.solved(where, "b.json", "--max-iterations", "1")
            ending, answer = run_json("compare", a, b, "--tolerance", "1e9")
            self.assertEqual(ending.code, 4)
            self.assertIn("status is `converged` against `iteration_limit`", answer["mismatches"])

    def test_null_against_a_number_is_infinite(self):
        with folder() as where:
            a = write_scene(where, {"status": "converged", "strain": [0.5, None]}, "a.json")
            b = write_scene(where, {"status": "converged", "strain": [0.5, 1]}, "b.json")
            ending, answer = run_json("compare", a, b, "--tolerance", "1e9")
            self.assertEqual(ending.code, 4)
            self.assertIsNone(difference(answer, "strain")["absolute"])
            self.assertEqual(run("compare", a, a).code, 0)


class Runs(unittest.TestCase):
    def run_of(self, where, name, *options, **more):
        out = os.path.join(where, name)
        scene = write_scene(where, net(simulation={"duration": 0.1, "output_every": 0.02}, **more),
                            f"{name}.json")
        ending = run("run", scene, "--out", out, *options)
        self.assertEqual(ending.code, 0, ending)
        return out

    def test_a_run_equals_itself_whatever_its_format(self):
        with folder() as where:
            a = self.run_of(where, "a")
            b = self.run_of(where, "b", "--format", "npz")
            ending, answer = run_json("compare", a, b)
            self.assertEqual((ending.code, answer["notes"]), (0, []))
            self.assertEqual(difference(answer, "position")["count"], 6 * 16 * 3)

    def test_a_coarser_step_differs_and_the_time_is_reported(self):
        with folder() as where:
            a = self.run_of(where, "a", "--time-step", "1e-3")
            b = self.run_of(where, "b", "--time-step", "2e-3")
            ending, answer = run_json("compare", a, b, "--tolerance", "1e-9")
            self.assertEqual(ending.code, 4)
            found = difference(answer, "position")
            self.assertRegex(found["where"], r"^node \d+, [xyz], time 0\.\d+$")
            self.assertGreater(found["relative"], 1e-9)
            self.assertIn("tension", [d["quantity"] for d in answer["differences"]])
            self.assertIn("history.kinetic", [d["quantity"] for d in answer["differences"]])
            # Verlet's error falls with the square of the step, so a tenth is more than enough
            self.assertEqual(run("compare", a, b, "--tolerance", "0.1").code, 0)

    def test_common_frames_are_compared(self):
        with folder() as where:
            a = self.run_of(where, "a", "--time-step", "1e-3")
            b = self.run_of(where, "b", "--time-step", "1e-3", "--output-every", "0.05")
            ending, answer = run_json("compare", a, b, "--tolerance", "0")
            self.assertIn("2 of 6 and 3 frames are in both; 5 in one alone", answer["notes"])
            self.assertEqual(difference(answer, "position")["absolute"], 0)


class Tables(unittest.TestCase):
    def test_columns_are_compared_by_heading(self):
        with folder() as where:
            a = write_scene(where, "time,x,name\n0,1,a\n1,2,\"b, c\"\n", "a.csv")
            b = write_scene(where, "time,name,x,more\n0,a,1,5\n1,\"b, c\",2.5,5\n", "b.csv")
            ending, answer = run_json("compare", a, b)
            self.assertEqual(ending.code, 4)
            self.assertEqual(difference(answer, "x")["where"], "row 2 (time 1)")
            self.assertEqual(difference(answer, "x")["relative"], 0.2)
            self.assertEqual(answer["notes"], ["the column more is in the second alone"])
            self.assertEqual(answer["mismatches"], [])


class Refusals(unittest.TestCase):
    def test_mistakes_are_named(self):
        with folder() as where:
            result = write_scene(where, {"status": "converged"}, "a.json")
            broken = write_scene(where, "{\"status\": ", "broken.json")
            for code, part, words in ((2, "needs two results", [SPRINGSYS]),
                                      (2, "must be a number from 0 on",
                                       [SPRINGSYS, SPRINGSYS, "--tolerance", "-1"]),
                                      (3, "two of a kind can be compared", [SPRINGSYS, result]),
                                      (3, "", [result, broken]),
                                      (5, "cannot be read", [result, os.path.join(where, "no.json")]),
                                      (5, "no scene.json", [where, where])):
                ending, answer = run_json("compare", *words)
                self.assertEqual(ending.code, code, ending)
                self.assertIn(part, answer["errors"][0]["message"])


if __name__ == "__main__":
    unittest.main()
