// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/base/kinds.h"
#include "model/base/message.h"
#include "model/base/time.h"
#include "model/store/track.h"

namespace model {

using Facts = std::vector<std::pair<std::string, std::string>>;  ///< key (the field's own term) and value

/// A GPU, a process … that the report describes, with its facts.
struct Entity {
    enum class Type : std::uint8_t { Device, Process, Thread, Context, Stream, Host };
    Type type = Type::Device;
    TrackKey key;  ///< pid, tid, device, context, stream, as far as they apply
    std::string name;
    Facts facts;
};

/// What the report states about itself. Small; copied into every Snapshot. Never holds an environment.
struct ReportInfo {
    std::string format;          ///< e.g. "Nsight Systems SQLite export", "Nsight Systems report", "Sightline report"
    std::string formatKey;       ///< e.g. "nsys-sqlite", "nsys-rep", "rep"
    std::string product;         ///< e.g. "Nsight Systems"
    std::string productVersion;  ///< exact, as the file has it; "" = unknown
    std::string schemaVersion;
    std::string path;  ///< of the opened file; not kept in .rep
    std::uint64_t fileBytes = 0;
    TimeRange session{0, 0};      ///< as the report states it; empty = unknown
    std::int64_t utcEpochNs = 0;  ///< wall clock at time 0; 0 = unknown
    Facts session_facts;          ///< hostname, OS, driver …
    std::vector<Entity> entities;
    /// Names of NVTX categories, which events carry as numbers.
    struct Category {
        std::int64_t pid = 0;
        std::int64_t domain = 0;
        std::int64_t id = 0;
        std::string name;
    };
    std::vector<Category> categories;
    /// Rows in the file by kind, before any pairing; printed by `info`.
    std::array<std::uint64_t, kEventKindCount> eventsInFile{};
    /// Rows of the file that could not be read or are not drawn, by reason.
    std::map<Message, std::uint64_t> skipped;
    /// Captured output. File name and text are in the original file; this holds only names and where to read them.
    struct Attachment {
        std::string name;
        std::int64_t pid = 0;
        std::string locator;  ///< in a form that its importer understands
    };
    std::vector<Attachment> attachments;
    /// Where the report was cut out of a longer one: its times, the only ones about which it has data, and the name of
    /// the longer one (no folder). Events that cross the ends are whole. Empty times = it is no cut.
    struct Cut {
        TimeRange times{0, 0};
        std::string of;
    } cut;
    bool partial = false;  ///< loading was cancelled, the file was cut off, or only a part was requested
};

}  // namespace model
