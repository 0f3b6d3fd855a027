#!/usr/bin/env python3
"""Writes docs/validation.md: published, exact and obtained values side by side, from real runs.

    tools/make_validation.py            solves every case and writes the page
    tools/make_validation.py --check    solves every case and compares with the page; exits 1 if it differs

The cases are tests/validation/expected.json with the scenes beside it; tests/validation/published_test.cpp
compares the library with the same file. A value outside its tolerance is an error in both.
The program is the one given by the variable TENSIO, otherwise ./tensio.

Data sets from other programs are not part of the project: they are read from the folder given by
TENSIO_VALIDATION_DATA. Writing needs it; --check without it does not check their sections.

To add a case: a scene in tests/validation/scenes and an entry in expected.json. `of` names a list of numbers
in the program's output (number_lists below), and one of these keys selects from it:
`at` [item, axis] (`over_at`: divided by another), `mean` of items (with `axis`, and `over` for a ratio of two
means), `between` two pairs of nodes for an angle, the `first` N, or nothing for all. `minus_scene` subtracts
the value of another scene, `scale` multiplies. `verb` and `options` are the command, if it is not a plain solve.
"""

import functools
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "validation"
PAGE = ROOT / "docs" / "validation.md"
PROGRAM = os.environ.get("TENSIO") or str(ROOT / "tensio")

HEAD = """# Validation

Published tables and closed forms compared with the results of Tensio. The tables show the published
value, the exact value (a closed form, or the solution of the same data by a separate program) and
the value that `tensio` gives, each with the tolerance of the test. `tools/make_validation.py`
writes this page from runs of the program; the scenes are in `tests/validation/scenes`, the expected
values in `tests/validation/expected.json`. The tests `tests/validation/*_test.cpp` compare the
library with the same values, and the test `tools.validation` compares this page with new runs.
"""

DATA_HEAD = """# Data sets from other programs

Nets with the results of other programs. The data are not part of Tensio; the tests read them from
the folder given by `TENSIO_VALIDATION_DATA`, and are skipped without it.
"""

# Lists up to this length are written out.
SHOWN = 5


class Bad(Exception):
    """A value is wrong or missing."""


# ---- running the program ----

answers = {}


def run(scene, verb="solve", options=()):
    """The program's output for a scene file; cached."""
    key = (str(scene), verb, *options)
    if key not in answers:
        done = subprocess.run([PROGRAM, verb, str(scene), "--json", *options], capture_output=True, text=True)
        try:
            answers[key] = json.loads(done.stdout)
        except ValueError:
            raise Bad(f"{scene}: no JSON from `{verb}`: {done.stderr.strip()}") from None
        if done.returncode != 0:
            raise Bad(f"{scene}: exit {done.returncode}: {answers[key].get('reason', done.stdout)}")
    return answers[key]


def run_changed(scene, change):
    """The same for a scene with something changed in it."""
    changed = json.loads(scene.read_text())
    change(changed)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(changed, file)
        file.flush()
        answer = run(file.name)
        del answers[(file.name, "solve")]
    return answer


# ---- the numbers of an answer ----


def rows(answer, of):
    """Positions, displacements or reactions as rows of all nodes."""
    if of != "reaction":
        return answer[of]
    nothing = [0.0] * len(answer["position"][0])
    return [answer["reaction"].get(str(node), nothing) for node in range(len(answer["position"]))]


def number_lists(answer, of):
    """What `of` stands for: a list of numbers or of rows."""
    if of in ("position", "displacement", "reaction"):
        return rows(answer, of)
    if of in ("tension", "length"):
        return answer[of]
    if of == "stable":
        return [int(answer["stable"])]
    if of in ("rigid", "mechanism"):
        return [answer["modes"][of]]
    return modes_lists(answer, of)


