"""Manual pages and completion: what they say is what the help says and the parser takes."""

import os
import re
import shutil
import subprocess
import tempfile
import unittest

from help_test import VERBS
from program import SPRINGSYS, run

VERBS = (*VERBS, "modes")


def options_of(verb):
    """The options that the help of a command lists, with the letters of those that have one."""
    text = run("help", verb).out
    return re.findall(r"(?m)^  (?:-\w, )?(--[\w-]+)", text.split("\nOptions:\n")[1].split("\n\n")[0])


def completed(*words, cwd=None):
    """What bash suggests for the last of these words."""
    script = """
source /dev/stdin <<< "$SCRIPT"
compopt() { :; }
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_tensio
printf '%s\\n' "${COMPREPLY[@]}"
"""
    done = subprocess.run(["bash", "--norc", "-c", script, "bash", "tensio", *words], cwd=cwd,
                          env={**os.environ, "SCRIPT": run("help", "--completion", "bash").out},
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and done.stderr == "", done
    return done.stdout.split()


class Manual(unittest.TestCase):
    def test_the_page_of_a_command_has_its_options_and_its_sections(self):
        for verb in VERBS:
            page = run("help", verb, "--man").out
            self.assertTrue(page.startswith(f".TH TENSIO\\-{verb.upper()} 1 "), page[:60])
            listed = [line.replace("\\-", "-") for line in re.findall(r"(?m)^\.TP\n\.B (.*)$", page)]
            names = [re.search(r"--[\w-]+", line).group() for line in listed if "--" in line]
            self.assertEqual(names, options_of(verb))
            for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "SEE ALSO"):
                self.assertIn(f"\n.SH {section}\n", page)
        self.assertIn("\n.SH EXIT STATUS\n.TP\n.B 0\nconverged\n", run("help", "solve", "--man").out)

    def test_the_overview_names_every_page(self):
        page = run("help", "--man").out
        for verb in VERBS:
            self.assertIn(f"\n.BR tensio\\-{verb} (1)\n", page)

    @unittest.skipUnless(shutil.which("groff"), "groff was not found")
    def test_man_takes_the_pages_without_a_warning(self):
        for words in ([], *([verb] for verb in VERBS)):
            page = run("help", *words, "--man").out
            shown = subprocess.run(["groff", "-K", "utf8", "-man", "-Tutf8", "-ww", "-P-c", "-P-b", "-P-u"], input=page,
                                   capture_output=True, text=True, timeout=60)
            self.assertEqual((shown.returncode, shown.stderr), (0, ""), words)
        # The last page shown: its words are those of the help, whatever the lines.
        self.assertIn("vibration modes of a net about its equilibrium",
                      " ".join(shown.stdout.split()))


class Completion(unittest.TestCase):
    def test_commands_options_and_kinds(self):
        self.assertEqual(completed("so"), ["solve"])
        for verb in VERBS:
            self.assertIn(verb, completed("help", ""))
            found = completed(verb, "-")
            self.assertEqual([word for word in found if word.startswith("--")], options_of(verb))
        self.assertEqual(completed("new", "clo"), ["cloth"])
        self.assertIn("--shear-stiffness", completed("new", "cloth", "--"))
        self.assertNotIn("--shear-stiffness", completed("new", "chain", "--"))

    def test_values_are_those_that_the_parser_takes(self):
        for verb, option in (("run", "--integrator"), ("solve", "--method"), ("run", "--method"),
                             ("solve", "--linear-solver"), ("draw", "--view"), ("convert", "--table")):
            ending = run(verb, SPRINGSYS, *(["out.csv"] if verb == "convert" else []), option, "nonsense")
            allowed = re.search(r"must be one of (.*?)(?:;|\n|$)", ending.err).group(1).split(", ")
            self.assertEqual(completed(verb, option, ""), allowed, (verb, option))

    def test_files_and_folders(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "net_run"))
            for name in ("net.json", "net.txt"):
                open(os.path.join(folder, name), "w").close()
            self.assertEqual(completed("solve", "n", cwd=folder), ["net.json", "net_run"])
            self.assertEqual(completed("resume", "n", cwd=folder), ["net_run"])
            self.assertEqual(sorted(completed("compare", "n", cwd=folder)), ["net.json", "net.txt", "net_run"])

    def test_other_shells_read_their_scripts(self):
        for shell in ("zsh", "fish"):
            script = run("help", "--completion", shell)
            self.assertEqual((script.code, script.err), (0, ""))
            for verb in VERBS:
                for option in options_of(verb):
                    self.assertIn(option if shell == "zsh" else f"-l {option[2:]} ", script.out)
            if shutil.which(shell):
                done = subprocess.run([shell, "-n", "/dev/stdin"], input=script.out, capture_output=True,
                                      text=True, timeout=60)
                self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_mistakes(self):
        self.assertEqual(run("help", "--completion", "tcsh").code, 2)
        self.assertIn("leave out `solve`", run("help", "solve", "--completion", "bash").err)
        self.assertIn("exclude each other", run("help", "--man", "--completion", "bash").err)


if __name__ == "__main__":
    unittest.main()
