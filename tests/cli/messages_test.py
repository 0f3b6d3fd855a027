"""Words of other programs, and mistakes that come in hundreds: each has the right answer."""

import os
import unittest

from program import SPRINGSYS, folder, run, run_json, springsys, write_scene

MOVING = {"tensio": 1, "dimension": 2,
          "nodes": {"position": [[0, 0], [1.1, 0]], "fixed": [0], "mass": 1},
          "springs": [{"ends": [[0, 1]], "stiffness": 100, "rest_length": 1}],
          "simulation": {"time_step": 0.01, "duration": 0.1}}


class Words(unittest.TestCase):
    def setUp(self):
        self.folder = folder()
        self.scene = write_scene(self.folder.name, MOVING)
        self.addCleanup(self.folder.cleanup)

    def refused(self, words, *fragments, code=2):
        ending = run(*words)
        self.assertEqual((ending.code, ending.out), (code, ""), ending)
        for fragment in fragments:
            self.assertIn(fragment, ending.err)

    def test_options_of_other_programs(self):
        for word, here in (("--dt", "--time-step"), ("--timestep", "--time-step"),
                           ("--time", "--duration"), ("-o", "--out"), ("--jobs", "--threads"),
                           ("--solver", "--linear-solver")):
            self.refused(["run", self.scene, word, "1"], f"there is no option {word}",
                         f"did you mean {here}?")
        # only where the command has it
        self.refused(["info", self.scene, "--dt", "1"], "`tensio help info`")

    def test_commands_of_other_programs(self):
        for word, here in (("simulate", "run"), ("Simulate", "run"), ("plot", "draw"),
                           ("validate", "check"), ("export", "convert"), ("animate", "movie")):
            self.refused([word, self.scene], f"there is no command `{word}`",
                         f"did you mean `{here}`?")

    def test_names_in_capitals_or_with_dashes_are_understood(self):
        for word, here in (("RK4", "rk4"), ("Velocity-Verlet", "velocity_verlet"),
                           ("BDF2", "bdf2")):
            ending, answer = run_json("run", self.scene, "--integrator", word)
            self.assertEqual((ending.code, answer["integrator"]), (0, here), ending)
        self.refused(["run", self.scene, "--integrator", "Leapfrog"], "is called velocity_verlet")

    def test_a_pendulum_is_explained(self):
        self.refused(["new", "pendulum"], "tensio new chain --links 1", "`chain.first`")
        # what it says works: a rod of 1 m that falls from the horizontal swings through the middle
        path = os.path.join(self.folder.name, "pendulum.json")
        self.assertEqual(run("new", "chain", "--links", "1", "--length", "1", "--span", "1", "--out",
                             path, "-q").code, 0)
        with open(path) as file:
            text = file.read()
        self.assertIn("chain.ends", text)
        with open(path, "w") as file:
            file.write(text.replace("chain.ends", "chain.first"))
        ending, answer = run_json("run", path, "--duration", "1.5")
        self.assertEqual(ending.code, 0, ending)
        self.assertLess(answer["position"][1][0], 0)

    def test_times_take_units(self):
        for words, step in ((["--time-step", "1ms"], 0.001), (["--time-step", "2 ms"], 0.002),
                            (["--time-step=1e3us"], 0.001), (["--time-step", "0.005"], 0.005)):
            ending, answer = run_json("run", self.scene, *words)
            self.assertEqual((ending.code, answer["time_step"]), (0, step), ending)
        _, answer = run_json("run", self.scene, "--duration", "50ms")
        self.assertEqual(answer["steps"], 5)
        # in a scene in milliseconds 1 ms is 1
        scene = dict(MOVING, units={"time": "ms"}, simulation={"duration": 20, "time_step": 1})
        path = write_scene(self.folder.name, scene, "ms.json")
        _, answer = run_json("run", path, "--time-step", "2ms", "--duration", "0.01 s")
        self.assertEqual((answer["time_step"], answer["steps"]), (2, 5))
        self.refused(["run", self.scene, "--time-step", "1kg"], "--time-step 1kg",
                     "`1kg` is a mass")
        self.refused(["run", self.scene, "--time-step", "1 fortnight"], "`fortnight` is not a known unit")
        self.refused(["run", self.scene, "--time-step", "-1ms"], "positive")
        self.refused(["run", self.scene, "--duration", "soon"], "positive number of seconds")

    def test_a_resumed_run_keeps_a_time_with_a_unit(self):
        where = os.path.join(self.folder.name, "out")
        ending = run("run", self.scene, "--time-step", "1ms", "--out", where, "-q")
        self.assertEqual(ending.code, 0, ending)
        _, answer = run_json("resume", where)
        self.assertEqual((answer["time_step"], answer["steps"]), (0.001, 100))

    def test_a_mesh_is_answered_with_convert(self):
        path = os.path.join(self.folder.name, "x.obj")
        with open(path, "w") as file:
            file.write("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        for verb in ("solve", "run", "check", "info", "modes"):
            self.refused([verb, path], "is not a scene, but a file in the format obj",
                         f"tensio convert {path} x.json --stiffness 100", f"`tensio {verb} x.json`")


class Parameters(unittest.TestCase):
    SCENE = {"tensio": 1, "dimension": 2,
             "parameters": {"ks": 100, "double": "=2*ks", "pull": "5 N", "span": "1 m",
                            "per_span": "=pull/span"},
             "nodes": {"position": [[0, 0], ["=span", 0], [2, 0]], "fixed": [0, 2]},
             "springs": [{"ends": [[0, 1]], "stiffness": "=ks", "rest_length": 0.9},
                         {"ends": [[1, 2]], "stiffness": "=double + per_span", "rest_length": 0.9}],
             "loads": [{"nodes": [1], "force": ["=pull", 0]}]}

    def ending(self, *words):
        with folder() as where:
            return run("check", write_scene(where, self.SCENE), *words)

    def test_a_unit_must_fit_where_the_parameter_stands(self):
        for setting, fragments in (
                ("ks=10 N", ["`stiffness` is a force per length; `=ks` is a force, with ks = 10 N"]),
                ("pull=3 kg", ["`force` is a force; `=pull` is a mass, with pull = 3 kg"]),
                ("span=2 s", ["`position` is a length; `=span` is a time"])):
            ending = self.ending("--set", setting)
            self.assertEqual(ending.code, 3, ending)
            for fragment in fragments:
                self.assertIn(fragment, ending.err)

    def test_formulas_carry_the_units_along(self):
        ending = self.ending("--set", "double=2*pull")
        self.assertEqual(ending.code, 0, ending)  # a sum of unlike things: nothing is known of it
        ending = self.ending("--set", "ks=2*pull")
        self.assertEqual(ending.code, 3, ending)
        self.assertIn("`=ks` is a force, with ks = 2*pull, with pull = 5 N", ending.err)
        for good in ("ks=10 N/m", "ks=1 kN/mm", "ks=7", "ks=2*pull/span", "ks=sqrt(pull^2/span^2)",
                     "ks=max(pull, 3)/span", "pull=2 kN"):
            ending = self.ending("--set", good)
            self.assertEqual(ending.code, 0, f"{good}: {ending}")


class Hundreds(unittest.TestCase):
    def test_mistakes_that_differ_in_numbers_alone_are_reported_once(self):
        scene = springsys()
        scene["springs"][0]["ends"] += [[0, 100 + i] for i in range(100)]
        scene["nodez"] = 1
        with folder() as where:
            path = write_scene(where, scene)
            ending, answer = run_json("check", path)
            text = run("check", path)
        self.assertEqual((ending.code, text.code), (3, 3))
        messages = [error["message"] for error in answer["errors"]]
        self.assertEqual(messages[0], "spring 5 joins node 100, but the nodes are 0 to 5 (and 99 "
                                      "others like this)")
        self.assertEqual(len(messages), 2, messages)
        self.assertEqual(text.err.count("error: "), 2)
        self.assertIn(messages[0], text.err)

    def test_a_few_are_reported_one_by_one(self):
        scene = springsys()
        scene["springs"][0]["ends"] += [[0, 100], [0, 101], [0, 102]]
        with folder() as where:
            _, answer = run_json("check", write_scene(where, scene))
        self.assertEqual(len(answer["errors"]), 3)

    def test_names_do_not_keep_them_apart(self):
        scene = springsys()
        count = len(scene["nodes"]["position"])
        scene["nodes"]["name"] = [f"node {chr(97 + i)}" for i in range(count)]
        with folder() as where:
            path = write_scene(where, scene)
            ending, answer = run_json("run", path, "--duration", "1")
        self.assertEqual(ending.code, 3)
        scene["nodes"]["position"] += [[3, i] for i in range(20)]
        scene["nodes"]["name"] += [f"mast {chr(97 + i)}" for i in range(20)]
        with folder() as where:
            _, answer = run_json("run", write_scene(where, scene), "--duration", "1")
        self.assertEqual(len(answer["errors"]), 1, answer)
        self.assertRegex(answer["errors"][0]["message"],
                         r"^node 4 \(node e\) is free and has no mass.*\(and 21 others like this\)$")

    def test_very_many_are_not_all_counted(self):
        scene = springsys()
        scene["springs"][0]["ends"] += [[0, 100 + i] for i in range(5000)]
        with folder() as where:
            _, answer = run_json("check", write_scene(where, scene))
        self.assertEqual(len(answer["errors"]), 1)
        self.assertIn("(and 999 or more others like this)", answer["errors"][0]["message"])


if __name__ == "__main__":
    unittest.main()
