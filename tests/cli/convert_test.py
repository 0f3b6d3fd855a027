"""`convert`: the contents of the files, read by simple readers here and by other programs where they are installed."""

import base64
import csv
import json
import math
import os
import struct
import subprocess
import unittest

import arrays
from program import EXAMPLES, MOVING, SPRINGSYS, folder, parse, run, run_json, write_scene

THIRD = 1 / 3


def roof():
    """Two faces and six springs in two sets, groups, names, supports, a start and velocities."""
    return {"tensio": 1, "dimension": 3, "title": "A roof & more", "gravity": [0, 0, -9.81],
            "nodes": {"position": [[0, 0, 0], [1, 0, 0.1], [1, 1, 0], [0, 1, THIRD], [2, 0.5, 0]],
                      "start": [[0, 0, 0], [1.1, 0, 0.1], [1, 1, 0], [0, 1, THIRD], [2, 0.7, -0.1]],
                      "velocity": [[0, 0, 0], [0.1, 0, 0], [0, 0, 0], [0, 0, -THIRD], [0, 0, 0]],
                      "mass": [0.1, 0.2, 0.3, 0.4, 0.5],
                      "fixed": [0, {"nodes": [2], "axes": "xz"}],
                      "name": ["a", "b", "c, d", "d", "e"]},
            "springs": [{"name": "edges", "ends": [[0, 1], [1, 2], [2, 3], [3, 0]],
                         "stiffness": [100, 200, 300, 400]},
                        {"name": "tail", "ends": [[1, 4], [4, 2]], "stiffness": 50,
                         "rest_length": 0.7}],
            "faces": [[0, 1, 2, 3], [1, 4, 2]],
            "groups": {"rim": [0, 1, 2]}, "spring_groups": {"some": [0, 5]},
            "simulation": {"duration": 0.5, "output_every": 0.1, "time_step": 0.001}}


def convert(where, source, name, *options):
    """The bytes of what was written."""
    path = os.path.join(where, name)
    ending = run("convert", source, path, *options)
    if ending.code != 0:
        raise AssertionError(ending)
    with open(path, "rb") as file:
        return file.read()


def roof_run(where, form="vtk"):
    out = os.path.join(where, f"run_{form}")
    ending = run("run", write_scene(where, roof()), "--out", out, "--format", form)
    if ending.code != 0:
        raise AssertionError(ending)
    return out


def narrow(numbers):
    """The nearest float32 of each."""
    return [struct.unpack("<f", struct.pack("<f", number))[0] for number in numbers]


class Gltf:
    """A glTF file taken apart, every offset and bound checked on the way."""

    def __init__(self, data):
        if data[:4] == b"glTF":
            version, length = struct.unpack_from("<II", data, 4)
            assert (version, length) == (2, len(data))
            size, kind = struct.unpack_from("<I4s", data, 12)
            assert kind == b"JSON" and size % 4 == 0
            self.json = json.loads(data[20:20 + size])
            binary, kind = struct.unpack_from("<I4s", data, 20 + size)
            assert kind == b"BIN\0" and binary % 4 == 0 and 28 + size + binary == len(data)
            self.buffer = data[28 + size:]
            assert 0 <= len(self.buffer) - self.json["buffers"][0]["byteLength"] < 4
        else:
            self.json = json.loads(data)
            head, text = self.json["buffers"][0]["uri"].split(",")
            assert head == "data:application/octet-stream;base64"
            self.buffer = base64.b64decode(text, validate=True)
            assert len(self.buffer) == self.json["buffers"][0]["byteLength"]
        for i in range(len(self.json["accessors"])):
            self.accessor(i)

    def accessor(self, index):
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        assert view["byteOffset"] % 4 == 0
        assert view["byteOffset"] + view["byteLength"] <= len(self.buffer)
        width = {"SCALAR": 1, "VEC3": 3}[accessor["type"]]
        kind = {5126: "f", 5125: "I"}[accessor["componentType"]]
        assert accessor["count"] * width * 4 == view["byteLength"]
        part = self.buffer[view["byteOffset"]:view["byteOffset"] + view["byteLength"]]
        rows = list(struct.iter_unpack(f"<{width}{kind}", part))
        for name, extreme in (("min", min), ("max", max)):
            if name in accessor:
                assert [extreme(column) for column in zip(*rows)] == narrow(accessor[name])
        return rows

    def flat(self, index):
        return [value for row in self.accessor(index) for value in row]


