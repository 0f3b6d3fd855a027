"""Rows of implicit steps: against the textbook program, and the interactive method against Newton's."""

import numpy as np
import ours
from measure import Failed, Missing, median
from nets import Net, apart
from rows import matrix_limit, net_size, peer, result

H = 0.01
STEPS = 10  # of backward Euler: Newton with CHOLMOD takes seconds for each
BULLET = ("-lBulletSoftBody", "-lBulletDynamics", "-lBulletCollision", "-lLinearMath")
EIGEN = ("-O3", "-I/usr/include/eigen3")


def residuals(net, positions, velocities, steps):
    """The largest relative residual of the linear systems of these steps, and how often K was projected."""
    worst, projected = 0.0, 0
    for step in steps:
        found = net.linear_residual(H, positions[step], velocities[step], positions[step + 1])
        worst = max(worst, min(found.values()))
        projected += found["projected"] < found["exact"]
    return worst, projected


def linearly_implicit(bench, name, target, textbook_steps, limits):
    """Milliseconds of a step, averaged over the first 50 steps of the fall, against the textbook program.
    The textbook program factorises again in each step, which costs as much in all: it takes fewer of them."""
    net = Net(bench, name)
    words = lambda steps: ours.run_words(net, steps, H, bench.threads)
    contenders = {"tensio": (words(1), words(51))}
    positions, velocities = ours.run_frames(net, 50, H)
    worst, projected = residuals(net, positions, velocities, range(50))
    missing, checks, counts = [], {}, {"tensio": 50}
    try:
        program, out = bench.compile("textbook_implicit", EIGEN), net.folder / "plain.bin"
        short, long = textbook_steps
        plain = lambda steps: {"words": [program, net.plain_file(), steps, H, net.gravity, out]}
        took = bench.run(**plain(long))
        del took
        checks["textbook program"] = apart(positions[long], np.fromfile(out).reshape(-1, 3))
        contenders["textbook program"] = (plain(short), plain(long))
        counts["textbook program"] = long - short
    except (Missing, Failed) as problem:
        missing.append(f"textbook: {problem}")
    rounds = bench.interleave(contenders)
    for other, taken in rounds.items():
        for entry in taken:
            for clock in ("wall", "cpu"):
                entry[clock] *= 1000 / counts[other]
    row = result(bench, f"linearly implicit step, cloth of {net_size(net)}, mean of 50", name, rounds["tensio"],
                 missing=missing, unit="ms", target=target)
    row["value"], row["residual"], row["projected_steps"] = row["seconds"], worst, projected
    row["peers"] = [peer(bench, other, rounds, apart=checks[other], value=median(rounds[other], bench.clock),
                         note=f", {counts[other]} steps") for other in rounds if other != "tensio"]
    row["limit"] = matrix_limit(net, row["seconds"] / 1000, limits)
    return row


def interactive(bench, name, target, limits):
    """Backward Euler by the prefactored method, against Newton's method with CHOLMOD, step by step from
    the same start: the largest distance over the first steps is reported. Later the cloth buckles, and the
    way it does is not decided by the accuracy of a step."""
    net = Net(bench, name)
    if not ours.has_option(bench, "run", "--method"):
        raise Failed("this tensio has no `run --method prefactored`")
    more = ["--max-iterations", "1000"]
    fast, full = [*more, "--method", "prefactored"], [*more, "--method", "newton", "--linear-solver", "cholmod"]
    words = lambda steps, more: ours.run_words(net, steps, H, bench.threads, more)
    contenders = {"tensio": (words(1, fast), words(STEPS + 1, fast)),
                  "Newton with CHOLMOD": (words(1, full), words(STEPS + 1, full))}
    x, v = ours.run_frames(net, STEPS, H, more=fast)
    y, w = ours.run_frames(net, STEPS, H, more=full)
    worst = max(net.backward_residual(H, x[n], v[n], x[n + 1]) for n in range(STEPS))
    theirs = max(net.backward_residual(H, y[n], w[n], y[n + 1]) for n in range(STEPS))
    missing, bullet = [], "Bullet soft body, 10 rounds of constraints: another model"
    try:
        out = net.folder / "plain.bin"
        program = bench.compile("bullet_cloth", ("-O3", "-I/usr/include/bullet"), BULLET,
                                "bullet/BulletSoftBody/btSoftBody.h", "libbullet-dev")
        plain = lambda steps: {"words": [program, net.plain_file(), steps, H, net.gravity, 10, out]}
        bench.run(**plain(STEPS))
        bullet_apart = apart(x[STEPS], np.fromfile(out).reshape(-1, 3))
        contenders[bullet] = (plain(1), plain(STEPS + 1))
    except (Missing, Failed) as problem:
        missing.append(f"Bullet: {problem}")
    rounds = bench.interleave(contenders)
    for taken in rounds.values():
        for entry in taken:
            for clock in ("wall", "cpu"):
                entry[clock] *= 1000 / STEPS
    row = result(bench, f"backward Euler step by the prefactored method, cloth of {net_size(net)}, mean of {STEPS}", name,
                 rounds["tensio"], unit="ms", target=target)
    row["value"], row["residual"] = row["seconds"], worst
    row["peers"] = [peer(bench, "Newton with CHOLMOD", rounds, residual=theirs,
                         apart=max(apart(a, b) for a, b in zip(x, y)),
                         value=median(rounds["Newton with CHOLMOD"], bench.clock))]
    if bullet in rounds:
        row["peers"].append(peer(bench, bullet, rounds, apart=bullet_apart, decides=False,
                                 value=median(rounds[bullet], bench.clock)))
    row["missing"] = missing
    row["limit"] = matrix_limit(net, row["seconds"] / 1000, limits)
    return row
