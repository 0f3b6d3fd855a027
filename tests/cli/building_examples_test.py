"""The examples that are built in stages, computed a second time: a cable dome and a guyed mast."""

import json
import math
import os
import unittest

from program import SOURCE, run_json

DOME = os.path.join(SOURCE, "examples", "28_cable_dome", "scene.json")
MAST = os.path.join(SOURCE, "examples", "29_guyed_mast", "scene.json")


def solved(scene, *words):
    ending, answer = run_json("solve", scene, *words)
    assert ending.code == 0, ending
    return answer


def solve_linear(matrix, right):
    """Gauss elimination with row pivots."""
    n = len(right)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, n):
            factor = rows[r][i] / rows[i][i]
            if factor != 0:
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - sum(rows[i][j] * x[j] for j in range(i + 1, n))) / rows[i][i]
    return x


def newton(function, x, steps=40):
    """A zero of a vector function, by differences."""
    for _ in range(steps):
        value = function(x)
        columns = []
        for j in range(len(x)):
            h = 1e-6
            up, down = list(x), list(x)
            up[j] += h
            down[j] -= h
            columns.append([(a - b) / (2 * h) for a, b in zip(function(up), function(down))])
        step = solve_linear([list(row) for row in zip(*columns)], [-v for v in value])
        x = [a + b for a, b in zip(x, step)]
        if max(map(abs, step)) < 1e-11:
            return x
    raise AssertionError("Newton's method of the test does not converge")


def null_space(matrix, columns):
    """The vectors that a matrix maps to zero, by elimination with the largest pivots, and the ratio
    of the smallest pivot to the first entry that counts as zero."""
    rows = [list(row) for row in matrix]
    pivots, smallest, left = [], math.inf, 0.0
    for i in range(min(len(rows), columns)):
        size, r, c = max((abs(rows[r][c]), r, c) for r in range(i, len(rows)) for c in range(columns)
                         if c not in pivots)
        if size < 1e-7:
            left = size
            break
        smallest = min(smallest, size)
        rows[i], rows[r] = rows[r], rows[i]
        pivot = rows[i][c]
        rows[i] = [v / pivot for v in rows[i]]
        for k, row in enumerate(rows):
            if k != i and row[c] != 0:
                factor = row[c]
                rows[k] = [a - factor * b for a, b in zip(row, rows[i])]
        pivots.append(c)
    vectors = []
    for free in (c for c in range(columns) if c not in pivots):
        vector = [0.0] * columns
        vector[free] = 1.0
        for i, c in enumerate(pivots):
            vector[c] = -rows[i][free]
        vectors.append(vector)
    return vectors, smallest / max(left, 1e-300)


class Dome:
    """What the scene of the cable dome says."""

    FILL = {30: 0.84, 40: 0.84, 50: 0.84, 80: 0.88}  # of locked-coil ropes

    def __init__(self):
        with open(DOME) as file:
            self.scene = json.load(file)
        self.position = self.scene["nodes"]["position"]
        self.sets = {s["name"]: s for s in self.scene["springs"]}
        self.ends = [ends for s in self.scene["springs"] for ends in s["ends"]]
        self.pretension = [s["pretension"] for s in self.scene["springs"] for _ in s["ends"]]
        self.first = {}
        count = 0
        for s in self.scene["springs"]:
            self.first[s["name"]] = count
            count += len(s["ends"])

    def fixed(self, node):
        return math.hypot(*self.position[node][:2]) > 29

    def stiffness_and_mass(self, name):
        """EA [kN] and mass per length [t/m] of a set."""
        material = self.sets[name]["material"]
        if material == "tube":
            return 210e6 * 4500e-6, 0.035
        d = int(material.split()[1])
        area = math.pi / 4 * (d * 1e-3) ** 2 * self.FILL[d]
        return 160e6 * area, 83 / 9.81 * area


