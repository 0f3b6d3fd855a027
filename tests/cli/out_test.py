"""`solve --out`: the rest state goes into a file, and that file rests."""

import json
import os
import stat
import unittest

from program import (PLAIN, SPRINGSYS, folder, run, run_json, springsys, without_times,
                     write_scene)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def lines_of(ending, *keys):
    """The printed lines of these members, as text: equal text means equal bits."""
    return [line for line in ending.out.splitlines() if line.lstrip(" {").startswith(
        tuple(f'"{key}"' for key in keys))]


class Again(unittest.TestCase):
    def test_solving_the_result_takes_no_iteration_and_gives_the_same_bits(self):
        for scene in PLAIN:
            with self.subTest(scene), folder() as where:
                first, second = f"{where}/1.json", f"{where}/2.json"
                before, _ = run_json("solve", scene, "--out", first)
                after, answer = run_json("solve", first, "--out", second)
                self.assertEqual((before.code, after.code), (0, 0))
                self.assertEqual(answer["iterations"], 0)
                keys = ("position", "displacement", "tension", "length", "strain", "slack",
                        "reaction", "residual", "energy")
                self.assertEqual(len(lines_of(before, *keys)), len(keys))
                self.assertEqual(lines_of(before, *keys), lines_of(after, *keys))
                self.assertEqual(read(first), read(second))

    def test_the_drawn_shape_stays_and_the_rest_state_is_the_start(self):
        for scene in PLAIN:
            with self.subTest(scene), folder() as where:
                out = f"{where}/out.json"
                _, answer = run_json("solve", scene, "--out", out)
                with open(out) as file:
                    nodes = json.load(file)["nodes"]
                self.assertEqual(nodes["start"], answer["position"])
                for drawn, row, moved in zip(nodes["position"], answer["position"],
                                             answer["displacement"]):
                    if any(isinstance(d, str) for d in drawn):
                        continue  # a formula
                    self.assertEqual([x - d for x, d in zip(row, drawn)], moved)

    def test_a_redrawn_scene_rests_as_drawn(self):
        for scene in PLAIN:
            with self.subTest(scene), folder() as where:
                out = f"{where}/out.json"
                _, before = run_json("solve", scene, "--out", out, "--redraw")
                ending, after = run_json("solve", out)
                self.assertEqual(ending.code, 0)
                self.assertEqual(after["iterations"], 0)
                self.assertEqual(after["position"], before["position"])
                self.assertEqual(after["tension"], before["tension"])
                self.assertTrue(all(x == 0 for row in after["displacement"] for x in row))
                with open(out) as file:
                    self.assertNotIn("start", json.load(file)["nodes"])

    def test_a_tolerance_of_the_command_line_is_kept(self):
        with folder() as where:
            out = f"{where}/out.json"
            _, before = run_json("solve", SPRINGSYS, "--tolerance", "0.01", "--out", out)
            _, after = run_json("solve", out)
            self.assertEqual(after["iterations"], 0)
            self.assertEqual(after["position"], before["position"])

    def test_a_solve_that_was_cut_short_goes_on_from_its_file(self):
        with folder() as where:
            out = f"{where}/out.json"
            ending, answer = run_json("solve", SPRINGSYS, "--max-iterations", 2, "--out", out)
            self.assertEqual(ending.code, 4)
            ending, after = run_json("solve", out)
            self.assertEqual(ending.code, 0)
            _, whole = run_json("solve", SPRINGSYS)
            self.assertLess(after["iterations"], whole["iterations"])


class Files(unittest.TestCase):
    def test_no_file_is_written_without_out(self):
        with folder() as where:
            scene = write_scene(where, springsys())
            run("solve", scene, cwd=where)
            run("check", scene, cwd=where)
            run("info", scene, cwd=where)
            self.assertEqual(os.listdir(where), ["scene.json"])

    def test_only_the_file_asked_for_is_left(self):
        with folder() as where:
            scene = write_scene(where, springsys())
            ending = run("solve", scene, "--out", "rest.json", cwd=where)
            self.assertEqual(ending.code, 0)
            self.assertIn("written to rest.json\n", ending.out)
            self.assertEqual(sorted(os.listdir(where)), ["rest.json", "scene.json"])

    def test_an_existing_file_is_refused_without_force(self):
        with folder() as where:
            out = write_scene(where, "precious", "out.json")
            ending, answer = run_json("solve", SPRINGSYS, "--out", out)
            self.assertEqual((ending.code, answer["status"]), (2, "error"))
            self.assertIn("--force", answer["errors"][0]["message"])
            self.assertEqual(read(out), b"precious")
            self.assertEqual(run("solve", SPRINGSYS, "--out", out, "--force").code, 0)
            self.assertNotEqual(read(out), b"precious")

    def test_the_scene_itself_is_refused_without_force(self):
        with folder() as where:
            scene = write_scene(where, springsys())
            before = read(scene)
            self.assertEqual(run("solve", scene, "--out", scene).code, 2)
            self.assertEqual(read(scene), before)
            self.assertEqual(run("solve", scene, "--out", scene, "--force").code, 0)
            self.assertEqual(run_json("solve", scene)[1]["iterations"], 0)

    def test_a_link_keeps_pointing_to_the_file_that_is_replaced(self):
        with folder() as where:
            target = write_scene(where, "old", "target.json")
            link = f"{where}/link.json"
            os.symlink("target.json", link)
            self.assertEqual(run("solve", SPRINGSYS, "--out", link).code, 2)
            self.assertEqual(run("solve", SPRINGSYS, "--out", link, "--force").code, 0)
            self.assertTrue(os.path.islink(link))
            self.assertNotEqual(read(target), b"old")

    def test_devices_folders_and_missing_folders_end_with_5_before_any_work(self):
        with folder() as where:
            os.mkfifo(f"{where}/pipe")
            for out in (where, "/dev/null", f"{where}/pipe", f"{where}/missing/out.json"):
                ending, answer = run_json("solve", SPRINGSYS, "--out", out, "--force")
                self.assertEqual((ending.code, answer["status"]), (5, "error"), out)
                self.assertEqual(answer["errors"][0]["file"], out)
                self.assertNotIn("position", answer)
            self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))

    def test_a_file_that_cannot_be_written_does_not_lose_the_result(self):
        # /proc takes no new files, not even from the superuser.
        ending, answer = run_json("solve", SPRINGSYS, "--out", "/proc/tensio.json")
        self.assertEqual((ending.code, answer["status"]), (5, "error"), ending)
        self.assertIn("/proc/tensio.json", answer["errors"][0]["file"] or
                      answer["errors"][0]["message"])
        whole = without_times(run_json("solve", SPRINGSYS)[1])
        for key in ("position", "reaction", "iterations"):
            self.assertEqual(answer[key], whole[key])
        text = run("solve", SPRINGSYS, "--out", "/proc/tensio.json")
        self.assertEqual(text.code, 5)
        self.assertIn("converged", text.out)
        self.assertNotIn("written to", text.out)
        self.assertIn("error: ", text.err)


if __name__ == "__main__":
    unittest.main()
