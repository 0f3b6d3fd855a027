"""Grades of functions written in Python."""

import numpy as np
import pytest

import tensio
from tensio import grade


def hessian(a, b, k, l0, off=1.0):
    d = b - a
    l = np.linalg.norm(d)
    if l == 0:
        block = outer = k * np.eye(len(a))
    else:
        outer = k * l0 / l**3 * np.outer(d, d)
        block = outer + k * (1 - l0 / l) * np.eye(len(a))
        outer = outer + off * (block - outer)
    return np.block([[block, -outer], [-outer, block]])


def gradient(a, b, k, l0):
    d = b - a
    l = np.linalg.norm(d)
    f = k * (l - l0) / l * d if l > 0 else 0 * d
    return np.array([-f, f])


def assemble(position, ends, k, l0):
    n, d = position.shape
    K = np.zeros((n, d, n, d))
    for (i, j), ks, ls in zip(ends, k, l0):
        H = hessian(position[i], position[j], ks, ls).reshape(2, d, 2, d)
        for r, row in enumerate((i, j)):
            for c, column in enumerate((i, j)):
                K[row, :, column, :] -= H[r, :, c, :]
    return K.reshape(n * d, n * d)


def step(q, v, dt, mass, force, stiffness):
    M = np.diag(mass)
    v = np.linalg.solve(M - dt**2 * stiffness(q, v), M @ v + dt * force(q, v))
    return q + dt * v, v


def test_right_functions_pass():
    assert grade.kinetic_energy(lambda m, v: m * v @ v / 2)
    assert grade.gravity_energy(lambda m, g, x: -m * g @ x)
    assert grade.gravity_gradient(lambda m, g: -m * g)
    assert grade.mass_matrix(lambda m, d, n: m * np.eye(d * n))
    assert grade.spring_energy(lambda a, b, k, l0: tensio.spring_energy(a, b, stiffness=k, rest_length=l0))
    assert grade.spring_gradient(gradient, lambda a, b, k, l0: k / 2 * (np.linalg.norm(b - a) - l0)**2)
    assert grade.spring_hessian(hessian, gradient)
    found = grade.assembled_stiffness(assemble)
    assert found and "df/dq" in found.findings[0]
    assert grade.linearly_implicit_euler(step, dimension=2)


def test_slips_are_named():
    found = grade.spring_hessian(lambda *given: hessian(*given, off=0.0))
    assert not found and found.slips == ["off_diagonal_identity"]
    assert "miss -k (1 - l0/l) I" in str(found)
    assert grade.gravity_energy(lambda m, g, x: m * abs(g @ x)).slips == ["absolute_value"]
    assert grade.assembled_stiffness(assemble, sign="energy_hessian").slips == ["sign"]


def test_sparse_matrices_are_read():
    sparse = pytest.importorskip("scipy.sparse")
    assert grade.assembled_stiffness(lambda *net: sparse.csr_matrix(assemble(*net)))


def test_what_a_function_raises_is_raised():
    with pytest.raises(ZeroDivisionError):
        grade.kinetic_energy(lambda m, v: 1 / 0)
    with pytest.raises(TypeError, match="your function returned"):
        grade.kinetic_energy(lambda m, v: "heavy")
    with pytest.raises(TypeError, match="new position and the new velocity"):
        grade.linearly_implicit_euler(lambda *given: 3.0)
    with pytest.raises(tensio.Error, match="dimension"):
        grade.kinetic_energy(lambda m, v: 0, dimension=5)


def test_arrays_may_be_changed_and_kept():
    kept = []

    def changed(m, v):
        kept.append(v)
        energy = m * v @ v / 2
        v *= 0
        return energy

    assert grade.kinetic_energy(changed)
    assert all((v == 0).all() for v in kept)
