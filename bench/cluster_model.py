#!/usr/bin/python3
"""How a step would scale over the ranks of a cluster: measured rates and partitions, and a model.

usage: bench/cluster_model.py [--tensio PROGRAM] [--side N] [--results FILE] [--reuse FILE] [--write-docs]

Measured on this machine, by processor time on one core: springs per second of explicit steps, and
seconds of an iteration of conjugate gradients with PETSc's multigrid (needs python3-petsc4py-real).
Measured by `tensio info --ranks`: what ranks hold and exchange, for a lattice, a cloth and a random
triangulation of about N^3 nodes (default 64), on up to 1,024 ranks. Assumed: the network below.

The model of a step is (springs of the fullest rank) / rate + neighbours x latency + bytes / bandwidth.
--reuse computes the table and the plot again from the numbers in FILE. --write-docs puts them into
docs/cluster_model.md and docs/images.
"""

import argparse
import json
import math
import pathlib
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "peers"))
from curves import draw
from measure import ROOT, machine, say

LATENCY, BANDWIDTH = 2e-6, 10e9  # of a message [s], of a rank [bytes/s]: assumed
RANKS = (8, 64, 256, 1024)
SPRINGS = 1e9
EXPONENT = {"lattice": 2 / 3, "cloth": 1 / 2, "triangulation": 1 / 2}
# One cycle of multigrid: exchanges on each level (smoothing, residual, transfer), and levels.
EXCHANGES, LEVELS = 6, 5
BEGIN, END = "<!-- model -->\n", "<!-- end of model -->\n"


# ---- nets ----

def stencil(shape, steps):
    """Pairs of nodes of a grid, one after the other for each step."""
    import numpy as np
    ids = np.arange(math.prod(shape)).reshape(shape)
    pairs = []
    for step in steps:
        low, high = [], []
        for size, d in zip(shape, step):
            low.append(slice(max(0, -d), size - max(0, d)))
            high.append(slice(max(0, d), size + min(0, d)))
        pairs.append(np.stack([ids[tuple(low)].ravel(), ids[tuple(high)].ravel()], 1))
    return np.concatenate(pairs)


def make_net(kind, side):
    """Positions and ends: lattice with second neighbours, cloth with shear and bending, triangulation."""
    import numpy as np
    random = np.random.default_rng(6)
    if kind == "lattice":
        steps = [(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, -1), (0, 1, 1), (1, 0, -1), (1, 0, 1), (1, -1, 0),
                 (1, 1, 0)]
        shape = (side, side, side)
    elif kind == "cloth":
        steps = [(0, 1), (1, 0), (1, 1), (1, -1), (0, 2), (2, 0)]
        shape = (round(side ** 1.5),) * 2
    else:
        from scipy.spatial import Delaunay
        x = random.random((side ** 3, 2))
        triangles = Delaunay(x).simplices
        pairs = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
        return np.pad(x, ((0, 0), (0, 1))), np.unique(pairs, axis=0)
    x = np.stack([g.ravel() for g in np.meshgrid(*map(np.arange, shape), indexing="ij")][::-1], 1).astype(float)
    x += random.uniform(-0.05, 0.05, x.shape)
    return (x if len(shape) == 3 else np.pad(x, ((0, 0), (0, 1)))), stencil(shape, steps)


def write_net(folder, kind, side):
    import numpy as np
    x, ends = make_net(kind, side)
    np.save(folder / "position.npy", x)
    np.save(folder / "ends.npy", ends.astype(np.int32))
    scene = {"tensio": 1, "dimension": 3,
             "nodes": {"position": "position.npy", "mass": 1e-3, "fixed": [0]},
             "springs": [{"ends": "ends.npy", "stiffness": 100}]}
    (folder / "scene.json").write_text(json.dumps(scene))
    return folder / "scene.json"


# ---- measuring ----

