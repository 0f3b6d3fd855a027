# %% [markdown]
# # Fitting a stiffness to a measured sag
# A rope was hung between two points and its sag was measured under five weights. What are its stiffness EA and its
# unstressed length?

# %%
import numpy as np
from scipy.optimize import least_squares

import tensio

span, count = 8.0, 33
position = np.column_stack([np.linspace(0, span, count), np.zeros(count)])
ends = np.column_stack([np.arange(count - 1), np.arange(1, count)])
middle = count // 2
weights = np.array([0.0, 50.0, 100.0, 200.0, 400.0])  # N


def sag(EA, length):
    """Of the middle under each weight [m]."""
    result = []
    for weight in weights:
        load = np.zeros_like(position)
        load[:, 1] = -4.0 * span / count
        load[middle, 1] -= weight
        rope = tensio.System(position=position, ends=ends, axial_stiffness=EA, rest_length=length / (count - 1),
                             fixed=[0, count - 1], load=load)
        rest = rope.solve(stability=False)
        assert rest.converged, rest.report.reason
        result.append(-rest.position[middle, 1])
    return np.array(result)


# %% [markdown]
# ## The measurements
# Made here from known values, with an error of a millimetre, so that the result can be judged.

# %%
truth = 2.5e4, 8.05
measured = sag(*truth) + 1e-3 * np.random.default_rng(7).standard_normal(len(weights))
print("measured sag [m]:", np.round(measured, 4))

# %% [markdown]
# ## The fit
# Logarithms keep both unknowns positive and of similar size.

# %%
fit = least_squares(lambda p: sag(np.exp(p[0]), np.exp(p[1])) - measured, [np.log(1e4), np.log(8.2)], x_scale=[1, 0.01])
EA, length = np.exp(fit.x)
print(f"EA = {EA:.0f} N (true {truth[0]:.0f}), unstressed length {length:.4f} m (true {truth[1]:.4f})")
print(f"largest misfit {1e3 * np.abs(fit.fun).max():.2f} mm, {fit.nfev} evaluations")
