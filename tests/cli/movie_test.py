"""`movie`: frames in their turn, at one scale, and a video made by whatever is called ffmpeg."""

import base64
import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ElementTree

import arrays
from program import folder, run, run_json, write_scene

SVG = "{http://www.w3.org/2000/svg}"


def chain(**more):
    """Four nodes in the plane that swing, with the first one fixed."""
    return {"tensio": 1, "dimension": 2, "title": "swing & <sway>", "gravity": [0, -9.81],
            "nodes": {"position": [[0, 0], [1, 0], [2, 0], [3, 0]], "mass": 1, "fixed": [0]},
            "springs": [{"name": "near", "ends": [[0, 1], [1, 2]], "axial_stiffness": 4000},
                        {"name": "far", "ends": [[2, 3]], "axial_stiffness": 4000}],
            "simulation": {"duration": 0.4, "output_every": 0.05, "time_step": 0.001}, **more}


def run_of(where, scene, *options):
    out = os.path.join(where, "run")
    ending = run("run", write_scene(where, scene), "--out", out, *options)
    if ending.code != 0:
        raise AssertionError(ending)
    return out


def frames_of(path):
    """The groups of the frames, in order."""
    root = ElementTree.parse(path).getroot()
    return [group for group in root.iter(f"{SVG}g") if group.find(f"{SVG}animate") is not None]


def springs_in(frame):
    """The ends of the lines that have a colour, on the page; a path may join several."""
    numbers = []
    for path in coloured(frame):
        for line in path.get("d").split("M")[1:]:
            points = [list(map(float, point.split())) for point in line.split("L")]
            numbers += [a + b for a, b in zip(points, points[1:])]
    return numbers


def coloured(frame):
    """Its springs: paths of the scale, of a set or plain."""
    return [path for path in frame.iter(f"{SVG}path")
            if re.fullmatch(r"t\d+|set\d|plain", path.get("class") or "")]


