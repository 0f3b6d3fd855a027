"""Simulations: arrays that follow them, values that change between steps, recordings, saved states."""

import copy
import gc
import pickle

import numpy as np
import pytest

import tensio
from conftest import EXAMPLES, grid, pendulum


def moving(**options):
    return tensio.Simulation(grid(), **{"integrator": "velocity_verlet", "time_step": 1e-3, **options})


# ---- arrays ----


def test_arrays_show_the_state_after_each_call():
    simulation = moving()
    position, velocity, tension = simulation.position, simulation.velocity, simulation.tension
    before = position.copy()
    simulation.step()
    assert not np.array_equal(position, before)
    for view, fresh in ((position, simulation.position), (velocity, simulation.velocity), (tension, simulation.tension)):
        assert np.array_equal(view, fresh) and np.shares_memory(view, fresh)
    simulation.run(0.01)
    other = moving()
    other.run_until(simulation.time)
    assert np.array_equal(position, other.position) and np.array_equal(tension, other.tension)


def test_arrays_are_read_only():
    simulation, net = moving(), grid()
    rest, recording = net.solve(), moving().run(0.01)
    for array in (simulation.position, simulation.velocity, simulation.tension, net.position, net.ends, net.mass,
                  rest.position, rest.tension, recording.position, recording.energy["total"]):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_arrays_outlive_what_they_are_of():
    simulation, net = moving(), grid()
    simulation.step(20)
    kept = simulation.position, net.position, net.start, net.solve().tension, moving().run(0.01).position
    copies = [array.copy() for array in kept]
    del simulation, net
    gc.collect()
    for _ in range(20):
        grid(9)
    for array, before in zip(kept, copies):
        assert np.array_equal(array, before)


def test_a_slice_follows_too():
    simulation = moving()
    corner = simulation.position[12, 2:]
    simulation.step(50)
    assert corner[0] == simulation.position[12, 2] != 0


def test_arrays_are_in_the_users_order():
    net = grid(15)
    order = np.random.default_rng(1).permutation(net.node_count)
    place = np.argsort(order)
    mixed = tensio.System(position=net.position[order], ends=place[net.ends], stiffness=500.0,
                          rest_length=net.rest_length, mass=0.1, fixed=place[np.flatnonzero(net.fixed[:, 0])],
                          gravity=[0, 0, -9.81])
    one, other = net.solve(), mixed.solve()
    assert np.allclose(one.position[order], other.position, atol=1e-9)
    assert np.allclose(one.tension, other.tension, atol=1e-7)


# ---- values that change ----


def test_values_change_between_steps_without_a_rebuild():
    simulation = moving(integrator="implicit_euler")
    simulation.step()
    analyses = simulation.report
    simulation.rest_length[[0, 3]] = 0.5
    simulation.stiffness[1:3] = [10, 20]
    simulation.load[12] = [0, 0, 5]
    assert simulation.rest_length[[0, 3]].tolist() == [0.5, 0.5]
    assert simulation.stiffness[1:4].tolist() == [10, 20, 500]
    assert np.asarray(simulation.load)[12].tolist() == [0, 0, 5]
    assert simulation.step() and analyses.status == "finished"
    assert len(simulation.stiffness) == 40 and simulation.load.shape == (25, 3)


def test_masks_and_slices_choose_springs():
    simulation = moving()
    mask = np.zeros(40, bool)
    mask[[2, 5]] = True
    simulation.rest_length[mask] = [0.3, 0.4]
    assert simulation.rest_length[2] == 0.3 and simulation.rest_length[5] == 0.4
    simulation.stiffness[:] = 7
    assert (np.asarray(simulation.stiffness) == 7).all()
    simulation.stiffness[-1] = 9
    assert simulation.stiffness[39] == 9
    simulation.load[3:5, 2] = -4
    assert np.asarray(simulation.load)[2:6, 2].tolist() == [0, -4, -4, 0]


def test_a_changed_net_moves_as_one_built_so():
    k = np.linspace(100, 600, 40)
    simulation = moving()
    simulation.stiffness[:] = k
    other = tensio.Simulation(grid(stiffness=k), integrator="velocity_verlet", time_step=1e-3)
    simulation.step(100), other.step(100)
    assert np.array_equal(simulation.position, other.position)


