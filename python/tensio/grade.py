"""Grades of your own functions: each is tried against Tensio's, and what is wrong is said in words.

    from tensio import grade
    print(grade.spring_hessian(my_hessian))

Your function is called with NumPy arrays and returns numbers, an array of any shape (read row by row), or a sparse
matrix. `dimension` 0 tries 2D and 3D; `seed` changes the random cases. What your function raises is raised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional

from . import _core

__all__ = ["Grade", "kinetic_energy", "gravity_energy", "gravity_gradient", "mass_matrix", "spring_energy",
           "spring_gradient", "spring_hessian", "damped_force", "force_by_position", "force_by_velocity",
           "assembled_forces", "assembled_stiffness", "linearly_implicit_euler"]

Yours = Callable[..., Any]


@dataclass(frozen=True)
class Grade:
    """What was found about one function. It is true where the function passed, and prints as text."""

    subject: str  #: what was graded
    passed: bool
    cases: int  #: tried
    right: int  #: of them, within the tolerance
    error: float  #: the largest relative error of finite answers; infinite for a wrong size
    not_finite: int  #: cases with NaN or infinity in the answer
    findings: list[str]  #: sentences to the student
    slips: list[str]  #: names of the known slips, such as "rest_length_forgotten"
    text: str  #: all of it, to print

    def __bool__(self) -> bool:
        return self.passed

    def __str__(self) -> str:
        return self.text.rstrip("\n")


def _grade(what: str, yours: Yours, dimension: int, tolerance: float, seed: int, below: Optional[Yours] = None,
           sign: str = "") -> Grade:
    return Grade(**_core.grade(what, yours, below, sign, dimension, tolerance, seed))


def kinetic_energy(yours: Yours, *, dimension: int = 0, tolerance: float = 1e-9,
                   seed: int = 1) -> Grade:
    """f(mass, velocity): m v.v / 2."""
    return _grade("kinetic_energy", yours, dimension, tolerance, seed)


def gravity_energy(yours: Yours, *, dimension: int = 0, tolerance: float = 1e-9,
                   seed: int = 1) -> Grade:
    """f(mass, gravity, position): -m g.x, from any reference height."""
    return _grade("gravity_energy", yours, dimension, tolerance, seed)


def gravity_gradient(yours: Yours, *, dimension: int = 0, tolerance: float = 1e-9,
                     seed: int = 1) -> Grade:
    """f(mass, gravity): -m g."""
    return _grade("gravity_gradient", yours, dimension, tolerance, seed)


def mass_matrix(yours: Yours, *, dimension: int = 0, tolerance: float = 1e-9,
                seed: int = 1) -> Grade:
    """f(mass, dimension, node_count): the mass matrix of nodes with one mass."""
    return _grade("mass_matrix", yours, dimension, tolerance, seed)


def spring_energy(yours: Yours, *, dimension: int = 0, tolerance: float = 1e-9,
                  seed: int = 1) -> Grade:
    """f(a, b, stiffness, rest_length): k (l - l0)² / 2, and any constant added to it."""
    return _grade("spring_energy", yours, dimension, tolerance, seed)


def spring_gradient(yours: Yours, energy: Optional[Yours] = None, *, dimension: int = 0, tolerance: float = 1e-9,
                    seed: int = 1) -> Grade:
    """f(a, b, stiffness, rest_length): dE/d(a, b), 2 d numbers. With your own energy it is also seen whether
    this is its derivative."""
    return _grade("spring_gradient", yours, dimension, tolerance, seed, below=energy)


def spring_hessian(yours: Yours, gradient: Optional[Yours] = None, *, dimension: int = 0, tolerance: float = 1e-9,
                   seed: int = 1) -> Grade:
    """f(a, b, stiffness, rest_length): d²E/d(a, b)², (2 d, 2 d). With your own gradient as above."""
    return _grade("spring_hessian", yours, dimension, tolerance, seed, below=gradient)


def damped_force(yours: Yours, *, dimension: int = 0, tolerance: float = 1e-9,
                 seed: int = 1) -> Grade:
    """f(a, b, velocity_a, velocity_b, stiffness, rest_length, damping): the forces of a spring and its
    dashpot on a and b."""
    return _grade("damped_force", yours, dimension, tolerance, seed)


def force_by_position(yours: Yours, force: Optional[Yours] = None, *, dimension: int = 0, tolerance: float = 1e-9,
                      seed: int = 1) -> Grade:
    """The derivative of `damped_force` by the positions of a and b, (2 d, 2 d); with the same arguments."""
    return _grade("force_by_position", yours, dimension, tolerance, seed, below=force)


def force_by_velocity(yours: Yours, force: Optional[Yours] = None, *, dimension: int = 0, tolerance: float = 1e-9,
                      seed: int = 1) -> Grade:
    """The derivative of `damped_force` by the velocities of a and b, (2 d, 2 d); with the same arguments."""
    return _grade("force_by_velocity", yours, dimension, tolerance, seed, below=force)


def assembled_forces(yours: Yours, *, dimension: int = 0, tolerance: float = 1e-9,
                     seed: int = 1) -> Grade:
    """f(position, ends, stiffness, rest_length): the forces of all springs on all nodes, (n, d)."""
    return _grade("assembled_forces", yours, dimension, tolerance, seed)


def assembled_stiffness(yours: Yours, sign: str = "either", *, dimension: int = 0, tolerance: float = 1e-9,
                        seed: int = 1) -> Grade:
    """f(position, ends, stiffness, rest_length): the stiffness matrix, (n d, n d). `sign` "either" accepts both
    signs and says which one it is; "force_derivative" asks for df/dq, "energy_hessian" for d²E/dq²."""
    return _grade("assembled_stiffness", yours, dimension, tolerance, seed, sign=sign)


def linearly_implicit_euler(yours: Yours, *, dimension: int = 0, tolerance: float = 1e-9,
                            seed: int = 1) -> Grade:
    """f(position, velocity, time_step, mass, force, stiffness): a step, (new position, new velocity). `mass` is the
    diagonal of M; force(q, v) and stiffness(q, v) = df/dq are functions."""
    return _grade("linearly_implicit_euler", yours, dimension, tolerance, seed)
