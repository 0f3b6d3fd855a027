# %% [markdown]
# # Modes
# Small oscillations about the rest state: K x = w² M x.

# %%
import numpy as np

import tensio

# %% [markdown]
# ## A string
# Masses m on a string of tension T, a apart: w_k = 2 sqrt(T / (m a)) sin(k pi / (2 (n + 1))) across the string.

# %%
masses, tension, a, m = 30, 50.0, 0.1, 0.02
position = np.column_stack([a * np.arange(masses + 2), np.zeros(masses + 2)])
ends = np.column_stack([np.arange(masses + 1), np.arange(1, masses + 2)])
string = tensio.System(position=position, ends=ends, stiffness=1e5, pretension=tension, mass=m, fixed=[0, masses + 1])
found = tensio.modes(string, 6)
k = np.arange(1, 7)
formula = 2 * np.sqrt(tension / (m * a)) * np.sin(k * np.pi / (2 * (masses + 1))) / (2 * np.pi)
for number, (computed, exact) in enumerate(zip(found.frequency, formula), 1):
    print(f"mode {number}: {computed:.6f} Hz, formula {exact:.6f} Hz")
print("largest relative difference", f"{np.abs(found.frequency / formula - 1).max():.1e}")

# %% [markdown]
# ## Shapes are orthogonal
# With respect to the mass matrix, which SciPy gets as a sparse matrix.

# %%
shapes = found.shape.reshape(len(found), -1)
M = string.mass_matrix()
products = shapes @ (M @ shapes.T)
off_diagonal = np.abs(products - np.diag(np.diag(products))).max() / products.max()
print(f"largest product of two different shapes: {off_diagonal:.1e}")

# %% [markdown]
# ## A tensegrity
# Its springs alone leave mechanisms, which the self-stress stiffens.

# %%
prism = tensio.scenes.tensegrity()
about = tensio.modes(prism, 7)
print(f"{about.bars} springs, rank {about.rank}: {about.self_stress_count} state of self-stress, "
      f"{about.mechanism_count} mechanism besides {about.rigid_count} rigid motions")
print("stiffness of the mechanism by self-stress:", np.round(about.mechanism_stiffness, 3), "N/m")
elastic = about.frequency[[kind == "elastic" for kind in about.kind]]
print(f"lowest frequency {elastic[0]:.3f} Hz")