class Meshes(unittest.TestCase):
    def test_a_scene_becomes_itself(self):
        for scene in EXAMPLES + MOVING:
            with self.subTest(scene), folder() as where:
                once = convert(where, scene, "once.json")
                twice = convert(where, os.path.join(where, "once.json"), "twice.json")
                self.assertEqual(once, twice)
                ending = run("compare", scene, os.path.join(where, "once.json"))
                self.assertEqual(ending.code, 0, ending)

    def test_obj_has_the_start_the_springs_in_groups_and_the_faces(self):
        with folder() as where:
            text = convert(where, write_scene(where, roof()), "roof.obj").decode()
            lines = [line.split() for line in text.splitlines()]
            points = [list(map(float, line[1:])) for line in lines if line[0] == "v"]
            self.assertEqual(points, roof()["nodes"]["start"])
            group, found = None, []
            for line in lines:
                group = line[1:] if line[0] == "g" else group
                if line[0] in "lf":
                    found.append((line[0], group, [int(i) - 1 for i in line[1:]]))
            self.assertEqual(found, [
                ("l", ["edges", "some"], [0, 1]), ("l", ["edges"], [1, 2]),
                ("l", ["edges"], [2, 3]), ("l", ["edges"], [3, 0]), ("l", ["tail"], [1, 4]),
                ("l", ["tail", "some"], [4, 2]), ("f", ["default"], [0, 1, 2, 3]),
                ("f", ["default"], [1, 4, 2])])
            drawn = convert(where, os.path.join(where, "scene.json"), "drawn.obj", "--drawn").decode()
            self.assertIn("v 2 0.5 0\n", drawn)
            self.assertNotIn("v 2 0.7 -0.1\n", drawn)

    def test_ply_has_doubles(self):
        with folder() as where:
            data = convert(where, write_scene(where, roof()), "roof.ply")
            head, body = data.split(b"end_header\n", 1)
            self.assertIn(b"element vertex 5\n", head)
            rows = [struct.unpack_from("<7d", body, 56 * i) for i in range(5)]
            self.assertEqual([list(row[:3]) for row in rows], roof()["nodes"]["start"])
            self.assertEqual([list(row[3:6]) for row in rows], roof()["nodes"]["velocity"])
            self.assertEqual([row[6] for row in rows], roof()["nodes"]["mass"])
            at = 5 * 56
            for face in roof()["faces"]:
                count, = struct.unpack_from("<i", body, at)
                self.assertEqual(list(struct.unpack_from(f"<{count}i", body, at + 4)), face)
                at += 4 + 4 * count
            edges = [struct.unpack_from("<3i2d", body, at + 28 * i) for i in range(6)]
            self.assertEqual(at + 6 * 28, len(body))
            self.assertEqual([edge[2] for edge in edges], [0, 0, 0, 0, 1, 1])
            self.assertEqual([edge[3] for edge in edges], [100, 200, 300, 400, 50, 50])
            self.assertEqual(edges[0][4], math.hypot(1, 0.1))

    def test_off_and_stl_hold_faces_and_say_what_they_leave_out(self):
        with folder() as where:
            scene = write_scene(where, roof())
            text = convert(where, scene, "roof.off").decode().split()
            self.assertEqual(text[:4], ["OFF", "5", "2", "0"])
            stl = convert(where, scene, "roof.stl").decode()
            self.assertEqual(stl.count("facet normal"), 3)
            self.assertIn(f"vertex 0 1 {THIRD}\n", stl)
            bare = roof()
            del bare["faces"]
            for ending in ("off", "stl"):
                refused, answer = run_json("convert", write_scene(where, bare, "bare.json"),
                                           os.path.join(where, f"bare.{ending}"))
                self.assertEqual(refused.code, 3)
                self.assertIn("contains only faces", answer["errors"][0]["message"])
            # one spring more, across the square
            bare = roof()
            bare["springs"].append({"ends": [[0, 2]], "stiffness": 1})
            _, answer = run_json("convert", write_scene(where, bare, "cross.json"),
                                 os.path.join(where, "cross.off"))
            self.assertEqual(answer["notes"],
                             ["off contains only faces: 1 spring is no edge of a face and left out"])

    def test_csv_tables_have_a_row_for_each(self):
        with folder() as where:
            scene = write_scene(where, roof())
            nodes = list(csv.DictReader(convert(where, scene, "n.csv", "--table", "nodes").decode().splitlines()))
            self.assertEqual([row["name"] for row in nodes], roof()["nodes"]["name"])
            self.assertEqual([row["fixed"] for row in nodes], ["xyz", "", "xz", "", ""])
            self.assertEqual([[float(row[k]) for k in "xyz"] for row in nodes],
                             roof()["nodes"]["start"])
            springs = list(csv.DictReader(
                convert(where, scene, "s.csv", "--table", "springs").decode().splitlines()))
            self.assertEqual([[int(row["a"]), int(row["b"])] for row in springs],
                             [ends for group in roof()["springs"] for ends in group["ends"]])
            self.assertEqual([float(row["stiffness"]) for row in springs],
                             [100, 200, 300, 400, 50, 50])
            both = convert(where, scene, "both.csv").decode().splitlines()
            self.assertEqual(both[0], "x,y,z,vx,vy,vz,mass,fixed,name")
            self.assertEqual(both[1], "0,0,0,0,0,0,0.1,xyz,a")
            self.assertEqual(both[6], "a,b,set,stiffness,rest_length")
            self.assertEqual(both[11:], ["1,4,tail,50,0.7", "4,2,tail,50,0.7"])

    def test_npz_has_all_arrays(self):
        with folder() as where:
            convert(where, write_scene(where, roof()), "roof.npz")
            found = arrays.load(os.path.join(where, "roof.npz"))
            self.assertEqual(found["position"], roof()["nodes"]["start"])
            self.assertEqual(found["drawn"], roof()["nodes"]["position"])
            self.assertEqual(found["fixed"], [7, 0, 5, 0, 0])
            self.assertEqual(found["face_nodes"][found["face_start"][1]:], [1, 4, 2])

    def test_gltf_is_within_its_bounds_and_turned_not_changed(self):
        with folder() as where:
            scene = write_scene(where, roof())
            for name in ("roof.gltf", "roof.glb"):
                gltf = Gltf(convert(where, scene, name))
                node, = gltf.json["nodes"]
                self.assertEqual(node["rotation"][1:3], [0, 0])
                mesh = gltf.json["meshes"][0]
                points = gltf.accessor(mesh["primitives"][0]["attributes"]["POSITION"])
                self.assertEqual(list(map(list, points)), list(map(narrow, roof()["nodes"]["start"])))
                lines = [i for p in mesh["primitives"] if p["mode"] == 1
                         for i in gltf.flat(p["indices"])]
                self.assertEqual(len(lines), 12)
                triangles, = [gltf.flat(p["indices"]) for p in mesh["primitives"] if p["mode"] == 4]
                self.assertEqual(triangles, [0, 1, 2, 0, 2, 3, 1, 4, 2])
            self.assertNotIn("rotation", Gltf(convert(where, SPRINGSYS, "flat.glb")).json["nodes"][0])


