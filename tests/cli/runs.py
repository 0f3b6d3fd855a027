"""Runs for the tests of `run` and `resume`: small scenes, whole folders, kills on the way."""

import os
import random
import signal
import subprocess
import time

from program import PROGRAM, environment, folder, run, write_scene


def net(size=4, **more):
    """A square net of size x size nodes, hung at two corners, that begins to fall."""
    node = lambda i, j: j * size + i
    ends = [[node(i, j), node(i + 1, j)] for j in range(size) for i in range(size - 1)]
    ends += [[node(i, j), node(i, j + 1)] for j in range(size - 1) for i in range(size)]
    position = [[0.1 * i, 0.1 * j, 0.01 * ((3 * i + 5 * j) % 7)] for j in range(size)
                for i in range(size)]
    return {"tensio": 1, "dimension": 3, "gravity": [0, 0, -9.81],
            "nodes": {"position": position, "mass": 0.01, "fixed": [0, size - 1]},
            "springs": [{"ends": ends, "stiffness": 200}], **more}


def contents(where):
    """Every file below a folder but summary.json, by its name."""
    files = {}
    for base, _, names in os.walk(where):
        for name in names:
            path = os.path.join(base, name)
            if name != "summary.json":
                with open(path, "rb") as file:
                    files[os.path.relpath(path, where)] = file.read()
    return files


def differences(expected, found):
    """The names of the files that differ or stand on one side alone."""
    return sorted(name for name in expected.keys() | found.keys()
                  if expected.get(name) != found.get(name))


def progress(where):
    """How far a run has come, as bytes and files that only grow."""
    def size(name):
        try:
            return os.path.getsize(os.path.join(where, name))
        except OSError:
            return 0

    def count(name, prefix):
        try:
            files = os.listdir(os.path.join(where, name))
            return sum(file.startswith(prefix) and ".tmp-" not in file for file in files)
        except OSError:
            return 0

    return {"history": size("history.csv"), "frames": count("frames", "frame_"),
            "checkpoints": count("", "checkpoint_"), "position": size("position.npy")}


def killed(words, where, kind, threshold):
    """Starts the program and kills it once its progress passes a threshold; whether it was."""
    process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, env=environment())
    while process.poll() is None and progress(where)[kind] < threshold:
        time.sleep(0.0005)
    process.send_signal(signal.SIGKILL)
    error = process.communicate(timeout=600)[1].decode()
    if process.returncode not in (0, -signal.SIGKILL):
        raise AssertionError(f"{words} ended with {process.returncode}: {error}")
    return process.returncode != 0


def straight_run(test, words, scene):
    """The files of a run that is never stopped, and how far it comes."""
    with folder() as base:
        where = os.path.join(base, "straight")
        ending = run("run", write_scene(base, scene), *words, "--out", where, "-q")
        test.assertEqual(ending.code, 0, ending)
        return contents(where), progress(where)


def check_kills(test, wanted, seed, setups):
    """Kills runs at seeded points of their progress, and sees that resuming gives the same files.

    A run that ends before its kill counts for nothing, and another one is begun.
    """
    chance = random.Random(seed)
    straight = [straight_run(test, *setup) for setup in setups]
    done = 0
    for attempt in range(20 * wanted):
        words, scene = setups[attempt % len(setups)]
        expected, end = straight[attempt % len(setups)]
        with folder() as base:
            path, where = write_scene(base, scene), os.path.join(base, "killed")
            kind = chance.choice([name for name in end if end[name] > 1])
            kills = sorted(chance.uniform(0, end[kind]) for _ in range(chance.randint(1, 4)))
            command = ["run", path, *words, "--out", where]
            for threshold in kills:
                done += killed(command, where, kind, threshold)
                if progress(where)["checkpoints"] == 0:
                    break
                command = ["resume", where]
            if progress(where)["checkpoints"] > 0:
                ending = run("resume", where)
                test.assertEqual(ending.code, 0, ending)
                test.assertEqual(differences(expected, contents(where)), [],
                                 f"{words} killed at {kills} of {kind}")
        if done >= wanted:
            return
    test.fail(f"only {done} of {wanted} runs could be killed")
