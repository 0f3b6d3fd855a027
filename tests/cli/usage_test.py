"""Mistakes on the command line and in files: each has a message, a remedy and its exit code."""

import os
import unittest

from program import SPRINGSYS, folder, run, run_json, springsys, write_scene

LATER = ("sweep").split()


class Refusals(unittest.TestCase):
    def refused(self, words, *fragments, code=2):
        """Refused in words and in JSON, with the same message."""
        ending = run(*words)
        self.assertEqual((ending.code, ending.out), (code, ""), ending)
        self.assertTrue(ending.err.startswith("error: "), ending)
        for fragment in fragments:
            self.assertIn(fragment, ending.err)
        again, answer = run_json(*words)
        self.assertEqual((again.code, again.err), (code, ""), again)
        self.assertEqual(list(answer), ["status", "errors"])
        self.assertEqual(answer["status"], "error")
        for error in answer["errors"]:
            self.assertEqual(list(error), ["file", "line", "column", "value", "message"])
            self.assertIn(error["message"], ending.err)
        return answer["errors"]


class Usage(Refusals):
    def test_commands_of_later_versions_say_so(self):
        for verb in LATER:
            self.refused([verb], f"`{verb}` is not available yet in version ")
            self.refused([verb, SPRINGSYS, "--anything"], "not available yet")
            self.refused(["help", verb], "not available yet")
            self.assertNotRegex(run("help").out, rf"(?m)^  {verb} ")

    def test_a_mistyped_command_is_answered_with_the_nearest(self):
        self.refused(["sovle", SPRINGSYS], "no command `sovle`", "did you mean `solve`?")
        self.refused(["chek", SPRINGSYS], "`check`")
        self.refused(["xyzzy"], "no command `xyzzy`", "tensio help")
        self.refused(["help", "inof"], "`info`")

    def test_a_scene_in_place_of_a_command_is_answered_with_solve(self):
        self.refused([SPRINGSYS], f"did you mean `tensio solve {SPRINGSYS}`?")
        self.refused(["absent.json"], "did you mean `tensio solve absent.json`?")

    def test_a_mistyped_option_is_answered_with_the_nearest(self):
        errors = self.refused(["solve", SPRINGSYS, "--tolerence", "1e-3"], "--tolerence",
                              "did you mean --tolerance?")
        self.assertEqual(errors[0]["value"], "--tolerence")
        self.refused(["solve", SPRINGSYS, "--frobnicate"], "--frobnicate", "tensio help solve")
        self.refused(["solve", SPRINGSYS, "-x"], "-x")
        self.refused(["check", SPRINGSYS, "--threads", "2"], "`check` has no option --threads")

    def test_a_bad_value_is_named_with_what_is_allowed(self):
        for words, fragments in (
                (["--tolerance", "0"], ["--tolerance 0", "positive"]),
                (["--tolerance", "-1"], ["--tolerance -1", "positive"]),
                (["--tolerance", "nan"], ["--tolerance nan", "positive"]),
                (["--tolerance", "inf"], ["--tolerance inf", "positive"]),
                (["--tolerance", "1e-3x"], ["--tolerance 1e-3x", "positive"]),
                (["--threads", "0"], ["--threads 0", "1 to 1024"]),
                (["--threads", "two"], ["--threads two", "whole number"]),
                (["--max-iterations", "1.5"], ["--max-iterations 1.5", "whole number"]),
                (["--max-iterations", "-3"], ["--max-iterations -3", "whole number"]),
                (["--max-iterations", "99999999999999999999"], ["whole number"]),
                (["--method", "newtn"], ["newton, linear", "did you mean newton?"]),
                (["--linear-solver", "qr"], ["auto, cholmod, ldlt, pcg, incomplete, multilevel"]),
                (["--out", ""], ["--out needs a value"])):
            with self.subTest(words):
                self.refused(["solve", SPRINGSYS, *words], *fragments)

    def test_a_missing_value_and_a_value_too_many_are_named(self):
        self.refused(["solve", SPRINGSYS, "--threads"], "--threads needs a value: --threads N")
        self.refused(["solve", "--tolerance", "--quiet", SPRINGSYS], "--tolerance needs a value")
        self.refused(["solve", SPRINGSYS, "--quiet=yes"], "--quiet takes no value")
        self.refused(["solve", SPRINGSYS, "--threads", "1", "--threads", "2"], "given 2 times")

    def test_scenes_missing_or_too_many_are_named(self):
        for verb in ("solve", "check", "info"):
            self.refused([verb], f"`{verb}` needs a scene", f"tensio {verb} scene.json")
            self.refused([verb, SPRINGSYS, "other.json"], "`other.json` is one too many")
        self.refused(["help", "solve", "check"], "`check` is one too many")

    def test_options_that_exclude_or_need_each_other_are_named(self):
        self.refused(["solve", SPRINGSYS, "-qv"], "--quiet and --verbose")
        self.refused(["solve", SPRINGSYS, "--redraw"], "--redraw", "--out FILE")
        self.refused(["solve", SPRINGSYS, "--force"], "--force", "--out FILE")
        self.refused(["solve", SPRINGSYS, "--out", "-"], "--out -", "--json")
        self.refused(["solve", SPRINGSYS, "--reproducible", "--linear-solver", "cholmod"],
                     "--reproducible excludes")

    def test_options_without_a_command_are_refused(self):
        self.refused(["-q"], "no command", "tensio help")

    def test_a_json_option_that_is_itself_wrong_still_answers_in_json(self):
        ending = run("solve", SPRINGSYS, "--json=yes")
        self.assertEqual((ending.code, ending.err), (2, ""))
        self.assertIn('"status": "error"', ending.out)

    def test_what_follows_two_dashes_is_a_scene(self):
        with folder() as where:
            write_scene(where, springsys(), "--json")
            ending = run("solve", "-q", "--", "--json", cwd=where)
            self.assertEqual((ending.code, ending.out, ending.err), (0, "", ""))


