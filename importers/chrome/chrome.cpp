// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/chrome/chrome.h"

#include <fmt/format.h>
#include <algorithm>

#include "importers/chrome/assembly.h"
#include "importers/chrome/document.h"
#include "importers/common/finish.h"
#include "model/base/messages.h"

namespace importers::chrome {

using model::Note;

namespace {

/// Places in the unpacked text as a person finds them: line and column, both from 1.
class Lines {
public:
    /// Reads the file once more, up to the last place asked for: that is rare, and counting always would cost every
    /// file.
    Lines(const std::filesystem::path& path, std::vector<std::int64_t> offsets, const OpenOptions& options) {
        std::sort(offsets.begin(), offsets.end());
        auto source = TextSource::open(path, streamBounds(options));
        if (!source) return;
        std::vector<char> block(1 << 20);
        std::int64_t at = 0, line = 1, lineStart = 0;
        auto next = offsets.begin();
        while (next != offsets.end()) {
            const auto got = static_cast<std::int64_t>(source->read(block.data(), block.size()));
            if (got == 0) break;
            for (std::int64_t i = 0; i < got && next != offsets.end(); ++i) {
                for (; next != offsets.end() && *next == at + i; ++next)
                    m_places[*next] = {model::MessageCode::JsonPlace, {line, *next - lineStart + 1, *next}};
                if (block[static_cast<std::size_t>(i)] == '\n') {
                    ++line;
                    lineStart = at + i + 1;
                }
            }
            at += got;
        }
    }
    model::Message of(std::int64_t offset) const {
        const auto found = m_places.find(offset);
        return found == m_places.end() ? model::Message(model::MessageCode::AtByte, {offset}) : found->second;
    }

private:
    std::map<std::int64_t, model::Message> m_places;
};

/// Less text than this is all that there is.
constexpr std::size_t kSniffed = 60 << 10;

void reportOddities(const std::filesystem::path& path, const Oddities& oddities, model::Diagnostics& notes,
                    const OpenOptions& options) {
    std::vector<std::int64_t> offsets;
    for (const auto& [what, o] : oddities) offsets.insert(offsets.end(), o.offsets.begin(), o.offsets.end());
    if (offsets.empty()) return;
    const Lines lines(path, offsets, options);
    for (const auto& [what, o] : oddities) {
        model::Message example;
        for (const std::int64_t at : o.offsets)
            example =
                example.empty() ? lines.of(at) : model::Message(model::MessageCode::Places2, {example, lines.of(at)});
        notes.add(what.first, what.second, o.count, example, o.offsets.empty() ? -1 : o.offsets.front());
    }
}

}  // namespace

int sniff(const Sniff& sniff) {
    std::string_view text = sniff.text;
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos) return 0;
    text.remove_prefix(first);
    const bool longer = sniff.text.size() >= kSniffed;
    const auto says = [&](std::string_view word) { return text.find(word) != text.npos; };
    if (text.front() == '[') {
        if (says("\"ph\"")) return 80;
        const auto inside = text.find_first_not_of(" \t\r\n,", 1);
        return inside == text.npos || text[inside] == ']' ? 40 : longer && text[inside] == '{' ? 10 : 0;
    }
    if (text.front() != '{') return 0;
    if (says("\"traceEvents\"")) return 90;
    if (says("\"schemaVersion\"") && (says("\"deviceProperties\"") || says("\"distributedInfo\""))) return 70;
    if (says("\"ph\"") && says("\"ts\"")) return 60;
    return longer && says("\"") ? 10 : 0;  // what stands before the events may be long
}

model::Result<void> open(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    auto source = TextSource::open(path, streamBounds(options));
    if (!source) return tl::unexpected<model::Error>(source.error());
    store.info().format = "Chrome trace (JSON)";
    store.info().formatKey = "chrome";
    Assembly assembly(store, options);
    DocumentFacts facts;
    Document document(*source, store, options);
    Document::Outcome outcome = document.read(facts, [&](Records& r) { assembly.take(r); });
    if (source->endedEarly())
        outcome = options.stop.stop_requested() ? Document::Outcome::Cancelled : Document::Outcome::Whole;
    const bool foreign = assembly.isEmpty() && assembly.oddities().contains({Note::SkippedUnknown, kNotEvents});
    if (outcome != Document::Outcome::Cancelled && (!facts.isTrace || foreign)) {
        if (outcome == Document::Outcome::CutOff)
            return model::fail(model::ErrorCode::Truncated, path.string(), model::MessageCode::NoEventsBeforeEnd);
        return model::fail(model::ErrorCode::JsonWithoutEvents, path.string());
    }
    noteProblems(source->problems(), store);
    if (outcome == Document::Outcome::CutOff) {
        store.diagnostics().add(Note::Incomplete, model::MessageCode::CutInTheMiddle, 1,
                                model::Message(model::MessageCode::AtByte, {document.end()}),
                                static_cast<std::int64_t>(document.end()));
        store.info().partial = true;
    }
    assembly.finish(facts);
    reportOddities(path, assembly.oddities(), store.diagnostics(), options);
    return finishReport(path, store, options, outcome == Document::Outcome::Cancelled);
}

}  // namespace importers::chrome
