// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace app {

enum class ReportState : std::uint8_t {
    Loading,
    Ready,   ///< fully read, or cancelled: see Document::isPartial()
    Failed,  ///< see Document::error(); the snapshot is empty
};

}  // namespace app
