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


def test_combinations_and_stages_have_the_bits_of_the_program():
    scene = EXAMPLES / "08_cable_net_cases/scene.json"
    net = tensio.load(scene)
    found, printed = tensio.solve_combinations(net), program("solve", scene, "--combination", "all")
    assert [one.name for one in found.combinations] == list(printed["combinations"]) == net.combinations
    for name, rest in found.combinations:
        assert np.array_equal(rest.tension, rows(printed["combinations"][name]["tension"]))
        assert np.array_equal(rest.displacement, rows(printed["combinations"][name]["displacement"]))
    assert np.array_equal(found.base.position, rows(printed["base"]["position"]))
    assert np.array_equal(found.envelope.largest_tension.value, rows(printed["envelope"]["largest_tension"]))
    # The envelope is that of the states.
    assert np.array_equal(found.envelope.largest_tension.value,
                          np.max([one.rest.tension for one in found.combinations], axis=0))
    governing = found.combinations[found.envelope.largest_tension.governing[0]]
    assert governing.rest.tension[0] == found.envelope.largest_tension.value[0]
    staged = tensio.solve_stages(net)
    assert [stage.name for stage in staged.stages] == net.stages and staged.system.stages == []
    # Stages that add springs, supports and loads.
    mast = tensio.load(EXAMPLES / "29_guyed_mast/scene.json")
    for stage in tensio.solve_stages(mast).stages:
        assert stage.rest.as_start().solve().report.iterations == 0
    # Under one combination, from the base.
    start = found.system.under("snow")
    assert np.array_equal(start.solve().position, found.combinations[0].rest.position)
    # Each state belongs to the net as it was built then, under its loads.
    states = [stage.rest for stage in staged.stages] + [found.base] + [one.rest for one in found.combinations]
    for rest in states:
        assert rest.as_start().solve().report.iterations == 0
    with pytest.raises(tensio.Error, match="hail"):
        tensio.solve_combinations(net, ["hail"])
    with pytest.raises(tensio.Error, match="no combination `hail`"):
        net.under("hail")


def test_a_path_has_the_bits_of_the_program():
    scene = EXAMPLES / "09_snap_through/scene.json"
    points = []
    path = tensio.follow(tensio.load(scene), keep_positions=True, observer=points.append)
    printed = program("follow", scene)
    assert path.load_factor.tolist() == [point["load_factor"] for point in printed["points"]]
    assert path.displacement.tolist() == [point["probe"] for point in printed["points"]]
    assert [point.load_factor for point in path.limit_points] == [point["load_factor"] for point in printed["limit_points"]]
    assert path.kind[path.limit_points[0].point] == "maximum" and path.position.shape == (len(path), 3, 2)
    assert np.array_equal(path.last.position, rows(printed["position"])) and len(points) == len(path)
    stopped = tensio.follow(tensio.load(scene), observer=lambda point: point.load_factor < 0.3)
    assert stopped.status == "interrupted" and stopped.load_factor[-1] >= 0.3


def test_branches_have_the_bits_of_the_program():
    scene = EXAMPLES / "26_star_dome/scene.json"
    net = tensio.load(scene)
    path = tensio.follow(net, 38, branch=1, keep_positions=True)
    printed = program("follow", scene, "--until", "38", "--branch", "1")
    assert path.load_factor.tolist() == [point["load_factor"] for point in printed["points"]]
    assert [branch.sign for branch in path.branches] == ["plus", "minus"] == [b["sign"] for b in printed["branches"]]
    for branch, same in zip(path.branches, printed["branches"]):
        assert branch.bifurcation == same["bifurcation"] == 1 and branch.status == same["status"]
        assert branch.load_factor.tolist() == [point["load_factor"] for point in same["points"]]
        assert branch.displacement.tolist() == [point["probe"] for point in same["points"]]
        assert np.array_equal(branch.direction, rows(same["direction"])) and len(branch) == len(branch.position)
        assert branch.kind[0] == "bifurcation"
        # Its first point is the bifurcation, which leaves the supports where they are.
        assert np.array_equal(branch.position[:, 7:], np.broadcast_to(net.position[7:], branch.position[:, 7:].shape))
    # The ring alternates: three nodes on one side, three on the other.
    assert np.array_equal(np.sign(path.branches[0].direction[1:7, 2]), [1, -1, 1, -1, 1, -1])
    one = tensio.follow(net, 38, branch=[1], branch_sign="minus", branch_step=0.01)
    assert [branch.sign for branch in one.branches] == ["minus"]
    assert one.branches[0].arc_length[1] == pytest.approx(0.01, rel=1e-3)
    assert {branch.bifurcation for branch in tensio.follow(net, 38, branch="all", max_steps=15).branches} <= {1, 2}
    none = tensio.follow(net, 5, branch=3).branches[0]
    assert len(none) == 0 and none.direction is None and "0 bifurcations" in none.reason


def test_a_rest_state_becomes_a_start_and_a_drawing(springsys, tmp_path):
    rest = springsys.solve()
    again = rest.as_start().solve()
    assert again.report.iterations == 0 and np.array_equal(again.position, rest.position)
    drawn = rest.redrawn()
    assert np.array_equal(drawn.position, rest.position) and drawn.solve().report.iterations == 0
    rest.save(tmp_path / "rest.json")
    assert np.array_equal(tensio.load(tmp_path / "rest.json").start, rest.position)
    rest.save(tmp_path / "rest.npz")
    arrays = np.load(tmp_path / "rest.npz")
    assert np.array_equal(arrays["position"], rest.position) and np.array_equal(arrays["tension"], rest.tension)
    found = tensio.load(EXAMPLES / "05_force_density_net/scene.json").solve()
    assert found.converged and found.redrawn().node_count == found.system.node_count


def test_an_unsupported_part_is_reported_and_not_raised():
    net = tensio.System(position=[[0, 0], [1, 0]], ends=[[0, 1]], stiffness=1, load=[[0, 0], [1, 0]])
    rest = net.solve()
    assert rest.status == "no_equilibrium" and not rest.converged and rest.report.reason and rest.stable is None
