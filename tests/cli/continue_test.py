"""`tensio convert RUN scene.json`: the scene continues as the run itself would have.

The reference is the whole run, in one go: positions, velocities and energies agree to rounding, the
same springs break, and what lies behind does not happen again.
"""

import json
import math
import os
import unittest

from arrays import load as load_npz, shape
from program import folder, run, run_json, write_scene
from runs import net

HALF, WHOLE = 0.5, 1.0
# Powers of two, so that times are exact: rounding could decide on which side of a limit a spring is.
STEPS = {"velocity_verlet": 1 / 2048, "symplectic_euler": 1 / 2048, "rk4": 1 / 1024,
         "implicit_euler": 1 / 256, "implicit_midpoint": 1 / 256,
         "linearly_implicit_euler": 1 / 512}
VERLET = ("--integrator", "velocity_verlet", "--time-step", STEPS["velocity_verlet"])


def scene(**more):
    """A net that yields, hardens, creeps and tears while its support shakes; muscles and events."""
    made = net(6)
    made["nodes"]["fixed"] = [0, {"nodes": [5], "move": [
        0, 0, {"sine": {"amplitude": 0.08, "frequency": 1.7}}]}]
    ends = made["springs"][0]["ends"]
    part = len(ends) // 2
    made["springs"] = [
        {"name": "torn", "ends": ends[:part], "stiffness": 100, "damping": 0.01,
         "yield": {"force": 1, "hardening": 0.1}, "break": {"strain": 0.12}},
        {"name": "slow", "ends": ends[part:], "axial_stiffness": 12, "damping_time": 1e-4,
         "viscous": {"stiffness": 30, "time": 0.2}, "yield": {"force": 2},
         "active": {"rest_length": {"sine": {"amplitude": 0.03, "frequency": 3, "offset": 1}}}}]
    made["events"] = [{"at": 0.1, "set": {"gravity": [0, 1, -12], "torn.stiffness": 90}},
                      {"at": 0.2, "fix": [35], "set": {"slow.damping": 0.02}},
                      {"at": 0.3, "free": [0], "set": {"slow.stiffness": 110}},
                      {"at": 0.7, "free": [5], "set": {"drag": 0.4, "gravity": [0, 0, -40]}}]
    made.update(more)
    return made


def undamped(made):
    """The same without dashpots and drag: then velocity_verlet needs no more than a frame has."""
    for each in made["springs"]:
        for name in ("damping", "damping_time"):
            each.pop(name, None)
    for event in made["events"]:
        for name in ("slow.damping", "drag"):
            event.get("set", {}).pop(name, None)
    return made


def largest_difference(a, b):
    return max(abs(x - y) for row, other in zip(a, b) for x, y in zip(row, other))


def broken(answer, since=-1.0):
    return sorted(event["spring"] for event in answer["events"]
                  if event["kind"] == "break" and event["time"] > since)


def begin(base, duration, *words, what=None, name="out"):
    path = write_scene(base, what or scene())
    where = os.path.join(base, name)
    ending, answer = run_json("run", path, "--duration", duration, "--output-every", "0.125",
                              "--out", where, *words)
    assert ending.code == 0, ending
    return where, answer