class Readers(unittest.TestCase):
    def test_a_mesh_becomes_a_scene_with_what_it_lacks(self):
        with folder() as where:
            mesh = write_scene(where, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 9 9 9\nf 1 2 3\nl 1 2\nl 2 2\n",
                               "net.obj")
            out = os.path.join(where, "net.json")
            ending, answer = run_json("convert", mesh, out)
            self.assertEqual(ending.code, 2)
            self.assertIn("give --stiffness or --axial-stiffness", answer["errors"][0]["message"])
            self.assertFalse(os.path.exists(out))
            ending, answer = run_json("convert", mesh, out, "--axial-stiffness", "200",
                                      "--total-mass", "6", "--dimension", "2")
            self.assertEqual(ending.code, 0, ending)
            self.assertEqual((answer["nodes"], answer["springs"], answer["faces"]), (3, 3, 1))
            remarks = "\n".join(answer["remarks"])
            self.assertIn("1 point is joined to nothing: left out", remarks)
            self.assertIn("1 spring joins a node to itself: left out", remarks)
            with open(out) as file:
                scene = json.load(file)
            self.assertEqual((scene["dimension"], scene["nodes"]["mass"]), (2, 2))
            self.assertEqual(scene["springs"][0]["axial_stiffness"], 200)
            self.assertEqual(run("check", out).code, 0)
            # from mesh to mesh no stiffness is needed
            self.assertEqual(run("convert", mesh, os.path.join(where, "net.ply")).code, 0)

    def test_what_was_written_reads_back(self):
        with folder() as where:
            bare = roof()
            for key in ("faces", "groups", "spring_groups"):
                del bare[key]
            for key in ("start",):
                del bare["nodes"][key]
            scene = write_scene(where, bare)
            convert(where, scene, "roof.csv")
            convert(where, os.path.join(where, "roof.csv"), "again.json")
            ending, answer = run_json("compare", scene, os.path.join(where, "again.json"))
            self.assertEqual((ending.code, answer["mismatches"]), (0, []), answer)

    def test_options_of_meshes_are_refused_for_scenes(self):
        with folder() as where:
            for option, value in (("--stiffness", "1"), ("--mass", "1"), ("--dimension", "2")):
                ending, answer = run_json("convert", SPRINGSYS, os.path.join(where, "a.obj"), option,
                                          value)
                self.assertEqual(ending.code, 2)
                self.assertIn("is for meshes", answer["errors"][0]["message"])
            for words in (["--stiffness", "1", "--axial-stiffness", "1"],
                          ["--mass", "1", "--total-mass", "1"]):
                ending, answer = run_json("convert", SPRINGSYS, os.path.join(where, "a.obj"), *words)
                self.assertEqual(ending.code, 2)
                self.assertIn("give one", answer["errors"][0]["message"])


