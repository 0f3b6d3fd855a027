"""`solve` with load cases, combinations, stages, temperatures and moves; --materialise."""

import json
import math
import os
import unittest

from program import SOURCE, folder, run, run_json, springsys, without_times, write_scene

CASES = os.path.join(SOURCE, "examples", "08_cable_net_cases", "scene.json")
FORCE_DENSITIES = os.path.join(SOURCE, "examples", "05_force_density_net", "scene.json")
AREA = math.pi * 0.016 ** 2 / 4  # of the example's strand


def read(path):
    with open(path) as file:
        return json.load(file)


def total(reactions, axis):
    return sum(row[axis] for row in reactions.values())


class AllCombinations(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.ending, cls.answer = run_json("solve", CASES)
        cls.factors = read(CASES)["combinations"]

    def test_the_object_has_the_base_each_combination_and_the_envelope(self):
        self.assertEqual(self.ending.code, 0)
        self.assertEqual(list(self.answer),
                         ["status", "stages", "base", "combinations", "combinations_note", "envelope"])
        self.assertEqual(self.answer["status"], "converged")
        self.assertEqual(list(self.answer["combinations"]), list(self.factors))
        for name, one in self.answer["combinations"].items():
            self.assertEqual(one["combination"], name)
            self.assertEqual(one["factors"], self.factors[name])
            self.assertEqual(one["status"], "converged")
            self.assertLess(one["residual"], 1e-10)
            self.assertTrue(one["stable"])

    def test_supports_hold_the_factored_loads(self):
        # 25 inner nodes; the net weighs 1.26 kg per metre of rest length, as `info` adds up
        # before the stage, which shortens 30 springs by 0.6 mm.
        _, info = run_json("info", CASES)
        weight = 9.81 * (info["total_mass"] - 30 * 0.0006 * 1.26)
        for name, factors in self.factors.items():
            load = factors["gravity"] * -weight + factors["cladding"] * 25 * -400
            load += factors.get("snow", 0) * 25 * -3200 + factors.get("wind", 0) * 25 * 2000
            reaction = self.answer["combinations"][name]["reaction"]
            self.assertAlmostEqual(total(reaction, 2), -load, delta=1e-5, msg=name)
            wind = factors.get("wind", 0) * 25 * 300
            self.assertAlmostEqual(total(reaction, 0), -wind, delta=1e-5, msg=name)
        self.assertAlmostEqual(total(self.answer["base"]["reaction"], 2), 0, delta=1e-5)

    def test_displacements_are_from_the_base(self):
        base = self.answer["base"]["position"]
        for one in self.answer["combinations"].values():
            for row, before, moved in zip(one["position"], base, one["displacement"]):
                self.assertEqual([x - b for x, b in zip(row, before)], moved)
        east = [i for i, row in enumerate(base) if row[0] == 6]
        for node in east:
            moved = self.answer["combinations"]["settled"]["displacement"][node]
            self.assertAlmostEqual(moved[2], -0.02, delta=1e-15)

    def test_the_envelope_holds_the_extremes_and_who_governs(self):
        all_of_them = self.answer["combinations"]
        envelope = self.answer["envelope"]

        def check(values, names, best, of):
            for i, (value, name) in enumerate(zip(values, names)):
                self.assertEqual(value, best(of(one, i) for one in all_of_them.values()))
                self.assertEqual(value, of(all_of_them[name], i))

        check(envelope["largest_tension"], envelope["largest_tension_in"], max,
              lambda one, i: one["tension"][i])
        check(envelope["smallest_tension"], envelope["smallest_tension_in"], min,
              lambda one, i: one["tension"][i])
        check(envelope["utilisation"], envelope["utilisation_in"], max,
              lambda one, i: one["utilisation"][i])
        self.assertEqual(set(envelope["reaction"]), set(self.answer["base"]["reaction"]))
        for node, extreme in envelope["reaction"].items():
            check(extreme["largest"], extreme["largest_in"], max,
                  lambda one, i: one["reaction"][node][i])
            check(extreme["smallest"], extreme["smallest_in"], min,
                  lambda one, i: one["reaction"][node][i])
        for i, (value, name) in enumerate(zip(envelope["displacement"],
                                              envelope["displacement_in"])):
            sizes = {n: math.hypot(*one["displacement"][i]) for n, one in all_of_them.items()}
            self.assertAlmostEqual(value, max(sizes.values()), delta=1e-15)
            self.assertAlmostEqual(value, sizes[name], delta=1e-15)

    def test_utilisation_is_tension_over_strength(self):
        snow = self.answer["combinations"]["snow"]
        for tension, use in zip(snow["tension"], snow["utilisation"]):
            self.assertAlmostEqual(use, tension / 190e3, delta=1e-15)

    def test_the_cold_makes_cables_shorter_and_tighter(self):
        # T = EA (l - l0 (1 + a dT)) / (l0 (1 + a dT)) with l0 as drawn, pretensioned and staged.
        cold, base = self.answer["combinations"]["cold"], self.answer["base"]
        stiffness = 160e9 * AREA
        for i in range(60):
            rest = base["length"][i] / (1 + base["tension"][i] / stiffness) * (1 - 30 * 1.2e-5)
            self.assertAlmostEqual(cold["tension"][i] / stiffness, cold["length"][i] / rest - 1,
                                   delta=1e-12)

    def test_stages_are_reported_and_lead_to_the_base(self):
        stage, = self.answer["stages"]
        self.assertEqual(stage["name"], "tighten the bracing cables")
        self.assertEqual(stage["status"], "converged")
        self.assertEqual(stage["tension"], self.answer["base"]["tension"])

    def test_one_combination_is_the_same_as_among_all(self):
        for name in self.factors:
            ending, one = run_json("solve", CASES, "--combination", name)
            self.assertEqual(ending.code, 0)
            self.assertEqual(one["stages"], self.answer["stages"])
            del one["stages"]
            self.assertEqual(without_times(one),
                             without_times(self.answer["combinations"][name]))

    def test_all_may_be_said(self):
        ending, answer = run_json("solve", CASES, "--combination", "all")
        self.assertEqual(ending.code, 0)
        self.assertEqual(answer["envelope"], self.answer["envelope"])

    def test_the_summary_names_who_governs(self):
        ending = run("solve", CASES)
        self.assertEqual(ending.code, 0)
        self.assertRegex(ending.out, r"converged: 4 combinations")
        self.assertRegex(ending.out, r"tighten the bracing cables +converged")
        self.assertRegex(ending.out, r"largest tension +\d[\d.]+, spring 12 \(nodes 19-20\), in cold")
        self.assertRegex(ending.out, r"largest displacement +0\.02, node \d+, in settled")
        ending = run("solve", CASES, "--combination", "cold")
        self.assertRegex(ending.out, r"combination +cold; displacements are from")
        self.assertEqual(run("solve", CASES, "-q").out, "")

    def test_unknown_names_are_answered(self):
        ending, answer = run_json("solve", CASES, "--combination", "snov")
        self.assertEqual(ending.code, 2)
        self.assertIn("did you mean snow?", answer["errors"][0]["message"])
        self.assertIn("snow, uplift, cold, settled", answer["errors"][0]["message"])
        ending = run("solve", FORCE_DENSITIES, "--combination", "all")
        self.assertEqual(ending.code, 2)
        self.assertIn("the scene has no combinations", ending.err)

    def test_what_is_kept_of_all_is_the_base(self):
        with folder() as where:
            out = f"{where}/out.json"
            run("solve", CASES, "--out", out, "-q")
            scene = read(out)
            self.assertNotIn("stages", scene)
            self.assertEqual(scene["combinations"], self.factors)
            _, again = run_json("solve", out)
            self.assertEqual(again["base"]["iterations"], 0)
            for name, one in self.answer["combinations"].items():
                self.assertEqual(again["combinations"][name]["tension"], one["tension"])
            run("solve", CASES, "--out", out, "--redraw", "--force", "-q")
            _, again = run_json("solve", out)
            self.assertEqual(again["base"]["iterations"], 0)
            self.assertEqual(again["combinations"]["settled"]["tension"],
                             self.answer["combinations"]["settled"]["tension"])

    def test_what_is_kept_of_one_is_the_net_under_it(self):
        with folder() as where:
            out = f"{where}/out.json"
            for redraw in ([], ["--redraw"]):
                _, before = run_json("solve", CASES, "--combination", "settled", "--out", out,
                                     "--force", *redraw)
                scene = read(out)
                self.assertNotIn("combinations", scene)
                _, after = run_json("solve", out)
                self.assertEqual(after["iterations"], 0)
                self.assertEqual(after["position"], before["position"])
                self.assertEqual(after["tension"], before["tension"])


class OneThatFails(unittest.TestCase):
    def test_the_worst_decides_the_exit_code(self):
        scene = {"tensio": 1, "dimension": 2,
                 "nodes": {"position": [[0, 0], [1, 0], [3, 0], [4, 0]],
                           "fixed": [0, {"nodes": [1], "axes": "y"}]},
                 "springs": [{"ends": [[0, 1], [2, 3]], "stiffness": 10}],
                 "loads": [{"nodes": [1], "force": [1, 0], "case": "good"},
                           {"nodes": [2], "force": [1, 0], "case": "bad"}],
                 "combinations": {"one": {"good": 1}, "two": {"bad": 1}}}
        with folder() as where:
            path = write_scene(where, scene)
            ending, answer = run_json("solve", path)
            self.assertEqual(ending.code, 4)
            self.assertEqual(answer["status"], "no_equilibrium")
            self.assertEqual(answer["combinations"]["one"]["status"], "converged")
            self.assertEqual(answer["envelope"]["largest_tension_in"], ["one", "one"])
            ending = run("solve", path, "-q")
            self.assertEqual((ending.code, ending.out), (4, ""))
            self.assertIn("two: no_equilibrium", ending.err)
            self.assertEqual(run("solve", path, "-q", "--combination", "one").code, 0)


class Actions(unittest.TestCase):
    def solve(self, scene, *options):
        with folder() as where:
            ending, answer = run_json("solve", write_scene(where, scene), *options)
        self.assertEqual(ending.code, 0, ending)
        return answer

    def test_a_warm_bar_between_two_supports_pushes(self):
        scene = {"tensio": 1, "dimension": 2,
                 "nodes": {"position": [[0, 0], [2, 0]], "fixed": [0, 1]},
                 "materials": {"steel": {"youngs_modulus": 2e11, "area": 1e-4,
                                         "expansion": 1.2e-5, "buckling_load": 4000}},
                 "springs": [{"material": "steel", "ends": [[0, 1]]}],
                 "loads": [{"springs": [0], "temperature": 25}]}
        answer = self.solve(scene)
        push = 2e7 * 3e-4 / 1.0003
        self.assertAlmostEqual(answer["tension"][0], -push, delta=1e-9 * push)
        self.assertAlmostEqual(answer["utilisation"][0], push / 4000, delta=1e-9)

    def test_stages_without_combinations_end_in_the_result(self):
        scene = springsys()
        scene["stages"] = [{"name": "first", "springs": [2], "rest_length_change": 0.1, "steps": 2},
                           {"name": "second", "springs": [0, 2], "rest_length_change": -0.05}]
        staged = self.solve(scene)
        self.assertEqual([s["name"] for s in staged["stages"]], ["first", "second"])
        self.assertEqual(staged["stages"][1]["tension"], staged["tension"])
        del scene["stages"]
        scene["springs"][0]["rest_length"] = [0.15, 0.2, 0.25, 0.2, 0.2]
        direct = self.solve(scene)
        for a, b in zip(staged["tension"], direct["tension"]):
            self.assertAlmostEqual(a, b, delta=1e-9)

    def test_load_steps_end_in_the_same_state(self):
        scene = springsys()
        scene["loads"] = [{"nodes": [4], "force": [0.3, -0.2]}]
        once, steps = self.solve(scene), self.solve(scene, "--load-steps", 3)
        self.assertGreater(steps["iterations"], once["iterations"])
        for a, b in zip(once["tension"], steps["tension"]):
            self.assertAlmostEqual(a, b, delta=1e-9)


class Materialise(unittest.TestCase):
    def built(self, scene):
        """The answer, the scene with elastic springs, and its answer, which moves nothing."""
        with folder() as where:
            out = f"{where}/out.json"
            ending, before = run_json("solve", write_scene(where, scene), "--redraw",
                                      "--materialise", "--out", out)
            self.assertEqual(ending.code, 0)
            built = read(out)
            ending, after = run_json("solve", out)
        self.assertEqual(ending.code, 0)
        for row in after["displacement"]:
            self.assertLess(max(map(abs, row)), 1e-9)
        return before, built, after

    def test_the_next_solve_moves_nothing(self):
        scene = read(FORCE_DENSITIES)
        scene["materials"] = {"rope": {"law": "cable", "axial_stiffness": 800}}
        scene["springs"][0]["material"] = "rope"
        before, built, after = self.built(scene)
        self.assertEqual(built["springs"][0]["law"], "cable")
        for a, b, length, strain in zip(before["tension"], after["tension"], after["length"],
                                        after["strain"]):
            self.assertAlmostEqual(a, b, delta=1e-9)
            self.assertAlmostEqual(strain, a / 800, delta=1e-12)

    def test_the_weight_is_that_of_the_unstressed_lengths(self):
        scene = read(FORCE_DENSITIES)
        scene["gravity"] = [0, 0, -9.81]
        scene["materials"] = {"rope": {"law": "cable", "axial_stiffness": 800,
                                       "mass_per_length": 0.05}}
        scene["springs"][0]["material"] = "rope"
        before, built, after = self.built(scene)
        weight = 9.81 * 0.05 * sum(length / (1 + tension / 800) for length, tension
                                   in zip(after["length"], after["tension"]))
        lengths = built["springs"][0]["rest_length"]
        self.assertAlmostEqual(9.81 * 0.05 * sum(lengths), weight, delta=1e-9 * weight)
        for answer in (before, after):
            loads = sum(load["force"][2] for load in scene.get("loads", []) if "force" in load)
            carried = sum(row[2] for row in answer["reaction"].values())
            self.assertAlmostEqual(carried, weight - loads, delta=1e-9 * weight)

    def test_temperature_cases_act_once_the_springs_are_elastic(self):
        # A straight rope of two springs of 2 m at 1000 N/m: 2000 N, whatever the temperature. Of EA
        # 1e5 N it is unstressed at 2 / 1.02 m, and at -30 K a factor of 1 - 3.6e-4 shorter.
        scene = {"tensio": 1, "dimension": 2,
                 "nodes": {"position": [[0, 0], [1, 0], [4, 0]], "fixed": [0, 2]},
                 "materials": {"rope": {"law": "cable", "axial_stiffness": 1e5,
                                        "expansion": 1.2e-5}},
                 "springs": [{"name": "rope", "law": "force_density", "material": "rope",
                              "stiffness": 1000, "ends": [[0, 1], [1, 2]]}],
                 "loads": [{"springs": "rope", "temperature": -30, "case": "winter"}],
                 "combinations": {"usual": {}, "cold": {"winter": 1}}}
        with folder() as where:
            path, out = write_scene(where, scene), f"{where}/out.json"
            ending = run("solve", path, "--redraw", "--materialise", "--out", out)
            self.assertEqual(ending.code, 0, ending)
            self.assertIn("the temperature of springs 0 and 1 does not act", ending.err)
            _, found = run_json("solve", path)
            _, built = run_json("solve", out)
            ending = run("solve", out, "-q")
            self.assertEqual(ending.err, "")
        for name in ("usual", "cold"):
            for tension in found["combinations"][name]["tension"]:
                self.assertAlmostEqual(tension, 2000, delta=1e-7)
        for tension in built["combinations"]["usual"]["tension"]:
            self.assertAlmostEqual(tension, 2000, delta=1e-7)
        unstressed = 2 / 1.02 * (1 - 30 * 1.2e-5)
        for tension in built["combinations"]["cold"]["tension"]:
            self.assertAlmostEqual(tension, 1e5 * (2 / unstressed - 1), delta=1e-6)

    def test_a_temperature_of_springs_that_stay_without_elasticity_is_refused(self):
        scene = read(FORCE_DENSITIES)
        scene["loads"] = [{"springs": [0], "temperature": 5}]
        with folder() as where:
            ending = run("solve", write_scene(where, scene))
        self.assertEqual(ending.code, 3)
        self.assertIn("give axial_stiffness or a material", ending.err)

    def test_a_set_without_elasticity_is_named_and_the_result_is_not_lost(self):
        with folder() as where:
            out = f"{where}/out.json"
            ending, answer = run_json("solve", FORCE_DENSITIES, "--redraw", "--materialise",
                                      "--out", out)
            self.assertEqual(ending.code, 3)
            self.assertEqual(answer["status"], "error")
            self.assertIn("give axial_stiffness or a material", answer["errors"][0]["message"])
            self.assertEqual(len(answer["tension"]), 84)
            self.assertFalse(os.path.exists(out))

    def test_it_needs_redraw(self):
        ending = run("solve", FORCE_DENSITIES, "--materialise")
        self.assertEqual(ending.code, 2)
        self.assertIn("--redraw", ending.err)


if __name__ == "__main__":
    unittest.main()
