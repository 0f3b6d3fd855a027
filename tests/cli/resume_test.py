"""`tensio resume`: however a run is stopped, its files end up as if it never had been."""

import json
import os
import resource
import signal
import struct
import subprocess
import time
import unittest

from program import PROGRAM, environment, folder, parse, run, run_json, write_scene
from runs import check_kills, contents, differences, net, progress

TIMES = ("--duration", "2", "--output-every", "0.02", "--checkpoint-every", "0.25")
# Springs that yield, tear, creep and pull, supports that move, and events: all have a memory.
RICH = {**net(8), "drag": 0.1,
        "events": [{"at": 0.3, "free": [0]}, {"at": 1, "fix": [5]},
                   {"at": 1.5, "set": {"drag": 0.5}}],
        "probes": [{"name": "low", "nodes": "0:64", "quantity": "position.z", "reduce": "min"}]}
RICH["nodes"] = {**RICH["nodes"], "fixed": [0, {"nodes": [7], "move": [
    0, 0, {"sine": {"amplitude": 0.05, "frequency": 2}}]}]}
RICH["springs"] = [{**RICH["springs"][0], "damping": 0.01, "yield": {"strain": 0.05},
                    "break": {"strain": 0.3}, "viscous": {"stiffness": 20, "time": 0.1},
                    "active": {"rest_length": {"sine": {"amplitude": 0.02, "frequency": 3,
                                                        "offset": 1}}}}]
SETUPS = [(("--integrator", name, "--time-step", step, "--format", form, *TIMES), scene)
          for name, step, form, scene in (
              ("velocity_verlet", "0.0005", "vtk", RICH), ("rk45", "0.001", "npy", RICH),
              ("implicit_euler", "0.01", "npz", RICH), ("bdf2", "0.01", "vtk", net(8)),
              ("implicit_midpoint", "0.01", "npy", net(8)),
              ("linearly_implicit_euler", "0.005", "npy", net(8)),
              ("symplectic_euler", "0.0005", "npz", RICH))]
SETUPS += [(("--method", "prefactored", "--time-step", "0.01", *TIMES), net(8))]

SHORT = ("--integrator", "velocity_verlet", "--time-step", "0.001", "--duration", "0.4",
         "--checkpoint-every", "0.1")
LONG = ("--integrator", "velocity_verlet", "--time-step", "0.0005", "--duration", "10000",
        "--output-every", "0.05", "--checkpoint-every", "0.25")


def read(path):
    with open(path) as file:
        return file.read()


def checksum(data):
    """The checksum of a checkpoint, from its description."""
    lanes = [0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89]

    def mixed(lane, word):
        x = (lane ^ word) * 0x9e3779b97f4a7c15 % 2**64
        return x ^ x >> 32

    padded = data + bytes(32 - len(data) % 32)
    for at in range(0, len(padded), 32):
        lanes = list(map(mixed, lanes, struct.unpack("<4Q", padded[at:at + 32])))
    total = mixed(0, len(data))
    for lane in lanes:
        total = mixed(total, lane)
    return mixed(total, 0)


def history(where):
    """The rows of history.csv, as dicts of numbers."""
    names, *rows = [line.split(",") for line in read(f"{where}/history.csv").splitlines()]
    return [dict(zip(names, map(float, row))) for row in rows]


