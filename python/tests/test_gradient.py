"""Gradients of rest states and runs: finite differences, refusals, PyTorch."""

import numpy as np
import pytest

import tensio
from conftest import grid, pendulum


def central(f, at, h=1e-5):
    """The derivative of f along each entry of `at`, by central differences."""
    at = np.array(at, dtype=float)
    result = np.zeros_like(at)
    for index in np.ndindex(at.shape):
        step = np.zeros_like(at)
        step[index] = h
        result[index] = (f(at + step) - f(at - step)) / (2 * h)
    return result


@pytest.fixture
def net():
    return grid(4, stiffness=np.linspace(300, 600, 24), rest_length=np.full(24, 0.31))


def test_the_gradient_of_a_rest_state_is_that_of_differences(net):
    weights = np.random.default_rng(1).standard_normal((16, 3))
    pulls = np.random.default_rng(2).standard_normal(24) / 100

    def cost(rest):
        assert rest.converged
        return (weights * rest.position).sum() + (pulls * rest.tension).sum()

    rest = net.solve(tolerance=1e-13)
    by = tensio.rest_gradient(rest, weights, pulls)

    def solved(**values):
        return cost(net.replace(**values).solve(tolerance=1e-13, stability=False))

    np.testing.assert_allclose(by.stiffness, central(lambda k: solved(stiffness=k), net.stiffness, 1e-2), rtol=1e-5,
                               atol=1e-9)
    np.testing.assert_allclose(by.rest_length, central(lambda l: solved(rest_length=l), net.rest_length), rtol=1e-5,
                               atol=1e-6)
    free = np.ones((16, 3), dtype=bool)
    free[[0, 3, 12, 15]] = False
    differences = central(lambda load: solved(load=load), np.zeros((16, 3)), 1e-4)
    np.testing.assert_allclose(by.load[free], differences[free], rtol=1e-5, atol=1e-8)
    assert (by.load[~free] == 0).all()
    assert (by.fixed_position[free] == 0).all() and (by.fixed_position[~free] != 0).any()
    assert by.at_kink.size == 0
    assert by.stiffness.flags.writeable, "optimisers write into gradients"


def test_a_state_without_a_gradient_is_refused_with_the_reason():
    line = tensio.System(position=[[0, 0, 0], [1, 0, 0], [2, 0, 0]], ends=[[0, 1], [1, 2]], stiffness=1, rest_length=1,
                         fixed=[0, 2])
    with pytest.raises(tensio.Error, match="neutral.*nodes 1"):
        tensio.rest_gradient(line.solve(), np.ones((3, 3)))


def test_arrays_that_do_not_fit_are_named(net):
    rest = net.solve()
    with pytest.raises(ValueError, match=r"position has the shape \(3,\); it must have the shape \(16, 3\)"):
        tensio.rest_gradient(rest, [1, 2, 3])
    with pytest.raises(ValueError, match=r"tension\[4\] is nan"):
        tensio.rest_gradient(rest, tension=np.where(np.arange(24) == 4, np.nan, 0))


def test_the_gradient_of_a_run_is_that_of_differences():
    net = pendulum()
    goal = np.array([0.3, -0.9])
    options = dict(duration=0.2, time_step=0.01)

    def ends(**values):
        sim = tensio.Simulation(net.replace(**values), integrator="implicit_euler", tolerance=1e-13, **options)
        sim.step(20)
        return 0.5 * ((sim.position[1] - goal) ** 2).sum()

    def cost(step, time, position, velocity):
        return np.array([[0, 0], position[1] - goal]) if step == 20 else None

    by = tensio.run_gradient(net, cost, **options)
    assert by.steps == 20
    np.testing.assert_allclose(by.stiffness, central(lambda k: ends(stiffness=k), [100.0], 1e-3), rtol=1e-6)
    np.testing.assert_allclose(by.rest_length, central(lambda l: ends(rest_length=l), [1.0]), rtol=1e-6)
    np.testing.assert_allclose(by.mass[1], central(lambda m: ends(mass=[0, m[0]]), [2.0])[0], rtol=1e-6)
    again = tensio.run_gradient(net, cost, kept_states=3, **options)
    assert (again.start_position == by.start_position).all()


def test_mistakes_in_the_cost_of_a_run_reach_the_caller():
    net = pendulum()
    with pytest.raises(ZeroDivisionError):
        tensio.run_gradient(net, lambda *state: 1 / 0, duration=0.1, time_step=0.01)
    with pytest.raises(ValueError, match=r"dC/dx of cost has the shape \(2,\)"):
        tensio.run_gradient(net, lambda *state: [1, 2], duration=0.1, time_step=0.01)
    with pytest.raises(ValueError, match="3 arrays"):
        tensio.run_gradient(net, lambda *state: (None, None, None), duration=0.1, time_step=0.01)
    with pytest.raises(tensio.Error, match="obstacles"):
        tensio.run_gradient(net.replace(obstacles=[{"kind": "plane", "point": [0, -9], "normal": [0, 1]}]),
                            lambda *state: None, duration=0.1, time_step=0.01)


def test_torch_differentiates_through_a_rest_state(net):
    torch = pytest.importorskip("torch")
    import tensio.torch

    lengths = torch.tensor(np.asarray(net.rest_length), requires_grad=True)
    stiffness = torch.tensor(np.asarray(net.stiffness), requires_grad=True)
    load = torch.zeros((16, 3), dtype=torch.float64, requires_grad=True)

    def state(k, l0, f):
        return tensio.torch.rest_state(net, stiffness=k, rest_length=l0, load=f, tolerance=1e-13)

    assert torch.autograd.gradcheck(state, (stiffness, lengths, load), eps=1e-5, atol=1e-5, rtol=1e-4)
    with pytest.raises(ValueError, match="stiffness has the shape"):
        tensio.torch.rest_state(net, stiffness=torch.ones(3))