class Svg(unittest.TestCase):
    def test_displacements_are_as_large_as_they_are_asked_for(self):
        with folder() as where:
            scene = chain()
            scene["nodes"]["fixed"] = [0, 3]
            out = run_of(where, scene)
            path = os.path.join(where, "m.svg")
            _, last = run_json("run", os.path.join(where, "run", "scene.json"))
            for times in (1, 20):
                self.assertEqual(run("movie", out, "--out", path, "--force", "--deformed", times).code, 0)
                lines = springs_in(frames_of(path)[-1])
                left = min(min(line[0], line[2]) for line in lines)
                right = max(max(line[0], line[2]) for line in lines)
                lowest = max(max(line[1], line[3]) for line in lines)
                level = min(min(line[1], line[3]) for line in lines)
                # The ends stay, 3 m apart; y points down on the page.
                self.assertAlmostEqual((lowest - level) / (right - left),
                                       times * -last["position"][1][1] / 3, delta=0.002)
            with open(path) as file:
                self.assertIn("; displacements × 20", file.read())

    def test_loads_are_arrows_that_change_with_time(self):
        # 0 at the start, 8 N at 0.2 s, 4 N at the end.
        pull = {"ramp": [[0, 0], [0.2, 8], [0.4, 4]]}
        with folder() as where:
            out = run_of(where, chain(loads=[{"nodes": [3], "force": [pull, 0]}]))
            path = os.path.join(where, "m.svg")
            self.assertEqual(run("movie", out, "--out", path).code, 0)
            lengths = []
            for frame in frames_of(path):
                arrows = [p for p in frame.iter(f"{SVG}path") if p.get("class") == "load"]
                points = [list(map(float, p.split()))
                          for arrow in arrows for p in re.findall(r"[-\d.]+ [-\d.]+", arrow.get("d"))]
                lengths.append(points[2][0] - points[0][0] if points else 0)  # from the node to the tip
            text = run("draw", out, "--time", "0.4", "--out", os.path.join(where, "d.svg"))
            self.assertEqual(text.code, 0)
            with open(os.path.join(where, "d.svg")) as file:
                self.assertIn("load on node 3: 4", file.read())
            with open(path) as file:
                self.assertIn("loads, the largest 8<", file.read())
        self.assertEqual(len(lengths), 9)
        self.assertEqual(lengths[0], 0)
        for time, length in enumerate(lengths[1:], 1):
            force = 2 * time if time <= 4 else 8 - (time - 4)
            self.assertAlmostEqual(length / lengths[4], force / 8, delta=0.01)

    def test_every_frame_is_shown_in_its_turn_and_none_twice(self):
        with folder() as where:
            out = run_of(where, chain())
            path = os.path.join(where, "a.svg")
            ending, answer = run_json("movie", out, "--out", path)
            self.assertEqual(ending.code, 0, ending)
            frames = frames_of(path)
            self.assertEqual((answer["frames"], len(frames)), (9, 9))
            ends = 0
            for i, frame in enumerate(frames):
                animate = frame.find(f"{SVG}animate")
                values = animate.get("values").split(";")
                times = list(map(float, animate.get("keyTimes").split(";")))
                self.assertEqual(len(values), len(times))
                self.assertEqual(float(animate.get("dur")[:-1]), round(answer["seconds"], 4))
                shown = values.index("inline")
                self.assertAlmostEqual(times[shown], ends, places=6)
                ends = times[shown + 1] if shown + 1 < len(times) else 1
            self.assertEqual(ends, 1)
            # shorter than two seconds: shown in six
            self.assertAlmostEqual(answer["speed"], 0.4 / 6)
            texts = [text.text for text in ElementTree.parse(path).getroot().iter(f"{SVG}text")]
            self.assertIn("t = 0.35", texts)
            self.assertIn("swing & <sway>", texts)

    def test_all_frames_have_one_scale(self):
        with folder() as where:
            out = run_of(where, chain(), "--format", "npz")
            path = os.path.join(where, "a.svg")
            self.assertEqual(run("movie", out, "--out", path, "--color-by", "none").code, 0)
            position = arrays.load(os.path.join(out, "frames.npz"))["position"]
            page, real = [], []
            for frame, at in zip(frames_of(path), position):
                for (a, b), line in zip(((0, 1), (1, 2), (2, 3)), springs_in(frame)):
                    page += line
                    real += [at[a][0], -at[a][1], at[b][0], -at[b][1]]
            self.assertEqual(len(page), 9 * 12)
            # one scale and one place for all; four numbers go in, each within 0.05 pixels
            scale = None
            for axis in range(2):
                on_page, there = page[axis::2], real[axis::2]
                low, high = there.index(min(there)), there.index(max(there))
                along = (on_page[high] - on_page[low]) / (there[high] - there[low])
                scale = along if scale is None else scale
                self.assertAlmostEqual(along, scale, delta=0.02 * scale)
                for found, value in zip(on_page, there):
                    self.assertAlmostEqual(found, on_page[low] + along * (value - there[low]),
                                           delta=0.2)

    def test_springs_that_break_vanish(self):
        scene = chain()
        scene["springs"][1]["break"] = {"force": 5}
        with folder() as where:
            out = run_of(where, scene)
            path = os.path.join(where, "a.svg")
            self.assertEqual(run("movie", out, "--out", path).code, 0)
            counts = [len(springs_in(frame)) for frame in frames_of(path)]
            self.assertEqual((counts[0], counts[-1]), (3, 2))
            self.assertEqual(sorted(counts, reverse=True), counts)

    def test_thinning_keeps_the_first_and_the_last_and_says_so(self):
        with folder() as where:
            out = run_of(where, chain())
            path = os.path.join(where, "a.svg")
            _, answer = run_json("movie", out, "--out", path, "--frames", "3", "--speed", "0.1")
            self.assertEqual(answer["notes"], ["3 of 9 frames are shown"])
            self.assertEqual(answer["speed"], 0.1)
            # 0.4 s, and the last frame as long as the others
            self.assertAlmostEqual(answer["seconds"], 6)
            texts = [text.text for frame in frames_of(path) for text in frame.iter(f"{SVG}text")]
            self.assertEqual(texts, ["t = 0", "t = 0.2", "t = 0.4"])

    def test_colours_follow_the_tension(self):
        with folder() as where:
            out = run_of(where, chain())
            path = os.path.join(where, "a.svg")
            run("movie", out, "--out", path)
            colours = [{p.get("stroke") for p in coloured(frame)}
                       for frame in frames_of(path)]
            self.assertEqual(colours[0], {"#8b929b"})  # nothing is strained at the start
            self.assertNotEqual(colours[-1], colours[0])
            run("movie", out, "--out", path, "--color-by", "set", "--force")
            for frame in frames_of(path):
                self.assertEqual({p.get("stroke") for p in coloured(frame)},
                                 {"#0072b2", "#d55e00"})

    def test_springs_with_a_stiffness_are_coils_that_end_at_their_nodes(self):
        scene = chain()
        for group in scene["springs"]:
            group["stiffness"] = group.pop("axial_stiffness")
        with folder() as where:
            path = os.path.join(where, "a.svg")
            run("movie", run_of(where, chain()), "--out", path, "--color-by", "none")
            straight = springs_in(frames_of(path)[0])
            run("movie", run_of(where, scene, "--force"), "--out", path, "--color-by", "none", "--force")
            coils = coloured(frames_of(path)[0])[0].get("d").split("M")[1:]
            self.assertEqual(len(coils), 3)
            for coil, line in zip(coils, straight):
                points = [list(map(float, point.split())) for point in coil.split("L")]
                self.assertGreater(len(points), 6)
                self.assertEqual(points[0] + points[-1], line)

    def test_a_page_has_the_movie_and_only_its_own_script(self):
        scene = chain(title="</title><script>alert(1)</script>")
        with folder() as where:
            out = run_of(where, scene)
            svg, page = os.path.join(where, "a.svg"), os.path.join(where, "a.html")
            self.assertEqual(run("movie", out, "--out", svg).code, 0)
            ending, answer = run_json("movie", out, "--out", page)
            self.assertEqual(ending.code, 0, ending)
            with open(svg) as file:
                picture = file.read()
            with open(page) as file:
                text = file.read()
            self.assertIn(picture, text)
            self.assertNotIn("<script", picture)
            scripts = re.findall(r"<script>(.*?)</script>", text, re.S)
            self.assertEqual(len(scripts), 1)
            self.assertNotIn("alert", scripts[0])
            digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
            self.assertIn(f"script-src 'sha256-{digest}'", text)
            self.assertAlmostEqual(float(re.search(r'max="([\d.]+)"', text).group(1)),
                                   answer["seconds"], places=4)

    def test_a_frame_becomes_a_picture(self):
        with folder() as where:
            out = run_of(where, chain())
            path = os.path.join(where, "frame.svg")
            self.assertEqual(run("convert", out, path, "--time", "0.2").code, 0)
            root = ElementTree.parse(path).getroot()
            self.assertEqual(len(list(root.iter(f"{SVG}animate"))), 0)
            self.assertEqual(len(springs_in(root)), 3)


