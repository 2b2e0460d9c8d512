// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/reports/events.h"

namespace model::reports {

/// How many bytes copies, memsets and collectives move, where the report says so.
class MessageSize {
public:
    explicit MessageSize(const Snapshot& s);

    /// Whether events of that kind can say it.
    static bool maySay(EventKind kind) { return kind == EventKind::Memcpy || kind == EventKind::Memset || kind == EventKind::Kernel || kind == EventKind::Annotation; }
    std::optional<std::int64_t> bytes(EventKind kind, ArgsId args) const {
        return kind == EventKind::Memcpy || kind == EventKind::Memset ? m_bytes.number(args) : ofCollective(args);
    }
    /// Of the larger of what goes in and out, as PyTorch notes them.
    std::optional<std::int64_t> ofCollective(ArgsId args) const;
    /// How many ranks take part; 0 = unknown.
    std::int64_t ranks(ArgsId args) const { return m_group.number(args).value_or(0); }
    /// Which collective it is (collectiveOf()).
    std::string_view collective(ArgsId args, StringId kernel) const;

private:
    const Snapshot& m_s;
    ArgReader m_bytes, m_said, m_in, m_out, m_type, m_group, m_name;
};

}  // namespace model::reports