class Matrices(unittest.TestCase):
    def test_the_stiffness_matrix_is_the_slope_of_the_forces(self):
        # the forces of linear springs, computed here from their definition
        scene = roof()
        with folder() as where:
            text = convert(where, write_scene(where, scene), "k.mtx").decode().splitlines()
        self.assertEqual(text[0], "%%MatrixMarket matrix coordinate real symmetric")
        rows = [line.split() for line in text if not line.startswith("%")]
        self.assertEqual(rows[0][:2], ["15", "15"])
        self.assertEqual(len(rows) - 1, int(rows[0][2]))
        matrix = {}
        for i, j, value in rows[1:]:
            matrix[int(i) - 1, int(j) - 1] = matrix[int(j) - 1, int(i) - 1] = float(value)
            self.assertGreaterEqual(int(i), int(j))
        ends = [pair for group in scene["springs"] for pair in group["ends"]]
        stiffness = [100, 200, 300, 400, 50, 50]
        drawn = scene["nodes"]["position"]
        rest = [math.dist(drawn[a], drawn[b]) for a, b in ends[:4]] + [0.7, 0.7]

        def gradient(x):
            """Of the energy of the springs, with respect to the 15 coordinates."""
            result = [0.0] * 15
            for (a, b), k, l0 in zip(ends, stiffness, rest):
                d = [x[3 * b + axis] - x[3 * a + axis] for axis in range(3)]
                length = math.hypot(*d)
                for axis in range(3):
                    pull = k * (length - l0) / length * d[axis]
                    result[3 * a + axis] -= pull
                    result[3 * b + axis] += pull
            return result

        x = [number for row in scene["nodes"]["start"] for number in row]
        for column in range(15):
            ahead, behind = x[:], x[:]
            ahead[column] += 1e-6
            behind[column] -= 1e-6
            for row, (high, low) in enumerate(zip(gradient(ahead), gradient(behind))):
                self.assertAlmostEqual(matrix.get((row, column), 0), (high - low) / 2e-6,
                                       delta=1e-6 * 400)

    def test_the_mass_matrix_is_diagonal(self):
        with folder() as where:
            text = convert(where, write_scene(where, roof()), "m.mtx", "--matrix", "mass").decode()
        rows = [line.split() for line in text.splitlines() if not line.startswith("%")][1:]
        self.assertEqual([(int(i), int(j), float(v)) for i, j, v in rows],
                         [(3 * n + a + 1, 3 * n + a + 1, roof()["nodes"]["mass"][n])
                          for n in range(5) for a in range(3)])


