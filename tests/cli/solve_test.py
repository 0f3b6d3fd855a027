"""`tensio solve`: its object, its summary, its options and its endings."""

import json
import math
import unittest

import program
from program import (PLAIN, SPRINGSYS, folder, run, run_json, springsys, without_times,
                     write_scene)

NUMBER = (int, float)

# The type of each key, or None for what this version leaves open.
KEYS = {
    "status": str, "reason": str, "stable": bool, "neutral": bool, "modes": dict,
    "mechanisms": int, "iterations": int, "linear_iterations": int,
    "residual": NUMBER, "residual_force": NUMBER,
    "energy": NUMBER, "lowest_stiffness": NUMBER, "position": list, "displacement": list,
    "tension": list, "length": list, "strain": list, "utilisation": list, "slack": list,
    "reaction": dict, "stages": list, "method": str, "linear_solver": str, "seconds": NUMBER, "load_seconds": NUMBER,
    "compile_seconds": NUMBER, "output_seconds": NUMBER,
}


def promised_keys(scene_path):
    """Two keys stand only where the scene gives cause: a strength to use up, stages to build in."""
    with open(scene_path) as file:
        text = file.read()
    causes = {"utilisation": ('"strength"', '"buckling_load"', '"section"'), "stages": ('"stages"',)}
    return [key for key in KEYS if key not in causes or any(word in text for word in causes[key])]


# Of a scene with neither.
PLAIN_KEYS = [key for key in KEYS if key not in ("utilisation", "stages")]


def fixed_ids(scene_path):
    """Nodes that are fixed on some axis, asked of the program's own rewriting of the scene."""
    with folder() as where:
        out = f"{where}/out.json"
        run("solve", scene_path, "--out", out, "-q")
        with open(out) as file:
            nodes = json.load(file)["nodes"]
    ids = set()
    for item in nodes.get("fixed", []):
        item = item if not isinstance(item, dict) else item.get("nodes", item.get("node"))
        for part in item if isinstance(item, list) else [item]:
            # An id, or a run of them as "first:end".
            first, _, end = str(part).partition(":")
            ids.update(range(int(first), int(end or int(first) + 1)))
    return {str(i) for i in ids}


class Unstressed(unittest.TestCase):
    # A tetrahedron at its rest lengths, started a little off: the forces that remain are rounding,
    # and so are the tensions.
    NET = {"tensio": 1, "dimension": 3,
           "nodes": {"position": [[0, 0, 0], [0.3, 0.1, 0.7], [1.1, 0.2, 0.3], [0.7, 0.9, 0.1]],
                     "start": [[0, 0, 0], [0.31, 0.1, 0.7], [1.1, 0.2, 0.3], [0.7, 0.9, 0.1]]},
           "springs": [{"ends": [[0, 1], [1, 2], [0, 2], [0, 3], [1, 3], [2, 3]],
                        "stiffness": 100}]}

    def test_the_summary_says_what_the_residual_is_measured_against(self):
        with folder() as where:
            path = write_scene(where, self.NET)
            out = run("solve", path).out
            answer = run_json("solve", path)[1]
        self.assertEqual(answer["status"], "converged")
        self.assertLess(answer["residual_force"], 1e-11)
        self.assertGreater(answer["residual"], 1e-10)
        line = next(line for line in out.splitlines() if line.startswith("residual"))
        self.assertRegex(line, r"^residual +zero to rounding \(largest net force \d\.\de-1\d, "
                               r"largest tension or load \d\.\de-1\d\)$")


