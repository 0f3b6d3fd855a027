#!/usr/bin/env python3
"""Checks that #include goes downwards only. No arguments; prints `file:line: rule` and exits 1.

    7  cli  capi               programs and bindings: public headers only; cli also sees FOR_PROGRAM.
       python  studio          Of studio its engine, in C++; the golden cases in it are the tests' own
    6  io -> scenes            layers 0 to 2 only; io may include scenes, not the reverse
    5  solve                   of the backends only what they share: backend/*.hpp, backend/common
    4  backend                 its folders (cpu, cuda, petsc) see backend/common, never each other
    3  network
    2  model
    1  physics
    0  core

A public header belongs to the layer that implements it. The rooms of io, solve and backend/cpu, each
with the rooms whose private headers it sees. All see public headers, and headers directly in solve and
in backend/cpu; files there see every room:

    run      -> scene, formats, draw, json, text     a run's folder, checkpoints, comparison
    scene    -> formats, json, text                  scene files, read and written
    formats  -> draw, json, text                     files of other programs, tables, arrays
    draw     -> json, text                           pictures, plots, pages, movies
    json     -> text                                 values, syntax, writing
    text                                             files, scanners, numbers, names

    solve:
    paths     -> stability, methods                  load paths, stages, combinations
    stability -> methods                             zero modes, eigenvalues, rigidity
    motion    -> methods                             integrators, contact, simulation
    grade                                            functions of students, tried and explained
    methods                                          Newton and other methods, supports

    backend/cpu:
    passes  -> solvers, kernels                      loops over springs and nodes
    solvers -> kernels                               linear solvers and preconditioners
    kernels                                          vectorised loops

Besides the layers:
  - public headers include the standard library and each other, nothing else, in at most 150 lines;
    those of EXTRAS one library more, and no other file includes those;
  - heavy headers (CLI11, RapidJSON) are each included by one source file, no header;
  - pybind11 is included by python/src/bindings.hpp only.

--self-test: plants a violation of every rule in copies of the tree and sees that each is caught.
"""

import pathlib
import re
import shutil
import sys
import tempfile

LAYER = {"core": 0, "physics": 1, "model": 2, "network": 3, "backend": 4, "solve": 5, "scenes": 6,
         "io": 6, "cli": 7, "capi": 7, "python": 7, "studio": 7}

# Programs and bindings, in folders of their own beside src.
OUTSIDE = {"cli": "cli", "capi": "capi", "python": "python", "studio": "studio/engine"}

# The one file of the studio's engine that sees the tests: it runs their golden cases.
GOLDEN = ("studio/engine/golden.cpp", "tests/golden/golden.cpp")

# Rooms, and whose private headers each one sees besides its own and those of the folder above.
ROOMS = {
    "io": {
        "text": set(),
        "json": {"text"},
        "draw": {"text", "json"},
        "formats": {"text", "json", "draw"},
        "scene": {"text", "json", "formats"},
        "run": {"text", "json", "draw", "formats", "scene"},
    },
    "solve": {
        "methods": set(),
        "stability": {"methods"},
        "paths": {"methods", "stability"},
        "motion": {"methods"},
        "grade": set(),
    },
    "backend/cpu": {
        "kernels": set(),
        "solvers": {"kernels"},
        "passes": {"kernels", "solvers"},
    },
}

# The layer of each public header; one that is not listed here is a violation.
PUBLIC = {
    "error": "core",
    "grade": "solve", "grade_code": "solve", "grade_eigen": "solve", "grade_eigen_shapes": "solve",
    "gradient": "solve",
    "many": "solve",
    "verify": "solve",
    "version": "core",
    "words": "core",
    "model/check": "model", "model/law": "physics", "model/motion": "model", "model/nodes": "model",
    "model/combination_rule": "model", "model/options": "model", "model/parameters": "model",
    "model/placement": "model", "model/recorded": "model", "model/section": "model",
    "model/springs": "model", "model/system": "model", "model/units": "model", "model/waveform": "physics",
    "solve/combinations": "solve", "solve/equilibrium": "solve", "solve/follow": "solve",
    "solve/modes": "solve", "solve/network": "network", "solve/observer": "model", "solve/quantities": "solve",
    "solve/report": "model", "solve/modes_report": "model",
    "motion/frame": "model", "motion/simulation": "solve",
    "files/export": "io", "files/import": "io", "files/recording": "io", "files/scene_file": "io",
    "files/snapshot": "io", "files/table": "io",
    "pictures/draw": "io", "pictures/modes_picture": "io", "pictures/movie": "io", "pictures/page": "io", "pictures/plot": "io",
    "pictures/viewer": "io",
    "scenes/bodies": "scenes", "scenes/generators": "scenes", "scenes/lattices": "scenes",
    "scenes/parts": "scenes", "scenes/rods": "scenes",
}

