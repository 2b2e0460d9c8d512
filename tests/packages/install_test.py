# SPDX-License-Identifier: GPL-3.0-or-later
"""What each package has, no more and no less, and what desktops read of it.

install_test.py BUILD: a build folder in which everything is built.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

BUILD = pathlib.Path(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parents[2]
CACHE = (BUILD / "CMakeCache.txt").read_text()


def is_on(name):
    return re.search(rf"^{name}:BOOL=(ON|TRUE|1)$", CACHE, re.M) is not None


def run(*words):
    return subprocess.run([str(w) for w in words], check=True, capture_output=True, text=True).stdout


def needs(tool):
    return unittest.skipUnless(shutil.which(tool), f"{tool} is not installed")


def installed(component):
    """The files of a component, and the folder that they lie in."""
    folder = tempfile.TemporaryDirectory()
    run("cmake", "--install", BUILD, "--component", component, "--prefix", folder.name)
    top = pathlib.Path(folder.name)
    return {str(p.relative_to(top)) for p in top.rglob("*") if not p.is_dir()}, folder


def help_files(program):
    zsh = "vendor-completions" if pathlib.Path("/etc/debian_version").exists() else "site-functions"
    return {f"share/bash-completion/completions/{program}", f"share/zsh/{zsh}/_{program}", f"share/fish/vendor_completions.d/{program}.fish"}


class Components(unittest.TestCase):
    def test_the_command_line(self):
        files, folder = installed("sightline")
        with folder:
            commands = run(f"{folder.name}/bin/sightline", "help", "--commands").split()
        pages = {f"share/man/man1/sightline{'-' + c if c else ''}.1" for c in ["", *commands]}
        self.assertEqual(files, {"bin/sightline"} | pages | help_files("sightline"))

    @unittest.skipUnless(is_on("SIGHTLINE_COLLECTORS"), "collectors are not built")
    def test_the_collectors(self):
        files, folder = installed("collectors")
        with folder:
            python = {f"lib/sightline/sightline-python/{p.relative_to(ROOT / 'collectors/python')}"
                      for p in (ROOT / "collectors/python").rglob("*") if p.is_file() and "__pycache__" not in p.parts}
        libraries = {f"lib/sightline/libsightline-{name}.so" for name in ["inject", "osrt", "calls", "openmp", "guard"]}
        self.assertEqual(files, python | libraries | {"lib/sightline/sightline-sampler"})

    @unittest.skipUnless(is_on("SIGHTLINE_UI"), "the window is not built")
    def test_the_window(self):
        files, folder = installed("ui")
        folder.cleanup()
        self.assertEqual(files, help_files("sightline-ui") | {
            "bin/sightline-ui", "share/man/man1/sightline-ui.1", "share/applications/sightline.desktop",
            "share/mime/packages/sightline.xml", "share/metainfo/org.sightline.Sightline.metainfo.xml",
            "share/icons/hicolor/scalable/apps/sightline.svg", "share/sightline/manual.rcc", "share/sightline/samples/sample.rep"})

    def test_programs_find_the_collectors_where_they_are_installed(self):
        files, folder = installed("sightline")
        with folder:
            if is_on("SIGHTLINE_COLLECTORS"):
                run("cmake", "--install", BUILD, "--component", "collectors", "--prefix", folder.name)
            told = subprocess.run([f"{folder.name}/bin/sightline", "status", "-e"], capture_output=True, text=True).stdout
            collector = next(row for row in told.splitlines() if "collector" in row)
            self.assertEqual(folder.name in collector, is_on("SIGHTLINE_COLLECTORS"), collector)


@unittest.skipUnless(is_on("SIGHTLINE_UI"), "the window is not built")
class Desktop(unittest.TestCase):
    @needs("desktop-file-validate")
    def test_the_desktop_file_is_valid(self):
        self.assertEqual(run("desktop-file-validate", ROOT / "resources/sightline.desktop"), "")

    @needs("appstreamcli")
    def test_the_appstream_file_is_valid_with_pictures_and_without(self):
        files, folder = installed("ui")
        with folder:
            file = pathlib.Path(folder.name) / "share/metainfo/org.sightline.Sightline.metainfo.xml"
            run("appstreamcli", "validate", "--no-net", file)
            whole = (ROOT / "resources/sightline.metainfo.xml").read_text()
            self.assertIn("<screenshots>", whole)
            file.write_text(whole.replace("@SIGHTLINE_PICTURES_URL@", "https://example.org/pictures"))
            run("appstreamcli", "validate", "--no-net", file)

    def test_pictures_of_the_appstream_file_are_there_in_that_size(self):
        images = xml.parse(ROOT / "resources/sightline.metainfo.xml").findall(".//image")
        self.assertEqual(len(images), 3)
        for image in images:
            head = (ROOT / "resources/pictures" / image.text.rpartition("/")[2]).read_bytes()[16:24]
            self.assertEqual((int(image.get("width")), int(image.get("height"))),
                             (int.from_bytes(head[:4], "big"), int.from_bytes(head[4:], "big")))

    def test_the_three_files_name_the_same_kinds_of_files(self):
        desktop = re.search(r"^MimeType=(.*);$", (ROOT / "resources/sightline.desktop").read_text(), re.M)[1].split(";")
        mime = xml.parse(ROOT / "resources/sightline-mime.xml").findall("{*}mime-type")
        metainfo = xml.parse(ROOT / "resources/sightline.metainfo.xml").findall(".//mediatype")
        self.assertEqual(sorted(desktop), sorted(m.get("type") for m in mime))
        self.assertEqual(sorted(desktop), sorted(m.text for m in metainfo))
        for m in mime:
            self.assertEqual(m.find("{*}icon").get("name"), "sightline")

    def test_names_that_only_reports_have_are_of_such_a_kind(self):
        table = (ROOT / "importers/open.cpp").read_text().partition("kImporters{")[2].partition("};")[0]
        endings = {e for text in re.findall(r', "([^"]+)"}', table) for e in text.split()} - {".spool"}  # a part of a session
        globs = {g.get("pattern").removeprefix("*") for g in xml.parse(ROOT / "resources/sightline-mime.xml").findall(".//{*}glob")}
        self.assertGreater(len(endings), 8)
        self.assertLessEqual(endings, globs)

    @needs("update-mime-database")
    def test_reports_have_their_type_by_name_and_content(self):
        with tempfile.TemporaryDirectory() as folder:
            packages = pathlib.Path(folder) / "mime/packages"
            packages.mkdir(parents=True)
            shutil.copy(ROOT / "resources/sightline-mime.xml", packages)
            done = subprocess.run(["update-mime-database", packages.parent], capture_output=True, text=True,
                                  env={**os.environ, "XDG_DATA_HOME": folder})
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            names = (packages.parent / "globs2").read_text()
            for ending, kind in {"*.rep": "sightline-report", "*.nsys-rep": "nsight-systems-report", "*.nvvp": "nvprof-database"}.items():
                self.assertIn(f"50:application/x-{kind}:{ending}\n", names)
            self.assertIn(b"x-sightline-report", (packages.parent / "magic").read_bytes())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
