"""`tensio check` and `tensio info`."""

import os
import unittest

import program
from program import EXAMPLES, SPRINGSYS, folder, run, run_json, springsys, write_scene

KINDS = ("free_body", "loose_part", "double_spring", "unused_node", "slack_at_start",
         "coincident_ends")


def surprising():
    """A scene with every kind of warning."""
    return {"tensio": 1, "dimension": 2,
            "nodes": {"position": [[0, 0], [1, 0], [5, 5], [6, 5], [9, 9], [1, 1], [1, 1],
                                   [20, 0], [21, 0]],
                      "fixed": [0, {"nodes": [7, 8], "axes": "x"}]},
            "springs": [
                {"ends": [[0, 1], [0, 1], [2, 3], [0, 5], [7, 8]], "stiffness": 1,
                 "rest_length": 0.5},
                {"law": "cable", "ends": [[1, 5]], "stiffness": 1, "rest_length": 3},
                {"ends": [[5, 6]], "stiffness": 1, "rest_length": 1}]}


class Check(unittest.TestCase):
    def test_a_good_scene_is_ok(self):
        ending = run("check", SPRINGSYS)
        self.assertEqual((ending.code, ending.err), (0, ""))
        self.assertEqual(ending.out, "ok: 6 nodes, 5 springs, 2 dimensions, no warnings\n")
        ending, answer = run_json("check", SPRINGSYS, "--strict")
        self.assertEqual(ending.code, 0)
        self.assertEqual(answer, {"status": "ok", "warnings": [], "errors": []})
        self.assertEqual(run("check", SPRINGSYS, "-q").out, "")

    def test_every_example_can_be_checked(self):
        for scene in EXAMPLES:
            ending, answer = run_json("check", scene)
            self.assertEqual(ending.code, 0, ending)
            self.assertIn(answer["status"], ("ok", "warnings"))

    def test_warnings_are_reported_and_strict_makes_them_count(self):
        with folder() as where:
            path = write_scene(where, surprising())
            ending, answer = run_json("check", path)
            self.assertEqual((ending.code, answer["status"]), (0, "warnings"))
            self.assertEqual(list(answer), ["status", "warnings", "errors"])
            self.assertEqual(set(w["kind"] for w in answer["warnings"]), set(KINDS))
            for warning in answer["warnings"]:
                self.assertEqual(list(warning), ["kind", "message", "nodes", "springs"])
                self.assertNotEqual(warning["message"], "")
                self.assertNotEqual(warning["nodes"] + warning["springs"], [])
            strict, same = run_json("check", path, "--strict")
            self.assertEqual((strict.code, same), (3, answer))
            text = run("check", path)
            self.assertEqual(text.code, 0)
            self.assertTrue(text.out.startswith("ok: 9 nodes, 7 springs, 2 dimensions, "))
            for warning in answer["warnings"]:
                self.assertIn(f"warning: {warning['kind']}: {warning['message']}\n", text.out)
            quiet = run("check", path, "-q")
            self.assertEqual(text.out.split("\n", 1)[1], quiet.out)

    def test_long_lists_are_cut_and_counted(self):
        scene = springsys()
        scene["nodes"]["position"] += [[3, i] for i in range(1500)]
        with folder() as where:
            _, answer = run_json("check", write_scene(where, scene))
        unused = [w for w in answer["warnings"] if w["kind"] == "unused_node"]
        self.assertEqual(sum(w.get("nodes_count", len(w["nodes"])) for w in unused), 1500)
        for warning in unused:
            self.assertLessEqual(len(warning["nodes"]), 1000)


