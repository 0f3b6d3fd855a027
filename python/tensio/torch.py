"""Rest states in PyTorch: differentiable functions of stiffnesses, rest lengths and loads.

    import tensio.torch
    position, tension = tensio.torch.rest_state(net, rest_length=lengths)
    loss = ((position - wanted) ** 2).sum()
    loss.backward()
"""

from __future__ import annotations

from typing import Any, Optional

import torch

from ._gradient import rest_gradient
from ._rest import solve_equilibrium
from ._system import System

__all__ = ["rest_state"]

_NAMES = ("stiffness", "rest_length", "load")


class _RestState(torch.autograd.Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, net: System, options: dict[str, Any], *values: Any) -> Any:
        given = {name: value.detach().cpu().double().numpy() for name, value in zip(_NAMES, values)
                 if value is not None}
        rest = solve_equilibrium(net.replace(**given), **options)
        if not rest.converged:
            raise RuntimeError(f"no rest state: {rest.report.reason}")
        ctx.rest = rest
        ctx.like = [value for value in values]
        first = next((value for value in values if value is not None), torch.zeros((), dtype=torch.float64))
        return tuple(torch.tensor(array, dtype=first.dtype, device=first.device)
                     for array in (rest.position, rest.tension))

    @staticmethod
    def backward(ctx: Any, by_position: Any, by_tension: Any) -> Any:
        gradient = rest_gradient(ctx.rest, by_position.detach().cpu().double().numpy(),
                                 by_tension.detach().cpu().double().numpy())
        found = [None if value is None else torch.tensor(getattr(gradient, name), dtype=value.dtype,
                                                         device=value.device).reshape(value.shape)
                 for name, value in zip(_NAMES, ctx.like)]
        return (None, None, *found)


def rest_state(net: System, *, stiffness: Optional[torch.Tensor] = None, rest_length: Optional[torch.Tensor] = None,
               load: Optional[torch.Tensor] = None, **options: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Positions (n, d) and tensions (m,) at rest, as tensors that know their gradients by `stiffness` (m,),
    `rest_length` (m,) and `load` (n, d), which replace those of the net. `options` are those of `solve_equilibrium`.
    Raises RuntimeError where there is no rest state, and `tensio.Error` on the way back where it has no gradient."""
    for name, value, shape in (("stiffness", stiffness, (net.spring_count,)),
                               ("rest_length", rest_length, (net.spring_count,)),
                               ("load", load, (net.node_count, net.dimension))):
        if value is not None and tuple(value.shape) != shape:
            raise ValueError(f"{name} has the shape {tuple(value.shape)}; it must have the shape {shape}")
    position, tension = _RestState.apply(net, options, stiffness, rest_length, load)
    return position, tension
