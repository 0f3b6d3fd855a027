"""The schema and the reader agree: what the schema refuses, the reader refuses."""

import copy
import glob
import json
import os
import random
import re
import unittest

try:
    import jsonschema
except ImportError:
    raise SystemExit(77)

from program import ALL_EXAMPLES, SOURCE, folder, run, write_scene

with open(os.path.join(SOURCE, "schema", "system.schema.json")) as schema_file:
    SCHEMA = json.load(schema_file)


def remembering(validator):
    """The validator with memory: a value that a subschema has taken once is not checked again.

    The changed scenes below share most of their sections, and in this schema the verdict on a value
    depends on nothing but the value and its subschema.
    """
    accepted = set()

    def properties(checker, subschemas, instance, _):
        if not checker.is_type(instance, "object"):
            return
        for name, subschema in subschemas.items():
            if name not in instance:
                continue
            key = (id(subschema), json.dumps(instance[name]))
            if key in accepted:
                continue
            errors = list(checker.descend(instance[name], subschema, path=name, schema_path=name))
            yield from errors
            if not errors:
                accepted.add(key)

    return jsonschema.validators.extend(validator, {"properties": properties})


VALIDATOR = remembering(jsonschema.Draft202012Validator)(SCHEMA)

# Every part of the format in one scene, so that every part gets changed below.
FULL = {
    "tensio": 1, "dimension": 3, "title": "t", "description": "d", "source": "s", "note": "n",
    "units": {"length": "m", "force": "kN", "time": "s", "note": "n"},
    "parameters": {"note": "n", "a": 2, "b": "=a/2", "c": "20 mm",
                   "d": {"value": "=a+b", "min": 0.1, "max": "1 m", "scale": "log", "unit": "m",
                         "label": "d", "note": "n"}},
    "gravity": [0, 0, "=-9.81*b"],
    "nodes": {"position": [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 1]],
              "start": [[0, 0, 0], [1, 0, 0.5], [2, 0, 0], [3, 0, 1]],
              "velocity": [[0, 0, 0], [1, 0, 0.5], [2, 0, 0], [3, 0, 1]], "area": [0, 1, 0.5, 0],
              "mass": [1, "=b", "1 t", 2], "name": ["a", "b", "", ""], "note": "n",
              "fixed": [0, "3:4", {"where": "x > 2"}, {"nodes": ["mid"], "axes": "xz", "note": "n"},
                        {"node": 3, "move": [0, 0, 0.1]},
                        {"node": 0, "move": [0, {"ramp": [[0, 0], [1, 0.5]]},
                                             {"sine": {"amplitude": 1, "frequency": 2, "phase": 1,
                                                       "offset": 0.1}}]}]},
    "materials": {"note": "n", "tube": {"youngs_modulus": 2e5, "area": 1e-3, "buckling_load": 10,
                                        "expansion": 1e-5, "note": "n"},
                  "strand": {"law": "cable", "axial_stiffness": 50, "mass_per_length": 0.1,
                             "strength": 5, "diameter": None},
                  "gum": {"law": "polynomial", "coefficients": [1, 0, 0.5]},
                  "wire": {"damping": 0.1, "damping_time": None, "yield": {"force": 3},
                           "viscous": {"stiffness": 5, "viscosity": 2}, "active": None,
                           "break": {"strain": 0.2, "compression": False}},
                  "felt": {"law": "table", "points": [[-1, 0], [0, 0], [1, 2]]}},
    "springs": [
        {"name": "one", "law": "cable", "ends": [[0, 1], [1, 2]], "stiffness": [1, 2],
         "rest_length": 1, "note": "n"},
        {"name": "two", "ends": [[2, 3]], "axial_stiffness": 5, "pretension": 0.5},
        {"law": "force_density", "ends": [[0, 3]], "stiffness": -0.5},
        {"law": "constant_tension", "ends": [[0, 2]], "pretension": 2},
        {"name": "tubes", "material": "tube", "ends": [[0, 1], [1, 3]], "area": [1, 2],
         "strength": 10, "mass_per_length": [1, 2]},
        {"material": "strand", "ends": [[1, 3]], "expansion": 2e-5},
        {"ends": [[1, 3]], "youngs_modulus": 5, "diameter": 0.1, "buckling_load": [5]},
        {"law": "polynomial", "ends": [[0, 3]], "stiffness": 1, "coefficients": [1, 2]},
        {"law": "table", "ends": [[0, 3]], "axial_stiffness": 1, "points": [[0, 0], [1, 2]]},
        {"name": "wires", "material": "wire", "ends": [[0, 3], [1, 3]], "stiffness": 3,
         "damping_time": [0.1, 0.2], "yield": {"strain": [0.1, 0.2], "hardening": [0.5, 0]},
         "active": {"rest_length": {"ramp": [[0, 1], [1, 2]]}, "stiffness": 2},
         "viscous": {"stiffness": 1, "time": [2, 3]}, "break": {"force": [9, 8]}, "broken": [0, 1], "plastic_elongation": [0.1, -0.1],
         "hardening_force": 0.5, "viscous_tension": [1, -1]}],
    "faces": {"nodes": [[0, 1, 3], [1, 2, 3]], "mass_per_area": [1, 2], "note": "n"},
    "generate": [
        {"kind": "cloth", "name": "sheet", "columns": 2, "rows": 2, "at": [-9, 0, 0], "rotate": [0, 90, 0],
         "scale": 0.5, "join": 0.01, "diagonals": "alternating", "break": {"strain": 0.5}, "material": "wire",
         "note": "n"},
        {"kind": "lattice", "name": "grid", "cells": [2, 1], "stiffness": {"uniform": [1, 2]},
         "rest_length": {"exponential": 1}, "keep_nodes": 1, "prune": True, "at": [-9, 0, 0]},
        {"kind": "graph", "edges": [[0, 1], [1, 2], [2, 3]], "size": 5, "at": [-20, 0, 0], "total_mass": 2}],
    "drag": 0.1, "wind": {"velocity": [1, {"ramp": [[0, 1]]}, 0], "density": 1.1,
                          "drag_coefficient": 2, "note": "n"},
    "obstacles": [{"kind": "plane", "point": [0, 0, -9], "normal": [0, 0, 1], "friction": 0.3,
                   "restitution": 0.5, "thickness": 0.1, "note": "n"},
                  {"kind": "sphere", "center": [9, 9, 9], "radius": 1, "name": "ball",
                   "motion": [0, {"sine": {"amplitude": 1, "frequency": 2}}, 0]},
                  {"kind": "box", "center": [9, 9, 9], "size": [1, 2, 3], "rotate": [0, 0, 45]},
                  {"kind": "capsule", "from": [8, 8, 8], "to": [9, 9, 9], "radius": 0.5}],
    "events": [{"at": 1, "free": [0], "fix": "mid", "note": "n"},
               {"at": 2, "set": {"gravity": [0, 0, 1], "drag": 0, "wind.velocity": [1, 0, 0],
                                 "wind.density": 1, "wires.stiffness": [1, 2],
                                 "one.rest_length": 2, "two.damping": 1}}],
    "probes": [{"name": "tip", "nodes": [3], "quantity": "position.z"},
               {"name": "pull", "node": "mid", "quantity": "reaction", "reduce": "sum", "note": "n"},
               {"name": "rod", "springs": "tubes", "quantity": "stress", "reduce": "max"}],
    "simulation": {"integrator": "implicit_euler", "time_step": 0.01, "start_time": 0.5, "duration": 2,
                   "output_every": 0.1, "probe_every": 0.05, "start": "equilibrium",
                   "blowup_strain": 5, "tolerance": 1e-8, "max_iterations": 20, "precision": "single", "backend": "cpu",
                   "note": "n"},
    "loads": [{"nodes": "mid", "force": [0, 0, 1], "note": "n"},
              {"nodes": [1, 3], "force": [[0, 0, 1], [1, 0, 0]]}, {"node": 2, "force": [1, 0, 0]},
              {"nodes": [1], "force": [0, 0, 1], "case": "snow"},
              {"springs": "tubes", "temperature": -30, "case": "winter"},
              {"nodes": [0], "move": [0, 0, -0.1], "case": "winter", "note": "n"},
              {"nodes": [1], "force": [0, {"ramp": [[0, 1], [2, 0]]}, 3]},
              {"faces": "all", "pressure": {"sine": {"amplitude": 5, "frequency": 1}}},
              {"faces": [0, {"where": "x > 1.5"}], "pressure": 4}],
    "combinations": {"ULS": {"gravity": 1.35, "snow": 1.5, "note": "n"}, "SLS": {"winter": 1}},
    "stages": [{"name": "pull", "springs": "one", "rest_length_change": -0.1, "steps": 2},
               {"springs": [0], "rest_length_change": 0.1, "note": "n"}],
    "groups": {"mid": [1], "ends": {"where": "id == 0 or not mid"}},
    "spring_groups": {"long": {"where": "length > a/2"}, "all": ["one", "1:3", "=a"]},
    "face_groups": {"first": [0], "rest": {"where": "not first"}, "note": "n"},
    "equilibrium": {"method": "newton", "tolerance": 1e-9, "max_iterations": 50,
                    "load_steps": 2}}