def surfaces(tensio, scene, ranks):
    done = subprocess.run([tensio, "info", scene, "--ranks", str(ranks), "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"tensio info --ranks {ranks}: {done.stdout or done.stderr}")
    answer = json.loads(done.stdout)
    return {"net_nodes": answer["nodes"], "net_springs": answer["springs"], **answer["ranks"]}


def explicit_rate(tensio, scene, springs):
    """Springs per second of one core: the processor time of a long run less that of a short one."""
    def seconds(steps):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run([tensio, "run", scene, "--integrator", "velocity_verlet", "--time-step", "1e-5", "--duration",
                        repr(steps * 1e-5), "--output-every", "1", "--threads", "1", "--backend", "cpu", "--json"],
                       capture_output=True, check=True)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    # the least of three each: other work on the machine only adds
    least = [min(seconds(steps) for _ in range(3)) for steps in (20, 420)]
    return 400 * springs / (least[1] - least[0])


def multigrid(side):
    """Iterations to 1e-9, and seconds of one, of a lattice between two fixed walls; None without PETSc."""
    try:
        from petsc4py import PETSc
    except ImportError:
        try:
            sys.path.append("/usr/lib/petsc/lib/python3/dist-packages")
            from petsc4py import PETSc
        except ImportError:
            return None
    import time

    import numpy as np
    from scipy.sparse import bsr_matrix
    x, ends = make_net("lattice", side)
    random = np.random.default_rng(7)
    stiffness = 1e4 * 10 ** random.uniform(-1, 1, len(ends))
    n = x[ends[:, 1]] - x[ends[:, 0]]
    n /= np.linalg.norm(n, axis=1)[:, None]
    block = stiffness[:, None, None] * n[:, :, None] * n[:, None, :]
    a, b = ends.T
    rows, columns = np.concatenate([a, b, a, b]), np.concatenate([a, b, b, a])
    values = np.concatenate([block, block, -block, -block])
    # the fixed nodes are left out
    free = (x[:, 0] > 0.5) & (x[:, 0] < side - 1.5)
    number = np.cumsum(free) - 1
    keep = free[rows] & free[columns]
    rows, columns, values = number[rows[keep]], number[columns[keep]], values[keep]
    order = np.lexsort((columns, rows))
    count = int(free.sum())
    start = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=count))])
    matrix = bsr_matrix((values[order], columns[order], start), shape=(3 * count, 3 * count))
    matrix.sum_duplicates()
    K = matrix.tocsr()
    A = PETSc.Mat().createAIJ(K.shape, bsize=3, csr=(K.indptr.astype(np.int32), K.indices.astype(np.int32), K.data))
    solver = PETSc.KSP().create()
    solver.setOperators(A)
    solver.setType("cg")
    solver.getPC().setType("gamg")
    solver.setTolerances(rtol=1e-9)
    right, result = A.createVecLeft(), A.createVecRight()
    right.setArray(random.uniform(-1, 1, K.shape[0]))
    begin = time.process_time()
    solver.setUp()
    solver.getPC().setUp()
    middle = time.process_time()
    solver.solve(right, result)
    seconds = time.process_time() - middle
    if solver.getConvergedReason() <= 0:
        sys.exit(f"multigrid did not converge: {solver.getConvergedReason()}")
    return {"side": side, "springs": int(len(ends)), "entries": int(K.nnz), "iterations": solver.getIterationNumber(),
            "set_up_seconds": middle - begin, "seconds_per_iteration": seconds / solver.getIterationNumber()}


def measure(tensio, side):
    found = {"machine": machine(), "surfaces": {}, "rates": {}, "multigrid": []}
    for kind in EXPONENT:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            scene = write_net(folder, kind, side)
            found["surfaces"][kind] = []
            for ranks in RANKS:
                say(f"{kind} on {ranks} ranks")
                found["surfaces"][kind].append(surfaces(tensio, scene, ranks))
            springs = found["surfaces"][kind][0]["net_springs"]
            say(f"explicit steps of the {kind}")
            found["rates"][kind] = explicit_rate(tensio, scene, springs)
    for n in (16, 32):
        say(f"multigrid, lattice of {n}^3")
        row = multigrid(n)
        if row:
            found["multigrid"].append(row)
    return found


# ---- the model ----

def fit(rows, kind, quantity):
    """c of quantity = c n^e for n nodes per rank: the largest of those measured with 64 ranks and more,
    where most ranks have no part of the rim."""
    return max(row[quantity]["max"] / (row["net_nodes"] / row["count"]) ** EXPONENT[kind]
               for row in rows if row["count"] >= 64)


def predict(found, kind, ranks, springs=SPRINGS):
    rows = found["surfaces"][kind]
    last = rows[-1]
    per_node = last["net_springs"] / last["net_nodes"]
    n = springs / per_node / ranks
    surface = n ** EXPONENT[kind]
    one = ranks == 1
    ghosts = 0 if one else fit(rows, kind, "ghosts") * surface
    # border springs for each ghost, as measured
    twice = 0 if one else 2 * last["springs_computed_twice"] / last["count"] / last["ghosts"]["mean"] * ghosts
    sent = 0 if one else fit(rows, kind, "sent_bytes_per_step") * surface
    neighbours = 0 if one else min(ranks - 1, max(row["neighbours"]["max"] for row in rows))
    computed = springs / ranks + twice / 2
    messages = neighbours * LATENCY + sent / BANDWIDTH
    explicit = computed / found["rates"][kind]
    result = {"ranks": ranks, "nodes": n, "ghosts": ghosts, "percent": 100 * ghosts / n, "neighbours": neighbours,
              "explicit": explicit, "messages": messages, "step": explicit + messages,
              "matrix": 12 * 9 * n * (1 + 2 * per_node)}
    if found["multigrid"]:
        row = found["multigrid"][-1]
        entries = 9 * n * (1 + 2 * per_node)
        sums = 0 if one else 2 * 2 * LATENCY * math.log2(ranks)
        levels = EXCHANGES * sum(neighbours * LATENCY + sent / BANDWIDTH / 4 ** level for level in range(LEVELS))
        result["iteration"] = row["seconds_per_iteration"] * entries / row["entries"] + levels + sums
    return result


