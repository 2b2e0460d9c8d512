// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "model/store/event_store.h"

namespace model {

/// Whether the programs of a report used HIP: judged by its calls, or else by the names of its GPUs.
bool usesHip(const Snapshot& snapshot);

/// One of our texts, in any language, in the words of such a report: "hipMemcpyAsync" for "cudaMemcpyAsync", "HIP" for
/// "CUDA".
std::string inHipWords(std::string text);

/// inHipWords() if the report is of HIP.
inline std::string inVendorWords(std::string_view text, const Snapshot& snapshot) {
    return usesHip(snapshot) ? inHipWords(std::string(text)) : std::string(text);
}

}  // namespace model
