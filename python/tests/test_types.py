"""Types: the package is typed throughout, and the stubs of the engine agree with the engine."""

import ast
import inspect
import os
import pathlib
import re
import subprocess
import sys

import pytest

import tensio
from tensio import _core

PACKAGE = pathlib.Path(tensio.__file__).parent
SETTINGS = pathlib.Path(__file__).resolve().parents[2] / "pyproject.toml"


@pytest.fixture(scope="module")
def checker(tmp_path_factory):
    """Runs a module of mypy; what it learns of NumPy is kept for the next call."""
    pytest.importorskip("mypy")
    folder = tmp_path_factory.mktemp("mypy")
    environment = {**os.environ, "MYPYPATH": str(PACKAGE.parent), "PYTHONPATH": str(PACKAGE.parent),
                   "MYPY_CACHE_DIR": str(folder / "cache")}
    return lambda *words: subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, env=environment,
                                         cwd=folder)


def test_the_package_is_typed_throughout(checker):
    done = checker("mypy", "--config-file", str(SETTINGS), "-p", "tensio")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_agree_with_the_engine(checker):
    done = checker("mypy.stubtest", "tensio._core", "--mypy-config-file", str(SETTINGS))
    errors = [line for line in done.stdout.splitlines() if line.startswith("error:")]
    # pybind11's own metaclass cannot be named in stubs.
    assert [line for line in errors if "metaclass differs" not in line] == [], done.stdout
    assert done.returncode == 0 or errors, done.stderr


def test_typing_reaches_the_user(checker, tmp_path):
    assert (PACKAGE / "py.typed").exists()
    code = tmp_path / "user.py"
    code.write_text("import tensio\nnet = tensio.System(position=[[0, 0]])\nreveal_type(net.solve().position)\n"
                    "reveal_type(tensio.Simulation(net).step())\nnet.solv()\n")
    done = checker("mypy", "--config-file", os.devnull, str(code))
    assert 'Revealed type is "numpy.ndarray' in done.stdout and 'Revealed type is "builtins.bool"' in done.stdout
    assert '"System" has no attribute "solv"' in done.stdout


def stub_functions():
    """Name and definition of each function of the stubs, with its class."""
    tree = ast.parse((PACKAGE / "_core.pyi").read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield None, node
        elif isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, ast.FunctionDef):
                    yield node.name, item


def is_property(node):
    return any(isinstance(decorator, ast.Name) and decorator.id == "property" for decorator in node.decorator_list)


def test_the_stubs_have_the_signatures_that_pybind11_writes():
    """pybind11 begins each docstring with name, arguments and defaults."""
    compared = 0
    for owner, node in stub_functions():
        holder = _core if owner is None else getattr(_core, owner)
        member = inspect.getattr_static(holder, node.name)
        if is_property(node):
            assert isinstance(member, property), (owner, node.name)
            continue
        text = getattr(holder, node.name).__doc__.splitlines()[0]
        arguments = re.match(r"\w+\((.*)\) -> ", text).group(1)
        names = re.findall(r"(?:^|, )(\w+): ", arguments)
        defaults = arguments.count(" = ")
        wanted = [argument.arg for argument in node.args.args]
        # Where arguments have no names, they are counted.
        assert [name if name.startswith("arg") else want for name, want in zip(names, wanted)] == names, text
        assert len(names) == len(wanted) and defaults == len(node.args.defaults), (text, wanted)
        compared += 1
    assert compared > 60


def test_the_stubs_name_all_that_the_engine_has():
    stubbed = {(owner, node.name) for owner, node in stub_functions()}
    for name, member in vars(_core).items():
        if inspect.isclass(member):
            for inner in vars(member):
                if not inner.startswith("__"):
                    assert (name, inner) in stubbed, (name, inner)
        elif callable(member) and not name.startswith("__"):
            assert (None, name) in stubbed, name


def test_everything_public_has_a_docstring():
    for name in tensio.__all__:
        if name.startswith("__"):
            continue
        member = getattr(tensio, name)
        assert member.__doc__, name
        if not inspect.isclass(member):
            continue
        for inner, value in inspect.getmembers_static(member) if hasattr(inspect, "getmembers_static") else []:
            if inner.startswith("_") or not (callable(value) or isinstance(value, property)) or inspect.isclass(value):
                continue
            if issubclass(member, (tuple, Exception)) and inner in dir(tuple) + dir(OSError):
                continue
            assert value.__doc__, f"{name}.{inner}"
