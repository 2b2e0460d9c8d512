// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/torch/snapshot.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "model/base/messages.h"

namespace importers::torch {

using model::Note;
using Type = PickleValue::Type;
using Action = TraceEntry::Action;

namespace {

constexpr std::size_t kMostFrames = 1024;  // of a stack
constexpr std::int64_t kMostBytes = std::int64_t{1} << 50;

constexpr std::pair<std::string_view, Action> kActions[] = {
    {"alloc", Action::Alloc},
    {"free_requested", Action::FreeRequested},
    {"free_completed", Action::FreeCompleted},
    {"free", Action::FreeRequested},  // of the first versions
    {"segment_alloc", Action::SegmentAlloc},
    {"segment_free", Action::SegmentFree},
    {"segment_map", Action::SegmentMap},
    {"segment_unmap", Action::SegmentUnmap},
    {"oom", Action::OutOfMemory},
    {"snapshot", Action::Snapshot},
    {"user_defined", Action::UserDefined},
};

std::int64_t numberIn(const PickleValue& v, std::int64_t otherwise = 0) {
    if (v.type == Type::Int || v.type == Type::Bool) return v.bits;
    if (v.type == Type::Real && std::isfinite(v.real()) && std::abs(v.real()) < 9e18)
        return static_cast<std::int64_t>(v.real());
    return otherwise;
}

/// Sizes of a damaged file must not add up to more than numbers hold.
std::int64_t bytesIn(const PickleValue& v, std::int64_t otherwise = 0) {
    return std::clamp<std::int64_t>(numberIn(v, otherwise), otherwise, kMostBytes);
}

/// Microseconds as nanoseconds.
model::TimeNs timeIn(const PickleValue& v) {
    model::TimeNs ns = 0;
    if (v.type == Type::Real && std::isfinite(v.real()) && std::abs(v.real()) < 9e15)
        return static_cast<model::TimeNs>(v.real() * 1000);
    return __builtin_mul_overflow(numberIn(v), 1000, &ns) ? 0 : ns;
}

std::string textOfValue(const PickleValues& values, const PickleValue& v) {
    switch (v.type) {
    case Type::Text: return std::string(values.textOf(v));
    case Type::Int: return fmt::format("{}", v.bits);
    case Type::Bool: return v.bits ? "true" : "false";
    case Type::Real: return fmt::format("{}", v.real());
    default: return {};
    }
}

}  // namespace

SnapshotReader::SnapshotReader(PickleValues& values, model::EventStore& store) : m_values(values), m_store(store) {
    const auto key = [&](std::string_view text) { return values.text(text); };
    m_key = {key("action"),  key("addr"),      key("device_free"),    key("size"),    key("stream"),
             key("time_us"), key("frames"),    key("filename"),       key("line"),    key("name"),
             key("state"),   key("address"),   key("requested_size"), key("history"), key("user_metadata"),
             key("blocks"),  key("total_size")};
    for (const auto& [text, action] : kActions) m_actions[values.text(text)] = action;
}

std::int64_t SnapshotReader::indexOf(Record record, const PickleValue& v) {
    constexpr std::int64_t kIndex = (std::int64_t{1} << 56) - 1;
    return v.type == Type::Folded && v.bits >> 56 == static_cast<std::int64_t>(record) ? v.bits & kIndex : -1;
}

model::StringId SnapshotReader::word(std::uint32_t text) {
    if (text >= m_words.size()) m_words.resize(std::max<std::size_t>(text + std::size_t{1}, 2 * m_words.size()));
    if (!m_words[text]) m_words[text] = m_store.strings().intern(m_values.textAt(text));
    return m_words[text];
}

std::optional<std::int64_t> SnapshotReader::fold(const PickleValue& v) {
    if (v.type == Type::List) return foldStack(v);
    if (v.type != Type::Dict) return {};
    if (const PickleValue action = m_values.find(v, m_key.action); action.type == Type::Text)
        return foldEntry(v, action);
    if (const PickleValue state = m_values.find(v, m_key.state); state.type == Type::Text) return foldBlock(v, state);
    return foldFrame(v);
}

std::optional<std::int64_t> SnapshotReader::foldFrame(const PickleValue& v) {
    const PickleValue file = m_values.find(v, m_key.filename), name = m_values.find(v, m_key.name);
    if (file.type != Type::Text || name.type != Type::Text) return {};
    model::Frame frame;
    frame.symbol = word(name.index());
    // Functions of C++ have "??" for their file.
    const std::int64_t line = numberIn(m_values.find(v, m_key.line));
    const std::string_view path = m_values.textOf(file);
    if (line > 0) frame.module = m_store.strings().intern(fmt::format("{}:{}", path, line));
    else if (!path.empty() && path != "??") frame.module = word(file.index());
    m_frames.push_back(frame);
    return numberOf(Record::Frame, m_frames.size() - 1);
}

std::optional<std::int64_t> SnapshotReader::foldStack(const PickleValue& v) {
    const auto items = m_values.items(v);
    if (items.empty() || indexOf(Record::Frame, items.front()) < 0) return {};
    m_stack.clear();
    for (const PickleValue& item : items.first(std::min(items.size(), kMostFrames))) {
        const std::int64_t frame = indexOf(Record::Frame, item);
        if (frame >= 0) m_stack.push_back(m_frames[static_cast<std::size_t>(frame)]);
        else ++m_odd;
    }
    if (items.size() > kMostFrames)
        m_store.diagnostics().add(Note::DepthLimit, model::MessageCode::FramesOfStack, items.size() - kMostFrames);
    return numberOf(Record::Stack, m_store.callchains().intern(m_stack));
}

model::ChainId SnapshotReader::chainOf(const PickleValue& dict) const {
    const std::int64_t stack = indexOf(Record::Stack, m_values.find(dict, m_key.frames));
    return stack < 0 ? 0 : static_cast<model::ChainId>(stack);
}

/// Before 2023 a block had a list of what had used it, the newest first.
model::ChainId SnapshotReader::chainOfHistory(const PickleValue& block) const {
    const auto uses = m_values.items(m_values.find(block, m_key.history));
    return uses.empty() ? 0 : chainOf(uses.front());
}

std::optional<std::int64_t> SnapshotReader::foldEntry(const PickleValue& v, const PickleValue& action) {
    TraceEntry e;
    const auto known = m_actions.find(action.index());
    if (known != m_actions.end()) e.action = known->second;
    else e.text = action.index();
    const bool isOom = e.action == Action::OutOfMemory;
    const PickleValue address = m_values.find(v, isOom ? m_key.deviceFree : m_key.addr),
                      size = m_values.find(v, m_key.size);
    // An entry that is cut off has its action before the rest.
    if (e.action < Action::OutOfMemory && (address.type != Type::Int || size.type != Type::Int)) return {};
    e.address = numberIn(address);
    e.size = bytesIn(size);
    e.stream = numberIn(m_values.find(v, m_key.stream));
    const PickleValue time = m_values.find(v, m_key.timeUs);
    e.hasTime = time.type == Type::Int || time.type == Type::Real;
    e.time = timeIn(time);
    e.chain = chainOf(v);
    if (e.action == Action::UserDefined) {
        const PickleValue said = m_values.find(v, m_key.userMetadata);
        e.text = said.type == Type::Text ? said.index() : action.index();
    }
    m_entries.push_back(e);
    return numberOf(Record::Entry, m_entries.size() - 1);
}

std::optional<std::int64_t> SnapshotReader::foldBlock(const PickleValue& v, const PickleValue& state) {
    Block b;
    const std::string_view said = m_values.textOf(state);
    b.state = said == "active_allocated"                                        ? Block::State::Allocated
              : said == "active_pending_free" || said == "active_awaiting_free" ? Block::State::PendingFree
                                                                                : Block::State::Free;
    b.address = numberIn(m_values.find(v, m_key.address), -1);
    b.size = bytesIn(m_values.find(v, m_key.size));
    b.requested = bytesIn(m_values.find(v, m_key.requestedSize), -1);
    b.chain = chainOf(v);
    if (!b.chain) b.chain = chainOfHistory(v);
    m_blocks.push_back(b);
    return numberOf(Record::Block, m_blocks.size() - 1);
}

bool SnapshotReader::isSnapshot(const PickleValue& root) const {
    if (root.type == Type::Dict)
        return m_values.find(root, "segments").isContainer() || m_values.find(root, "device_traces").isContainer();
    const auto items = m_values.items(root);
    return root.type == Type::List && !items.empty() && m_values.find(items.front(), m_key.blocks).isContainer();
}

bool SnapshotReader::isNew(const PickleValue& container) {
    if (!container.isContainer()) return false;
    const std::size_t index = container.index();
    if (index >= m_read.size()) m_read.resize(index + 1);
    if (m_read[index]) ++m_repeated;
    const bool isNew = !m_read[index];
    m_read[index] = true;
    return isNew;
}

Snapshot SnapshotReader::read(const PickleValue& root) {
    Snapshot out;
    if (root.type == Type::List) readSegments(root, out);
    const auto items = m_values.items(root);
    for (std::size_t i = 0; root.type == Type::Dict && i + 1 < items.size(); i += 2) {
        const std::string_view key = m_values.textOf(items[i]);
        const PickleValue& value = items[i + 1];
        if (key == "segments") readSegments(value, out);
        else if (key == "device_traces") readTraces(value, out);
        else if (key == "allocator_settings") readSettings(value, out);
        else if (key == "external_annotations") readAnnotations(value, out);
        else m_store.diagnostics().add(Note::NotShown, key.empty() ? "…" : key);
    }
    if (m_repeated) m_store.diagnostics().add(Note::DamagedPart, model::MessageCode::RepeatedLists, m_repeated);
    if (m_odd) m_store.diagnostics().add(Note::DamagedPart, model::MessageCode::PickleOddValue, m_odd);
    return out;
}

void SnapshotReader::readSegments(const PickleValue& list, Snapshot& out) {
    if (!isNew(list)) return;
    for (const PickleValue& v : m_values.items(list)) readSegment(v, out);
}

void SnapshotReader::readSegment(const PickleValue& v, Snapshot& out) {
    if (v.type != Type::Dict) {
        ++m_odd;
        return;
    }
    if (!isNew(v)) return;
    Segment s;
    s.device = numberIn(m_values.find(v, "device"));
    s.address = numberIn(m_values.find(v, m_key.address));
    s.size = bytesIn(m_values.find(v, m_key.totalSize));
    s.stream = numberIn(m_values.find(v, m_key.stream));
    s.kind = m_values.textOf(m_values.find(v, "segment_type"));
    for (const PickleValue& part : m_values.items(m_values.find(v, "segment_pool_id")))
        if (s.pool.size() < 64) s.pool += (s.pool.empty() ? "" : ", ") + textOfValue(m_values, part);
    s.isExpandable = numberIn(m_values.find(v, "is_expandable")) != 0;
    s.chain = chainOf(v);
    std::int64_t at = s.address;
    const PickleValue blocks = m_values.find(v, m_key.blocks);
    if (isNew(blocks))
        for (const PickleValue& item : m_values.items(blocks)) {
            const std::int64_t index = indexOf(Record::Block, item);
            if (index < 0) {
                ++m_odd;
                continue;
            }
            Block b = m_blocks[static_cast<std::size_t>(index)];
            if (b.address < 0) b.address = at;
            at = model::saturatingAdd(b.address, b.size);
            s.blocks.push_back(b);
        }
    out.segments.push_back(std::move(s));
}

void SnapshotReader::readTraces(const PickleValue& list, Snapshot& out) {
    constexpr std::size_t kMostDevices = 1024;
    if (!isNew(list)) return;
    for (const PickleValue& trace : m_values.items(list)) {
        if (out.traces.size() == kMostDevices || trace.type != Type::List) {
            ++m_odd;
            continue;
        }
        std::vector<TraceEntry>& entries = out.traces.emplace_back();
        if (!isNew(trace)) continue;
        const auto items = m_values.items(trace);
        entries.reserve(std::min(items.size(), m_entries.size()));
        for (const PickleValue& item : items) {
            const std::int64_t index = indexOf(Record::Entry, item);
            if (index >= 0) entries.push_back(m_entries[static_cast<std::size_t>(index)]);
            else ++m_odd;
        }
    }
}

void SnapshotReader::readAnnotations(const PickleValue& list, Snapshot& out) {
    if (!isNew(list)) return;
    for (const PickleValue& v : m_values.items(list)) {
        const PickleValue time = m_values.find(v, m_key.timeUs);
        if (time.type != Type::Int && time.type != Type::Real) {
            ++m_odd;
            continue;
        }
        out.annotations.push_back({m_values.textOf(m_values.find(v, m_key.name)), numberIn(m_values.find(v, "device")),
                                   timeIn(time), m_values.textOf(m_values.find(v, "stage")) == "START"});
    }
}

void SnapshotReader::readSettings(const PickleValue& dict, Snapshot& out) const {
    constexpr std::size_t kMostSettings = 64;
    const auto items = m_values.items(dict);
    for (std::size_t i = 0; dict.type == Type::Dict && i + 1 < items.size() && i < 2 * kMostSettings; i += 2) {
        const std::string_view key = m_values.textOf(items[i]);
        std::string value = textOfValue(m_values, items[i + 1]);
        if (!key.empty() && !value.empty()) out.settings.emplace_back(key, std::move(value));
    }
}

}  // namespace importers::torch
