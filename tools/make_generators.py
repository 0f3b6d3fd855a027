#!/usr/bin/env python3
"""Writes the sections on generators in the schema and the manual, from the list of `tensio new --json`.

    tools/make_generators.py              writes them
    tools/make_generators.py --check      compares; exits 1 if they differ
    tools/make_generators.py --pictures   writes them, and draws a picture of every kind

In schema/system.schema.json it writes the definition `part`; in docs/generators.md the text between
`<!-- cloth -->` and `<!-- end -->` for each kind, where every kind must have a section. The program is the
one given by the variable TENSIO, otherwise ./tensio.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = os.environ.get("TENSIO") or str(ROOT / "tensio")
SCHEMA = ROOT / "schema" / "system.schema.json"
PAGE = ROOT / "docs" / "generators.md"
PICTURES = ROOT / "docs" / "images" / "generators"

# Pictures show smaller parts where the default ones would be too fine to see.
PICTURE_OPTIONS = {
    "cloth": ["--columns", "14"],
    "lattice": ["--cells", "12,5", "--keep-springs", "0.8", "--jitter", "0.1", "--prune", "true"],
    "graph": ["--size", "36", "--reach", "2"],
    "bridge": ["--design", "suspension", "--dimension", "3"],
    "rod": ["--segments", "20"],
    "hair": ["--strands", "30", "--segments", "32", "--curl-radius", "0.012"],
    "shell": ["--segments", "10"],
    "soft_body": ["--cell", "0.13"],
    "tensegrity": ["--sides", "4"],
}
# How each is drawn; hair as it is made, without solving for equilibrium.
DRAW_OPTIONS = {
    "cloth": ["--view", "25,18"],
    "net": ["--view", "25,25"],
    "bridge": ["--view", "28,14"],
    "hair": ["--drawn", "--view", "20,20"],
    "rod": ["--view", "30,15"],
    "shell": ["--view", "30,25"],
    "soft_body": ["--view", "30,20"],
    "muscle": ["--view", "30,18"],
    "tensegrity": ["--view", "30,15"],
}


def kinds():
    answer = subprocess.run([PROGRAM, "new", "--json"], capture_output=True, check=True)
    return json.loads(answer.stdout)["kinds"]


# ---- the schema ----


def limits(option):
    names = {"least": "minimum", "above": "exclusiveMinimum", "most": "maximum"}
    return {names[key]: option[key] for key in names if key in option}


def option_schema(option, defs):
    number = {"$ref": "#/$defs/number"} if "number" in defs else {"type": "number"}
    whole = {"$ref": "#/$defs/whole"} if "whole" in defs else {"type": "integer"}
    shapes = {
        "number": lambda: number | limits(option),
        "whole_number": lambda: whole | limits(option),
        "truth": lambda: {"type": "boolean"},
        "word": lambda: {"enum": option["words"]},
        "material": lambda: {"type": "string"},
        "mesh": lambda: {"type": "string"},
        "vector": lambda: {"type": "array", "items": number | limits(option)},
        "pairs": lambda: {"anyOf": [{"$ref": "#/$defs/file"}, {
            "type": "array", "items": {"type": "array", "items": whole | limits(option), "minItems": 2, "maxItems": 2}}]},
        "distribution": lambda: {"anyOf": [number | limits(option), {"$ref": "#/$defs/distribution"}]},
    }
    text = option["help"] + (f" [{option['unit']}]" if option["unit"] else "")
    shape = shapes[option["type"]]() if option["type"] in shapes else {"$ref": f"#/$defs/{option['type']}"}
    return {"description": text[0].upper() + text[1:] + "."} | shape


def part_schema(all_kinds, defs):
    number = {"$ref": "#/$defs/number"} if "number" in defs else {"type": "number"}
    placing = {
        "kind": {},
        "name": {"description": "Name of the part, and prefix of its groups: NAME.GROUP.", "type": "string"},
        "at": {"description": "Position of its origin.", "type": "array", "items": number},
        "rotate": {"description": "Degrees about x, y, z in turn; one angle in 2D.",
                   "anyOf": [number, {"type": "array", "items": number}]},
        "scale": number | {"exclusiveMinimum": 0},
        "join": {"description": "Nodes this close to an existing node are merged with it."} | number
                | {"minimum": 0},
        "note": {"$ref": "#/$defs/note"},
    }
    return {
        "description": "A part made from its kind and options. Made by tools/make_generators.py.",
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"enum": [kind["name"] for kind in all_kinds]}},
        "allOf": [{
            "if": {"properties": {"kind": {"const": kind["name"]}}},
            "then": {
                "additionalProperties": False,
                "properties": placing | {option["name"]: option_schema(option, defs)
                                         for option in kind["options"]},
            },
        } for kind in all_kinds],
    }


def compact(value, indent):
    """JSON with short values on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= 110 or not isinstance(value, (dict, list)):
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        rows = [f"{inner}{json.dumps(k)}: {compact(v, indent + 2)}" for k, v in value.items()]
        return "{\n" + ",\n".join(rows) + "\n" + " " * indent + "}"
    rows = [inner + compact(v, indent + 2) for v in value]
    return "[\n" + ",\n".join(rows) + "\n" + " " * indent + "]"