class FreeToMove(unittest.TestCase):
    """A square of four springs on two fixed corners leans over without resistance."""

    SQUARE = {"tensio": 1, "dimension": 2,
              "nodes": {"position": [[0, 0], [1, 0], [1, 1], [0, 1]], "fixed": [0, 1],
                        "name": ["", "", "top right", ""]},
              "springs": [{"ends": [[0, 1], [1, 2], [2, 3], [3, 0]], "stiffness": 10}]}

    def test_the_nodes_are_named_in_a_warning(self):
        with folder() as where:
            scene = write_scene(where, self.SQUARE)
            for quiet in ([], ["--quiet"]):
                ending = run("solve", scene, *quiet)
                self.assertEqual(ending.code, 0, ending)
                self.assertIn("warning: nodes that can move without resistance (those that move most): "
                              "2 (top right), 3\n", ending.err)

    def test_the_object_says_so(self):
        with folder() as where:
            ending, answer = run_json("solve", write_scene(where, self.SQUARE))
        self.assertEqual((ending.code, ending.err), (0, ""))
        self.assertEqual((answer["stable"], answer["neutral"]), (True, True))
        self.assertEqual(answer["modes"], {"negative": 0, "rigid": 0, "mechanism": 1, "slack": 0})
        self.assertEqual(answer["position"], self.SQUARE["nodes"]["position"])
        self.assertIn("node 2 (top right), node 3", answer["reason"])


class Object(unittest.TestCase):
    def test_every_example_has_exactly_the_promised_keys_in_their_types(self):
        self.assertGreaterEqual(len(PLAIN), 7)
        for scene in PLAIN:
            with self.subTest(scene):
                ending, answer = run_json("solve", scene)
                self.assertEqual(ending.code, 0, ending)
                self.assertEqual(list(answer), promised_keys(scene))
                for key, kind in KEYS.items():
                    if key not in answer:
                        continue
                    if kind is None:
                        self.assertIsNone(answer[key], key)
                    else:
                        self.assertIsInstance(answer[key], kind, key)
                        self.assertEqual(isinstance(answer[key], bool), kind is bool, key)

    def test_arrays_have_a_row_per_node_and_a_number_per_spring(self):
        for scene in PLAIN:
            with self.subTest(scene):
                _, info = run_json("info", scene)
                _, answer = run_json("solve", scene)
                for key in ("position", "displacement"):
                    self.assertEqual(len(answer[key]), info["nodes"])
                    for row in answer[key]:
                        self.assertEqual(len(row), info["dimension"])
                        self.assertTrue(all(isinstance(x, NUMBER) for x in row))
                for key in ("tension", "length", "strain"):
                    self.assertEqual(len(answer[key]), info["springs"])
                self.assertTrue(all(isinstance(x, NUMBER) for x in answer["tension"]))
                self.assertEqual(sorted(answer["slack"]), answer["slack"])

    def test_reactions_are_those_of_nodes_fixed_on_some_axis(self):
        for scene in PLAIN:
            with self.subTest(scene):
                _, answer = run_json("solve", scene)
                self.assertEqual(set(answer["reaction"]), fixed_ids(scene))

    def test_nothing_but_the_object_is_on_standard_output_and_errors_stay_empty(self):
        for scene in PLAIN:
            ending, _ = run_json("solve", scene)
            self.assertTrue(ending.out.startswith("{") and ending.out.endswith("}\n"))
            self.assertNotIn("\033", ending.out + ending.err)
            for word in ("nan", "inf"):
                self.assertNotIn(word, ending.out.lower().replace("info", ""))

    def test_springsys_rests_where_it_should(self):
        ending, answer = run_json("solve", SPRINGSYS)
        self.assertEqual(answer["status"], "converged", ending)
        self.assertLessEqual(answer["iterations"], 8)
        for node, x in ((4, 0.24383215728530), (5, 0.75616784271470)):
            self.assertAlmostEqual(answer["position"][node][0], x, delta=1e-12)
            self.assertAlmostEqual(answer["position"][node][1], 0.5, delta=1e-12)

    def test_reactions_loads_and_weights_balance(self):
        for scene in PLAIN:
            with self.subTest(scene):
                ending = run("solve", scene)
                lines = {line[:20].strip(): line[20:].split() for line in ending.out.splitlines()}
                total = [float(x) for x in lines["sum of reactions"]]
                applied = [float(x) for x in lines["loads and weights"]]
                left_over = [abs(float(x)) for x in lines["balance"]]
                scale = 1 + max(map(abs, applied))
                for r, a in zip(total, applied):
                    self.assertAlmostEqual(r, -a, delta=1e-5 * scale)
                self.assertLess(max(left_over), 1e-7 * scale)

    def test_a_zero_rest_length_has_no_strain(self):
        scene = springsys()
        scene["springs"][0]["rest_length"] = [0.2, 0.2, 0, 0.2, 0.2]
        with folder() as where:
            ending, answer = run_json("solve", write_scene(where, scene))
        self.assertEqual(ending.code, 0)
        self.assertIsNone(answer["strain"][2])
        self.assertTrue(all(isinstance(answer["strain"][i], NUMBER) for i in (0, 1, 3, 4)))

    def test_strain_follows_from_length_and_rest_length(self):
        _, answer = run_json("solve", SPRINGSYS)
        for length, strain, tension in zip(answer["length"], answer["strain"], answer["tension"]):
            self.assertAlmostEqual(strain, (length - 0.2) / 0.2, delta=1e-13)
            self.assertAlmostEqual(tension, length - 0.2, delta=1e-13)