LINE = {"tensio": 1, "dimension": 1, "gravity": -9.81,
        "nodes": {"position": [0, 1, 2], "mass": 1, "fixed": {"node": 0, "axes": "x", "move": 0.1}},
        "springs": [{"law": "strut", "ends": [[0, 1], [1, 2]], "stiffness": 3}],
        "loads": [{"nodes": ":", "force": 1}, {"nodes": [0], "move": [1], "case": "a"},
                  {"nodes": [1], "force": {"ramp": [[0, 1]]}}],
        "faces": [[0, 1], [0, 1, 2]], "wind": {"velocity": [{"ramp": [[0, 1]]}]},
        "obstacles": [{"kind": "plane", "point": -9, "normal": [1], "motion": {"ramp": [[0, 1]]}}],
        "events": [{"at": 1, "set": {"gravity": 1}}], "simulation": {"time_step": "auto"}}
JUNK = [None, True, False, 0, 1, 2, 3, 7, -1, 0.5, 1e300, "", "a", "x", "=k", "k.csv", "k.npy", "0:2",
        "cable", "xyz", "z", "note", [], [0], [1, 2], [0, 0, 1], [[0, 1]], [[0, 0, 0]], [""], [None],
        {}, {"where": "x > 0"}, {"where": ""}, {"nodes": [0]}, {"node": 0, "axes": "y"}, {"note": "n"},
        {"a": 1}, {"ramp": [[0, 1]]}, {"ramp": []}, {"sine": {"amplitude": 1}}, {"table": "k.txt"},
        [0, {"ramp": [[0, 1]]}], [0, 0, {"sine": {"amplitude": 1, "frequency": 1}}], "auto",
        {"strain": 0.1}, {"force": 1}, {"stiffness": 1, "time": 1}, {"kind": "plane"}, "drawn"]


