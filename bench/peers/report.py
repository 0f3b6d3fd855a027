"""The table of docs/performance.md with its provenance, and the result files."""

import json
import pathlib
import re
import textwrap

from measure import ROOT

HEAD = ("| work | Tensio | other | ratio (other clock) | target | distance | residual: Tensio, other | limit reached | "
        "memory: Tensio, other |\n"
        "|---|---|---|---|---|---|---|---|---|")
CLOCKS = {"wall": "wall time", "cpu": "CPU time, since other work ran on the machine"}
# What a reader must know to judge the ratios: a build with these packages may be faster.
LAMMPS_BUILD = "LAMMPS is Debian's package, built without the INTEL, OPENMP and KOKKOS packages."
BEGIN, END = "<!-- table by bench/peers/run -->", "<!-- end of the table -->"


def number(value, unit=""):
    if value is None or value != value:
        return ""
    text = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return f"{text} {unit}".strip()


def size(count):
    if not count:
        return ""
    return f"{count / 1e6:,.0f} MB"


def reached(row, other):
    if row.get("target") is None or not other.get("decides", True):
        return ""
    figure = other["ratio"]
    better = figure <= row["target"] if row.get("at_most") else figure >= row["target"]
    sign = "<=" if row.get("at_most") else ">="
    if other.get("at_least") and not better:
        return f"{sign} {row['target']:g}: not known"
    return f"{sign} {row['target']:g}: " + ("reached" if better else "**missed**")


def limit_text(limit):
    if not limit:
        return ""
    parts = []
    if "bytes" in limit:
        parts.append(f"{100 * limit['bytes']:.0f} % of the stream")
    if "roots" in limit:
        parts.append(f"{100 * limit['roots']:.0f} % of the roots")
    return ", ".join(parts) + f" ({limit['model']})" if parts else limit["model"]


def alone(row):
    """A row without peers compares its own value with its target."""
    return {"ratio": row["value"]}


def lines(row):
    if "failed" in row:
        return [f"| {row['work']} | not measured: {row['failed'].strip().splitlines()[-1]} | | | | | | | |"]
    ours = number(row.get("value"), row.get("unit", ""))
    if not row["peers"]:
        notes = "; ".join(row["missing"])
        return [f"| {row['work']} | {ours} | {notes} | | {reached(row, alone(row))} | | {number(row.get('residual'))} | "
                f"{limit_text(row.get('limit'))} | {size(row['memory'])} |"]
    found = []
    for n, other in enumerate(row["peers"]):
        residuals = ", ".join(text for text in (number(row.get("residual")), number(other.get("residual"))) if text)
        by_other = other.get("ratio_by_other_clock")
        # a wall time that other work has more than doubled is not shown
        more = "> " if other.get("at_least") else ""
        by_other = f" ({more}{by_other:.2f})" if by_other is not None and by_other > 0 else ""
        found.append(f"| {row['work'] if n == 0 else ''} | {ours if n == 0 else ''} | {other['name']}: "
                     f"{number(other.get('value'), row.get('unit', ''))}{other.get('note', '')} | {more}{other['ratio']:.2f}{by_other} | "
                     f"{reached(row, other)} | {number(other.get('apart'), 'm')} | {residuals} | "
                     f"{limit_text(row.get('limit')) if n == 0 else ''} | "
                     f"{size(row['memory'])}, {size(other.get('memory'))} |")
    for text in row["missing"]:
        found.append(f"| | | {text.strip().splitlines()[-1]} | | | | | | |")
    return found


def table(rows):
    return "\n".join([HEAD, *(line for row in rows for line in lines(row))])


def missed(rows):
    """What is not reached, with its reason."""
    found = []
    for row in rows:
        for other in row.get("peers") or ([] if "failed" in row else [alone(row)]):
            if "**missed**" in reached(row, other):
                found.append(f"- {row['work']}: {other['ratio']:.2f} instead of {row['target']:g}. {row['reason']}".rstrip())
    return found


def medians(results):
    """How often rows were measured, and by which clock: one sentence for each combination."""
    groups = {}
    for row in results["rows"]:
        how = (row.get("repeats", results["repeats"]), row.get("clock", results["clock"]))
        groups.setdefault(how, []).append(row["work"])
    common = max(groups, key=lambda how: len(groups[how]))
    texts = [f"Values are medians of {common[0]} rounds, by {CLOCKS[common[1]]}."]
    for (repeats, clock), works in groups.items():
        if (repeats, clock) != common:
            rounds = f"medians of {repeats} rounds" if repeats > 1 else "one round"
            texts.append(f"Exceptions with {rounds}, by {CLOCKS[clock]}: {'; '.join(works)}.")
    return texts


def add_kept(rows, files, order):
    """Rows of kept results beside those measured now, in the order of the catalogue."""
    known = {row["name"] for row in rows}
    for file in files:
        kept = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
        when = f"{kept['machine']['date']} {kept['machine']['program']}"
        how = {"repeats": kept["repeats"], "clock": kept["clock"], "measured": when}
        rows = rows + [how | row for row in kept["rows"] if row["name"] not in known]
        known |= {row["name"] for row in kept["rows"]}
    return sorted(rows, key=lambda row: order.index(row["name"]))


def earlier(results):
    """Which rows are those of kept results: one sentence for each of these."""
    groups = {}
    for row in results["rows"]:
        if "measured" in row:
            groups.setdefault(row["measured"], []).append(row["work"])
    return [f"Measured on {when}, and with the limits of the machine at that time: {'; '.join(works)}."
            for when, works in groups.items()]


def provenance(results):
    """Machine, versions, and how it was measured: a list."""
    about = results["machine"]
    limits = "; ".join(f"{threads} thread{'s' if int(threads) > 1 else ''}: stream {limit['bytes'] / 1e9:.1f} GB/s, "
                       f"products {limit['flops'] / 1e9:.0f} Gflop/s, roots with a quotient {limit['roots'] / 1e9:.2f} G/s"
                       for threads, limit in results["limits"].items())
    packages = ", ".join(f"{name} {version}" for name, version in about["packages"].items())
    items = [f"Measured on {about['date']} {about['program']}.",
             f"Machine: {about['cpu']}, {about['cores']} cores, L2 {about['caches']['L2']}, "
             f"L3 {about['caches']['L3']}, {about['memory_GB']} GB, Linux {about['kernel']}, "
             f"{' '.join(about['compiler'])}; load {about['load']:.1f}.",
             f"{LAMMPS_BUILD} Versions: {packages}.",
             f"Limits of the machine, {limits}.", *medians(results), *earlier(results)]
    return [line for item in items
            for line in textwrap.wrap(item, 100, initial_indent="- ", subsequent_indent="  ",
                                      break_long_words=False, break_on_hyphens=False)]


def markdown(results):
    """The table, then where it comes from."""
    text = [table(results["rows"])]
    late = missed(results["rows"])
    if late:
        text += ["", "Targets that were not reached:", "", *late]
    return "\n".join([*text, "", "How these values were measured:", "", *provenance(results)]) + "\n"


def keep(results, text, label):
    folder = ROOT / "bench" / "results"
    folder.mkdir(exist_ok=True)
    name = re.sub(r"[^0-9]+", "-", results["machine"]["date"]).strip("-")
    path = folder / ("_".join(part for part in (name, label) if part) + ".json")
    path.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    if text:
        path.with_suffix(".md").write_text(text, encoding="utf-8")
    return path


def write_docs(text):
    path = ROOT / "docs" / "performance.md"
    before, rest = path.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    path.write_text(f"{before}{BEGIN}\n{text}{END}{after}", encoding="utf-8")
