#!/usr/bin/env python3
"""Runs the code of README.md and compares what it prints. Exits 1 when a block does not hold.

Which blocks
  ```sh, ```console   With lines that begin with `$ `: each is a command, and the lines up to the next
                      one are its output. Without: the whole block is one script, run with `bash -e`.
                      A command must end with status 0, or with N where `# exit N` follows it.
  ```cpp              Compiled against the installed library and run, if it has a `main`, or if
                      `<!-- compile -->` stands above it: its lines are then put into a main, with
                      <tensio/tensio.hpp> and the namespace tensio. Eigen is found for those that
                      include tensio/grade_eigen.hpp.
  ```text             With `<!-- output -->` above it: what the C++ block before it prints.
  `<!-- not run -->` above a block leaves it out; blocks in other languages are left out.

Where
  In a copy of the checkout made of links, so nothing a command writes gets into the checkout.
  There `./tensio` is the program named by TENSIO, or else the checkout's own script.
  C++ needs TENSIO_BUILD_DIR, a finished build; without it C++ blocks fail.

How output is compared, line by line, blanks counted as one
  - `...` alone on a line stands for any lines, also none; within a line for any text.
  - Numbers with a point or an exponent agree to 6 digits, or when both are below 1e-9.
  - A number followed by s, ms, us, µs or `seconds`, or following `seconds":`, is a time: any does.
  - A command without output lines may print anything.

Usage: check_readme.py [FILE], with README.md when no file is named; --self-test checks the rules.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TIMEOUT = 300

FENCE = re.compile(r"^```(\w*)\s*$")
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
TIME_AFTER = re.compile(r"\s?(?:s|ms|us|µs|seconds)\b")
TIME_BEFORE = re.compile(r'seconds"?:?\s*$')


# ---- reading ----


class Block:
    def __init__(self, language, line, mark):
        self.language, self.line, self.mark, self.text = language, line, mark, []


def blocks(markdown):
    """The fenced blocks in order; `mark` is the HTML comment on the line above, if any."""
    found, current, previous = [], None, ""
    for number, line in enumerate(markdown.splitlines(), 1):
        fence = FENCE.match(line)
        if current is not None:
            if line.strip() == "```":
                current = None
            else:
                current.text.append(line)
        elif fence:
            mark = re.fullmatch(r"<!--\s*(.*?)\s*-->", previous.strip())
            current = Block(fence.group(1), number, mark.group(1) if mark else "")
            found.append(current)
        if current is None and line.strip():
            previous = line if not fence else ""
    return found


def commands(block):
    """(line, command, expected status, expected output or None) of a shell block."""
    if not any(line.startswith("$ ") for line in block.text):
        return [(block.line + 1, "\n".join(block.text), 0, None)]
    steps = []
    for offset, line in enumerate(block.text, 1):
        if line.startswith("$ "):
            status = re.search(r"#\s*exit (\d+)\s*$", line)
            steps.append([block.line + offset, line[2:], int(status.group(1)) if status else 0, []])
        elif steps:
            steps[-1][3].append(line)
    return [(n, text, status, output or None) for n, text, status, output in steps]


# ---- comparing ----


def is_time(line, start, end):
    return TIME_AFTER.match(line, end) is not None or TIME_BEFORE.search(line[:start]) is not None


def same_number(expected, found):
    if expected == found:
        return True
    if not re.search(r"[.eE]", expected + found):
        return False
    a, b = float(expected), float(found)
    return abs(a - b) <= 1e-6 * max(abs(a), abs(b)) or max(abs(a), abs(b)) < 1e-9


def same_piece(expected, found):
    """Compares two texts without `...`: numbers as numbers, the rest as it stands."""
    a, b = list(NUMBER.finditer(expected)), list(NUMBER.finditer(found))
    if len(a) != len(b):
        return False
    words = [re.split(r"\s+", NUMBER.sub("\0", text).strip()) for text in (expected, found)]
    if words[0] != words[1]:
        return False
    return all(is_time(expected, x.start(), x.end()) or same_number(x.group(), y.group())
               for x, y in zip(a, b))


def same_line(expected, found):
    head, dots, rest = expected.partition("...")
    if not dots:
        return same_piece(expected, found)
    starts = [k for k in range(len(found) + 1) if same_piece(head, found[:k])]
    return bool(starts) and any(same_line(rest, found[k:]) for k in range(starts[0], len(found) + 1))


def first_difference(expected, found):
    """None, or the first expected line that does not match."""
    expected = [line.rstrip() for line in expected]
    found = [line.rstrip() for line in found]
    while expected and not expected[-1]:
        expected.pop()
    while found and not found[-1]:
        found.pop()
    deepest = 0

    def match(i, j):
        nonlocal deepest
        while i < len(expected):
            deepest = max(deepest, i)
            if expected[i].strip() == "...":
                return any(match(i + 1, k) for k in range(j, len(found) + 1))
            if j >= len(found) or not same_line(expected[i], found[j]):
                return False
            i, j = i + 1, j + 1
        deepest = max(deepest, i)
        return j == len(found)

    if match(0, 0):
        return None
    return expected[deepest] if deepest < len(expected) else "(the end of the output)"


# ---- running ----


class Checker:
    def __init__(self, folder, name="README"):
        self.name = name
        self.folder = pathlib.Path(folder)
        self.failures = 0
        self.checked = 0
        self.env = dict(os.environ, NO_COLOR="1")
        self.sandbox = self.folder / "checkout"
        self.sandbox.mkdir()
        for entry in ROOT.iterdir():
            if entry.name not in (".git", "build"):
                (self.sandbox / entry.name).symlink_to(entry)
        if os.environ.get("TENSIO"):
            (self.sandbox / "tensio").unlink(missing_ok=True)
            (self.sandbox / "tensio").symlink_to(os.environ["TENSIO"])

    def fail(self, line, what, output=""):
        self.failures += 1
        print(f"{self.name} line {line}: {what}")
        for text in output.splitlines()[-40:]:
            print(f"    {text}")

    def execute(self, command, merge):
        """(status, output); stdout and stderr together where `merge`."""
        done = subprocess.run(command, cwd=self.sandbox, env=self.env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, timeout=TIMEOUT, text=True, errors="replace",
                              stderr=subprocess.STDOUT if merge else subprocess.PIPE)
        return done.returncode, done.stdout, done.stderr or ""

    def compare(self, line, what, status, expected_status, expected, output):
        self.checked += 1
        if status != expected_status:
            self.fail(line, f"{what}: exit status {status}, not {expected_status}; it printed", output)
        elif expected is not None:
            difference = first_difference(expected, output.splitlines())
            if difference is not None:
                self.fail(line, f"{what}: no match for: {difference}\n  it printed", output)

    def shell(self, block):
        for line, text, expected_status, expected in commands(block):
            # As a reader sees it: what goes to the terminal, from either stream.
            status, output, _ = self.execute(["bash", "-e", "-c", text], merge=True)
            self.compare(line, text.splitlines()[0] if text else "", status, expected_status, expected, output)

    def cpp(self, programs):
        """programs: (block, expected output or None)."""
        build = os.environ.get("TENSIO_BUILD_DIR")
        if not build:
            for block, _ in programs:
                self.fail(block.line, "C++ is checked with TENSIO_BUILD_DIR set to a finished build")
            return
        project = self.folder / "cpp"
        project.mkdir()
        lists = ["cmake_minimum_required(VERSION 3.22)", "project(readme LANGUAGES CXX)",
                 "find_package(tensio REQUIRED)"]
        if any(needs_eigen(block) for block, _ in programs):
            lists.append("find_package(Eigen3 REQUIRED NO_MODULE)")
        for block, _ in programs:
            name = f"line_{block.line}"
            (project / f"{name}.cpp").write_text(program_text(block), encoding="utf-8")
            lists.append(f"add_executable({name} {name}.cpp)")
            eigen = " Eigen3::Eigen" if needs_eigen(block) else ""
            lists.append(f"target_link_libraries({name} PRIVATE tensio::tensio{eigen})")
        (project / "CMakeLists.txt").write_text("\n".join(lists) + "\n")

        prefix = self.folder / "installed"
        configure = ["cmake", "-S", project, "-B", project / "build", "-G", "Ninja",
                     f"-DCMAKE_PREFIX_PATH={prefix}"]
        if os.environ.get("CXX"):
            configure.append(f"-DCMAKE_CXX_COMPILER={os.environ['CXX']}")
        for step in (["cmake", "--install", build, "--prefix", prefix], configure,
                     ["cmake", "--build", project / "build"]):
            status, output, _ = self.execute([str(part) for part in step], merge=True)
            if status != 0:
                self.fail(programs[0][0].line, "the C++ does not compile", output)
                return
        for block, expected in programs:
            status, output, errors = self.execute([str(project / "build" / f"line_{block.line}")], merge=False)
            self.compare(block.line, "C++", status, 0, expected, output + errors)

    def run(self, markdown):
        found = blocks(markdown)
        programs = []
        for index, block in enumerate(found):
            if block.mark == "not run":
                continue
            if block.language in ("sh", "console", "bash"):
                self.shell(block)
            elif block.language == "cpp" and (block.mark == "compile" or has_main(block)):
                following = found[index + 1] if index + 1 < len(found) else None
                is_output = following and following.language == "text" and following.mark == "output"
                programs.append((block, following.text if is_output else None))
        if programs:
            self.cpp(programs)


def has_main(block):
    return re.search(r"\bint\s+main\s*\(", "\n".join(block.text)) is not None


def needs_eigen(block):
    return any("tensio/grade_eigen" in line for line in block.text)


def program_text(block):
    """The block as a whole program; includes stay on top."""
    if has_main(block):
        return "\n".join(block.text) + "\n"
    top = [line for line in block.text if line.startswith("#include")]
    rest = [line for line in block.text if not line.startswith("#include")]
    return "\n".join(["#include <tensio/tensio.hpp>", *top, "using namespace tensio;", "int main() {",
                      *rest, "}"]) + "\n"


# ---- self-test ----

# (expected, found, whether they agree)
COMPARISONS = [
    ("status  converged", "status converged", True),
    ("status  converged", "status stalled", False),
    ("x 0.2438321572853", "x 0.2438321999999", True),
    ("x 0.243832", "x 0.243842", False),
    ("iterations 5", "iterations 6", False),
    ("took 0.001 s", "took 12.5 s", True),
    ("took 0.001 m", "took 12.5 m", False),
    ('"seconds": 0.1, "k": 2', '"seconds": 7.5, "k": 2', True),
    ('"seconds": 0.1, "k": 2', '"seconds": 7.5, "k": 3', False),
    ("residual 1.2e-16", "residual 3.4e-17", True),
    ("residual 1.2e-16", "residual 3.4e-05", False),
    ("energy ... J", "energy 12.25 J", True),
    ("energy ... J", "energy 12.25 N", False),
    ("a ... c ... e", "a b c d e", True),
    ("a ... c ... e", "a b d e", False),
    ("one\n...\nlast", "one\ntwo\nthree\nlast", True),
    ("one\n...\nlast", "one\nlast", True),
    ("one\n...\nlast", "one\ntwo", False),
    ("one", "one\ntwo", False),
    ("one\ntwo", "one", False),
]

# A document, and how many of its blocks fail.
DOCUMENTS = [
    ("```sh\ntrue\nfalse\n```\n", 1),
    ("```sh\ntrue\n```\n", 0),
    ("<!-- not run -->\n```sh\nfalse\n```\n", 0),
    ("<!-- not run -->\nprose\n```sh\nfalse\n```\n", 1),
    ("```console\n$ echo a; echo b\na\nb\n$ echo c\nc\n```\n", 0),
    ("```console\n$ echo a; echo b\na\n```\n", 1),
    ("```console\n$ exit 3  # exit 3\n$ exit 3\n```\n", 1),
    ("```console\n$ pwd | grep -c checkout\n1\n$ echo > written && test -e written\n```\n", 0),
    ("```cpp\nint fragment;\n```\n```json\n{}\n```\n", 0),
]


def self_test():
    failures = 0
    for expected, found, agree in COMPARISONS:
        difference = first_difference(expected.split("\n"), found.split("\n"))
        if (difference is None) != agree:
            failures += 1
            print(f"{expected!r} and {found!r} should {'' if agree else 'not '}agree")
    for document, count in DOCUMENTS:
        with tempfile.TemporaryDirectory() as folder:
            checker = Checker(folder)
            checker.run(document)
            if checker.failures != count:
                failures += 1
                print(f"{checker.failures} failures, not {count}, in {document!r}")
    if (ROOT / "written").exists():
        failures += 1
        print("a command wrote into the checkout")
    print(f"self-test: {failures} failures")
    return failures


def main():
    arguments = sys.argv[1:]
    if arguments == ["--self-test"]:
        sys.exit(1 if self_test() else 0)
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        sys.exit(__doc__)
    file = pathlib.Path(arguments[0]) if arguments else ROOT / "README.md"
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(folder, file.stem)
        checker.run(file.read_text(encoding="utf-8"))
        print(f"{checker.checked} commands and programs run, {checker.failures} failures")
        sys.exit(1 if checker.failures or not checker.checked else 0)


if __name__ == "__main__":
    main()
