# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages of the manual of the system and completion of shells, against the help that people read.

help_test.py SIGHTLINE [SIGHTLINE_UI]: the programs. What a tool is missing for is skipped, and named.
"""
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CLI, UI = (sys.argv[1:] + [None])[:2]
ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD_VERSION = ROOT / "app/build_version.cmake"


def run(*words, **more):
    return subprocess.run([str(w) for w in words], check=True, capture_output=True, text=True, **more).stdout


@functools.lru_cache(maxsize=None)
def commands():
    return run(CLI, "help", "--commands").split()


@functools.lru_cache(maxsize=None)
def helped(command):
    """The help of a command; of a program where it is None or the window."""
    return run(UI, "--help", "--lang", "en") if command == "sightline-ui" else run(CLI, *([command] if command else []), "--help")


def options(command):
    """What the help lists, and what it lists as understood only."""
    text, _, later = helped(command).partition("Understood, but not captured by this version:\n")
    heads = re.findall(r"^ +((?:-\w(?:, ?|,| ))?--?[a-zA-Z][\w-]*)", text, re.M)
    names = {name for head in heads for name in re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", head)}
    return names, set(re.findall(r"--[\w-]+", later.partition("\n\n")[0]))


def everything():
    """Commands as they stand behind the program's name, and the program itself; the window's program."""
    return [None, *(c for c in commands() if c != "help"), *(["sightline-ui"] if UI else [])]


def page(command, **more):
    words = [UI, "--help-as", "man"] if command == "sightline-ui" else [CLI, "help", "--man", *([command] if command else [])]
    return run(*words, **more)


@functools.lru_cache(maxsize=None)
def completion(shell, program="sightline"):
    return run(UI, "--help-as", shell) if program == "sightline-ui" else run(CLI, "help", "--completion", shell)


def bash(line, folder=None):
    """What bash replies at the end of a line, given as its words."""
    program = line[0]
    script = completion("bash", program) + '\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))\n' + \
        f"_{program.replace('-', '_')}; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    return set(run("bash", "--norc", "-c", script, "bash", *line, cwd=folder).split("\n")) - {""}


def needs(tool):
    return unittest.skipUnless(shutil.which(tool), f"{tool} is not installed")


class Pages(unittest.TestCase):
    def test_every_option_of_the_help_is_in_the_page(self):
        for command in everything():
            listed, understood = options(command)
            self.assertTrue(listed or command is None, command)
            text = page(command).replace("\\-", "-")
            for name in listed | understood:
                self.assertIn(f"\\fB{name}\\fR", text, f"of {command}")

    def test_every_command_is_in_the_page_of_the_program(self):
        for command in commands():
            self.assertIn(f"\n\\fB{command}\\fR\n", page(None))
            self.assertIn(f"sightline\\-{command} (1)", page(None))

    @needs("groff")
    def test_the_formatter_has_nothing_to_warn_of(self):
        for command in [*everything(), "help"]:
            done = subprocess.run(["groff", "-man", "-ww", "-b", "-z", "-Tutf8"], input=page(command), capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), command)

    @needs("man")
    def test_man_shows_it_without_warnings(self):
        with tempfile.TemporaryDirectory() as folder:
            for command in [*everything(), "help"]:
                file = pathlib.Path(folder) / f"{command}.1"
                file.write_text(page(command))
                done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", file], capture_output=True, text=True,
                                      env={**os.environ, "LC_ALL": "C.UTF-8", "MANROFFSEQ": "", "MANWIDTH": "100"})
                self.assertEqual(done.stderr, "", command)
                self.assertIn("SEE ALSO", done.stdout)

    def test_examples_are_as_the_help_has_them(self):
        for command in ["stats", "query", "profile"]:
            examples = re.findall(r"^  (sightline .*)$", helped(command), re.M)
            self.assertGreater(len(examples), 2)
            text = page(command)
            for sign, name in {"-": "\\-", '"': "\\(dq", "'": "\\(aq", "^": "\\(ha", "~": "\\(ti"}.items():
                text = text.replace(name, sign)
            for example in examples:
                self.assertIn(f"\n{example}\n", text)

    def test_the_day_is_that_of_the_release_or_of_the_sources(self):
        metainfo = (ROOT / "resources/sightline.metainfo.xml").read_text()
        day = re.search(r'<release version="[^"]*" date="([^"]*)"', metainfo)[1]
        without = {k: v for k, v in os.environ.items() if k != "SOURCE_DATE_EPOCH"}
        for command in ["stats", *(["sightline-ui"] if UI else [])]:
            self.assertIn(f' 1 "{day}" ', page(command, env=without))
            made = page(command, env={**without, "SOURCE_DATE_EPOCH": "86400"})
            self.assertIn(' 1 "1970-01-02" ', made)
            self.assertEqual(made, page(command, env={**without, "SOURCE_DATE_EPOCH": "86400"}))

    def test_what_is_no_command_or_no_shell_is_refused(self):
        for words in [["--man", "stast"], ["--completion", "tcsh"], ["--completion"]]:
            done = subprocess.run([CLI, "help", *words], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("“stats”", subprocess.run([CLI, "help", "--man", "stast"], capture_output=True, text=True).stderr)


@needs("bash")
class Bash(unittest.TestCase):
    def test_the_options_of_every_command_complete(self):
        for command in everything():
            line = ["sightline-ui"] if command == "sightline-ui" else ["sightline", *([command] if command else [])]
            self.assertEqual(bash([*line, "-"]), options(command)[0], command)
        self.assertEqual(bash(["sightline", "stats", "--fo"]), {"--folded", "--format", "--force-overwrite"})

    def test_commands_complete(self):
        self.assertEqual(bash(["sightline", ""]), set(commands()))
        self.assertEqual(bash(["sightline", "st"]), {"start", "stop", "stats", "status"})
        self.assertEqual(bash(["sightline", "help", "stat"]), {"stats", "status"})

    def test_values_complete_in_each_way_of_typing_them(self):
        formats = {"table", "column", "csv", "tsv", "json", "markdown"}
        self.assertEqual(bash(["sightline", "stats", "--format", ""]), formats)
        self.assertEqual(bash(["sightline", "stats", "-f", "t"]), {"table", "tsv"})
        self.assertEqual(bash(["sightline", "stats", "--format", "="]), formats)
        self.assertEqual(bash(["sightline", "stats", "--format", "=", "j"]), {"json"})
        self.assertEqual(bash(["sightline", "stats", "--format=m"]), {"--format=markdown"})
        self.assertEqual(bash(["sightline", "profile", "--stats", "=", ""]), {"true", "false"})
        self.assertEqual(bash(["sightline", "export", "--scrub", "=", "paths,ho"]), {"paths,hosts"})
        self.assertEqual(bash(["sightline", "shutdown", "--kill", ""]), {"none", "sigterm", "sigkill"})

    def test_lists_go_on_behind_a_comma(self):
        self.assertEqual(bash(["sightline", "profile", "-t", "cuda,nv"]), {"cuda,nvtx"})
        tables = set(re.findall(r"^ *(\w+)", run(CLI, "stats", "--help-reports"), re.M))
        offered = bash(["sightline", "stats", "-r", ""])
        self.assertGreater(len(offered), 50)
        self.assertLessEqual(offered, tables)
        self.assertLessEqual(bash(["sightline", "analyze", "-r", ""]), set(re.findall(r"\w+", run(CLI, "analyze", "--help-rules"))))

    def test_reports_complete_by_their_endings_and_else_all_files(self):
        with tempfile.TemporaryDirectory() as folder:
            there = pathlib.Path(folder)
            for name in ["a.rep", "b c.nsys-rep", "d.REP", "notes.odt", "other/e.rep"]:
                (there / name).parent.mkdir(exist_ok=True)
                (there / name).touch()
            reports = {"a.rep", "b c.nsys-rep", "d.REP", "other"}
            self.assertEqual(bash(["sightline", "info", ""], folder), reports)
            self.assertEqual(bash(["sightline", "stats", "-f", "csv", "a"], folder), {"a.rep"})
            self.assertEqual(bash(["sightline", "info", "no"], folder), {"notes.odt"})
            self.assertEqual(bash(["sightline", "query", "--file", "n"], folder), {"notes.odt"})
            self.assertEqual(bash(["sightline", "recover", ""], folder), {"other"})
            if UI:
                self.assertEqual(bash(["sightline-ui", "--compare", ""], folder), reports)

    def test_a_program_that_is_captured_has_its_own_words(self):
        self.assertIn("bash", bash(["sightline", "profile", "-t", "cuda", "bas"]))
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "train.py").touch()
            self.assertEqual(bash(["sightline", "profile", "-t", "cuda", "python", "tr"], folder), {"train.py"})
            self.assertEqual(bash(["sightline", "profile", "python", "-"], folder), set())


class OtherShells(unittest.TestCase):
    def each_program(self):
        return ["sightline", *(["sightline-ui"] if UI else [])]

    @needs("zsh")
    def test_zsh_reads_it(self):
        for program in self.each_program():
            subprocess.run(["zsh", "-n", "/dev/stdin"], input=completion("zsh", program), check=True, text=True)

    def test_zsh_has_every_option(self):
        for command in everything():
            text = completion("zsh", command if command == "sightline-ui" else "sightline")
            if command != "sightline-ui":
                text = re.search(rf"^_sightline{'_' + command if command else ''}\(\) \{{\n(.*?)^\}}", text, re.M | re.S)[1]
            for name in options(command)[0]:
                self.assertRegex(text, rf"['{{,]{name}['}},+=\[]", command)

    @needs("fish")
    def test_fish_completes_the_options_of_every_command(self):
        for program in self.each_program():
            subprocess.run(["fish", "-n", "/dev/stdin"], input=completion("fish", program), check=True, text=True)
        for command in everything():
            program = command if command == "sightline-ui" else "sightline"
            line = program if command in (None, "sightline-ui") else f"{program} {command}"
            script = completion("fish", program) + f"\ncomplete -C '{line} --'; complete -C '{line} -'\n"
            with tempfile.TemporaryDirectory() as home:
                told = run("fish", "--no-config", "-c", script, env={**os.environ, "HOME": home, "XDG_CONFIG_HOME": home})
            offered = {re.sub("=$", "", row.split("\t")[0]) for row in told.splitlines()}
            self.assertLessEqual(options(command)[0], offered, command)

    @needs("fish")
    def test_fish_completes_values(self):
        with tempfile.TemporaryDirectory() as home:
            told = run("fish", "--no-config", "-c", completion("fish") +
                       "\ncomplete -C 'sightline stats --format '; complete -C 'sightline profile -t cuda,nv'; complete -C 'sightline sta'\n",
                       env={**os.environ, "HOME": home, "XDG_CONFIG_HOME": home})
        words = {row.split("\t")[0] for row in told.splitlines()}
        self.assertLessEqual({"table", "csv", "markdown", "cuda,nvtx", "stats", "status", "start"}, words)


class Version(unittest.TestCase):
    def made(self, source, to):
        run("cmake", f"-DSOURCE={source}", "-DVERSION=1.2.3", f"-DTO={to}", "-P", BUILD_VERSION)
        return re.search(r'#define SIGHTLINE_BUILD "(.*)"', to.read_text())[1]

    def test_it_is_printed_with_the_name(self):
        told = run(CLI, "--version").strip()
        self.assertRegex(told, r"^sightline \d+\.\d+\.\d+( \([0-9a-f]{12}\))?$")
        if UI:
            self.assertEqual(run(UI, "--version").strip().replace("sightline-ui", "sightline"), told)

    def test_sources_without_a_history_have_the_version_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.made(folder, pathlib.Path(folder) / "out.h"), "1.2.3")

    @needs("git")
    def test_the_header_changes_with_the_commit_only(self):
        git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.invalid", "-c", "commit.gpgsign=false", "-C"]
        with tempfile.TemporaryDirectory() as folder:
            source, to = pathlib.Path(folder) / "source", pathlib.Path(folder) / "out.h"
            (source / "inner").mkdir(parents=True)
            run("git", "init", "-q", source)
            run(*git, source, "commit", "-q", "--allow-empty", "-m", "one")
            first = run(*git, source, "rev-parse", "HEAD").strip()
            self.assertEqual(self.made(source, to), f"1.2.3 ({first[:12]})")
            os.utime(to, (1, 1))
            (source / "changed").touch()
            self.made(source, to)
            self.assertEqual(to.stat().st_mtime, 1)
            run(*git, source, "commit", "-q", "--allow-empty", "-m", "two")
            self.assertNotEqual(self.made(source, to), f"1.2.3 ({first[:12]})")
            self.assertEqual(self.made(source / "inner", to), "1.2.3")  # unpacked in somebody's project


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
