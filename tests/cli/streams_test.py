"""Terminals, pipes, full disks and signals: what goes where, and how it ends."""

import os
import select
import signal
import subprocess
import time
import unittest

import program
from program import (DEBUG_NOTE, PROGRAM, SPRINGSYS, environment, folder, has_terminals, on_terminal,
                     parse, run, without_note, write_scene)


@unittest.skipUnless(has_terminals(), "this machine offers no pseudo-terminals")
class Terminal(unittest.TestCase):
    def test_colour_is_for_terminals_only(self):
        shown, code, _ = on_terminal("solve", SPRINGSYS)
        self.assertEqual(code, 0)
        self.assertIn("\033[1;32mconverged\033[0m", shown)
        self.assertNotIn("\033", run("solve", SPRINGSYS).out)
        shown, _, _ = on_terminal("solve", "absent.json")
        self.assertIn("\033[1;31merror: \033[0m", shown)

    def test_a_bar_says_nothing_of_the_pace_before_it_is_known(self):
        scene = {"tensio": 1, "dimension": 2,
                 "nodes": {"position": [[0, 0], [1, 0]], "mass": 1, "fixed": [0]},
                 "springs": [{"ends": [[0, 1]], "stiffness": 100}], "gravity": [0, -9.81],
                 "simulation": {"integrator": "implicit_euler", "time_step": 0.001,
                                "duration": 1}}
        with folder() as where:
            shown, code, _ = on_terminal("run", write_scene(where, scene), streams=(2,))
        self.assertEqual(code, 0)
        # The first bar stands there after the first step, whatever the load of the machine.
        first = [bar for bar in shown.split("\r\033[K") if bar.startswith("[")][0]
        self.assertRegex(first, r" time [\d.]+ of 1 ")
        self.assertNotIn("left", first)
        self.assertNotIn("steps/s", first)

    def test_no_color_and_dumb_terminals_are_respected(self):
        for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            shown, code, _ = on_terminal("solve", SPRINGSYS, streams=(1,), **env)
            self.assertEqual(code, 0)
            self.assertIn("converged in", shown)
            self.assertNotIn("\033", shown)
        shown, _, _ = on_terminal("solve", SPRINGSYS, NO_COLOR="")
        self.assertIn("\033[1;32m", shown)

    def test_progress_is_shown_on_a_terminal_and_taken_away(self):
        shown, _, out = on_terminal("solve", SPRINGSYS, streams=(2,))
        self.assertIn("\r\033[Kiteration 0, residual ", shown)
        self.assertTrue(shown.endswith("\r\033[K"), shown)
        self.assertNotIn("\033", out)
        self.assertEqual(run("solve", SPRINGSYS).err, "")
        shown, _, _ = on_terminal("solve", SPRINGSYS, "-q", streams=(2,))
        self.assertEqual(shown, "")

    def test_json_on_a_terminal_has_no_colour_and_progress_stays_off_standard_output(self):
        shown, _, out = on_terminal("solve", SPRINGSYS, "--json", streams=(2,))
        self.assertIn("iteration 0", shown)
        self.assertEqual(parse(out)["status"], "converged")
        shown, _, _ = on_terminal("solve", SPRINGSYS, "--json", "-q")
        self.assertNotIn("\033", shown)
        self.assertEqual(parse(shown)["status"], "converged")


class DebugBuild(unittest.TestCase):
    def test_a_debug_build_says_so_and_a_release_build_does_not(self):
        for words in (["solve", SPRINGSYS], ["solve", SPRINGSYS, "--json"], ["check", SPRINGSYS]):
            process = subprocess.run([PROGRAM, *words], capture_output=True, timeout=600)
            debug = "debug build" in run("--version").out
            self.assertEqual(process.stderr.decode(), DEBUG_NOTE if debug else "")
        quiet = subprocess.run([PROGRAM, "solve", SPRINGSYS, "-q"], capture_output=True,
                               timeout=600)
        self.assertEqual(quiet.stderr, b"")