class AConvertedFrame(unittest.TestCase):
    def compare(self, whole, second, tolerance=1e-9):
        self.assertAlmostEqual(second["time"], whole["time"], delta=1e-12)
        self.assertLess(largest_difference(whole["position"], second["position"]), tolerance)
        self.assertLess(largest_difference(whole["velocity"], second["velocity"]), 100 * tolerance)
        for kind in ("kinetic", "elastic", "gravity"):
            self.assertAlmostEqual(second["energy"][kind], whole["energy"][kind],
                                   delta=100 * tolerance, msg=kind)
        # What happens after the start happens in both, and nothing of before happens again.
        late = [(event["kind"], event.get("spring"), round(event["time"], 9))
                for event in whole["events"] if event["time"] > HALF + 1e-9]
        again = [(event["kind"], event.get("spring"), round(event["time"], 9))
                 for event in second["events"]]
        self.assertEqual(sorted(map(str, again)), sorted(map(str, late)))

    def test_goes_on_as_the_run_would_have(self):
        later = 0
        for integrator, form in zip(STEPS, ("vtk", "npy", "npz", "vtk", "npy", "npz")):
            words = ("--integrator", integrator, "--time-step", STEPS[integrator],
                     "--format", form)
            with self.subTest(integrator=integrator, format=form), folder() as base:
                what = undamped(scene()) if integrator == "velocity_verlet" else scene()
                _, whole = begin(base, WHOLE, *words, what=what, name="whole")
                self.assertGreater(len(broken(whole)), len(broken(whole, HALF)))
                later += len(broken(whole, HALF))
                where, first = begin(base, HALF, *words, what=what, name="first")
                last = os.path.join(base, "last.json")
                self.assertEqual(run("convert", where, last).code, 0)
                ending, second = run_json("run", last)
                self.assertEqual(ending.code, 0, ending)
                self.compare(whole, second)
                self.assertEqual(sorted(broken(first) + broken(second)), broken(whole))
        self.assertGreater(later, 0, "springs must break after the frame as well")

    def test_of_the_middle_of_a_run_runs_to_its_end(self):
        with folder() as base:
            where, whole = begin(base, WHOLE, *VERLET, what=undamped(scene()))
            middle = os.path.join(base, "middle.json")
            self.assertEqual(run("convert", where, middle, "--time", HALF).code, 0)
            _, second = run_json("run", middle)
            self.compare(whole, second)

    def difference(self, base, integrator, step):
        """Of the positions at 0.625 s, of the net without limits and creep."""
        smooth = scene()
        for each in smooth["springs"]:
            for name in ("yield", "break", "viscous"):
                each.pop(name, None)
        words = ("--integrator", integrator, "--time-step", step)
        _, whole = begin(base, 0.625, *words, what=smooth, name=f"whole{step}")
        where, _ = begin(base, HALF, *words, what=smooth, name=f"first{step}")
        self.assertEqual(run("convert", where, f"{base}/last.json", "--force").code, 0)
        _, second = run_json("run", f"{base}/last.json", "--duration", 0.125)
        return largest_difference(whole["position"], second["position"])

    def test_agrees_to_the_order_of_bdf2_which_remembers_its_last_step(self):
        """Order 2: four times closer with half the step."""
        with folder() as base:
            coarse, fine = (self.difference(base, "bdf2", 1 / n) for n in (2048, 4096))
            self.assertLess(coarse, 1e-3)
            self.assertGreater(coarse / fine, 3)

    def test_agrees_to_the_order_of_velocity_verlet_which_remembers_its_guess(self):
        """In damped nets forces that begin the first step are those at another velocity, of an error h²
        in it and h³ after the step: eight times closer with half the step."""
        with folder() as base:
            coarse, fine = (self.difference(base, "velocity_verlet", 1 / n) for n in (1024, 2048))
            self.assertLess(coarse, 1e-5)
            self.assertGreater(coarse / fine, 6)

    def test_agrees_to_the_tolerance_of_rk45_which_remembers_its_step(self):
        with folder() as base:
            self.assertLess(self.difference(base, "rk45", 1 / 1024), 1e-6)

    def test_of_a_resumed_run_is_the_same_scene(self):
        with folder() as base:
            where, _ = begin(base, WHOLE, *VERLET)
            self.assertEqual(run("convert", where, f"{base}/a.json", "--frame", 5).code, 0)
            stopped = os.path.join(base, "stopped")
            code = run("run", f"{base}/scene.json", "--duration", WHOLE, "--output-every", "0.125",
                       *VERLET, "--out", stopped, "--stop-after", "1e-9").code
            self.assertEqual(code, 6)
            self.assertEqual(run("resume", stopped).code, 0)
            self.assertEqual(run("convert", stopped, f"{base}/b.json", "--frame", 5).code, 0)
            with open(f"{base}/a.json") as a, open(f"{base}/b.json") as b:
                self.assertEqual(a.read(), b.read())

    def test_runs_with_checkpoints_and_resumes_to_the_same_bytes(self):
        with folder() as base:
            where, _ = begin(base, HALF, *VERLET)
            self.assertEqual(run("convert", where, f"{base}/last.json").code, 0)
            straight, stopped = f"{base}/straight", f"{base}/stopped"
            self.assertEqual(run("run", f"{base}/last.json", "--out", straight).code, 0)
            self.assertEqual(run("run", f"{base}/last.json", "--out", stopped, "--stop-after",
                                 "1e-9").code, 6)
            self.assertEqual(run("resume", stopped).code, 0)
            for name in ("history.csv", "events.csv", "frames.pvd", "frames/frame_000003.vtp"):
                with open(f"{straight}/{name}", "rb") as a, open(f"{stopped}/{name}", "rb") as b:
                    self.assertEqual(a.read(), b.read(), name)

    def test_that_lacks_what_the_scene_needs_is_refused(self):
        with folder() as base:
            where, _ = begin(base, HALF, *VERLET, "--format", "npy")
            for name in ("events_applied", "plastic_elongation", "tension"):
                os.remove(f"{where}/{name}.npy")
                ending = run("convert", where, f"{base}/last.json")
                self.assertEqual(ending.code, 3, ending)
                self.assertIn("tensio resume", ending.err)


