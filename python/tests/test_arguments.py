"""Wrong arguments: each exception names the argument, what was expected and what was given."""

import numpy as np
import pytest

import tensio
from conftest import grid, pendulum

LINE = dict(position=[[0, 0], [1, 0], [2, 0]], ends=[[0, 1], [1, 2]], stiffness=1.0)

BAD = [
    (dict(position=[[0, 0, 0, 0]]), ValueError, r"position has the shape \(1, 4\); it must have the shape .*\(n, 3\)"),
    (dict(position=np.zeros((3, 2, 2))), ValueError, r"position has the shape \(3, 2, 2\)"),
    (dict(position=[[0, 0], [1]]), (TypeError, ValueError), r"position|inhomogeneous"),
    (dict(position=[["a", "b"]] * 3), TypeError, r"position has the dtype <U1"),
    (dict(position=np.zeros((3, 2), complex)), TypeError, r"position has the dtype complex128"),
    (dict(position=[[0, 0], [np.nan, 0], [2, 0]]), ValueError, r"position\[1, 0\] is nan; it must be finite"),
    (dict(position=[[0, 0], [1, np.inf], [2, 0]]), ValueError, r"position\[1, 1\] is inf"),
    (dict(ends=[[0, 1, 2]]), ValueError, r"ends has the shape \(1, 3\); it must have the shape \(m, 2\)"),
    (dict(ends=[0, 1]), ValueError, r"ends has the shape \(2,\)"),
    (dict(ends=[[0, 1], [1, 3]]), IndexError, r"ends\[1, 1\] is node 3, but the nodes are 0 to 2"),
    (dict(ends=[[0, 1], [1, -1]]), IndexError, r"ends\[1, 1\] is node -1"),
    (dict(ends=np.array([[0, 2**63]], dtype=np.uint64)), IndexError, r"ends\[0, 1\] is node 9223372036854775808"),
    (dict(ends=np.array([[0, 2**40]])), IndexError, r"ends\[0, 1\] is node 1099511627776"),
    (dict(ends=[[0.0, 1.0]]), TypeError, r"ends has the dtype float64; nodes are given by whole numbers"),
    (dict(ends=[[1, 1]], stiffness=1), tensio.Error, r"joins node 1 to itself|the same node"),
    (dict(stiffness=[1, 2, 3]), ValueError, r"stiffness has the shape \(3,\); .*one for each of the 2 springs"),
    (dict(stiffness=[1, -2]), tensio.Error, r"`?stiffness`?.*-2"),
    (dict(stiffness=np.nan), ValueError, r"stiffness is nan"),
    (dict(rest_length=[[1], [1]]), ValueError, r"rest_length has the shape \(2, 1\)"),
    (dict(rest_length=-1.0), tensio.Error, r"rest_length"),
    (dict(mass=[1, 2]), ValueError, r"mass has the shape \(2,\); .*one for each of the 3 nodes"),
    (dict(mass=-1.0), tensio.Error, r"`?mass`?"),
    (dict(fixed=[3]), IndexError, r"fixed\[0\] is node 3, but the nodes are 0 to 2"),
    (dict(fixed=[True, False]), ValueError, r"fixed has truth values in the shape \(2,\); it must have the shape \(3,\)"),
    (dict(fixed=[0.5]), TypeError, r"fixed has the dtype float64"),
    (dict(load=[[0, 0]]), ValueError, r"load has the shape \(1, 2\); it must have the shape \(3, 2\)"),
    (dict(start=[[0, 0, 0]] * 3), ValueError, r"start has the shape \(3, 3\)"),
    (dict(dimension=3), ValueError, r"dimension is 3, but position has the shape \(3, 2\)"),
    (dict(law="cabel"), tensio.Error, r"cabel.*cable"),
    (dict(law=3), TypeError, r"law is of the type int"),
    (dict(springz=[]), tensio.Error, r"springz.*springs"),
    (dict(gravity=[0, -9.81, 0]), tensio.Error, r"gravity"),
    (dict(gravity=object()), TypeError, r"gravity is of the type object"),
    (dict(simulation={"integrator": "backward_euler"}), tensio.Error, r"backward_euler.*implicit_euler"),
]