class CableDome(unittest.TestCase):
    def self_stress(self, dome):
        """Of the equilibrium matrix: a row for each free axis, a column for each spring."""
        rows = {}
        for spring, (a, b) in enumerate(dome.ends):
            length = math.dist(dome.position[a], dome.position[b])
            for node, other in ((a, b), (b, a)):
                for axis in range(3):
                    if not dome.fixed(node):
                        cosine = (dome.position[other][axis] - dome.position[node][axis]) / length
                        rows.setdefault((node, axis), [0.0] * len(dome.ends))[spring] = cosine
        return len(rows), null_space(list(rows.values()), len(dome.ends))

    def test_its_pretensions_are_the_one_self_stress_of_its_equilibrium_matrix(self):
        dome = Dome()
        axes, (vectors, gap) = self.self_stress(dome)
        self.assertEqual(len(vectors), 1)
        self.assertGreater(gap, 1e4)
        scale = dome.pretension[0] / vectors[0][0]
        for given, computed in zip(dome.pretension, vectors[0]):
            self.assertAlmostEqual(given, scale * computed, delta=1e-5)

        # Whatever the order of building, a weightless dome ends in that state, as drawn.
        answer = solved(DOME, "--set", "g=0", "--set", "snow=0")
        for tension, computed in zip(answer["tension"], vectors[0]):
            self.assertAlmostEqual(tension, scale * computed, delta=1e-5)
        for row, drawn in zip(answer["position"], dome.position):
            self.assertLess(math.dist(row, drawn), 1e-7)
        # Maxwell: mechanisms = axes - springs + states of self-stress.
        self.assertEqual(answer["mechanisms"], axes - len(dome.ends) + 1)
        self.assertEqual(answer["mechanisms"], 30)

    def ring_forces(self, dome, sets, slack, snow, unknowns):
        """Forces out of balance of one radial plane (radius and height of each ring, height of the
        two nodes in the middle) and the tension of each set."""
        z0, z1, *rings = unknowns
        at = {0: (0.0, z0), 1: (0.0, z1), 50: (30.0, 0.0)}
        for i, node in enumerate((2, 14, 26, 38)):
            at[node] = (rings[2 * i], rings[2 * i + 1])
        force = {node: [0.0, 0.0] for node in at}
        tension = {}
        for name in sets:
            a, b = dome.sets[name]["ends"][0]
            ea, mass = dome.stiffness_and_mass(name)
            drawn = math.dist(dome.position[a], dome.position[b])
            rest = drawn / (1 + dome.sets[name]["pretension"] / ea)
            weight = 9.81 * mass * rest / 2
            if "hoop" in name:
                # A polygon with twelve corners: two springs at each.
                length = 2 * at[a][0] * math.sin(math.pi / 12)
                t = 0.0 if name in slack else ea * (length / rest - 1)
                force[a][0] -= 2 * t * math.sin(math.pi / 12)
                force[a][1] -= 2 * weight
            else:
                # Springs of all twelve planes meet in the middle.
                share = {node: 12 if node < 2 and name != "centre post" else 1 for node in (a, b)}
                dr, dz = (at[b][i] - at[a][i] for i in (0, 1))
                length = math.hypot(dr, dz)
                t = 0.0 if name in slack else ea * (length / rest - 1)
                for node, sign in ((a, 1), (b, -1)):
                    force[node][0] += sign * t * dr / length
                    force[node][1] += share[node] * (sign * t * dz / length - weight)
            tension[name] = t
        for node, area in ((0, math.pi * 25), (2, math.pi * 200 / 12), (26, math.pi * 400 / 12)):
            force[node][1] -= snow * area
        out = [force[0][1], force[1][1]]
        for node in (2, 14, 26, 38):
            out += force[node]
        return out, tension

    def test_each_stage_is_the_equilibrium_of_one_radial_plane(self):
        dome = Dome()
        answer = solved(DOME)
        stages = answer["stages"]
        self.assertEqual(len(stages), 5)
        later = [name for stage in dome.scene["stages"] for name in stage.get("add", [])]
        there = [name for name in dome.sets if name not in later]
        for stage, given in zip(stages, dome.scene["stages"]):
            there += given.get("add", [])
            snow = 0.5 if given["name"] == "snow" else 0.0
            p = stage["position"]
            found = [p[0][2], p[1][2]] + [x for node in (2, 14, 26, 38) for x in (p[node][0], p[node][2])]
            # From 2 mm beside the answer, so that it is found and not only recognised.
            start = [x + 0.002 * (-1) ** i for i, x in enumerate(found)]
            # Cables that would be in compression are slack.
            slack = set()
            while True:
                own = newton(lambda x: self.ring_forces(dome, there, slack, snow, x)[0], start)
                _, tension = self.ring_forces(dome, there, slack, snow, own)
                more = {name for name, t in tension.items() if t < 0 and "post" not in name}
                if not more:
                    break
                slack |= more
            for x, expected in zip(found, own):
                self.assertAlmostEqual(x, expected, delta=1e-6, msg=stage["name"])
            for name in dome.sets:
                computed = stage["tension"][dome.first[name]]
                self.assertAlmostEqual(computed, tension.get(name, 0.0),
                                       delta=1e-3 + 1e-5 * abs(computed), msg=f"{stage['name']}: {name}")

    def test_each_hoop_lifts_the_dome(self):
        stages = solved(DOME)["stages"]
        tops = [stage["position"][0][2] for stage in stages]
        self.assertEqual(tops[:4], sorted(tops[:4]))
        self.assertLess(tops[0], -6)
        self.assertAlmostEqual(tops[3], 8.0, delta=0.02)


