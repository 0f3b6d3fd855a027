"""One node and one spring on their own: energies, gradients, Hessians; and laws made from functions."""

from __future__ import annotations

import ast
from typing import Any, Callable, Optional, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _core
from ._arrays import Floats, floats, positive, whole


def kinetic_energy(mass: float, velocity: ArrayLike) -> float:
    """m v·v / 2 of one node [J]."""
    return _core.kinetic_energy(positive("mass", mass, zero=True), floats("velocity", velocity, (2,), (3,)))


def gravity_energy(mass: float, gravity: ArrayLike, position: ArrayLike) -> float:
    """-m g·x of one node [J]."""
    acceleration = floats("gravity", gravity, (2,), (3,))
    return _core.gravity_energy(positive("mass", mass, zero=True), acceleration,
                                floats("position", position, acceleration.shape))


def gravity_gradient(mass: float, gravity: ArrayLike) -> Floats:
    """-m g, the gradient of gravity_energy [N]; the weight is its negative."""
    return _core.gravity_gradient(positive("mass", mass, zero=True), floats("gravity", gravity, (2,), (3,)))


def _spring(law: Any, stiffness: float, rest_length: float, coefficients: ArrayLike, points: ArrayLike,
            of_strain: bool) -> _core.Spring:
    if isinstance(law, TensionLaw):
        law, stiffness, points = "table", 1.0, law.points
    table = floats("points", points, (None, 2)) if np.size(points) else np.zeros((0, 2))
    return _core.Spring(law, float(floats("stiffness", stiffness, ())), positive("rest_length", rest_length, zero=True),
                        floats("coefficients", coefficients, (None,)).tolist(), table, of_strain)


def _ends(a: ArrayLike, b: ArrayLike) -> tuple[Floats, Floats]:
    first = floats("a", a, (2,), (3,))
    return first, floats("b", b, first.shape)


def spring_energy(a: ArrayLike, b: ArrayLike, stiffness: float = 1, rest_length: float = 0, *, law: Any = "linear",
                  coefficients: ArrayLike = (), points: ArrayLike = (), of_strain: bool = False) -> float:
    """U of one spring between the points a and b [J]."""
    return _spring(law, stiffness, rest_length, coefficients, points, of_strain).energy(*_ends(a, b))


def spring_gradient(a: ArrayLike, b: ArrayLike, stiffness: float = 1, rest_length: float = 0, *, law: Any = "linear",
                    coefficients: ArrayLike = (), points: ArrayLike = (), of_strain: bool = False) -> Floats:
    """dU/d(a, b), (2d,) [N]; the forces on the ends are its negative."""
    return _spring(law, stiffness, rest_length, coefficients, points, of_strain).gradient(*_ends(a, b))


def spring_hessian(a: ArrayLike, b: ArrayLike, stiffness: float = 1, rest_length: float = 0, *, law: Any = "linear",
                   coefficients: ArrayLike = (), points: ArrayLike = (), of_strain: bool = False,
                   projected: bool = False) -> Floats:
    """d²U/d(a, b)², (2d, 2d) [N/m]. `projected`: the nearest positive semidefinite matrix."""
    return _spring(law, stiffness, rest_length, coefficients, points, of_strain).hessian(*_ends(a, b), projected)


def spring_tension(length: ArrayLike, stiffness: float = 1, rest_length: float = 0, *, law: Any = "linear",
                   coefficients: ArrayLike = (), points: ArrayLike = (), of_strain: bool = False) -> Floats:
    """T of one spring at lengths of any shape [N], positive in tension."""
    given = floats("length", length)
    spring = _spring(law, stiffness, rest_length, coefficients, points, of_strain)
    return spring.tension(given.ravel()).reshape(given.shape)


# ---- laws made from functions ----

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "min": lambda *values: np.minimum.reduce(np.broadcast_arrays(*values)),
    "max": lambda *values: np.maximum.reduce(np.broadcast_arrays(*values)),
    "abs": np.abs, "sqrt": np.sqrt, "sin": np.sin, "cos": np.cos, "exp": np.exp,
}
_OPERATORS: dict[type[ast.AST], Callable[..., Any]] = {
    ast.Add: np.add, ast.Sub: np.subtract, ast.Mult: np.multiply, ast.Div: np.divide, ast.Pow: np.power,
    ast.USub: np.negative, ast.UAdd: np.positive,
}


