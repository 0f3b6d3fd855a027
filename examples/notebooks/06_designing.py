# %% [markdown]
# # Designing a shape
# A net over a square is to take the shape of a paraboloid under its own weight. Which unstressed lengths do its
# cables need? With the gradient, a net of a thousand unknowns is designed in a few dozen solves.

# %%
import time

import numpy as np
from scipy.optimize import minimize

import tensio

side = 23
axis = np.linspace(-1, 1, side)
x, y = np.meshgrid(axis, axis, indexing="ij")
position = np.column_stack([x.ravel(), y.ravel(), np.zeros(side * side)])
number = np.arange(side * side).reshape(side, side)
ends = np.vstack([np.column_stack([number[:-1].ravel(), number[1:].ravel()]),
                  np.column_stack([number[:, :-1].ravel(), number[:, 1:].ravel()])])
rim = np.unique(np.concatenate([number[0], number[-1], number[:, 0], number[:, -1]]))
wanted = position.copy()
wanted[:, 2] = -0.4 * (1 - position[:, 0] ** 2) * (1 - position[:, 1] ** 2)

stiffness = 2000.0
net = tensio.System(position=position, ends=ends, stiffness=stiffness, rest_length=0.9 * 2 / (side - 1), mass=0.05,
                    fixed=rim, gravity=[0, 0, -9.81])
print(net, f"with {net.spring_count} unstressed lengths to be found")

# %% [markdown]
# ## The gradient by one linear solve
# Let g be half the squared distance from the wanted shape. Its derivatives by the positions at rest are the distances
# themselves; `rest_gradient` turns them into derivatives by all unstressed lengths.


# %%
def distance(lengths):
    """g and its gradient with respect to the unstressed lengths."""
    rest = net.replace(rest_length=lengths, start=state["position"]).solve(stability=False)
    assert rest.converged, rest.report.reason
    state["position"], state["solves"] = rest.position, state["solves"] + 1
    off = rest.position - wanted
    return 0.5 * (off**2).sum(), tensio.rest_gradient(rest, position=off).rest_length


# %% [markdown]
# ## Checked by a finite difference

# %%
state = {"position": position, "solves": 0}
lengths = np.linalg.norm(wanted[ends[:, 1]] - wanted[ends[:, 0]], axis=1)
value, gradient = distance(lengths)
direction = np.random.default_rng(0).standard_normal(len(lengths))
h = 1e-6
difference = (distance(lengths + h * direction)[0] - distance(lengths - h * direction)[0]) / (2 * h)
print(f"along a random direction: {gradient @ direction:.8f} by the gradient, {difference:.8f} by a difference")

# %% [markdown]
# ## The design

# %%
state["solves"] = 0
begin = time.perf_counter()
best = minimize(distance, lengths, jac=True, method="L-BFGS-B", bounds=[(1e-3, None)] * len(lengths),
                options={"maxiter": 300, "ftol": 1e-7, "gtol": 1e-8})
rest = net.replace(rest_length=best.x).solve()
error = np.linalg.norm(rest.position - wanted, axis=1).max()
print(f"{state['solves']} solves in {time.perf_counter() - begin:.2f} s")
print(f"largest distance from the wanted shape: {1e3 * error:.3f} mm (before: "
      f"{1e3 * np.sqrt(2 * value / len(position)):.1f} mm on average)")
print("stable:", rest.stable, "- tensions from", round(rest.tension.min(), 2), "to", round(rest.tension.max(), 2), "N")