def test_supports_and_targets():
    simulation = moving()
    simulation.fix(12)
    at = simulation.position[12].copy()
    simulation.step(50)
    assert np.array_equal(simulation.position[12], at)
    simulation.free([12])
    simulation.target[12] = [0.5, 0.5, 1.0], 1e4
    energy = simulation.energy["elastic"]
    simulation.step(50)
    assert simulation.position[12, 2] > 0
    del simulation.target[12]
    assert simulation.energy["elastic"] != energy


def test_the_state_can_be_set():
    simulation, other = moving(), moving()
    simulation.step(30)
    other.state = simulation.state
    simulation.step(10), other.step(10)
    assert np.array_equal(simulation.position, other.position) and other.time == pytest.approx(0.01)


# ---- saving ----


@pytest.mark.parametrize("integrator", ["velocity_verlet", "implicit_euler", "bdf2", "rk45"])
def test_a_restored_run_continues_with_the_same_bits(integrator):
    simulation = moving(integrator=integrator)
    simulation.step(20)
    simulation.rest_length[3] = 0.4
    saved = simulation.snapshot()
    simulation.step(20)
    for other in (moving(integrator=integrator), simulation):
        other.restore(saved)
        assert other.steps == 20
        other.step(20)
        assert other.rest_length[3] == 0.4
    simulation.restore(saved)
    copies = [copy.deepcopy(simulation), pickle.loads(pickle.dumps(simulation)), copy.copy(simulation)]
    simulation.step(20)
    for other in copies:
        assert other.time != simulation.time
        other.step(20)
        assert np.array_equal(other.position, simulation.position)
        assert np.array_equal(other.velocity, simulation.velocity)


# ---- recordings ----


def test_a_recording_has_frames_energies_and_probes(string):
    simulation = tensio.Simulation(string)
    recording = simulation.run(0.02, every=0.005)
    assert np.allclose(recording.time, [0, 0.005, 0.01, 0.015, 0.02]) and len(recording) == 5
    assert recording.position.shape == (5, 41, 2) and recording.tension.shape == (5, 40)
    assert np.array_equal(recording.position[-1], simulation.position)
    assert np.array_equal(recording.probes["middle"], recording.position[:, 20, 1])
    total = sum(recording.energy[name] for name in ("kinetic", "elastic", "gravity", "load", "contact", "dissipated"))
    assert np.allclose(total - recording.energy["work"], recording.energy["total"], rtol=1e-14)
    more = simulation.run(0.01, every=0.005)
    assert np.allclose(more.time, [0.02, 0.025, 0.03])
    assert recording.at(0.0149) == 3 and recording.state(2).time == recording.time[2]


def test_runs_in_pieces_have_the_bits_of_one_run():
    one, other = moving(), moving()
    whole = one.run(0.1, every=0.02)
    pieces = [other.run(0.02, every=0.02) for _ in range(5)]
    assert np.array_equal(whole.position[1:], np.stack([piece.position[-1] for piece in pieces]))


def test_without_recording_only_the_report_is_kept():
    recording = moving().run(0.05, every=0.01, record=False)
    assert len(recording) == 0 and recording.status == "finished" and recording.report.steps == 50


@pytest.mark.parametrize("format", ["vtk", "npy", "npz"])
def test_folders_of_the_program_are_read(tmp_path, string, format):
    from conftest import program
    folder = tmp_path / "out"
    printed = program("run", EXAMPLES / "11_wave_on_a_string/scene.json", "--out", folder, "--format", format)
    read, made = tensio.read(folder), tensio.Simulation(string).run()
    assert read.status == printed["status"] == "finished" and read.report.steps == made.report.steps
    assert np.array_equal(read.time, made.time) and np.array_equal(read.position, made.position)
    assert np.array_equal(read.velocity, made.velocity)
    for name, values in made.energy.items():
        assert np.array_equal(read.energy[name], values), name
    assert np.array_equal(read.probe_time, made.probe_time) and set(read.probes) == set(made.probes)
    for name, values in made.probes.items():
        assert np.array_equal(read.probes[name], values), name
    if format == "vtk":
        assert np.array_equal(read.tension, made.tension)


