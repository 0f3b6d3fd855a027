"""Many rest states and runs side by side."""

import numpy as np
import pytest

import tensio
from conftest import grid, pendulum

RANDOM = np.random.default_rng(3)


def test_many_rest_states_have_the_bits_of_single_ones():
    net = grid(5)
    m = net.spring_count
    stiffness = 500 * RANDOM.uniform(0.5, 2, (7, m))
    rest_length = 0.9 / 4 * RANDOM.uniform(0.95, 1.05, (7, m))
    load = RANDOM.uniform(-1, 1, (7, 25, 3))
    many = tensio.solve_many(net, stiffness=stiffness, rest_length=rest_length, load=load, threads=3,
                             reproducible=True)
    assert many.position.shape == (7, 25, 3) and many.tension.shape == (7, m)
    assert not many.position.flags.writeable
    for i in range(7):
        one = net.replace(stiffness=stiffness[i], rest_length=rest_length[i], load=load[i]).solve(
            reproducible=True, threads=1)
        assert many.status[i] == one.status == "converged"
        assert (many.position[i] == one.position).all() and (many.tension[i] == one.tension).all()


def test_many_runs_have_the_bits_of_single_ones():
    net = pendulum()
    stiffness = np.array([[50.0], [100.0], [200.0]])
    many = tensio.run_many(net, stiffness=stiffness, duration=0.5, time_step=0.001, integrator="velocity_verlet",
                           threads=2)
    for i in range(3):
        sim = tensio.Simulation(net, duration=0.5, time_step=0.001, integrator="velocity_verlet")
        sim.stiffness[:] = stiffness[i]
        sim.step(500)
        assert many.status[i] == "finished"
        assert (many.position[i] == sim.position).all() and (many.velocity[i] == sim.velocity).all()


def test_unlike_nets_are_solved_together():
    nets = [grid(3), pendulum(), grid(6)]
    for net, rest in zip(nets, tensio.solve_many(nets, threads=2, reproducible=True)):
        assert (rest.position == net.solve(threads=1, reproducible=True).position).all()
    assert tensio.solve_many([]) == []


def test_progress_is_seen_and_may_stop():
    seen = []

    def watch(done):
        seen.append(done)
        return done < 2

    many = tensio.solve_many(pendulum(), stiffness=np.full((5, 1), 100.0), threads=1, progress=watch)
    assert seen == [1, 2]
    assert list(many.status) == ["converged"] * 2 + ["interrupted"] * 3
    assert np.isnan(many.position[2:]).all()

    def fails(done):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        tensio.solve_many(pendulum(), stiffness=np.full((5, 1), 100.0), progress=fails)


def test_mistakes_are_named():
    net = pendulum()
    with pytest.raises(ValueError, match=r"stiffness has the shape \(3,\); it must have the shape \(n, 1\)"):
        tensio.solve_many(net, stiffness=[1, 2, 3])
    with pytest.raises(ValueError, match="different numbers of sets: stiffness 2, rest_length 3"):
        tensio.solve_many(net, stiffness=np.ones((2, 1)), rest_length=np.ones((3, 1)))
    with pytest.raises(ValueError, match="nothing was given"):
        tensio.solve_many(net)
    with pytest.raises(tensio.Error, match="rest_length of set 1 has -1"):
        tensio.solve_many(net, rest_length=[[1.0], [-1.0]])
    with pytest.raises(TypeError, match="net 1 of the list"):
        tensio.solve_many([net, "net"])
