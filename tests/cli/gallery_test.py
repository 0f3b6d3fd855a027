"""The examples of the gallery, in a reduced size: each runs, and shows what its page says."""

import math
import os
import unittest

from program import SOURCE, run_json


def answer_of(verb, name, *words):
    ending, answer = run_json(verb, os.path.join(SOURCE, "examples", name, "scene.json"), *words)
    assert ending.code == 0, ending
    return answer


def sets(**values):
    return [word for name, value in values.items() for word in ("--set", f"{name}={value}")]


class Gallery(unittest.TestCase):
    def test_the_flag_pulls_at_its_mast(self):
        answer = answer_of("run", "15_flag_in_wind", *sets(columns=5), "--duration", "0.5")
        self.assertEqual(answer["status"], "finished")
        self.assertLess(answer["probes"]["pull"], 0)
        self.assertGreater(answer["energy"]["work"], 0)
        still = answer_of("run", "15_flag_in_wind", *sets(columns=5, wind=0), "--duration", "0.5")
        self.assertLess(abs(still["probes"]["tip"]), 1e-9)  # falls in its plane

    def test_the_ball_tears_weak_cloth(self):
        words = sets(columns=6) + ["--duration", "0.6"]
        weak = answer_of("run", "16_tearing_cloth", *words, *sets(strength=0.05))
        strong = answer_of("run", "16_tearing_cloth", *words, *sets(strength=10))
        torn = [event for event in weak["events"] if event["kind"] == "break"]
        self.assertEqual(len(torn), weak["probes"]["torn"])
        self.assertGreater(len(torn), 0)
        self.assertEqual(strong["probes"]["torn"], 0)

    def test_curled_hair_sinks_less_than_straight_hair(self):
        words = sets(strands=2, segments=16) + ["--duration", "0.3"]
        curled = answer_of("run", "17_hair", *words)["probes"]["tips"]
        straight = answer_of("run", "17_hair", *words, *sets(curl=0))["probes"]["tips"]
        self.assertLess(straight, curled)

    def test_the_cap_snaps_and_the_plate_does_not(self):
        words = ["--probe", "0.z"]
        cap = answer_of("follow", "18_shell_buckling", *sets(segments=4), *words)
        plate = answer_of("follow", "18_shell_buckling", *sets(segments=4, rise=0), *words)
        kinds = [point["kind"] for point in cap["limit_points"]]
        self.assertEqual(kinds[:2], ["maximum", "minimum"])
        self.assertEqual(plate["limit_points"], [])

    def test_the_jelly_comes_to_rest_on_the_table(self):
        answer = answer_of("run", "19_jelly_cube", *sets(cell=0.05), "--duration", "0.8")
        self.assertGreater(min(row[2] for row in answer["position"]), -0.001)
        self.assertTrue(0.03 < answer["probes"]["height"] < 0.08, answer["probes"])

    def test_the_walker_needs_friction_to_walk(self):
        walked = answer_of("run", "20_walker")["probes"]["walked"]
        self.assertAlmostEqual(walked, 0.67, delta=0.05)
        on_ice = answer_of("run", "20_walker", *sets(friction=0))["probes"]["walked"]
        self.assertLess(abs(on_ice), 1e-6)

    def test_the_bar_has_the_tones_of_a_beam(self):
        found = answer_of("modes", "21_normal_modes", "--count", "4")["modes"]
        scale = math.sqrt(200e9 * 0.003 ** 2 / 12 / 7850) / 0.2 ** 2 / (2 * math.pi)
        for mode, b in zip(found, (1.8751041, 4.6940911, 7.8547574, 10.9955407)):
            self.assertAlmostEqual(mode["frequency"] / (b * b * scale), 1, delta=0.02)

    def test_the_network_softens_and_gives_way(self):
        def stiffness(keep):
            answer = answer_of("solve", "22_elastic_network", *sets(keep=keep, cells=5))
            rows = answer["position"]
            top = max(row[1] for row in rows)
            return sum(r[0] for node, r in answer["reaction"].items() if rows[int(node)][1] == top)

        whole, less, loose = stiffness(1), stiffness(0.85), stiffness(0.55)
        self.assertGreater(whole, 0)
        self.assertTrue(0.2 * whole < less < 0.9 * whole, (whole, less))
        self.assertLess(abs(loose), 1e-6 * whole)

    def test_the_metamaterial_grows_wider(self):
        # -a² / (d H) of the zigzag, for a small pull; the edges of a small sheet disturb it
        columns, rows, pull = 12, 6, 1e-4
        moved = answer_of("solve", "23_metamaterial", *sets(stretch=pull))["displacement"]
        middle = columns // 2
        upper, lower = moved[5 * (columns + 1) + middle], moved[1 * (columns + 1) + middle]
        ratio = -(upper[1] - lower[1]) / (4 * 0.06) / pull
        self.assertAlmostEqual(ratio, -0.05 ** 2 / (0.04 * 0.06), delta=0.06)

    def test_a_fast_truck_bends_the_bridge_more(self):
        def deepest(speed, time):
            answer = answer_of("run", "24_moving_load", *sets(v=speed), "--duration", str(time))
            return answer["probes"]["middle"]

        # the truck is in the middle after 35 m, and a fast one finds the bridge on its way down
        slow, fast = deepest(5, 7), deepest(60, 0.6)
        self.assertAlmostEqual(slow, -0.1234 - 0.036, delta=0.002)
        self.assertLess(fast, slow - 0.005)

    def test_the_graph_unfolds_from_any_start(self):
        answer = answer_of("solve", "25_graph_layout")
        self.assertAlmostEqual(answer["energy"], 12.466, delta=0.001)


if __name__ == "__main__":
    unittest.main()
