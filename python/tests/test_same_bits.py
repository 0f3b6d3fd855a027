"""Results are those of the command line, to the bit."""

import numpy as np
import pytest

import tensio
from conftest import EXAMPLES, program

SOLVED = ["01_springsys", "03_cable_net", "06_tensegrity_prism"]


def rows(numbers):
    return np.array(numbers, dtype=float)


@pytest.mark.parametrize("name", SOLVED)
def test_equilibrium_has_the_bits_of_the_program(name):
    scene = EXAMPLES / name / "scene.json"
    rest, printed = tensio.load(scene).solve(), program("solve", scene)
    assert rest.status == printed["status"] and rest.report.iterations == printed["iterations"]
    for array, key in ((rest.position, "position"), (rest.displacement, "displacement"), (rest.tension, "tension"),
                       (rest.length, "length")):
        assert np.array_equal(array, rows(printed[key])), key
    assert rest.energy == printed["energy"] and rest.report.residual == printed["residual"]
    for node, force in printed["reaction"].items():
        assert np.array_equal(rest.reaction[int(node)], rows(force))


@pytest.mark.parametrize("words, options", [
    ([], {}),
    (["--integrator", "implicit_euler", "--time-step", "0.002"], {"integrator": "implicit_euler", "time_step": 0.002}),
    (["--integrator", "rk45"], {"integrator": "rk45"}),
    (["--integrator", "bdf2", "--time-step", "0.001", "--linear-solver", "ldlt"],
     {"integrator": "bdf2", "time_step": 0.001, "linear_solver": "ldlt"}),
])
def test_motion_has_the_bits_of_the_program(string, words, options):
    scene = EXAMPLES / "11_wave_on_a_string/scene.json"
    printed = program("run", scene, *words)
    simulation = tensio.Simulation(string, **options)
    recording = simulation.run()
    assert recording.status == printed["status"] and recording.report.steps == printed["steps"]
    assert np.array_equal(simulation.position, rows(printed["position"]))
    assert np.array_equal(simulation.velocity, rows(printed["velocity"]))
    assert np.array_equal(recording.position[-1], simulation.position)
    for name, value in printed["energy"].items():
        assert simulation.energy[name] == value, name


def test_a_run_in_single_steps_has_the_bits_of_one_in_a_piece(string):
    one, other = tensio.Simulation(string), tensio.Simulation(string)
    one.run()
    while other.steps < one.steps:
        assert other.step()
    assert np.array_equal(one.position, other.position) and one.time == other.time


def test_modes_have_the_bits_of_the_program():
    scene = EXAMPLES / "01_springsys/scene.json"
    found, printed = tensio.modes(tensio.load(scene)), program("modes", scene)
    assert [mode["eigenvalue"] for mode in printed["modes"]] == found.eigenvalue.tolist()