class Lammps(unittest.TestCase):
    def test_bonds_have_half_the_stiffness_and_types_by_value(self):
        with folder() as where:
            text = convert(where, write_scene(where, roof()), "roof.data").decode()
            lines = text.splitlines()
            self.assertIn("5 atoms", lines)
            self.assertIn("5 bond types", lines)  # four stiffnesses, and the tail's
            coefficients = lines[lines.index("Bond Coeffs # harmonic") + 2:][:5]
            self.assertEqual([line.split()[1] for line in coefficients],
                             ["50", "100", "150", "200", "25"])
            self.assertIn(f"4 1 4 0 1 {THIRD}", lines)
            self.assertIn(f"4 0 0 {-THIRD}", lines)

    def test_what_lammps_can_not_hold_is_named(self):
        scene = roof()
        scene["springs"][0]["law"] = "cable"
        scene["springs"].append({"ends": [[0, 2]], "law": "constant_tension", "pretension": 3})
        with folder() as where:
            ending, answer = run_json("convert", write_scene(where, scene),
                                      os.path.join(where, "roof.lmp"))
            self.assertEqual(ending.code, 0, ending)
            notes = "\n".join(answer["notes"])
            self.assertIn("4 springs of the law cable are written as harmonic bonds", notes)
            self.assertIn("1 spring of the law constant_tension is left out", notes)
            self.assertIn("gravity is left out", notes)
            self.assertIn("atoms of type 1 3", notes)


class Runs(unittest.TestCase):
    def test_a_frame_as_a_scene_is_the_same_whatever_the_frames_format(self):
        with folder() as where:
            texts = []
            for form in ("vtk", "npy", "npz"):
                out = roof_run(where, form)
                texts.append(convert(where, out, f"{form}.json", "--time", "0.31"))
            self.assertEqual(texts[0], texts[1])
            self.assertEqual(texts[0], texts[2])
            scene = parse(texts[0].decode())
            frames = arrays.load(os.path.join(where, "run_npz", "frames.npz"))
            self.assertEqual(scene["nodes"]["start"], frames["position"][3])
            self.assertEqual(scene["nodes"]["velocity"], frames["velocity"][3])
            self.assertEqual(scene["nodes"]["position"], roof()["nodes"]["position"])
            by_number = convert(where, out, "number.json", "--frame", "3")
            self.assertEqual(by_number, texts[0])
            self.assertEqual(convert(where, out, "last.json"),
                             convert(where, out, "named.json", "--frame", "last"))
            first = parse(convert(where, out, "first.json", "--frame", "first").decode())
            self.assertEqual(first["nodes"]["start"], roof()["nodes"]["start"])

    def test_series_hold_all_frames(self):
        with folder() as where:
            out = roof_run(where)
            convert(where, out, "all.npz")
            frames = arrays.load(os.path.join(where, "all.npz"))
            self.assertEqual(arrays.shape(frames["position"]), (6, 5, 3))
            self.assertEqual(arrays.shape(frames["tension"]), (6, 6))
            self.assertEqual(len(frames["time"]), 6)
            ending, answer = run_json("convert", out, os.path.join(where, "all.pvd"))
            self.assertEqual((ending.code, answer["frames"]), (0, 6))
            self.assertEqual(sorted(os.listdir(os.path.join(where, "all"))),
                             [f"frame_{i:06}.vtp" for i in range(6)])
            # a frame that was written is read back to the same numbers
            gltf = Gltf(convert(where, out, "all.glb"))
            primitive = gltf.json["meshes"][0]["primitives"][0]
            base = gltf.accessor(primitive["attributes"]["POSITION"])
            self.assertEqual(len(primitive["targets"]), 5)
            for i, target in enumerate(primitive["targets"], 1):
                for node, (start, moved) in enumerate(zip(base, gltf.accessor(target["POSITION"]))):
                    for axis in range(3):
                        self.assertAlmostEqual(start[axis] + moved[axis],
                                               frames["position"][i][node][axis], delta=1e-6)
            sampler = gltf.json["animations"][0]["samplers"][0]
            for found, time in zip(gltf.flat(sampler["input"]), frames["time"]):
                self.assertAlmostEqual(found, time, delta=1e-7)
            weights = arrays.nested(gltf.flat(sampler["output"]), (6, 5))
            self.assertEqual(weights, [[float(i == k) for k in range(1, 6)] for i in range(6)])
            fewer = Gltf(convert(where, out, "few.glb", "--frames", "3"))
            self.assertEqual(len(fewer.json["meshes"][0]["primitives"][0]["targets"]), 2)

    def test_broken_springs_are_left_out_and_counted(self):
        scene = roof()
        scene["springs"][1]["break"] = {"strain": 0.01}
        with folder() as where:
            out = os.path.join(where, "run")
            self.assertEqual(run("run", write_scene(where, scene), "--out", out).code, 0)
            ending, answer = run_json("convert", out, os.path.join(where, "end.obj"))
            self.assertEqual(answer["notes"], ["2 springs are broken and left out, and the faces beside"])
            with open(os.path.join(where, "end.obj")) as file:
                lines = file.readlines()
            self.assertEqual(sum(line.startswith("l ") for line in lines), 4)
            # the triangle of the tail is gone, the square stays
            self.assertEqual([line for line in lines if line.startswith("f ")], ["f 1 2 3 4\n"])


