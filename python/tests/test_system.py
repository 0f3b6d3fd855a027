"""Nets from arrays: any type and order, other values, copies, graphs, files."""

import copy
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest

import tensio
from conftest import EXAMPLES, grid, pendulum


def same_net(a, b):
    assert a.text() == b.text()


@pytest.mark.parametrize("ints", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">i4", ">i8"])
@pytest.mark.parametrize("real", ["f4", "f8", ">f8", "i8", "f2"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_any_type_and_order_gives_the_same_net(ints, real, order):
    position = np.array([[0, 0], [1, 0], [2, 0], [2, 1]])
    ends = np.array([[0, 1], [1, 2], [2, 3]])
    plain = tensio.System(position=position.tolist(), ends=ends.tolist(), stiffness=[1, 2, 3], fixed=[0, 3])
    net = tensio.System(position=np.asarray(position, dtype=real, order=order),
                        ends=np.asarray(ends, dtype=ints, order=order),
                        stiffness=np.array([1, 2, 3], dtype=real), fixed=np.array([0, 3], dtype=ints))
    same_net(net, plain)


def test_strided_and_read_only_arrays_are_taken():
    table = np.zeros((4, 6))
    table[:, 1] = [0, 1, 2, 3]
    position = table[:, 1:4:2]
    position.flags.writeable = False
    net = tensio.System(position=position, ends=[[0, 1], [1, 2], [2, 3]], stiffness=1)
    assert np.array_equal(net.position, position)


def test_large_arrays_give_the_same_net_as_lists():
    net = grid(20)
    assert net.node_count == 400
    same_net(net, tensio.System.from_scene(net.scene()))
    same_net(net, tensio.System.from_text(net.text()))


@pytest.mark.parametrize("count", [3, 3000])
def test_limits_and_creep_of_springs_are_arrays_like_their_stiffness(count):
    position = np.column_stack([np.arange(count + 1.0), np.zeros(count + 1)])
    ends = np.column_stack([np.arange(count), np.arange(1, count + 1)])
    rng = np.random.default_rng(1)
    strain, force, time = 0.05 * rng.weibull(3, count) + 0.01, 1 + rng.random(count), 1 + rng.random(count)
    threads = {"ends": ends, "stiffness": np.full(count, 2.0), "break": {"strain": strain},
               "yield": {"force": force.tolist(), "hardening": 0.5},
               "viscous": {"stiffness": np.float64(3), "time": time}}
    net = tensio.System(position=position, springs=[threads], fixed=[0])
    springs, = net.scene()["springs"]
    assert springs["break"]["strain"] == strain.tolist()
    assert springs["yield"] == {"force": force.tolist(), "hardening": 0.5}
    assert springs["viscous"] == {"stiffness": 3, "time": time.tolist()}
    same_net(net, tensio.System.from_text(net.text()))
    with pytest.raises(tensio.Error, match=f"has 2 numbers for {count} springs"):
        tensio.System(position=position, springs=[{**threads, "break": {"strain": [0.1, 0.2]}}], fixed=[0])


def test_fixed_takes_ids_masks_and_words_of_the_scene():
    position, ends = [[0, 0], [1, 0], [2, 0]], [[0, 1], [1, 2]]

    def fixed(value, **more):
        return tensio.System(position=position, ends=ends, stiffness=1, fixed=value, **more).fixed.tolist()

    both = [[True, True], [False, False], [True, True]]
    assert fixed([0, 2]) == fixed(np.array([True, False, True])) == both
    assert fixed(np.array([[True, True], [False, False], [True, True]])) == both
    assert fixed("ends", groups={"ends": [0, 2]}) == both
    assert fixed([{"nodes": [0], "axes": "y"}, 2]) == [[False, True], [False, False], [True, True]]
    assert fixed(np.array([[False, True], [False, False], [True, True]])) == fixed([{"nodes": [0], "axes": "y"}, 2])


def test_one_dimension_becomes_a_plane_with_y_fixed():
    net = tensio.System(position=[0, 1, 2], ends=[[0, 1], [1, 2]], stiffness=1, fixed=[0])
    assert net.dimension == 2 and net.fixed[:, 1].all() and not net.fixed[1, 0]


def test_sections_are_those_of_the_scene_file():
    net = pendulum(obstacles=[{"kind": "plane", "point": [0, -3], "normal": [0, 1]}], drag=0.5, title="swing",
                   probes=[{"name": "tip", "nodes": [1], "quantity": "position.y"}],
                   simulation={"integrator": "rk4", "time_step": np.float32(0.25), "duration": 1})
    scene = net.scene()
    assert scene["obstacles"][0]["kind"] == "plane" and scene["simulation"]["time_step"] == 0.25
    assert tensio.Simulation(net).probes == {"tip": 0.0}


def test_several_sets_of_springs():
    net = tensio.System(position=[[0, 0], [1, 0], [2, 0]], fixed=[0, 2], springs=[
        {"name": "left", "ends": np.array([[0, 1]]), "law": "cable", "axial_stiffness": 10, "break": {"strain": 0.5}},
        {"name": "right", "ends": [[1, 2]], "stiffness": 3, "rest_length": 0.5}])
    assert net.law == ["cable", "linear"] and net.stiffness.tolist() == [10, 3]
    assert net.spring_groups["right"].tolist() == [1]


def test_load_is_the_force_on_each_node():
    force = np.zeros((25, 3))
    force[7] = [1, 2, 3]
    net = grid(load=force)
    assert np.array_equal(net.load, force)
    without = grid(gravity=None, load=force, stiffness=0.0)
    assert np.array_equal(without.forces(), force)
    weight = grid(stiffness=0.0).forces()
    assert np.allclose(weight, net.mass[:, None] * net.gravity)


def test_replace_changes_values_and_nothing_else():
    net = grid()
    k = np.linspace(100, 200, net.spring_count)
    other = net.replace(stiffness=k, rest_length=0.1, gravity=[0, 0, 0])
    assert np.array_equal(other.stiffness, k) and (other.rest_length == 0.1).all() and not other.gravity.any()
    assert np.array_equal(net.stiffness, np.full(net.spring_count, 500.0))
    assert np.array_equal(other.ends, net.ends) and np.array_equal(other.fixed, net.fixed)
    same_net(net.replace(stiffness=500.0), net)
    assert not net.replace(fixed=[]).fixed.any()
    mask = np.random.default_rng(0).random((900, 3)) < 0.3
    assert np.array_equal(grid(30).replace(fixed=mask).fixed, mask)
    force = np.arange(75.0).reshape(25, 3)
    assert np.array_equal(net.replace(load=force).load, force)


def test_parameters_change_a_scene():
    scene = {"tensio": 1, "dimension": 2, "parameters": {"k": 500, "m": 2}, "gravity": [0, -10],
             "nodes": {"position": [[0, 0], [0, -1]], "mass": [0, "=m"], "fixed": [0]},
             "springs": [{"ends": [[0, 1]], "stiffness": "=k"}]}
    net = tensio.System.from_scene(scene)
    assert net.parameters == {"k": 500, "m": 2}
    other = net.with_parameters(k=800)
    assert other.stiffness[0] == 800 and other.mass[1] == 2 and net.stiffness[0] == 500
    both = other.with_parameters(m="=2*k")
    assert both.stiffness[0] == 800 and both.mass[1] == 1600
    # Mass times gravity over stiffness is the elongation.
    assert other.solve().position[1, 1] == pytest.approx(-1 - 2 * 10 / 800, abs=1e-12)
    with pytest.raises(tensio.Error, match="no parameter `q`; there are k, m"):
        net.with_parameters(q=1)


def test_parameters_of_a_file(tmp_path):
    path = tmp_path / "scene.json"
    path.write_text('{"tensio": 1, "dimension": 3, "parameters": {"n": 4}, '
                    '"generate": [{"kind": "cloth", "columns": "=n", "rows": "=n"}]}')
    assert tensio.load(path).node_count == 25
    assert tensio.load(path, set={"n": 3}).node_count == 16
    assert tensio.load(path).with_parameters(n=2).node_count == 9


def test_append_puts_a_part_into_a_net():
    net = grid().append(tensio.scenes.chain(links=3, span=0.3, length=0.3), name="tail", at=[0, 0, 1])
    assert net.node_count == 25 + 4 and len(net.groups["tail"]) == 4
    assert np.allclose(net.position[25], [0, 0, 1])


def test_copies_have_the_same_bits(springsys):
    net = grid(12)
    assert copy.deepcopy(net) is net and copy.copy(net) is net
    same_net(pickle.loads(pickle.dumps(net)), net)
    rest = springsys.solve()
    again = pickle.loads(pickle.dumps(rest))
    assert np.array_equal(again.position, rest.position) and again.report == rest.report
    assert np.array_equal(copy.deepcopy(rest).tension, rest.tension)
    assert again.as_start().text() == rest.as_start().text()


def test_a_pickle_is_read_by_another_process(tmp_path):
    net = grid()
    (tmp_path / "net.pickle").write_bytes(pickle.dumps(net))
    code = f"import pickle; print(pickle.load(open({str(tmp_path / 'net.pickle')!r}, 'rb')).text(), end='')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == net.text()


def test_graphs_of_networkx_and_back():
    networkx = pytest.importorskip("networkx")
    net = grid(4)
    graph = net.to_networkx()
    assert graph.number_of_nodes() == 16 and graph.number_of_edges() == net.spring_count
    back = tensio.System.from_networkx(graph)
    assert np.array_equal(back.position, net.position) and np.array_equal(back.ends, net.ends)
    assert np.array_equal(back.stiffness, net.stiffness) and np.array_equal(back.fixed, net.fixed)
    assert np.array_equal(back.load, net.load) and back.gravity.tolist() == [0, 0, -9.81]
    assert np.array_equal(back.solve().position, net.solve().position)
    path = networkx.path_graph(3)
    with pytest.raises(ValueError, match="node 0 of the graph has no position"):
        tensio.System.from_networkx(path)


@pytest.mark.parametrize("ending", [".json", ".obj", ".ply", ".vtu", ".npz", ".glb", ".svg"])
def test_nets_are_saved_and_read_again(tmp_path, ending):
    net = grid()
    path = tmp_path / f"net{ending}"
    tensio.save(net, path)
    assert path.stat().st_size > 0
    readable = {end for one in tensio.formats() if one.reads for end in one.endings}
    if ending == ".json" or ending in readable:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            again = tensio.load(path)
        assert again.node_count == net.node_count and again.spring_count == net.spring_count
        assert np.array_equal(again.position, net.position)


def test_ready_made_parts_are_those_of_the_program():
    assert set(tensio.scenes.kinds()) >= {"chain", "rope", "cloth", "net", "lattice"}
    cloth = tensio.scenes.cloth(columns=6, rows=4)
    assert cloth.node_count == 7 * 5 and "corners" in cloth.groups and len(cloth.faces) == 24
    assert "columns" in tensio.scenes.cloth.__doc__
    for kind in tensio.scenes.kinds():
        assert tensio.scenes.starter(kind).node_count > 1, kind
    with pytest.raises(tensio.Error, match="colums"):
        tensio.scenes.cloth(colums=6)
    with pytest.raises(AttributeError, match="there are chain"):
        tensio.scenes.clot


def test_check_reports_what_may_surprise():
    net = tensio.System(position=[[0, 0], [1, 0], [5, 5]], ends=[[0, 1]], stiffness=1, fixed=[0])
    assert "unused_node" in {warning.kind for warning in net.check()}


def test_every_example_is_read():
    scenes = sorted(EXAMPLES.glob("*/scene.json"))
    assert len(scenes) > 10
    for scene in scenes:
        assert tensio.load(scene).node_count > 0, scene