def modes_lists(answer, of):
    """The same for `tensio modes` and `tensio follow`."""
    if of in ("frequencies", "angular_frequencies", "eigenvalues"):
        singular = of.replace("ies", "y") if of != "eigenvalues" else "eigenvalue"
        return [mode[singular] for mode in answer["modes"] if mode["kind"] == "elastic"]
    if of == "self_stresses":
        return [answer["self_stress"]["count"]]
    if of == "self_stress_state":
        return answer["self_stress"]["states"][0]
    if of == "mechanisms":
        return [answer["mechanisms"]["count"]]
    if of == "mechanism_shape":
        return answer["mechanisms"]["shapes"][0]
    if of == "counts":
        mechanisms = answer["mechanisms"]
        return [answer["bars"], answer["rank"], answer["self_stress"]["count"], mechanisms["count"],
                mechanisms["count"] + mechanisms["rigid"]]
    if of == "limit_factor":
        return [point["load_factor"] for point in answer["limit_points"]]
    if of == "limit_displacement":
        return [point["probe"][0] for point in answer["limit_points"]]
    raise Bad(f"expected.json asks for `{of}`")


def pick(numbers, value):
    if "at" in value:
        def one(place):
            item, *axis = place
            return numbers[item][axis[0]] if axis else numbers[item]

        return one(value["at"]) / (one(value["over_at"]) if "over_at" in value else 1)
    if "mean" in value:
        def mean(items):
            return sum(numbers[i][value["axis"]] if "axis" in value else numbers[i] for i in items) / len(items)

        return mean(value["mean"]) / (mean(value["over"]) if "over" in value else 1)
    numbers = numbers[:value.get("first", len(numbers))]
    return numbers if len(numbers) > 1 else numbers[0]


def angle(position, pairs):
    """From one pair of nodes to the other in plan, in degrees."""
    headings = [math.atan2(position[b][1] - position[a][1], position[b][0] - position[a][0]) for a, b in pairs]
    return math.degrees(headings[1] - headings[0]) % 360


@functools.lru_cache
def least_load_path(scene):
    """(rise, load path) of an arch with the one force density that makes the load path least."""

    def arch(q):
        """(load path, rise) with the force density -q in every spring."""
        def change(content):
            content["springs"][0]["stiffness"] = -q

        answer = run_changed(scene, change)
        path = sum(abs(t) * l for t, l in zip(answer["tension"], answer["length"]))
        return path, max(y for _, y in answer["position"])

    section, low, high = (math.sqrt(5) - 1) / 2, 20.0, 200.0
    a, b = high - section * (high - low), low + section * (high - low)
    at_a, at_b = arch(a), arch(b)
    while high - low > 1e-7 * high:
        if at_a < at_b:
            high, b, at_b = b, a, at_a
            a = high - section * (high - low)
            at_a = arch(a)
        else:
            low, a, at_a = a, b, at_b
            b = low + section * (high - low)
            at_b = arch(b)
    path, rise = arch((low + high) / 2)
    return rise, path


def obtained(value):
    scene = FOLDER / "scenes" / (value["scene"] + ".json")
    of = value["of"]
    if of in ("arch_rise", "arch_load_path"):
        return least_load_path(scene)[("arch_rise", "arch_load_path").index(of)]
    answer = run(scene, value.get("verb", "solve"), value.get("options", ()))
    if of == "angle":
        return angle(answer["position"], value["between"])
    found = pick(number_lists(answer, of), value)
    if "minus_scene" in value:
        found -= pick(number_lists(run(FOLDER / "scenes" / (value["minus_scene"] + ".json")), of), value)
    return found * value["scale"] if "scale" in value else found


# ---- comparing and writing ----


def flat(numbers):
    if isinstance(numbers, (list, tuple)):
        return [number for item in numbers for number in flat(item)]
    return [numbers]


def compare(name, found, value, kind):
    """Raises Bad where a number is outside its tolerance; without one it is only shown."""
    if kind not in value or (kind + "_abs" not in value and kind + "_rel" not in value):
        return
    known, found = flat(value[kind]), flat(found)
    if len(known) != len(found):
        raise Bad(f"{name}: {len(found)} numbers, but {len(known)} are known")
    for k, f in zip(known, found):
        allowed = value.get(kind + "_abs", value.get(kind + "_rel", 0) * abs(k))
        if not abs(f - k) <= allowed:
            raise Bad(f"{name}: {f!r} is not within {allowed:g} of the {kind} {k!r}")


