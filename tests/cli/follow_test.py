"""`tensio follow`: the curve in words, as JSON, as CSV and as a picture."""

import csv
import io
import json
import math
import os
import unittest
import xml.etree.ElementTree

from program import SOURCE, SPRINGSYS, folder, run, run_json, write_scene

SNAP = os.path.join(SOURCE, "examples", "09_snap_through", "scene.json")
DOME = os.path.join(SOURCE, "examples", "26_star_dome", "scene.json")
LIMIT = 19.245971284894427 / 30


def prescribed_load(displacement):
    """The load factor that holds the example's top, by the closed form in its README."""
    half, rest, z = 2499.874996874844, 2500.0, 25 + displacement
    return 2 * 5e7 * (1 / math.hypot(half, z) - 1 / rest) * z / 30


def read(path):
    with open(path) as file:
        return file.read()


class Curve(unittest.TestCase):
    def test_a_spring_that_would_break_on_the_way_is_named(self):
        # 100 N/m, breaks at 3 N, pulled with 5 N: at load factor 0.6.
        with folder() as path:
            scene = write_scene(path, {
                "tensio": 1, "dimension": 2,
                "nodes": {"position": [[0, 0], [1, 0]], "fixed": [0]},
                "springs": [{"ends": [[0, 1]], "stiffness": 100, "break": {"force": 3}}],
                "loads": [{"nodes": [1], "force": [5, 0]}]})
            ending, answer = run_json("follow", scene)
            self.assertEqual(ending.code, 0, ending)
            passed = answer["passed_limit"]
            self.assertEqual((passed["kind"], passed["spring"]), ("break", 0))
            factors = [point["load_factor"] for point in answer["points"]]
            self.assertEqual(passed["point"],
                             next(i for i, factor in enumerate(factors) if factor > 0.6))
            self.assertIn("would break from load factor", run("follow", scene).out)

    def test_the_object_holds_the_whole_curve(self):
        ending, answer = run_json("follow", SNAP, "--probe", "top.y")
        self.assertEqual((ending.code, ending.err), (0, ""), ending)
        self.assertEqual(list(answer), ["status", "reason", "case", "until", "probes", "points",
                                        "limit_points", "bifurcations", "unstable", "position",
                                        "tension", "seconds"])
        self.assertEqual((answer["status"], answer["case"], answer["until"], answer["probes"]),
                         ("converged", None, 1, ["top.y"]))
        for point in answer["points"]:
            self.assertEqual(list(point), ["kind", "load_factor", "arc", "probe",
                                           "negative_modes", "residual", "energy"])
            self.assertAlmostEqual(point["load_factor"], prescribed_load(point["probe"][0]), delta=1e-9)
            self.assertLessEqual(point["residual"], 1e-10)
        self.assertEqual(answer["points"][0]["load_factor"], 0)
        self.assertEqual(answer["points"][-1]["load_factor"], 1)
        first, second = answer["limit_points"]
        self.assertAlmostEqual(first["load_factor"], LIMIT, delta=1e-8 * LIMIT)
        self.assertAlmostEqual(second["load_factor"], -LIMIT, delta=1e-8 * LIMIT)
        self.assertEqual((first["kind"], first["negative_modes"]), ("maximum", [0, 1]))
        self.assertEqual((second["kind"], second["negative_modes"]), ("minimum", [1, 0]))
        self.assertEqual(answer["points"][first["point"]]["kind"], "maximum")
        self.assertEqual(answer["unstable"], [[first["load_factor"], second["load_factor"]]])
        self.assertEqual(answer["bifurcations"], [])
        self.assertAlmostEqual(answer["position"][2][1], -30.53007626614104, delta=1e-8)

    def test_the_last_state_is_a_rest_state_of_the_scene(self):
        _, curve = run_json("follow", SNAP)
        _, rest = run_json("solve", SNAP)
        for moved, solved in zip(curve["position"], rest["position"]):
            for a, b in zip(moved, solved):
                self.assertAlmostEqual(a, b, delta=1e-9)

    def test_the_coordinate_that_moves_most_is_the_probe(self):
        self.assertEqual(run_json("follow", SNAP)[1]["probes"], ["top.y"])
        _, answer = run_json("follow", SNAP, "--probe", "2.x", "--probe", "2.y")
        self.assertEqual(answer["probes"], ["top.x", "top.y"])
        self.assertEqual(len(answer["points"][0]["probe"]), 2)

    def test_it_ends_where_asked(self):
        for until in ("0.5", "-2"):
            ending, answer = run_json("follow", SNAP, "--until", until, "--probe", "top.y")
            self.assertEqual(ending.code, 0, ending)
            self.assertEqual(answer["points"][-1]["load_factor"], float(until))
            self.assertEqual(answer["limit_points"], [])
        ending, answer = run_json("follow", SNAP, "--max-steps", "5")
        self.assertEqual((ending.code, answer["status"]), (4, "iteration_limit"))
        self.assertEqual(len(answer["points"]), 6)

    def test_the_same_words_give_the_same_text(self):
        texts = {run("follow", SNAP, "--json", "--threads", n).out.rsplit('"seconds"', 1)[0]
                 for n in (1, 2, 2)}
        self.assertEqual(len(texts), 1)

    def test_a_summary_for_people(self):
        ending = run("follow", SNAP, "--probe", "top.y")
        self.assertEqual((ending.code, ending.err), (0, ""))
        for fragment in ("converged: the load factor 1 was reached", "all loads and gravity",
                         "0.6415324 (maximum) at top.y -10.56648", "-0.6415324 (minimum)",
                         "from load factor 0.6415324 to -0.6415324",
                         "load factor 1 at top.y -55.53008; stable"):
            self.assertIn(fragment, ending.out)
        self.assertEqual(run("follow", SNAP, "-q").out, "")
        quiet = run("follow", SNAP, "-q", "--max-steps", "2")
        self.assertEqual((quiet.code, quiet.out), (4, ""))
        self.assertIn("iteration_limit: the limit of 2 steps", quiet.err)
        self.assertIn("maximum", run("follow", SNAP, "-v").err)

    def test_only_the_named_case_grows(self):
        with open(SNAP) as file:
            scene = json.load(file)
        scene["loads"] = [{"nodes": [2], "force": [0, -30], "case": "live"},
                          {"nodes": [2], "force": [0, -6], "case": "dead"}]
        with folder() as where:
            path = write_scene(where, scene)
            _, answer = run_json("follow", path, "--case", "live")
            self.assertEqual(answer["case"], "live")
            self.assertAlmostEqual(answer["limit_points"][0]["load_factor"], LIMIT - 0.2,
                                   delta=1e-9)
            _, answer = run_json("follow", path)
            self.assertAlmostEqual(answer["limit_points"][0]["load_factor"], LIMIT / 1.2,
                                   delta=1e-9)
            ending = run("follow", path, "--case", "wind")
            self.assertEqual(ending.code, 3)
            self.assertIn("no load case wind; there are live, dead", ending.err)
            self.assertIn("the case dead", run("follow", path, "--case", "dead").out)

    def test_a_loaded_part_without_support_is_named(self):
        scene = {"tensio": 1, "dimension": 2, "nodes": {"position": [[0, 0], [1, 0]]},
                 "springs": [{"ends": [[0, 1]], "stiffness": 1}],
                 "loads": [{"nodes": [1], "force": [1, 0]}]}
        with folder() as where:
            ending, answer = run_json("follow", write_scene(where, scene))
            self.assertEqual((ending.code, answer["status"]), (4, "no_equilibrium"), ending)
            self.assertEqual(answer["points"], [])
            text = run("follow", write_scene(where, scene))
            self.assertEqual(text.code, 4)
            self.assertIn("no_equilibrium", text.out)