class Limits(unittest.TestCase):
    """Two springs side by side bear 15 N: one yields or breaks, the other stays whole."""

    @staticmethod
    def scene(**part):
        return {"tensio": 1, "dimension": 2,
                "nodes": {"position": [[0, 0], [1, 0]], "fixed": [0, {"node": 1, "axes": "y"}]},
                "springs": [{"ends": [[0, 1]], "stiffness": 100, **part},
                            {"ends": [[0, 1]], "stiffness": 100}],
                "loads": [{"nodes": [1], "force": [15, 0]}]}

    def solved(self, scene):
        """The answer as JSON and as text."""
        with folder() as where:
            path = write_scene(where, scene)
            ending, answer = run_json("solve", path)
            text = run("solve", path).out
        self.assertEqual(ending.code, 0, ending)
        return answer, text

    def test_a_spring_that_yields_is_reported(self):
        answer, text = self.solved(self.scene(**{"yield": {"force": 5}}))
        self.assertAlmostEqual(answer["tension"][0], 5, 9)
        self.assertAlmostEqual(answer["tension"][1], 10, 9)
        self.assertEqual([(e["kind"], e["spring"]) for e in answer["events"]], [("yield", 0)])
        self.assertAlmostEqual(answer["events"][0]["value"], 0.1, 9)
        self.assertRegex(text, r"yields +spring 0 \(nodes 0-1\), strain 0\.1\n")

    def test_a_spring_that_breaks_is_reported(self):
        answer, text = self.solved(self.scene(**{"break": {"strain": 0.05}}))
        self.assertEqual(answer["tension"][0], 0)
        self.assertAlmostEqual(answer["tension"][1], 15, 9)
        self.assertEqual([e["kind"] for e in answer["events"]], ["break"])
        self.assertRegex(text, r"breaks +spring 0 \(nodes 0-1\), strain 0\.075\n")

    def test_below_the_limits_there_are_no_events(self):
        with folder() as where:
            _, answer = run_json("solve", write_scene(where, self.scene(**{"yield": {"force": 9}})))
        self.assertNotIn("events", answer)

    def test_pressure_is_part_of_the_balance(self):
        scene = {"tensio": 1, "dimension": 3,
                 "nodes": {"position": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0.3, 0.3, 0]],
                           "fixed": [0, 1, 2]},
                 "springs": [{"ends": [[0, 3], [1, 3], [2, 3]], "stiffness": 100}],
                 "faces": [[0, 1, 3], [1, 2, 3], [2, 0, 3]],
                 "loads": [{"faces": [0, 1, 2], "pressure": 12}]}
        answer, text = self.solved(scene)
        # 12 Pa on half a square metre, seen from above.
        self.assertAlmostEqual(sum(row[2] for row in answer["reaction"].values()), -6, 8)
        self.assertRegex(text, r"pressure on faces +\S+ +\S+ +6")