FAKE = """#!{python}
import json, sys
data = sys.stdin.buffer.read()
target = sys.argv[-1]
assert target.startswith("file:")
with open(target[5:], "w") as file:
    json.dump({{"bytes": len(data), "words": sys.argv[1:], "white": data[:3] == b"\\xff" * 3}}, file)
sys.exit({code})
"""


def fake_ffmpeg(where, code=0):
    place = os.path.join(where, "bin")
    os.makedirs(place, exist_ok=True)
    path = os.path.join(place, "ffmpeg")
    with open(path, "w") as file:
        file.write(FAKE.format(python=sys.executable, code=code))
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return place


class Video(unittest.TestCase):
    def test_without_ffmpeg_the_error_says_what_to_do_and_no_file_is_left(self):
        with folder() as where:
            out = run_of(where, chain())
            path = os.path.join(where, "a.mp4")
            ending, answer = run_json("movie", out, "--out", path, PATH=where)
            self.assertEqual(ending.code, 5)
            self.assertIn("ffmpeg, which is not found in PATH", answer["errors"][0]["message"])
            self.assertFalse([name for name in os.listdir(where) if "mp4" in name])

    def test_ffmpeg_gets_all_pixels_of_all_pictures(self):
        with folder() as where:
            out = run_of(where, chain())
            path = os.path.join(where, "-i; rm a.mp4")
            ending, answer = run_json("movie", out, "--out", path, "--speed", "0.2",
                                      PATH=fake_ffmpeg(where))
            self.assertEqual(ending.code, 0, ending)
            with open(path) as file:
                reported = json.load(file)
            # 0.4 s in 2 s: 30 pictures a second, and the last one
            self.assertEqual(answer["frames"], 61)
            self.assertEqual(reported["bytes"], 61 * 1280 * 720 * 3)
            self.assertTrue(reported["white"])
            words = reported["words"]
            self.assertEqual(words[words.index("-s") + 1], "1280x720")
            self.assertEqual(words[words.index("-r") + 1], "30")

    def test_a_failing_ffmpeg_leaves_no_file(self):
        with folder() as where:
            out = run_of(where, chain())
            path = os.path.join(where, "a.mp4")
            ending, answer = run_json("movie", out, "--out", path, PATH=fake_ffmpeg(where, 3))
            self.assertEqual(ending.code, 5)
            self.assertIn("ffmpeg ended with 3", answer["errors"][0]["message"])
            self.assertFalse([name for name in os.listdir(where) if "mp4" in name])

    @unittest.skipUnless(shutil.which("ffmpeg") and shutil.which("ffprobe"), "ffmpeg is not installed")
    def test_the_real_one_makes_a_video(self):
        with folder() as where:
            out = run_of(where, chain())
            path = os.path.join(where, "a.mp4")
            ending = run("movie", out, "--out", path, "--speed", "0.4", PATH=os.environ["PATH"])
            self.assertEqual(ending.code, 0, ending)
            reported = json.loads(subprocess.run(
                ["ffprobe", "-v", "error", "-show_streams", "-of", "json", path],
                capture_output=True, check=True).stdout)["streams"][0]
            self.assertEqual((reported["codec_name"], reported["width"], reported["height"], reported["nb_frames"]),
                             ("h264", 1280, 720, "31"))


