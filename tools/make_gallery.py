#!/usr/bin/env python3
"""Makes the pictures of the examples, by real runs, and docs/gallery.md from their READMEs.

    tools/make_gallery.py PROGRAM [NAME...]   pictures of all examples and of README.md, or of those
                                              examples that are named; the page
    tools/make_gallery.py --check             whether the page is what the READMEs say; exits 1 if not
"""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "gallery.md"
INTRO = """# Gallery

Each example is a folder with a scene, a picture made by a real run, and a page on its physics: what
it shows, the commands, and what to look at. Animations play in a browser.
`tools/make_gallery.py` makes the pictures and this page.
"""


def draw(*options):
    """A net at rest."""
    def make(program, scene, picture, _):
        subprocess.run([program, "draw", scene, "--out", picture, "--force", "--quiet", *options],
                       check=True)
    return make


def moment(time, *options, run=()):
    """A run at one time, as a still picture."""
    def make(program, scene, picture, folder):
        subprocess.run([program, "run", scene, "--out", folder / "run", "--quiet", *run], check=True)
        subprocess.run([program, "draw", folder / "run", "--time", str(time), "--out", picture, "--force",
                        "--quiet", *options], check=True)
    return make


def modes(*options):
    """Mode shapes, swinging."""
    def make(program, scene, picture, _):
        subprocess.run([program, "modes", scene, "--movie", picture, "--force", "--quiet", *options],
                       check=True)
    return make


def movie(*options, run=(), frames=24):
    """A run, as a moving picture."""
    def make(program, scene, picture, folder):
        subprocess.run([program, "run", scene, "--out", folder / "run", "--quiet", *run], check=True)
        subprocess.run([program, "movie", folder / "run", "--out", picture, "--frames", str(frames),
                        "--force", "--quiet", *options], check=True)
    return make


def curve(*options):
    """The path of a load."""
    def make(program, scene, picture, _):
        subprocess.run([program, "follow", scene, "--plot", picture, "--force", "--quiet", *options],
                       check=True)
    return make


# Every example that has a scene, and how its picture is made.
PICTURES = {
    "01_springsys": draw("--labels", "nodes"),
    "02_hanging_chain": draw(),
    "03_cable_net": draw("--deformed", "1", "--view", "25,22"),
    "04_tight_rope": draw("--view", "front"),
    "05_force_density_net": draw(),
    "06_tensegrity_prism": draw("--view", "36,16"),
    "07_mixed": draw(),
    "08_cable_net_cases": draw("--combination", "snow", "--deformed", "5", "--view", "25,24"),
    "09_snap_through": curve("--probe", "top.y"),
    "11_wave_on_a_string": movie("--deformed", "15"),
    "12_wire_that_yields": movie(frames=30),
    "13_cloth_on_a_ball": movie("--view", "30,22", frames=20),
    "14_parameters": movie(),
    "15_flag_in_wind": movie("--view", "30,10", run=("--set", "columns=15"), frames=20),
    "16_tearing_cloth": movie("--view", "30,38", run=("--set", "columns=14"), frames=20),
    "17_hair": movie("--view", "20,14", "--color-by", "none", run=("--set", "strands=40"), frames=16),
    "18_shell_buckling": curve("--probe", "0.z"),
    "19_jelly_cube": movie("--view", "35,18", run=("--set", "cell=0.025"), frames=25),
    "20_walker": movie(frames=40),
    "21_normal_modes": modes("--count", "6"),
    "22_elastic_network": draw("--set", "keep=0.75", "--set", "cells=8"),
    "23_metamaterial": draw("--set", "stretch=0.15"),
    "24_moving_load": movie(frames=36),
    "25_graph_layout": draw(),
    "26_star_dome": curve("--until", "38", "--branch", "1", "--branch-sign", "plus", "--probe", "top.z"),
    "27_random_strengths": movie(frames=10),
    "28_cable_dome": draw("--view", "20,14"),
    "29_guyed_mast": draw("--view", "35,12", "--deformed", "10"),
}


def examples():
    return sorted(path.parent.name for path in (ROOT / "examples").glob("*/scene.json"))


def paragraphs(name):
    """The title and the first paragraph of an example's page."""
    text = (ROOT / "examples" / name / "README.md").read_text(encoding="utf-8")
    head, rest = text.split("\n", 1)
    blocks = [block.strip() for block in rest.split("\n\n") if block.strip()]
    words = [block for block in blocks if not block.startswith(("!", "```", "#"))]
    # Links are relative to docs here, and to the example's folder there.
    return head.removeprefix("# "), words[0].replace("](../../docs/", "](")


def page():
    parts = [INTRO]
    for name in examples():
        title, text = paragraphs(name)
        folder = f"../examples/{name}"
        parts.append(f"## [{title}]({folder}/README.md)\n\n![{title}]({folder}/picture.svg)\n\n{text}\n")
    return "\n".join(parts)


def check():
    faults = [f"examples/{name} has no picture.svg" for name in examples()
              if not (ROOT / "examples" / name / "picture.svg").is_file()]
    faults += [f"tools/make_gallery.py does not say how the picture of {name} is made"
               for name in examples() if name not in PICTURES]
    if not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != page():
        faults.append("docs/gallery.md is not what the READMEs say; run tools/make_gallery.py")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


def main(words):
    if words == ["--check"]:
        return check()
    if not words:
        print(__doc__)
        return 2
    program, names = str(pathlib.Path(words[0]).resolve()), words[1:] or list(PICTURES)
    for name in names:
        folder = ROOT / "examples" / name
        with tempfile.TemporaryDirectory() as temporary:
            PICTURES[name](program, folder / "scene.json", folder / "picture.svg",
                           pathlib.Path(temporary))
        print(name)
    if not words[1:]:
        draw("--labels", "nodes")(program, ROOT / "examples" / "06_tensegrity_prism" / "scene.json",
                                  ROOT / "docs" / "images" / "tensegrity.svg", None)
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
