"""What `check`, `solve` and `run` warn of before they begin, in the same sentences."""

import unittest

from program import MOVING, EXAMPLES, folder, parse, run, run_json, write_scene


def net(**more):
    """Three nodes in a row, the middle one free."""
    scene = {"tensio": 1, "dimension": 2,
             "nodes": {"position": [[0, 0], [1, 0], [2, 0]], "fixed": [0, 2]},
             "springs": [{"ends": [[0, 1], [1, 2]], "stiffness": 100, "rest_length": 0.9}]}
    nodes = dict(scene["nodes"], **more.pop("nodes", {}))
    return dict(scene, nodes=nodes, **more)


def oscillator(**simulation):
    """A mass on a spring with a dashpot, drawn 0.1 m too long: k = 100 N/m, m = 1 kg, c = 20 N s/m,
    which is critical damping."""
    return {"tensio": 1, "dimension": 2,
            "nodes": {"position": [[0, 0], [1.1, 0]], "fixed": [0], "mass": 1},
            "springs": [{"ends": [[0, 1]], "stiffness": 100, "rest_length": 1, "damping": 20}],
            "simulation": {"integrator": "explicit_euler", "time_step": 0.01, "duration": 5,
                           **simulation}}


class Warned(unittest.TestCase):
    def sentences(self, verb, scene, *words):
        """The same on standard error in words and with --json, where standard output is JSON."""
        with folder() as where:
            path = write_scene(where, scene)
            plain = run(verb, path, *words, "-q")
            ending = run(verb, path, *words, "--json")
            answer = parse(ending.out)
        reported = [line for line in plain.err.splitlines() if line.startswith("warning: ")]
        self.assertEqual([line for line in ending.err.splitlines()], reported, ending)
        reported = [line[len("warning: "):] for line in reported]
        if "warnings" in answer:
            self.assertEqual(answer["warnings"], reported)
        return reported

    def kinds(self, scene):
        with folder() as where:
            return [w["kind"] for w in run_json("check", write_scene(where, scene))[1]["warnings"]]