class Summary(unittest.TestCase):
    def test_it_names_status_extremes_reactions_and_their_sum(self):
        ending = run("solve", SPRINGSYS)
        self.assertEqual(ending.code, 0)
        self.assertEqual(ending.err, "")
        self.assertTrue(ending.out.startswith("converged in "), ending)
        for label in ("residual", "energy", "largest tension", "largest compression", "slack",
                      "largest displacement", "position of node", "reaction at node",
                      "sum of reactions", "loads and weights", "balance"):
            self.assertRegex(ending.out, rf"(?m)^{label}  ")
        self.assertRegex(ending.out, r"largest tension +[0-9.]+, spring \d \(nodes \d-\d\)")
        self.assertIn("0.2438322", ending.out)

    def test_many_supports_are_cut_and_counted(self):
        rim = [s for s in PLAIN if "05_" in s][0]
        ending = run("solve", rim)
        self.assertIn("  ... and 12 more\n", ending.out)
        self.assertRegex(ending.out, r"(?m)^sum of reactions ")

    def test_labels_are_used_where_there_are_some(self):
        mast = [s for s in PLAIN if "07_" in s][0]
        self.assertIn("4 (lamp)", run("solve", mast).out)

    def test_control_characters_of_a_label_do_not_reach_the_terminal(self):
        scene = springsys()
        scene["nodes"]["name"] = ["a", "b", "c", "d", "e\u001b[31m", "f"]
        with folder() as where:
            ending = run("solve", write_scene(where, scene))
        self.assertNotIn("\033", ending.out)

    def test_quiet_says_nothing_when_all_is_well_and_one_line_when_not(self):
        ending = run("solve", SPRINGSYS, "-q")
        self.assertEqual((ending.code, ending.out, ending.err), (0, "", ""))
        ending = run("solve", SPRINGSYS, "-q", "--max-iterations", 1)
        self.assertEqual((ending.code, ending.out), (4, ""))
        self.assertRegex(ending.err, r"\Aiteration_limit after 1 iteration: .+\n\Z")

    def test_verbose_shows_every_iteration_and_the_solver_on_standard_error(self):
        ending = run("solve", SPRINGSYS, "-v")
        count = run_json("solve", SPRINGSYS)[1]["iterations"]
        self.assertIn("newton with ", ending.err)
        lines = [line.split() for line in ending.err.splitlines()]
        seen = [int(line[0]) for line in lines if line and line[0].isdigit() and len(line) >= 4
                and line[1] != "nodes,"]
        # The last, further step may go unannounced: it is kept or not.
        self.assertEqual(seen, list(range(len(seen))))
        self.assertIn(seen[-1], (count - 1, count))
        self.assertTrue(ending.out.startswith("converged"))


