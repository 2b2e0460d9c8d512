// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "model/workload/events.h"

namespace model::reports {

/// How many bytes copies, memsets and collectives move, if the report tells.
class MessageSize {
public:
    explicit MessageSize(const Snapshot& s);

    /// Whether events of that kind can have a size.
    static bool maySay(EventKind kind) {
        return kind == EventKind::Memcpy || kind == EventKind::Memset || kind == EventKind::Kernel ||
               kind == EventKind::Annotation;
    }
    std::optional<std::int64_t> bytes(EventKind kind, ArgsId args) const {
        return kind == EventKind::Memcpy || kind == EventKind::Memset ? m_bytes.number(args) : ofCollective(args);
    }
    /// The larger of input and output, in bytes, as PyTorch records them.
    std::optional<std::int64_t> ofCollective(ArgsId args) const { return ofCollective(args, 0, ranks(args)); }
    /// The same for a call of that name among so many ranks (0 = unknown), if the arguments do not name the collective.
    std::optional<std::int64_t> ofCollective(ArgsId args, StringId call, std::int64_t ranks) const;
    /// Number of participating ranks; 0 = unknown.
    std::int64_t ranks(ArgsId args) const;
    /// The process group or communicator; empty = unknown.
    std::string group(ArgsId args) const;
    /// The kind of the collective (collectiveOf()).
    std::string_view collective(ArgsId args, StringId kernel) const;

private:
    /// A number of the payload that NVTX attaches to a range. It is an argument, or part of the JSON text that Nsight
    /// Systems stores.
    std::optional<std::uint64_t> payload(ArgsId args, const ArgReader& argument, std::string_view key) const;
    const Snapshot& m_s;
    ArgReader m_bytes, m_said, m_in, m_out, m_type, m_group, m_name, m_processGroup, m_communicator, m_made, m_json;
};

}  // namespace model::reports
