# %% [markdown]
# # The equilibrium of a net
# A square net of cables hangs from its four corners and carries a load in the middle.

# %%
import numpy as np

import tensio

side = 11
axis = np.linspace(0, 10, side)
x, y = np.meshgrid(axis, axis, indexing="ij")
position = np.column_stack([x.ravel(), y.ravel(), np.zeros(side * side)])

number = np.arange(side * side).reshape(side, side)
along_x = np.column_stack([number[:-1].ravel(), number[1:].ravel()])
along_y = np.column_stack([number[:, :-1].ravel(), number[:, 1:].ravel()])
corners = number[[0, 0, -1, -1], [0, -1, 0, -1]]

load = np.zeros_like(position)
load[number[5, 5], 2] = -200  # N

net = tensio.System(
    position=position, ends=np.vstack([along_x, along_y]), law="cable",
    axial_stiffness=2e4, rest_length=1.02, mass_per_length=0.4, fixed=corners, gravity=[0, 0, -9.81], load=load)
print(net)

# %% [markdown]
# ## Solving
# The report says how the solve ended. The arrays are NumPy's, in the order of the nodes and springs above.

# %%
rest = tensio.solve_equilibrium(net)
print(rest.status, "in", rest.report.iterations, "iterations; stable:", rest.stable)
print(f"the middle is {-rest.position[number[5, 5], 2]:.3f} m below the corners")
print(f"largest tension {rest.tension.max():.1f} N in {net.spring_label(int(rest.tension.argmax()))}")
print(f"{len(rest.slack)} of {net.spring_count} cables are slack")

# %% [markdown]
# ## Reactions
# The supports carry the load and the weight of the cables.

# %%
for node in corners:
    print(f"corner {node}: reaction {np.round(rest.reaction[node], 2)} N")
weight = net.mass.sum() * 9.81
vertical = rest.reaction[:, 2].sum()
print(f"sum of vertical reactions {vertical:.6f} N; load and weight {200 + weight:.6f} N")

# %% [markdown]
# ## Looking at it
# In a notebook `rest` alone shows a picture, and `rest.show()` opens the studio with the net in it.

# %%
picture = rest.svg(view="iso")
print(f"a picture of {len(picture)} characters; rest.show() opens the studio")
