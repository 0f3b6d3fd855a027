"""Installs the built library in an empty folder, and builds and runs a user's project with it.

Reads TENSIO_BUILD_DIR (a finished build), TENSIO_SOURCE_DIR and CXX. The package must be enough by
itself: headers of the libraries Tensio is made with may not be mentioned in it.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

FOR_EIGEN = ("grade_eigen", "grade_eigen_shapes")


def run(*command):
    done = subprocess.run(
        [str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode != 0:
        sys.exit(f"{done.stdout}\nexit status {done.returncode} from: {' '.join(map(str, command))}")
    return done.stdout


def check_self_contained(prefix):
    """The installed files mention no library that only the build needs, and no header of fmt. The grading of functions
    with Eigen's types is for those who have Eigen."""
    private = re.compile(r"eigen|fmt[/_]|rapidjson|spectra|cli11|hostinc", re.IGNORECASE)
    files = [f for f in prefix.rglob("*") if f.suffix in (".hpp", ".h", ".cmake") and f.stem not in FOR_EIGEN]
    if not files:
        sys.exit("nothing was installed")
    for file in files:
        for number, line in enumerate(file.read_text().splitlines(), 1):
            include = file.suffix == ".cmake" or line.lstrip().startswith("#")
            if include and private.search(line):
                sys.exit(f"{file.relative_to(prefix)}:{number}: a user would need: {line.strip()}")


def main():
    source = pathlib.Path(os.environ["TENSIO_SOURCE_DIR"]) / "tests" / "package"
    build = os.environ["TENSIO_BUILD_DIR"]
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder) / "installed"
        run("cmake", "--install", build, "--prefix", prefix)
        check_self_contained(prefix)
        print(run(prefix / "bin" / "tensio", "--version"), end="")

        consumer = pathlib.Path(folder) / "consumer"
        options = [f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release"]
        if os.environ.get("CXX"):
            options.append(f"-DCMAKE_CXX_COMPILER={os.environ['CXX']}")
        run("cmake", "-S", source, "-B", consumer, "-G", "Ninja", *options)
        run("cmake", "--build", consumer)
        print(run(consumer / "consumer"), end="")


if __name__ == "__main__":
    main()