class GuyedMast(unittest.TestCase):
    """Two hinged lengths, each with three guys, which are elastic catenaries."""

    TUBE, TUBE_MASS = 840e3, 0.08  # [kN], [t/m]
    AREA = math.pi / 4 * 0.02 ** 2 * 37 / 49
    GUY, GUY_WEIGHT = 150e6 * AREA, 83 * AREA  # [kN], [kN/m]
    ANCHORS = [(40 * math.cos(2 * math.pi * i / 3), 40 * math.sin(2 * math.pi * i / 3)) for i in range(3)]

    def guy(self, span, height, rest):
        """Horizontal and vertical force at the upper end of an elastic catenary [Irvine, Cable
        structures, section 2.2]."""
        weight = self.GUY_WEIGHT * rest

        def ends(force):
            h, v = force
            w = self.GUY_WEIGHT
            x = h * rest / self.GUY + h / w * (math.asinh(v / h) - math.asinh((v - weight) / h))
            z = (rest / self.GUY * (v - weight / 2)
                 + h / w * (math.hypot(1, v / h) - math.hypot(1, (v - weight) / h)))
            return [x - span, z - height]

        # From the chord, under a tension that is surely too large for a slack rope, by steps that
        # keep h positive.
        strain = max(math.hypot(span, height) / rest - 1, 1e-4)
        t = self.GUY * strain
        force = [t * span / math.hypot(span, height), t * height / math.hypot(span, height) + weight / 2]
        for _ in range(200):
            value = ends(force)
            d = 1e-6 * max(1.0, force[0])
            a, b = ends([force[0] + d, force[1]]), ends([force[0], force[1] + d])
            (m11, m21), (m12, m22) = ([(p - q) / d for p, q in zip(c, value)] for c in (a, b))
            det = m11 * m22 - m12 * m21
            step = [(-value[0] * m22 + value[1] * m12) / det, (-value[1] * m11 + value[0] * m21) / det]
            part = min(1.0, 0.5 * force[0] / abs(step[0])) if step[0] < 0 else 1.0
            force = [f + part * s for f, s in zip(force, step)]
            if max(map(abs, step)) < 1e-11 * force[0]:
                return force
        raise AssertionError("the catenary of the test does not converge")

    def forces(self, points, shorter, wind):
        """Forces out of balance at the joint and, where it is there, at the top."""
        out = []
        below, tensions = [0.0, 0.0, 0.0], []
        for level, point in enumerate(points):
            f = [wind[level], 0.0, 0.0]
            rest = math.hypot(40, 30 * (level + 1)) - shorter[level]
            for ax, ay in self.ANCHORS:
                dx, dy = ax - point[0], ay - point[1]
                span = math.hypot(dx, dy)
                h, v = self.guy(span, point[2], rest)
                f[0] += h * dx / span
                f[1] += h * dy / span
                f[2] -= v
                tensions.append(math.hypot(h, v))
            lengths = [(point, below)]
            if level + 1 < len(points):
                lengths.append((point, points[level + 1]))
            for here, there in lengths:
                d = [q - p for p, q in zip(here, there)]
                length = math.hypot(*d)
                t = self.TUBE * (length / 30 - 1)
                f = [a + t * b / length for a, b in zip(f, d)]
                f[2] -= 9.81 * self.TUBE_MASS * 30 / 2
            below = point
            out += f
        return out, tensions

    STAGES = [(1, (0, 0), (0, 0)), (1, (0.04, 0), (0, 0)), (2, (0.04, 0), (0, 0)),
              (2, (0.04, 0.07), (0, 0)), (2, (0.04, 0.07), (15, 10))]

    def differences(self, segments):
        """Of each stage: the largest difference in position [m], and of the guys' tension at the
        mast [share of the largest], from catenaries."""
        answer = solved(MAST, "--set", f"segments={segments}")
        self.assertEqual(len(answer["stages"]), len(self.STAGES))
        differences = []
        for stage, (levels, shorter, wind) in zip(answer["stages"], self.STAGES):
            found = [stage["position"][1 + i] for i in range(levels)]
            start = [x for point in found for x in point]

            def balance(x):
                return self.forces([x[3 * i:3 * i + 3] for i in range(levels)], shorter, wind)[0]

            own = newton(balance, start)
            _, tensions = self.forces([own[3 * i:3 * i + 3] for i in range(levels)], shorter, wind)
            moved = max(abs(a - b) for a, b in zip(start, own))
            # The springs of a guy follow from the anchor; its last is at the mast, with half of its
            # own weight below its end.
            springs = [2 + (guy + 1) * segments - 1 for guy in range(3 * levels)]
            worst = max(abs(stage["tension"][s] - t) for s, t in zip(springs, tensions))
            differences.append((moved, worst / max(tensions)))
        return differences

    def test_each_stage_is_that_of_elastic_catenaries_the_closer_the_finer_the_guys(self):
        coarse, fine = self.differences(16), self.differences(32)
        for (move_16, tension_16), (move_32, tension_32) in zip(coarse, fine):
            self.assertLess(move_16, 2e-5)
            self.assertLess(tension_16, 4e-3)
            # Positions converge with the square of the springs' length, tensions at the end of the
            # last spring with its length.
            self.assertLess(move_32, 0.3 * move_16)
            self.assertLess(tension_32, 0.6 * tension_16)


if __name__ == "__main__":
    unittest.main()