class Refusals(unittest.TestCase):
    def refused(self, code, part, *words):
        ending, answer = run_json("convert", *words)
        self.assertEqual(ending.code, code, ending)
        self.assertIn(part, answer["errors"][0]["message"])

    def test_mistakes_are_named(self):
        with folder() as where:
            out = os.path.join(where, "a.obj")
            self.refused(2, "needs what to read and what to write", SPRINGSYS)
            self.refused(2, "is one too many", SPRINGSYS, out, out)
            self.refused(2, "not a format that can be written", SPRINGSYS, os.path.join(where, "a.xyz"))
            self.refused(2, "a scene has no frames", SPRINGSYS, out, "--frame", "3")
            self.refused(2, "is for .csv files", SPRINGSYS, out, "--table", "nodes")
            self.refused(2, "is for .mtx files", SPRINGSYS, out, "--matrix", "mass")
            self.refused(2, "--frame and --time both", SPRINGSYS, out, "--frame", "1", "--time", "2")
            self.refused(2, "must be a whole number from 0 on, first or last", SPRINGSYS, out,
                         "--frame", "some")
            self.refused(5, "there is no scene.json in it", where, out)
            self.refused(5, "cannot be read", os.path.join(where, "none.json"), out)
            self.assertEqual(os.listdir(where), [])
            self.assertEqual(run("convert", SPRINGSYS, out).code, 0)
            self.refused(2, "the file exists; --force overwrites it", SPRINGSYS, out)
            self.assertEqual(run("convert", SPRINGSYS, out, "--force").code, 0)

    def test_a_frame_that_is_not_there_is_refused(self):
        with folder() as where:
            out = roof_run(where)
            self.refused(2, "the run has the frames 0 to 5", out, os.path.join(where, "a.obj"),
                         "--frame", "6")
            os.remove(os.path.join(out, "frames", "frame_000005.vtp"))
            self.refused(5, "cannot be read", out, os.path.join(where, "a.obj"))
            with open(os.path.join(out, "frames", "frame_000004.vtp"), "r+b") as file:
                file.truncate(900)
            self.refused(3, "", out, os.path.join(where, "a.obj"), "--frame", "4")


def found(module):
    """Whether the distribution's Python has a module, without importing it here."""
    return subprocess.run(["/usr/bin/python3", "-c", f"import {module}"], capture_output=True).returncode == 0


