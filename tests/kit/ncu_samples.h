// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "importers/open.h"
#include "tests/kit/check.h"

/// Reports of Nsight Compute that are not part of this repository; a test is skipped where they are not.
namespace ncu_samples {

inline std::filesystem::path folder(const char* variable, const char* below) {
    const char* root = std::getenv(variable);
    const std::filesystem::path path = std::filesystem::path(root ? root : "") / below;
    if (!root || !std::filesystem::exists(path)) SKIP("no sample reports");
    return path;
}
/// Made for this project, with the pages that ncu printed of them.
inline std::filesystem::path own() { return folder("SIGHTLINE_SAMPLES", "h100/ncu"); }
/// Those and, where they are, other people's of many versions.
inline std::vector<std::filesystem::path> all() {
    std::vector<std::filesystem::path> out;
    const char* shared = std::getenv("SIGHTLINE_SHARED");
    for (const std::filesystem::path& folder : {std::filesystem::path(shared ? shared : "") / "samples/ncu", own()}) {
        if (!std::filesystem::exists(folder)) continue;
        for (const auto& f : std::filesystem::directory_iterator(folder))
            if (f.path().extension() == ".ncu-rep") out.push_back(f.path());
    }
    return out;
}

inline std::string bytesOf(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline model::SnapshotPtr open(const std::filesystem::path& path) {
    auto store = model::EventStore::create();
    const auto opened = importers::openReport(path, *store);
    CHECK(opened.has_value());
    return store->snapshot();
}

/// A file that is gone at the end.
class TemporaryFile {
public:
    explicit TemporaryFile(std::string_view bytes, const char* ending = ".tmp") {
        static int number = 0;
        m_path = std::filesystem::temp_directory_path() /
                 ("sightline-ncu-" + std::to_string(::getpid()) + "-" + std::to_string(number++) + ending);
        write(bytes);
    }
    ~TemporaryFile() { std::filesystem::remove(m_path); }
    void write(std::string_view bytes) const {
        std::ofstream out(m_path, std::ios::binary | std::ios::trunc);
        out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

/// Records of comma-separated text: slow and plain, to compare with.
inline std::vector<std::vector<std::string>> readCsv(const std::filesystem::path& path) {
    std::vector<std::vector<std::string>> rows(1);
    std::string cell;
    bool quoted = false;
    const std::string text = bytesOf(path);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"') cell += text[++i];
        else if (c == '"') quoted = !quoted;
        else if (c == ',' && !quoted) rows.back().push_back(std::exchange(cell, {}));
        else if (c == '\n' && !quoted) {
            rows.back().push_back(std::exchange(cell, {}));
            rows.emplace_back();
        } else cell += c;
    }
    rows.pop_back();
    return rows;
}

}  // namespace ncu_samples
