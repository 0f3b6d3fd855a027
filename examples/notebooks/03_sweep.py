# %% [markdown]
# # A sweep
# How does the sag of a rope depend on its length and on its stiffness? The scene has two parameters; each
# combination of them is solved.

# %%
import numpy as np

import tensio

count = 41
scene = {
    "tensio": 1, "dimension": 2, "gravity": [0, -9.81],
    "parameters": {"extra": 0.01, "EA": 1e4},
    "nodes": {"position": [[10 * i / (count - 1), 0] for i in range(count)], "fixed": [0, count - 1]},
    "springs": [{"ends": [[i, i + 1] for i in range(count - 1)], "axial_stiffness": "=EA",
                 "rest_length": f"=10*(1+extra)/{count - 1}", "mass_per_length": 0.5}],
}
rope = tensio.System.from_scene(scene)
print(rope, rope.parameters)

# %% [markdown]
# ## Solving all of them
# `with_parameters` gives the same scene with other numbers.

# %%
extras = np.linspace(0, 0.1, 11)
stiffnesses = [1e3, 1e4, 1e5]
sag = np.empty((len(stiffnesses), len(extras)))
for i, EA in enumerate(stiffnesses):
    for j, extra in enumerate(extras):
        rest = rope.with_parameters(EA=EA, extra=extra).solve(stability=False)
        assert rest.converged
        sag[i, j] = -rest.position[count // 2, 1]

for EA, row in zip(stiffnesses, sag):
    print(f"EA = {EA:8.0f} N: sag {row[0]:.3f} m without slack, {row[-1]:.3f} m with 10 % more length")

# %% [markdown]
# ## Compared with an inextensible parabola
# For small sags f of a rope of length s over the span L: s - L = 8 f² / (3 L).

# %%
parabola = np.sqrt(3 * 10 * 10 * extras / 8)
print("stiff rope / parabola:", np.round(sag[-1, 1:] / parabola[1:], 3))

# %%
try:
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots()
    for EA, row in zip(stiffnesses, sag):
        axes.plot(100 * extras, row, "o-", label=f"EA = {EA:g} N")
    axes.plot(100 * extras, parabola, "k--", label="inextensible parabola")
    axes.set(xlabel="extra length [%]", ylabel="sag [m]")
    axes.legend()
    figure.savefig("sweep.png")
except ImportError:
    print("matplotlib is not there: no plot")