def test_events_of_a_folder_are_those_of_a_run(tmp_path):
    from conftest import program
    scene = EXAMPLES / "12_wire_that_yields/scene.json"
    program("run", scene, "--out", tmp_path / "out")
    read, made = tensio.read(tmp_path / "out"), tensio.Simulation(tensio.load(scene)).run()
    assert len(made.events) > 0
    assert [(e.kind, e.spring, e.time) for e in read.events] == [(e.kind, e.spring, e.time) for e in made.events]


@pytest.mark.parametrize("ending", [".npz", ".glb", ".pvd"])
def test_recordings_are_saved(tmp_path, ending):
    moving().run(0.02, every=0.005).save(tmp_path / f"run{ending}")
    assert (tmp_path / f"run{ending}").stat().st_size > 0


# ---- how it ends ----


def test_a_blow_up_is_reported_and_not_raised(string):
    simulation = tensio.Simulation(string, integrator="explicit_euler", time_step=1e-3)
    recording = simulation.run()
    assert recording.status == "blew_up" and recording.report.blow_up["spring"] is not None
    assert "strain" in recording.report.reason and not simulation.step()
    assert simulation.warnings


def test_an_oscillator_has_its_period():
    """x = x0 cos(w t), w² = k/m."""
    net = pendulum(gravity=None, position=[[0, 0], [1.1, 0]])
    simulation = tensio.Simulation(net, integrator="rk45", tolerance=1e-12)
    period = 2 * np.pi / np.sqrt(100 / 2)
    recording = simulation.run(2 * period, every=period / 8)
    # rk45 chooses its own steps: each frame is at the first step after its time.
    assert np.allclose(recording.position[:, 1, 0] - 1, 0.1 * np.cos(np.sqrt(50) * recording.time), atol=1e-9)


# ---- forces from Python ----


def test_a_force_from_python_acts_as_a_load_of_the_scene():
    force = np.zeros((25, 3))
    force[12] = [0, 0, 2]
    by_function = moving()
    by_function.run(0.1, force=lambda time, position, velocity: force)
    by_scene = tensio.Simulation(grid(load=force), integrator="velocity_verlet", time_step=1e-3)
    by_scene.run(0.1)
    assert np.allclose(by_function.position, by_scene.position, atol=1e-13)


def test_a_force_that_depends_on_the_state():
    """A linear restoring force on a free mass: x = cos(w t)."""
    net = tensio.System(position=[[1.0, 0]], mass=[2.0], fixed=[])
    simulation = tensio.Simulation(net, integrator="symplectic_euler", time_step=1e-4)
    times = []

    def force(time, position, velocity):
        times.append(time)
        return -8.0 * position

    simulation.run(1.0, force=force)
    assert len(times) == 10001 and simulation.position[0, 0] == pytest.approx(np.cos(2.0), abs=2e-4)


def test_a_wrong_force_is_named():
    simulation = moving()
    with pytest.raises(ValueError, match=r"force has the shape \(25, 2\); it must have the shape \(25, 3\)"):
        simulation.run(0.1, force=lambda *_: np.zeros((25, 2)))
    with pytest.raises(ZeroDivisionError):
        simulation.run(0.1, force=lambda *_: 1 / 0)
    assert simulation.step()


# ---- backends ----


def test_the_backend_is_an_option_and_says_why():
    on_cpu = moving(backend="cpu")
    assert on_cpu.options["backend"] == "cpu" and on_cpu.backend == ""
    try:
        with_gpu = moving(backend="cuda")
    except tensio.Error as error:
        assert str(error).startswith("backend cuda was asked for, but ") and ": use backend cpu" in str(error)
    else:
        with_gpu.run(0.01)
        on_cpu.run(0.01)
        assert with_gpu.backend.startswith("cuda (") and np.array_equal(with_gpu.position, on_cpu.position)
    with pytest.raises(tensio.Error, match="unknown backend `gpu`"):
        moving(backend="gpu")
