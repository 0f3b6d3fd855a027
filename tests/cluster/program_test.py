"""The program under mpirun: the files of one machine on any number of ranks, errors, ends, and
checkpoints that any number of ranks continues."""

import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.environ["TENSIO_SOURCE_DIR"], "tests", "cli"))

from program import PROGRAM, Ending, environment, folder, run, write_scene  # noqa: E402
from runs import contents, differences, net, progress  # noqa: E402

MPIRUN = os.environ["MPIRUN"]
STEP = 1e-4


def command(count, *words):
    return [MPIRUN, "-n", str(count), PROGRAM, *map(str, words)]


def on_ranks(count, *words):
    """As run(), by mpirun; a hang fails the test after ten minutes, which no load explains."""
    # mpirun gives rank 0 a terminal.
    result = subprocess.run(command(count, *words), capture_output=True, timeout=600,
                            stdin=subprocess.DEVNULL, env=environment(NO_COLOR="1"))
    return Ending(result.returncode, result.stdout.decode().replace("\r\n", "\n"),
                  result.stderr.decode(errors="replace"))


def falling(steps=2000, step=STEP, **more):
    """A net with drag that falls, in steps of velocity Verlet."""
    duration = steps * step
    return {**net(12), "drag": 0.3, **more,
            "simulation": {"integrator": "velocity_verlet", "time_step": step,
                           "duration": duration, "output_every": duration / 5}}


def ranks_below(process):
    """The processes that mpirun started, by rank."""
    found = {}
    for entry in os.listdir("/proc"):
        try:
            status = pathlib.Path("/proc", entry, "stat").read_text()
            words = pathlib.Path("/proc", entry, "environ").read_bytes().split(b"\0")
        except OSError:  # not a process, or one that has ended
            continue
        if int(status.rsplit(")", 1)[1].split()[1]) != process.pid:
            continue
        for word in words:
            if word.startswith(b"OMPI_COMM_WORLD_RANK="):
                found[int(word.split(b"=")[1])] = int(entry)
    return found


def goes_on(process):
    try:
        status = pathlib.Path("/proc", str(process), "stat").read_text()
    except OSError:
        return False
    return status.rsplit(")", 1)[1].split()[0] != "Z"


class OnRanks(unittest.TestCase):
    def test_a_run_on_any_number_of_ranks_writes_the_files_of_one_machine(self):
        with folder() as base:
            scene = write_scene(base, falling())
            alone = run("run", scene, "--backend", "cpu", "--out", f"{base}/alone")
            self.assertEqual(alone.code, 0, alone)
            for ranks in (1, 2, 3):
                there = on_ranks(ranks, "run", scene, "--backend", "petsc", "-v",
                                 "--out", f"{base}/on{ranks}")
                self.assertEqual(there.code, 0, there)
                self.assertEqual(
                    differences(contents(f"{base}/alone"), contents(f"{base}/on{ranks}")), [])
                # Rank 0 alone prints.
                said = there.out + there.err
                self.assertEqual(said.count("finished at time 0.2"), 1, there)
                self.assertIn(f"backend: petsc, {ranks} rank{'s' if ranks > 1 else ''}", said)

    def test_without_mpirun_there_is_one_rank(self):
        with folder() as base:
            scene = write_scene(base, falling(200))
            ending = run("run", scene, "--backend", "petsc", "-v")
            self.assertEqual(ending.code, 0, ending)
            self.assertIn("backend: petsc, 1 rank", ending.out + ending.err)

    def test_a_mistake_gives_one_message_and_its_exit_code(self):
        with folder() as base:
            for code, words in ((2, ("run", write_scene(base, falling()), "--time-step", "soon")),
                                (3, ("run", write_scene(base, '{"tensio": 1}', "bad.json")))):
                alone, there = run(*words), on_ranks(3, *words, "--backend", "petsc")
                self.assertEqual((alone.code, there.code), (code, code), there)
                self.assertIn(alone.err, there.err)
                self.assertEqual(there.err.count("error:"), alone.err.count("error:"), there)

    def test_a_run_that_blows_up_ends_all_ranks_as_on_one_machine(self):
        with folder() as base:
            scene = write_scene(base, falling(step=0.05))
            alone = run("run", scene, "--backend", "cpu", "--no-substeps")
            there = on_ranks(3, "run", scene, "--backend", "petsc", "--no-substeps")
            self.assertEqual((alone.code, there.code), (4, 4), there)
            said = alone.out + alone.err
            line = next(line for line in said.splitlines() if "blew_up" in line)
            self.assertIn(line, there.out + there.err)

    def test_a_checkpoint_of_three_ranks_continues_on_two_and_on_one_machine(self):
        with folder() as base:
            scene = write_scene(base, falling())
            more = ("--checkpoint-every", "0.05")
            whole = run("run", scene, *more, "--backend", "cpu", "--out", f"{base}/whole")
            self.assertEqual(whole.code, 0, whole)
            for name in ("two", "one"):
                out = f"{base}/{name}"
                begun = on_ranks(3, "run", scene, *more, "--backend", "petsc", "--out", out,
                                 "--stop-after", "1e-9")
                self.assertEqual(begun.code, 6, begun)
                ended = (on_ranks(2, "resume", out, "--backend", "petsc") if name == "two" else
                         run("resume", out))
                self.assertEqual(ended.code, 0, ended)
                self.assertEqual(differences(contents(f"{base}/whole"), contents(out)), [])

    def test_when_a_rank_is_killed_all_end_and_the_last_checkpoint_is_whole(self):
        with folder() as base:
            scene = write_scene(base, falling(200000))
            more = ("--checkpoint-every", "1")
            whole = run("run", scene, *more, "--backend", "cpu", "--out", f"{base}/whole")
            self.assertEqual(whole.code, 0, whole)
            out = f"{base}/killed"
            process = subprocess.Popen(
                command(3, "run", scene, *more, "--backend", "petsc", "--out", out),
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                env=environment())
            try:
                while progress(out)["checkpoints"] < 3 and process.poll() is None:
                    time.sleep(0.002)
                self.assertIsNone(process.poll(), "it ended before it could be killed")
                others = ranks_below(process)
                self.assertEqual(sorted(others), [0, 1, 2])
                os.kill(others[2], signal.SIGKILL)
                process.communicate(timeout=600)
                self.assertNotEqual(process.returncode, 0)
                # mpirun does not wait for those that it kills.
                deadline = time.monotonic() + 600
                while any(map(goes_on, others.values())) and time.monotonic() < deadline:
                    time.sleep(0.05)
                self.assertEqual([rank for rank in others if goes_on(others[rank])], [])
            finally:
                if process.poll() is None:
                    process.kill()
            self.assertLess(progress(out)["checkpoints"], progress(f"{base}/whole")["checkpoints"])
            ended = run("resume", out)
            self.assertEqual(ended.code, 0, ended)
            self.assertEqual(differences(contents(f"{base}/whole"), contents(out)), [])


if __name__ == "__main__":
    unittest.main()
