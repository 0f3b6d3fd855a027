"""Builds the Python module by CMake: pip install . (offline: --no-build-isolation)."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent
# The version is in the public header and nowhere else.
VERSION = re.search(r'kVersion = "([^"]+)"', (ROOT / "include/tensio/version.hpp").read_text(encoding="utf-8")).group(1)


class CMakeBuild(build_ext):
    """Configures and builds the module, and puts it and the studio's page into the package."""

    def build_extension(self, ext):
        module = pathlib.Path(self.get_ext_fullpath(ext.name)).resolve()
        # TENSIO_BUILD_FOLDER: where the module is built already, with TENSIO_BUILD_PYTHON=ON.
        ready = os.environ.get("TENSIO_BUILD_FOLDER")
        build = pathlib.Path(ready or self.build_temp).resolve()
        if not ready:
            self.build_by_cmake(build)
        built = next((build / "python" / "tensio").glob("_core.*.so"))
        module.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(built, module)
        shutil.copy2(ROOT / "docs/tensio-studio.html", module.parent / "tensio-studio.html")

    @staticmethod
    def build_by_cmake(build):
        build.mkdir(parents=True, exist_ok=True)
        options = ["-DCMAKE_BUILD_TYPE=Release", "-DTENSIO_BUILD_PYTHON=ON", "-DTENSIO_BUILD_CLI=OFF",
                   f"-DPython_EXECUTABLE={sys.executable}", *os.environ.get("CMAKE_ARGS", "").split()]
        try:
            import pybind11
            options.append(f"-Dpybind11_DIR={pybind11.get_cmake_dir()}")
        except ImportError:
            pass  # then CMake looks for it
        if shutil.which("ninja") and not (build / "CMakeCache.txt").exists():
            options.append("-GNinja")
        subprocess.run(["cmake", "-S", str(ROOT), "-B", str(build), *options], check=True)
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(os.cpu_count() or 2)
        subprocess.run(["cmake", "--build", str(build), "--target", "tensio-python", "--parallel", jobs], check=True)


setup(version=VERSION, ext_modules=[Extension("tensio._core", sources=[])], cmdclass={"build_ext": CMakeBuild})
