// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/nvtx_reader.h"

#include <fmt/format.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "collectors/protocol/communicators.h"
#include "importers/capture/process_reader.h"
#include "model/base/messages.h"

namespace importers::capture {

using collectors::makesCommunicator;
using collectors::spool::NvtxEvent;
using collectors::spool::NvtxOp;
using model::Arg;
using model::EventKind;
using model::TimeNs;
using model::TrackKey;
using model::TrackKind;
namespace spool = collectors::spool;

namespace {

constexpr std::size_t kMostArgs = 64;          // of one event
constexpr std::size_t kDeepest = 4;            // schemas inside of schemas
constexpr std::size_t kMostDepth = 4096;       // of open ranges of a thread
constexpr std::size_t kMostPending = 100'000;  // payloads that no event has asked for
constexpr std::string_view kBytes = "Message size [bytes]", kCommunicator = "NCCL communicator ID",
                           kReduction = "Reduction operation", kRanks = "No. of ranks";

/// Types of entries, as NVTX numbers them: how many bytes, and what they are.
struct Scalar {
    std::size_t bytes = 0;
    bool isSigned = false, isReal = false;
};
Scalar scalarOf(std::uint64_t type) {
    switch (type) {
    case 1: return {1, true, false};  // char
    case 2:
    case 12:
    case 32: return {1, false, false};  // unsigned char, uint8, byte
    case 11: return {1, true, false};   // int8
    case 3:
    case 13: return {2, true, false};  // short, int16
    case 4:
    case 14: return {2, false, false};
    case 5:
    case 15: return {4, true, false};  // int, int32
    case 6:
    case 16:
    case 68:
    case 69:
    case 71:
    case 73: return {4, false, false};  // unsigned, category, colour, pid, tid
    case 7:
    case 9:
    case 17: return {8, true, false};  // long, long long, int64
    case 8:
    case 10:
    case 18:
    case 22:
    case 23:
    case 70:
    case 72:
    case 74: return {8, false, false};
    case 19:
    case 43: return {4, true, true};  // float
    case 20:
    case 44: return {8, true, true};  // double
    default: return {};
    }
}

std::uint64_t bitsAt(std::span<const unsigned char> bytes, std::size_t n) {
    std::uint64_t out = 0;
    std::memcpy(&out, bytes.data(), n);
    return out;
}

std::int64_t signedOf(std::uint64_t bits, Scalar s) {
    if (!s.isSigned || s.bytes == 8) return static_cast<std::int64_t>(bits);
    const int unused = static_cast<int>(64 - 8 * s.bytes);
    return static_cast<std::int64_t>(bits << unused) >> unused;
}

}  // namespace

model::StringId NvtxReader::intern(std::string_view text) { return m_session.store.strings().intern(text); }

void NvtxReader::add(std::string_view key, std::int64_t value, std::vector<Arg>& out) {
    if (out.size() < kMostArgs) out.push_back({intern(key), Arg::Type::Int, value});
}

void NvtxReader::readDomain(const spool::Domain& domain, std::string_view name) {
    m_domains[domain.number] = name;
    m_session.domainNames[{m_pid, domain.number}] = name == "default" ? std::string() : std::string(name);
}

void NvtxReader::readSchemas(std::span<const unsigned char> bytes, const TextOf& text) {
    while (bytes.size() >= sizeof(spool::Schema)) {
        const auto head = spool::read<spool::Schema>(bytes.data(), sizeof(spool::Schema));
        bytes = bytes.subspan(sizeof(spool::Schema));
        if (head.entries > bytes.size() / sizeof(spool::SchemaEntry)) return;
        Schema s{std::string(text(head.name)), head.staticBytes, head.type == 255, {}};
        std::uint64_t next = 0;  // where an entry without an offset lies
        for (std::uint32_t i = 0; i < head.entries; ++i) {
            const auto e = spool::read<spool::SchemaEntry>(bytes.data() + i * sizeof(spool::SchemaEntry),
                                                           sizeof(spool::SchemaEntry));
            Entry entry{std::string(text(e.name)), e.type, e.offset, e.flags, e.detail};
            const std::size_t size = std::max<std::size_t>(1, scalarOf(e.type).bytes ? scalarOf(e.type).bytes : 8);
            if (entry.offset == 0 && i > 0) entry.offset = (next + size - 1) / size * size;
            next = entry.offset + size;
            s.entries.push_back(std::move(entry));
        }
        bytes = bytes.subspan(head.entries * sizeof(spool::SchemaEntry));
        m_schemas[head.id] = std::move(s);
    }
}

void NvtxReader::readPayloads(std::span<const unsigned char> bytes) {
    while (bytes.size() >= sizeof(spool::NvtxPayload)) {
        const auto head = spool::read<spool::NvtxPayload>(bytes.data(), sizeof(spool::NvtxPayload));
        bytes = bytes.subspan(sizeof(spool::NvtxPayload));
        if (head.bytes > bytes.size()) return;
        std::deque<Payload>& queue = m_payloads[head.thread];
        if (queue.size() < kMostPending) queue.push_back({head.schema, {bytes.begin(), bytes.begin() + head.bytes}});
        bytes = bytes.subspan(std::min<std::size_t>(bytes.size(), (std::size_t{head.bytes} + 7) / 8 * 8));
    }
}

void NvtxReader::addValue(const Entry& entry, std::span<const unsigned char> bytes, std::vector<Arg>& out) {
    if (out.size() >= kMostArgs || entry.offset >= bytes.size()) return;
    const std::span<const unsigned char> at = bytes.subspan(entry.offset);
    const model::StringId key = intern(entry.name.empty() ? fmt::format("value {}", out.size() + 1) : entry.name);
    if (const auto named = m_schemas.find(entry.type); named != m_schemas.end() && named->second.isEnum) {
        const std::size_t n = std::min<std::size_t>({named->second.bytes ? named->second.bytes : 4, 8, at.size()});
        const std::uint64_t value = bitsAt(at, n);
        for (const Entry& e : named->second.entries)
            if (e.detail == value)
                return out.push_back({key, Arg::Type::String, static_cast<std::int64_t>(intern(e.name))});
        return out.push_back({key, Arg::Type::Int, static_cast<std::int64_t>(value)});
    }
    const Scalar s = scalarOf(entry.type);
    if (s.bytes == 0 || s.bytes > at.size()) return;
    const std::uint64_t bits = bitsAt(at, s.bytes);
    if (s.isReal) {
        const double value =
            s.bytes == 4 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits)) : std::bit_cast<double>(bits);
        return out.push_back({key, Arg::Type::Real, std::bit_cast<std::int64_t>(value)});
    }
    out.push_back({key, Arg::Type::Int, signedOf(bits, s)});
}