class Others(unittest.TestCase):
    """What other programs make of our files; skipped where they are not installed."""

    def setUp(self):
        self.kept = folder()
        self.where = self.kept.name
        scene = write_scene(self.where, roof())
        for ending in ("vtp", "vtu"):
            convert(self.where, scene, f"roof.{ending}")

    def tearDown(self):
        self.kept.cleanup()

    def python(self, program):
        result = subprocess.run(["/usr/bin/python3", "-c", program], capture_output=True, text=True,
                                cwd=self.where)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    @unittest.skipUnless(found("vtk"), "python3-vtk9 is not installed")
    def test_vtk_reads_vtp_and_vtu(self):
        for ending, reader in (("vtp", "PolyData"), ("vtu", "UnstructuredGrid")):
            answer = self.python(f"""
import json, vtk
from vtk.util.numpy_support import vtk_to_numpy
reader = vtk.vtkXML{reader}Reader()
reader.SetFileName("roof.{ending}")
reader.Update()
data = reader.GetOutput()
print(json.dumps({{"points": vtk_to_numpy(data.GetPoints().GetData()).tolist(),
                  "types": [data.GetCellType(i) for i in range(data.GetNumberOfCells())],
                  "stiffness": vtk_to_numpy(data.GetCellData().GetArray("stiffness"))[:6].tolist(),
                  "rim": vtk_to_numpy(data.GetPointData().GetArray("group.rim")).tolist()}}))""")
            self.assertEqual(answer["points"], roof()["nodes"]["start"])
            self.assertEqual(answer["types"], [3] * 6 + [9, 5])
            self.assertEqual(answer["stiffness"], [100, 200, 300, 400, 50, 50])
            self.assertEqual(answer["rim"], [1, 1, 1, 0, 0])

    @unittest.skipUnless(found("numpy"), "python3-numpy is not installed")
    def test_numpy_reads_npz(self):
        convert(self.where, os.path.join(self.where, "scene.json"), "roof.npz")
        answer = self.python("""
import json, numpy
arrays = numpy.load("roof.npz")
print(json.dumps({name: arrays[name].tolist() for name in ("position", "ends", "fixed")}))""")
        self.assertEqual(answer["position"], roof()["nodes"]["start"])
        self.assertEqual(answer["ends"], [e for s in roof()["springs"] for e in s["ends"]])
        self.assertEqual(answer["fixed"], [7, 0, 5, 0, 0])

    @unittest.skipUnless(found("meshio"), "python3-meshio is not installed")
    def test_meshio_reads_vtu(self):
        answer = self.python("""
import json, meshio
mesh = meshio.read("roof.vtu")
print(json.dumps({"points": mesh.points.tolist(),
                  "cells": {block.type: block.data.tolist() for block in mesh.cells}}))""")
        self.assertEqual(answer["points"], roof()["nodes"]["start"])
        self.assertEqual(answer["cells"]["quad"] + answer["cells"]["triangle"], roof()["faces"])

    def test_gltf_validator_finds_no_fault(self):
        program = """
let validator;
try { validator = require(process.env.TENSIO_GLTF_VALIDATOR || "gltf-validator"); } catch { process.exit(77); }
const bytes = new Uint8Array(require("fs").readFileSync(process.argv[1]));
validator.validateBytes(bytes).then(report => console.log(JSON.stringify(report.issues)));
"""
        run_folder = roof_run(self.where)
        for source, name in ((os.path.join(self.where, "scene.json"), "roof.gltf"),
                             (run_folder, "run.glb"), (SPRINGSYS, "flat.glb")):
            convert(self.where, source, name)
            try:
                result = subprocess.run(["node", "-e", program, os.path.join(self.where, name)],
                                        capture_output=True, text=True)
            except FileNotFoundError:
                self.skipTest("node is not installed")
            if result.returncode == 77:
                self.skipTest("the npm package gltf-validator is not installed")
            issues = json.loads(result.stdout)
            self.assertEqual(issues["messages"], [])


if __name__ == "__main__":
    unittest.main()
