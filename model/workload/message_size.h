// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "model/workload/events.h"

namespace model::reports {

/// How many bytes copies, memsets and collectives move, where the report tells.
class MessageSize {
public:
    explicit MessageSize(const Snapshot& s);

    /// Whether events of that kind can say it.
    static bool maySay(EventKind kind) {
        return kind == EventKind::Memcpy || kind == EventKind::Memset || kind == EventKind::Kernel ||
               kind == EventKind::Annotation;
    }
    std::optional<std::int64_t> bytes(EventKind kind, ArgsId args) const {
        return kind == EventKind::Memcpy || kind == EventKind::Memset ? m_bytes.number(args) : ofCollective(args);
    }
    /// Of the larger of what goes in and out, as PyTorch notes them.
    std::optional<std::int64_t> ofCollective(ArgsId args) const { return ofCollective(args, 0, ranks(args)); }
    /// The same of a call of that name, among so many ranks (0 = unknown), where the arguments do not name the
    /// collective.
    std::optional<std::int64_t> ofCollective(ArgsId args, StringId call, std::int64_t ranks) const;
    /// How many ranks participate; 0 = unknown.
    std::int64_t ranks(ArgsId args) const;
    /// The process group or communicator; empty = unknown.
    std::string group(ArgsId args) const;
    /// Which collective it is (collectiveOf()).
    std::string_view collective(ArgsId args, StringId kernel) const;

private:
    /// A number of the payload that NVTX gives to a range: an argument, or in the text of JSON as which Nsight Systems
    /// keeps it.
    std::optional<std::uint64_t> payload(ArgsId args, const ArgReader& argument, std::string_view key) const;
    const Snapshot& m_s;
    ArgReader m_bytes, m_said, m_in, m_out, m_type, m_group, m_name, m_processGroup, m_communicator, m_made, m_json;
};

}  // namespace model::reports