void NvtxReader::decode(std::uint64_t type, std::span<const unsigned char> bytes, std::vector<Arg>& out, int depth,
                        std::size_t at, int& budget) {
    const auto schema = m_schemas.find(type);
    if (at >= bytes.size() || depth > static_cast<int>(kDeepest)) return;
    if (schema == m_schemas.end()) {
        // A type by itself, such as a number or a text.
        if (type == 75 || type == 76) {
            std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
            out.push_back({intern("payload"), Arg::Type::String,
                           static_cast<std::int64_t>(intern(text.substr(0, text.find('\0'))))});
        } else {
            addValue({"payload", type, 0, 0, 0}, bytes, out);
        }
        return;
    }
    for (const Entry& e : schema->second.entries) {
        if (--budget < 0 || out.size() >= kMostArgs) return;
        if (e.offset > bytes.size() - at) continue;
        const auto inner = m_schemas.find(e.type);
        if (inner != m_schemas.end() && !inner->second.isEnum) {
            decode(e.type, bytes, out, depth + 1, at + e.offset, budget);
            continue;
        }
        Entry moved = e;
        moved.offset += at;
        addValue(moved, bytes, out);
    }
}

std::vector<Arg> NvtxReader::argsOf(const NvtxEvent& e, model::StringId) {
    std::vector<Arg> out;
    if (e.colour) add("color", e.colour, out);
    if (e.category) {
        add("category", e.category, out);
        if (const auto name = m_categories.find({e.domain, e.category}); name != m_categories.end())
            out.push_back({intern("categoryName"), Arg::Type::String, static_cast<std::int64_t>(intern(name->second))});
    }
    constexpr std::string_view kNames[] = {"",           "uint64Value", "int64Value", "doubleValue", "uint32Value",
                                           "int32Value", "floatValue"};
    switch (e.payloadType) {
    case 1:
    case 2: add(kNames[e.payloadType], static_cast<std::int64_t>(e.payload), out); break;
    case 3: out.push_back({intern(kNames[3]), Arg::Type::Real, static_cast<std::int64_t>(e.payload)}); break;
    case 4: add(kNames[4], static_cast<std::uint32_t>(e.payload), out); break;
    case 5: add(kNames[5], static_cast<std::int32_t>(e.payload), out); break;
    case 6:
        out.push_back(
            {intern(kNames[6]), Arg::Type::Real,
             std::bit_cast<std::int64_t>(double{std::bit_cast<float>(static_cast<std::uint32_t>(e.payload))})});
        break;
    default: break;
    }
    std::deque<Payload>& queue = m_payloads[e.thread];
    for (std::uint16_t i = 0; i < e.payloads && !queue.empty(); ++i) {
        int budget = 4 * static_cast<int>(kMostArgs);
        decode(queue.front().schema, queue.front().bytes, out, 0, 0, budget);
        queue.pop_front();
    }
    if (out.size() > kMostArgs) out.resize(kMostArgs);
    return out;
}

