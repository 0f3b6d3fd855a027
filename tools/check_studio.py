#!/usr/bin/env python3
"""Checks that docs/tensio-studio.html and docs/tensio-viewer.html were built from the studio's sources as they are.

    tools/check_studio.py           compares docs/tensio-studio.digest with the files; exits 1 if they differ
    tools/check_studio.py --write   writes the digest; tools/build_studio --docs calls it

The digest covers what the page is made of: studio/ with the engine's bindings and the lock file of its packages, and
the examples in its gallery. It does not cover the library itself: whether the engine in the page computes as the
library does is decided by the golden hashes, which ./test studio runs in that page.
"""

import hashlib
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "tensio-studio.html"
VIEWER = ROOT / "docs" / "tensio-viewer.html"
DIGEST = ROOT / "docs" / "tensio-studio.digest"

# Folders and files of studio/ that do not become part of the page: tests, texts, and what is made or installed.
LEFT_OUT = ("e2e", "tests", "node_modules", "dist", "dist-single", "dist-viewer", "engine/out", ".node", "README.md", ".gitignore",
            "tools/make_thumbnails.py")


def sources():
    """What the page is made of, in a fixed order."""
    found = []
    for folder, folders, names in os.walk(ROOT / "studio"):
        here = pathlib.Path(folder).relative_to(ROOT / "studio")
        folders[:] = [name for name in folders if (here / name).as_posix() not in LEFT_OUT]
        found += [pathlib.Path(folder) / name for name in names if (here / name).as_posix() not in LEFT_OUT]
    found += (ROOT / "examples").glob("*/*.json")
    found += (ROOT / "examples").glob("*/*.csv")
    return sorted(found, key=lambda path: path.relative_to(ROOT).as_posix())


def digest():
    total = hashlib.sha256()
    for path in sources():
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        total.update(f"{content}  {path.relative_to(ROOT).as_posix()}\n".encode())
    pages = [hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "missing" for path in (PAGE, VIEWER)]
    return f"sources {total.hexdigest()}\npage    {pages[0]}\nviewer  {pages[1]}\n"


def main(words):
    if words == ["--write"]:
        DIGEST.write_text(digest(), encoding="utf-8")
        return 0
    if words:
        sys.exit(__doc__)
    if not DIGEST.is_file() or DIGEST.read_text(encoding="utf-8") != digest():
        print("docs/tensio-studio.html or docs/tensio-viewer.html was not built from these sources of the studio; "
              "run tools/build_studio --docs")
        return 1
    if PAGE.stat().st_size > 6_000_000:
        print(f"docs/tensio-studio.html has {PAGE.stat().st_size} bytes; at most 6,000,000 are allowed")
        return 1
    if VIEWER.stat().st_size > 1_000_000:
        print(f"docs/tensio-viewer.html has {VIEWER.stat().st_size} bytes; at most 1,000,000 are allowed")
        return 1
    print("the pages are those of these sources")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
