// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
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
    /// Asked for often; openReport() mostly ends within a tenth of a second. What was read so far is kept, as far as
    /// that is time enough to put it into rows.
    std::stop_token stop;
    /// Ends putting into rows what was read: a moment after `stop`. Set by openReport().
    std::stop_token stopBuilding = {};
    /// Reading ends, with a note, when the process has grown by so many bytes; 0 = a third of what is free at the
    /// beginning. Holds for files that are read as a stream: text and Perfetto's traces, packed or not.
    std::uint64_t mostMemory = 0;
    std::function<void(const Progress&)> progress;  ///< from the loading thread, at most some 20 times a second
    std::function<void()> published;                ///< from the loading thread, after each publish of the store
    unsigned threads = 0;                           ///< working threads; 0 = as many as there are cores
    /// For programs that ask one question: what they need. Importers that can leave out the rest, and say `partial`;
    /// the events that were wanted are the same as in the whole report.
    model::Wanted wanted{};
};

inline StreamBounds streamBounds(const OpenOptions& options) { return {options.stop, options.mostMemory}; }

/// So many bytes of a file are looked at to tell what it is.
inline constexpr std::size_t kHeadBytes = 64 << 10;

/// What a file looks like: its first bytes and its name (the name only for messages).
struct Sniff {
    std::string_view head;  ///< up to kHeadBytes
    std::string_view tail;  ///< up to the last 64 bytes
    std::uint64_t fileBytes = 0;
    std::string_view unpacked;  ///< the same as head, of the content of a compressed file
    std::string_view text;      ///< the same as UTF-8 text without a byte order mark
};

/// One line of the table: a format that can be read.
struct Importer {
    std::string_view key;  ///< ReportInfo::formatKey
    std::string_view name;
    /// How sure it is that the file is its own: 0 = no, 100 = certain.
    int (*sniff)(const Sniff&);
    /// Reads the file into the store; publishes as it goes and once at the end with publish(true).
    model::Result<void> (*open)(const std::filesystem::path&, model::EventStore&, const OpenOptions&);
};

}  // namespace importers
