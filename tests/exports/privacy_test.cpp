// SPDX-License-Identifier: GPL-3.0-or-later
// Reports embed the environment of the profiled program and of every other process. None of it may come out again.
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "importers/export/export.h"
#include "importers/nsys/rep_events.h"
#include "importers/open.h"
#include "model/rep/rep_writer.h"
#include "tests/kit/all_texts.h"
#include "tests/kit/check.h"
#include "tests/kit/nsys_rep_compare.h"
#include "tests/kit/samples.h"
#include "tests/kit/scratch_file.h"

namespace {

namespace fs = std::filesystem;
constexpr std::string_view kMarker = "PLANTED_SECRET_7f3a";

struct Folder {
    fs::path path = fs::temp_directory_path() / fmt::format("sightline-privacy-{}", ::getpid());
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
};

std::string plantedExport(const fs::path& folder) {
    const std::string file = (folder / "planted.sqlite").string(), marker(kMarker);
    sqlite3* db = nullptr;
    sqlite3_open(file.c_str(), &db);
    const std::string sql =
        "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT);"
        "INSERT INTO StringIds VALUES (1, 'kernel'), (2, 'TOKEN=" +
        marker + "'), (3, '/dev/stdout'), (4, 'output " + marker +
        "');"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER,"
        " correlationId INTEGER, globalPid INTEGER, demangledName INTEGER, shortName INTEGER);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20, 0, 1, 7, 1, 281474993487872, 1, 1);"
        "CREATE TABLE META_DATA_CAPTURE (name TEXT, value TEXT);"
        "INSERT INTO META_DATA_CAPTURE VALUES ('PROFILING_ENVIRONMENT', 'TOKEN=" +
        marker + "'), ('COMMAND_LINE', 'run " + marker +
        "');"
        "CREATE TABLE TARGET_INFO_SYSTEM_ENV (globalVid INTEGER, devStateName TEXT, name TEXT, nameEnum INTEGER, value TEXT);"
        "INSERT INTO TARGET_INFO_SYSTEM_ENV VALUES (0, '', 'DeviceEnvironment', 1, '" +
        marker +
        "'), (0, '', 'Hostname', 2, 'node7');"
        "CREATE TABLE PROCESSES (globalPid INTEGER, pid INTEGER, name TEXT);"
        "INSERT INTO PROCESSES VALUES (281474993487872, 1, 'train'), (281475010265088, 2, 'other --password " +
        marker +
        "');"
        "CREATE TABLE ProcessStreams (globalPid INTEGER, filenameId INTEGER, contentId INTEGER);"
        "INSERT INTO ProcessStreams VALUES (281474993487872, 3, 4);"
        "CREATE TABLE ANALYSIS_FILE (id INTEGER, filename TEXT, content TEXT, globalPid INTEGER);"
        "INSERT INTO ANALYSIS_FILE VALUES (1, 'env.txt', 'TOKEN=" +
        marker + "', 0);";
    char* error = nullptr;
    if (sqlite3_exec(db, sql.c_str(), nullptr, nullptr, &error) != SQLITE_OK) check::fail(__FILE__, __LINE__, error);
    sqlite3_close(db);
    return file;
}

model::SnapshotPtr open(const fs::path& path) {
    const auto store = model::EventStore::create();
    const auto opened = importers::openReport(path, *store);
    if (!opened) check::fail(__FILE__, __LINE__, path.string() + ": " + model::english(opened.error().detail));
    return store->snapshot();
}

std::string outputOf(const std::string& command) {
    std::string out;
    FILE* pipe = ::popen(command.c_str(), "r");
    char buffer[4096];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.append(buffer, n);
    ::pclose(pipe);
    return out;
}

}  // namespace

TEST(
    "a secret planted in every place of an export is nowhere in the store, in a saved report, in what is exported or in what info prints") {
    const Folder folder;
    const std::string file = plantedExport(folder.path), rep = (folder.path / "saved.rep").string();
    const model::SnapshotPtr s = open(file);
    CHECK_EQ(s->eventCount(), std::uint64_t{1});
    CHECK(allTexts(*s).find("kernel") != std::string::npos);
    CHECK(allTexts(*s).find(kMarker) == std::string::npos);
    CHECK(model::writeRep(*s, rep).has_value());
    CHECK(allTexts(*open(rep)).find(kMarker) == std::string::npos);
    for (const importers::ExportFormat format : {importers::ExportFormat::Sqlite, importers::ExportFormat::Json,
                                                 importers::ExportFormat::Chrome, importers::ExportFormat::Csv}) {
        const fs::path out = folder.path / fmt::format("export{}", static_cast<int>(format));
        CHECK(importers::exportReport(s, format, out).has_value());
        std::string bytes;
        for (const fs::path& one : fs::is_directory(out)
                                       ? std::vector<fs::path>(fs::directory_iterator(out), fs::directory_iterator())
                                       : std::vector{out})
            bytes += bytesOfFile(one);
        CHECK(bytes.find("kernel") != std::string::npos);
        CHECK(bytes.find(kMarker) == std::string::npos);
    }
    if (const char* cli = std::getenv("SIGHTLINE_CLI"))
        for (const std::string& report : {file, rep})
            for (const char* how : {"", "--json "}) {
                const std::string text = outputOf(fmt::format("'{}' info {}'{}' 2>&1", cli, how, report));
                CHECK(text.find("kernel") != std::string::npos);
                CHECK(text.find(kMarker) == std::string::npos);
            }
}

TEST("captured output is read from the original file when somebody asks for it") {
    const Folder folder;
    const std::string file = plantedExport(folder.path);
    const model::SnapshotPtr s = open(file);
    CHECK_EQ(s->info().attachments.size(), std::size_t{1});
    const auto text = importers::readAttachment(file, s->info().attachments.front());
    CHECK(text.has_value() && *text == "output " + std::string(kMarker));
}

TEST("no environment of a real report comes into the store or a saved report") {
    const Folder temporary;
    std::size_t variables = 0;
    for (const auto& entry : fs::directory_iterator(sample("nsys_pairs"))) {
        if (entry.path().extension() != ".nsys-rep" && entry.path().extension() != ".qdrep") continue;
        const auto report = importers::nsys::RepContainer::open(entry.path().string());
        std::set<std::string> hidden;  // NAME=value, long enough to be nothing else
        for (const std::int64_t id : reptest::environmentStrings(*report)) {
            std::string_view block = *report->string(id);
            while (!block.empty()) {
                const std::string_view one = block.substr(0, block.find('\0'));
                if (one.size() >= 12 && one.find('=') != std::string_view::npos) hidden.emplace(one);
                block.remove_prefix(std::min(block.size(), one.size() + 1));
            }
        }
        variables += hidden.size();
        const model::SnapshotPtr s = open(entry.path());
        const fs::path rep = temporary.path / "saved.rep";
        CHECK(model::writeRep(*s, rep).has_value());
        for (const std::string& text : {allTexts(*s), allTexts(*open(rep))})
            for (const std::string& variable : hidden)
                if (text.find(variable) != std::string::npos)
                    check::fail(__FILE__, __LINE__,
                                entry.path().filename().string() + ": " + variable.substr(0, variable.find('=')));
    }
    CHECK(variables > 100);
}
