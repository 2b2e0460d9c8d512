// SPDX-License-Identifier: GPL-3.0-or-later
// A folder stands for the reports in it. None of them is dropped in silence.
#include "importers/folder.h"

#include <sys/stat.h>

#include "importers/capture/capture.h"
#include "importers/probe.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/scratch_file.h"
#include "tests/kit/spool_examples.h"
#include "tests/kit/spool_maker.h"

namespace {

namespace fs = std::filesystem;
using cli_run::Folder;
using cli_run::Ran;

constexpr std::string_view kTrace = R"({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2}]})";

void writeSession(const Folder& folder, std::string_view name) {
    const std::string at(name);
    folder.write(at + "/options", "cuda 1\n");
    folder.write(at + "/session", std::string_view("command\0train\0", 14));
    folder.write(at + "/42-0.spool", SpoolMaker::example().bytes());
}

/// A good report, three that are empty, cut or damaged, and what is no report at all.
void writeMixed(const Folder& folder) {
    folder.write("runs/good.json", kTrace);
    folder.write("runs/sub/empty.json.gz", "");
    folder.write("runs/cut.json", kTrace.substr(0, 10));
    folder.write("runs/page.json", "<html>login</html>");
    folder.write("runs/garbage.nsys-rep", "something else");
    folder.write("runs/good.json.view.json", R"({"version":1})");
    folder.write("runs/README.txt", "text");
    folder.write("runs/config.json", R"({"learning_rate":1})");
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
    return n;
}

void checkAllNamed(const Ran& ran) {
    CHECK_EQ(ran.code, 3);
    for (const char* name : {"empty.json.gz is empty", "cut.json", "page.json", "garbage.nsys-rep"})
        CHECK(ran.says(name));
    CHECK(ran.says("2 files in ") && ran.says("runs are no reports."));
}

}  // namespace

TEST("Reports of a folder that are empty, cut or damaged are named by info, as when each is named, and end with 3") {
    const Folder folder;
    writeMixed(folder);
    const Ran ran = cli_run::run("", "info", (folder / "runs").string());
    checkAllNamed(ran);
    CHECK(ran.says("Chrome trace"));
    const Ran json = cli_run::run("", "info", "--json", (folder / "runs").string());
    CHECK_EQ(json.code, 3);
    CHECK_EQ(count(json.out, "\"error\":"), 4u);
}

TEST("Reports of a folder that cannot be opened are named where all become one, and end with 3") {
    const Folder folder;
    writeMixed(folder);
    checkAllNamed(cli_run::run("", "info", "--merge", (folder / "runs").string()));
    const Ran ran = cli_run::run("", "convert", "--merge", (folder / "runs").string(), (folder / "all.rep").string());
    checkAllNamed(ran);
    CHECK(fs::exists(folder / "all.rep"));
}

TEST("A folder of sound reports ends with 0, and says how many files are no reports") {
    const Folder folder;
    folder.write("runs/a.json", kTrace);
    folder.write("runs/notes.txt", "x");
    const Ran ran = cli_run::run("", "info", (folder / "runs").string());
    CHECK_EQ(ran.code, 0);
    CHECK(ran.says("1 file in ") && ran.says("runs is no report."));
}

TEST("Links of a folder that lead nowhere, pipes and folders that may not be read are reports that cannot be opened") {
    const Folder folder;
    folder.write("runs/a.json", kTrace);
    fs::create_symlink(folder / "gone.json", folder / "runs/rank1.json");
    CHECK_EQ(::mkfifo((folder / "runs/rank2.json").c_str(), 0600), 0);
    const importers::FolderContent content = importers::contentOf(folder / "runs");
    CHECK_EQ(content.reports.size(), 3u);
    CHECK_EQ(content.others, 0u);
    const Ran ran = cli_run::run("", "info", (folder / "runs").string());
    CHECK_EQ(ran.code, 3);
    CHECK(ran.says("rank1.json") && ran.says("rank2.json"));
}

TEST("The folder of a session is one report, by itself and among others") {
    const Folder folder;
    writeSession(folder, "runs/session-a1b2");
    folder.write("runs/a.json", kTrace);
    const Ran alone = cli_run::run("", "info", (folder / "runs/session-a1b2").string());
    CHECK_EQ(alone.code, 0);
    CHECK(alone.says("Sightline session") && !alone.says("Sightline spool"));
    const Ran all = cli_run::run("", "info", (folder / "runs").string());
    CHECK_EQ(all.code, 0);
    CHECK_EQ(count(all.out, "Sightline session"), 1u);
    CHECK_EQ(importers::contentOf(folder / "runs").reports.size(), 2u);
    const importers::ReportProbe probe = importers::probeReport(folder / "runs/session-a1b2");
    CHECK(probe.importer && !probe.error && probe.bytes == fs::file_size(folder / "runs/session-a1b2/42-0.spool"));
}

TEST("A spool of a session that cannot be read is named by every command, which ends with 3") {
    const Folder folder;
    writeSession(folder, "s");
    folder.write("s/43-0.spool", "");
    fs::create_symlink(folder / "elsewhere", folder / "s/44-0.spool");
    const std::string session = (folder / "s").string();
    const auto named = [](const Ran& ran) {
        CHECK_EQ(ran.code, 3);
        CHECK(ran.says("43-0.spool cannot be read and is left out") &&
              ran.says("44-0.spool cannot be read and is left out"));
    };
    named(cli_run::run("", "info", session));
    named(cli_run::run("", "stats", "-r", "cuda_api_sum", session));
    named(cli_run::run("", "analyze", session));
    named(cli_run::run("", "query", "SELECT count(*) FROM events", session));
    named(cli_run::run("", "export", "-t", "json", "-o", (folder / "x.jsonl").string(), session));
    named(cli_run::run("", "report", "-o", (folder / "x.html").string(), session));
    named(cli_run::run("", "convert", session, (folder / "x.rep").string()));
    CHECK_EQ(cli_run::run("", "info", (folder / "x.rep").string()).code, 0);  // the report says it in its notes
}