def without_comments(text):
    """The JSON without // and /* */, which stand outside of strings."""
    pattern = r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/'
    return re.sub(pattern, lambda match: match.group(1) or " ", text, flags=re.S)


def places(value, path=()):
    """Every place in a scene, as a path of keys and indices."""
    yield path
    items = value.items() if isinstance(value, dict) else \
        enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, path + (key,))


def changed(scene, choose):
    """The scene with one thing about it changed at random."""
    scene = copy.deepcopy(scene)
    path = choose.choice([place for place in places(scene) if place])
    parent = scene
    for key in path[:-1]:
        parent = parent[key]
    key, deed = path[-1], choose.randrange(5)
    if deed == 0 and isinstance(parent, dict):
        del parent[key]
    elif deed == 1 and isinstance(parent, dict):
        keys = [k for place in places(FULL) for k in place if isinstance(k, str)] + ["k", "meshes", "include"]
        parent[choose.choice(keys)] = parent.pop(key)
    elif deed == 2 and isinstance(parent, dict):
        parent[choose.choice(["note", "name", "stiffness", "pretension", "node", "rest_length",
                              "generate", "law", "material", "area", "diameter", "case", "move",
                              "springs", "points", "faces", "pressure", "yield", "damping", "radius",
                              "center", "set", "free", "nodes", "quantity"])] = copy.deepcopy(choose.choice(JUNK))
    elif deed == 3 and isinstance(parent, list):
        parent.insert(key, copy.deepcopy(choose.choice(JUNK)))
    else:
        parent[key] = copy.deepcopy(choose.choice(JUNK))
    return scene