class Silence(Warned):
    def test_gravity_without_mass(self):
        scene = net(gravity=[0, -9.81])
        self.assertEqual(self.kinds(scene), ["weightless"])
        reported = self.sentences("solve", scene)
        self.assertEqual(len(reported), 1)
        self.assertIn("gravity acts on nothing", reported[0])
        for mass in ({"nodes": {"mass": 1}},
                     {"springs": [{"ends": [[0, 1], [1, 2]], "stiffness": 100,
                                   "mass_per_length": 1}]}):
            self.assertEqual(self.sentences("solve", net(gravity=[0, -9.81], **mass)), [])

    def test_what_solve_ignores(self):
        scene = net(nodes={"mass": 1, "area": 1}, wind={"velocity": [3, 0]},
                    events=[{"at": 1, "free": [0]}],
                    obstacles=[{"kind": "plane", "point": [0, -1], "normal": [0, 1],
                                "friction": 0.3}])
        self.assertEqual(self.kinds(scene), ["not_in_solve"])
        self.assertEqual(self.sentences("solve", scene),
                         ["`solve` ignores the wind, the friction of 1 obstacle and 1 event: only "
                          "`run` takes such things into account"])
        self.assertEqual(self.sentences("run", scene, "--duration", "2"), [])

    def test_what_changes_with_time(self):
        wave = {"sine": {"amplitude": 1, "frequency": 2}}
        scene = net(loads=[{"nodes": [1], "force": [wave, 0]}])
        self.assertEqual(self.sentences("solve", scene),
                         ["1 load changes with time: `solve` takes its value at time 0"])
        scene["nodes"]["fixed"] = [0, {"nodes": [2], "move": [wave, 0]}]
        self.assertEqual(self.sentences("solve", scene),
                         ["1 load and 1 entry of `fixed` change with time: `solve` takes their "
                          "values at time 0"])

    def test_an_unattached_free_mass(self):
        scene = net(nodes={"position": [[0, 0], [1, 0], [2, 0], [5, 5]], "mass": 1})
        self.assertEqual(self.kinds(scene), ["unattached_mass"])
        self.assertEqual(self.sentences("solve", scene),
                         ["node 3 is free and has mass or a load but no spring: nothing holds it"])
        self.assertEqual(self.sentences("run", scene, "--duration", "0.1"),
                         ["node 3 is free and has mass or a load but no spring: it moves by itself"])
        # a scene of particles has no springs at all
        particles = net(nodes={"fixed": [], "mass": 1}, springs=[])
        self.assertEqual(self.sentences("run", particles, "--duration", "0.1"), [])

    def test_a_time_step_longer_than_the_duration(self):
        reported = self.sentences("run", net(nodes={"mass": 1}), "--duration", "0.01", "--time-step",
                              "0.02", "--integrator", "implicit_euler")
        self.assertEqual(reported, ["the time step 0.02 is longer than the duration 0.01: the run is "
                                "one step, which ends at 0.02"])
        scene = net(nodes={"mass": 1}, simulation={"integrator": "bdf2", "time_step": 0.02,
                                                   "duration": 0.01})
        self.assertEqual(self.kinds(scene), ["long_step"])

    def test_a_time_step_above_the_stable_one_is_reported_before_the_run(self):
        # w² = 2 k (along) at m = 1: the limit of velocity_verlet is 2 / sqrt(200) = 0.1414 s
        scene = net(nodes={"mass": 1}, simulation={"integrator": "velocity_verlet",
                                                   "time_step": 0.15, "duration": 1})
        self.assertEqual(self.kinds(scene), ["unstable_step"])
        reported = self.sentences("run", scene)
        self.assertEqual(len(reported), 1)
        self.assertIn("is 1.06 times the 0.141 up to which velocity_verlet is stable", reported[0])
        with folder() as where:
            path = write_scene(where, scene)
            self.assertIn(reported[0], run("check", path).out)
            ending = run("run", path)
            self.assertTrue(ending.err.startswith("warning: "), ending)
        scene["simulation"]["time_step"] = 0.14
        self.assertEqual((self.kinds(scene), self.sentences("run", scene)), ([], []))

    def test_examples_are_not_warned_of(self):
        for path in EXAMPLES:
            ending = run("solve", path, "-q")
            self.assertNotIn("warning: ", ending.err.replace("warning: nodes that can move", ""),
                             path)
        for path in MOVING:
            ending, answer = run_json("check", path)
            kinds = [w["kind"] for w in answer["warnings"]]
            self.assertEqual([k for k in kinds if k not in ("slack_at_start", "coincident_ends",
                                                            "double_spring")], [], path)


class Contradiction(Warned):
    """Explicit Euler on y'' = -100 y - c y': 1 + h m with m = (-c ± sqrt(c² - 400)) / 2 must not be
    larger than 1. With c = 20 that is h <= 0.2, with c = 0.5 it is h <= c / k = 0.005."""

    def test_enough_damping_is_not_warned_of(self):
        self.assertEqual(self.sentences("run", oscillator()), [])
        self.assertEqual(self.kinds(oscillator()), [])
        with folder() as where:
            ending, answer = run_json("run", write_scene(where, oscillator()))
        self.assertAlmostEqual(answer["stable_time_step"], 0.2, delta=0.02)
        # x(t) = 0.1 (1 + 10 t) exp(-10 t) is below 1e-18 by then
        self.assertAlmostEqual(answer["position"][1][0], 1, delta=1e-9)

    def test_too_little_damping_is(self):
        scene = oscillator()
        scene["springs"][0]["damping"] = 0.5
        reported = self.sentences("run", scene)
        self.assertEqual(len(reported), 1)
        self.assertIn("0.005 up to which explicit_euler is certainly stable", reported[0])

    def test_advice_after_a_blow_up_agrees_with_the_warning(self):
        for damping in (0, 0.1, 0.5, 5, 20):
            for step, duration in ((0.3, 1e4), (0.3, 5), (0.05, 1e4)):
                scene = oscillator(time_step=step, duration=duration)
                scene["springs"][0]["damping"] = damping
                with self.subTest(damping=damping, step=step), folder() as where:
                    path = write_scene(where, scene)
                    ending, answer = run_json("run", path)
                    reported = " ".join(answer["warnings"])
                    if answer["status"] != "blew_up":
                        continue
                    self.assertNotEqual(reported, "")
                    grows = "is unstable at any time step" in reported
                    self.assertEqual("would have been stable" in answer["reason"], not grows, answer)
                    self.assertEqual("stable at no time step" in answer["reason"], grows, answer)


if __name__ == "__main__":
    unittest.main()
