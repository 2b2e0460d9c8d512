// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/ranges.h"

#include <algorithm>
#include <array>

#include "model/base/translate_noop.h"

namespace model {
namespace {

constexpr std::string_view kNvtx = "NVTX";
/// Tools whose ranges stand on rows of the same kind: importers name these rows after them, as NVTX does after its
/// domains.
constexpr std::array<std::string_view, 2> kTools{"roctx", "RCCL"};

}  // namespace

std::string_view rangeKind(const Snapshot& s, const Track& row) {
    const std::string_view name = s.text(row.name);
    if (row.kind == TrackKind::Annotations)
        return name.empty() ? std::string_view(QT_TRANSLATE_NOOP("Reports", "Annotation")) : name;
    const auto tool = std::find(kTools.begin(), kTools.end(), name);
    return tool == kTools.end() ? kNvtx : *tool;
}

std::string rangeLabel(const Snapshot& s, const Track& row, std::string_view name) {
    std::string out;
    if (rangeKind(s, row) == kNvtx) out.append(s.text(row.name)) += ':';
    return out += name;
}

std::string rangeLabel(const Snapshot& s, const Track& row, StringId name) { return rangeLabel(s, row, s.text(name)); }

}  // namespace model