class Damage(unittest.TestCase):
    """A weight of 30 N on three equal springs side by side, k = 100 N/m each."""

    SCENE = {"tensio": 1, "dimension": 2, "gravity": [0, -10],
             "nodes": {"position": [[0, 0], [0, -1]], "mass": 3, "fixed": [
                 0, {"nodes": [1], "axes": "x"}]},
             "springs": [{"ends": [[0, 1]] * 3, "stiffness": 100, "rest_length": 1}]}

    def damaged(self, **columns):
        made = json.loads(json.dumps(self.SCENE))
        made["springs"][0].update(columns)
        return made

    def test_broken_springs_carry_nothing(self):
        """Two of three: the weight hangs at 1 + 30 / 200."""
        with folder() as base:
            path = write_scene(base, self.damaged(broken=[0, 1, 0]))
            _, answer = run_json("solve", path)
            self.assertEqual(answer["status"], "converged")
            self.assertAlmostEqual(answer["position"][1][1], -1.15, delta=1e-12)
            self.assertEqual([round(t, 9) for t in answer["tension"]], [15, 0, 15])
            # sqrt(200 / 3) / 2 pi
            _, answer = run_json("modes", path)
            self.assertAlmostEqual(answer["modes"][0]["frequency"], math.sqrt(200 / 3) / (2 * math.pi),
                                   delta=1e-9)
            self.assertEqual(run("draw", path, "--out", f"{base}/p.svg").code, 0)
            with open(f"{base}/p.svg") as file:
                picture = file.read()
            self.assertIn('data-spring="0"', picture)
            self.assertNotIn('data-spring="1"', picture)
            self.assertEqual(run("convert", path, f"{base}/net.vtp").code, 0)
            self.assertEqual(run("convert", path, f"{base}/net.npz").code, 0)
            self.assertEqual(list(load_npz(f"{base}/net.npz")["broken"]), [0, 1, 0])

    def test_permanent_elongations_count(self):
        """All 0.2 m longer: the weight hangs at 1.2 + 30 / 300."""
        with folder() as base:
            path = write_scene(base, self.damaged(plastic_elongation=0.2))
            _, answer = run_json("solve", path)
            self.assertAlmostEqual(answer["position"][1][1], -1.3, delta=1e-12)
            self.assertEqual([round(t, 9) for t in answer["tension"]], [10, 10, 10])

    def test_hardened_springs_yield_later(self):
        """Perfectly plastic at 8 N and 4 N harder: 10 N each leave them elastic."""
        with folder() as base:
            path = write_scene(base, self.damaged(**{"yield": {"force": 8}}, hardening_force=4))
            _, answer = run_json("solve", path)
            self.assertAlmostEqual(answer["position"][1][1], -1.1, delta=1e-12)
            self.assertNotIn("events", answer)

    def test_a_node_whose_springs_are_all_broken_stays(self):
        made = self.damaged(broken=1)
        made["gravity"] = [0, 0]
        with folder() as base:
            _, answer = run_json("solve", write_scene(base, made))
            self.assertEqual((answer["status"], answer["position"][1]), ("converged", [0, -1]))

    def test_waveforms_go_on_from_the_start_time(self):
        """A free mass of 2 kg under the force 6 t from 1 s on: v = (6/2) (t^2 - 1) / 2."""
        made = {"tensio": 1, "dimension": 2,
                "nodes": {"position": [[0, 0], [1, 0]], "mass": 2, "fixed": [0]},
                "springs": [{"ends": [[0, 1]], "stiffness": 0, "rest_length": 1}],
                "loads": [{"nodes": [1], "force": [{"ramp": [[0, 0], [10, 60]]}, 0]}],
                "simulation": {"integrator": "velocity_verlet", "time_step": 0.01,
                               "start_time": 1, "duration": 1}}
        with folder() as base:
            _, answer = run_json("run", write_scene(base, made))
            self.assertAlmostEqual(answer["time"], 2, delta=1e-12)
            self.assertAlmostEqual(answer["velocity"][1][0], 4.5, delta=1e-9)


