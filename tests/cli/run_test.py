"""`tensio run`: what it prints, what it writes, and how it ends."""

import csv
import json
import math
import os
import struct
import unittest
import xml.etree.ElementTree

from program import SPRINGSYS, folder, parse, run, run_json, write_scene
from runs import contents, differences, net

KEYS = ["status", "reason", "time", "steps", "time_step", "stable_time_step", "integrator",
        "position", "velocity", "momentum", "events", "probes", "energy",
        "iterations", "linear_iterations", "retried_steps", "split_steps", "preview_steps",
        "unsettled_friction_steps", "linear_solver", "seconds", "choice", "warnings"]
ENERGIES = ["kinetic", "elastic", "gravity", "load", "contact", "dissipated", "work", "total"]

# A mass of 1 on a spring of 100: ten radians a second, let go at 1.1.
OSCILLATOR = {"tensio": 1, "dimension": 2,
              "nodes": {"position": [[0, 0], [1, 0]], "start": [[0, 0], [1.1, 0]], "mass": 1,
                        "fixed": [0]},
              "springs": [{"ends": [[0, 1]], "stiffness": 100}],
              "probes": [{"name": "tip", "nodes": [1], "quantity": "position.x"}],
              "simulation": {"integrator": "velocity_verlet", "time_step": 0.001, "duration": 1,
                             "output_every": 0.25, "probe_every": 0.1}}


