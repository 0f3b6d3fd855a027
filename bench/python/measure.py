"""What calls from Python cost: ./tensio python bench/python/measure.py. Prints the best of several runs."""

import time

import numpy as np

import tensio


def best(call, repeats=5):
    """Seconds of the fastest of several calls, and what it returned."""
    least, result = float("inf"), None
    for _ in range(repeats):
        begin = time.perf_counter()
        result = call()
        least = min(least, time.perf_counter() - begin)
    return least, result


def grid_arrays(side):
    """A square net in space: positions, ends."""
    x, y = np.meshgrid(np.linspace(0, 1, side), np.linspace(0, 1, side), indexing="ij")
    number = np.arange(side * side).reshape(side, side)
    ends = np.vstack([np.column_stack([number[:-1].ravel(), number[1:].ravel()]),
                      np.column_stack([number[:, :-1].ravel(), number[:, 1:].ravel()])])
    return np.column_stack([x.ravel(), y.ravel(), np.zeros(side * side)]), ends


def main():
    position, ends = grid_arrays(708)
    stiffness = np.full(len(ends), 100.0)
    seconds, net = best(lambda: tensio.System(position=position, ends=ends, stiffness=stiffness, mass=0.1, fixed=[0, 707]), 3)
    print(f"net of {net.spring_count} springs and {net.node_count} nodes from arrays: {seconds:.2f} s")
    seconds, _ = best(lambda: net.replace(stiffness=stiffness), 3)
    print(f"the same net with other stiffnesses: {seconds:.2f} s")

    chain = tensio.System(position=[[0, 0], [1, 0]], ends=[[0, 1]], stiffness=1, mass=1, fixed=[0])
    simulation = tensio.Simulation(chain, integrator="velocity_verlet", time_step=1e-3)
    count = 200_000

    def single_steps():
        step = simulation.step
        for _ in range(count):
            step()

    calls, _ = best(single_steps)
    inside, _ = best(lambda: simulation.step(count))
    print(f"one step of one spring: {1e6 * calls / count:.2f} us a call, of which the step takes {1e6 * inside / count:.2f} us")
    view = simulation.position
    calls, _ = best(single_steps)
    print(f"the same with a view of the positions: {1e6 * calls / count:.2f} us a call ({view.shape[0]} nodes)")
    seconds, _ = best(lambda: [simulation.position for _ in range(count)])
    print(f"sim.position: {1e6 * seconds / count:.2f} us")
    seconds, _ = best(lambda: [tensio.solve_equilibrium(chain, stability=False) for _ in range(200)])
    print(f"solve_equilibrium of one spring: {1e6 * seconds / 200:.0f} us")
    seconds, _ = best(lambda: [tensio.System(position=[[0, 0], [1, 0]], ends=[[0, 1]], stiffness=1) for _ in range(200)])
    print(f"a net of one spring: {1e6 * seconds / 200:.0f} us")


if __name__ == "__main__":
    main()
