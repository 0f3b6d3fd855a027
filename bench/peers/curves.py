"""How the cost grows with the net, and falls with threads: measured by `tensio bench SCENE`, and drawn."""

import json
import math
import os
import subprocess

from measure import ROOT, Failed, say
from nets import SCENES

IMAGES = ROOT / "docs" / "images"
COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#17becf", "#7f7f7f")
# side of the net; a curve ends where its next point would take longer than this
SIDES, MOST_SECONDS = (10, 32, 100, 316, 1000), 120.0


def point(bench, scene, side, threads=1):
    done = subprocess.run([str(bench.tensio), "bench", str(SCENES / f"{scene}.json"), "--set", f"n={side}",
                           "--threads", str(threads), "--repeat", str(bench.repeats), "--json"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"tensio bench {scene} n={side}: {done.stderr or done.stdout}")
    found = json.loads(done.stdout)["results"][0]
    # the least of the rounds: other work on the machine only adds
    return found | {"least": min(found["seconds"]) / found["steps"]}


def by_size(bench):
    curves = {}
    for label, scene in (("explicit step", "explicit_300"), ("linearly implicit step", "linearly_implicit_100"),
                         ("equilibrium of the net, 1e-9", "net_50")):
        points = []
        for side in SIDES:
            last = points[-1][1] if points else 0
            # nothing here grows faster than the fourth power of the side
            if last * 100 * bench.repeats > MOST_SECONDS * 5:
                break
            say(f"  {label}, {side} x {side}")
            try:
                found = point(bench, scene, side)
            except Failed as problem:
                say(f"  {problem}")
                break
            points.append((found["nodes"], found["least"]))
        curves[label] = points
    return curves


def by_threads(bench):
    curves = {}
    most = os.cpu_count() or 1
    counts = sorted({1, 2, most, *(2 ** k for k in range(1, 12) if 2 ** k <= most)} & set(range(1, most + 1)))
    for side in (300, 1000):
        points = []
        for threads in counts:
            say(f"  explicit, {side} x {side}, {threads} threads")
            found = point(bench, "explicit_300", side, threads)
            points.append((threads, found["springs"] / found["least"] / 1e6))
        curves[f"{side} x {side} nodes"] = points
    return curves


# ---- drawing ----

def ticks(low, high, log):
    if log:
        return [(10.0 ** k, f"1e{k}") for k in range(low, high + 1)]
    step = 10 ** math.floor(math.log10(high)) / (1 if high / 10 ** math.floor(math.log10(high)) > 4 else 4)
    return [(k * step, f"{k * step:g}") for k in range(int(high / step) + 1)]


def draw(title, across, up, curves, log):
    """A plot in the look of those that the library draws."""
    points = [p for line in curves.values() for p in line]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    if log:
        span = [(math.floor(math.log10(min(v))), math.ceil(math.log10(max(v)))) for v in (xs, ys)]
        place = lambda v, s: (math.log10(v) - s[0]) / max(1, s[1] - s[0])
        marks = [ticks(*s, True) for s in span]
    else:
        span = [(0, max(xs) * 1.05), (0, max(ys) * 1.1)]
        place = lambda v, s: v / s[1]
        marks = [[(float(n), str(n)) for n in sorted(set(xs))], ticks(0, span[1][1], False)]
    left, right, top, bottom = 80, 560, 50, 365
    at_x = lambda v: left + (right - left) * place(v, span[0])
    at_y = lambda v: bottom - (bottom - top) * place(v, span[1])
    # wide enough for the longest name of the key
    width = max(760, 612 + 7 * max(map(len, curves)))
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 420" width="{width}" height="420" role="img" '
           'font-family="system-ui, Arial, sans-serif" font-size="12">', f"<title>{title}</title>",
           f'<rect width="{width}" height="420" fill="#ffffff"/>',
           f'<text x="{left}" y="26" font-size="15" fill="#1a1a1a">{title}</text>']
    for value, text in marks[0]:
        out.append(f'<path d="M{at_x(value):.1f} {bottom}V{top}" stroke="#e3e3e3"/><text x="{at_x(value):.1f}" '
                   f'y="{bottom + 18}" text-anchor="middle" fill="#333333">{text}</text>')
    for value, text in marks[1]:
        out.append(f'<path d="M{left} {at_y(value):.1f}H{right}" stroke="#e3e3e3"/><text x="{left - 8}" '
                   f'y="{at_y(value) + 4:.1f}" text-anchor="end" fill="#333333">{text}</text>')
    out.append(f'<text x="{(left + right) / 2}" y="{bottom + 43}" text-anchor="middle" fill="#1a1a1a">{across}</text>')
    out.append(f'<text transform="translate(18 {(top + bottom) / 2}) rotate(-90)" text-anchor="middle" '
               f'fill="#1a1a1a">{up}</text>')
    for n, (label, line) in enumerate(curves.items()):
        colour = COLOURS[n % len(COLOURS)]
        path = " ".join(f"{at_x(x):.1f},{at_y(y):.1f}" for x, y in line)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>')
        out += [f'<circle cx="{at_x(x):.1f}" cy="{at_y(y):.1f}" r="3" fill="{colour}"/>' for x, y in line]
        y = top + 14 + 20 * n
        out.append(f'<path d="M574 {y}h22" stroke="{colour}" stroke-width="3"/><text x="602" y="{y + 4}" '
                   f'fill="#1a1a1a">{label}</text>')
    return "\n".join([*out, "</svg>", ""])


def draw_errors(rows):
    """What a step costs and what it leaves, one picture for each row that has both."""
    for row in rows:
        if "errors" in row:
            # names of the table without their explanations
            points = {label.split(",")[0].split(":")[0]: [(cost, max(far, 1e-12))]
                      for label, (cost, far) in row["errors"].items()}
            points = {"to 1e-6" if label == "tensio" else label: point for label, point in points.items()}
            name = row["name"].removeprefix("motion_")
            fall = name.startswith("implicit")
            path = IMAGES / ("performance_errors.svg" if fall else f"performance_errors_{name}.svg")
            what = "after the fall" if fall else f"at the end ({name.replace('_', ' ')})"
            path.write_text(draw(f"Error in position {what}, by the time of a step", "milliseconds of a step",
                                 "largest distance [m]", points, True), encoding="utf-8")


def measure_and_draw(bench):
    """Writes both pictures; gives the figures."""
    say("cost by size")
    size = by_size(bench)
    say("speed by threads")
    threads = by_threads(bench)
    (IMAGES / "performance_size.svg").write_text(
        draw("Seconds, by the number of nodes, on one thread", "nodes", "seconds", size, True), encoding="utf-8")
    (IMAGES / "performance_threads.svg").write_text(
        draw("Explicit steps, by the number of threads", "threads", "million springs a second", threads, False),
        encoding="utf-8")
    return {"size": size, "threads": threads}