def rows(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def npy(path):
    """The shape and the numbers of a .npy file."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x93NUMPY\x01\x00"
    size = struct.unpack("<H", data[8:10])[0]
    head = eval(data[10:10 + size].decode(), {})  # a dict in Python's own spelling
    assert head["descr"] == "<f8" and not head["fortran_order"]
    body = data[10 + size:]
    return head["shape"], struct.unpack(f"<{len(body) // 8}d", body)


def vtp(path):
    """The arrays of a .vtp file, by name, and its counts."""
    with open(path, "rb") as file:
        data = file.read()
    mark = data.index(b'<AppendedData encoding="raw">\n_') + 31
    tree = xml.etree.ElementTree.fromstring(
        data[:data.index(b"<AppendedData")] + b"</VTKFile>")
    arrays = {}
    for array in tree.iter("DataArray"):
        begin = mark + int(array.get("offset"))
        size = struct.unpack("<Q", data[begin:begin + 8])[0]
        code = {"Float64": "d", "Int32": "i"}[array.get("type")]
        arrays[array.get("Name")] = struct.unpack(
            f"<{size // struct.calcsize(code)}{code}", data[begin + 8:begin + 8 + size])
    return arrays, tree.find(".//Piece").attrib


class StopAfterTheStart(unittest.TestCase):
    def test_stop_after_counts_the_equilibrium_to_start_from(self):
        scene = {"tensio": 1, "dimension": 2,
                 "nodes": {"position": [[0, 0], [1, 0]], "fixed": [0], "mass": 1},
                 "springs": [{"ends": [[0, 1]], "stiffness": 100}], "gravity": [0, -9.81],
                 "simulation": {"duration": 1, "time_step": 0.01}}
        with folder() as where:
            path, out = write_scene(where, scene), os.path.join(where, "run")
            # Over before the first iteration, on any machine.
            ending, answer = run_json("run", path, "--from", "equilibrium", "--out", out,
                                      "--stop-after", "1e-9")
            self.assertEqual((ending.code, answer["status"]), (6, "interrupted"))
            self.assertEqual(answer["steps"], 0)
            self.assertIn("--stop-after was reached before the initial equilibrium", answer["reason"])
            self.assertFalse(os.path.exists(out))
            self.assertEqual(run("run", path, "--from", "equilibrium", "--out", out, "-q").code,
                             0)


class Object(unittest.TestCase):
    def test_every_ending_has_the_same_keys(self):
        with folder() as base:
            path = write_scene(base, OSCILLATOR)
            unstable = {**OSCILLATOR, "simulation": {**OSCILLATOR["simulation"], "time_step": 0.5,
                                                     "duration": 100}}
            for words, code, status in (
                    ([path], 0, "finished"),
                    ([path, "--out", f"{base}/out"], 0, "finished"),
                    ([write_scene(base, unstable, "unstable.json")], 4, "blew_up"),
                    ([path, "--duration", "1e9", "--output-every", "1e8", "--stop-after", "0.01"],
                     6, "interrupted")):
                with self.subTest(status):
                    ending, answer = run_json("run", *words)
                    self.assertEqual((ending.code, answer["status"]), (code, status), ending)
                    self.assertEqual(list(answer), KEYS)
                    self.assertEqual(list(answer["energy"]), ENERGIES)
                    self.assertNotEqual(answer["reason"], "")
                    self.assertEqual(ending.err, "".join(f"warning: {text}\n" for text in
                                                         answer["warnings"]))
                    self.assertEqual(answer["warnings"] != [], status == "blew_up")

    def test_the_numbers_are_those_of_the_oscillator(self):
        with folder() as base:
            _, answer = run_json("run", write_scene(base, OSCILLATOR))
        self.assertEqual((answer["time"], answer["steps"], answer["time_step"]), (1, 1000, 0.001))
        self.assertAlmostEqual(answer["position"][1][0], 1 + 0.1 * math.cos(10), delta=1e-5)
        self.assertAlmostEqual(answer["velocity"][1][0], -math.sin(10), delta=1e-4)
        self.assertEqual(answer["momentum"], [answer["velocity"][1][0], 0])
        self.assertEqual(answer["probes"], {"tip": answer["position"][1][0]})
        self.assertAlmostEqual(answer["energy"]["total"], 0.5, delta=1e-5)
        self.assertAlmostEqual(answer["energy"]["kinetic"], 0.5 * math.sin(10) ** 2, delta=1e-4)

    def test_options_go_before_those_of_the_scene(self):
        with folder() as base:
            path = write_scene(base, OSCILLATOR)
            _, answer = run_json("run", path, "--integrator", "rk4", "--time-step", "0.01",
                                 "--duration", "0.5")
            self.assertEqual((answer["integrator"], answer["time_step"], answer["steps"]),
                             ("rk4", 0.01, 50))
            self.assertAlmostEqual(answer["position"][1][0], 1 + 0.1 * math.cos(5), delta=1e-6)
            # As it ran, it runs again.
            run("run", path, "--time-step", "0.01", "--duration", "0.5", "--out", f"{base}/out")
            again = run_json("run", f"{base}/out/scene.json")[1]
            self.assertEqual((again["time_step"], again["time"]), (0.01, 0.5))

    def test_from_equilibrium_nothing_moves(self):
        with folder() as base:
            scene = {**net(), "gravity": [0, 0, -1]}
            _, answer = run_json("run", write_scene(base, scene), "--from", "equilibrium",
                                 "--duration", "0.1", "--time-step", "0.001", "--integrator",
                                 "velocity_verlet")
            self.assertLess(answer["energy"]["kinetic"], 1e-15)
            self.assertLess(answer["energy"]["elastic"] - answer["energy"]["total"]
                            + answer["energy"]["gravity"], 1e-12)

    def test_a_blow_up_names_the_spring_and_keeps_the_last_good_state(self):
        with folder() as base:
            path = write_scene(base, net())
            words = ("--duration", "10", "--time-step", "0.1", "--integrator", "velocity_verlet")
            ending, answer = run_json("run", path, *words, "--out", f"{base}/out")
            self.assertEqual((ending.code, answer["status"]), (4, "blew_up"))
            self.assertRegex(answer["reason"], r"spring \d+ \(nodes \d+-\d+\)")
            for row in rows(f"{base}/out/history.csv"):
                for value in row.values():
                    self.assertTrue(math.isfinite(float(value)))
            text = contents(f"{base}/out")
            for name in text:
                if not name.endswith((".vtp", ".tensio")):
                    self.assertNotIn(b"nan", text[name].lower().replace(b"dominant", b""), name)
            last = sorted(name for name in text if name.endswith(".vtp"))[-1]
            self.assertTrue(all(map(math.isfinite, vtp(f"{base}/out/{last}")[0]["Points"])))
            again = run("resume", f"{base}/out")
            self.assertEqual(again.code, 4)
            self.assertEqual(differences(text, contents(f"{base}/out")), [])

    def test_large_nets_leave_arrays_to_files(self):
        count = 100001
        scene = {"tensio": 1, "dimension": 2, "nodes": {
            "position": [[i, 0] for i in range(count)], "mass": 1}}
        with folder() as base:
            words = (write_scene(base, scene), "--duration", "1", "--time-step", "1",
                     "--integrator", "velocity_verlet")
            _, answer = run_json("run", *words)
            self.assertEqual((answer["position"], answer["velocity"]), (None, None))
            self.assertIn("--out", answer["arrays"])
            _, answer = run_json("run", *words, "--out", f"{base}/out", "--format", "npy")
            self.assertEqual(answer["arrays"], f"{base}/out/position.npy, velocity.npy")
            shape, numbers = npy(f"{base}/out/position.npy")
            self.assertEqual((shape, numbers[-2:]), ((2, count, 2), (count - 1, 0)))


class People(unittest.TestCase):
    def test_a_summary(self):
        with folder() as base:
            ending = run("run", write_scene(base, OSCILLATOR))
        self.assertEqual((ending.code, ending.err), (0, ""))
        self.assertTrue(ending.out.startswith("finished at time 1 after 1,000 steps\n"), ending)
        for fragment in ("velocity_verlet, time step 0.001", "largest tension", "kinetic", "total",
                         "\nprobe\n  tip", "of stepping"):
            self.assertIn(fragment, ending.out)

    def test_friction_that_did_not_settle_is_counted(self):
        # A soft block thrown into a wedge; the same on an even floor.
        for slope, some in (1.5, True), (0, False):
            scene = {"tensio": 1, "dimension": 2, "gravity": [0, -9.81],
                     "nodes": {"position": [[-0.1, 0.3], [0, 0.3], [-0.1, 0.4], [0, 0.4]],
                               "mass": 0.1, "velocity": [[0.5, -2]] * 4},
                     "springs": [{"ends": [[0, 1], [2, 3], [0, 2], [1, 3], [0, 3], [1, 2]],
                                  "stiffness": 20, "damping": 0.1}],
                     "obstacles": [{"kind": "plane", "point": [0, 0], "normal": [side, 1],
                                    "friction": 0.9} for side in (slope, -slope)],
                     "simulation": {"duration": 1, "time_step": 0.02,
                                    "integrator": "implicit_euler"}}
            with folder() as base:
                path = write_scene(base, scene)
                count = run_json("run", path)[1]["unsettled_friction_steps"]
                text = run("run", path).out
            self.assertEqual(count > 0, some)
            self.assertEqual(f"did not converge in {count} of 50 steps" in text, some, text)

    def test_flags_are_among_the_options_of_the_run(self):
        with folder() as base:
            path, out = write_scene(base, OSCILLATOR), os.path.join(base, "out")
            flags = ["--no-substeps", "--no-warm-start"]
            run("run", path, "--out", out, *flags)
            with open(os.path.join(out, "summary.json")) as file:
                self.assertEqual(json.load(file)["options"], flags)

    def test_quiet_and_verbose(self):
        with folder() as base:
            path = write_scene(base, OSCILLATOR)
            self.assertEqual((run("run", path, "-q").out, run("run", path, "-q").err), ("", ""))
            lines = run("run", path, "-v").err.splitlines()
            self.assertEqual(len(lines), 1 + 5)
            self.assertEqual(float(lines[2].split()[0]), 0.25)
            lines = run("run", path, "-v", "--integrator", "implicit_euler",
                        "--time-step", "0.05").err.splitlines()
            self.assertRegex(lines[0], r"^linear solver: (ldlt|pcg) for \d+ unknown")
            self.assertTrue(lines[1].startswith("time "), lines)
            lines = run("run", path, "-v", "--integrator", "implicit_euler", "--time-step", "0.05",
                        "--linear-solver", "multilevel").err.splitlines()
            self.assertEqual(lines[0], "linear solver: multilevel, as requested")
            words = ["run", path, "--integrator", "implicit_euler", "--time-step", "0.05",
                     "--linear-solver", "pcg", "--method", "newton"]
            lines = run(*words, "-v").err.splitlines()
            self.assertTrue(lines[1].endswith("  linear iterations"), lines)
            answer = run_json(*words)[1]
            self.assertEqual(sum(int(line.split()[5]) for line in lines[2:]),
                             answer["linear_iterations"])
            self.assertGreater(answer["linear_iterations"], 0)
            quiet = run("run", path, "-q", "--time-step", "0.5", "--duration", "100")
            self.assertEqual((quiet.code, quiet.out), (4, ""))
            self.assertRegex(quiet.err, r"\Awarning: the time step .*\nblew_up at time .*\n\Z")


class Usage(unittest.TestCase):
    def refused(self, fragment, *words, code=2):
        ending = run(*words)
        self.assertEqual(ending.code, code, ending)
        self.assertIn(fragment, ending.err)
        self.assertEqual(run(*words, "--json").code, code)

    def test_a_scene_without_motion_is_asked_about(self):
        self.refused("did you mean `tensio solve", "run", SPRINGSYS)

    def test_a_free_node_without_mass_is_named(self):
        ending = run("run", SPRINGSYS, "--duration", "1", "--time-step", "0.1")
        self.assertEqual(ending.code, 3)
        self.assertRegex(ending.err, r"node 4\b.*mass|mass.*node 4\b")

    def test_options_that_make_no_sense_are_refused(self):
        with folder() as base:
            path = write_scene(base, OSCILLATOR)
            self.refused("needs --out DIR", "run", path, "--format", "npy")
            self.refused("needs --out DIR", "run", path, "--checkpoint-every", "1")
            self.refused("needs --out DIR", "run", path, "--force")
            self.refused("must be one of vtk, npy, npz", "run", path, "--format", "vtu")
            self.refused("is called velocity_verlet here", "run", path, "--integrator", "verlet")
            self.refused("did you mean implicit_euler?", "run", path, "--integrator", "implicit")
            self.refused("a positive number of seconds", "run", path, "--duration", "-1")
            self.refused("a positive number of seconds", "run", path, "--time-step", "x")
            self.refused("drawn, equilibrium", "run", path, "--from", "rest")
            self.refused("double, single", "run", path, "--precision", "half")

    def test_a_folder_is_not_written_over(self):
        with folder() as base:
            path, where = write_scene(base, OSCILLATOR), f"{base}/out"
            os.mkdir(where)
            self.assertEqual(run("run", path, "--out", where).code, 0)
            expected = contents(where)
            self.refused("the folder is not empty; --force", "run", path, "--out", where)
            with open(f"{where}/notes.txt", "w") as file:
                file.write("mine")
            with open(f"{where}/frames/movie.mp4", "w") as file:
                file.write("mine")
            # A shorter run in its place leaves nothing of the longer one, and all that is not its.
            words = ("--out", where, "--force", "--duration", "0.5")
            self.assertEqual(run("run", path, *words).code, 0)
            self.assertEqual(len(rows(f"{where}/history.csv")), 3)
            self.assertEqual(len(os.listdir(f"{where}/frames")), 4)
            self.assertEqual(run("run", path, "--out", where, "--force").code, 0)
            self.assertEqual(differences(expected, contents(where)),
                             ["frames/movie.mp4", "notes.txt"])

    def test_folders_that_can_not_be_written_are_named(self):
        with folder() as base:
            path = write_scene(base, OSCILLATOR)
            self.refused("is a file; --out needs a folder", "run", path, "--out", path, code=5)
            self.refused("there is no folder", "run", path, "--out", f"{base}/a/b", code=5)
            self.refused("the folder holds the scene itself", "run", path, "--out", base, "--force")
            with open(path) as file:
                self.assertEqual(json.load(file), OSCILLATOR)
            self.assertEqual(os.listdir(base), ["scene.json"])

    def test_scenes_with_combinations_and_stages(self):
        with folder() as base:
            scene = {**OSCILLATOR, "combinations": {"a": {"pull": 1}, "b": {"pull": 2}},
                     "loads": [{"case": "pull", "nodes": [1], "force": [1, 0]}]}
            path = write_scene(base, scene)
            self.refused("NAME is one of a, b", "run", path)
            loads = [run_json("run", path, "--combination", name)[1]["energy"]["load"]
                     for name in "ab"]
            self.assertNotEqual(*loads)
            scene = {**OSCILLATOR, "stages": [{"name": "one", "springs": [0],
                                               "rest_length_change": 0.1}]}
            self.refused("stages", "run", write_scene(base, scene), code=3)


class Files(unittest.TestCase):
    def test_tables_frames_and_plots(self):
        with folder() as base:
            where = f"{base}/out"
            self.assertEqual(run("run", write_scene(base, OSCILLATOR), "--out", where).code, 0)
            history = rows(f"{where}/history.csv")
            self.assertEqual(list(history[0]), ["time", *ENERGIES, "momentum_x", "momentum_y"])
            self.assertEqual([float(row["time"]) for row in history], [0, 0.25, 0.5, 0.75, 1])
            for row in history:
                parts = {name: float(row[name]) for name in ENERGIES}
                self.assertAlmostEqual(parts["total"], sum(
                    parts[name] for name in ENERGIES[:6]) - parts["work"], delta=1e-15)
            probes = rows(f"{where}/probes.csv")
            self.assertEqual(len(probes), 11)
            for row in probes:
                self.assertAlmostEqual(float(row["tip"]),
                                       1 + 0.1 * math.cos(10 * float(row["time"])), delta=1e-5)
            self.assertEqual(rows(f"{where}/events.csv"), [])
            listed = xml.etree.ElementTree.parse(f"{where}/frames.pvd").getroot().iter("DataSet")
            frames = [(float(item.get("timestep")), item.get("file")) for item in listed]
            self.assertEqual([time for time, _ in frames], [0, 0.25, 0.5, 0.75, 1])
            for time, name in frames:
                arrays, counts = vtp(f"{where}/{name}")
                self.assertEqual((counts["NumberOfPoints"], counts["NumberOfLines"]), ("2", "1"))
                self.assertAlmostEqual(arrays["Points"][3], 1 + 0.1 * math.cos(10 * time),
                                       delta=1e-5)
                self.assertAlmostEqual(arrays["tension"][0], 10 * math.cos(10 * time), delta=1e-3)
                self.assertEqual(arrays["mass"], (1, 1))
                self.assertEqual(arrays["TimeValue"], (time,))
            for name in ("energy.svg", "probes.svg"):
                xml.etree.ElementTree.parse(f"{where}/{name}")

    def test_arrays_for_numpy(self):
        import zipfile
        with folder() as base:
            path = write_scene(base, OSCILLATOR)
            self.assertEqual(run("run", path, "--out", f"{base}/a", "--format", "npy").code, 0)
            self.assertEqual(run("run", path, "--out", f"{base}/b", "--format", "npz").code, 0)
            shape, position = npy(f"{base}/a/position.npy")
            self.assertEqual(shape, (5, 2, 2))
            self.assertEqual(npy(f"{base}/a/time.npy"), ((5,), (0, 0.25, 0.5, 0.75, 1)))
            self.assertAlmostEqual(position[2 * 4 + 2], 1 + 0.1 * math.cos(5), delta=1e-5)
            self.assertEqual(npy(f"{base}/a/velocity.npy")[0], (5, 2, 2))
            with zipfile.ZipFile(f"{base}/b/frames.npz") as archive:
                self.assertIsNone(archive.testzip())
                for name in ("position.npy", "velocity.npy", "time.npy"):
                    with open(f"{base}/a/{name}", "rb") as file:
                        self.assertEqual(archive.read(name), file.read())

    def test_all_but_the_summary_is_the_same_in_every_run(self):
        with folder() as base:
            path = write_scene(base, OSCILLATOR)
            for name, threads in (("a", 1), ("b", 2)):
                words = ("--out", f"{base}/{name}", "--threads", threads)
                self.assertEqual(run("run", path, *words).code, 0)
            self.assertEqual(differences(contents(f"{base}/a"), contents(f"{base}/b")), [])
            with open(f"{base}/a/summary.json") as file:
                first = parse(file.read())
            with open(f"{base}/b/summary.json") as file:
                second = parse(file.read())
            self.assertEqual(first["hashes"], second["hashes"])
            for key in ("tensio", "status", "options", "begun", "seconds", "machine"):
                self.assertIn(key, first)

    def test_no_file_is_written_that_was_not_asked_for(self):
        with folder() as base:
            path = write_scene(base, OSCILLATOR)
            self.assertEqual(run("run", path, cwd=base).code, 0)
            self.assertEqual(os.listdir(base), ["scene.json"])


if __name__ == "__main__":
    unittest.main()