class BadFiles(Refusals):
    def test_a_file_that_cannot_be_read_ends_with_5(self):
        for verb in ("solve", "check", "info"):
            errors = self.refused([verb, "/absent/scene.json"], "/absent/scene.json", code=5)
            self.assertIn("/absent/scene.json", errors[0]["file"] or errors[0]["message"])
        with folder() as where:
            self.refused(["solve", where], code=5)
        self.refused(["solve", SPRINGSYS, "--data", "/absent"], "/absent", "--data", code=5)

    def test_bad_content_ends_with_3_and_names_line_and_column(self):
        with folder() as where:
            path = write_scene(where, '{"tensio": 1, "dimension": 2,\n "nodez": 1}\n')
            for verb in ("solve", "check", "info"):
                errors = self.refused([verb, path], f"{path}:2:", code=3)
                self.assertEqual(errors[0]["file"], path)
                self.assertEqual(errors[0]["line"], 2)
                self.assertGreaterEqual(errors[0]["column"], 1)

    def test_the_line_is_shown_with_a_mark_under_the_place(self):
        with folder() as where:
            path = write_scene(where, '{"tensio": 1, "dimension": 2,\n\t"nodez": 1}\n')
            lines = run("check", path).err.splitlines()
        at = next(i for i, line in enumerate(lines) if '"nodez": 1' in line)
        self.assertEqual(lines[at], '    \t"nodez": 1}')
        self.assertRegex(lines[at + 1], r"\A    \t *\^\Z")
        column = int(lines[at - 1].split(":")[3])
        self.assertEqual(len(lines[at + 1]) - 4, column)

    def test_of_a_long_line_only_the_place_is_shown(self):
        padding = " " * 300
        with folder() as where:
            path = write_scene(where,
                               f'{{"tensio": 1,{padding}"nodez": 1,{padding}"dimension": 2}}')
            lines = run("check", path).err.splitlines()
        at = next(i for i, line in enumerate(lines) if '"nodez": 1' in line and "..." in line)
        self.assertLess(len(lines[at]), 120)
        marked = lines[at][lines[at + 1].index("^"):]
        self.assertTrue(marked.startswith(('"nodez"', "1,")), lines)

    def test_all_mistakes_are_reported_together(self):
        scene = springsys()
        scene["springs"][0]["ends"][1] = [1, 40]
        scene["springs"][0]["ends"][2] = [4, 4]
        scene["nodez"] = 1
        with folder() as where:
            errors = self.refused(["check", write_scene(where, scene)], code=3)
        self.assertGreaterEqual(len(errors), 2)

    def test_at_most_a_hundred_mistakes_are_listed(self):
        scene = springsys()
        for i in range(500):
            scene["key_" + "abcdefghij"[i // 100] + "abcdefghij"[i // 10 % 10] + "qrstuvwxyz"[i % 10]] = 1
        with folder() as where:
            path = write_scene(where, scene)
            ending, answer = run_json("check", path)
        self.assertEqual(ending.code, 3)
        self.assertEqual(len(answer["errors"]), 100)
        self.assertEqual(answer["errors"][-1]["message"], "... and 401 more errors")

    def test_a_scene_that_is_not_text_is_refused_and_not_repeated(self):
        with folder() as where:
            path = os.path.join(where, "scene.json")
            with open(path, "wb") as file:
                file.write(b'{"tensio": 1, "\x1b[31m\xff\xfe": 2}')
            ending, answer = run_json("check", path)
            self.assertEqual(ending.code, 3)
            text = run("check", path)
        self.assertEqual(text.code, 3)
        self.assertNotIn("\033", text.err)


if __name__ == "__main__":
    unittest.main()
