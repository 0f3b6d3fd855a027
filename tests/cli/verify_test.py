"""`verify`: the bits that a scene recorded, on this machine; links; and what is refused."""

import base64
import json
import os
import unittest
import zlib

from program import EXAMPLES, SPRINGSYS, folder, run, run_json, springsys, write_scene
from runs import net


def link_of(text):
    """A link as the studio shares it: deflated, in base64url."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    code = base64.urlsafe_b64encode(packer.compress(text.encode()) + packer.flush()).decode()
    return "https://example.org/tensio-studio.html?embed=1#s=" + code.rstrip("=")


def recorded(where, scene, name="recorded.json"):
    """The scene with its results, as a path and as an object."""
    path = os.path.join(where, name)
    ending = run("verify", scene, "--record", "--out", path)
    assert ending.code == 0, ending
    with open(path) as file:
        return path, json.load(file)


def moving():
    scene = net()
    scene["simulation"] = {"integrator": "velocity_verlet", "time_step": 0.001, "duration": 0.05}
    return scene


class Verify(unittest.TestCase):
    def test_what_was_recorded_is_the_same_on_any_number_of_threads(self):
        with folder() as where:
            path, scene = recorded(where, write_scene(where, moving()))
            self.assertEqual(scene["recorded"]["motion"]["steps"], 50)
            self.assertEqual(scene["recorded"]["motion"]["integrator"], "velocity_verlet")
            for threads in ("1", "3"):
                ending, answer = run_json("verify", path, "--threads", threads)
                self.assertEqual((ending.code, answer["status"], answer["scene_changed"]), (0, "same", False))
                self.assertEqual([result["same"] for result in answer["results"]], [True, True])
            text = run("verify", path)
            self.assertIn("This machine gives the same bits that Tensio", text.out)
            self.assertEqual(run("verify", path, "--quiet").out, "")

    def test_examples_have_a_rest_state_to_verify(self):
        with folder() as where:
            for example in EXAMPLES[:6]:
                path, _ = recorded(where, example, os.path.basename(os.path.dirname(example)) + ".json")
                self.assertEqual(run("verify", path).code, 0, example)

    def test_a_changed_scene_gives_other_bits_and_is_named(self):
        with folder() as where:
            path, scene = recorded(where, write_scene(where, moving()))
            scene["nodes"]["position"][-1][0] += 1e-15 + 1e-9
            ending, answer = run_json("verify", write_scene(where, scene))
            self.assertEqual((ending.code, answer["status"], answer["scene_changed"]), (4, "different", True))
            self.assertIn("The scene was changed after they were recorded",
                          run("verify", write_scene(where, scene)).out)
            scene["nodes"]["position"][-1][0] -= 1e-9

            # A title changes no result.
            scene = recorded(where, write_scene(where, moving()), "again.json")[1]
            scene["title"] = "another"
            ending, answer = run_json("verify", write_scene(where, scene))
            self.assertEqual((ending.code, answer["status"], answer["scene_changed"]), (0, "same", True))

    def test_a_hash_of_another_result_is_different(self):
        with folder() as where:
            path, scene = recorded(where, write_scene(where, moving()))
            true = scene["recorded"]["motion"]["state"]
            scene["recorded"]["motion"]["state"] = "0123456789abcdef"
            ending, answer = run_json("verify", write_scene(where, scene))
            self.assertEqual((ending.code, answer["status"], answer["scene_changed"]), (4, "different", False))
            rest, motion = answer["results"]
            self.assertTrue(rest["same"])
            self.assertEqual((motion["recorded"], motion["computed"]), ("0123456789abcdef", true))
            # One step less is another state.
            scene["recorded"]["motion"]["state"] = true
            scene["recorded"]["motion"]["steps"] -= 1
            self.assertEqual(run("verify", write_scene(where, scene)).code, 4)

    def test_links_are_verified_from_the_command_line_and_from_a_file(self):
        with folder() as where:
            path, scene = recorded(where, write_scene(where, moving()))
            with open(path) as file:
                link = link_of(file.read())
            ending, answer = run_json("verify", link)
            self.assertEqual((ending.code, answer["status"]), (0, "same"))
            with open(os.path.join(where, "link.txt"), "w") as file:
                file.write(link + "\n")
            self.assertEqual(run("verify", os.path.join(where, "link.txt")).code, 0)
            scene["recorded"]["rest"] = "0123456789abcdef"
            self.assertEqual(run("verify", link_of(json.dumps(scene))).code, 4)

    def test_links_that_cannot_be_verified_say_why(self):
        link = link_of(json.dumps(springsys()))
        for bad, words in ((link, "has no recorded results to verify"),
                           (link[:-20], "damaged"), (link + "!", "damaged"),
                           ("https://example.org/#s=", "damaged"),
                           ("https://example.org/page.html", "no scene in it"),
                           ("https://example.org/?example=01_springsys", "names an example of the gallery"),
                           (link_of("{}"), "`tensio` is missing"),
                           (link_of(" " * 25_000_000), "damaged")):
            ending = run("verify", bad)
            self.assertEqual(ending.code, 3, ending)
            self.assertIn(words, ending.err)

    def test_a_scene_in_a_link_reads_no_files(self):
        scene = springsys()
        scene["springs"][0]["stiffness"] = "/etc/passwd.csv"
        ending = run("verify", link_of(json.dumps(scene)))
        self.assertEqual(ending.code, 3, ending)

    def test_what_has_no_result_is_not_recorded(self):
        with folder() as where:
            scene = moving()
            del scene["nodes"]["mass"]
            out = os.path.join(where, "out.json")
            ending = run("verify", write_scene(where, scene), "--record", "--out", out)
            self.assertEqual(ending.code, 0, ending)
            self.assertIn("the motion was not recorded", ending.err)
            with open(out) as file:
                self.assertNotIn("motion", json.load(file)["recorded"])

    def test_options_that_make_no_sense(self):
        with folder() as where:
            for words, message in ((["verify"], "needs a scene or a link"),
                                   (["verify", SPRINGSYS, "--record"], "needs --out FILE"),
                                   (["verify", SPRINGSYS, "--out", "x.json"], "--record"),
                                   (["verify", SPRINGSYS, "--force"], "--out FILE")):
                ending = run(*words, cwd=where)
                self.assertEqual(ending.code, 2, ending)
                self.assertIn(message, ending.err)
            path = write_scene(where, springsys())
            self.assertEqual(run("verify", path, "--record", "--out", path).code, 2)
            self.assertEqual(run("verify", path, "--record", "--out", path, "--force").code, 0)
            self.assertEqual(run("verify", path).code, 0)

    def test_a_file_without_results_says_how_to_record_them(self):
        ending = run("verify", SPRINGSYS)
        self.assertEqual(ending.code, 3)
        self.assertIn("tensio verify SCENE --record --out FILE", ending.err)


if __name__ == "__main__":
    unittest.main()
