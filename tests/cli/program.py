"""Runs the program for the tests of the command line, and reads what it prints strictly."""

import glob
import json
import os
import pty
import subprocess
import tempfile

PROGRAM = os.environ["TENSIO"]
SOURCE = os.environ["TENSIO_SOURCE_DIR"]


def _has(path, key):
    with open(path) as file:
        return f'"{key}"' in file.read()


ALL_EXAMPLES = sorted(glob.glob(os.path.join(SOURCE, "examples", "*", "scene.json")))
# Those that are about motion, and those that are about rest.
MOVING = [path for path in ALL_EXAMPLES if _has(path, "simulation")]
EXAMPLES = [path for path in ALL_EXAMPLES if path not in MOVING]


# Those that print the object of one solve.
PLAIN = [path for path in EXAMPLES if not _has(path, "combinations")]
SPRINGSYS = os.path.join(SOURCE, "examples", "01_springsys", "scene.json")

# The times are all that may differ between two equal solves.
TIMES = ("seconds", "load_seconds", "compile_seconds", "output_seconds")

# What a debug build says first on standard error, unless it is asked to be quiet.
DEBUG_NOTE = "note: this is a debug build of tensio: slow, with extra checks\n"


def without_note(text):
    """Standard error as a release build writes it."""
    return text.replace(DEBUG_NOTE.replace("\n", "\r\n"), "", 1).replace(DEBUG_NOTE, "", 1)


class Ending:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def __repr__(self):
        return f"exit {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


def environment(**extra):
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
    env["TERM"] = "xterm"
    env.update(extra)
    return env


def run(*words, stdin=None, cwd=None, **env):
    """The program's ending; a hang fails the test after ten minutes, which no load explains."""
    result = subprocess.run([PROGRAM, *map(str, words)], input=stdin, capture_output=True,
                            cwd=cwd, env=environment(**env), timeout=600,
                            **({} if stdin is not None else {"stdin": subprocess.DEVNULL}))
    return Ending(result.returncode, result.stdout.decode(),
                  without_note(result.stderr.decode(errors="replace")))


def on_terminal(*words, streams=(1, 2), cwd=None, **env):
    """What is shown on a terminal, the exit code, and standard output where that is a pipe."""
    master, slave = pty.openpty()
    target = lambda stream: slave if stream in streams else subprocess.PIPE
    process = subprocess.Popen([PROGRAM, *map(str, words)], stdin=subprocess.DEVNULL,
                               stdout=target(1), stderr=target(2), env=environment(**env),
                               cwd=cwd)
    os.close(slave)
    shown = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(master)
    out, _ = process.communicate(timeout=600)
    return without_note(shown.decode()), process.returncode, (out or b"").decode()


def has_terminals():
    """Bare containers come without pseudo-terminals."""
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError:
        return False
    return True


def parse(text):
    """One JSON object: no NaN, no Infinity, no key twice, and nothing after it."""

    def refuse(word):
        raise ValueError(f"{word} is not JSON")

    def unique(pairs):
        keys = [key for key, _ in pairs]
        if len(set(keys)) != len(keys):
            raise ValueError(f"a key stands twice: {keys}")
        return dict(pairs)

    value = json.loads(text, parse_constant=refuse, object_pairs_hook=unique)
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


def run_json(*words, **options):
    """The ending, and the object it printed."""
    ending = run(*words, "--json", **options)
    return ending, parse(ending.out)


def without_times(answer):
    return {key: value for key, value in answer.items() if key not in TIMES}


def write_scene(folder, scene, name="scene.json"):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(scene if isinstance(scene, str) else json.dumps(scene))
    return path


def folder():
    return tempfile.TemporaryDirectory(prefix="tensio-cli-")


def springsys():
    with open(SPRINGSYS) as file:
        return json.load(file)


def grid(size):
    """A square net of size x size nodes, hung at its corners and far from rest at the start."""
    node = lambda i, j: j * size + i
    position = [[i, j, 0] for j in range(size) for i in range(size)]
    start = [[i, j, 0.3 * ((7 * i + 3 * j) % 5)] for j in range(size) for i in range(size)]
    ends = [[node(i, j), node(i + 1, j)] for j in range(size) for i in range(size - 1)]
    ends += [[node(i, j), node(i, j + 1)] for j in range(size - 1) for i in range(size)]
    last = size - 1
    corners = [node(0, 0), node(last, 0), node(0, last), node(last, last)]
    for corner in corners:
        start[corner] = position[corner]
    return {"tensio": 1, "dimension": 3, "gravity": [0, 0, -9.81],
            "nodes": {"position": position, "start": start, "mass": 0.01, "fixed": corners},
            "springs": [{"ends": ends, "stiffness": 500, "rest_length": 1}]}