class Schema(unittest.TestCase):
    def verdict(self, scene, place):
        """True where the program reads the scene; anything but 0 and 3 is a defect."""
        ending = run("check", write_scene(place, scene))
        self.assertIn(ending.code, (0, 3), ending)
        return ending.code == 0

    def test_the_schema_is_a_schema(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_every_example_is_valid_and_read(self):
        self.assertTrue(ALL_EXAMPLES)
        for path in ALL_EXAMPLES:
            with open(path) as file:
                VALIDATOR.validate(json.loads(without_comments(file.read())))
            self.assertEqual(run("check", path).code, 0, path)

    def test_the_scenes_of_the_reference_are_valid(self):
        with open(os.path.join(SOURCE, "docs", "file_format.md")) as file:
            blocks = re.findall(r'```json\n(\{"tensio".*?)```', file.read(), flags=re.S)
        self.assertGreaterEqual(len(blocks), 18)
        for block in blocks:
            VALIDATOR.validate(json.loads(block))

    def test_scenes_with_every_part_are_valid_and_read(self):
        for scene in (FULL, LINE):
            VALIDATOR.validate(scene)
            with folder() as place:
                self.assertTrue(self.verdict(scene, place))

    def test_what_the_program_writes_is_valid(self):
        with folder() as place:
            for number, path in enumerate(ALL_EXAMPLES):
                out = os.path.join(place, f"{number}.json")
                self.assertIn(run("solve", path, "--out", out, "-q").code, (0, 4), path)
                if os.path.exists(out):
                    with open(out) as file:
                        VALIDATOR.validate(json.load(file))

    def test_the_schema_refuses_most_bad_scenes(self):
        """That the reader refuses each of them, with its message, is shown by tests/io/scene."""
        refused = 0
        for path in sorted(glob.glob(os.path.join(SOURCE, "tests", "bad_scenes", "*", "*.json"))):
            with open(path, "rb") as file:
                text = file.read()
            try:
                scene = json.loads(without_comments(text.decode()))
            except (ValueError, RecursionError):
                continue
            refused += not VALIDATOR.is_valid(scene)
        self.assertGreater(refused, 200)

    def test_what_the_schema_refuses_of_changed_scenes_the_reader_refuses(self):
        choose = random.Random(2)
        refused = taken = 0
        with folder() as place:
            for count in range(800):
                scene = changed(LINE if count % 4 == 0 else FULL, choose)
                valid = VALIDATOR.is_valid(scene)
                read = self.verdict(scene, place)
                if not valid:
                    self.assertFalse(read, json.dumps(scene))
                refused += not valid
                taken += read
        # both verdicts must be common, or the comparison says little
        self.assertGreater(refused, 300)
        self.assertGreater(taken, 40)


if __name__ == "__main__":
    unittest.main()