class Options(unittest.TestCase):
    def test_the_result_does_not_depend_on_threads(self):
        with folder() as where:
            scenes = [SPRINGSYS, write_scene(where, program.grid(40))]
            for scene in scenes:
                answers = [without_times(run_json("solve", scene, "--threads", n)[1])
                           for n in (1, 2, 3)]
                self.assertEqual(answers[0], answers[1])
                self.assertEqual(answers[0], answers[2])

    def test_every_linear_solver_gives_the_same_rest_state_and_says_its_name(self):
        solvers = ["ldlt", "pcg", "incomplete", "multilevel"]
        if "cholmod" in run("--version").out:
            solvers.append("cholmod")
        for solver in solvers:
            ending, answer = run_json("solve", SPRINGSYS, "--linear-solver", solver)
            self.assertEqual(ending.code, 0, ending)
            self.assertEqual(answer["linear_solver"], solver)
            self.assertAlmostEqual(answer["position"][4][0], 0.24383215728530, delta=1e-9)

    def test_a_solver_that_is_not_there_is_a_mistake_on_the_command_line(self):
        if "cholmod" in run("--version").out:
            self.skipTest("this build has CHOLMOD")
        ending, _ = run_json("solve", SPRINGSYS, "--linear-solver", "cholmod")
        self.assertEqual(ending.code, 2)

    def test_reproducible_never_uses_cholmod(self):
        with folder() as where:
            scene = write_scene(where, program.grid(40))
            _, answer = run_json("solve", scene, "--reproducible")
        self.assertIn(answer["linear_solver"], ("ldlt", "pcg"))

    def test_the_verdict_is_left_out_on_request(self):
        judged = ("stable", "neutral", "modes", "mechanisms", "lowest_stiffness")
        _, usual = run_json("solve", SPRINGSYS)
        ending, answer = run_json("solve", SPRINGSYS, "--no-stability")
        self.assertEqual(ending.code, 0, ending)
        for name in judged:
            self.assertIsNotNone(usual[name], name)
            self.assertIsNone(answer[name], name)
        self.assertEqual(answer["position"], usual["position"])
        self.assertRegex(run("solve", SPRINGSYS, "--no-stability").out, r"stable +not computed")
        scene = springsys()
        scene["equilibrium"] = {"stability": False}
        with folder() as where:
            path = write_scene(where, scene)
            _, answer = run_json("solve", path, "--out", f"{where}/rest.json")
            self.assertIsNone(answer["stable"])
            with open(f"{where}/rest.json", encoding="utf-8") as file:
                self.assertEqual(json.load(file)["equilibrium"], {"stability": False})

    def test_the_command_line_goes_before_the_scene(self):
        scene = springsys()
        scene["equilibrium"] = {"max_iterations": 1, "tolerance": 1e-12}
        with folder() as where:
            path = write_scene(where, scene)
            self.assertEqual(run("solve", path).code, 4)
            self.assertEqual(run("solve", path, "--max-iterations", 100).code, 0)
            _, loose = run_json("solve", path, "--max-iterations=100", "--tolerance=0.5")
            _, tight = run_json("solve", path, "--max-iterations=100")
        self.assertLess(loose["iterations"], tight["iterations"])

    def test_linear_takes_one_step_and_says_so(self):
        rope = [s for s in PLAIN if "04_" in s][0]
        ending, answer = run_json("solve", rope, "--method", "linear")
        self.assertEqual(ending.code, 0, ending)
        self.assertEqual(answer["method"], "linear")
        # First-order theory: the prestress 20 kN alone holds the load, z = P L / (2 T).
        self.assertAlmostEqual(answer["position"][1][2], -9988 / (2 * 20000), delta=1e-9)

    def test_a_scene_may_come_from_standard_input(self):
        with open(SPRINGSYS, "rb") as file:
            text = file.read()
        ending, answer = run_json("solve", "-", stdin=text)
        self.assertEqual(ending.code, 0, ending)
        self.assertEqual(without_times(answer), without_times(run_json("solve", SPRINGSYS)[1]))
        self.assertEqual(run("check", "-", stdin=b"{]").code, 3)

    def test_options_may_stand_before_the_command(self):
        ending = run("--threads", 1, "-q", "solve", SPRINGSYS)
        self.assertEqual((ending.code, ending.out), (0, ""), ending)


class Endings(unittest.TestCase):
    def test_too_few_iterations_end_with_4_and_the_state_reached(self):
        ending, answer = run_json("solve", SPRINGSYS, "--max-iterations", 1)
        self.assertEqual(ending.code, 4)
        self.assertEqual(answer["status"], "iteration_limit")
        self.assertNotEqual(answer["reason"], "")
        self.assertEqual(answer["iterations"], 1)
        self.assertEqual(list(answer), PLAIN_KEYS)
        self.assertTrue(math.isfinite(answer["residual"]))

    def test_a_loaded_part_without_support_has_no_equilibrium(self):
        scene = {"tensio": 1, "dimension": 2,
                 "nodes": {"position": [[0, 0], [1, 0]]},
                 "springs": [{"ends": [[0, 1]], "stiffness": 1}],
                 "loads": [{"nodes": [1], "force": [1, 0]}]}
        with folder() as where:
            path = write_scene(where, scene)
            ending, answer = run_json("solve", path)
            self.assertEqual(ending.code, 4)
            self.assertEqual(answer["status"], "no_equilibrium")
            self.assertEqual(list(answer), PLAIN_KEYS)
            text = run("solve", path)
            self.assertEqual(text.code, 4)
            self.assertIn(answer["reason"], text.out)

    def test_a_net_without_nodes_is_answered_too(self):
        scene = {"tensio": 1, "dimension": 2, "nodes": {"position": []}, "springs": []}
        with folder() as where:
            ending, answer = run_json("solve", write_scene(where, scene))
        self.assertIn(ending.code, (0, 3))
        self.assertIn(answer["status"], ("converged", "error"))


if __name__ == "__main__":
    unittest.main()