@pytest.mark.parametrize("given, error, words", BAD, ids=[str(sorted(bad[0])) + str(i) for i, bad in enumerate(BAD)])
def test_a_bad_net_names_the_argument(given, error, words):
    with pytest.raises(error, match=words):
        tensio.System(**{**LINE, **given})


def test_a_missing_argument_is_named():
    with pytest.raises(TypeError, match="stiffness needs ends"):
        tensio.System(position=[[0, 0]], stiffness=1)
    with pytest.raises(TypeError, match="mass need position"):
        tensio.System(mass=1)
    with pytest.raises(TypeError, match=r"springs\[0\].ends is missing"):
        tensio.System(position=[[0, 0]], springs=[{"stiffness": 1}])


def test_bytes_that_are_not_text_and_nets_that_are_too_large_are_refused(tmp_path):
    (tmp_path / "latin.json").write_bytes(b'{"tensio": 1, "title": "M\xfcnchen", "dimension": 2}')
    with pytest.raises(tensio.Error, match="latin.json:1:"):
        tensio.load(tmp_path / "latin.json")
    with pytest.raises(tensio.Error, match="nodes"):
        tensio.scenes.cloth(columns=100_000, rows=100_000)


def test_all_problems_are_reported_together():
    with pytest.raises(tensio.Error) as caught:
        tensio.System(**{**LINE, "stiffness": [-1, -2], "mass": -1})
    assert len(caught.value.problems) >= 2 and "System:1" not in str(caught.value)


def test_a_bad_file_names_line_and_column(tmp_path):
    path = tmp_path / "bad.json"
    path.write_text('{"tensio": 1,\n "dimension": 2, "nodes": {"position": [[0, 0]], "mas": 1}}')
    with pytest.raises(tensio.Error, match=r"bad.json:2:\d+: unknown key `mas`.*`mass`") as caught:
        tensio.load(path)
    assert caught.value.problems[0].line == 2
    with pytest.raises(tensio.FileError, match="nowhere.json: cannot be read") as missing:
        tensio.load(tmp_path / "nowhere.json")
    assert isinstance(missing.value, OSError) and isinstance(missing.value, ValueError)


@pytest.mark.parametrize("options, words", [
    (dict(method="newtn"), "newtn.*newton"),
    (dict(tolerance=-1), "tolerance"),
    (dict(tolerance=float("nan")), "tolerance is nan"),
    (dict(max_iterations=-5), "max_iterations"),
    (dict(threads=-1), "threads is -1; it must be 0"),
    (dict(linear_solver="qr"), "linear_solver is 'qr'; it must be one of auto"),
    (dict(load_steps=0), "load_steps"),
])
def test_bad_options_of_a_solve_are_named(springsys, options, words):
    with pytest.raises(ValueError, match=words):
        tensio.solve_equilibrium(springsys, **options)


@pytest.mark.parametrize("options, words", [
    (dict(integrator="verlet"), "velocity_verlet"),
    (dict(time_step=-0.1), "time_step"),
    (dict(time_step="often"), "time_step"),
    (dict(duration=float("inf")), "duration is inf"),
    (dict(threads=-2), "threads is -2"),
])
def test_bad_options_of_a_simulation_are_named(options, words):
    with pytest.raises(ValueError, match=words):
        tensio.Simulation(pendulum(), **options)


def test_a_free_node_without_mass_is_named():
    with pytest.raises(tensio.Error, match="node 1"):
        tensio.Simulation(pendulum(mass=None))


