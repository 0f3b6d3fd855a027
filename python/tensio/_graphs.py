"""Nets as graphs of networkx, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._arrays import floats

if TYPE_CHECKING:
    import networkx

    from ._system import System


def graph_of(net: System) -> networkx.MultiGraph:
    """See System.to_networkx."""
    import networkx

    graph = networkx.MultiGraph(dimension=net.dimension, title=net.title, gravity=net.gravity.tolist())
    for node in range(net.node_count):
        graph.add_node(node, position=net.position[node].tolist(), mass=float(net.mass[node]),
                       fixed=net.fixed[node].tolist(), load=net.load[node].tolist())
    for spring, (a, b) in enumerate(net.ends.tolist()):
        graph.add_edge(a, b, key=spring, stiffness=float(net.stiffness[spring]),
                       rest_length=float(net.rest_length[spring]), law=net.law[spring])
    return graph


def arguments_of(graph: networkx.Graph) -> dict[str, Any]:
    """The arguments of System for a graph; see System.from_networkx."""
    place = {node: i for i, node in enumerate(graph.nodes)}
    rows = [data.get("position", data.get("pos")) for _, data in graph.nodes(data=True)]
    if any(row is None for row in rows):
        node = next(node for node, row in zip(graph.nodes, rows) if row is None)
        raise ValueError(f"node {node!r} of the graph has no position")
    position = floats("position", rows, (None, 2), (None, 3))
    edges = sorted(graph.edges(data=True, keys=True), key=lambda edge: int(edge[2])) if graph.is_multigraph() else \
        [(a, b, 0, data) for a, b, data in graph.edges(data=True)]
    values: dict[str, Any] = {
        "mass": [data.get("mass", 0) for _, data in graph.nodes(data=True)],
        "fixed": np.array([np.broadcast_to(data.get("fixed", False), position.shape[1:])
                           for _, data in graph.nodes(data=True)], dtype=bool),
        "load": [data.get("load", [0.0] * position.shape[1]) for _, data in graph.nodes(data=True)],
    }
    sets: dict[str, list[Any]] = {}
    for edge in edges:
        sets.setdefault(edge[3].get("law", "linear"), []).append(edge)
    springs = []
    for law, members in sets.items():
        one: dict[str, Any] = {"law": law, "ends": np.array([[place[a], place[b]] for a, b, _, _ in members])}
        for key in ("stiffness", "rest_length"):
            if any(key in data for _, _, _, data in members):
                one[key] = np.array([data[key] for _, _, _, data in members], dtype=float)
        springs.append(one)
    if "gravity" in graph.graph:
        values["gravity"] = graph.graph["gravity"]
    return {"position": position, "springs": springs, **values}
