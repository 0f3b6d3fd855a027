"""Rows of implicit steps: against the textbook program, and the interactive method against Newton's."""

import numpy as np
import ours
from measure import Failed, Missing, median
from nets import Net, apart
from rows import matrix_limit, net_size, peer, result

H = 0.01
STEPS = 50  # of backward Euler: the whole fall
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


def falling(bench, name, target, limits):
    """Backward Euler over the whole fall, to 0.5 s: the cloth buckles at step 13 and is full of wrinkles
    at the end. Peers: Newton's method with CHOLMOD alone, where it gets through, the textbook program with
    one linear solve a step, and Bullet's soft body, which is another model. The residual is that of steps that
    were taken whole: others are two of half the length. The distance is that after the last step
    to a run with a tolerance of 1e-8; after buckling two runs differ by the branch of the wrinkles."""
    net = Net(bench, name)
    variants = {"tensio": [], "prefactored method": ["--method", "prefactored"],
                "to 1e-3": ["--tolerance", "1e-3"], "to 1e-2": ["--tolerance", "1e-2"],
                "preview": ["--accuracy", "preview"]}
    if not ours.has_option(bench, "run", "--accuracy"):
        del variants["preview"]
    newton = ["--method", "newton", "--linear-solver", "cholmod", "--no-substeps"]
    words = lambda steps, more: ours.run_words(net, steps, H, bench.threads, more)
    contenders = {key: (words(1, more), words(STEPS + 1, more)) for key, more in variants.items()}
    exact, _ = ours.run_frames(net, STEPS, H, every=STEPS, more=["--tolerance", "1e-8"])
    ends, worst, missing = {}, {}, []
    for key, more in variants.items():
        x, v = ours.run_frames(net, STEPS, H, more=more)
        ends[key] = apart(x[-1], exact[-1])
        halved = ours.split_steps(net, H)
        worst[key] = max(net.backward_residual(H, x[n], v[n], x[n + 1]) for n in range(STEPS) if n not in halved)
    add_peers(bench, net, exact[-1], contenders, ends, missing, words, newton)
    rounds = bench.interleave(contenders)
    for taken in rounds.values():
        for entry in taken:
            for clock in ("wall", "cpu"):
                entry[clock] *= 1000 / STEPS
    row = result(bench, f"backward Euler, falling cloth of {net_size(net)}, mean of {STEPS} steps", name,
                 rounds["tensio"], missing=missing, unit="ms", target=target)
    row["value"], row["residual"] = row["seconds"], worst["tensio"]
    row["peers"] = [peer(bench, other, rounds, residual=worst.get(other), apart=ends[other],
                         decides=other == "prefactored method", value=median(rounds[other], bench.clock))
                    for other in rounds if other != "tensio"]
    row["limit"] = matrix_limit(net, row["seconds"] / 1000, limits)
    # for the picture: milliseconds of a step, and the distance after the last one
    row["errors"] = {key: [median(taken, bench.clock), ends[key]] for key, taken in rounds.items()}
    return row


def add_peers(bench, net, exact, contenders, ends, missing, words, newton):
    """Those of the falling cloth that are there and get through."""
    try:
        x, _ = ours.run_frames(net, STEPS, H, every=STEPS, more=newton)
        ends["Newton with CHOLMOD alone"] = apart(x[-1], exact)
        contenders["Newton with CHOLMOD alone"] = (words(1, newton), words(STEPS + 1, newton))
    except Failed as problem:
        missing.append(f"Newton with CHOLMOD alone: {problem}")
    out = net.folder / "plain.bin"
    try:
        program = bench.compile("textbook_implicit", EIGEN)
        key = "textbook program, one linear solve a step"
        plain = lambda steps: {"words": [program, net.plain_file(), steps, H, net.gravity, out]}
        bench.run(**plain(STEPS))
        ends[key] = apart(np.fromfile(out).reshape(-1, 3), exact)
        contenders[key] = (plain(1), plain(STEPS + 1))
    except (Missing, Failed) as problem:
        missing.append(f"textbook: {problem}")
    try:
        program = bench.compile("bullet_cloth", ("-O3", "-I/usr/include/bullet"), BULLET,
                                "bullet/BulletSoftBody/btSoftBody.h", "libbullet-dev")
        key = "Bullet soft body, 10 rounds of constraints: another model"
        bullet = lambda steps: {"words": [program, net.plain_file(), steps, H, net.gravity, 10, out]}
        bench.run(**bullet(STEPS))
        ends[key] = apart(np.fromfile(out).reshape(-1, 3), exact)
        contenders[key] = (bullet(1), bullet(STEPS + 1))
    except (Missing, Failed) as problem:
        missing.append(f"Bullet: {problem}")
