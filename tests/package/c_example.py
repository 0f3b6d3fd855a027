"""Installs the built library, then builds examples/10_c_interface with it as strict C99 and runs it: with CMake in
C alone, and with cc and pkg-config.

Reads TENSIO_BUILD_DIR (a finished build) and TENSIO_SOURCE_DIR. Exit status 77 where there is no C compiler. What the
programs print must be what the example's README says. Without pkg-config its file is read here.
"""

import os
import pathlib
import re
import shutil
import sys
import tempfile

from run import run

WARNINGS = "-pedantic -Wall -Wextra -Werror"


# The sources of the example, each a program, and the names of those in CMake.
PROGRAMS = {"main.c": "c_interface", "motion.c": "c_motion"}


def printed_in(readme):
    return "".join(re.findall(r"```text\n(.*?)```", readme.read_text(), re.DOTALL))


def flags(package):
    """What pkg-config --cflags --libs says of the installed file."""
    if shutil.which("pkg-config"):
        os.environ["PKG_CONFIG_PATH"] = str(package.parent)
        return run("pkg-config", "--cflags", "--libs", package.stem).split()
    text = package.read_text()
    values = {"pcfiledir": str(package.parent), **dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))}
    words = " ".join(re.findall(r"^(?:Cflags|Libs): (.*)$", text, re.MULTILINE))
    while "${" in words:
        words = re.sub(r"\$\{(\w+)\}", lambda match: values[match.group(1)], words)
    return words.split()


def main():
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        print("skipped: there is no C compiler")
        sys.exit(77)
    example = pathlib.Path(os.environ["TENSIO_SOURCE_DIR"]) / "examples" / "10_c_interface"
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder) / "installed"
        run("cmake", "--install", os.environ["TENSIO_BUILD_DIR"], "--prefix", prefix)
        build = pathlib.Path(folder) / "build"
        options = [f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release",
                   f"-DCMAKE_C_COMPILER={compiler}", f"-DCMAKE_C_FLAGS={WARNINGS}"]
        run("cmake", "-S", example, "-B", build, "-G", "Ninja", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
            *options)
        if "-std=c99" not in (build / "compile_commands.json").read_text():
            sys.exit("the example was not compiled as C99")
        run("cmake", "--build", build)
        printed = {"CMake": "".join(run(build / name) for name in PROGRAMS.values())}
        (package,) = prefix.rglob("pkgconfig/tensio.pc")
        by_hand = ""
        for source, name in PROGRAMS.items():
            program = pathlib.Path(folder) / name
            run(compiler, "-std=c99", *WARNINGS.split(), example / source, "-o", program, *flags(package), "-lm")
            by_hand += run(program)
        printed["cc"] = by_hand
    for means, text in printed.items():
        print(f"built with {means}:\n{text}", end="")
        if text != printed_in(example / "README.md"):
            sys.exit("that is not what examples/10_c_interface/README.md says")


if __name__ == "__main__":
    main()
