"""One spring, one node and whole nets: energies, gradients and Hessians agree with finite differences."""

import numpy as np
import pytest

import tensio
from conftest import grid

LAWS = [
    dict(law="linear"), dict(law="cable"), dict(law="strut"), dict(law="force_density"), dict(law="constant_tension"),
    dict(law="polynomial", coefficients=[1.0, 0.5, 0.2]), dict(law="table", points=[[-1, -2], [0, 0], [0.5, 1], [2, 3]]),
]


def gradient(function, x, h=1e-6):
    x = np.asarray(x, dtype=float)
    result = []
    for i in range(x.size):
        step = np.zeros(x.size)
        step[i] = h
        result.append((np.asarray(function(x + step)) - np.asarray(function(x - step))) / (2 * h))
    return np.array(result)


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("law", LAWS, ids=[law["law"] for law in LAWS])
def test_one_spring_agrees_with_finite_differences(law, dimension):
    random = np.random.default_rng(3)
    for rest_length in (0.3, 4.0):
        q = random.normal(size=2 * dimension)
        split = lambda x: (x[:dimension], x[dimension:])
        given = dict(stiffness=2.5, rest_length=rest_length, **law)
        energy = lambda x: tensio.spring_energy(*split(x), **given)
        force = lambda x: tensio.spring_gradient(*split(x), **given)
        assert np.allclose(force(q), gradient(energy, q), atol=2e-7)
        assert np.allclose(tensio.spring_hessian(*split(q), **given), gradient(force, q), atol=2e-6)
        length = np.linalg.norm(q[:dimension] - q[dimension:])
        pull = force(q)[dimension:] @ (q[dimension:] - q[:dimension]) / length
        assert tensio.spring_tension(length, **given) == pytest.approx(pull, abs=1e-12)


def test_a_projected_hessian_has_no_negative_eigenvalue():
    hessian = tensio.spring_hessian([0, 0, 0], [0.5, 0, 0], 10, 1.0)
    assert np.linalg.eigvalsh(hessian)[0] < -1
    projected = tensio.spring_hessian([0, 0, 0], [0.5, 0, 0], 10, 1.0, projected=True)
    assert np.linalg.eigvalsh(projected)[0] > -1e-12


def test_tensions_of_many_lengths():
    length = np.array([[0.5, 1.0], [1.5, 2.0]])
    assert np.array_equal(tensio.spring_tension(length, 10, 1.0, law="cable"), [[0, 0], [5, 10]])


def test_one_node():
    assert tensio.kinetic_energy(2, [3, 4]) == 25
    assert tensio.gravity_energy(2, [0, -10], [5, 3]) == 60
    assert np.array_equal(tensio.gravity_gradient(2, [0, -10]), [0, 20])


def test_a_net_agrees_with_finite_differences():
    net = grid(4)
    x = net.position + 0.03 * np.random.default_rng(2).normal(size=net.position.shape)
    shape = x.shape
    energy = lambda q: net.energies(q.reshape(shape))["total"]
    force = lambda q: net.forces(q.reshape(shape)).ravel()
    assert np.allclose(force(x.ravel()), -gradient(energy, x.ravel()), atol=1e-5)
    K = net.stiffness_matrix(x)
    assert K.shape == (48, 48) and np.allclose(K.toarray(), -gradient(force, x.ravel()), atol=1e-4)
    assert np.allclose(K.toarray(), K.T.toarray(), atol=0)


def test_matrices_are_those_of_scipy():
    sparse = pytest.importorskip("scipy.sparse")
    net = grid(5)
    K, M, (P, b) = net.stiffness_matrix(), net.mass_matrix(), net.free_selection()
    assert all(sparse.isspmatrix_csr(matrix) for matrix in (K, M, P))
    assert np.array_equal(M.diagonal(), np.repeat(net.mass, 3))
    free = np.flatnonzero(~net.fixed.ravel())
    assert np.array_equal(P.toarray().argmax(axis=1), free) and P.sum() == len(free)
    x = net.position.ravel()
    assert np.array_equal(P.T @ (P @ x) + b, x)


