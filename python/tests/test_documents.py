"""The code of docs/python.md runs and prints what stands there; notebooks run; the reference is up to date."""

import contextlib
import io
import os
import pathlib
import re
import runpy
import shutil
import subprocess
import sys

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples/notebooks").glob("*.py"))


def test_the_code_of_the_manual_prints_what_stands_there(tmp_path, monkeypatch):
    """Blocks of python run in one session; a block of text behind one is what it prints."""
    for part in ("scipy", "networkx", "matplotlib"):
        pytest.importorskip(part)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(python|text)\n(.*?)```", text, re.S)
    assert sum(kind == "python" for kind, _ in blocks) >= 10
    names, printed = {}, ""
    for kind, content in blocks:
        if kind == "text":
            if printed or content.strip():
                assert agree(content.strip().splitlines(), printed.strip().splitlines()), f"{content}\n---\n{printed}"
            printed = ""
            continue
        assert printed.strip() == "", f"what this prints is not in the manual: {printed}"
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(content, "docs/python.md", "exec"), names)
        printed = out.getvalue()


def test_the_code_of_the_readme_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISPLAY", raising=False)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    block, = re.findall(r"```python\n(.*?)```", text, re.S)
    names = {}
    exec(compile(block, "README.md", "exec"), names)
    assert names["recording"].position.shape == (21, 3, 2) and names["rest"].converged


def agree(wanted, printed):
    """Line by line; ... stands for anything."""
    if len(wanted) != len(printed):
        return False
    return all(re.fullmatch(".*".join(map(re.escape, line.split("..."))), other) for line, other in zip(wanted, printed))


RESULTS = {
    "01_equilibrium": lambda names: abs(names["vertical"] - names["weight"] - 200) < 1e-6,
    "02_integrators": lambda names: (abs(names["orders"]["velocity_verlet"] - 2) < 0.1
                                     and abs(names["orders"]["implicit_euler"] - 1) < 0.1),
    "03_sweep": lambda names: np.all(np.abs(names["sag"][-1, 2:] / names["parabola"][2:] - 1) < 0.05),
    "04_modes": lambda names: np.abs(names["found"].frequency / names["formula"] - 1).max() < 1e-9,
    "05_fitting": lambda names: abs(names["EA"] / names["truth"][0] - 1) < 0.05,
    "06_designing": lambda names: names["error"] < 1e-3,
}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_a_notebook_runs_and_its_result_is_right(path, tmp_path, monkeypatch):
    text = path.read_text(encoding="utf-8")
    if "scipy" in text:
        pytest.importorskip("scipy")
    assert text.startswith("# %% [markdown]\n") and text.count("# %%\n") >= 2
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names = runpy.run_path(str(path))
    assert RESULTS[path.stem](names), path.stem


def test_there_are_six_notebooks():
    assert [path.stem for path in NOTEBOOKS] == list(RESULTS)


def test_the_reference_is_that_of_the_docstrings():
    done = subprocess.run([sys.executable, ROOT / "tools/make_python_reference.py", "--check"], capture_output=True, text=True,
                          env=os.environ)
    assert done.returncode == 0, done.stdout + done.stderr
