"""Little memory, tiny times, dense graphs, files that fail: refused, or done in bounded time."""

import os
import resource
import shutil
import signal
import subprocess
import time
import unittest

from program import PROGRAM, SPRINGSYS, environment, folder, run, run_json, springsys, write_scene

MOVING = {"tensio": 1, "dimension": 2,
          "nodes": {"position": [[0, 0], [1.1, 0]], "fixed": [0], "mass": 1},
          "springs": [{"ends": [[0, 1]], "stiffness": 100, "rest_length": 1}]}

# Files whose name ends with k.csv cannot be opened, or cannot be read.
FAILING = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static ssize_t fail(void* file, char* bytes, size_t size) { errno = EIO; return -1; }
static FILE* open_failing(const char* path, const char* mode, const char* name) {
  FILE* (*real)(const char*, const char*) = (FILE* (*)(const char*, const char*))dlsym(RTLD_NEXT, name);
  size_t length = strlen(path);
  if (length < 5 || strcmp(path + length - 5, "k.csv") != 0) return real(path, mode);
  if (strcmp(getenv("FAIL_WITH"), "EIO") != 0) { errno = ENOENT; return NULL; }
  cookie_io_functions_t functions = {fail, NULL, NULL, NULL};
  return fopencookie(NULL, mode, functions);
}
FILE* fopen(const char* path, const char* mode) { return open_failing(path, mode, "fopen"); }
FILE* fopen64(const char* path, const char* mode) { return open_failing(path, mode, "fopen64"); }
"""


def limited(limits, *words):
    """The ending under limits of the system, which it must come to by itself."""
    def set_limits():
        for which, value in limits.items():
            resource.setrlimit(which, (value, value))

    result = subprocess.run([PROGRAM, *map(str, words)], stdin=subprocess.DEVNULL,
                            capture_output=True, env=environment(), preexec_fn=set_limits,
                            timeout=600)
    return result.returncode, result.stdout.decode(), result.stderr.decode(errors="replace")


@unittest.skipIf(any("sanitize" in part for part in PROGRAM.split(os.sep)),
                 "sanitizers need address space")
class Memory(unittest.TestCase):
    def test_a_small_scene_needs_little_address_space(self):
        # the libraries alone take about 70 MB; threads of OpenBLAS would ask for 64 MB more each
        for megabytes in (120, 160, 200, 300):
            code, _, err = limited({resource.RLIMIT_AS: megabytes << 20}, "solve", SPRINGSYS, "-q")
            self.assertIn(code, (0, 6), (megabytes, err))
        self.assertEqual(code, 0, err)

    def test_a_scene_too_large_for_it_ends_with_6_and_a_sentence(self):
        with folder() as where:
            path = os.path.join(where, "cloth.json")
            self.assertEqual(run("new", "cloth", "--columns", "150", "--out", path, "-q").code, 0)
            for words in (["solve", path, "-q"], ["solve", path, "--linear-solver", "cholmod", "-q"],
                          ["run", path, "--integrator", "implicit_euler", "--duration", "0.01",
                           "--time-step", "0.005", "-q"]):
                for megabytes in (110, 140, 200):
                    code, _, err = limited({resource.RLIMIT_AS: megabytes << 20,
                                            resource.RLIMIT_CPU: 120}, *words)
                    self.assertIn(code, (0, 4, 6), (words, megabytes, err))
                    if code == 6:
                        self.assertIn("memory", err)


class Times(unittest.TestCase):
    def refused(self, simulation, *words, code=3, text):
        with folder() as where:
            path = write_scene(where, dict(MOVING, simulation=simulation))
            begin = time.monotonic()
            ending = run("run", path, *words)
            self.assertEqual(ending.code, code, ending)
            self.assertIn(text, ending.err)
            self.assertLess(time.monotonic() - begin, 60)
            return ending

    def test_tiny_times_are_refused_with_what_they_would_make(self):
        self.refused({"duration": 1, "output_every": 1e-300}, text="output_every is 1e-300")
        self.refused({"duration": 1, "output_every": 1e-14}, text="1e+14 frames; at most 1e+12 are allowed")
        self.refused({"duration": 1, "time_step": 1e-18}, text="1e+18 steps; at most 1e+15 are allowed")
        self.refused({"duration": 5e-324}, text="duration is 5e-324")
        self.refused({"duration": 1, "time_step": 5e-324}, text="time_step is 5e-324")
        self.refused({"duration": 1, "probe_every": 1e-15}, text="1e+15 rows of probes")
        self.refused({"duration": 1}, "--output-every", "1e-14", text="1e+14 frames")
        self.refused({"duration": 1}, "--time-step", "1e-320", text="time_step is 1e-320")
        with folder() as where:
            self.refused({"duration": 1}, "--checkpoint-every", "1e-12", "--out",
                         os.path.join(where, "out"), code=2, text="1e+12 checkpoints")

    def test_the_first_ctrl_c_ends_a_run_with_frames_closer_than_steps(self):
        with folder() as where:
            path = write_scene(where, dict(MOVING, simulation={"duration": 1e6, "time_step": 0.01,
                                                               "integrator": "velocity_verlet",
                                                               "output_every": 1e-3}))
            process = subprocess.Popen([PROGRAM, "run", path, "-v"], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, env=environment())
            process.stderr.readline()  # it is under way
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=600)
            self.assertEqual(process.returncode, 130)


class Dense(unittest.TestCase):
    def test_a_complete_graph_is_checked_in_the_time_of_its_springs(self):
        # nodes x springs would be 6.75e9 here, and take more than a minute of the processor; springs
        # alone are 4.5e6
        with folder() as where:
            path = write_scene(where, {"tensio": 1, "dimension": 3, "generate": [
                {"kind": "graph", "name": "g", "graph": "complete", "size": 3000}]})
            code, out, err = limited({resource.RLIMIT_CPU: 20}, "check", path)
        self.assertEqual(code, 0, err)
        self.assertIn("3,000 nodes, 4,498,500 springs", out)


class Reads(unittest.TestCase):
    def scene(self, where, name="k.csv"):
        scene = springsys()
        scene["springs"][0]["stiffness"] = name
        return write_scene(where, scene)

    def test_a_data_file_that_cannot_be_read_ends_with_5(self):
        with folder() as where:
            path = self.scene(where)
            os.mkdir(os.path.join(where, "k.csv"))
            ending, answer = run_json("solve", path)
            self.assertEqual(ending.code, 5, ending)
            self.assertIn("`k.csv`", answer["errors"][0]["message"])
            self.assertEqual(answer["errors"][0]["line"], 1)

    @unittest.skipIf(shutil.which("cc") is None, "needs a C compiler")
    def test_one_that_fails_half_way_or_vanishes_does_too(self):
        with folder() as where:
            path = self.scene(where)
            with open(os.path.join(where, "k.csv"), "w") as file:
                file.write("1\n" * 5)
            self.assertEqual(run("solve", path, "-q").code, 0)
            source, shim = os.path.join(where, "fail.c"), os.path.join(where, "fail.so")
            with open(source, "w") as file:
                file.write(FAILING)
            subprocess.run(["cc", "-shared", "-fPIC", "-o", shim, source, "-ldl"], check=True)
            for kind, text in (("EIO", "Input/output error"), ("ENOENT", "No such file")):
                ending = run("solve", path, LD_PRELOAD=shim, FAIL_WITH=kind)
                self.assertEqual(ending.code, 5, ending)
                self.assertIn(f"the file `k.csv` cannot be read: {text}", ending.err)

    def test_one_that_is_not_there_or_not_allowed_is_a_mistake_in_the_scene(self):
        with folder() as where:
            self.assertEqual(run("solve", self.scene(where)).code, 3)
            self.assertEqual(run("solve", self.scene(where, "../k.csv")).code, 3)

    def test_a_table_that_is_gone_when_it_is_plotted_is_reported(self):
        with folder() as where:
            path = write_scene(where, dict(MOVING, simulation={
                "duration": 1e9, "time_step": 0.001, "integrator": "velocity_verlet",
                "output_every": 1e6}))  # for hours
            out = os.path.join(where, "out")
            process = subprocess.Popen([PROGRAM, "run", path, "--out", out, "-q"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       env=environment())
            table = os.path.join(out, "history.csv")
            while process.poll() is None and not os.path.exists(table):
                time.sleep(0.001)
            os.remove(table)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=600)
            self.assertEqual(process.returncode, 5, err)
            self.assertIn("history.csv", err.decode())
            self.assertFalse(os.path.exists(os.path.join(out, "energy.svg")))


if __name__ == "__main__":
    unittest.main()