def test_rest_is_where_the_free_forces_vanish():
    """One Newton step with K of scipy from the rest state goes nowhere."""
    linalg = pytest.importorskip("scipy.sparse.linalg")
    net = grid(8)
    rest = net.solve()
    P, _ = net.free_selection()
    force = P @ net.forces(rest.position).ravel()
    assert np.abs(force).max() < 1e-9 * np.abs(rest.tension).max()
    step = linalg.spsolve((P @ net.stiffness_matrix(rest.position) @ P.T).tocsc(), force)
    assert np.abs(step).max() < 1e-10
    assert np.allclose(rest.reaction[net.fixed], -net.forces(rest.position)[net.fixed], atol=1e-12)


def test_springs_at_positions():
    net = grid(5)
    states = net.spring_states()
    ends = net.position[net.ends]
    assert np.allclose(states.length, np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1), rtol=1e-15)
    assert np.allclose(states.tension, 500 * (states.length - net.rest_length), atol=1e-12)
    assert net.lowest_nodes(0).tolist() == [0, 1, 2, 3, 4]


# ---- laws ----


def test_a_formula_becomes_a_law_within_its_tolerance():
    law = tensio.tension_law("200*(l-l0) + 3000*(l-l0)^3", rest_length=1.0, lengths=(0.5, 2.0), tolerance=1e-7)
    assert law.error <= 1e-7 and len(law.points) < 2000
    length = np.random.default_rng(0).uniform(0.5, 2.0, 1000)
    wanted = 200 * (length - 1) + 3000 * (length - 1) ** 3
    assert np.abs(law.tension(length) - wanted).max() <= 2e-7 * 3200


def test_a_function_becomes_a_law_and_hangs_a_weight():
    """T(l) = 50 sinh(l - 1) carries 100 N where sinh(l - 1) = 2."""
    law = tensio.tension_law(lambda length: 50 * np.sinh(length - 1), rest_length=1.0, lengths=(0.2, 4.0))
    net = tensio.System(position=[[0, 0], [0, -1]], ends=[[0, 1]], law=law, fixed=[0], load=[[0, 0], [0, -100]])
    rest = net.solve()
    assert rest.converged and -rest.position[1, 1] == pytest.approx(1 + np.arcsinh(2), abs=1e-5)
    assert rest.tension[0] == pytest.approx(100, abs=1e-8)
    assert tensio.spring_energy([0, 0], [0, 2], rest_length=1.0, law=law) == pytest.approx(50 * (np.cosh(1) - 1), rel=1e-5)


def test_a_table_of_lengths_becomes_a_law():
    law = tensio.tension_law([[1.0, 0.0], [1.5, 10.0], [2.0, 40.0]], rest_length=1.0)
    assert np.allclose(law.tension([1.0, 1.5, 2.0]), [0, 10, 40])


def test_bad_laws_are_explained():
    given = dict(rest_length=1.0, lengths=(0.5, 2.0))
    for text, words in (("200*(l-l0", "not a formula"), ("__import__('os')", "not known"), ("l.real", "'l.real' is not known"),
                        ("x + 1", "'x' is not known"), ("200*l", "must be 0 there"), ("1/(l-l0)", "finite"),
                        ("sqrt(abs(l-l0))", "give a larger tolerance")):
        with pytest.raises(ValueError, match=words):
            tensio.tension_law(text, max_points=128, **given)
    with pytest.raises(TypeError, match="lengths is missing"):
        tensio.tension_law("l - l0", rest_length=1)
    with pytest.raises(ValueError, match="rest length 1 between them"):
        tensio.tension_law("l - l0", rest_length=1, lengths=(1.5, 2))
    with pytest.raises(ValueError, match="ascending"):
        tensio.tension_law([[1, 0], [0.5, 1]], rest_length=1)