void NvtxReader::read(const NvtxEvent& e, model::StringId name) {
    if (e.op == NvtxOp::NameCategory) {
        m_categories[{e.domain, e.category}] = std::string(m_session.store.strings().at(name));
        return;
    }
    if (e.time > static_cast<std::uint64_t>(model::kTimeLimit)) return;
    const auto time = static_cast<TimeNs>(e.time);
    if (m_session.isWanted(time)) m_session.last = std::max(m_session.last, time);
    if (e.op == NvtxOp::Counter) {
        TrackKey key;
        key.pid = m_pid;
        key.domain = name;
        const auto value = std::bit_cast<double>(e.id);
        if (std::isfinite(value) && m_session.addValue(TrackKind::ProcessCounter, key, time, value))
            ++m_session.store.info().eventsInFile[static_cast<std::size_t>(EventKind::Counter)];
        return;
    }
    std::vector<Arg> args = argsOf(e, name);
    const Open open{time, name, e.colour, e.thread, std::move(args)};
    Stack& stack = m_stacks[{e.thread, e.domain}];
    switch (e.op) {
    case NvtxOp::Mark: return close(open, e.domain, time, false, {});
    case NvtxOp::Push:
        if (stack.ranges.size() >= kMostDepth) return void((++stack.tooDeep, m_tooDeep += m_session.isWanted(time)));
        stack.ranges.push_back(open);
        stack.ranges.back().number =
            static_cast<std::int64_t>(std::min<std::uint64_t>(e.id, static_cast<std::uint64_t>(model::kTimeMax)));
        return;
    case NvtxOp::Start: m_open[e.id] = {e.domain, open}; return;
    case NvtxOp::Pop:
        if (stack.tooDeep) return void(--stack.tooDeep);
        if (stack.ranges.empty()) return void(m_lonelyEnds += m_session.isWanted(time));
        close(stack.ranges.back(), e.domain, time, false, open.args);
        stack.ranges.pop_back();
        return;
    case NvtxOp::End: {
        const auto range = m_open.find(e.id);
        if (range == m_open.end()) return void(m_lonelyEnds += m_session.isWanted(time));
        close(range->second.second, range->second.first, time, true, open.args);
        m_open.erase(range);
        return;
    }
    default: return;
    }
}