class Files(unittest.TestCase):
    def test_the_points_as_csv(self):
        with folder() as where:
            out = f"{where}/curve.csv"
            ending, answer = run_json("follow", SNAP, "--probe", "top.y", "--probe", "0.x",
                                      "--out", out)
            self.assertEqual(ending.code, 0, ending)
            rows = list(csv.reader(io.StringIO(read(out))))
            self.assertEqual(rows[0], ["step", "load_factor", "arc_length", "top.y", "a.x",
                                       "negative_modes", "residual", "energy"])
            self.assertEqual(len(rows) - 1, len(answer["points"]))
            for number, (row, point) in enumerate(zip(rows[1:], answer["points"])):
                self.assertEqual([float(field) for field in row],
                                 [number, point["load_factor"], point["arc"], *point["probe"],
                                  point["negative_modes"], point["residual"], point["energy"]])

    def test_the_picture_is_well_formed_and_marks_the_limits(self):
        with folder() as where:
            plot = f"{where}/curve.svg"
            ending = run("follow", SNAP, "--probe", "top.y", "--plot", plot)
            self.assertEqual(ending.code, 0, ending)
            self.assertIn(f"written to {plot}\n", ending.out)
            tree = xml.etree.ElementTree.parse(plot)
            texts = [item.text for item in tree.iter("{http://www.w3.org/2000/svg}text")]
            for text in ("load factor [1]", "displacement of top.y [mm]", "maximum 0.64153",
                         "minimum -0.64153", "top.y, unstable"):
                self.assertIn(text, texts)
            paths = list(tree.iter("{http://www.w3.org/2000/svg}path"))
            # Stable, unstable and stable again, and two samples in the key.
            self.assertEqual(len(paths), 5)
            self.assertEqual(sum("stroke-dasharray" in path.attrib for path in paths), 2)

    def test_existing_files_are_refused_without_force(self):
        for option in ("--out", "--plot"):
            with folder() as where:
                path = write_scene(where, "precious", "file")
                ending = run("follow", SNAP, option, path)
                self.assertEqual((ending.code, ending.out), (2, ""))
                self.assertIn("--force", ending.err)
                self.assertEqual(read(path), "precious")
                self.assertEqual(run("follow", SNAP, option, path, "--force").code, 0)
                self.assertNotEqual(read(path), "precious")

    def test_a_file_that_cannot_be_written_does_not_lose_the_curve(self):
        ending, answer = run_json("follow", SNAP, "--out", "/proc/tensio.csv")
        self.assertEqual((ending.code, answer["status"]), (5, "error"), ending)
        self.assertGreater(len(answer["points"]), 10)

    def test_no_file_is_written_unasked(self):
        with folder() as where:
            run("follow", SNAP, cwd=where)
            self.assertEqual(os.listdir(where), [])