def new_schema(text, all_kinds):
    defs = json.loads(text)["$defs"]
    part = '    "part": ' + compact(part_schema(all_kinds, defs), 4)
    changed, count = re.subn(r'(?ms)^    "part": \{.*?^    \}', lambda _: part, text)
    if count != 1:
        raise SystemExit(f"{SCHEMA} has no definition `part`")
    return changed


# ---- the manual ----


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def option_row(option):
    kind = {"whole_number": "integer", "truth": "true or false", "material": "name", "mesh": "file",
            "vector": "list of numbers", "pairs": "list of pairs",
            "distribution": "number or [distribution](#distributions)"}.get(option["type"], option["type"])
    if "words" in option:
        kind = ", ".join(f"`{word}`" for word in option["words"])
    elif option["type"] in ("viscous", "yield", "break", "active"):
        kind = "object"
    if option["unit"]:
        kind += f" [{option['unit']}]"
    default = option["default"]
    return [f"`{option['name']}`", kind, "" if default is None else f"`{default}`", option["help"]]


def paragraph(text):
    lines = textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False)
    return "\n\n" + "\n".join(lines)


def section(kind):
    own = [option for option in kind["options"] if option["name"] not in SHARED]
    shared = [f"`{option['name']}`" for option in kind["options"] if option["name"] in SHARED]
    text = table(["option", "value", "default", "meaning"], [option_row(option) for option in own])
    if shared:
        text += paragraph("Also the [options of springs](#options-of-springs): " + ", ".join(shared) + ".")
    for title, names in (("Groups of nodes", kind["groups"]), ("Spring sets", kind["springs"])):
        if names:
            text += paragraph(f"{title}: " + "; ".join(f"`{n['name']}` ({n['help']})" for n in names) + ".")
    return text


SHARED = ("law", "material", "damping", "damping_time", "viscous", "yield", "break", "active")


def new_page(text, all_kinds):
    for kind in all_kinds:
        pattern = rf"(?s)(<!-- {kind['name']} -->\n).*?(<!-- end -->)"
        text, count = re.subn(pattern, lambda m: m.group(1) + section(kind) + "\n" + m.group(2), text)
        if count != 1:
            raise SystemExit(f"{PAGE} has no section between <!-- {kind['name']} --> and <!-- end -->")
    return text


# ---- pictures ----


def draw(kind):
    name = kind["name"]
    with tempfile.TemporaryDirectory() as folder:
        scene = os.path.join(folder, f"{name}.json")
        subprocess.run([PROGRAM, "new", name, "--out", scene, "-q", *PICTURE_OPTIONS.get(name, [])], check=True)
        subprocess.run([PROGRAM, "draw", scene, "--out", PICTURES / f"{name}.svg", "--force", "-q",
                        *DRAW_OPTIONS.get(name, [])], check=True)


def main(words):
    all_kinds = kinds()
    wanted = {SCHEMA: new_schema(SCHEMA.read_text(), all_kinds), PAGE: new_page(PAGE.read_text(), all_kinds)}
    if words == ["--check"]:
        stale = [path for path, text in wanted.items() if path.read_text() != text]
        missing = [kind["name"] for kind in all_kinds if not (PICTURES / f"{kind['name']}.svg").exists()]
        for path in stale:
            print(f"{path} is not what tools/make_generators.py writes")
        for name in missing:
            print(f"there is no picture of {name}; tools/make_generators.py --pictures draws it")
        return 1 if stale or missing else 0
    for path, text in wanted.items():
        path.write_text(text)
    if words == ["--pictures"]:
        PICTURES.mkdir(parents=True, exist_ok=True)
        for kind in all_kinds:
            draw(kind)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
