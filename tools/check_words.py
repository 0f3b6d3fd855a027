#!/usr/bin/env python3
"""Finds words that readers of mechanics and numerics stop at, and says what to write instead.

    tools/check_words.py              checks what must be clean (CLEAN_CODE and all Markdown); exits 1 on a find
    tools/check_words.py --all        also counts the finds in the other folders of CODE; these never fail
    tools/check_words.py PATH...      lists the finds in these files or folders; exits 1 on a find
    tools/check_words.py --self-test  checks that each word is caught and that plain text passes

In Markdown, code (blocks, spans, indented lines) is skipped: it shows names and output of the program.
Elsewhere the whole text is read: comments, strings and identifiers. Phrases are also found across line
ends. Markdown prose is also checked for lines over 100 columns. CONTRIBUTING.md explains the words.
"""

import bisect
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Folders of code, and those of them that must be clean already. Move names over as folders are cleaned.
CODE = ("src", "include", "cli", "capi", "python", "tests", "tools", "bench", "examples/notebooks")
CLEAN_CODE = CODE

# Files that are not read: history, records of measurements, and this table itself.
SKIPPED = ("CHANGELOG.md", "bench/results", "tools/check_words.py")

# (file or folder, word): finds that may stay, such as a name that old files contain.
ALLOWED = (
    ("src/io/formats/import/vtk_xml.cpp", "held"),  # the array `fixed` in files of earlier versions
    ("tests/io/formats/import/vtk_xml_test.cpp", "held"),
    ("src/io/draw/sheet.cpp", "held"),  # a column of the table of reactions
    ("tests/io/formats/tables/table_test.cpp", "held"),
    ("src/io/json/value.cpp", "tell"),  # a function that RapidJSON calls
)

CODE_ENDINGS = (".cpp", ".hpp", ".h", ".c", ".cu", ".inc", ".py", ".txt", ".cmake")
COLUMNS = 100


# (regular expression, what to write instead, an example that must be caught). Expressions match whole words,
# where `_` and the next capital of an identifier also end a word, in text whose white space is single blanks.
WORDS = [
    (r"told|(?<!\.)tells?|telling", "reports, says", "the stable step is told before the run"),
    (r"numbers? that (?:is|are) none|numbers? (?:is|are) no longer (?:one|ones?)|range of numbers",
     "NaN or infinity; overflow", "a number that is none ends the run"),
    (r"held(?! in memory| by a lock)", "fixed, constrained", "nodes that are held on all axes"),
    (r"(?:is|are) no unknowns?", "is not a degree of freedom", "such a node is no unknown"),
    (r"(?<!there )(?:is|are|was|were) no (?!longer|more|less|other|different|need|such|matter|unknown|\w+er than)[a-z]+",
     "is not a", "a file that is no scene"),
    (r"h(?:old|olds|eld|olding) (?:\w+ ){0,4}against", "compare with", "a test holds this page against new runs"),
    (r"anew", "again", "it is compiled anew"),
    (r"at(?: |_)once", "together, in one call, immediately", "all mistakes are shown at once"),
    (r"so many(?! that| \w+ that)", "N, the number of", "after so many iterations"),
    (r"work(?:s|ed|ing)?(?: |_)out", "compute", "forces are worked out first"),
    (r"serves?|served", "is valid, is used", "one factor serves for 20 steps"),
    (r"what acts|all that acts|everything acts|no case acting", "the loads", "let all that acts grow"),
    (r"books|booked", "energy balance; recorded", "the energy books balance"),
    (r"rub|rubs|rubbed|rubbing", "friction", "nodes that rub on obstacles"),
    (r"skin(?! distance)", "penalty contact", "the skin resists like a spring"),
    (r"in (?:pull|push)(?! and|_)", "in tension, in compression", "tension is positive in pull"),
    (r"the hand", "interactive edits, the pointer", "values that the hand changes"),
    (r"the way of the|ways? of (?:its|their) own|rest of the way|on the way (?:to|from) rest",
     "path, displacement, method", "the plane bounds the rest of the way"),
    (r"comes? to lie", "position", "where its origin comes to lie"),
    (r"(?-i:Mover|MovingNet|moving_net)", "Stepper, DynamicNetwork", "class MovingNet {"),
    (r"soften(?:ed)?|from afar|comes? nearer", "stiffness continuation, far start, warm start",
     "stiff springs are softened"),
    (r"pencil", "generalised eigenproblem", "the pencil of K and M"),
    (r"node(?: |_)matrix|(?-i:NodeMatrix)", "scalar Laplacian", "a factor of the node matrix"),
    (r"as bars(?=:|\")", "rigidity: states of self-stress and mechanisms", "as bars: self-stress 1"),
    (r"(?-i:[A-Z]\w*Facts|[a-z]+_facts)", "Norms, Summary", "struct ForceFacts {"),
    (r"stuff", "material", "springs of one stuff"),
    (r"warmth", "temperature", "loads of warmth"),
    (r"belongs? into", "belongs in", "it belongs into the header"),
    (r"times as (?:slow|fast)", "times slower, times faster", "it is 6 times as slow as it was"),
    (r"go(?:es)? before", "override", "options go before those of the scene"),
    (r"(?:go|goes|went) on", "continue", "the run goes on from there"),
    (r"refused by name|half read", "unsupported keys are rejected with an error that names them",
     "such keys are refused by name"),
    (r"every ending", "every solve returns a status and a reason", "Every ending has a name"),
    (r"if not given", "(default N)", "10000 if not given"),
    (r"fore(?:tell|tells|told)", "predict", "the load that theory foretells"),
    (r"(?:is|are|was|were) passed over", "ignored", "empty lines are passed over"),
    (r"for ever", "forever", "a run takes for ever"),
    (r"can not(?! only)", "cannot", "a file can not hold it"),
]

