"""Two programs and one folder: a run that is going on is never touched, and notices what is lost."""

import os
import re
import shutil
import signal
import struct
import subprocess
import time
import unittest

from program import PROGRAM, environment, folder, run, run_json, write_scene
from resume_test import LONG, SHORT, checksum
from runs import contents, differences, net, progress

SCENE = {**net(), "probes": [{"name": "low", "nodes": "0:16", "quantity": "position.z",
                              "reduce": "min"}]}


class Going:
    """A run that would continue for hours, halted by SIGSTOP after some frames.

    Its one checkpoint is the first: what it writes are frames and tables.
    """

    def __init__(self, base, *words):
        self.path, self.where = write_scene(base, SCENE), os.path.join(base, "out")
        self.process = subprocess.Popen(
            [PROGRAM, "run", self.path, *LONG[:-2], "--out", self.where, *words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
        while self.process.poll() is None and progress(self.where)["history"] < 1000:
            time.sleep(0.001)
        self.process.send_signal(signal.SIGSTOP)
        os.waitpid(self.process.pid, os.WUNTRACED)
        self.files = contents(self.where)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=600)

    def ended(self, number=None):
        """Continues, with a signal or until something ends it: the exit code and standard error."""
        if number is not None:
            self.process.send_signal(number)
        self.process.send_signal(signal.SIGCONT)
        err = self.process.communicate(timeout=600)[1].decode()
        return self.process.returncode, err


class ASecondRun(unittest.TestCase):
    def test_is_refused_with_the_folder_untouched(self):
        with folder() as base, Going(base) as first:
            for words in (("run", first.path, *SHORT, "--out", first.where, "--force"),
                          ("run", first.path, *SHORT, "--out", first.where),
                          ("resume", first.where),
                          ("resume", first.where, "--scene", first.path)):
                ending, answer = run_json(*words)
                self.assertEqual((ending.code, answer["status"]), (5, "error"), words)
                self.assertEqual(answer["errors"][0]["file"], first.where)
                self.assertIn("another run is writing", answer["errors"][0]["message"])
                self.assertEqual(differences(first.files, contents(first.where)), [], words)
            # The first run ends as if nothing had been, and all that it had written is there.
            self.assertEqual(first.ended(signal.SIGINT)[0], 130)
            after = contents(first.where)
            for name in ("history.csv", "probes.csv", "frames/frame_000000.vtp"):
                self.assertTrue(after[name].startswith(first.files[name]), name)
            whole = {name for name in first.files if ".tmp-" not in name}
            self.assertLessEqual(whole, after.keys())

    def test_may_follow_once_the_first_was_killed(self):
        with folder() as base, Going(base) as first:
            first.process.kill()
            first.process.wait()
            self.assertEqual(run("run", first.path, *SHORT, "--out", first.where, "--force").code, 0)

    def test_waits_for_no_lock_of_another_folder(self):
        with folder() as base, Going(base) as first:
            other = os.path.join(base, "other")
            self.assertEqual(run("run", first.path, *SHORT, "--out", other).code, 0)


class AFileThatVanishes(unittest.TestCase):
    def check(self, names, *words, number=None):
        for name in names:
            with self.subTest(name), folder() as base, Going(base, *words) as going:
                path = os.path.join(going.where, name)
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
                code, err = going.ended(number)
                self.assertEqual(code, 5, err)
                self.assertIn(f"{path}: was removed or replaced", err)

    def test_ends_the_run_with_5_at_the_next_frame(self):
        self.check(("history.csv", "probes.csv", "events.csv", "frames.pvd", "frames"))
        self.check(("position.npy", "velocity.npy", "time.npy"), "--format", "npy")

    def test_ends_the_run_with_5_at_its_end_where_it_was_finished_before(self):
        self.check(("scene.json", "frames/frame_000000.vtp"), number=signal.SIGINT)

    def test_a_folder_that_was_replaced_is_not_written_to(self):
        with folder() as base, Going(base) as going:
            os.rename(going.where, os.path.join(base, "old"))
            os.mkdir(going.where)
            code, err = going.ended()
            self.assertEqual(code, 5, err)
            # It was halted anywhere: it looks at the folder next, or at a file that was in it.
            self.assertRegex(err, f"{re.escape(going.where)}(/[^:]*)?: was removed or replaced")
            self.assertEqual(os.listdir(going.where), [])


class FramesThatAreALink(unittest.TestCase):
    def linked(self, base, where):
        """Moves the frames elsewhere and puts a link in their place; what is there, by name."""
        elsewhere = os.path.join(base, "elsewhere")
        os.rename(os.path.join(where, "frames"), elsewhere)
        os.symlink(elsewhere, os.path.join(where, "frames"))
        return elsewhere, contents(elsewhere)

    def test_are_not_followed_by_force_or_resume(self):
        with folder() as base:
            path, where = write_scene(base, SCENE), os.path.join(base, "out")
            self.assertEqual(run("run", path, *SHORT, "--out", where).code, 0)
            os.remove(os.path.join(where, "checkpoint_000005.tensio"))
            elsewhere, frames = self.linked(base, where)
            files = contents(where)
            for words in (("run", path, *SHORT, "--out", where, "--force"), ("resume", where)):
                ending = run(*words)
                self.assertEqual(ending.code, 5, ending)
                self.assertIn("out/frames: is a symbolic link", ending.err)
                self.assertEqual(differences(frames, contents(elsewhere)), [], words)
            self.assertEqual(differences(files, contents(where)), [])

    def test_are_not_followed_by_a_run_that_is_going_on(self):
        with folder() as base, Going(base) as going:
            frames, elsewhere = os.path.join(going.where, "frames"), os.path.join(base, "elsewhere")
            os.rename(frames, os.path.join(base, "old"))
            os.mkdir(elsewhere)
            os.symlink(elsewhere, frames)
            code, err = going.ended()
            self.assertEqual(code, 5, err)
            self.assertIn("out/frames: was removed or replaced", err)
            self.assertEqual(os.listdir(elsewhere), [])


class StoppedBeforeTheFirstStep(unittest.TestCase):
    WORDS = (*SHORT, "--format", "npy")

    def test_a_run_whose_tables_could_not_be_opened_begins_on_resume(self):
        """A folder in the place of a table ends the run right after its first checkpoint."""
        with folder() as base:
            path = write_scene(base, SCENE)
            self.assertEqual(run("run", path, *self.WORDS, "--out", f"{base}/straight").code, 0)
            where = os.path.join(base, "out")
            os.makedirs(os.path.join(where, "history.csv"))
            ending = run("run", path, *self.WORDS, "--out", where, "--force")
            self.assertEqual(ending.code, 5, ending)
            self.assertIn("history.csv", ending.err)
            os.rmdir(os.path.join(where, "history.csv"))
            self.assertEqual(run("resume", where).code, 0)
            self.assertEqual(differences(contents(f"{base}/straight"), contents(where)), [])

    def test_a_checkpoint_without_a_state_begins_the_run(self):
        """Made of the first checkpoint by its description: empty state, empty recording."""
        with folder() as base:
            path, where = write_scene(base, SCENE), os.path.join(base, "out")
            self.assertEqual(run("run", path, *self.WORDS, "--out", where).code, 0)
            expected = contents(where)
            data, sections = expected["checkpoint_000001.tensio"], []
            at = 32
            for _ in range(5):
                size, = struct.unpack("<Q", data[at:at + 8])
                sections.append(data[at + 8:at + 8 + size])
                at += 8 + size
            sections[2] = sections[3] = b""
            body = b"".join(struct.pack("<Q", len(part)) + part for part in sections)
            whole = data[:16] + struct.pack("<Q", 32 + len(body) + 8) + data[24:32] + body
            shutil.rmtree(where)
            os.mkdir(where)
            with open(os.path.join(where, "checkpoint_000001.tensio"), "wb") as file:
                file.write(whole + struct.pack("<Q", checksum(whole)))
            self.assertEqual(run("resume", where).code, 0)
            self.assertEqual(differences(expected, contents(where)), [])

    def test_a_scene_alone_in_the_folder_begins_the_run(self):
        scene = {**SCENE, "simulation": {"integrator": "velocity_verlet", "time_step": 0.001,
                                         "duration": 0.2}}
        with folder() as base:
            path, where = write_scene(base, scene), os.path.join(base, "straight")
            self.assertEqual(run("run", path, "--out", where).code, 0)
            killed = os.path.join(base, "killed")
            os.mkdir(killed)
            shutil.copy(os.path.join(where, "scene.json"), killed)
            self.assertEqual(run("resume", killed).code, 0)
            self.assertEqual(differences(contents(where), contents(killed)), [])

    def test_results_without_a_checkpoint_are_not_replaced(self):
        with folder() as base:
            path, where = write_scene(base, SCENE), os.path.join(base, "out")
            self.assertEqual(run("run", path, *SHORT, "--out", where).code, 0)
            for name in os.listdir(where):
                if name.startswith("checkpoint_") or name == "summary.json":
                    os.remove(os.path.join(where, name))
            files = contents(where)
            ending = run("resume", where)
            self.assertEqual(ending.code, 5, ending)
            self.assertIn("has no checkpoint", ending.err)
            self.assertEqual(differences(files, contents(where)), [])


if __name__ == "__main__":
    unittest.main()