def digits(number, count):
    # Below what rounding leaves, zero is zero.
    return f"{0.0 if abs(number) < 1e-11 else number:.{count}g}"


def shown(numbers, count):
    """A number, a few of them, or how many there are."""
    numbers = flat(numbers)
    if len(numbers) > SHOWN:
        return f"{len(numbers)} numbers"
    return ", ".join(digits(number, count) for number in numbers)


def tolerance(value, kind):
    if value.get(kind + "_abs"):
        return f" ± {value[kind + '_abs']:g}"
    if kind + "_rel" not in value:
        return "" if kind + "_abs" in value else " (not tested)"
    share = value[kind + "_rel"]
    return f" ± {100 * share:g} %" if share >= 1e-4 else f" ± {share:g} relative"


def known_cell(value, kind):
    if kind not in value:
        return ""
    if value["of"] == "stable":
        return "yes" if value[kind] else "no"
    numbers = value[kind]
    return shown(numbers, 13) + tolerance(value, kind)


def found_cell(value, found):
    if value["of"] == "stable":
        return "yes" if found else "no"
    if not isinstance(found, list) or len(flat(found)) <= SHOWN:
        return shown(found, 12)
    known = [value[kind] for kind in ("published", "exact") if kind in value][0]
    worst = max(abs(a - b) for a, b in zip(flat(found), flat(known)))
    # Rounding errors are not shown: they differ between machines.
    return "the same to 1e-9" if worst < 1e-9 else f"differ by at most {worst:.1g}"


