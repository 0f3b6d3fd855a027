#!/usr/bin/env python3
"""Applies a kept patch to a copy of the tree and checks what it adds: add_a_law or add_an_integrator.

The patches are the examples of docs/adding_a_law.md and docs/adding_an_integrator.md. Only what they
touch is compiled, and linked before the library of a finished build:

  add_a_law           force and block against finite differences of the energy, in 2D and 3D; the
                      forces of each SIMD kernel against those of one spring, to the bit
  add_an_integrator   the order of convergence of every integrator in the table

Each check is repeated with a slip in what was added (a wrong tangent, a wrong order), which it must
notice. Environment: TENSIO_SOURCE_DIR, TENSIO_BUILD_DIR (a finished build), CXX.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ.get("TENSIO_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
BUILD = pathlib.Path(os.environ.get("TENSIO_BUILD_DIR", ROOT / "build" / "test"))
CXX = os.environ.get("CXX", "g++")
FLAGS = ["-std=c++20", "-O1", "-ffp-contract=off", "-w", "-isystem", "/usr/include/eigen3"]

# Kernel sources, with the flags and the processor's own word for what they need.
KERNELS = {
    "baseline": ([], None),
    "avx2": (["-mavx2"], "avx2"),
    "avx2_single": (["-mavx2"], "avx2"),
    "avx512": (["-mavx512f", "-mavx512dq", "-mavx512vl"], "avx512vl"),
    "avx512_single": (["-mavx512f", "-mavx512dq", "-mavx512vl"], "avx512vl"),
}


def run(command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)


def fail(text):
    print(text)
    sys.exit(1)


def patched_copy(folder, name):
    """A copy of the tree's sources with the patch applied."""
    for part in ("include", "src", "schema", "docs", "tests"):
        shutil.copytree(ROOT / part, folder / part,
                        ignore=shutil.ignore_patterns("bad_scenes", "data", "validation", "images"))
    patch = ROOT / "tests" / "patches" / f"{name}.patch"
    done = run(["git", "apply", "--verbose", patch], cwd=folder,
               env={**os.environ, "GIT_CEILING_DIRECTORIES": str(folder.parent)})
    if done.returncode != 0:
        fail(f"{patch.name} no longer applies:\n{done.stderr}\n"
             f"To renew it: make the edits that docs/{name.replace('add', 'adding', 1)}.md lists in a "
             f"clean checkout (the old patch shows them; `git apply --3way {patch.relative_to(ROOT)}` "
             f"may do most of it), then\n  git diff > {patch.relative_to(ROOT)}\n"
             f"and undo the edits.")


def compile_source(folder, source, flags=(), name=None):
    """The object file of a source of the copy."""
    target = folder / f"{name or pathlib.Path(source).stem}.o"
    done = run([CXX, *FLAGS, *flags, *(f"-I{folder / part}" for part in ("include", "src", "tests")),
                "-c", folder / source, "-o", target])
    if done.returncode != 0:
        fail(f"{source} does not compile with the patch:\n{done.stderr[:4000]}")
    return target


def library_flags():
    """What the library needs, from the build's own record of how it links its tests."""
    text = run(["ninja", "-C", BUILD, "-t", "commands", "tests/tensio_tests"], check=True).stdout
    link = [word for word in text.splitlines()[-1].split()
            if re.search(r"\.(a|so[.0-9]*)$", word) or word.startswith("-l")]
    link = [str(BUILD / word) if not word.startswith(("/", "-")) else word for word in link]
    return [word for word in link if "gtest_main" not in word] + ["-lgtest_main", "-lpthread", "-ldl"]


def link(folder, name, objects, flags):
    program = folder / name
    # The first definition counts: objects of the copy stand before the library's.
    done = run([CXX, *objects, "-Wl,--allow-multiple-definition", *flags, "-o", program])
    if done.returncode != 0:
        fail(f"{name} does not link:\n{done.stderr[:4000]}")
    return program


def replace(path, right, slipped):
    text = path.read_text()
    if text.count(right) != 1:
        fail(f"{path.name}: the text for the slip stands there {text.count(right)} times: {right}")
    path.write_text(text.replace(right, slipped))


def expect(program, arguments, good, what):
    done = run([program, *arguments])
    ran = "[       OK ]" in done.stdout or "[  FAILED  ]" in done.stdout or "springs" in done.stdout
    if not ran or (done.returncode == 0) != good:
        fail(f"{what}: exit status {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-1000:]}")
    print(f"good: {what}")


def check_law(folder):
    derivatives = ["--gtest_filter=*Hardening*"]
    with_gtest = [*library_flags()]

    def test(name):
        # Of the library this needs curves alone, which know no laws.
        return link(folder, name, [compile_source(folder, "tests/physics/spring_test.cpp", name=name)],
                    with_gtest)

    expect(test("law"), derivatives, True, "force and block are derivatives of the energy")

    flags = pathlib.Path("/proc/cpuinfo").read_text() if os.path.exists("/proc/cpuinfo") else ""
    known = [name for name, (_, word) in KERNELS.items() if word is None or f" {word}" in flags]
    objects = [compile_source(folder, f"src/backend/cpu/kernels/{name}.cpp", KERNELS[name][0])
               for name in known]
    defines = [f"-DHAS_{name.upper()}" for name in known]
    objects.append(compile_source(folder, "tests/patches/kernel_forces.cpp",
                                  [*defines, "-DADDED_LAW=hardening"]))
    expect(link(folder, "kernels", objects, []), [], True,
           f"the kernels have the bits of one spring: {', '.join(known)}")

    replace(folder / "src/physics/spring_laws.inc", "constant(3.0) * square", "constant(2.0) * square")
    expect(test("slip"), derivatives, False, "a wrong tangent is noticed")


def check_integrator(folder):
    test = ["--gtest_filter=Orders.OfTheOscillator"]
    objects = [compile_source(folder, f"src/{name}.cpp")
               for name in ("model/motion", "solve/motion/stepper", "solve/motion/explicit")]

    def program(name):
        own = compile_source(folder, "tests/solve/motion/integrators_test.cpp", name=name)
        return link(folder, name, [own, *objects], library_flags())

    expect(program("orders"), test, True, "every integrator has its order")
    replace(folder / "src/model/integrator_traits.hpp", '.name = "heun", .order = 2',
            '.name = "heun", .order = 3')
    expect(program("slip"), test, False, "a wrong order is noticed")


CHECKS = {"add_a_law": check_law, "add_an_integrator": check_integrator}


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in CHECKS:
        sys.exit(__doc__)
    if not shutil.which("git"):
        print("skipped: git, which applies patches, is missing")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        patched_copy(folder, sys.argv[1])
        CHECKS[sys.argv[1]](folder)


if __name__ == "__main__":
    main()