def scene_of(path):
    with open(path) as file:
        return json.load(file)


class Branches(unittest.TestCase):
    """The dome of examples/26_star_dome; its forces are computed here from the lengths alone."""

    scene = scene_of(DOME)
    drawn = scene["nodes"]["position"]
    ends = scene["springs"][0]["ends"]
    free = 7
    every_coordinate = [word for node in range(free) for axis in "xyz"
                        for word in ("--probe", f"{node}.{axis}")]

    def forces(self, moves):
        """On the free nodes, at 21 displacements: of the bars alone."""
        place = [[self.drawn[n][i] + (moves[3 * n + i] if n < self.free else 0) for i in range(3)]
                 for n in range(len(self.drawn))]
        sums = [0.0] * (3 * self.free)
        for a, b in self.ends:
            rest, length = math.dist(self.drawn[a], self.drawn[b]), math.dist(place[a], place[b])
            pull = 1e5 * (length / rest - 1)
            for i in range(3):
                part = pull * (place[b][i] - place[a][i]) / length
                if a < self.free:
                    sums[3 * a + i] += part
                if b < self.free:
                    sums[3 * b + i] -= part
        return sums

    def followed(self, *options):
        ending, answer = run_json("follow", DOME, "--until", "50", "--max-steps", "25",
                                  *self.every_coordinate, *options)
        self.assertEqual(ending.code, 4, ending)  # the path is longer than 25 steps
        return answer

    def assert_balanced(self, point):
        for i, force in enumerate(self.forces(point["probe"])):
            load = point["load_factor"] if i % 3 == 2 else 0
            self.assertAlmostEqual(force, load, delta=1e-6)

    def test_the_dome_bifurcates_before_its_limit_and_both_paths_are_equilibria(self):
        answer = self.followed("--branch", "1")
        first = answer["bifurcations"][0]
        self.assertAlmostEqual(first["load_factor"], 24.2874, delta=1e-4)
        self.assertAlmostEqual(answer["limit_points"][0]["load_factor"], 38.1803, delta=1e-4)
        self.assertEqual([branch["sign"] for branch in answer["branches"]], ["plus", "minus"])
        for branch in answer["branches"]:
            self.assertEqual(list(branch), ["bifurcation", "sign", "status", "reason", "direction",
                                            "points", "limit_points", "bifurcations", "unstable"])
            self.assertGreater(len(branch["points"]), 20)
            self.assertLess(branch["points"][1]["load_factor"], first["load_factor"])
            for point in branch["points"]:
                self.assert_balanced(point)
            # Every second ring node goes down, the others up: the branch is no longer symmetric.
            moves = branch["points"][20]["probe"]
            self.assertGreater(abs(moves[3 + 2] - moves[6 + 2]), 0.1)
        for point in answer["points"]:
            self.assert_balanced(point)

    def test_the_direction_is_a_null_vector_of_the_stiffness_at_the_bifurcation(self):
        # The change of the forces along the direction, by central differences, against that along
        # a direction of the same size with stiffness.
        answer = self.followed("--branch", "1", "--branch", "2")
        for branch in answer["branches"]:
            at = branch["points"][0]["probe"]
            direction = [entry for row in branch["direction"][:self.free] for entry in row]
            self.assertAlmostEqual(max(map(abs, direction)), 1, delta=1e-12)
            step = 1e-4

            def change(along):
                there = self.forces([x + step * u for x, u in zip(at, along)])
                back = self.forces([x - step * u for x, u in zip(at, along)])
                return math.hypot(*[(a - b) / (2 * step) for a, b in zip(there, back)])

            stiff = change([1.0 if i == 3 else 0.0 for i in range(21)])
            self.assertLess(change(direction), 1e-6 * stiff)

    def test_a_double_bifurcation_has_three_pairs_of_equal_branches(self):
        answer = self.followed("--branch", "2")
        self.assertEqual(answer["bifurcations"][1]["negative_modes"], [1, 3])
        factors = {"plus": [], "minus": []}
        for branch in answer["branches"]:
            factors[branch["sign"]].append(branch["limit_points"][0]["load_factor"])
            for point in branch["points"]:
                self.assert_balanced(point)
        for side, found in factors.items():
            self.assertEqual(len(found), 3, side)
            self.assertAlmostEqual(max(found), min(found), delta=1e-6)

    def test_branches_are_in_the_table_the_plot_and_the_summary(self):
        with folder() as path:
            table, plot = os.path.join(path, "a.csv"), os.path.join(path, "a.svg")
            ending = run("follow", DOME, "--until", "50", "--max-steps", "25", "--branch", "1",
                         "--branch-sign", "minus", "--probe", "top.z", "--out", table, "--plot", plot)
            self.assertEqual(ending.code, 4, ending)
            self.assertIn("branch 1              of bifurcation 1, minus: ", ending.out)
            rows = list(csv.DictReader(io.StringIO(read(table))))
            self.assertEqual({row["branch"] for row in rows}, {"0", "1"})
            self.assertIn("top.z, branch 1", read(plot))

    def test_a_bifurcation_that_is_not_there_is_named(self):
        ending = run("follow", SNAP, "--branch", "1")
        self.assertEqual(ending.code, 4, ending)
        self.assertIn("not found; the path has 0 bifurcations", ending.out)


