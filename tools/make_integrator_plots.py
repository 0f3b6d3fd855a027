#!/usr/bin/env python3
"""Runs the integrators and draws the plots of docs/choosing_an_integrator.md.

usage: make_integrator_plots.py [--tensio PROGRAM] [--out FOLDER]

Every point is a run of `tensio run`; the same program gives the same files.
"""

import argparse
import csv
import json
import math
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
SIDE = 6
COLOURS = {"explicit_euler": "#c0392b", "symplectic_euler": "#d98a1f", "velocity_verlet": "#1f77b4",
           "rk4": "#2e8b57", "linearly_implicit_euler": "#8c6d31", "implicit_euler": "#8e44ad",
           "implicit_midpoint": "#17a2a2", "bdf2": "#7f7f7f"}


def cloth():
    """A cloth of 6 x 6 nodes that hangs from two corners and swings down."""
    ends = []
    for j in range(SIDE):
        for i in range(SIDE):
            node = j * SIDE + i
            if i + 1 < SIDE:
                ends.append([node, node + 1])
            if j + 1 < SIDE:
                ends.append([node, node + SIDE])
            if i + 1 < SIDE and j + 1 < SIDE:
                ends += [[node, node + SIDE + 1], [node + 1, node + SIDE]]
    return {"tensio": 1, "dimension": 3, "gravity": [0, 0, -9.81],
            "nodes": {"position": [[0.1 * i, 0.1 * j, 0] for j in range(SIDE) for i in range(SIDE)],
                      "mass": 0.01, "fixed": [0, SIDE - 1]},
            "springs": [{"ends": ends, "stiffness": 100}]}


class Runs:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        (folder / "cloth.json").write_text(json.dumps(cloth()))

    def run(self, integrator, time_step, duration, *more):
        done = subprocess.run([self.program, "run", self.folder / "cloth.json", "--json",
                               "--integrator", integrator, "--time-step", repr(time_step),
                               "--duration", repr(duration), *more],
                              capture_output=True, text=True)
        return json.loads(done.stdout)

    def history(self, integrator, time_step, duration):
        """Times and total energies."""
        out = self.folder / f"{integrator}_{time_step}"
        self.run(integrator, time_step, duration, "--out", str(out))
        with open(out / "history.csv", newline="") as file:
            return [(float(row["time"]), float(row["total"])) for row in csv.DictReader(file)]

    def stable(self, integrator, *more):
        return self.run(integrator, 1e-4, 1e-4, *more)["stable_time_step"]


# ---- drawing ----

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 420, 80, 190, 50, 55


# On dark screens.
DARK = ('<style>@media screen and (prefers-color-scheme: dark){rect{fill:#0f1216}text{fill:#eceff2}'
        'path[stroke="#e3e3e3"]{stroke:#2a3038}}</style>')


class Axis:
    def __init__(self, low, high, start, end, logarithmic):
        self.low, self.high, self.start, self.end, self.log = low, high, start, end, logarithmic

    def at(self, value):
        part = ((math.log10(value / self.low) / math.log10(self.high / self.low)) if self.log
                else (value - self.low) / (self.high - self.low))
        return self.start + part * (self.end - self.start)

    def ticks(self):
        if self.log:
            first, last = round(math.log10(self.low)), round(math.log10(self.high))
            return [10.0 ** e for e in range(first, last + 1)]
        step = 10 ** math.floor(math.log10((self.high - self.low) / 4))
        for factor in (1, 2, 5, 10):
            if (self.high - self.low) / (step * factor) <= 6:
                step *= factor
                break
        first = math.ceil(self.low / step - 1e-9)
        count = math.floor((self.high - first * step) / step + 1e-9) + 1
        return [(first + i) * step for i in range(count)]

    def text(self, tick):
        return f"1e{round(math.log10(tick))}" if self.log else f"{tick:g}"


