# %% [markdown]
# # Fitting stiffnesses to a recorded motion
# A chain of six unequal springs swings, and its nodes were filmed. Which stiffnesses did the springs have? The gradient
# of a whole run gives the derivatives of the misfit by all of them.

# %%
import numpy as np
from scipy.optimize import minimize

import tensio

count = 7
position = np.column_stack([np.linspace(0, 1.2, count), np.zeros(count)])
ends = np.column_stack([np.arange(count - 1), np.arange(1, count)])
chain = tensio.System(position=position, ends=ends, stiffness=200.0, rest_length=0.2, mass=0.1, fixed=[0],
                      gravity=[0, -9.81], drag=0.2)
options = dict(duration=0.6, time_step=0.005)
steps = 120

# %% [markdown]
# ## The film
# Made here from known stiffnesses, every tenth step, so that the result can be judged.

# %%
truth = np.array([300.0, 150.0, 250.0, 120.0, 200.0, 180.0])
film = {0: position}
sim = tensio.Simulation(chain.replace(stiffness=truth), integrator="implicit_euler", **options)
for step in range(10, steps + 1, 10):
    sim.step(10)
    film[step] = sim.position.copy()
print(f"{len(film)} pictures of {count} nodes")

# %% [markdown]
# ## The misfit and its gradient
# `run_gradient` asks for the derivative of the misfit at each state, from the last to the first.


# %%
def misfit(logarithms):
    stiffness = np.exp(logarithms)
    value = 0.0

    def by_state(step, time, position, velocity):
        nonlocal value
        if step not in film:
            return None
        off = position - film[step]
        value += 0.5 * (off**2).sum()
        return off

    gradient = tensio.run_gradient(chain.replace(stiffness=stiffness), by_state, **options)
    return 1e4 * value, 1e4 * gradient.stiffness * stiffness


start = np.full(count - 1, np.log(200.0))
value, gradient = misfit(start)
direction = np.array([1.0, -1.0, 1.0, 1.0, -1.0, 1.0])
h = 1e-5
difference = (misfit(start + h * direction)[0] - misfit(start - h * direction)[0]) / (2 * h)
print(f"along a direction: {gradient @ direction:.6f} by the gradient, {difference:.6f} by a difference")
assert abs(gradient @ direction - difference) < 1e-5 * abs(difference)

# %% [markdown]
# ## The fit

# %%
fit = minimize(misfit, start, jac=True, method="L-BFGS-B", options={"maxiter": 200, "ftol": 1e-14, "gtol": 1e-9})
found = np.exp(fit.x)
print("found:", found.round(2), "true:", truth)
print(f"largest error {100 * np.abs(found / truth - 1).max():.3f} % after {fit.nfev} runs")
assert np.abs(found / truth - 1).max() < 0.01
