// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/export/export.h"

namespace importers::exporting {

/// Counts rows, reports progress and checks whether to go on.
class Ticker {
public:
    Ticker(const ExportOptions& options, std::uint64_t all) : m_options(options), m_all(all) {}
    bool goesOn() {
        if (++m_done % kRowsBetweenLooks) return true;
        if (m_options.progress) m_options.progress(m_done, m_all);
        return !m_options.stop.stop_requested();
    }

private:
    static constexpr std::uint64_t kRowsBetweenLooks = 16384;
    const ExportOptions& m_options;
    std::uint64_t m_all, m_done = 0;
};

}  // namespace importers::exporting
