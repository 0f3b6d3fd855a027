"""Scenes of nets whose equilibrium is hard to find. Needs numpy and scipy."""

import json
import pathlib

import numpy as np

SHEAR = 0.02


def write(folder, scene, columns):
    """Writes the scene with its columns beside it; returns the scene's path."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, column in columns.items():
        np.save(folder / f"{name}.npy", column)
    path = folder / "scene.json"
    path.write_text(json.dumps(scene))
    return path


def disordered(folder, nodes, degree, seed=1):
    """Random points in a square; the edges of their Delaunay triangulation, thinned at random to a
    mean degree. Rest lengths as drawn; starts sheared by SHEAR, with a rim of one spacing fixed."""
    from scipy.spatial import Delaunay

    random = np.random.default_rng(seed)
    drawn = random.random((nodes, 2))
    corners = Delaunay(drawn).simplices
    edges = np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]])
    edges = np.unique(np.sort(edges, axis=1), axis=0)
    edges = edges[np.sort(random.permutation(len(edges))[: round(degree * nodes / 2)])]
    sheared = drawn + np.outer(drawn[:, 1], [SHEAR, 0])
    spacing = 1 / np.sqrt(nodes)
    rim = np.flatnonzero((drawn.min(axis=1) < spacing) | (drawn.max(axis=1) > 1 - spacing))
    moves = [{"nodes": int(i), "move": [SHEAR * float(drawn[i, 1]), 0]} for i in rim]
    scene = {
        "tensio": 1, "dimension": 2,
        "title": f"{nodes} random nodes with {degree} springs each, sheared",
        "nodes": {"position": "position.npy", "start": "start.npy", "fixed": moves},
        "springs": [{"ends": "ends.npy", "stiffness": 1}],
    }
    columns = {"position": drawn, "start": sheared, "ends": edges.astype(np.int32)}
    return write(folder, scene, columns)


def slack_cables(folder, side, stiffness=1e4, excess=0.1, loads=9, seed=1):
    """A square net of cables that are longer than their spans, fixed at its rim; point loads of 1 N
    at random nodes."""
    spacing = 1 / (side - 1)
    ids = np.arange(side * side).reshape(side, side)
    flat = np.stack(np.meshgrid(np.arange(side), np.arange(side)), -1).reshape(-1, 2) * spacing
    drawn = np.c_[flat, np.zeros(side * side)]
    rows = np.c_[ids[:, :-1].ravel(), ids[:, 1:].ravel()]
    columns = np.c_[ids[:-1].ravel(), ids[1:].ravel()]
    inner = ids[1:-1, 1:-1].ravel()
    rim = np.setdiff1d(ids, inner)
    loaded = np.random.default_rng(seed).permutation(inner)[:loads]
    scene = {
        "tensio": 1, "dimension": 3,
        "title": f"{side} x {side} nodes, slack cables under {loads} point loads",
        "nodes": {"position": "position.npy", "fixed": rim.tolist()},
        "springs": [{"ends": "ends.npy", "law": "cable", "stiffness": stiffness,
                     "rest_length": (1 + excess) * spacing}],
        "loads": [{"nodes": loaded.tolist(), "force": [0, 0, -1]}],
    }
    ends = np.concatenate([rows, columns]).astype(np.int32)
    return write(folder, scene, {"position": drawn, "ends": ends})