def _compiled(expression: str, rest_length: float) -> Callable[[Floats], Floats]:
    """A function of an array of lengths; the words are those of formulas in scene files."""
    try:
        tree = ast.parse(expression.replace("^", "**").strip(), mode="eval").body
    except (SyntaxError, ValueError):
        raise ValueError(f"law is {expression!r}, which is not a formula of l (the length) and l0 (the rest "
                         "length)") from None
    numbers = {"l0": rest_length, "pi": np.pi}

    def value(node: ast.AST, length: Floats) -> Any:
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
            return float(node.value)
        if isinstance(node, ast.Name) and (node.id == "l" or node.id in numbers):
            return length if node.id == "l" else numbers[node.id]
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](value(node.left, length), value(node.right, length))
        if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATORS:
            return _OPERATORS[type(node.op)](value(node.operand, length))
        if (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS
                and not node.keywords and node.args):
            return _FUNCTIONS[node.func.id](*(value(item, length) for item in node.args))
        part = ast.unparse(node)
        raise ValueError(f"law is {expression!r}, in which {part!r} is not known; there are l, l0, pi, + - * / ^ and "
                         f"{', '.join(_FUNCTIONS)}")

    def function(length: Floats) -> Floats:
        with np.errstate(all="ignore"):
            return np.broadcast_to(np.asarray(value(tree, length), dtype=float), length.shape)

    function(np.zeros(1))
    return function


class TensionLaw:
    """A law for springs: T(l) as a table. `points` (p, 2) are e = l - l0 and T; `error` is the largest difference from
    the function within the lengths, over the largest tension there. Beyond them the law continues as tables do."""

    def __init__(self, points: Floats, rest_length: float, error: float) -> None:
        self.points, self.rest_length, self.error = points, rest_length, error

    def scene_value(self) -> dict[str, Any]:
        """The keys of a set of springs."""
        return {"law": "table", "points": self.points, "stiffness": 1.0, "rest_length": self.rest_length}

    def tension(self, length: ArrayLike) -> Floats:
        """T at lengths of any shape [N], as the table gives it."""
        return spring_tension(length, 1.0, self.rest_length, law="table", points=self.points)

    def __repr__(self) -> str:
        return f"TensionLaw({len(self.points)} points, relative error {self.error:.1e})"


def tension_law(law: Union[str, Callable[[Floats], ArrayLike], ArrayLike], *, rest_length: float,
                lengths: Optional[tuple[float, float]] = None, tolerance: float = 1e-6,
                max_points: int = 2048) -> TensionLaw:
    """A law for springs of one rest length [m], from a formula such as "200*(l-l0)^3", from a function of an array of
    lengths, or from a table (p, 2) of length and tension. Formulas and functions are sampled between the two `lengths`
    [m] until the table differs by at most `tolerance` of the largest tension there; ValueError where `max_points` are
    not enough. The tension at the rest length must be 0, since a spring at rest carries none."""
    l0 = positive("rest_length", rest_length)
    if not isinstance(law, str) and not callable(law):
        rows = floats("law", law, (None, 2), why=": length and tension")
        if len(rows) < 2 or (np.diff(rows[:, 0]) <= 0).any():
            raise ValueError("law must have at least two rows with ascending lengths")
        return TensionLaw(_zeroed(np.column_stack([rows[:, 0] - l0, rows[:, 1]])), l0, 0.0)
    if lengths is None:
        raise TypeError("lengths is missing: the shortest and the longest length that the law is needed for")
    low, high = (float(x) for x in floats("lengths", lengths, (2,)))
    if not 0 <= low < l0 < high:
        raise ValueError(f"lengths is ({low:g}, {high:g}); they must not be negative, with the rest length {l0:g} "
                         "between them")
    tolerance = positive("tolerance", tolerance)
    function = _compiled(law, l0) if isinstance(law, str) else law
    count, most = 8, whole("max_points", max_points, 8)
    while True:
        below = max(2, round(count * (l0 - low) / (high - low)))
        knots = np.unique(np.concatenate([np.linspace(low, l0, below + 1), np.linspace(l0, high, count - below + 2)]))
        table = _zeroed(np.column_stack([knots - l0, _sampled(function, knots)]))
        fine = np.unique(np.concatenate([knots] + [knots[:-1] + np.diff(knots) * part for part in (0.2, 0.5, 0.8)]))
        wanted = _sampled(function, fine)
        made = spring_tension(fine, 1.0, l0, law="table", points=table)
        largest = float(np.abs(wanted).max())
        error = float(np.abs(made - wanted).max()) / (largest or 1.0)
        if error <= tolerance:
            return TensionLaw(table, l0, error)
        if 2 * count > most:
            raise ValueError(f"law differs by {error:.1e} of its largest tension with {count} points; give a larger "
                             "tolerance or max_points, or shorter lengths")
        count *= 2


def _sampled(function: Callable[[Floats], ArrayLike], lengths: Floats) -> Floats:
    return floats("the tension of law", np.asarray(function(lengths)), lengths.shape,
                  why=": one tension for each length")


def _zeroed(table: Floats) -> Floats:
    """With the tension at the rest length, which is 0 up to rounding, as 0."""
    at_rest = float(np.interp(0.0, table[:, 0], table[:, 1])) if table[0, 0] <= 0 <= table[-1, 0] else 0.0
    largest = float(np.abs(table[:, 1]).max())
    if abs(at_rest) > 1e-9 * largest:
        raise ValueError(f"law gives the tension {at_rest:g} at the rest length; it must be 0 there")
    table[np.abs(table[:, 0]) == 0, 1] = 0.0
    return table