def table(found):
    rows = ["| net | ranks | nodes of a rank | ghosts | neighbours | explicit step | of it messages | matrix of a rank | "
            "iteration with multigrid |", "|---|---|---|---|---|---|---|---|---|"]
    for kind in EXPONENT:
        for ranks in (128, 512, 1024):
            p = predict(found, kind, ranks)
            iteration = f"{1e3 * p['iteration']:.0f} ms" if "iteration" in p else "not measured"
            rows.append(f"| {kind} | {ranks:,} | {p['nodes'] / 1e6:.2f} M | {p['percent']:.1f} % | {p['neighbours']} | "
                        f"{1e3 * p['step']:.1f} ms | {1e3 * p['messages']:.2f} ms | {p['matrix'] / 1e9:.2f} GB | "
                        f"{iteration} |")
    return "\n".join(rows) + "\n"


def measured_table(found):
    rows = ["| net | nodes | springs | ranks | balance | ghosts of a rank: mean, most | of all nodes | neighbours: "
            "mean, most |", "|---|---|---|---|---|---|---|---|"]
    for kind, measured in found["surfaces"].items():
        for row in measured:
            rows.append(f"| {kind} | {row['net_nodes']:,} | {row['net_springs']:,} | {row['count']:,} | {row['balance']:.3f} | "
                        f"{row['ghosts']['mean']:,.0f}, {row['ghosts']['max']:,} | {row['ghost_percent']:.1f} % | "
                        f"{row['neighbours']['mean']:.1f}, {row['neighbours']['max']} |")
    return "\n".join(rows) + "\n"


def rates_text(found):
    lines = ["Measured on one core, by processor time: " + ", ".join(
        f"{kind} {rate / 1e6:.0f}" for kind, rate in found["rates"].items()) + " million springs a second in explicit "
        "steps (`velocity_verlet`)."]
    for row in found["multigrid"]:
        lines.append(f"Conjugate gradients with GAMG on a lattice of {row['side']}³ nodes ({row['springs']:,} springs, "
                     f"stiffness over two decades), to 1e-9: {row['iterations']} iterations of "
                     f"{1e3 * row['seconds_per_iteration']:.1f} ms, after {row['set_up_seconds']:.2f} s of set-up.")
    for kind in EXPONENT:
        rows = found["surfaces"][kind]
        last = rows[-1]
        entries = 9 * (1 + 2 * last["net_springs"] / last["net_nodes"])
        lines.append(f"A {kind} of n nodes per rank has at most {fit(rows, kind, 'ghosts'):.1f} "
                     f"n^({'2/3' if kind == 'lattice' else '1/2'}) ghosts, and "
                     f"{12 * entries * last['net_nodes'] / last['net_springs']:.0f} bytes of matrix a spring.")
    return "\n".join(f"- {line}" for line in lines) + "\n"


def wrapped(text):
    """Lists in lines of at most 100 characters."""
    import textwrap
    return "".join("\n".join(textwrap.wrap(line, 100, subsequent_indent="  ")) + "\n" for line in text.splitlines())


def write_docs(found):
    page = ROOT / "docs" / "cluster_model.md"
    text = page.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    page.write_text(before + BEGIN + "\n" + measured_table(found) + "\n" + wrapped(rates_text(found)) + "\n" +
                    table(found) + "\n" + END + after, encoding="utf-8")
    counts = [2 ** k for k in range(4, 14)]
    curves = {f"{kind}, step": [(p, 1e3 * predict(found, kind, p)["step"]) for p in counts]
              for kind in EXPONENT}
    if found["multigrid"]:
        curves["lattice, iteration"] = [(p, 1e3 * predict(found, "lattice", p)["iteration"]) for p in counts]
    curves["lattice, messages"] = [(p, 1e3 * predict(found, "lattice", p)["messages"]) for p in counts]
    (ROOT / "docs" / "images" / "cluster_model.svg").write_text(
        draw("Explicit steps of a billion springs, and iterations with multigrid, by the model", "ranks", "milliseconds", curves, True), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tensio", default=str(ROOT / "build" / "release" / "tensio"))
    parser.add_argument("--side", type=int, default=64)
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--reuse", type=pathlib.Path)
    parser.add_argument("--write-docs", action="store_true")
    given = parser.parse_args()
    if given.reuse:
        found = json.loads(given.reuse.read_text(encoding="utf-8"))
    else:
        found = measure(given.tensio, given.side)
    if given.results:
        given.results.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(measured_table(found))
    print(rates_text(found))
    print(table(found))
    if given.write_docs:
        write_docs(found)


if __name__ == "__main__":
    main()