class Info(unittest.TestCase):
    def test_it_counts_what_the_scene_has(self):
        mast = [s for s in EXAMPLES if "07_" in s][0]
        ending, answer = run_json("info", mast)
        self.assertEqual((ending.code, ending.err), (0, ""))
        self.assertEqual(answer["status"], "ok")
        self.assertEqual(answer["title"], "A guyed mast with a lamp and a counterweight")
        self.assertEqual((answer["dimension"], answer["nodes"], answer["springs"]), (2, 7, 10))
        self.assertEqual(answer["springs_by_law"], {"linear": 3, "cable": 3, "strut": 1,
                                                    "force_density": 2, "constant_tension": 1,
                                                    "polynomial": 0, "table": 0, "custom": 0})
        self.assertEqual((answer["fixed_axes"], answer["free_axes"]), (7, 7))
        self.assertEqual(answer["components"], 1)
        self.assertAlmostEqual(answer["total_mass"], 7.7)
        self.assertEqual((answer["lowest"], answer["highest"]), ([-2, 0], [2.5, 3]))
        self.assertEqual(answer["groups"], {"ground": 3, "aloft": 3, "all": 7})
        self.assertEqual(answer["spring_groups"]["guys"], 2)
        self.assertGreater(answer["memory"], 0)
        self.assertIn(answer["linear_solver"], ("cholmod", "ldlt", "pcg"))

    def test_it_says_what_would_take_the_steps(self):
        def info(simulation):
            scene = {"tensio": 1, "dimension": 2,
                     "nodes": {"position": [[0, 0], [1, 0]], "mass": 1, "fixed": [0]},
                     "springs": [{"ends": [[0, 1]], "stiffness": 10}], **simulation}
            with folder() as there:
                path = write_scene(there, scene)
                return run("info", path).out, run_json("info", path)[1]["backend"]

        text, backend = info({})
        self.assertIsNone(backend)
        self.assertNotIn("backend", text)
        text, backend = info({"simulation": {"duration": 1, "backend": "cpu"}})
        self.assertEqual(backend, "cpu")
        self.assertRegex(text, r"(?m)^backend +cpu$")
        # Without a GPU the run would end with that error; info says so and ends well.
        _, backend = info({"simulation": {"duration": 1, "integrator": "implicit_euler",
                                          "backend": "cuda"}})
        self.assertRegex(backend, r"^cpu: implicit steps run there$|"
                                  r"^none: backend cuda was asked for, but .*: use backend cpu")

    def test_it_describes_the_ranks_of_a_cluster_run(self):
        with folder() as where:
            scene = write_scene(where, program.grid(20))
            _, whole = run_json("info", scene)
            self.assertNotIn("ranks", whole)
            ending, answer = run_json("info", scene, "--ranks", "4")
            text = run("info", scene, "--ranks", "4")
            _, one = run_json("info", scene, "--ranks", "1")
            _, many = run_json("info", scene, "--ranks", "1024")
        self.assertEqual((ending.code, ending.err), (0, ""))
        ranks = answer["ranks"]
        self.assertEqual((ranks["count"], ranks["empty"], ranks["warnings"]), (4, 0, []))
        self.assertAlmostEqual(4 * ranks["nodes"]["mean"], whole["nodes"])
        # Springs between two ranks are computed by both.
        self.assertAlmostEqual(4 * ranks["springs"]["mean"],
                               whole["springs"] + ranks["springs_computed_twice"])
        self.assertAlmostEqual(ranks["balance"], ranks["springs"]["max"] / ranks["springs"]["mean"])
        self.assertAlmostEqual(ranks["ghost_percent"], 400 * ranks["ghosts"]["mean"] / whole["nodes"])
        self.assertLess(ranks["balance"], 1.1)
        self.assertEqual(ranks["index_bits"], 32)
        self.assertGreaterEqual(ranks["messages_per_step"], 2 * 3)  # it is connected
        self.assertRegex(text.out, r"(?m)^ranks +4, nodes along a space-filling curve$")
        self.assertRegex(text.out, rf"(?m)^balance +{ranks['balance']:.3f}, ")
        self.assertRegex(text.out, rf"(?m)^ghosts per rank .*; {ranks['ghost_percent']:.1f} % of all")
        self.assertEqual((one["ranks"]["messages_per_step"], one["ranks"]["balance"]), (0, 1))
        self.assertEqual(many["ranks"]["empty"], 1024 - whole["nodes"])
        self.assertIn("ranks have no node: use at most", many["ranks"]["warnings"][0])

    def test_numbers_of_ranks_that_cannot_be_are_refused(self):
        for ranks in ("0", "-3", "1.5", "many", "2000000"):
            ending = run("info", SPRINGSYS, "--ranks", ranks)
            self.assertEqual((ending.code, ending.out), (2, ""))
            self.assertIn(f"--ranks {ranks}: must be a whole number from 1 to 1048576", ending.err)

    def test_the_text_says_the_same(self):
        for scene in EXAMPLES:
            text = run("info", scene)
            _, answer = run_json("info", scene)
            self.assertEqual((text.code, text.err), (0, ""))
            self.assertIn(answer["title"], text.out)
            self.assertRegex(text.out, rf"(?m)^nodes +{answer['nodes']:,}$")
            self.assertRegex(text.out, rf"(?m)^springs +{answer['springs']:,} \(")
            self.assertRegex(text.out, rf"(?m)^linear solver +{answer['linear_solver']}$")

    def test_it_has_the_factors_of_combinations_and_the_numbers_of_sections(self):
        scene = springsys()
        scene["gravity"] = [0, -9.81]
        scene["materials"] = {"stay": {"section": "Y1860S7 15.7"}, "plain": {"axial_stiffness": 50}}
        scene["loads"] = [{"nodes": [5], "force": [0, -1], "case": "snow"}]
        scene["combinations"] = {"rule": "EN 1990", "permanent": ["gravity"],
                                 "variable": {"snow": "snow"}, "serviceability": False}
        scene["stages"] = [{"name": "first", "springs": [0], "rest_length_change": -0.01}]
        with folder() as where:
            path = write_scene(where, scene)
            text = run("info", path).out
            _, answer = run_json("info", path)
        self.assertIn("ULS2 = 1.35 gravity + 1.5 snow: 6.10, leading snow\n", text)
        self.assertIn("gamma_G 1.35 (favourable 1), gamma_Q 1.5; snow: psi0 0.5", text)
        self.assertRegex(text, r"materials +stay: EA 2\.925e\+07, mass per length 1\.172, "
                               r"strength 279000, expansion 1\.2e-05; Y1860S7 15\.7: ")
        self.assertRegex(text, r"stages +first: shortens 1 spring\n")
        self.assertEqual(answer["combinations"]["ULS2"],
                         {"gravity": 1.35, "snow": 1.5, "note": "6.10, leading snow"})
        self.assertIn("gamma_G 1.35 (favourable 1), gamma_Q 1.5; snow: psi0 0.5",
                      answer["combinations_note"])
        self.assertEqual(answer["materials"]["stay"]["strength"], 279000)
        self.assertEqual(answer["materials"]["plain"]["axial_stiffness"], 50)
        self.assertEqual(answer["stages"], ["first"])

    def test_the_linear_solver_reported_is_the_one_that_solve_uses(self):
        with folder() as where:
            for scene in (SPRINGSYS, write_scene(where, program.grid(20))):
                self.assertEqual(run_json("info", scene)[1]["linear_solver"],
                                 run_json("solve", scene)[1]["linear_solver"])
            # Whether all springs of a large net pull on the way is seen by solving it alone.
            large = write_scene(where, program.grid(40))
            self.assertEqual(run_json("solve", large)[1]["linear_solver"], "pcg")

    def test_data_folders_are_read_where_allowed(self):
        scene = springsys()
        scene["springs"][0]["stiffness"] = "stiffness.npy"
        header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (5,), }"
        header += b" " * (118 - 1 - len(header)) + b"\n"
        one = b"\x00\x00\x00\x00\x00\x00\xf0\x3f"
        with folder() as where, folder() as data:
            with open(os.path.join(data, "stiffness.npy"), "wb") as file:
                file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header +
                           5 * one)
            path = write_scene(where, scene)
            self.assertNotEqual(run("info", path).code, 0)
            ending, answer = run_json("info", path, "--data", data)
            self.assertEqual(ending.code, 0, ending)
            self.assertEqual((answer["stiffness_min"], answer["stiffness_max"]), (1, 1))


if __name__ == "__main__":
    unittest.main()
