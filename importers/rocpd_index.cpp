// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/rocpd_index.h"

#include <algorithm>
#include <optional>

#include "importers/common/text_source.h"
#include "importers/merge.h"
#include "importers/open.h"
#include "model/base/messages.h"

namespace importers::rocpd_index {

namespace fs = std::filesystem;
using model::ErrorCode;
using model::Note;
using model::Result;

namespace {

constexpr std::size_t kMostBytes = 4 << 20;  // of an index

std::string_view trimmed(std::string_view text) {
    const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
    return text;
}

/// A name without its quotes, or without the comment behind it.
std::string plain(std::string_view scalar) {
    scalar = trimmed(scalar);
    if (!scalar.empty() && (scalar.front() == '"' || scalar.front() == '\''))
        return std::string(scalar.substr(1, scalar.find(scalar.front(), 1) - 1));
    return std::string(trimmed(scalar.substr(0, scalar.find(" #"))));
}

/// Calls use(indent, content) for each line that says something.
template <class F>
void lines(std::string_view yaml, F&& use) {
    for (std::size_t at = 0; at < yaml.size();) {
        const std::size_t end = std::min(yaml.find('\n', at), yaml.size());
        const std::string_view line = yaml.substr(at, end - at), content = trimmed(line);
        at = end + 1;
        if (content.empty() || content.front() == '#' || content == "---") continue;
        if (!use(static_cast<std::size_t>(content.data() - line.data()), content)) return;
    }
}

/// A file below the folder of the index that no link leads to; nothing for any other name.
std::optional<fs::path> fileBelow(const fs::path& folder, const std::string& name) {
    const fs::path relative(name);
    if (name.empty() || name.find('\0') != std::string::npos || relative.is_absolute()) return {};
    fs::path at = folder;
    std::error_code error;
    for (const fs::path& part : relative) {
        if (part == "..") return {};
        at /= part;
        if (fs::is_symlink(fs::symlink_status(at, error)) || error) return {};
    }
    return fs::is_regular_file(at, error) ? std::optional(at) : std::nullopt;
}

}  // namespace

std::vector<std::string> filesOf(std::string_view yaml, std::size_t most) {
    std::vector<std::string> files;
    std::vector<std::pair<std::size_t, std::string_view>> keys;  // those that contain the line
    lines(yaml, [&](std::size_t indent, std::string_view content) {
        const bool isItem = content.starts_with("- ");
        // An item may stand as far left as the key that it belongs to.
        while (!keys.empty() && (keys.back().first > indent || (!isItem && keys.back().first == indent)))
            keys.pop_back();
        const bool isInFiles = keys.size() == 3 && keys[0].second == "rocprofiler-sdk:" && keys[1].second == "rocpd:" &&
                               keys[2].second == "files:";
        if (!isItem) keys.emplace_back(indent, trimmed(content.substr(0, content.find(" #"))));
        else if (isInFiles) files.push_back(plain(content.substr(2)));
        return files.size() < most;
    });
    return files;
}

int sniff(const Sniff& s) {
    std::string_view first;
    lines(s.text, [&](std::size_t, std::string_view content) {
        first = content;
        return false;
    });
    return first == "rocprofiler-sdk:" && !filesOf(s.text, 1).empty() ? 80 : 0;
}

Result<void> open(const fs::path& path, model::EventStore& store, const OpenOptions& options) {
    auto source = TextSource::open(path, streamBounds(options));
    if (!source) return tl::unexpected<model::Error>(source.error());
    std::string yaml(kMostBytes, '\0');
    yaml.resize(source->read(yaml.data(), yaml.size()));
    std::vector<MergeFile> files;
    std::vector<std::string> others;
    for (const std::string& name : filesOf(yaml, kMaxMergedFiles)) {
        const auto file = fileBelow(path.has_parent_path() ? path.parent_path() : fs::path("."), name);
        const auto importer = file ? identify(*file) : model::fail(ErrorCode::CannotOpen, name);
        if (importer && (*importer)->key == "rocpd") files.push_back({*file, {}});
        else others.push_back(name);
    }
    if (files.empty()) return model::fail(ErrorCode::CannotOpen, path.string(), model::MessageCode::NoFiles);
    MergeOptions merge;
    static_cast<OpenOptions&>(merge) = options;
    const auto merged = openMerged(files, store, merge);
    for (const std::string& name : others) store.diagnostics().add(Note::FileLeftOut, name);
    store.info().partial |= !others.empty();
    if (!merged) return tl::unexpected<model::Error>(merged.error());
    store.publish(true);
    if (options.published) options.published();
    return {};
}

}  // namespace importers::rocpd_index
