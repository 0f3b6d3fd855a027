"""What the tests share: the program to compare with, and nets."""

import json
import os
import pathlib
import subprocess

import numpy as np
import pytest

import tensio

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


def program(*words):
    """What the command line prints with --json."""
    path = os.environ.get("TENSIO")
    if not path:
        pytest.skip("TENSIO does not name the program")
    done = subprocess.run([path, *map(str, words), "--json"], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


@pytest.fixture
def springsys():
    return tensio.load(EXAMPLES / "01_springsys/scene.json")


@pytest.fixture
def string():
    return tensio.load(EXAMPLES / "11_wave_on_a_string/scene.json")


def pendulum(**more):
    """A mass on a spring, in the plane."""
    given = dict(position=[[0, 0], [1, 0]], ends=[[0, 1]], stiffness=100.0, rest_length=1.0, fixed=[0], mass=[0, 2.0],
                 gravity=[0, -9.81])
    return tensio.System(**{**given, **more})


def grid(side=5, **more):
    """A square net with fixed corners."""
    axis = np.linspace(0, 1, side)
    x, y = np.meshgrid(axis, axis, indexing="ij")
    position = np.column_stack([x.ravel(), y.ravel(), np.zeros(side * side)])
    number = np.arange(side * side).reshape(side, side)
    ends = np.vstack([np.column_stack([number[:-1].ravel(), number[1:].ravel()]),
                      np.column_stack([number[:, :-1].ravel(), number[:, 1:].ravel()])])
    given = dict(position=position, ends=ends, stiffness=500.0, rest_length=0.9 / (side - 1), mass=0.1,
                 fixed=number[[0, 0, -1, -1], [0, -1, 0, -1]], gravity=[0, 0, -9.81])
    return tensio.System(**{**given, **more})
