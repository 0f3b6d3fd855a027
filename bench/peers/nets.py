"""The net of a scene as arrays, its forces, and residuals computed from positions alone."""

import json
import subprocess

import numpy as np

from measure import ROOT, Failed

SCENES = ROOT / "bench" / "scenes"


class Net:
    """A scene's nodes and springs; all of these are linear springs in space."""

    def __init__(self, bench, name, settings=()):
        self.bench, self.name, self.settings = bench, name, list(settings)
        self.scene = SCENES / f"{name}.json"
        self.label = "_".join([name, *(text.replace("=", "") for text in settings)])
        self.folder = bench.folder / self.label
        self.folder.mkdir(parents=True, exist_ok=True)
        arrays = self.convert("net.npz")
        with np.load(arrays) as z:
            self.position, self.mass, self.ends = z["position"], z["mass"], z["ends"]
            self.stiffness, self.rest_length = z["stiffness"], z["rest_length"]
            self.fixed = z["fixed"] != 0
        self.gravity = 9.81
        text = json.loads(subprocess.run([str(bench.tensio), "info", str(self.scene), "--json",
                                          *self.set_words()], capture_output=True, text=True,
                                         check=True).stdout)
        self.parameters = {key: value["value"] for key, value in text["parameters"].items()}
        self.nodes, self.springs = len(self.mass), len(self.stiffness)

    def set_words(self):
        return [word for text in self.settings for word in ("--set", text)]

    def convert(self, name):
        path = self.folder / name
        done = subprocess.run([str(self.bench.tensio), "convert", str(self.scene), str(path), "--force",
                               "--quiet", *self.set_words()], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Failed(done.stderr)
        return path

    def plain_file(self):
        """For the plain programs: see net_file.hpp."""
        path = self.folder / "net.bin"
        with open(path, "wb") as file:
            np.array([self.nodes, self.springs], dtype=np.int64).tofile(file)
            for array, kind in ((self.position, float), (self.mass, float), (self.fixed, np.int32),
                                (self.ends, np.int32), (self.stiffness, float), (self.rest_length, float)):
                np.ascontiguousarray(array, dtype=kind).tofile(file)
        return path

    def geometry(self, x):
        d = x[self.ends[:, 1]] - x[self.ends[:, 0]]
        length = np.sqrt((d * d).sum(axis=1))
        return d, length, self.stiffness * (length - self.rest_length)

    def forces(self, x):
        """Of springs and weights, and the tensions."""
        d, length, tension = self.geometry(x)
        pull = d * (tension / length)[:, None]
        f = np.stack([np.bincount(self.ends[:, 0], pull[:, axis], self.nodes) -
                      np.bincount(self.ends[:, 1], pull[:, axis], self.nodes) for axis in range(3)], axis=1)
        f[:, 2] -= self.mass * self.gravity
        return f, tension

    def residual(self, x):
        """Largest force on a free node over the largest tension: what `solve` stops on."""
        f, tension = self.forces(x)
        return float(np.sqrt((f[~self.fixed] ** 2).sum(axis=1)).max() / np.abs(tension).max())

    def energy(self, x):
        _, length, _ = self.geometry(x)
        return float((0.5 * self.stiffness * (length - self.rest_length) ** 2).sum() +
                     (self.mass * self.gravity * x[:, 2]).sum())

    def stiffness_times(self, x, u, projected):
        """The matrix of second derivatives at x times u. Projected: without what is negative."""
        d, length, tension = self.geometry(x)
        n = d / length[:, None]
        along, across = self.stiffness, tension / length
        if projected:
            across = np.maximum(across, 0)
        du = u[self.ends[:, 1]] - u[self.ends[:, 0]]
        stretch = (n * du).sum(axis=1)
        pull = n * ((along - across) * stretch)[:, None] + across[:, None] * du
        return np.stack([np.bincount(self.ends[:, 1], pull[:, axis], self.nodes) -
                         np.bincount(self.ends[:, 0], pull[:, axis], self.nodes) for axis in range(3)], axis=1)

    def linear_residual(self, h, x0, v0, x1):
        """Of one linearly implicit step, |b - A u| / |b| with (M + h² K) u = h M v0 + h² f, u = x1 - x0.
        For the matrix itself and for its projection: what a step solved is the smaller one."""
        free = ~self.fixed
        u = x1 - x0
        b = h * self.mass[:, None] * v0 + h * h * self.forces(x0)[0]
        return {name: float(np.linalg.norm((b - self.mass[:, None] * u -
                                            h * h * self.stiffness_times(x0, u, projected))[free]) /
                            np.linalg.norm(b[free]))
                for name, projected in (("exact", False), ("projected", True))}

    def backward_residual(self, h, x0, v0, x1):
        """Of one backward Euler step, as the solver measures it: the largest force left over on an axis,
        inertia included, over the largest of tensions, weights and forces of inertia."""
        free = ~self.fixed
        f, tension = self.forces(x1)
        inertia = self.mass[:, None] * ((x1 - x0) / h - v0) / h
        largest = max(np.abs(tension).max(), (self.mass * self.gravity).max(), np.abs(inertia[free]).max())
        return float(np.abs((f - inertia)[free]).max() / largest)


def apart(x, y):
    """The largest distance of a node between two answers."""
    return float(np.sqrt(((x - y) ** 2).sum(axis=1)).max())