def picture(title, x, y, x_name, y_name, curves, path):
    """Curves are (label, colour, points), from where they enter the axes to where they leave."""
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
             f'width="{WIDTH}" height="{HEIGHT}" role="img" '
             'font-family="system-ui, Arial, sans-serif" font-size="12">',
             f"<title>{title}</title>", DARK,
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
             f'<text x="{LEFT}" y="26" font-size="15" fill="#1a1a1a">{title}</text>']
    for tick in x.ticks():
        lines.append(f'<path d="M{x.at(tick):.1f} {y.start}V{y.end}" stroke="#e3e3e3"/>'
                     f'<text x="{x.at(tick):.1f}" y="{y.start + 18}" text-anchor="middle" '
                     f'fill="#333333">{x.text(tick)}</text>')
    for tick in y.ticks():
        lines.append(f'<path d="M{x.start} {y.at(tick):.1f}H{x.end}" stroke="#e3e3e3"/>'
                     f'<text x="{x.start - 8}" y="{y.at(tick) + 4:.1f}" text-anchor="end" '
                     f'fill="#333333">{y.text(tick)}</text>')
    lines.append(f'<text x="{(x.start + x.end) / 2:.1f}" y="{HEIGHT - 12}" text-anchor="middle" '
                 f'fill="#1a1a1a">{x_name}</text>'
                 f'<text transform="translate(18 {(y.start + y.end) / 2:.1f}) rotate(-90)" '
                 f'text-anchor="middle" fill="#1a1a1a">{y_name}</text>')
    for row, (label, colour, points) in enumerate(curves):
        kept = []
        for px, py in points:
            if not (y.low <= py <= y.high and x.low <= px <= x.high):
                if kept:
                    break
                continue
            kept.append(f"{x.at(px):.1f} {y.at(py):.1f}")
        if len(kept) > 1:
            lines.append(f'<path d="M{"L".join(kept)}" fill="none" stroke="{colour}" '
                         'stroke-width="2" stroke-linejoin="round"/>')
        for point in kept if len(points) < 30 else []:
            px, py = point.split()
            lines.append(f'<circle cx="{px}" cy="{py}" r="3" fill="{colour}"/>')
        at = TOP + 14 + 22 * row
        lines.append(f'<path d="M{x.end + 14} {at - 4}h22" stroke="{colour}" stroke-width="3"/>'
                     f'<text x="{x.end + 42}" y="{at}" fill="#1a1a1a">{label}</text>')
    path.write_text("\n".join(lines + ["</svg>"]) + "\n")


def axes(x_low, x_high, x_log, y_low, y_high, y_log):
    return (Axis(x_low, x_high, LEFT, WIDTH - RIGHT, x_log),
            Axis(y_low, y_high, HEIGHT - BOTTOM, TOP, y_log))


# ---- the plots ----

def energy(runs, out):
    step = 0.5 * runs.stable("velocity_verlet")
    names = ["explicit_euler", "symplectic_euler", "velocity_verlet", "rk4", "implicit_euler",
             "implicit_midpoint", "bdf2"]
    # In units of what the cloth would win by falling its own height.
    scale = 0.01 * SIDE * SIDE * 9.81 * 0.25
    curves = []
    for name in names:
        rows = runs.history(name, step, 4.0)
        curves.append((name, COLOURS[name],
                       [(t, 100 * (total - rows[0][1]) / scale) for t, total in rows]))
    x, y = axes(0, 4, False, -60, 60, False)
    picture(f"Total energy of a swinging cloth without damping, steps of {step:.2g} s", x, y,
            "time [s]", "change of the total energy [%]", curves,
            out / "integrators_energy.svg")


def blow_up(runs, out):
    curves = []
    for name in ["symplectic_euler", "velocity_verlet", "rk4"]:
        stable, points = runs.stable(name, "--from", "equilibrium"), []
        for percent in (80, 90, 95, 98, 100, 101, 102, 105, 110, 120, 140, 160, 180, 200):
            step = stable * percent / 100
            result = runs.run(name, step, step * 2000, "--from", "equilibrium")
            points.append((percent / 100, max(1, min(result["steps"], 2000))))
        curves.append((name, COLOURS[name], points))
    x, y = axes(0.8, 2.0, False, 1, 10000, True)
    picture("Steps until rounding errors blow a hanging cloth up, of 2,000", x, y, "time step / reported stable_time_step",
            "steps", curves, out / "integrators_stable_step.svg")


def error(runs, out):
    duration = 0.2
    exact = runs.run("rk4", duration / 20000, duration)["position"]
    names = ["explicit_euler", "symplectic_euler", "velocity_verlet", "rk4",
             "linearly_implicit_euler", "implicit_euler", "implicit_midpoint", "bdf2"]
    curves = []
    for name in names:
        points = []
        for steps in (10, 20, 40, 80, 160, 320, 640, 1280, 2560):
            result = runs.run(name, duration / steps, duration)
            if result["status"] == "finished":
                apart = max(abs(a - b) for row, other in zip(result["position"], exact)
                            for a, b in zip(row, other))
                points.append((duration / steps, apart))
        curves.append((name, COLOURS[name], points))
    x, y = axes(1e-5, 1e-1, True, 1e-12, 1, True)
    picture("Error of the cloth's positions after 0.2 s", x, y, "time step [s]",
            "largest error [m]", curves, out / "integrators_error.svg")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tensio", default=str(ROOT / "tensio"))
    parser.add_argument("--out", default=str(ROOT / "docs" / "images"))
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        runs = Runs(words.tensio, pathlib.Path(temporary))
        for plot in (energy, blow_up, error):
            plot(runs, pathlib.Path(words.out))


if __name__ == "__main__":
    main()
