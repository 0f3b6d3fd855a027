"""tensio bench: what it measures, and what it refuses. No test looks at how long anything took."""

import unittest

from program import SPRINGSYS, folder, run, run_json, write_scene

WORKS = ["explicit", "linearly_implicit", "backward_euler", "prefactored", "rest"]
RESULT = ["work", "nodes", "springs", "steps", "value", "unit", "seconds", "note"]
SWING = {"tensio": 1, "dimension": 2, "gravity": [0, -9.81],
         "nodes": {"position": [[0, 0], [1, 0], [2, 0]], "mass": 1, "fixed": [0]},
         "springs": [{"ends": [[0, 1], [1, 2]], "stiffness": 500}],
         "simulation": {"integrator": "velocity_verlet", "time_step": 0.001, "duration": 1}}


class Bench(unittest.TestCase):
    def measured(self, *words):
        ending, answer = run_json("bench", *words)
        self.assertEqual(ending.code, 0, ending)
        self.assertEqual(answer["status"], "ok")
        for result in answer["results"]:
            self.assertEqual(list(result), RESULT)
            self.assertGreater(result["value"], 0)
            for seconds in result["seconds"]:
                self.assertGreater(seconds, 0)
        return answer

    def test_the_machine_is_measured_with_nets_of_its_own(self):
        answer = self.measured("--quick")
        self.assertEqual([result["work"] for result in answer["results"]], WORKS)
        self.assertEqual((answer["quick"], answer["threads"]), (True, 1))
        self.assertGreater(answer["limits"]["stream_bytes"], 0)
        self.assertGreater(answer["limits"]["product_flops"], 0)
        self.assertEqual([result["nodes"] for result in answer["results"]], [3600, 400, 400, 400, 900])
        self.assertEqual([len(result["seconds"]) for result in answer["results"]], [1] * 5)

    def test_works_can_be_chosen_and_repeated(self):
        answer = self.measured("--quick", "--only", "rest", "--only", "explicit", "--repeat", "2", "--threads", "2")
        self.assertEqual([result["work"] for result in answer["results"]], ["explicit", "rest"])
        self.assertEqual([len(result["seconds"]) for result in answer["results"]], [2, 2])
        self.assertEqual(answer["threads"], 2)

    def test_people_get_a_table_and_progress_on_standard_error(self):
        ending = run("bench", "--quick", "--only", "rest")
        self.assertEqual(ending.code, 0, ending)
        self.assertRegex(ending.out, r"(?m)^memory bandwidth +\d.* GB/s$")
        self.assertRegex(ending.out, r"(?m)^rest +900 +1,740 ")
        self.assertIn("measuring the equilibrium of a stretched net", ending.err)
        self.assertEqual(run("bench", "--quick", "--only", "rest", "--quiet").err, "")

    def test_a_scene_at_rest_is_solved(self):
        answer = self.measured(SPRINGSYS, "--repeat", "2")
        result, = answer["results"]
        self.assertEqual((result["work"], result["unit"], result["nodes"], result["springs"]), ("solve", "s", 6, 5))
        self.assertEqual(len(result["seconds"]), 2)
        for key in ("load_seconds", "compile_seconds", "memory"):
            self.assertGreater(answer[key], 0)
        text = run("bench", SPRINGSYS).out
        for label in ("reading", "compiling", "solving"):
            self.assertRegex(text, rf"(?m)^{label} ")

    def test_springs_that_break_do_so_in_the_solve_that_is_measured(self):
        scene = {"tensio": 1, "dimension": 2, "gravity": [0, -9.81],
                 "nodes": {"position": [[0, 0], [0, -1]], "mass": 10, "fixed": [0]},
                 "springs": [{"ends": [[0, 1]], "stiffness": 1000, "break": {"force": 50}}]}
        with folder() as place:
            ending, answer = run_json("bench", write_scene(place, scene))
        self.assertEqual((ending.code, answer["status"]), (4, "not_converged"))

    def test_stages_and_combinations_are_solved_as_solve_does(self):
        hanging = {"tensio": 1, "dimension": 2,
                   "nodes": {"position": [[0, 0], [0, -1]], "fixed": [0]},
                   "springs": [{"name": "rope", "law": "cable", "ends": [[0, 1]], "stiffness": 1000}]}
        lift = {"loads": [{"nodes": [1], "force": [0, -5]}, {"nodes": [1], "force": [0, 9], "case": "lift"}],
                "combinations": {"up": {"lift": 1}, "twice": {"lift": 2}}}
        stages = {"loads": [{"nodes": [1], "force": [0, -5]}],
                  "stages": [{"springs": "rope", "rest_length_change": 0.1}]}
        for more in (lift, stages):
            with folder() as place:
                scene = write_scene(place, hanging | more)
                solved, _ = run_json("solve", scene)
                self.assertEqual(solved.code, 0, solved)
                self.measured(scene, "--repeat", "1")
        # One combination that does not converge: `bench` reports what `solve` reports.
        lift["combinations"]["endless"] = {"lift": 1e300}
        with folder() as place:
            scene = write_scene(place, hanging | lift | {"equilibrium": {"max_iterations": 3}})
            ending, answer = run_json("bench", scene)
            self.assertEqual(run("solve", scene).code, 4)
            self.assertEqual((ending.code, answer["status"]), (4, "not_converged"))

    def test_a_scene_that_moves_is_stepped(self):
        with folder() as place:
            scene = write_scene(place, SWING)
            result, = self.measured(scene, "--quick")["results"]
            self.assertEqual((result["work"], result["unit"], result["note"]), ("run", "ms a step", "velocity_verlet"))
            self.assertLess(result["steps"], 1000)
            self.assertRegex(run("bench", scene, "--quick").out, r"(?m)^steps +\S+ steps/s, ")

    def test_what_does_not_converge_is_reported(self):
        with folder() as place:
            scene = write_scene(place, SWING | {"simulation": {"integrator": "velocity_verlet", "time_step": 0.5,
                                                               "duration": 1000}})
            ending, answer = run_json("bench", scene)
            self.assertEqual((ending.code, answer["status"]), (4, "not_converged"))
            ending = run("bench", scene)
            self.assertEqual((ending.code, ending.out), (4, ""))
            self.assertIn(answer["reason"], ending.err)

    def test_mistakes_are_named(self):
        for words, fragments in ((["--only", "speed"], ["--only speed", "must be one of explicit, "]),
                                 (["--repeat", "0"], ["--repeat 0", "whole number from 1"]),
                                 (["--only"], ["--only needs a value"]),
                                 (["a.json", "b.json"], ["one too many"]),
                                 (["absent.json"], ["absent.json"])):
            ending = run("bench", *words)
            self.assertNotEqual(ending.code, 0)
            for fragment in fragments:
                self.assertIn(fragment, ending.err)


if __name__ == "__main__":
    unittest.main()
