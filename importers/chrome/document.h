// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "importers/chrome/event_stream.h"
#include "importers/chrome/records.h"
#include "importers/common/stop_check.h"

namespace importers::chrome {

/// The data around the events.
struct DocumentFacts {
    struct StackFrame {
        std::string name, category, parent;
    };
    struct Sample {
        std::int64_t tid = 0;
        model::TimeNs time = 0;
        std::string name, frame;
    };
    std::vector<model::Entity> devices;
    model::Facts facts;
    std::optional<std::int64_t> baseTimeNs;  ///< Unix time of time zero, in ns
    std::map<std::string, StackFrame> stackFrames;
    std::vector<Sample> samples;
    std::string schemaVersion;
    bool hasSystemTrace = false;
    bool isKineto = false;
    bool isTrace = false;  ///< a place for events was found, even if it is empty
};

/// Reads a whole trace: an array of events, an object that contains one, or one event a line. Passes events to take().
class Document {
public:
    Document(TextSource& source, model::EventStore& store, const OpenOptions& options,
             std::size_t pieceBytes = EventStream::kPieceBytes);

    enum class Outcome { Whole, CutOff, Cancelled };
    /// Throws Stopped if a stop comes within the data around the events.
    Outcome read(DocumentFacts& facts, const std::function<void(Records&)>& take);
    /// Where a truncated file ends, in the unpacked text.
    std::uint64_t end() const { return m_offset + m_window.size(); }

private:
    Outcome readOne(DocumentFacts& facts, const std::function<void(Records&)>& take);
    bool grow();
    json::Status value(json::Value& out);
    char peek();
    bool isEventLine();
    Outcome events(const std::function<void(Records&)>& take);
    Outcome members(DocumentFacts& facts, const std::function<void(Records&)>& take);
    void member(std::string_view key, const json::Value& v, DocumentFacts& facts);

    TextSource& m_source;
    model::EventStore& m_store;
    const OpenOptions& m_options;
    StopCheck m_check;
    const std::size_t m_pieceBytes;
    std::string m_window;  // text that was read and not yet processed, with the padding
    std::size_t m_size = 0, m_at = 0;
    std::uint64_t m_offset = 0;  // of the window
    bool m_ended = false;
};

}  // namespace importers::chrome
