// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/xla_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "importers/common/blits.h"
#include "importers/common/cuda_names.h"
#include "model/base/ascii.h"

namespace importers::xla {

using model::Arg;
using model::isDigit;
using model::lower;

namespace {

struct Word {
    std::string_view theirs, ours;
};
constexpr Word kNumbers[] = {{"regs", "registersPerThread"},
                             {"static_shared", "staticSharedMemory"},
                             {"dynamic_shared", "dynamicSharedMemory"},
                             {"size", "bytes"},
                             {"num_bytes", "bytes"},
                             {"size_bytes", "bytes"}};
constexpr Word kMemories[] = {{"kind_src", "srcKind"}, {"kind_dst", "dstKind"}, {"kind", "memKind"}};
constexpr Word kTriples[] = {{"grid", "grid"}, {"block", "block"}};

template <std::size_t N>
std::string_view ours(const Word (&words)[N], std::string_view theirs) {
    const auto found =
        std::find_if(std::begin(words), std::end(words), [&](const Word& w) { return w.theirs == theirs; });
    return found == std::end(words) ? std::string_view() : found->ours;
}

/// The number of a kind of memory by its name, whatever separates words: "device_static". -1 if it is none.
std::int64_t memoryKind(std::string_view name) {
    const auto same = [&](std::string_view kind) {
        return std::equal(kind.begin(), kind.end(), name.begin(), name.end(),
                          [](char a, char b) { return lower(a) == lower(b) || (a == ' ' && b == '_'); });
    };
    const auto found = std::find_if(kMemoryKinds.begin(), kMemoryKinds.end(), same);
    return found == kMemoryKinds.end() ? -1 : found - kMemoryKinds.begin();
}

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t n = 0;
    const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc() || at != text.data() + text.size()) return {};
    return n;
}

void addTriple(std::string_view name, std::string_view value, model::EventStore& store, std::vector<Arg>& to) {
    for (const char axis : {'X', 'Y', 'Z'}) {
        const std::size_t end = std::min(value.find(','), value.size());
        if (const auto n = wholeNumber(value.substr(0, end)))
            to.push_back({store.strings().intern(std::string(name) + axis), Arg::Type::Int, *n});
        value.remove_prefix(std::min(end + 1, value.size()));
    }
}

void addOne(std::string_view key, std::string_view value, model::EventStore& store, std::vector<Arg>& to) {
    if (const std::string_view name = ours(kTriples, key); !name.empty()) return addTriple(name, value, store, to);
    if (const std::string_view name = ours(kMemories, key); !name.empty()) {
        if (const std::int64_t kind = memoryKind(value); kind >= 0)
            to.push_back({store.strings().intern(name), Arg::Type::Int, kind});
        return;
    }
    const std::string_view known = ours(kNumbers, key);
    const model::StringId id = store.strings().intern(known.empty() ? key : known);
    double real = 0;
    if (const auto n = wholeNumber(value)) {
        to.push_back({id, Arg::Type::Int, *n});
    } else if (const auto [at, error] = std::from_chars(value.data(), value.data() + value.size(), real);
               error == std::errc() && at == value.data() + value.size()) {
        to.push_back(Arg::ofReal(id, real));
    } else {
        to.push_back({id, Arg::Type::String, store.strings().intern(value)});
    }
}

}  // namespace

void addDetails(std::string_view text, model::EventStore& store, std::vector<Arg>& to) {
    constexpr std::size_t kMost = 32;  // of any writer a dozen
    for (std::size_t n = 0; n < kMost; ++n) {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        if (text.empty()) return;
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view piece = text.substr(0, end);
        text.remove_prefix(end);
        if (const std::size_t colon = piece.find(':'); colon != piece.npos && colon > 0)
            addOne(piece.substr(0, colon), piece.substr(colon + 1), store, to);
    }
}

std::optional<std::int64_t> numberAfter(std::string_view text, std::string_view beginning) {
    if (!text.starts_with(beginning)) return {};
    text.remove_prefix(beginning.size());
    const auto end = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), isDigit) - text.begin());
    if (end < text.size() && text[end] != '(' && text[end] != ' ') return {};
    return wholeNumber(text.substr(0, end));
}

int copyKindOf(std::string_view name) {
    constexpr std::string_view kCopy = "Memcpy";
    if (!name.starts_with(kCopy)) return -1;
    name.remove_prefix(kCopy.size());
    constexpr std::array<std::string_view, 11> kWays{"",    "H2D", "D2H", "H2A", "A2H", "A2A",
                                                     "A2D", "D2A", "D2D", "H2H", "P2P"};
    const auto found = std::find(kWays.begin(), kWays.end(), name);
    return found == kWays.end() ? 0 : static_cast<int>(found - kWays.begin());
}

Work workOf(std::string_view name, Described by) {
    using model::EventKind;
    using model::TrackKind;
    if (const auto blit = blitKind(name)) return {TrackKind::StreamMemory, *blit};
    if (name.starts_with("Memset") || by.fill) return {TrackKind::StreamMemory, EventKind::Memset};
    if (copyKindOf(name) >= 0 || by.copy) return {TrackKind::StreamMemory, EventKind::Memcpy};
    if (by.launch) return {TrackKind::StreamKernels, EventKind::Kernel};
    if (by.allocation) return {TrackKind::MemoryEvents, EventKind::MemoryUsage};
    if (by.graph) return {TrackKind::StreamGraphs, EventKind::GraphLaunch};
    if (name == "Synchronization") return {TrackKind::StreamSync, EventKind::Synchronization};
    return {TrackKind::StreamKernels, EventKind::Kernel};
}

bool isApiName(std::string_view name) {
    for (const std::string_view begin : {"cuda", "cu", "hip"})
        if (name.size() > begin.size() && name.starts_with(begin))
            if (const char c = name[begin.size()]; c >= 'A' && c <= 'Z') return true;
    return false;
}

bool isTensorFlowOp(std::string_view name) {
    const std::size_t colon = name.find(':');
    if (colon == name.npos || colon == 0 || colon + 1 == name.size()) return false;
    const auto isWord = [](char c) { return isDigit(c) || model::isLetter(c) || c == '_'; };
    const std::string_view type = name.substr(colon + 1);
    if (type.front() < 'A' || type.front() > 'Z' || !std::all_of(type.begin(), type.end(), isWord)) return false;
    return std::all_of(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(colon),
                       [&](char c) { return isWord(c) || c == '.' || c == '/' || c == '\\' || c == '>' || c == '-'; });
}

std::string_view hloCollective(std::string_view instruction) {
    for (const std::string_view name :
         {"all-reduce", "all-gather", "reduce-scatter", "all-to-all", "ragged-all-to-all", "collective-broadcast"})
        if (instruction.starts_with(name)) return name;
    return {};
}

}  // namespace importers::xla
