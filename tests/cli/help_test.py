"""Help, version, and the manual that shows the same words."""

import os
import re
import unittest

from program import SOURCE, SPRINGSYS, parse, run, run_json

VERBS = ("solve", "run", "resume", "modes", "follow", "draw", "check", "info", "convert", "compare",
         "verify", "movie", "new", "bench", "studio", "sections", "help")


class Help(unittest.TestCase):
    def test_every_command_is_explained_with_usage_options_and_an_example(self):
        for verb in VERBS:
            text = run("help", verb)
            self.assertEqual((text.code, text.err), (0, ""))
            self.assertTrue(text.out.startswith(f"Usage: tensio {verb} "), text)
            self.assertIn("\nOptions:\n", text.out)
            self.assertRegex(text.out, r"\nExample.*\n  tensio ")
            for line in text.out.splitlines():
                self.assertLessEqual(len(line), 92)
            for words in ([verb, "--help"], [verb, "-h"], ["--help", verb]):
                self.assertEqual(run(*words).out, text.out)

    def test_the_overview_lists_the_commands(self):
        text = run("help")
        for words in ([], ["--help"], ["-h"]):
            self.assertEqual(run(*words).out, text.out)
        for verb in VERBS:
            self.assertRegex(text.out, rf"(?m)^  {verb} +\w")

    def test_the_manual_shows_the_same_texts(self):
        with open(os.path.join(SOURCE, "docs", "cli.md")) as file:
            manual = file.read()
        for words in (["help"], *(["help", verb] for verb in VERBS)):
            self.assertIn(f"```text\n{run(*words).out}```\n", manual)

    def test_every_option_of_the_help_is_taken(self):
        values = {"NAME": None, "X": "1e-8", "N": "100", "FILE": None, "DIR": "."}
        for verb in ("solve", "check", "info"):
            for name, value in re.findall(r"(?m)^  (?:-\w, )?(--[\w-]+)(?: ([A-Z]+))?  ",
                                          run("help", verb).out):
                if name in ("--method", "--linear-solver", "--table"):
                    given = {"--method": "newton", "--linear-solver": "ldlt",
                             "--table": "nodes"}[name]
                elif value and values[value] is None or name in ("--redraw", "--materialise", "--force",
                                                                 "--envelope", "--stages", "--no-viewer", "--help"):
                    continue
                else:
                    given = values.get(value)
                with self.subTest(f"{verb} {name}"):
                    words = [verb, SPRINGSYS, name] + ([given] if value else [])
                    self.assertEqual(run(*words).code, 0)

    def test_the_version_is_that_of_the_header(self):
        with open(os.path.join(SOURCE, "include", "tensio", "version.hpp")) as file:
            version = re.search(r'kVersion = "([^"]+)"', file.read()).group(1)
        self.assertEqual(run("--version").out.splitlines()[0], f"tensio {version}")
        self.assertEqual(run_json("--version")[1], {"status": "ok", "version": version})

    def test_help_in_json_is_one_object(self):
        for words in ([], ["help"], ["help", "solve"], ["solve", "--help"]):
            if not words:
                words = ["--help"]
            ending, answer = run_json(*words)
            self.assertEqual(ending.code, 0)
            self.assertEqual(answer, {"status": "ok", "help": run(*words).out})
            self.assertEqual(parse(ending.out), answer)


if __name__ == "__main__":
    unittest.main()
