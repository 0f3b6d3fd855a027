#!/usr/bin/env python3
"""Writes docs/python_reference.md from the docstrings: ./tensio python tools/make_python_reference.py.

--check: compares instead, and exits with 1 where the file is out of date.
"""

import dataclasses
import inspect
import pathlib
import re
import sys
import textwrap

import tensio

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs/python_reference.md"

SECTIONS = [
    ("Nets", ["System", "SpringStates", "CheckWarning", "load", "save", "formats", "FileFormat"]),
    ("Equilibrium", ["solve_equilibrium", "Equilibrium", "Report", "SolveFrame", "Event", "solve_stages", "Stages",
                     "solve_combinations", "Combinations", "NamedEquilibrium", "Envelope", "Extremes"]),
    ("Modes and paths", ["modes", "ModesResult", "follow", "LoadPath", "PathCurve", "Branch", "PathPoint", "SpecialPoint"]),
    ("Gradients", ["rest_gradient", "RestGradient", "run_gradient", "RunGradient"]),
    ("Many solves", ["solve_many", "ManyRests", "run_many", "ManyRuns"]),
    ("Motion", ["Simulation", "State", "MotionFrame", "MotionReport", "Recording", "read"]),
    ("One spring, one node", ["spring_energy", "spring_gradient", "spring_hessian", "spring_tension", "kinetic_energy",
                              "gravity_energy", "gravity_gradient", "tension_law", "TensionLaw"]),
    ("Pages and pictures", ["Page", "Svg"]),
    ("Errors", ["Error", "FileError", "LimitError", "Problem"]),
]


def wrapped(text):
    """Prose in lines of 100 columns; blocks that are indented stay."""
    parts = re.split(r"\n\s*\n", inspect.cleandoc(text or ""))
    return "\n\n".join(part if part.startswith(" ") else textwrap.fill(" ".join(part.split()), 100) for part in parts)


def annotation(value):
    """A type as it is written."""
    value = getattr(value, "__forward_arg__", value)
    text = value if isinstance(value, str) else getattr(value, "__name__", str(value))
    return re.sub(r"\b(?:numpy\.|np\.|typing\.|_core\.)", "", text)


def signature(function, name):
    """name(a, b=1) as code, without types."""
    try:
        found = inspect.signature(function)
    except (TypeError, ValueError):
        # A function of the engine: pybind11 wrote its arguments at the head of the docstring.
        first = (function.__doc__ or "").splitlines()[0]
        arguments = re.match(r"\w+\((.*)\)", first)
        names = re.findall(r"(?:^|, )(\w+): [^=,]*(= [^,]*)?", arguments.group(1)) if arguments else []
        return f"{name}({', '.join(n + d.replace('= ', '=') for n, d in names if n != 'self')})"
    parts, star = [], False
    for parameter in found.parameters.values():
        if parameter.name in ("self", "cls"):
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            parts.append("*")
            star = True
        prefix = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        star = star or parameter.kind is parameter.VAR_POSITIONAL
        default = "" if parameter.default is parameter.empty else f"={parameter.default!r}"
        parts.append(prefix + parameter.name + default)
    return f"{name}({', '.join(parts)})"


def docstring(member):
    """Without the line that pybind11 puts in front."""
    text = inspect.getdoc(member) or ""
    return re.sub(r"^\w+\(self: .*\n+", "", text)


def field_comments(kind):
    """The `#:` comments of a class's fields."""
    comments = {}
    for line in inspect.getsource(kind).splitlines():
        match = re.match(r"    (\w+): .*?#: (.*)", line)
        if match:
            comments[match.group(1)] = match.group(2)
    return comments


def fields_of(kind):
    """Name and type of the fields of a record."""
    if dataclasses.is_dataclass(kind):
        return [(field.name, field.type) for field in dataclasses.fields(kind)]
    if hasattr(kind, "_fields"):
        return [(name, kind.__annotations__.get(name, "")) for name in kind._fields]
    return []


