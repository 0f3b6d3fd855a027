"""Rest states in JAX, by `jax.custom_vjp` and `jax.pure_callback`. Not run by the tests, which have no JAX.

    import jax, tensio.jax
    state = tensio.jax.rest_state(net, "rest_length")
    slope = jax.grad(lambda lengths: ((state(lengths)[0] - wanted) ** 2).sum())(lengths)
"""

from __future__ import annotations

from typing import Any, Callable

import jax
import jax.numpy as jnp
import numpy as np

from ._gradient import rest_gradient
from ._rest import solve_equilibrium
from ._system import System

__all__ = ["rest_state"]


def rest_state(net: System, by: str, **options: Any) -> Callable[[Any], tuple[Any, Any]]:
    """A function of `by` ("stiffness", "rest_length" or "load") that gives positions (n, d) and tensions (m,) at rest
    and has a gradient. `options` are those of `solve_equilibrium`."""
    if by not in ("stiffness", "rest_length", "load"):
        raise ValueError(f"by is {by!r}; it must be 'stiffness', 'rest_length' or 'load'")
    shapes = ((net.node_count, net.dimension), (net.spring_count,))

    def solved(values: Any) -> Any:
        rest = solve_equilibrium(net.replace(**{by: np.asarray(values, dtype=np.float64)}), **options)
        if not rest.converged:
            raise RuntimeError(f"no rest state: {rest.report.reason}")
        return rest

    def forward_on_host(values: Any) -> Any:
        rest = solved(values)
        return tuple(np.asarray(array, dtype=values.dtype) for array in (rest.position, rest.tension))

    def backward_on_host(values: Any, by_position: Any, by_tension: Any) -> Any:
        gradient = rest_gradient(solved(values), np.asarray(by_position, dtype=np.float64),
                                 np.asarray(by_tension, dtype=np.float64))
        return np.asarray(getattr(gradient, by), dtype=values.dtype)

    @jax.custom_vjp  # type: ignore[misc]
    def state(values: Any) -> Any:
        result = tuple(jax.ShapeDtypeStruct(shape, values.dtype) for shape in shapes)
        return jax.pure_callback(forward_on_host, result, values)

    def forward(values: Any) -> Any:
        return state(values), values

    def backward(values: Any, by: Any) -> Any:
        result = jax.ShapeDtypeStruct(jnp.shape(values), values.dtype)
        return (jax.pure_callback(backward_on_host, result, values, by[0], by[1]),)

    state.defvjp(forward, backward)
    return state  # type: ignore[no-any-return]