# Text that must pass.
PLAIN = [
    "There is no support, and there are no loads. The value is no longer used, and is no larger than 1.",
    "The legend says pull and push; a spring may pull its ends together. v.push_back(1); git push",
    "The lock is held by a lock file; nothing is held in memory. There are so many nodes that it is slow.",
    "On the other hand, the file was written by hand. This is the fastest way to solve it.",
    "A textbook, a rubber band, a flip book, strain softening, a web server, and five bars of steel.",
    "LAMMPS has a large skin distance. It takes four times as long. One pass over the nodes. It went only once.",
    "The workout, the stranger and the storyteller; std::ftell(file); file.tellg(); file.tell()",
    "It can not only solve but also simulate. Remove every node; the mover's fee; a summary of facts.",
]


RULES = [(re.compile(rf"(?<![A-Za-z])(?:{pattern})(?-i:(?![a-z]))", re.IGNORECASE), advice)
         for pattern, advice, _ in WORDS]


# ---- what is read of a file ----


def blank(match):
    """The same text as blanks; line ends stay."""
    return re.sub(r"[^\n]", " ", match.group())


def prose_of_markdown(text):
    text = re.sub(r"(?ms)^[ ]*```.*?^[ ]*```[ ]*$", blank, text)
    # Generated sections: their words come from the code.
    text = re.sub(r"(?s)<!-- \w+ -->\n.*?<!-- end -->", blank, text)
    text = re.sub(r"(?s)<!--.*?-->", blank, text)
    text = re.sub(r"(?m)(?<=\n\n)(?:    .*\n)+", blank, text)
    return re.sub(r"`[^`]+`|\]\([^)]*\)", blank, text)


def prose_of_code(text):
    # What begins a comment's next line, and what joins two strings, does not break a phrase.
    text = re.sub(r"(?m)^[ \t]*(?:///?[<!]?|#(?!include)|\*)(?=\s)", blank, text)
    return re.sub(r"\"[ \t]*\n[ \t]*\"", blank, text)


# ---- checking ----


def finds(text):
    """(offset, word, advice) of everything that is found in prose."""
    words = list(re.finditer(r"\S+", text))
    squeezed = " ".join(word.group() for word in words)
    starts = [match.start() for match in re.finditer(r"\S+", squeezed)]
    found = []
    for rule, advice in RULES:
        for match in rule.finditer(squeezed):
            index = bisect.bisect_right(starts, match.start()) - 1
            offset = words[index].start() + match.start() - starts[index]
            found.append((offset, match.group(), advice))
    return sorted(found)


