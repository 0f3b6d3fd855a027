# %% [markdown]
# # Comparing integrators
# A string under tension is plucked and let go. Without damping its energy should stay what it was.

# %%
import numpy as np

import tensio

count = 21
position = np.column_stack([np.linspace(0, 1, count), np.zeros(count)])
start = position.copy()
start[:, 1] = 0.02 * np.sin(np.pi * position[:, 0])
ends = np.column_stack([np.arange(count - 1), np.arange(1, count)])
string = tensio.System(position=position, start=start, ends=ends, stiffness=2000, rest_length=0.045, mass=0.01,
                       fixed=[0, count - 1])

# %% [markdown]
# ## The stable step
# Explicit integrators have a largest stable step, which is known before the run.

# %%
limit = tensio.Simulation(string, integrator="velocity_verlet", time_step="auto").stable_time_step
print(f"velocity_verlet is stable up to {1e3 * limit:.3f} ms")

# %% [markdown]
# ## Energy over time
# Symplectic methods keep the energy near its value, and implicit Euler loses it.

# %%
integrators = ["symplectic_euler", "velocity_verlet", "rk4", "implicit_euler", "implicit_midpoint"]
runs = {}
for integrator in integrators:
    simulation = tensio.Simulation(string, integrator=integrator, time_step=0.5 * limit)
    runs[integrator] = simulation.run(0.5, every=0.005)
    energy = runs[integrator].energy["kinetic"] + runs[integrator].energy["elastic"]
    # The kinetic and elastic energies alone, without what the method itself dissipates.
    print(f"{integrator:18s} energy at the end / at the start: {energy[-1] / energy[0]:.6f}")

# %% [markdown]
# ## Error over the time step
# The slope in a diagram of logarithms is the order of the method. The reference is rk45 at a small tolerance.

# %%
duration = 0.02
exact = tensio.Simulation(string, integrator="rk45", tolerance=1e-13, duration=duration)
exact.run()
steps = duration / 2.0 ** np.arange(5, 10)
steps = steps[steps < 0.9 * limit]
errors = {}
for integrator in integrators:
    errors[integrator] = []
    for step in steps:
        simulation = tensio.Simulation(string, integrator=integrator, time_step=step, tolerance=1e-12)
        simulation.run_until(duration)
        errors[integrator].append(np.abs(simulation.position - exact.position).max())
orders = {name: np.polyfit(np.log(steps), np.log(values), 1)[0] for name, values in errors.items()}
for name, order in orders.items():
    print(f"{name:18s} observed order {order:.2f}")

# %% [markdown]
# ## Plots

# %%
try:
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4))
    for name, run in runs.items():
        left.plot(run.time, run.energy["kinetic"] + run.energy["elastic"], label=name)
    left.set(xlabel="time [s]", ylabel="energy [J]")
    for name, values in errors.items():
        right.loglog(steps, values, "o-", label=name)
    right.set(xlabel="time step [s]", ylabel="largest error [m]")
    right.legend()
    figure.savefig("integrators.png")
except ImportError:
    print("matplotlib is not there: no plots")
