// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "model/store/event_store.h"

namespace model {

/// What one thing is called by NVIDIA and by AMD, in our texts: a call, an option, a profiler, a library, a part of a
/// GPU.
struct VendorWord {
    std::string_view cuda, hip;
};
/// All that differ in more than the prefix of a call. To add one: a line in vendor_words.cpp.
std::span<const VendorWord> vendorWords();

/// Whose words our texts about a report use. Google: a report of TPUs and of no GPU.
enum class Vendor : std::uint8_t { Nvidia, Amd, Google };
Vendor vendorOf(const Snapshot& snapshot);

/// One of our texts, in any language, in the words of that vendor.
std::string inWordsOf(Vendor vendor, std::string text);

/// Whether the programs of a report used HIP: judged by its calls, or else by the names of its GPUs.
bool usesHip(const Snapshot& snapshot);

/// One of our texts, in any language, in the words of such a report: "hipMemcpyAsync" for "cudaMemcpyAsync", "HIP" for
/// "CUDA", and the words of the table above. O(length × words).
std::string inHipWords(std::string text);

/// In the words of the vendor of the report.
inline std::string inVendorWords(std::string_view text, const Snapshot& snapshot) {
    return inWordsOf(vendorOf(snapshot), std::string(text));
}

}  // namespace model