class Stopped(unittest.TestCase):
    def straight(self, base, words=SHORT, scene=None):
        path = write_scene(base, scene or net())
        where = os.path.join(base, "straight")
        self.assertEqual(run("run", path, *words, "--out", where).code, 0)
        return path, contents(where)

    def test_killed_runs_end_up_with_the_same_bytes(self):
        check_kills(self, 20, 1, SETUPS)

    def interrupted(self, number, base, *words):
        """The ending of a long run that got a signal after its second checkpoint."""
        path, where = write_scene(base, net()), os.path.join(base, "out")
        process = subprocess.Popen([PROGRAM, "run", path, *LONG, "--out", where, *words],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=environment())
        while process.poll() is None and progress(where)["checkpoints"] < 2:
            time.sleep(0.001)
        process.send_signal(number)
        out, _ = process.communicate(timeout=600)
        return process.returncode, out.decode(), where

    def test_signals_leave_a_checkpoint_of_the_last_step(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(number.name), folder() as base:
                ended, out, where = self.interrupted(number, base, "--json")
                answer = parse(out)
                self.assertEqual((ended, answer["status"]), (code, "interrupted"))
                self.assertIn(number.name, answer["reason"])
                self.assertIn("tensio resume", answer["reason"])
                self.assertGreater(answer["steps"], 0)
                # What was reached is what a resumed run continues from.
                _, resumed = run_json("resume", where, "--stop-after", "0.001")
                self.assertEqual(resumed["status"], "interrupted")
                self.assertGreater(resumed["steps"], answer["steps"])
                self.assertLess(resumed["steps"], answer["steps"] + 1e6)
                self.assertEqual(json.loads(read(f"{where}/summary.json"))["resumed_from"],
                                 answer["time"])

    def test_an_interrupted_run_is_summed_up_for_people_too(self):
        with folder() as base:
            ended, out, where = self.interrupted(signal.SIGINT, base)
            self.assertEqual(ended, 130)
            self.assertRegex(out, r"\Ainterrupted at time [\d.]+ after [\d,]+ steps?: "
                                  r"stopped by SIGINT; `tensio resume .*` continues it\n")
            self.assertTrue(os.path.exists(f"{where}/energy.svg"))

    def test_a_run_out_of_time_ends_with_6_and_goes_on_to_the_same_bytes(self):
        with folder() as base:
            for form in ("vtk", "npz"):
                path, expected = self.straight(base, (*SHORT, "--format", form))
                where, seconds = os.path.join(base, "out"), 1e-5
                words = ["run", path, *SHORT, "--format", form, "--out", where]
                codes = []
                while not codes or codes[-1] == 6:
                    ending, answer = run_json(*words, "--stop-after", seconds)
                    codes.append(ending.code)
                    self.assertEqual(answer["status"], "finished" if ending.code == 0
                                     else "interrupted", ending)
                    words, seconds = ["resume", where], 2 * seconds
                self.assertEqual((codes[0], codes[-1]), (6, 0))
                self.assertEqual(differences(expected, contents(where)), [])
                self.assertEqual(run("run", path, *SHORT, "--out", where, "--force").code, 0)
                for name in ("straight", "out"):
                    run_again = subprocess.run(["rm", "-r", os.path.join(base, name)])
                    self.assertEqual(run_again.returncode, 0)

    def test_a_write_that_fails_is_named_and_leaves_a_run_that_goes_on(self):
        """The disk is full after a number of bytes of any file: at the first frame, or in a later one."""

        def limited(size):
            return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

        with folder() as base:
            path, expected = self.straight(base, (*SHORT, "--format", "npy"))
            largest = len(expected["position.npy"])
            named = set()
            for limit in range(2000, largest, largest // 23):
                where = os.path.join(base, f"out{limit}")
                # Python ignores the signal that would end the program; the write then fails.
                process = subprocess.run(
                    [PROGRAM, "run", path, *SHORT, "--format", "npy", "--out", where, "--json"],
                    capture_output=True, preexec_fn=limited(limit), restore_signals=False,
                    env=environment(), timeout=600)
                self.assertEqual(process.returncode, 5, process)
                answer = parse(process.stdout.decode())
                self.assertEqual(answer["status"], "error")
                self.assertIn("cannot be written: File too large", answer["errors"][0]["message"])
                named.add(os.path.basename(answer["errors"][0]["file"]))
                if progress(where)["checkpoints"] > 0:
                    self.assertEqual(run("resume", where).code, 0)
                    self.assertEqual(differences(expected, contents(where)), [], limit)
            self.assertIn("position.npy", named)

    def test_a_kill_within_a_write_is_mended(self):
        """The system ends the program at an exact byte of a growing file."""
        with folder() as base:
            for form, name in (("npy", "position.npy"), ("vtk", "history.csv")):
                path, expected = self.straight(base, (*SHORT, "--format", form))
                size = len(expected[name])
                begin = 0 if form == "npy" else max(map(len, (
                    data for file, data in expected.items() if file != name)))
                for limit in range(max(begin, size // 2) + 3, size, max(1, size // 7)):
                    where = os.path.join(base, f"{form}{limit}")
                    process = subprocess.run(
                        [PROGRAM, "run", path, *SHORT, "--format", form, "--out", where],
                        capture_output=True, env=environment(), timeout=600, preexec_fn=lambda:
                        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
                    self.assertEqual(process.returncode, -signal.SIGXFSZ)
                    self.assertEqual(run("resume", where).code, 0)
                    self.assertEqual(differences(expected, contents(where)), [], (form, limit))
                subprocess.run(["rm", "-r", os.path.join(base, "straight")], check=True)


class Checkpoints(unittest.TestCase):
    def stopped(self, base):
        """The folder of a finished run, less its end: the last checkpoint is gone."""
        path, where = write_scene(base, net()), os.path.join(base, "out")
        self.assertEqual(run("run", path, *SHORT, "--out", where).code, 0)
        expected = contents(where)
        last = sorted(name for name in expected if name.startswith("checkpoint_"))[-1]
        os.remove(os.path.join(where, last))
        return where, expected

    def test_they_are_numbered_from_before_the_first_step_to_the_end(self):
        with folder() as base:
            where, expected = self.stopped(base)
            names = sorted(name for name in expected if name.startswith("checkpoint_"))
            self.assertEqual(names, [f"checkpoint_{i:06}.tensio" for i in range(1, 6)])
            self.assertEqual(run("resume", where).code, 0)
            self.assertEqual(differences(expected, contents(where)), [])

    def test_a_damaged_newest_one_is_skipped_with_a_warning(self):
        for damage in ("flip", "cut", "empty"):
            with self.subTest(damage), folder() as base:
                where, expected = self.stopped(base)
                newest = os.path.join(where, "checkpoint_000004.tensio")
                with open(newest, "rb") as file:
                    data = bytearray(file.read())
                if damage == "flip":
                    data[len(data) // 2] ^= 16
                data = {"flip": data, "cut": data[:-5], "empty": b""}[damage]
                with open(newest, "wb") as file:
                    file.write(data)
                ending = run("resume", where)
                self.assertEqual(ending.code, 0, ending)
                self.assertRegex(ending.err, r"\Awarning: .*checkpoint_000004\.tensio.*older")
                self.assertEqual(differences(expected, contents(where)), [])

    def test_without_a_whole_one_there_is_nothing_to_go_on_from(self):
        with folder() as base:
            ending = run("resume", base)
            self.assertEqual(ending.code, 5)
            self.assertIn("has no checkpoint", ending.err)
            with open(f"{base}/checkpoint_000001.tensio", "wb") as file:
                file.write(b"nothing")
            ending, answer = run_json("resume", base)
            self.assertEqual((ending.code, answer["status"]), (3, "error"))
            self.assertIn("checkpoint_000001.tensio", answer["errors"][0]["message"])
            self.assertEqual(run("resume", f"{base}/absent").code, 5)
            self.assertEqual(run("resume").code, 2)
            self.assertEqual(run("resume", base, "more").code, 2)

    def test_a_file_that_was_changed_since_is_not_continued(self):
        with folder() as base:
            where, _ = self.stopped(base)
            text = read(f"{where}/history.csv")
            with open(f"{where}/history.csv", "w") as file:
                file.write(text.replace("0.1,", "0.2,", 1))
            ending = run("resume", where)
            self.assertEqual(ending.code, 3, ending)
            self.assertIn("history.csv: is not what the run had written", ending.err)

    def test_another_machine_is_reported(self):
        with folder() as base:
            where, expected = self.stopped(base)
            newest = os.path.join(where, "checkpoint_000004.tensio")
            with open(newest, "rb") as file:
                data = file.read()
            self.assertEqual(checksum(data[:-8]), struct.unpack("<Q", data[-8:])[0])
            other = data[:-8].replace(b"tensio 0.", b"tensio 9.")
            self.assertNotEqual(other, data[:-8])
            with open(newest, "wb") as file:
                file.write(other + struct.pack("<Q", checksum(other)))
            ending, answer = run_json("resume", where)
            self.assertEqual(ending.code, 0)
            self.assertRegex(answer["warnings"][0], "the run began with tensio 9.*bits may differ")
            self.assertEqual(run_json("resume", where)[1]["warnings"], [])

    def test_a_finished_run_says_so_and_stays_as_it_is(self):
        with folder() as base:
            path, where = write_scene(base, net()), os.path.join(base, "out")
            self.assertEqual(run("run", path, *SHORT, "--out", where).code, 0)
            expected, summary = contents(where), read(f"{where}/summary.json")
            ending = run("resume", where)
            self.assertEqual((ending.code, ending.err), (0, ""))
            self.assertIn("finished at time 0.4 after 400 steps: the run was already finished", ending.out)
            _, answer = run_json("resume", where)
            self.assertEqual((answer["status"], answer["time"], answer["steps"]),
                             ("finished", 0.4, 400))
            self.assertEqual(differences(expected, contents(where)), [])
            self.assertEqual(read(f"{where}/summary.json"), summary)

    def test_a_run_killed_while_it_ended_its_files_is_finished(self):
        for form, integrator in (("vtk", "velocity_verlet"), ("npz", "implicit_euler")):
            words = (*SHORT, "--format", form, "--integrator", integrator)[2:]
            with self.subTest(form), folder() as base:
                path, where = write_scene(base, net()), os.path.join(base, "out")
                self.assertEqual(run("run", path, *words, "--out", where).code, 0)
                expected = contents(where)
                for name in ("summary.json", "energy.svg"):
                    os.remove(os.path.join(where, name))
                self.assertEqual(run("resume", where).code, 0)
                self.assertEqual(differences(expected, contents(where)), [])


class Edited(unittest.TestCase):
    """A weight on a spring so soft that it falls almost freely; gravity is switched by edits."""

    WORDS = ("--integrator", "velocity_verlet", "--time-step", "0.001", "--duration", "1",
             "--output-every", "0.1", "--checkpoint-every", "0.25")

    def scene(self, gravity, **more):
        return {"tensio": 1, "dimension": 2, "gravity": [0, gravity],
                "nodes": {"position": [[0, 0], [1, 0]], "mass": 2, "fixed": [0]},
                "springs": [{"ends": [[0, 1]], "stiffness": 1e-9}], **more}

    def begun(self, base):
        where = os.path.join(base, "out")
        ending = run("run", write_scene(base, self.scene(-10)), *self.WORDS, "--out", where)
        self.assertEqual(ending.code, 0, ending)
        return where

    def momentum(self, where):
        return {round(row["time"], 9): row["momentum_y"] for row in history(where)}

    def test_the_edited_scene_acts_from_the_time_given(self):
        for at, then in ((0.6, 0.6), (0.5, 0.5), (0.123, 0.123)):
            with self.subTest(at), folder() as base:
                where = self.begun(base)
                before = self.momentum(where)
                edited = write_scene(base, self.scene(0), "edited.json")
                ending, answer = run_json("resume", where, "--scene", edited, "--at", at)
                self.assertEqual((ending.code, answer["time"], answer["steps"]), (0, 1, 1000))
                self.assertAlmostEqual(answer["velocity"][1][1], -10 * then, delta=1e-6)
                for time_, value in self.momentum(where).items():
                    if time_ <= at:
                        self.assertEqual(value, before[time_])
                    else:
                        self.assertAlmostEqual(value, -20 * then, delta=1e-6)
                self.assertEqual(len(self.momentum(where)), 11)
                self.assertNotIn("gravity", json.loads(read(f"{where}/scene.json")))

    def test_without_a_time_it_acts_from_the_last_checkpoint(self):
        with folder() as base:
            where = self.begun(base)
            os.remove(f"{where}/checkpoint_000005.tensio")
            edited = write_scene(base, self.scene(0), "edited.json")
            _, answer = run_json("resume", where, "--scene", edited)
            self.assertAlmostEqual(answer["velocity"][1][1], -7.5, delta=1e-6)

    def test_the_same_scene_changes_nothing(self):
        with folder() as base:
            where = self.begun(base)
            expected = {name: data for name, data in contents(where).items()
                        if not name.startswith("checkpoint_")}
            self.assertEqual(run("resume", where, "--scene", f"{where}/scene.json",
                                 "--at", "0.33").code, 0)
            found = {name: data for name, data in contents(where).items()
                     if not name.startswith("checkpoint_")}
            self.assertEqual(differences(expected, found), [])

    def test_an_edited_run_can_be_resumed_itself(self):
        with folder() as base:
            where = self.begun(base)
            edited = write_scene(base, self.scene(0), "edited.json")
            self.assertEqual(run("resume", where, "--scene", edited, "--at", "0.6").code, 0)
            expected = contents(where)
            newest = max(name for name in expected if name.startswith("checkpoint_"))
            os.remove(os.path.join(where, newest))
            ending, answer = run_json("resume", where)
            self.assertEqual((ending.code, answer["warnings"]), (0, []), ending)
            self.assertAlmostEqual(answer["velocity"][1][1], -6, delta=1e-6)
            self.assertEqual(differences(expected, contents(where)), [])

    def test_a_run_goes_on_beyond_its_end_with_frames_at_new_times(self):
        with folder() as base:
            where = self.begun(base)
            longer = self.scene(-10, simulation={
                "integrator": "velocity_verlet", "time_step": 0.001, "duration": 2,
                "output_every": 0.25})
            ending, answer = run_json("resume", where, "--scene",
                                      write_scene(base, longer, "longer.json"))
            self.assertEqual((ending.code, answer["time"], answer["steps"]), (0, 2, 2000))
            self.assertAlmostEqual(answer["velocity"][1][1], -20, delta=1e-6)
            times = [round(row["time"], 9) for row in history(where)]
            self.assertEqual(times, [i / 10 for i in range(11)] + [1.25, 1.5, 1.75, 2])

    def test_another_net_and_another_time_are_refused(self):
        with folder() as base:
            where = self.begun(base)
            expected = contents(where)
            scene = self.scene(0)
            scene["nodes"]["position"].append([2, 0])
            more_nodes = write_scene(base, scene, "nodes.json")
            ending = run("resume", where, "--scene", more_nodes)
            self.assertEqual(ending.code, 3)
            self.assertIn("nodes.json: has 3 nodes where the run has 2", ending.err)
            scene = self.scene(0)
            scene["springs"][0]["ends"].append([0, 1])
            ending = run("resume", where, "--scene", write_scene(base, scene, "springs.json"))
            self.assertEqual(ending.code, 3)
            self.assertIn("has 2 springs where the run has 1", ending.err)
            watched = self.scene(0, probes=[{"name": "tip", "nodes": [1],
                                             "quantity": "position.y"}])
            ending = run("resume", where, "--scene", write_scene(base, watched, "probes.json"))
            self.assertEqual(ending.code, 3)
            self.assertIn("has other probes than the run", ending.err)
            edited = write_scene(base, self.scene(0), "edited.json")
            ending = run("resume", where, "--scene", edited, "--at", "2")
            self.assertEqual(ending.code, 2)
            self.assertIn("the run ends at 1", ending.err)
            ending = run("resume", where, "--at", "0.5")
            self.assertEqual(ending.code, 2)
            self.assertIn("--scene", ending.err)
            self.assertEqual(run("resume", where, "--scene", f"{base}/absent.json").code, 5)
            self.assertEqual(differences(expected, contents(where)), [])


if __name__ == "__main__":
    unittest.main()