def long_lines(text, prose):
    """Numbers of the prose lines of Markdown that are too long and could be broken."""
    lines = zip(text.split("\n"), prose.split("\n"))
    return [number for number, (line, words) in enumerate(lines, 1)
            if len(line) > COLUMNS and not line.startswith(("|", "#", "!", "<!--"))
            and " " in words.strip()[:COLUMNS].strip()]


def name(path):
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def check_file(path):
    """Messages for one file."""
    text = path.read_text(encoding="utf-8")
    markdown = path.suffix == ".md"
    prose = prose_of_markdown(text) if markdown else prose_of_code(text)
    starts = [0] + [match.end() for match in re.finditer("\n", text)]
    messages = []
    for offset, word, advice in finds(prose):
        if any(name(path).startswith(where) and word.lower() == may for where, may in ALLOWED):
            continue
        line = bisect.bisect_right(starts, offset)
        messages.append(f"found '{word}' at {name(path)}:{line}: write '{advice}'")
    if markdown:
        messages += [f"found a line over {COLUMNS} columns at {name(path)}:{number}: break it"
                     for number in long_lines(text, prose)]
    return messages


def files(where, endings):
    """Files below a folder, or the file itself, in order."""
    if where.is_file():
        return [where] if where.suffix in endings else []
    found = []
    for folder, folders, names in os.walk(where):
        folders[:] = sorted(f for f in folders if not f.startswith((".", "build", "__"))
                            and f not in ("out", "node_modules", "dist"))
        found += [pathlib.Path(folder) / n for n in sorted(names) if pathlib.Path(n).suffix in endings]
    return [f for f in found if not name(f).startswith(SKIPPED)]


def check(paths, endings):
    return [message for path in paths for file in files(path, endings) for message in check_file(file)]


def count_others():
    """Prints how many finds there are in folders that need not be clean yet."""
    for folder in CODE:
        if folder in CLEAN_CODE:
            continue
        counts = {}
        for message in check([ROOT / folder], CODE_ENDINGS):
            word = message.split("'")[1].lower()
            counts[word] = counts.get(word, 0) + 1
        common = sorted(counts, key=lambda word: (-counts[word], word))
        print(f"{folder}: {sum(counts.values())} finds" + (": " if counts else "")
              + ", ".join(f"{word} {counts[word]}" for word in common[:12])
              + (", ..." if len(common) > 12 else ""))


# ---- self-test ----


def self_test():
    failures = []
    for _, advice, example in WORDS:
        for text in (example, example.replace(" ", "\n  ")):
            if advice not in [found for _, _, found in finds(text)]:
                failures.append(f"not caught: {text!r}")
        if finds(advice):
            failures.append(f"the advice {advice!r} is caught itself")
    for text in PLAIN:
        failures += [f"caught {word!r} in plain text: {text!r}" for _, word, _ in finds(text)]

    quoted = "`told`\n\n    told\n\n```\ntold\n```\n[x](told.md) <!-- told -->\n<!-- cloth -->\ntold\n<!-- end -->\n"
    failures += [f"caught {word!r} in code of Markdown" for _, word, _ in finds(prose_of_markdown(quoted))]
    for text in ("is_told(x)", "// as it is worked\n  // out below", '"so "\n    "many threads"', "bool told_;"):
        if not finds(prose_of_code(text)):
            failures.append(f"not caught in code: {text!r}")
    wide = "word " * 21
    for text, expected in ((wide, [1]), ("| " + wide, []), ("`" + wide + "`", []), ("x" * 120, [])):
        if long_lines(text, prose_of_markdown(text)) != expected:
            failures.append(f"long lines of {text!r} are not {expected}")
    for failure in failures:
        print(failure)
    print(f"{len(WORDS)} words, {len(PLAIN)} plain texts: {len(failures)} failures")
    return 1 if failures else 0


def main(words):
    if words == ["--self-test"]:
        return self_test()
    if words and words != ["--all"]:
        if words[0].startswith("-"):
            sys.exit(__doc__)
        messages = check([pathlib.Path(word).resolve() for word in words], (*CODE_ENDINGS, ".md"))
    else:
        messages = check([ROOT], (".md",)) + check([ROOT / folder for folder in CLEAN_CODE], CODE_ENDINGS)
    print("\n".join(messages) if messages else "the words are plain")
    if words == ["--all"]:
        count_others()
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