def members_of(kind):
    """Public methods and properties, in the order of their definition; those of the engine's class behind."""
    seen, found = set(), []
    for owner in kind.__mro__:
        if owner is object or owner.__module__ == "builtins" or owner.__name__ == "pybind11_object":
            continue
        for name, member in vars(owner).items():
            if name.startswith("_") or name in seen or name in dict(fields_of(kind)):
                continue
            if isinstance(member, (property, classmethod, staticmethod)) or callable(member) or hasattr(member, "func"):
                seen.add(name)
                found.append((name, member))
    return found


def class_text(kind, name):
    lines = [f"### {name}", ""]
    if fields_of(kind) or issubclass(kind, Exception):
        lines += [wrapped(kind.__doc__), ""]
    else:
        lines += [f"```python\n{textwrap.fill(signature(kind, name), 96, subsequent_indent='    ')}\n```", "",
                  wrapped(kind.__doc__), ""]
    comments = field_comments(kind)
    fields = fields_of(kind)
    if fields:
        lines += ["| field | type | |", "|---|---|---|"]
        for field, type_ in fields:
            shown = annotation(type_).replace("|", "\\|")
            lines.append(f"| `{field}` | `{shown}` | {comments.get(field, '').replace('|', chr(92) + '|')} |")
        lines.append("")
    for member_name, member in members_of(kind):
        if issubclass(kind, tuple) and member_name in ("count", "index"):
            continue
        prefix = "System" if name == "System" and isinstance(member, classmethod) else ""
        function = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
        is_value = isinstance(member, property) or hasattr(member, "func")
        title = member_name if is_value else signature(function, member_name)
        lines += [f"- `{prefix + '.' if prefix else ''}{title}`" + _described(docstring(function))]
    return "\n".join(lines).rstrip() + "\n"


def _described(text):
    if not text:
        return ""
    return "\n" + textwrap.indent(textwrap.fill(" ".join(text.split()), 98), "  ")


def function_text(function, name):
    code = textwrap.fill(signature(function, name), 96, subsequent_indent="    ")
    return f"### {name}\n\n```python\n{code}\n```\n\n{wrapped(function.__doc__)}\n"


def reference():
    """The whole page."""
    lines = ["# Reference of the Python module", "",
             "Made from the docstrings by tools/make_python_reference.py. [python.md](python.md) is the manual. In",
             "shapes, n is the number of nodes, m of springs, d of dimensions and f of frames.", ""]
    named = set()
    for title, names in SECTIONS:
        lines += [f"## {title}", ""]
        for name in names:
            named.add(name)
            member = getattr(tensio, name)
            lines += [class_text(member, name) if inspect.isclass(member) else function_text(member, name)]
    missing = set(tensio.__all__) - named - {"scenes", "grade", "__version__"}
    if missing:
        raise SystemExit(f"SECTIONS does not name {', '.join(sorted(missing))}")
    lines += ["## Ready-made parts", "",
              "`tensio.scenes` has a function for each kind of [generators.md](generators.md), with its options as",
              "keywords and `dimension=3`:", "", textwrap.fill(", ".join(f"`{kind}`" for kind in tensio.scenes.kinds()), 100) + ".", ""]
    for name in ("kinds", "starter"):
        lines += [function_text(getattr(tensio.scenes, name), f"scenes.{name}")]
    lines += ["## Grading", "", wrapped(tensio.grade.__doc__), ""]
    for name in tensio.grade.__all__:
        member = getattr(tensio.grade, name)
        text = class_text if inspect.isclass(member) else function_text
        lines += [text(member, f"grade.{name}")]
    return "\n".join(lines).rstrip() + "\n"


def main():
    text = reference()
    if sys.argv[1:] == ["--check"]:
        if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != text:
            sys.exit(f"{TARGET.relative_to(ROOT)} is out of date: ./tensio python tools/make_python_reference.py")
        return
    if sys.argv[1:]:
        sys.exit(__doc__)
    TARGET.write_text(text, encoding="utf-8")
    print(f"written to {TARGET.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
