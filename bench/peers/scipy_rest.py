#!/usr/bin/python3
"""Rest through scipy: minimise(energy) with its gradient by L-BFGS-B, then root-finding on the forces
by Newton's method with scipy's sparse solver.

usage: scipy_rest.py NET.npz METHOD TOLERANCE GRAVITY ITERATIONS OUT

METHOD is lbfgs or newton; TOLERANCE is the largest force on a free node.
"""

import sys

import numpy as np
import scipy.optimize
import scipy.sparse
import scipy.sparse.linalg


def main():
    path, method, tolerance, gravity, iterations, out = sys.argv[1:]
    with np.load(path) as z:
        start, mass, ends, k, l0 = (z[name] for name in ("position", "mass", "ends", "stiffness", "rest_length"))
        free = z["fixed"] == 0
    tolerance, gravity, iterations = float(tolerance), float(gravity), int(iterations)
    a, b, count = ends[:, 0], ends[:, 1], len(mass)

    def evaluate(x):
        d = x[b] - x[a]
        length = np.sqrt((d * d).sum(axis=1))
        pull = d * (k * (length - l0) / length)[:, None]
        f = np.stack([np.bincount(a, pull[:, i], count) - np.bincount(b, pull[:, i], count) for i in range(3)], axis=1)
        f[:, 2] -= mass * gravity
        energy = 0.5 * (k * (length - l0) ** 2).sum() + gravity * (mass * x[:, 2]).sum()
        return energy, f, d, length

    def placed(unknowns):
        x = start.copy()
        x[free] = unknowns.reshape(-1, 3)
        return x

    def by_lbfgs():
        def energy(unknowns):
            value, f, _, _ = evaluate(placed(unknowns))
            return value, -f[free].ravel()
        found = scipy.optimize.minimize(energy, start[free].ravel(), jac=True, method="L-BFGS-B",
                                        options={"maxiter": iterations, "maxfun": 10 * iterations, "ftol": 0,
                                                 "gtol": tolerance, "maxcor": 20})
        return placed(found.x)

    def by_newton():
        axes = np.repeat(free, 3)
        x = start.copy()
        for _ in range(iterations):
            _, f, d, length = evaluate(x)
            if np.sqrt((f[free] ** 2).sum(axis=1)).max() <= tolerance:
                break
            n = d / length[:, None]
            across = k * (1 - l0 / length)
            block = across[:, None, None] * np.eye(3) + ((k - across)[:, None] * n)[:, :, None] * n[:, None, :]
            row, column = np.meshgrid(range(3), range(3), indexing="ij")
            rows, columns, values = [], [], []
            for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
                rows.append((3 * i[:, None, None] + row).ravel())
                columns.append((3 * j[:, None, None] + column).ravel())
                values.append(sign * block.ravel())
            matrix = scipy.sparse.coo_matrix((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))),
                                             shape=(3 * count, 3 * count)).tocsc()[axes][:, axes]
            x[free] += scipy.sparse.linalg.spsolve(matrix, f[free].ravel()).reshape(-1, 3)
        return x

    x = by_lbfgs() if method == "lbfgs" else by_newton()
    np.ascontiguousarray(x).tofile(out)


if __name__ == "__main__":
    main()
