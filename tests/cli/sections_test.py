"""`tensio sections`, which lists the sections of standards."""

import math
import unittest

from program import folder, run, run_json, springsys, write_scene


class Sections(unittest.TestCase):
    def test_every_family_is_listed_by_diameter(self):
        ending, answer = run_json("sections")
        self.assertEqual((ending.code, answer["status"]), (0, "ok"))
        text = run("sections").out
        for family in answer["families"]:
            self.assertRegex(text, rf"(?m)^{family['name']} +{family['kind']} +{family['diameters']}$")
            _, listed = run_json("sections", family["name"])
            self.assertEqual([one["name"] for one in listed["sections"]],
                             [f"{family['name']} {d:g}" for d in family["usual"]])
            strengths = [one["strength"] for one in listed["sections"]]
            self.assertEqual(strengths, sorted(strengths))
            self.assertGreater(len(strengths), 3)

    def test_one_section_has_its_numbers_and_their_source(self):
        _, answer = run_json("sections", "rod-S355 24")
        [rod] = answer["sections"]
        area = math.pi / 4 * 0.024 ** 2
        self.assertAlmostEqual(rod["area"], area, delta=1e-12)
        self.assertAlmostEqual(rod["axial_stiffness"], 210e9 * area, delta=1)
        self.assertAlmostEqual(rod["strength"], 345e6 * area, delta=1)
        self.assertIn("EN 10025", rod["source"])
        text = run("sections", "rod-S355 24").out
        self.assertRegex(text, r"rod-S355 24 +452\.4 +210 +95002 +3\.551 +156\.1\n")
        self.assertIn("strengths are characteristic: EN 10025", text)

    def test_it_lists_what_a_scene_gets(self):
        _, answer = run_json("sections", "1x37-1570 24")
        with folder() as where:
            scene = springsys()
            scene["materials"] = {"stay": {"section": "1x37-1570 24"}}
            _, info = run_json("info", write_scene(where, scene))
        for key in ("area", "youngs_modulus", "mass_per_length", "strength", "expansion"):
            self.assertEqual(info["materials"]["stay"][key], answer["sections"][0][key])

    def test_other_names_are_refused(self):
        ending = run("sections", "rod-S275 20")
        self.assertEqual((ending.code, ending.out), (3, ""))
        self.assertIn("there is no section `rod-S275 20`: the families are ", ending.err)
        ending = run("sections", "rod-S355", "24")
        self.assertEqual(ending.code, 2)
        self.assertIn("a section's with its diameter in quotes; `24` is one too many", ending.err)


if __name__ == "__main__":
    unittest.main()
