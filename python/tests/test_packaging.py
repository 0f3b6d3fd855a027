"""The wheel: what it contains, and that it works where it is installed."""

import email
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

import pytest

import tensio

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(tensio.__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Made of the sources and the module that is built already, without a network."""
    for part in ("setuptools", "wheel", "pip"):
        pytest.importorskip(part)
    if not (BUILD / "CMakeCache.txt").exists():
        pytest.skip("the module is not in a build folder")
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "setup.py", "LICENSE", "docs/python.md", "docs/tensio-studio.html",
                 "include/tensio/version.hpp"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, source / name)
    shutil.copytree(ROOT / "python/tensio", source / "python/tensio")
    folder = tmp_path_factory.mktemp("wheel")
    done = subprocess.run([sys.executable, "-m", "pip", "wheel", "--no-index", "--no-build-isolation", "--no-deps",
                           "-w", str(folder), str(source)], capture_output=True, text=True,
                          env={**os.environ, "TENSIO_BUILD_FOLDER": str(BUILD)})
    assert done.returncode == 0, done.stdout + done.stderr
    found, = folder.glob("*.whl")
    return found


def test_the_wheel_contains_the_package_and_nothing_else(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    package = {name for name in names if name.startswith("tensio/")}
    sources = {f"tensio/{path.name}" for path in (ROOT / "python/tensio").iterdir() if path.is_file()}
    module, = (name for name in package if re.fullmatch(r"tensio/_core\..*\.so", name))
    assert package == sources | {module, "tensio/tensio-studio.html"}
    assert all(name.startswith(("tensio/", "tensio-")) for name in names)
    assert "tensio/py.typed" in package and "tensio/_core.pyi" in package
    assert any(name.endswith("LICENSE") for name in names)


def test_there_is_one_version(wheel):
    header = re.search(r'kVersion = "([^"]+)"', (ROOT / "include/tensio/version.hpp").read_text()).group(1)
    archive = zipfile.ZipFile(wheel)
    metadata = email.message_from_bytes(archive.read(next(n for n in archive.namelist() if n.endswith("METADATA"))))
    assert metadata["Version"] == header == tensio.__version__ and f"tensio-{header}-" in wheel.name
    assert metadata["Name"] == "tensio" and any("numpy" in need for need in metadata.get_all("Requires-Dist"))


def test_an_installed_wheel_works(wheel, tmp_path):
    pytest.importorskip("venv")
    done = subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", str(tmp_path / "venv")],
                          capture_output=True, text=True)
    if done.returncode != 0:
        pytest.skip("virtual environments cannot be made here")
    python = tmp_path / "venv/bin/python"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    subprocess.run([python, "-m", "pip", "install", "--no-index", "--no-deps", str(wheel)], check=True,
                   capture_output=True, env=environment)
    code = ("import tensio; net = tensio.System(position=[[0, 0], [0, -1]], ends=[[0, 1]], stiffness=10, fixed=[0], "
            "load=[[0, 0], [0, -5]]); print(tensio.__file__); print(net.solve().position[1, 1]); net.show('page.html')")
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    where, height = done.stdout.split()
    assert str(tmp_path) in where and float(height) == -1.5 and (tmp_path / "page.html").stat().st_size > 1_000_000


def test_a_source_archive_has_all_that_cmake_needs(tmp_path):
    pytest.importorskip("setuptools")
    source = tmp_path / "source"
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "LICENSE", "CMakeLists.txt", "CMakePresets.json",
                 "docs/python.md", "docs/tensio-studio.html"):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, source / name)
    for name in ("include", "src", "capi", "cmake", "python"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    done = subprocess.run([sys.executable, "setup.py", "-q", "sdist", "-d", str(tmp_path)], cwd=source,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    archive, = tmp_path.glob("*.tar.gz")
    subprocess.run(["tar", "xf", archive, "-C", tmp_path], check=True)
    unpacked, = tmp_path.glob("tensio-*/")
    # CMake finds every folder and file that it names.
    done = subprocess.run(["cmake", "-S", str(unpacked), "-B", str(tmp_path / "build"), "-DTENSIO_BUILD_PYTHON=ON",
                           "-DTENSIO_BUILD_CLI=OFF", f"-DPython_EXECUTABLE={sys.executable}"], capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    listed = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*.cpp")}
    wanted = {path.relative_to(ROOT).as_posix() for name in ("src", "capi", "python")
              for path in (ROOT / name).rglob("*.cpp")}
    assert wanted <= listed
