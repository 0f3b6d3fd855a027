"""The program for Windows, run by Wine: solve, run, resume, check, files, locks, kernels, the studio.

Reads TENSIO (the .exe), WINE, TENSIO_SOURCE_DIR, and TENSIO_NATIVE, the program of this machine, whose bits the
results are compared with where it is given. WINEPREFIX is the folder that Wine works in.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest
import urllib.request

PROGRAM = os.environ["TENSIO"]
WINE = os.environ["WINE"]
NATIVE = os.environ.get("TENSIO_NATIVE")
SOURCE = pathlib.Path(os.environ["TENSIO_SOURCE_DIR"])
EXAMPLES = SOURCE / "examples"
# Scenes at rest that both programs solve by the same solver: without CHOLMOD, which Windows lacks.
SOLVED = ["01_springsys", "03_cable_net", "05_force_density_net", "06_tensegrity_prism", "18_shell_buckling"]
# What a run took, and on which processor.
WITH_TIMES = ["summary.json"]
MOVED = ["11_wave_on_a_string", "12_wire_that_yields", "13_cloth_on_a_ball", "16_tearing_cloth", "20_walker"]


def call(command, cwd, env):
    return subprocess.run([str(word) for word in command], cwd=cwd, env={**os.environ, **env}, timeout=1800,
                          stdin=subprocess.DEVNULL, capture_output=True)


def setUpModule():
    """Wine's own processes start with the first program and stay until the last one: with one that waits, what
    they print is not taken for the words of a program that is tested."""
    global idle
    # Makes the folder of Wine where it is not there. Not through pipes, which Wine's server would keep open.
    subprocess.run([WINE, "cmd", "/c", "exit"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, timeout=1800, check=True)
    idle = subprocess.Popen([WINE, "cmd"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


def tearDownModule():
    idle.stdin.close()
    idle.wait()


class Windows(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tensio windows "))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_it(self, *words, code=0, **env):
        done = call([WINE, PROGRAM, *words], self.folder, env)
        self.assertEqual(done.returncode, code, (words, done.stdout[-2000:], done.stderr[-2000:]))
        return done

    def native(self, *words, code=0):
        done = call([NATIVE, *words], self.folder, {})
        self.assertEqual(done.returncode, code, (words, done.stdout[-2000:], done.stderr[-2000:]))
        return done

    def scene(self, example, name="scene.json"):
        shutil.copytree(EXAMPLES / example, self.folder, dirs_exist_ok=True)
        if name != "scene.json":
            (self.folder / "scene.json").rename(self.folder / name)
        return name

    def test_the_first_command_of_the_readme(self):
        out = self.run_it("solve", self.scene("01_springsys")).stdout.decode()
        self.assertIn("converged in 5 iterations\n", out)
        self.assertIn("  4                   0.2438322  0.5000000\n", out)
        self.assertNotIn("\r", out)

    @unittest.skipUnless(NATIVE, "TENSIO_NATIVE is not given")
    def test_equilibria_have_the_bits_of_this_machine(self):
        for example in SOLVED:
            scene = self.scene(example)
            for out, program in (("there.json", self.run_it), ("here.json", self.native)):
                program("solve", scene, "--reproducible", "--out", out, "--force", "--quiet")
            self.assertEqual((self.folder / "there.json").read_bytes(),
                             (self.folder / "here.json").read_bytes(), example)

    @unittest.skipUnless(NATIVE, "TENSIO_NATIVE is not given")
    def test_runs_write_the_bytes_of_this_machine(self):
        for example in MOVED:
            scene = self.scene(example)
            for out, program in (("there", self.run_it), ("here", self.native)):
                program("run", scene, "--reproducible", "--duration", "0.02", "--time-step", "0.0001",
                        "--integrator", "velocity_verlet", "--out", out, "--force", "--quiet")
            self.assert_same_files("there", "here", example)

    def assert_same_files(self, one, other, what=""):
        def files(name):
            folder = self.folder / name
            return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
                    if path.is_file() and path.suffix != ".tensio" and path.name not in WITH_TIMES}

        found, expected = files(one), files(other)
        self.assertEqual(sorted(found), sorted(expected), what)
        for name, content in expected.items():
            self.assertTrue(found[name] == content, f"{what}: {name} differs")
        self.assertGreater(len(expected), 3)

    def test_an_interrupted_run_continues_with_the_same_bytes(self):
        scene = self.scene("11_wave_on_a_string")
        for form in ("vtk", "npz"):
            options = ["--checkpoint-every", "0.02", "--format", form, "--quiet"]
            self.run_it("run", scene, "--out", f"whole_{form}", *options)
            self.run_it("run", scene, "--out", f"cut_{form}", *options, "--stop-after", "0.001", code=6)
            self.run_it("resume", f"cut_{form}", "--quiet")
            self.assert_same_files(f"cut_{form}", f"whole_{form}")
            self.assertIn(b"already finished", self.run_it("resume", f"cut_{form}").stdout)

    def test_one_run_at_a_time_in_a_folder(self):
        scene = self.scene("11_wave_on_a_string")
        words = ["run", scene, "--out", "run", "--quiet"]
        first = subprocess.Popen([WINE, PROGRAM, *words, "--duration", "1e6", "--output-every", "1e5"],
                                 cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        try:
            while not (self.folder / "run" / "history.csv").exists():
                self.assertIsNone(first.poll(), "the first run ended")
                time.sleep(0.05)
            second = self.run_it(*words, "--force", code=5)
            self.assertIn(b"another run is writing to this folder", second.stderr)
        finally:
            first.kill()
            first.wait()
        # What it had is free as soon as Windows has ended the program.
        for _ in range(200):
            done = call([WINE, PROGRAM, *words, "--force"], self.folder, {})
            if done.returncode == 0:
                break
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_check_reports_mistakes_with_their_lines(self):
        (self.folder / "bad.json").write_text('{"tensio": 1, "dimension": 2,\n "nodes": {"position": [[0, 0], [1, "x"]]},\n'
                                              ' "springs": [{"ends": [[0, 7]], "stifness": 1}]}\n')
        done = self.run_it("check", "bad.json", code=3)
        self.assertRegex(done.stderr.decode(), r"bad\.json:3:\d+: .*stiffness")
        if NATIVE:
            self.assertEqual(done.stderr, self.native("check", "bad.json", code=3).stderr)
        self.run_it("check", self.scene("06_tensegrity_prism"), "--strict")

    def test_names_of_files_are_utf8(self):
        scene = self.scene("01_springsys", "größe_网_😀.json")
        done = self.run_it("solve", scene, "--out", "ergebnis_ß_网_😀.json", "--json")
        self.assertEqual(json.loads(done.stdout)["status"], "converged")
        self.assertTrue((self.folder / "ergebnis_ß_网_😀.json").is_file())
        self.run_it("solve", "ergebnis_ß_网_😀.json", "--page", "seite_ö.html", "--quiet")
        self.assertIn(b"the file exists", self.run_it("solve", scene, "--out", "ergebnis_ß_网_😀.json", code=2).stderr)
        missing = self.run_it("solve", "fehlt_ß.json", code=5)
        self.assertIn("fehlt_ß.json", missing.stderr.decode())
        self.scene("11_wave_on_a_string")
        self.run_it("run", "scene.json", "--out", "läuft_网", "--duration", "0.01", "--quiet")
        self.assertTrue((self.folder / "läuft_网" / "history.csv").is_file())

    def test_files_are_replaced_whole(self):
        scene = self.scene("01_springsys")
        (self.folder / "old.json").write_text("old")
        self.run_it("solve", scene, "--out", "old.json", "--force", "--quiet")
        self.assertEqual(json.loads((self.folder / "old.json").read_text())["tensio"], 1)
        self.assertEqual([path.name for path in self.folder.iterdir() if ".tmp-" in path.name], [])
        self.run_it("solve", scene, "--out", "none/there.json", code=5)

    def test_kernels_for_newer_processors_give_the_same_bytes(self):
        """Vectors of 32 and 64 bytes, for which the stack of Windows is not aligned."""
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            flags = file.read()
        levels = ["baseline"] + [level for level, flag in (("avx2", " avx2"), ("avx512", " avx512vl")) if flag in flags]
        scene = self.scene("13_cloth_on_a_ball")
        for level in levels:
            self.run_it("run", scene, "--duration", "0.02", "--time-step", "0.0001", "--integrator", "velocity_verlet",
                        "--out", level, "--quiet", TENSIO_SIMD=level)
            self.assert_same_files(level, "baseline", level)
            self.run_it("solve", "scene.json", "--linear-solver", "ldlt", "--out", f"{level}.json", "--quiet",
                        TENSIO_SIMD=level)
            self.assertEqual((self.folder / f"{level}.json").read_bytes(), (self.folder / "baseline.json").read_bytes())
        self.assertGreater(len(levels), 0)

    def test_the_studio_delivers_its_page(self):
        (self.folder / "share" / "tensio").mkdir(parents=True)
        (self.folder / "bin").mkdir()
        shutil.copy(SOURCE / "docs" / "tensio-studio.html", self.folder / "share" / "tensio")
        shutil.copy(PROGRAM, self.folder / "bin" / "tensio.exe")
        scene = self.scene("01_springsys")
        server = subprocess.Popen([WINE, str(self.folder / "bin" / "tensio.exe"), "studio", scene, "--no-browser",
                                   "--quiet"], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL)
        try:
            address = server.stdout.readline().decode().strip()
            self.assertRegex(address, r"^http://127\.0\.0\.1:\d+/[0-9a-f]+/$")
            with urllib.request.urlopen(address, timeout=60) as page:
                self.assertEqual(len(page.read()) > 1_000_000, True)
            with urllib.request.urlopen(address + "shown", timeout=60) as shown:
                self.assertIn("scene.json", shown.read().decode())
        finally:
            server.kill()
            server.wait()
            server.stdout.close()

    def test_what_is_not_there_says_so(self):
        scene = self.scene("11_wave_on_a_string")
        self.run_it("run", scene, "--out", "run", "--quiet")
        done = self.run_it("movie", "run", "--out", "run.mp4", code=5)
        self.assertIn(b"cannot be written on Windows", done.stderr)
        self.run_it("movie", "run", "--out", "run.svg", "--quiet")
        done = self.run_it("solve", self.scene("01_springsys"), "--linear-solver", "cholmod", code=2)
        self.assertIn(b"this build has no CHOLMOD", done.stderr)

    def test_the_program_stands_alone(self):
        """It needs the libraries that every Windows has, and none of the compiler's."""
        needed = subprocess.run(["x86_64-w64-mingw32-objdump", "-p", PROGRAM], capture_output=True, text=True,
                                check=True).stdout
        names = {name.lower() for name in re.findall(r"DLL Name: (\S+)", needed)}
        self.assertLessEqual(names, {"advapi32.dll", "kernel32.dll", "msvcrt.dll", "shell32.dll", "user32.dll",
                                     "ws2_32.dll"})


if __name__ == "__main__":
    unittest.main()
