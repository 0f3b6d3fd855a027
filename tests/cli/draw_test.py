"""`draw`: pictures are well-formed, lie on their page, and are written only where asked."""

import os
import re
import unittest
import xml.etree.ElementTree as ElementTree

from program import EXAMPLES, SPRINGSYS, folder, grid, run, run_json, springsys, write_scene

SVG = "{http://www.w3.org/2000/svg}"
PLAIN = [scene for scene in EXAMPLES if "_cases" not in scene]
CASES = next(scene for scene in EXAMPLES if "08_cable_net_cases" in scene)
HOSTILE = "</title><script>alert(1)</script>\"'& ]]> --> \u0007\ufffe"


def draw(where, scene, *options):
    """The picture's root element; the file is taken away again."""
    out = os.path.join(where, "picture.svg")
    ending = run("draw", scene, "--out", out, *options)
    if ending.code != 0:
        raise AssertionError(ending)
    with open(out, encoding="utf-8") as file:
        text = file.read()
    os.remove(out)
    return ElementTree.fromstring(text)


def springs_of(picture):
    return {int(line.get("data-spring")): line for line in picture.iter(f"{SVG}line")
            if line.get("data-spring") is not None}


class Picture(unittest.TestCase):
    def test_every_example_is_well_formed_and_shows_every_spring_once(self):
        for scene in PLAIN:
            _, info = run_json("info", scene)
            _, answer = run_json("solve", scene)
            views = ([], ["--view", "top"], ["--view", "front"], ["--view", "side"])
            for view in views if info["dimension"] == 3 else views[:1]:
                with self.subTest(scene=scene, view=view), folder() as where:
                    picture = draw(where, scene, *view, "--labels", "all", "--inner")
                    lines = [line for line in picture.iter(f"{SVG}line")
                             if line.get("data-spring") is not None]
                    self.assertEqual(sorted(int(line.get("data-spring")) for line in lines),
                                     list(range(info["springs"])))
                    legend = [g for g in picture.iter(f"{SVG}g") if g.get("data-low")][0]
                    self.assertEqual(float(legend.get("data-low")), min(answer["tension"]))
                    self.assertEqual(float(legend.get("data-high")), max(answer["tension"]))

    def test_nothing_lies_outside_the_page(self):
        for scene in PLAIN:
            with self.subTest(scene), folder() as where:
                picture = draw(where, scene, "--labels", "all")
                _, _, width, height = map(float, picture.get("viewBox").split())
                for element in picture.iter():
                    for name in ("x", "x1", "x2", "cx"):
                        if element.get(name) and float(element.get(name)) >= 0:
                            self.assertLessEqual(float(element.get(name)), width)
                    for name in ("y", "y1", "y2", "cy"):
                        if element.get(name) and float(element.get(name)) >= 0:
                            self.assertLessEqual(float(element.get(name)), height)
                # A letter is at most 0.7 of its size wide: no label is cut.
                for text in picture.iter(f"{SVG}text"):
                    x, size = float(text.get("x")), float(text.get("font-size") or 12)
                    room = 0.7 * size * len(text.text)
                    anchor = text.get("text-anchor") or "start"
                    left = {"start": x, "middle": x - room / 2, "end": x - room}[anchor]
                    self.assertGreaterEqual(left, -2, text.text)
                    self.assertLessEqual(left + room, width + 2, text.text)
                for path in picture.find(f".//{SVG}g[@class='loads']") or ():
                    points = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path.get("d") or "")
                    for x, y in points:
                        self.assertTrue(0 <= float(x) <= width and 0 <= float(y) <= height)

    def test_a_combination_is_drawn_by_its_name(self):
        _, answer = run_json("solve", CASES)
        with folder() as where:
            ending = run("draw", CASES, "--out", f"{where}/x.svg")
            self.assertEqual(ending.code, 2)
            self.assertIn("one of " + ", ".join(answer["combinations"]), ending.err)
            self.assertEqual(os.listdir(where), [])
            for name, result in answer["combinations"].items():
                picture = draw(where, CASES, "--combination", name, "--color-by", "utilisation")
                legend = [g for g in picture.iter(f"{SVG}g") if g.get("data-low")][0]
                self.assertEqual(float(legend.get("data-high")), max(result["utilisation"]))
                words = [text.text for text in picture.iter(f"{SVG}text")]
                self.assertTrue(any(word.startswith(f"{name}: at rest") for word in words))
            picture = draw(where, CASES, "--combination", "snow", "--deformed", "20")
            words = [text.text for text in picture.iter(f"{SVG}text")]
            self.assertIn("the shape before the combination acts", words)

    def test_the_same_scene_gives_the_same_text(self):
        with folder() as where:
            for name in ("1.svg", "2.svg"):
                self.assertEqual(run("draw", EXAMPLES[5], "--out", name, cwd=where).code, 0)
            with open(f"{where}/1.svg") as one, open(f"{where}/2.svg") as two:
                self.assertEqual(one.read(), two.read())

    def test_hostile_names_stay_text(self):
        scene = springsys()
        scene["title"] = HOSTILE
        scene["nodes"]["name"] = [HOSTILE + str(i) for i in range(6)]
        scene["springs"][0]["name"] = "<b>&\"'"
        with folder() as where:
            for color in ("tension", "set"):
                picture = draw(where, write_scene(where, scene), "--labels", "all",
                               "--color-by", color)
                self.assertEqual([e for e in picture.iter() if "script" in e.tag], [])
                shown = picture.find(f"{SVG}title").text
                self.assertEqual(shown, HOSTILE.replace("\u0007", "\ufffd").replace("\ufffe", "\ufffd"))

    def test_slack_springs_are_dashed(self):
        scene = springsys()
        scene["springs"][0].update(law="cable", rest_length=9)
        with folder() as where:
            lines = springs_of(draw(where, write_scene(where, scene)))
            self.assertEqual({line.get("stroke-dasharray") for line in lines.values()}, {"5 4"})

    def test_the_drawn_shape_is_shown_without_solving(self):
        with folder() as where:
            out = f"{where}/drawn.svg"
            ending, answer = run_json("draw", SPRINGSYS, "--drawn", "--out", out)
            self.assertEqual((ending.code, answer["status"]), (0, "ok"))
            lines = springs_of(draw(where, SPRINGSYS, "--drawn"))
            # Node 4 is drawn at (-0.5, -1): left of node 0 and below it.
            self.assertLess(float(lines[0].get("x2")), float(lines[0].get("x1")))
            self.assertGreater(float(lines[0].get("y2")), float(lines[0].get("y1")))

    def test_a_camera_at_the_angles_of_a_view_gives_its_picture(self):
        scene = next(scene for scene in EXAMPLES if "06_" in scene)
        with folder() as where:
            for view, angles in (("front", "0,0"), ("side", "90,0"), ("top", "0,90")):
                named, turned = draw(where, scene, "--view", view), draw(where, scene, "--view", angles)
                for spring, line in springs_of(named).items():
                    for end in ("x1", "y1", "x2", "y2"):
                        self.assertAlmostEqual(float(line.get(end)),
                                               float(springs_of(turned)[spring].get(end)), delta=0.11)
            words = [text.text for text in turned.iter(f"{SVG}text")]
            self.assertTrue(any("0° aside and 90° above" in word for word in words), words)

    def test_y_can_point_upwards(self):
        scene = {"tensio": 1, "dimension": 3, "nodes": {"position": [[0, 0, 0], [0, 3, 0]], "fixed": [0, 1]},
                 "springs": [{"ends": [[0, 1]], "axial_stiffness": 1}]}
        with folder() as where:
            flat = springs_of(draw(where, write_scene(where, scene), "--view", "front"))[0]
            self.assertEqual(flat.get("y1"), flat.get("y2"))
            for words in (["--up", "y"], []):
                if not words:
                    scene["gravity"] = [0, -9.81, 0]
                upright = springs_of(draw(where, write_scene(where, scene), "--view", "front", *words))[0]
                self.assertEqual(upright.get("x1"), upright.get("x2"))
                self.assertGreater(float(upright.get("y1")), float(upright.get("y2")) + 80)

    def test_a_moment_of_a_run_is_drawn(self):
        scene = {"tensio": 1, "dimension": 2, "gravity": [0, -9.81],
                 "nodes": {"position": [[0, 0], [0, -1]], "mass": 1, "fixed": [0]},
                 "springs": [{"ends": [[0, 1]], "axial_stiffness": 100}],
                 "obstacles": [{"kind": "sphere", "center": [0, -2], "radius": 0.2}],
                 "simulation": {"duration": 0.3, "output_every": 0.1, "time_step": 0.001}}
        with folder() as where:
            out = os.path.join(where, "run")
            self.assertEqual(run("run", write_scene(where, scene), "--out", out).code, 0)
            drawn = []
            for words in (["--time", "0.1"], ["--frame", "1"], []):
                picture = draw(where, out, *words)
                drawn.append(ElementTree.tostring(picture))
                words = [text.text for text in picture.iter(f"{SVG}text")]
                self.assertTrue(any("at t = 0." in word for word in words), words)
                self.assertIsNotNone(picture.find(f".//{SVG}g[@class='obstacles']/{SVG}circle"))
            self.assertEqual(drawn[0], drawn[1])
            self.assertNotEqual(drawn[0], drawn[2])
            # The same moment of the scene, without a run that is kept.
            path = write_scene(where, scene)
            self.assertEqual(ElementTree.tostring(draw(where, path, "--time", "0.1")), drawn[0])
            _, answer = run_json("draw", path, "--time", "0.5", "--out", f"{where}/y.svg")
            self.assertEqual(answer["status"], "finished")
            for words, part in ((["--time", "-1"], "must be a time from 0 on"),
                                (["--time", "1", "--drawn"], "leave out --time")):
                ending = run("draw", path, "--out", f"{where}/x.svg", *words)
                self.assertEqual((ending.code, os.path.exists(f"{where}/x.svg")), (2, False))
                self.assertIn(part, ending.err)
            ending = run("draw", SPRINGSYS, "--time", "1", "--out", f"{where}/x.svg")
            self.assertEqual(ending.code, 2)
            self.assertIn("no `simulation` section", ending.err)
            # A step that is far too long: the last state is drawn, and the exit code is that of run.
            scene["simulation"].update(time_step=1, integrator="explicit_euler", duration=100)
            ending = run("draw", write_scene(where, scene), "--time", "90", "--out", f"{where}/z.svg")
            self.assertEqual(ending.code, 4, ending)
            self.assertTrue(os.path.exists(f"{where}/z.svg"))
            for words, part in ((["--drawn"], "--drawn is for scenes"),
                                (["--deformed", "2"], "--deformed is for scenes"),
                                (["--frame", "9"], "0 to 3"),
                                (["--frame", "1", "--time", "0.1"], "give one of them"),
                                (["--color-by", "utilisation"], "a run has tension")):
                ending = run("draw", out, "--out", f"{where}/x.svg", *words)
                self.assertEqual((ending.code, os.path.exists(f"{where}/x.svg")), (2, False))
                self.assertIn(part, ending.err)

    def test_the_faces_of_large_nets_are_surfaces(self):
        cells = 110
        scene = {"tensio": 1, "dimension": 3,
                 "generate": [{"kind": "cloth", "name": "cloth", "columns": cells, "rows": cells}]}
        with folder() as where:
            path = write_scene(where, scene)
            picture = draw(where, path, "--drawn")
        springs = [line for line in picture.iter(f"{SVG}line") if line.get("data-spring")]
        self.assertEqual(springs, [], "a picture in the simpler style")
        faces = [path for path in picture.iter(f"{SVG}path") if path.get("class") == "faces"]
        self.assertEqual(sum(path.get("d").count("M") for path in faces), cells * cells)
        # Flat, and without tension: one path for all of them.
        self.assertEqual(len(faces), 1)

    def test_small_and_empty_nets(self):
        one = {"tensio": 1, "dimension": 2, "nodes": {"position": [[1, 2]]}}
        same = {"tensio": 1, "dimension": 3, "nodes": {"position": [[1, 1, 1]] * 3, "fixed": [0]},
                "springs": [{"ends": [[0, 1], [1, 2]], "stiffness": 1, "rest_length": 0}]}
        with folder() as where:
            self.assertEqual(springs_of(draw(where, write_scene(where, one))), {})
            self.assertEqual(len(springs_of(draw(where, write_scene(where, same)))), 2)

    def test_a_large_net_is_simplified_and_said_to_be(self):
        with folder() as where:
            scene = write_scene(where, grid(102))
            ending = run("draw", scene, "--drawn", "--out", "large.svg", cwd=where)
            self.assertEqual(ending.code, 0)
            self.assertIn("20,604 springs are drawn in a simplified way", ending.err)
            root = ElementTree.parse(f"{where}/large.svg").getroot()
            springs = root.find(f".//{SVG}g[@class='springs']")
            self.assertEqual(sum(path.get("d").count("M") for path in springs), 20604)
            self.assertIn("simpler way", root.find(f"{SVG}desc").text)


