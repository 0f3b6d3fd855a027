#!/usr/bin/env python3
"""Builds tests/device/laws.cu with nvcc and runs it: the device's bits against the host's.

Exit status 77, skipped, where there is no nvcc or no device. nvcc is taken from NVCC, the path or
/usr/local/cuda. Environment: TENSIO_SOURCE_DIR.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ.get("TENSIO_SOURCE_DIR", pathlib.Path(__file__).parents[2]))


def main():
    nvcc = os.environ.get("NVCC") or shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
    if not nvcc:
        print("skipped: nvcc was not found; set NVCC to its path")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "laws"
        # As the head of laws.cu has it, with the reasons.
        command = [nvcc, "-std=c++20", "-x", "cu", "-O2", "-arch=native", "-fmad=false",
                   "-Xcompiler", "-ffp-contract=off", f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}",
                   f"-I{ROOT / 'tests'}", ROOT / "tests" / "device" / "laws.cu", "-o", program]
        done = subprocess.run([str(word) for word in command])
        return done.returncode or subprocess.run([str(program)]).returncode


if __name__ == "__main__":
    sys.exit(main())
