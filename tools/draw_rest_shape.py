#!/usr/bin/env python3
"""Draws a scene and its rest state as an SVG: draw_rest_shape.py SCENE.json OUT.svg

Runs `tensio solve SCENE --json` (the program named by TENSIO, else ./tensio) and draws the drawn
shape in thin grey and the rest state coloured by tension. Made for the pictures of the docs.
"""

import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WIDTH, HEIGHT, MARGIN = 760, 380, 40
# Colour-blind safe, from push (blue) over nothing (grey) to pull (vermilion).
PUSH, REST, PULL = (0, 114, 178), (190, 190, 190), (213, 94, 0)


def project(point):
    """A view from above and aside in 3D; the plane itself in 2D."""
    if len(point) == 2:
        return point[0], -point[1]
    x, y, z = point
    return 0.9 * x - 0.44 * y, -(0.26 * x + 0.53 * y + 0.81 * z)


def colour(tension, largest):
    share = max(-1.0, min(1.0, tension / largest if largest > 0 else 0.0))
    end = PULL if share >= 0 else PUSH
    mix = [round(a + (b - a) * abs(share) ** 0.6) for a, b in zip(REST, end)]
    return "#%02x%02x%02x" % tuple(mix)


def main(scene_path, out_path):
    program = os.environ.get("TENSIO", str(ROOT / "tensio"))
    answer = subprocess.run([program, "solve", scene_path, "--json"], capture_output=True, text=True)
    result = json.loads(answer.stdout)
    if result["status"] != "converged":
        sys.exit(f"{scene_path}: {result['status']}")
    scene = json.loads(pathlib.Path(scene_path).read_text())
    ends = [pair for group in scene["springs"] for pair in group["ends"]]
    rest = [project(p) for p in result["position"]]
    drawn = [project([x - u for x, u in zip(p, d)])
             for p, d in zip(result["position"], result["displacement"])]

    # Fit both shapes into the page.
    xs, ys = zip(*(rest + drawn))
    scale = min((WIDTH - 2 * MARGIN) / (max(xs) - min(xs)), (HEIGHT - 2 * MARGIN) / (max(ys) - min(ys)))
    left = (WIDTH - scale * (max(xs) + min(xs))) / 2
    top = (HEIGHT - scale * (max(ys) + min(ys))) / 2

    def place(point):
        return f"{left + scale * point[0]:.1f}", f"{top + scale * point[1]:.1f}"

    def line(a, b, style):
        (x1, y1), (x2, y2) = place(a), place(b)
        return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {style}/>'

    largest = max((abs(t) for t in result["tension"]), default=0.0)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
             f'font-family="sans-serif" font-size="13">',
             f"<title>{scene.get('title', 'rest state')}</title>",
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for a, b in ends:
        parts.append(line(drawn[a], drawn[b], 'stroke="#ccc" stroke-dasharray="3 3"'))
    for (a, b), tension in zip(ends, result["tension"]):
        parts.append(line(rest[a], rest[b], f'stroke="{colour(tension, largest)}" stroke-width="2.5"'))
    for node, point in enumerate(rest):
        x, y = place(point)
        if str(node) in result["reaction"]:
            parts.append(f'<rect x="{float(x) - 4:.1f}" y="{float(y) - 4:.1f}" width="8" height="8" fill="#333"/>')
        else:
            parts.append(f'<circle cx="{x}" cy="{y}" r="3" fill="#333"/>')
    low = min(result["tension"], default=0.0)
    legend = f"tension {low:.3g} to {max(result['tension'], default=0.0):.3g}"
    parts.append(f'<text x="12" y="{HEIGHT - 12}" fill="#555">{legend}; grey: as drawn; squares: fixed</text>')
    parts.append("</svg>")
    pathlib.Path(out_path).write_text("\n".join(parts) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