def table(values):
    lines = ["| value | published | exact | obtained |", "|---|---|---|---|"]
    for value, found in values:
        for kind in ("published", "exact"):
            compare(value["name"], found, value, kind)
        cells = [value["name"], known_cell(value, "published"), known_cell(value, "exact"), found_cell(value, found)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def section(case, level="##"):
    values = [(value, obtained(value)) for value in case["values"]]
    scenes = sorted({v[key] for v in case["values"] for key in ("scene", "minus_scene") if key in v})
    remark = f" {case['remark']}" if "remark" in case else ""
    about = f"{case['source']}.{remark} Scenes: {', '.join(f'`{s}.json`' for s in scenes)}."
    lines = textwrap.wrap(about, 100, break_long_words=False, break_on_hyphens=False)
    return f"\n{level} {case['id']}: {case['title']}\n\n" + "\n".join(lines) + "\n\n" + table(values)


# ---- data sets from other programs ----

FORCE_DENSITY = {"law": "force_density"}


def data_scene(data, springs, method):
    """A data set as a scene: nodes, flags of the axes, forces, springs."""
    fixed = []
    for node, flags in enumerate(data["fixed"]):
        axes = "".join(axis for axis, fixed_axis in zip("xyz", flags) if fixed_axis)
        if axes:
            fixed.append({"nodes": [node], "axes": axes})
    return {"tensio": 1, "dimension": data["dim"], "nodes": {"position": data["nodes"], "fixed": fixed, "mass": 1},
            "springs": [{"ends": [[s["i"], s["j"]] for s in data["springs"]],
                         "stiffness": [s["k"] for s in data["springs"]], **springs}],
            "loads": [{"nodes": ":", "force": data["loads"]}], "equilibrium": {"method": method}}


def run_data(data, springs, method="newton", verb="solve", options=()):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(data_scene(data, springs, method), file)
        file.flush()
        return run(file.name, verb, options)


def elastic_network(data):
    rest = [s["rest"] for s in data["springs"]]
    answer = run_data(data, {"rest_length": rest}, verb="modes", options=("--count", "36"))
    return [
        ({"name": "eigenvalues 7 to 36", "of": "eigenvalues", "published": data["expected"]["eigenvalues_7_to_36"],
          "published_rel": data["tolerance"]["rel"]}, modes_lists(answer, "eigenvalues")),
        ({"name": "rigid motions", "of": "rigid", "published": data["expected"]["n_zero_modes"],
          "published_abs": 0}, sum(mode["kind"] == "rigid" for mode in answer["modes"]))]


def force_density_net(data):
    answer, expected, within = run_data(data, FORCE_DENSITY), data["expected"], data["tolerance"]
    return [
        ({"name": "positions", "of": "position", "published": expected["positions"],
          "published_abs": within["pos"]}, answer["position"]),
        ({"name": "tensions", "of": "tension", "published": expected["forces"],
          "published_rel": within["force_rel"]}, answer["tension"]),
        ({"name": "stable", "of": "stable", "exact": 1, "exact_abs": 0}, int(answer["stable"]))]


def compression_dome(data):
    answer = run_data(data, FORCE_DENSITY, "plain_newton")
    expected, within = data["expected"], data["tolerance"]
    length, tension = answer["length"], answer["tension"]
    found = {"load_path": sum(abs(t) * l for t, l in zip(tension, length)), "length_min": min(length),
             "length_max": max(length), "length_mean": sum(length) / len(length),
             "mean_dev_from_1": sum(abs(l - 1) for l in length) / len(length)}
    words = {"load_path": "load path", "length_min": "shortest length", "length_max": "longest length",
             "length_mean": "mean length", "mean_dev_from_1": "mean deviation of lengths from 1"}
    values = [({"name": words[key], "of": key, "published": expected[key],
                "published_abs": within["load_path" if key == "load_path" else "lengths"]}, number)
              for key, number in found.items()]
    return values + [({"name": "stable", "of": "stable", "exact": 0, "exact_abs": 0}, int(answer["stable"]))]


DATA_SETS = [
    ("15_anm_ubiquitin_modes.json", "Elastic network of a protein: 76 nodes, 1428 springs", elastic_network),
    ("16_fdm_olympia.json", "Net of 102 nodes and 166 force densities, four of them negative", force_density_net),
    ("17_fdm_stuttgart21.json", "Net of 98 nodes and 168 force densities", force_density_net),
    ("18_fdm_liew_dome.json", "Dome of 613 nodes in pure compression: A. Liew 2020, by `plain_newton`",
     compression_dome),
]


def data_sections(folder):
    text = "\n" + DATA_HEAD
    for name, title, values in DATA_SETS:
        path = folder / "data_only" / name
        data = json.loads((path if path.exists() else folder / name).read_text())
        text += f"\n## {name[:2]}: {title}\n\n{table(values(data))}"
    return text


# ---- the page ----

NUMBER = re.compile(r"[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?")


def same(ours, theirs):
    """Equal texts, but for numbers that agree to what different machines round alike."""
    if NUMBER.sub("#", ours) != NUMBER.sub("#", theirs):
        return False
    pairs = zip(map(float, NUMBER.findall(ours)), map(float, NUMBER.findall(theirs)))
    return all(abs(a - b) <= 1e-6 * abs(b) + 1e-9 for a, b in pairs)


def check(page):
    stands = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if DATA_HEAD not in page:
        stands = stands.split("\n" + DATA_HEAD)[0]
    ours, theirs = page.splitlines(), stands.splitlines()
    for number, (a, b) in enumerate(zip(ours, theirs), 1):
        if not same(a, b):
            raise Bad(f"docs/validation.md:{number} says\n  {b}\nbut it is\n  {a}\n"
                      "Run tools/make_validation.py and look at what changed.")
    if len(ours) != len(theirs):
        raise Bad(f"docs/validation.md has {len(theirs)} lines, but there are {len(ours)}: "
                  "run tools/make_validation.py")


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    checking = sys.argv[1:] == ["--check"]
    folder = os.environ.get("TENSIO_VALIDATION_DATA")
    if not folder and not checking:
        sys.exit("TENSIO_VALIDATION_DATA must name the folder of the data sets")
    cases = json.loads((FOLDER / "expected.json").read_text())["cases"]
    try:
        page = HEAD + "".join(section(case) for case in cases)
        if folder:
            page += data_sections(pathlib.Path(folder))
        if checking:
            check(page)
        else:
            PAGE.write_text(page, encoding="utf-8")
    except Bad as bad:
        sys.exit(str(bad))
    print(f"{sum(len(case['values']) for case in cases)} values of {len(cases)} cases"
          f"{' and the data sets' if folder else ''} are reproduced")


if __name__ == "__main__":
    main()
