// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "importers/common/protobuf_wire.h"
#include "model/base/messages.h"
#include "model/store/event_store.h"

namespace importers::ncu {

/// Counts, by name, what is read and not shown.
using Tally = std::map<model::Message, std::uint64_t>;

/// Data shared by the results of a report.
struct ReportContext {
    explicit ReportContext(model::EventStore& s) : store(s) {}

    model::EventStore& store;
    std::vector<model::StringId> metricNames;  ///< by the numbers that metrics use
    /// Functions by the address at which they were loaded.
    std::map<std::uint64_t, const model::ProfileFunction*> functions;
    std::unordered_map<std::string, const model::ProfileSection*>
        sections;    ///< by chip and bytes, because kernels repeat them
    Tally unknown;   ///< unknown fields
    Tally notShown;  ///< understood, not kept
    std::uint64_t namelessMetrics = 0;
    std::uint64_t damagedParts = 0;
    double driverVersion = 0;  ///< of a result; 0 = unknown

    model::StringId intern(std::string_view text) { return text.empty() ? 0 : store.strings().intern(text); }
    /// The function that contains an address, and the offset in it; nullptr = none does.
    const model::ProfileFunction* functionAt(std::uint64_t address, std::uint64_t& offset) const;
};

/// Reads nested messages, and keeps in mind whether all of them were whole.
class MessageReader {
protected:
    template <class F>
    void each(const WireField& message, F&& visit) {
        if (!message.isBytes()) return;
        WireReader r(message.bytes);
        for (WireField f; r.next(f);) visit(f);
        m_ok = m_ok && !r.failed();
    }
    bool m_ok = true;
};

/// One result: everything that was measured of one kernel. False if the message is damaged; then the profile holds the
/// data before the damage.
bool readResult(ReportContext& context, std::string_view message, model::KernelProfile& profile);

/// A section of a result for a chip (major × 10 + minor); nullptr if it is damaged.
const model::ProfileSection* readSection(ReportContext& context, std::string_view message, std::uint32_t chip);

/// Adds the result of a rule to the profile. False if it is damaged.
bool readRule(ReportContext& context, std::string_view message, model::KernelProfile& profile);

}  // namespace importers::ncu