class Failures(unittest.TestCase):
    def ending_with(self, stdout, *words):
        process = subprocess.run([PROGRAM, *words], stdout=stdout, stderr=subprocess.PIPE,
                                 stdin=subprocess.DEVNULL, env=environment(), timeout=600)
        return process.returncode, without_note(process.stderr.decode())

    def test_a_full_disk_is_reported_and_ends_with_5(self):
        for words in (["solve", SPRINGSYS, "--json"], ["solve", SPRINGSYS], ["check", SPRINGSYS],
                      ["info", SPRINGSYS], ["help"], ["--version"], ["solve", "--json"]):
            with self.subTest(words), open("/dev/full", "wb") as full:
                code, err = self.ending_with(full, *words)
                self.assertEqual(code, 5)
                self.assertIn("cannot write to standard output: No space left on device", err)

    def test_a_reader_that_leaves_early_is_no_reason_to_complain(self):
        for words in (["solve", SPRINGSYS, "--json"], ["help"]):
            reading, writing = os.pipe()
            os.close(reading)
            code, err = self.ending_with(writing, *words)
            os.close(writing)
            self.assertEqual((code, err), (5, ""))

    def test_a_closed_standard_output_is_not_taken_for_a_file(self):
        with folder() as where:
            out = f"{where}/out.json"
            process = subprocess.run(
                ["/bin/sh", "-c", 'exec "$0" "$@" >&-', PROGRAM, "solve", SPRINGSYS, "--json",
                 "--out", out], stderr=subprocess.PIPE, env=environment(), timeout=600)
            self.assertEqual(process.returncode, 5)
            self.assertIn(b"standard output", process.stderr)
            with open(out) as file:
                self.assertNotIn("residual", file.read())
            self.assertEqual(run("solve", out, "-q").code, 0)


class Signals(unittest.TestCase):
    def interrupted(self, number, *words, after="0", in_time=lambda out: True):
        """The ending of a solve that got a signal after its first iteration line, or another.

        Should the solve finish before the signal reaches it, or come too far, a larger net is taken.
        """
        for size in (100, 200, 400, 800):
            with folder() as where:
                scene = write_scene(where, program.grid(size))
                process = subprocess.Popen([PROGRAM, "solve", scene, "-v", *words],
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                           env=environment())
                for line in process.stderr:
                    if line.split()[:1] == [after.encode()]:
                        break
                process.send_signal(number)
                out, _ = process.communicate(timeout=600)
                if process.returncode != 0 and in_time(out.decode()):
                    return process.returncode, out.decode()
        self.fail("every solve finished before the signal")

    def test_sigint_and_sigterm_end_the_solve_with_what_was_reached(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(number.name):
                ended, out = self.interrupted(number, "--json")
                answer = parse(out)
                self.assertEqual((ended, answer["status"]), (code, "interrupted"))
                self.assertIn(number.name, answer["reason"])
                self.assertGreater(len(answer["position"]), 0)

    def test_a_signal_is_heeded_inside_an_iteration(self):
        # First-order theory takes one step, and is shown to nobody before it is over.
        ended, out = self.interrupted(signal.SIGINT, "--json", "--method", "linear",
                                      after="iteration",
                                      in_time=lambda out: parse(out)["iterations"] == 0)
        answer = parse(out)
        self.assertEqual((ended, answer["status"]), (130, "interrupted"))
        self.assertIn("SIGINT", answer["reason"])

    def test_an_interrupted_solve_is_summed_up_for_people_too(self):
        ended, out = self.interrupted(signal.SIGINT)
        self.assertEqual(ended, 130)
        self.assertRegex(out, r"\Ainterrupted after \d+ iterations?: stopped by SIGINT\n")
        self.assertIn("sum of reactions", out)

    def test_a_signal_while_the_scene_is_read_ends_immediately_with_an_object(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            for verb in ("solve", "check", "info"):
                ended, out = self.while_reading(number, verb, "--json")
                self.assertEqual(ended, code)
                self.assertEqual(parse(out)["status"], "interrupted")
        ended, out = self.while_reading(signal.SIGINT, "solve")
        self.assertEqual((ended, out), (130, ""))

    def while_reading(self, number, verb, *words):
        # Bytes vanish from a pipe only once the program reads its scene from it.
        reading, writing = os.pipe()
        os.write(writing, b" " * 4096)
        process = subprocess.Popen([PROGRAM, verb, "-", *words], stdin=reading,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=environment())
        poll = select.poll()
        poll.register(reading, select.POLLIN)
        while poll.poll(0) and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(number)
        out, _ = process.communicate(timeout=600)
        os.close(reading)
        os.close(writing)
        return process.returncode, out.decode()


if __name__ == "__main__":
    unittest.main()