void NvtxReader::close(const Open& open, std::int64_t domain, TimeNs end, bool process, const std::vector<Arg>& more) {
    std::vector<Arg> args = open.args;
    args.insert(args.end(), more.begin(), more.end());  // what the end of a range told
    TrackKey key;
    key.pid = m_pid;
    key.domain = domain;
    if (!process) key.tid = open.thread;
    const auto name = m_domains.find(static_cast<std::uint32_t>(domain));
    const bool nccl = name != m_domains.end() && name->second == "NCCL";
    const bool began = m_session.isWanted(open.start);
    if (!began && m_session.isWanted(end)) ++m_lonelyEnds;  // its begin lies in another capture
    if (began && end > m_session.end && open.start < m_session.end) end = m_session.end, ++m_cutEnds;
    model::Event e{};
    e.start = open.start;
    e.end = std::max(end, open.start);
    e.name = open.name;
    e.args = args.empty() ? 0 : m_session.store.args().intern(args);
    const TrackKind kind = process ? TrackKind::ProcessNvtx : nccl ? TrackKind::Nccl : TrackKind::Nvtx;
    const bool setUp = nccl && makesCommunicator(m_session.store.strings().at(open.name));
    if (setUp) {
        m_setUps.push_back({e, key, kind});
    } else {
        m_session.add(EventKind::Nvtx, kind, key, e);
    }
    if (open.colour && open.name) m_session.colours.emplace_back(open.name, open.colour | 0xff000000u);
    if (!nccl || process) return;
    if (setUp) {
        std::int64_t communicator = 0, ranks = 0;
        for (const Arg& a : args) {
            const std::string_view is = m_session.store.strings().at(a.key);
            if (is == kCommunicator) communicator = a.value;
            if (is == kRanks) ranks = a.value;
        }
        if (ranks > 0) m_ranks[communicator] = ranks, m_made[communicator] = e.end;
    }
    Collective c{e.start, e.end, open.thread, open.name, -1, 0, 0, open.number};
    for (const Arg& a : args) {
        const std::string_view is = m_session.store.strings().at(a.key);
        if (is == kBytes && a.type == Arg::Type::Int) c.bytes = a.value;
        if (is == kCommunicator && a.type == Arg::Type::Int) c.communicator = a.value;
        if (is == kReduction && a.type == Arg::Type::String) c.reduction = static_cast<model::StringId>(a.value);
    }
    m_collectives.push_back(c);
}

// Each rank calls the collectives of a communicator in the same order: the n-th of one is the n-th of the others, where
// all were seen.
std::vector<NvtxReader::Collective> NvtxReader::collectives(TimeNs begin) {
    std::map<std::int64_t, std::int64_t> calls;  // by communicator
    std::stable_sort(m_collectives.begin(), m_collectives.end(),
                     [](const Collective& a, const Collective& b) { return a.start < b.start; });
    for (Collective& c : m_collectives) {
        if (c.communicator == 0) c.number = 0;
        if (c.bytes < 0 || c.number) continue;
        const auto made = m_made.find(c.communicator);
        if (made != m_made.end() && made->second >= begin) c.number = ++calls[c.communicator];
    }
    std::stable_sort(m_collectives.begin(), m_collectives.end(), [](const Collective& a, const Collective& b) {
        return std::pair(a.thread, a.start) < std::pair(b.thread, b.start);
    });
    return m_collectives;
}

std::int64_t NvtxReader::ranksOf(std::int64_t communicator) const {
    const auto at = m_ranks.find(communicator);
    return at == m_ranks.end() ? 0 : at->second;
}

void NvtxReader::finish(TimeNs end, TimeNs begin) {
    for (const Closed& c : m_setUps) {
        if (c.event.end <= begin) continue;
        m_session.add(EventKind::Nvtx, c.kind, c.key, c.event);
    }
    std::uint64_t open = 0;
    const auto finish = [&](const Open& o, std::int64_t domain, bool process) {
        open += m_session.isWanted(o.start);
        close(o, domain, end, process, {});
    };
    for (auto& [where, stack] : m_stacks)
        for (const Open& o : stack.ranges) finish(o, where.second, false);
    for (auto& [id, range] : m_open) finish(range.second, range.first, true);
    if (m_cutEnds)
        m_session.store.diagnostics().add(model::Note::ReportMessage, model::MessageCode::CutAtEnd, m_cutEnds);
    if (m_tooDeep) m_session.store.diagnostics().add(model::Note::DepthLimit, model::MessageCode::NvtxRange, m_tooDeep);
    if (open) m_session.store.diagnostics().add(model::Note::NeverClosed, model::MessageCode::NvtxRange, open);
    if (m_lonelyEnds)
        m_session.store.diagnostics().add(model::Note::UnmatchedEnd, model::MessageCode::NvtxRangeBefore, m_lonelyEnds);
    m_stacks.clear();
    m_open.clear();
}

}  // namespace importers::capture
