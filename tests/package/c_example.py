"""Installs the built library, then builds examples/10_c_interface with it as strict C99 and runs it.

Reads TENSIO_BUILD_DIR (a finished build), TENSIO_SOURCE_DIR and CXX. Exit status 77 where there is no
C compiler. What the program prints must be what the example's README says.
"""

import os
import pathlib
import re
import shutil
import sys
import tempfile

from run import run

WARNINGS = "-pedantic -Wall -Wextra -Werror"


def printed_in(readme):
    return re.search(r"```text\n(.*?)```", readme.read_text(), re.DOTALL).group(1)


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
        if os.environ.get("CXX"):
            options.append(f"-DCMAKE_CXX_COMPILER={os.environ['CXX']}")
        run("cmake", "-S", example, "-B", build, "-G", "Ninja", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
            *options)
        if "-std=c99" not in (build / "compile_commands.json").read_text():
            sys.exit("the example was not compiled as C99")
        run("cmake", "--build", build)
        printed = run(build / "c_interface")
    print(printed, end="")
    if printed != printed_in(example / "README.md"):
        sys.exit("that is not what examples/10_c_interface/README.md says")


if __name__ == "__main__":
    main()