class Usage(unittest.TestCase):
    def test_no_picture_without_a_file_for_it(self):
        ending, answer = run_json("draw", SPRINGSYS)
        self.assertEqual(ending.code, 2)
        self.assertIn("--out FILE.svg", answer["errors"][0]["message"])
        self.assertEqual(run("draw", "--help").code, 0)

    def test_only_the_file_asked_for_is_written_and_none_is_overwritten(self):
        with folder() as where:
            scene = write_scene(where, springsys())
            self.assertEqual(run("draw", scene, "--out", "net.svg", cwd=where).code, 0)
            self.assertEqual(sorted(os.listdir(where)), ["net.svg", "scene.json"])
            with open(f"{where}/net.svg", "w") as file:
                file.write("precious")
            ending = run("draw", scene, "--out", "net.svg", cwd=where)
            self.assertEqual(ending.code, 2)
            self.assertIn("--force", ending.err)
            with open(f"{where}/net.svg") as file:
                self.assertEqual(file.read(), "precious")
            self.assertEqual(run("draw", scene, "--out", "net.svg", "--force", cwd=where).code, 0)
            ElementTree.parse(f"{where}/net.svg")

    def test_folders_and_missing_folders_end_with_5(self):
        with folder() as where:
            for out in (where, f"{where}/missing/net.svg", "/dev/null"):
                self.assertEqual(run("draw", SPRINGSYS, "--out", out, "--force").code, 5)

    def test_what_makes_no_sense_is_refused_by_name(self):
        cases = ((["--drawn", "--color-by", "tension"], "tension"),
                 (["--drawn", "--deformed", "5"], "--deformed"),
                 (["--view", "top"], "2D"),
                 (["--view", "below"], "below"),
                 (["--view", "30,100"], "30,100"),
                 (["--view", "30,"], "two angles"),
                 (["--view", "30,10"], "2D"),
                 (["--up", "y"], "2D"),
                 (["--up", "x"], "x"),
                 (["--frame", "1"], "a scene has no frames"),
                 (["--labels", "none"], "none"),
                 (["--deformed", "0"], "positive"))
        with folder() as where:
            for words, named in cases:
                ending = run("draw", SPRINGSYS, "--out", f"{where}/x.svg", *words)
                self.assertEqual(ending.code, 2, words)
                self.assertIn(named, ending.err)
                self.assertEqual(os.listdir(where), [])

    def test_a_net_without_equilibrium_is_drawn_with_its_status_and_ends_with_4(self):
        scene = {"tensio": 1, "dimension": 2, "nodes": {"position": [[0, 0], [1, 0]]},
                 "springs": [{"ends": [[0, 1]], "stiffness": 1}],
                 "loads": [{"nodes": [0], "force": [0, 1]}]}
        with folder() as where:
            ending = run("draw", write_scene(where, scene), "--out", f"{where}/x.svg")
            self.assertEqual(ending.code, 4)
            with open(f"{where}/x.svg") as file:
                self.assertIn("not at rest: no_equilibrium", file.read())

    def test_a_scene_with_a_mistake_ends_with_3(self):
        scene = springsys()
        scene["springs"][0]["ends"][0] = [0, 40]
        with folder() as where:
            for words in ([], ["--drawn"]):
                ending = run("draw", write_scene(where, scene), "--out", f"{where}/x.svg", *words)
                self.assertEqual(ending.code, 3)


if __name__ == "__main__":
    unittest.main()
