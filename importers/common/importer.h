// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "importers/common/text_source.h"
#include "model/base/error.h"
#include "model/store/event_store.h"
#include "model/store/wanted.h"

namespace importers {

struct Progress {
    std::uint64_t bytesDone = 0;
    std::uint64_t bytesTotal = 0;
};

struct OpenOptions {
    /// Checked often; openReport() usually returns within a tenth of a second. Data that was read is kept, as far as it
    /// can be put into rows in that time.
    std::stop_token stop;
    /// Stops making rows of what was read: a moment after `stop`. Set by openReport().
    std::stop_token stopBuilding = {};
    /// Reading ends, with a note, when the process has grown by so many bytes; 0 = a third of what is free at the
    /// beginning. Applies to files that are read as a stream: text and Perfetto's traces, packed or not.
    std::uint64_t mostMemory = 0;
    std::function<void(const Progress&)> progress;  ///< from the loading thread, at most some 20 times a second
    std::function<void()> published;                ///< from the loading thread, after each publish of the store
    /// From the loading thread, at most once and before the store has events: some of a large file's events, in a
    /// store of their own that does not change any more. For a first picture, where rows are known only when
    /// everything is read; what is published then takes its place.
    std::function<void(std::shared_ptr<const model::EventStore>)> previewed = {};
    unsigned threads = 0;  ///< working threads; 0 = as many as there are cores
    /// The part of a report that a program with one question needs. Importers that can leave out the rest do so, and
    /// set `partial`; the wanted events are the same as in the whole report.
    model::Wanted wanted{};
};

inline StreamBounds streamBounds(const OpenOptions& options) { return {options.stop, options.mostMemory}; }

/// Number of leading bytes that are examined to recognise a file.
inline constexpr std::size_t kHeadBytes = 64 << 10;

/// What a file looks like: its first bytes and its name (only for messages).
struct Sniff {
    std::string_view head;  ///< up to kHeadBytes
    std::string_view tail;  ///< up to the last 64 bytes
    std::uint64_t fileBytes = 0;
    std::string_view unpacked;  ///< the same as head, for the content of a compressed file
    std::string_view text;      ///< the same as UTF-8 text, without a byte order mark
};

/// One line of the table of formats.
struct Importer {
    std::string_view key;  ///< ReportInfo::formatKey
    std::string_view name;
    /// How sure the importer is that it can read the file: 0 = no, 100 = certain.
    int (*sniff)(const Sniff&);
    /// Reads the file into the store. Publishes as it goes, and once at the end with publish(true).
    model::Result<void> (*open)(const std::filesystem::path&, model::EventStore&, const OpenOptions&);
    /// How names of such files end that nothing else is named like, in small letters, with spaces between them. What
    /// other files end like as well is in folder.cpp.
    std::string_view endings = {};
};

}  // namespace importers
