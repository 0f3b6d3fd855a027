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


def check_manual(prefix):
    """A manual page for each command that the program has, and what three shells need to complete them."""
    tensio = prefix / "bin" / "tensio"
    commands = re.findall(r"(?m)^  ([a-z]+) +\w", run(tensio, "help").split("\nCommands:\n")[1].split("\n\n")[0])
    pages = {page.name for page in (prefix / "share" / "man" / "man1").iterdir()}
    if pages != {"tensio.1", *(f"tensio-{command}.1" for command in commands)}:
        sys.exit(f"manual pages {sorted(pages)} for the commands {commands}")
    for command in commands:
        if (prefix / "share/man/man1" / f"tensio-{command}.1").read_text() != run(tensio, "help", command, "--man"):
            sys.exit(f"the manual page of {command} is not the program's")
    for shell, file in (("bash", "bash-completion/completions/tensio"), ("zsh", "zsh/site-functions/_tensio"),
                        ("fish", "fish/vendor_completions.d/tensio.fish")):
        if (prefix / "share" / file).read_text() != run(tensio, "help", "--completion", shell):
            sys.exit(f"the completion of {shell} is not the program's")
    for file in ("README.md", "LICENSE", "docs/cli.md", "examples/01_springsys/scene.json"):
        if not (prefix / "share" / "doc" / "tensio" / file).is_file():
            sys.exit(f"{file} was not installed")


def main():
    source = pathlib.Path(os.environ["TENSIO_SOURCE_DIR"]) / "tests" / "package"
    build = os.environ["TENSIO_BUILD_DIR"]
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder) / "installed"
        run("cmake", "--install", build, "--prefix", prefix)
        check_self_contained(prefix)
        print(run(prefix / "bin" / "tensio", "--version"), end="")
        check_manual(prefix)

        consumer = pathlib.Path(folder) / "consumer"
        options = [f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release"]
        if os.environ.get("CXX"):
            options.append(f"-DCMAKE_CXX_COMPILER={os.environ['CXX']}")
        run("cmake", "-S", source, "-B", consumer, "-G", "Ninja", *options)
        run("cmake", "--build", consumer)
        print(run(consumer / "consumer"), end="")


if __name__ == "__main__":
    main()
