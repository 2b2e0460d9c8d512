// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/autograd.h"

#include <algorithm>
#include <charconv>
#include <tuple>

#include "model/base/ascii.h"
#include "model/base/huge_vector.h"

namespace model {
namespace {

constexpr std::string_view kEngine = "autograd::engine::evaluate_function: ";
constexpr std::string_view kStashed = "stashed seq";

bool isNamePart(char c) { return isDigit(c) || c == '_' || isLetter(c); }

std::size_t afterSpaces(std::string_view text, std::size_t at) {
    return std::min(text.find_first_not_of(' ', at), text.size());
}

/// An operator with a number.
struct Numbered {
    std::int64_t host, pid, number;
    TimeNs start;
    EventRef event;
    bool backward;
};

class Operators {
public:
    explicit Operators(const Snapshot& s)
        : m_s(s), m_number(s.store().strings().find("Sequence number")),
          m_forwardThread(s.store().strings().find("Fwd thread id")) {}

    /// What the report says of an event: of NVTX its name does, of operators their arguments.
    std::optional<Numbered> read(const Track& t, EventRef e) const {
        const LaneView lane = m_s.lane(e.lane);
        const std::string_view name = m_s.text(lane.name(e.row));
        const ArgsId args =
            t.kind == TrackKind::Operators && lane.lane->columns() & kArgsColumn ? lane.lane->argsColumn()[e.row] : 0;
        const std::optional<std::int64_t> number =
            t.kind == TrackKind::Operators ? argument(args, m_number) : sequenceNumberIn(name);
        if (!number || *number < 0) return {};
        return Numbered{t.key.host, t.key.pid,
                        *number,    lane.start(e.row),
                        e,          argument(args, m_forwardThread).value_or(0) != 0 || isBackwardName(name)};
    }

private:
    std::optional<std::int64_t> argument(ArgsId args, StringId key) const {
        const auto found = args && key ? m_s.store().args().find(args, key) : std::nullopt;
        return found && found->type == Arg::Type::Int ? std::optional(found->value) : std::nullopt;
    }

    const Snapshot& m_s;
    const StringId m_number, m_forwardThread;
};

/// All of them, by number and of each number by time.
HugeVector<Numbered> numbered(const Snapshot& s, const std::stop_token& stop) {
    const Operators operators(s);
    HugeVector<Numbered> out;
    for (const Track& t : s.tree().tracks) {
        if (t.kind != TrackKind::Operators && t.kind != TrackKind::Nvtx) continue;
        for (const auto* lanes : {&t.lanes, &t.overflow})
            for (const LaneId id : *lanes)
                for (std::size_t i = 0, rows = s.lane(id).rows; i < rows && !(i % 65536 == 0 && stop.stop_requested());
                     ++i)
                    if (const auto one = operators.read(t, {id, static_cast<std::uint32_t>(i)})) out.push_back(*one);
    }
    std::stable_sort(out.begin(), out.end(), [](const Numbered& a, const Numbered& b) {
        return std::tie(a.host, a.pid, a.number, a.start) < std::tie(b.host, b.pid, b.number, b.start);
    });
    return out;
}

}  // namespace

std::optional<std::int64_t> sequenceNumberIn(std::string_view name) {
    constexpr std::string_view kKey = "seq";
    for (std::size_t at = name.find(kKey); at != name.npos; at = name.find(kKey, at + 1)) {
        if (at > 0 && isNamePart(name[at - 1])) continue;
        const std::size_t sign = afterSpaces(name, at + kKey.size());
        if (sign == name.size() || name[sign] != '=') continue;
        std::int64_t number = 0;
        const std::size_t digits = afterSpaces(name, sign + 1);
        if (digits < name.size() && isDigit(name[digits]) &&
            std::from_chars(name.data() + digits, name.data() + name.size(), number).ec == std::errc())
            return number;
    }
    return {};
}

std::string_view operatorNameIn(std::string_view name) {
    std::size_t end = name.size();
    for (const std::string_view key : {", seq = ", ", stashed seq", ", op_id = ", ", sizes = ", ", input_op_ids = "})
        end = std::min(end, name.find(key));
    return name.substr(0, end);
}

bool isBackwardName(std::string_view name) {
    if (name.starts_with(kEngine) || name.find(kStashed) != name.npos) return true;
    name = operatorNameIn(name);
    while (!name.empty() && isDigit(name.back())) name.remove_suffix(1);
    return name.ends_with("Backward");
}

std::vector<BackwardLink> backwardLinks(const Snapshot& s, std::stop_token stop) {
    std::vector<BackwardLink> out;
    const Numbered* forward = nullptr;
    const HugeVector<Numbered> all = numbered(s, stop);
    for (const Numbered& n : all) {
        if (!n.backward) forward = &n;
        else if (forward && std::tie(forward->host, forward->pid, forward->number) == std::tie(n.host, n.pid, n.number))
            out.push_back({n.event, forward->event});
    }
    std::sort(out.begin(), out.end(), [](const BackwardLink& a, const BackwardLink& b) {
        return std::tie(a.backward.lane, a.backward.row) < std::tie(b.backward.lane, b.backward.row);
    });
    return out;
}

}  // namespace model