class Arrays(unittest.TestCase):
    def test_npz_of_all_frames_has_broken_and_rest_lengths_of_each(self):
        with folder() as base:
            for form in ("vtk", "npz"):
                where, answer = begin(base, HALF, *VERLET, "--format", form, name=form)
                self.assertEqual(run("convert", where, f"{base}/{form}_all.npz").code, 0)
            arrays, others = (load_npz(f"{base}/{form}_all.npz") for form in ("vtk", "npz"))
            frames, springs = len(arrays["time"]), len(arrays["ends"])
            for name in ("broken", "rest_length", "tension", "plastic_elongation"):
                self.assertEqual(shape(arrays[name]), (frames, springs), name)
                self.assertEqual(shape(others[name]), (frames, springs), name)
            gone = [i for i in range(springs) if arrays["broken"][frames - 1][i]]
            self.assertEqual(gone, broken(answer))
            self.assertFalse(any(arrays["broken"][0]))
            whole = [i for i in range(springs) if i not in gone]
            for name in ("rest_length", "tension", "plastic_elongation"):
                for i in whole:
                    self.assertEqual(arrays[name][frames - 1][i], others[name][frames - 1][i], name)
            # Without a muscle the rest length is the given one and the permanent elongation.
            part = springs // 2
            for i in range(part):
                if i in whole:
                    self.assertAlmostEqual(
                        arrays["rest_length"][frames - 1][i] - arrays["rest_length"][0][i],
                        arrays["plastic_elongation"][frames - 1][i]
                        - arrays["plastic_elongation"][0][i], delta=1e-15)

    def test_solve_npz_has_the_numbers_of_json(self):
        with folder() as base:
            path = write_scene(base, Damage.SCENE)
            ending, answer = run_json("solve", path, "--npz", f"{base}/rest.npz")
            self.assertEqual(ending.code, 0, ending)
            arrays = load_npz(f"{base}/rest.npz")
            for name in ("position", "displacement"):
                self.assertEqual([list(row) for row in arrays[name]], answer[name])
            for name in ("tension", "length", "strain", "slack"):
                self.assertEqual(list(arrays[name]), answer[name])
            self.assertEqual(list(arrays["reaction"][0]), answer["reaction"]["0"])
            self.assertEqual(run("solve", path, "--npz", f"{base}/rest.npz").code, 2)
            self.assertEqual(run("solve", path, "--npz", f"{base}/rest.npz", "--force").code, 0)
            self.assertEqual(run("solve", path, "--npz", "-").code, 2)


if __name__ == "__main__":
    unittest.main()