def test_bad_values_of_a_running_simulation_are_named():
    simulation = tensio.Simulation(grid())
    with pytest.raises(IndexError, match="rest_length.*40"):
        simulation.rest_length[40] = 1
    with pytest.raises(ValueError, match=r"stiffness has the shape \(3,\); it must be one for all, or have the shape \(2,\)"):
        simulation.stiffness[[0, 1]] = [1, 2, 3]
    with pytest.raises(tensio.Error, match="stiffness of spring 0 .* is -1; it must not be negative"):
        simulation.stiffness[0] = -1
    with pytest.raises(ValueError, match=r"load\[1\] is nan"):
        simulation.load[3] = [0, np.nan, 0]
    with pytest.raises(IndexError, match="target.* is node 25, but the nodes are 0 to 24"):
        simulation.target[25] = [0, 0, 0], 1
    with pytest.raises(ValueError, match=r"point has the shape \(2,\); it must have the shape \(3,\)"):
        simulation.target[1] = [0, 0], 1
    with pytest.raises(TypeError, match="point and a stiffness"):
        simulation.target[1] = 4
    with pytest.raises(IndexError, match=r"nodes\[0\] is node 99"):
        simulation.fix([99])
    with pytest.raises(ValueError, match="duration is -1; it must not be negative"):
        simulation.run(-1)
    with pytest.raises(ValueError, match="every is 0; it must be positive"):
        simulation.run(1, every=0)
    with pytest.raises(ValueError, match="duration is missing"):
        simulation.run()
    with pytest.raises(ValueError, match="count is -1"):
        simulation.step(-1)
    with pytest.raises(ValueError, match=r"position has the shape \(2, 2\); it must have the shape \(25, 3\)"):
        simulation.state = (0, np.zeros((2, 2)), np.zeros((2, 2)))
    saved = bytearray(simulation.snapshot())
    saved[-9] ^= 1
    for bad in (b"nonsense", b"", bytes(saved), bytes(saved[:100])):
        with pytest.raises(tensio.Error, match="snapshot is damaged"):
            simulation.restore(bad)
    with pytest.raises(tensio.Error, match="25 nodes and 40 springs"):
        tensio.Simulation(pendulum()).restore(simulation.snapshot())
    with pytest.raises(TypeError, match="snapshot is of the type str"):
        simulation.restore("nonsense")


def test_bad_arguments_of_other_functions_are_named(springsys):
    with pytest.raises(ValueError, match="count is 0; it must be at least 1"):
        tensio.modes(springsys, 0)
    with pytest.raises(TypeError, match="count is 2.5; it must be a whole number"):
        tensio.modes(springsys, 2.5)
    with pytest.raises(ValueError, match="about is 'there'; it must be one of rest, drawn"):
        tensio.modes(springsys, about="there")
    with pytest.raises(ValueError, match="until is 0; it must be a finite number other than 0"):
        tensio.follow(springsys, 0)
    with pytest.raises(IndexError, match=r"probes\[0\].* is node 17"):
        tensio.follow(springsys, probes=[(17, 0)])
    with pytest.raises(ValueError, match="branch is 'first'; it must be 'all', the number of a bifurcation, or several"):
        tensio.follow(springsys, branch="first")
    with pytest.raises(ValueError, match=r"branch\[1\] is 0; it must be at least 1"):
        tensio.follow(springsys, branch=[1, 0])
    with pytest.raises(ValueError, match="branch_sign is 'up'; it must be one of both, plus, minus"):
        tensio.follow(springsys, branch=1, branch_sign="up")
    with pytest.raises(ValueError, match="branch_step is 0; it must be a finite number above 0"):
        tensio.follow(springsys, branch=1, branch_step=0)
    with pytest.raises(ValueError, match=r"position has the shape \(6,\); it must have the shape \(6, 2\)"):
        springsys.forces(np.zeros(6))
    with pytest.raises(ValueError, match=r"b has the shape \(3,\); it must have the shape \(2,\)"):
        tensio.spring_energy([0, 0], [1, 0, 0])
    with pytest.raises(ValueError, match="law is 'cabel'; it must be one of linear, cable"):
        tensio.spring_energy([0, 0], [1, 0], law="cabel")
    with pytest.raises(tensio.FileError, match="is not a folder"):
        tensio.read("/nowhere/at/all")
    with pytest.raises(ValueError, match="view is 'below'; it must be one of top"):
        springsys.svg(view="below")
    with pytest.raises(TypeError, match="net is of the type dict; it must be a System"):
        tensio.Simulation({})
    for call in (tensio.solve_equilibrium, tensio.modes, tensio.follow, tensio.solve_stages, springsys.append):
        with pytest.raises(TypeError, match="(net|part) is of the type dict; it must be a System"):
            call({})
    with pytest.raises(TypeError, match="observer is of the type int; it must be a function"):
        springsys.solve(observer=3)
    with pytest.raises(TypeError, match="force is of the type str; it must be a function"):
        tensio.Simulation(pendulum()).run(1, force="up")
    with pytest.raises(IndexError, match="axis is 2; the net has the axes 0 to 1"):
        springsys.lowest_nodes(2)