class Refusals(unittest.TestCase):
    def test_mistakes_are_named(self):
        with folder() as where:
            out = run_of(where, chain(), "--format", "npy")
            os.remove(os.path.join(out, "tension.npy"))
            os.mkdir(os.path.join(out, "frames"))
            path = os.path.join(where, "a.svg")
            for code, part, words in (
                    (2, "needs a file for the movie", [out]),
                    (2, "needs the folder of a run", ["--out", path]),
                    (2, "the extension must be .svg, .html or .mp4", [out, "--out", os.path.join(where, "a.gif")]),
                    (2, "must be a positive number", [out, "--out", path, "--speed", "0"]),
                    (2, "is in 2D and has one view only", [out, "--out", path, "--view", "top"]),
                    (2, "tension, strain, set or none", [out, "--out", path, "--color-by", "utilisation"]),
                    (2, "--frames is for .svg and .html files",
                     [out, "--out", os.path.join(where, "a.mp4"), "--frames", "5"]),
                    (3, "these frames have no tensions", [out, "--out", path, "--color-by", "tension"]),
                    (5, "is not a folder of a run", [os.path.join(out, "frames"), "--out", path])):
                ending, answer = run_json("movie", *words)
                self.assertEqual(ending.code, code, ending)
                self.assertIn(part, answer["errors"][0]["message"])
            self.assertFalse(os.path.exists(path))


if __name__ == "__main__":
    unittest.main()