# One header for each folder of public headers, tensio.hpp for all of them, and those for C: for programs, not for src.
UMBRELLAS = ("model", "solve", "motion", "files", "pictures", "scenes", "tensio", "tensio_motion", "tensio_types")

# Private headers that the program may include. They include public headers and each other only.
FOR_PROGRAM = ("core/hash.hpp", "io/text/base64.hpp", "io/text/characters.hpp", "io/text/inflate.hpp",
               "io/text/save_text.hpp", "io/json/quote.hpp", "io/run/compare.hpp",
               "io/run/run_folder.hpp", "model/integrator_aliases.hpp",
               "network/rank_summary.hpp",
               "solve/motion/chosen_backend.hpp", "backend/ranks_of_program.hpp")

# Public headers for users of another library: its folder, which they alone may include. They are
# for programs; no file of the project but themselves includes them.
EXTRAS = {"grade_eigen": "Eigen", "grade_eigen_shapes": "Eigen"}

MAX_PUBLIC_LINES = 150

# The standard library as C spells it, for tensio.h.
C_HEADERS = ("stddef.h", "stdint.h")

# The first folder of a heavy header, and what it is called.
HEAVY = {"CLI": "CLI11", "rapidjson": "RapidJSON"}
# The header that all sources of the Python module begin with, and the only one that includes pybind11.
BINDINGS = "python/src/bindings.hpp"

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def includes(path):
    """The #include lines of a file, as (line number, quote or bracket, name)."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def place(root, path):
    """(layer's name, folder of the backend or None, public?) of a file of the project."""
    parts = path.relative_to(root).parts
    if parts[0] == "include":
        name = "/".join(parts[2:]).rsplit(".", 1)[0]
        return "cli" if name in UMBRELLAS else PUBLIC.get(name), None, True
    if parts[0] in OUTSIDE:
        return parts[0], None, False
    # What several backends use stands in a folder of its own, which all of them see.
    single = parts[1] == "backend" and len(parts) > 3 and parts[2] != "common"
    backend = parts[2] if single else None
    return parts[1], backend, False


def extra(root, path):
    """The library besides the standard one that a public header may include, or None."""
    parts = path.relative_to(root).parts
    return EXTRAS.get("/".join(parts[2:]).rsplit(".", 1)[0]) if parts[0] == "include" else None


def room(root, path):
    """(folder with rooms, room) of a file; the room is "" for one beside the rooms, else (None, None)."""
    name = path.relative_to(root).as_posix().removeprefix("src/")
    for house in ROOMS:
        if path.is_relative_to(root / "src" / house):
            inside = name.removeprefix(house + "/").split("/")
            return house, inside[0] if len(inside) > 1 else ""
    return None, None


def for_program(root, path):
    return path.relative_to(root).as_posix().removeprefix("src/") in FOR_PROGRAM


def resolve(root, path, name):
    """The file of the project that an #include names, or None for another library's."""
    top = path.relative_to(root).parts[0]
    for folder in (path.parent, *([root / top] if top in OUTSIDE else []), root / "src", root / "include"):
        target = folder / name
        if target.is_file():
            return target.resolve()
    return None


def refusal(root, path, target):
    """The rule that `path` breaks by including `target`, both of the project; None if it may."""
    if (path.relative_to(root).as_posix(), target.relative_to(root).as_posix()) == GOLDEN:
        return None
    layer, backend, public = place(root, path)
    seen, seen_backend, seen_public = place(root, target)
    if seen is None:
        return f"{target.name} has no layer: add it to PUBLIC in tools/check_layers.py"
    if extra(root, target) and not extra(root, path):
        return "a header for users of another library is for programs only"
    if layer in OUTSIDE:
        if seen_public or (seen == layer and not public) or (layer == "cli" and for_program(root, target)):
            return None
        return f"{layer} sees public headers only"
    if for_program(root, path) and not (seen_public or for_program(root, target)):
        return "a header for the program includes public ones only"
    if public and not seen_public:
        return "a public header includes no private one"
    if seen in OUTSIDE:
        return f"{layer} does not see programs, nor headers that include a whole folder"
    (house, inside), (seen_house, seen_room) = room(root, path), room(root, target)
    # Files beside the rooms use all of them, and are seen by all of them.
    if house is not None and house == seen_house and inside and seen_room and seen_room != inside:
        if seen_room not in ROOMS[house][inside]:
            return f"{house}/{inside} does not see {house}/{seen_room}"
    if layer in ("io", "scenes"):
        if seen == layer or LAYER[seen] <= 2 or (layer == "io" and seen == "scenes"):
            return None
        return f"{layer} sees core, physics and model only" + (" (and scenes)" if layer == "io" else "")
    if LAYER[seen] > LAYER[layer]:
        return f"{layer} (layer {LAYER[layer]}) does not see {seen} (layer {LAYER[seen]})"
    if seen == "backend" and not seen_public:
        if layer == "solve" and seen_backend:
            return "solve sees what the backends share, and no single backend"
        if backend and seen_backend and backend != seen_backend:
            return f"backend/{backend} does not see backend/{seen_backend}"
        if not backend and seen_backend and path.suffix == ".hpp":
            return "the backends' common headers see no single backend"
    return None


def check(root):
    """All violations, as "file:line: rule"."""
    root = root.resolve()
    violations = []
    heavy = {}
    files = [f for folder in ("include/tensio", "src", *OUTSIDE.values()) if (root / folder).is_dir()
             for f in sorted((root / folder).rglob("*")) if f.suffix in (".hpp", ".h", ".cpp", ".cu")]
    if not files:
        return ["no sources were found"]

    for path in files:
        name = path.relative_to(root)
        layer, _, public = place(root, path)
        if layer not in LAYER:
            violations.append(f"{name}:1: it is in no layer: see the lists in tools/check_layers.py")
            continue
        house, inside = room(root, path)
        if house is not None and inside not in ROOMS[house] and (inside or house == "io"):
            violations.append(f"{name}:1: it is in no room of {house}: see the lists in tools/check_layers.py")
            continue
        if public:
            lines = len(path.read_text(encoding="utf-8").splitlines())
            if lines > MAX_PUBLIC_LINES:
                violations.append(f"{name}:{lines}: a public header has at most {MAX_PUBLIC_LINES} lines")

        for number, kind, included in includes(path):
            target = resolve(root, path, included)
            folder = included.split("/")[0]
            rule = None
            if target is not None:
                rule = refusal(root, path, target)
            elif kind == '"' or folder == "tensio":
                rule = f"{included} is not a file of the project"
            elif public and folder == extra(root, path):
                pass
            elif public and re.search(r"[/.]", included) and included not in C_HEADERS:
                rule = "a public header includes the standard library and public headers only"
            elif layer in OUTSIDE and folder in ("Eigen", "rapidjson", "suitesparse"):
                rule = f"{layer} sees public headers only, no {folder}"
            elif folder == "pybind11" and name.as_posix() != BINDINGS:
                rule = f"pybind11 is included by {BINDINGS} only"
            elif folder in HEAVY:
                heavy.setdefault(folder, {}).setdefault(name, number)
            if rule:
                violations.append(f'{name}:{number}: {rule} ("{included}")')

    for folder, users in heavy.items():
        names = ", ".join(str(user) for user in users)
        for user, number in users.items():
            if user.suffix in (".hpp", ".h"):
                violations.append(f"{user}:{number}: {HEAVY[folder]} is included by a source, not a header")
            elif len(users) > 1:
                violations.append(f"{user}:{number}: {HEAVY[folder]} is included by one source only: {names}")
    return violations


# ---- self-test ----

# Each rule with a file that breaks it, and a word of the message.
PLANTS = [
    ("src/core/planted.hpp", '#include "model/planted_model.hpp"\n', "core (layer 0) does not see model"),
    ("src/core/planted.hpp", '#include "tensio/model/system.hpp"\n', "core (layer 0) does not see model"),
    ("src/network/planted.cpp", '#include <tensio/solve/equilibrium.hpp>\n', "does not see solve"),
    ("src/io/text/planted.cpp", '#include "tensio/solve/network.hpp"\n', "io sees core, physics and model only"),
    ("src/scenes/planted.cpp", '#include "io/text/planted_io.hpp"\n', "scenes sees core, physics and model only"),
    ("src/io/planted.cpp", "int planted;\n", "in no room of io"),
    ("src/io/attic/planted.cpp", "int planted;\n", "in no room of io"),
    ("src/io/text/planted.cpp", '#include "io/json/planted_json.hpp"\n', "io/text does not see io/json"),
    ("src/io/formats/import/planted.cpp", '#include "io/scene/planted_scene.hpp"\n', "does not see io/scene"),
    ("src/io/scene/planted.cpp", '#include "io/draw/planted_draw.hpp"\n', "io/scene does not see io/draw"),
    ("src/solve/planted.cpp", '  #  include "backend/cpu/planted_cpu.hpp"\n', "and no single backend"),
    ("src/solve/attic/planted.cpp", "int planted;\n", "in no room of solve"),
    ("src/solve/methods/planted.cpp", '#include "solve/motion/planted_motion.hpp"\n', "does not see solve/motion"),
    ("src/backend/cpu/kernels/planted.cpp", '#include "backend/cpu/passes/planted_pass.hpp"\n',
     "does not see backend/cpu/passes"),
    ("src/backend/cuda/planted.cpp", '#include "backend/cpu/planted_cpu.hpp"\n', "does not see backend/cpu"),
    ("src/backend/planted.hpp", '#include "cpu/planted_cpu.hpp"\n', "see no single backend"),
    ("src/solve/planted.cpp", '#include "tensio/tensio.hpp"\n', "include a whole folder"),
    ("src/solve/planted.cpp", '#include "solve/no_such_file.hpp"\n', "not a file of the project"),
    ("src/stray/planted.cpp", "int planted;\n", "in no layer"),
    ("cli/planted.cpp", '#include "model/planted_model.hpp"\n', "cli sees public headers only"),
    ("cli/planted.cpp", "#include <Eigen/Core>\n", "no Eigen"),
    ("capi/planted.cpp", '#include "io/run/compare.hpp"\n', "capi sees public headers only"),
    ("studio/engine/planted.cpp", '#include "model/planted_model.hpp"\n', "studio sees public headers only"),
    ("studio/engine/planted.cpp", '#include "io/run/compare.hpp"\n', "studio sees public headers only"),
    ("studio/engine/planted.cpp", '#include "../../tests/golden/golden.cpp"\n', "studio sees public headers only"),
    ("studio/engine/golden.cpp", '#include "model/planted_model.hpp"\n', "studio sees public headers only"),
    ("src/io/run/compare.hpp", '#include "io/text/planted_io.hpp"\n', "a header for the program"),
    ("include/tensio/model/planted.hpp", "#pragma once\n", "in no layer"),
    ("capi/planted.cpp", '#include "model/planted_model.hpp"\n', "capi sees public headers only"),
    ("capi/planted.cpp", '#include "../cli/planted_cli.hpp"\n', "capi sees public headers only"),
    ("include/tensio/error.hpp", "#include <Eigen/Core>\n", "the standard library and public"),
    ("include/tensio/error.hpp", "#include <fmt/format.h>\n", "the standard library and public"),
    ("include/tensio/error.hpp", "#include <cuda_runtime.h>\n", "the standard library and public"),
    ("include/tensio/error.hpp", '#include "core/planted_core.hpp"\n', "includes no private one"),
    ("include/tensio/error.hpp", '#include "tensio/model/system.hpp"\n', "does not see model"),
    ("include/tensio/grade_eigen.hpp", "#include <fmt/format.h>\n", "the standard library and public"),
    ("include/tensio/gradient.hpp", "#include <Eigen/Core>\n", "the standard library and public"),
    ("include/tensio/grade.hpp", '#include "tensio/grade_eigen.hpp"\n', "for programs only"),
    ("include/tensio/tensio.hpp", '#include "tensio/grade_eigen.hpp"\n', "for programs only"),
    ("src/solve/planted.cpp", '#include "tensio/grade_eigen.hpp"\n', "for programs only"),
    ("src/solve/grade/planted.cpp", '#include "solve/motion/planted_motion.hpp"\n', "does not see solve/motion"),
    ("include/tensio/tensio.h", "#include <stdio_of_others.h>\n", "the standard library and public"),
    ("include/tensio/error.hpp", "//\n" * 151, "at most 150 lines"),
    ("include/tensio/planted.hpp", "#pragma once\n", "in no layer"),
    ("cli/planted.hpp", "#include <CLI/CLI.hpp>\n", "CLI11 is included by a source"),
    ("python/src/planted.cpp", "#include <pybind11/pybind11.h>\n", "pybind11 is included by"),
    ("python/src/planted.cpp", '#include "model/planted_model.hpp"\n', "python sees public headers only"),
    ("src/io/json/planted.cpp", "#include <rapidjson/reader.h>\n", "RapidJSON is included by one source only"),
]

# What the plants include; allowed to be there.
BYSTANDERS = {
    "src/core/planted_core.hpp": "#pragma once\n",
    "src/model/planted_model.hpp": "#pragma once\n",
    "src/io/text/planted_io.hpp": '#include "core/planted_core.hpp"\n',
    "src/solve/motion/planted_motion.hpp": "#pragma once\n",
    "src/backend/cpu/passes/planted_pass.hpp": "#pragma once\n",
    "src/io/json/planted_json.hpp": '#include "io/text/planted_io.hpp"\n',
    "src/io/scene/planted_scene.hpp": '#include "io/json/planted_json.hpp"\n',
    "src/io/draw/planted_draw.hpp": '#include "io/json/planted_json.hpp"\n',
    "src/backend/cpu/planted_cpu.hpp": '#include "model/planted_model.hpp"\n',
    "src/backend/planted_factory.cpp": '#include "backend/cpu/planted_cpu.hpp"\n',
    "cli/planted_cli.hpp": "#pragma once\n",
    "src/io/json/planted_reader.cpp": "#include <rapidjson/reader.h>\n",
}


def self_test(root):
    failures = 0
    for file, text, expected in PLANTS:
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            for part in ("src", "include", *OUTSIDE.values(), "tests/golden"):
                if (root / part).is_dir():
                    shutil.copytree(root / part, copy / part)
            for name, content in BYSTANDERS.items():
                # A second user of a heavy header is the plant's part, unless the tree has one.
                if "rapidjson" in content and "RapidJSON" not in expected:
                    continue
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                (copy / name).write_text(content)
            before = set(check(copy)) if "RapidJSON" not in expected else set()

            path = copy / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text((path.read_text(encoding="utf-8") if path.exists() else "") + text, encoding="utf-8")
            found = [v for v in check(copy) if v not in before and v.startswith(file + ":")]
            if not any(expected in violation for violation in found):
                failures += 1
                print(f"not caught: {file} with {text.splitlines()[0]!r}; found {found}")
    print(f"{len(PLANTS) - failures} of {len(PLANTS)} planted violations caught")
    return failures


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(1 if self_test(root) else 0)
    if sys.argv[1:]:
        sys.exit(__doc__)
    violations = check(root)
    print("\n".join(violations) if violations else "the layers hold")
    sys.exit(1 if violations else 0)


if __name__ == "__main__":
    main()