class ShallowDome(unittest.TestCase):
    """The dome of 24 bars that papers on path following use: radii 25 and 50 cm, heights 8.216 and 6.216 cm, here with
    EA = 96 kN, N on each ring node and half of it on the top. Everything is computed a second time in the test, from
    the lengths of the bars: the symmetric path has three unknowns, which leaves room for no path following."""

    stiffness, load = 96000.0, [0.5] + 6 * [1.0]
    ring, foot, top, height = 25.0, 50.0, 8.216, 6.216

    @staticmethod
    def around(radius, z, turn):
        return [[radius * math.cos(math.pi / 3 * (i + turn)), radius * math.sin(math.pi / 3 * (i + turn)), z]
                for i in range(6)]

    @classmethod
    def setUpClass(cls):
        cls.drawn = [[0, 0, cls.top]] + cls.around(cls.ring, cls.height, 0) + cls.around(cls.foot, 0, 0.5)
        cls.ends = [pair for i in range(6) for pair in
                    ((0, 1 + i), (1 + i, 1 + (i + 1) % 6), (1 + i, 7 + i), (1 + i, 7 + (i + 5) % 6))]
        scene = {"tensio": 1, "dimension": 3, "nodes": {"position": cls.drawn, "fixed": "7:13"},
                 "springs": [{"ends": cls.ends, "axial_stiffness": cls.stiffness}],
                 "loads": [{"nodes": [0], "force": [0, 0, -0.5]}, {"nodes": "1:7", "force": [0, 0, -1]}]}
        coordinates = [word for node in range(7) for axis in "xyz" for word in ("--probe", f"{node}.{axis}")]
        with folder() as where:
            path = os.path.join(where, "dome.json")
            with open(path, "w") as file:
                json.dump(scene, file)
            cls.ending, cls.answer = run_json("follow", path, "--until", "300", "--max-steps", "45", "--branch", "1",
                                              *coordinates)

    def forces(self, place):
        """Of the bars on the seven free nodes, at their 21 coordinates."""
        everywhere = [place[3 * n:3 * n + 3] for n in range(7)] + self.drawn[7:]
        sums = [0.0] * 39
        for a, b in self.ends:
            rest, length = math.dist(self.drawn[a], self.drawn[b]), math.dist(everywhere[a], everywhere[b])
            pull = self.stiffness * (length / rest - 1)
            for i in range(3):
                part = pull * (everywhere[b][i] - everywhere[a][i]) / length
                sums[3 * a + i] += part
                sums[3 * b + i] -= part
        return sums[:21]

    def symmetric(self, z):
        """The symmetric equilibrium with the top at z: its coordinates, and the load. Newton's method for the radius
        and the height of the ring, and the load, from those of the nearest point of the path."""
        nearest = min(self.answer["points"], key=lambda point: abs(self.top + point["probe"][2] - z))
        radius, height = self.ring + nearest["probe"][3], self.height + nearest["probe"][5]
        load = nearest["load_factor"]

        def off(radius, height, load):
            at = [0, 0, z] + [x for node in self.around(radius, height, 0) for x in node]
            force = self.forces(at)
            return [force[2] - 0.5 * load, force[3], force[5] - load]

        for _ in range(30):
            rest, steps = off(radius, height, load), (1e-5, 1e-5, 1.0)
            unknowns = [radius, height, load]
            columns = []
            for i, step in enumerate(steps):
                more, less = list(unknowns), list(unknowns)
                more[i] += step
                less[i] -= step
                columns.append([(a - b) / (2 * step) for a, b in zip(off(*more), off(*less))])
            change = self.solved(columns, rest)
            radius, height, load = (value - part for value, part in zip(unknowns, change))
        return [0, 0, z] + [x for node in self.around(radius, height, 0) for x in node], load

    @staticmethod
    def solved(columns, right):
        """Three equations by Cramer's rule."""
        def volume(a, b, c):
            return sum(a[i] * (b[i - 2] * c[i - 1] - b[i - 1] * c[i - 2]) for i in range(3))

        whole = volume(*columns)
        return [volume(*[right if j == i else columns[j] for j in range(3)]) / whole for i in range(3)]

    def alternating_stiffness(self, z):
        """The determinant of K for moves of the ring that change their sign from node to node."""
        at = self.symmetric(z)[0]
        moves = []
        for outwards, up in ((1, 0), (0, 1)):
            move = [0.0, 0.0, 0.0]
            for i in range(6):
                sign = 1 - 2 * (i % 2)
                angle = math.pi / 3 * i
                move += [sign * outwards * math.cos(angle), sign * outwards * math.sin(angle), sign * up]
            moves.append(move)
        rows = []
        for move in moves:
            more = self.forces([x + 1e-4 * u for x, u in zip(at, move)])
            less = self.forces([x - 1e-4 * u for x, u in zip(at, move)])
            change = [(b - a) / 2e-4 for a, b in zip(more, less)]
            rows.append([sum(x * u for x, u in zip(change, other)) for other in moves])
        return rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]

    def test_it_bifurcates_at_83_4(self):
        high, low = self.top - 1e-3, self.top - 0.5
        self.assertGreater(self.alternating_stiffness(high), 0)
        self.assertLess(self.alternating_stiffness(low), 0)
        for _ in range(50):
            middle = 0.5 * (high + low)
            if self.alternating_stiffness(middle) > 0:
                high = middle
            else:
                low = middle
        found = self.answer["bifurcations"][0]
        self.assertEqual(found["negative_modes"], [0, 1])
        self.assertAlmostEqual(found["load_factor"], self.symmetric(high)[1], delta=1e-5)
        self.assertAlmostEqual(found["load_factor"], 83.4, delta=0.05)

    def test_its_limit_is_at_176_1(self):
        # The largest load of the symmetric path, by the golden section.
        golden = 0.5 * (math.sqrt(5) - 1)
        low, high = self.top - 1, self.top - 0.6
        while high - low > 1e-8:
            first, second = high - golden * (high - low), low + golden * (high - low)
            if self.symmetric(first)[1] > self.symmetric(second)[1]:
                high = second
            else:
                low = first
        found = self.answer["limit_points"][0]
        self.assertEqual(found["kind"], "maximum")
        self.assertAlmostEqual(found["load_factor"], self.symmetric(low)[1], delta=1e-6)
        self.assertAlmostEqual(found["load_factor"], 176.1, delta=0.05)

    def test_the_path_and_both_branches_are_equilibria(self):
        self.assertEqual(self.ending.code, 4, self.ending)  # the path is longer than 45 steps
        self.assertEqual([branch["sign"] for branch in self.answer["branches"]], ["plus", "minus"])
        loads = {}
        for curve in (self.answer, *self.answer["branches"]):
            self.assertGreater(len(curve["points"]), 30)
            for point in curve["points"]:
                place = [x + move for node, row in enumerate(self.drawn[:7])
                         for x, move in zip(row, point["probe"][3 * node:3 * node + 3])]
                for i, force in enumerate(self.forces(place)):
                    share = self.load[i // 3] * point["load_factor"] if i % 3 == 2 else 0
                    self.assertAlmostEqual(force, share, delta=1e-6)
                ring = [point["probe"][3 * node + 2] for node in range(1, 7)]
                loads.setdefault(curve.get("sign", "path"), []).append((point["load_factor"], max(ring) - min(ring)))
        # On the path the ring stays level. On the branches it does not, and turning by a sixth makes one the other.
        self.assertLess(max(uneven for _, uneven in loads["path"]), 1e-5)
        for sign in ("plus", "minus"):
            self.assertGreater(max(uneven for _, uneven in loads[sign]), 1)
        plus, minus = ([point["load_factor"] for point in branch["limit_points"]] for branch in self.answer["branches"])
        self.assertEqual(len(plus), 2)
        for one, other in zip(plus, minus):
            self.assertAlmostEqual(one, other, delta=1e-6)


class Refusals(unittest.TestCase):
    def refused(self, words, fragment, code=2):
        ending = run("follow", *words)
        self.assertEqual((ending.code, ending.out), (code, ""), ending)
        self.assertIn(fragment, ending.err)
        again, answer = run_json("follow", *words)
        self.assertEqual((again.code, answer["status"]), (code, "error"))

    def test_mistakes_are_named(self):
        self.refused([SNAP, "--probe", "top"], "must end with an axis: .x or .y")
        self.refused([SNAP, "--probe", "top.z"], "must end with an axis")
        self.refused([SNAP, "--probe", "tip.y"], "no node is named tip")
        self.refused([SNAP, "--probe", "3.y"], "there is no node 3; the nodes are 0 to 2")
        self.refused([SNAP, "--until", "0"], "must be a number other than 0")
        self.refused([SNAP, "--until", "far"], "must be a number other than 0")
        self.refused([SNAP, "--max-steps", "0"], "from 1 to")
        self.refused([SNAP, "--force"], "--out")
        self.refused([SNAP, "--branch", "0"], "the number of a bifurcation, from 1 on, or all")
        self.refused([SNAP, "--branch", "x"], "the number of a bifurcation, from 1 on, or all")
        self.refused([SNAP, "--branch-sign", "up"], "must be one of both, plus, minus")
        self.refused([SNAP, "--branch-step", "2"], "above 0 and at most 1")
        self.refused([SNAP, "--plot", "-"], "a file name is needed")
        self.refused([SNAP, "--case", "wind"], "no load case wind", code=3)
        self.refused([SPRINGSYS], "no loads", code=3)
        with folder() as where:
            self.refused([SNAP, "--out", f"{where}/a", "--plot", f"{where}/a"], "both name")


if __name__ == "__main__":
    unittest.main()
