// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/own_labels.h"

#include <algorithm>
#include <iterator>

#include "model/base/translate_noop.h"

namespace model {

constexpr const char* kNoStack = QT_TRANSLATE_NOOP("Labels", "(no stack)");
constexpr const char* kAllocatedBefore = QT_TRANSLATE_NOOP("Labels", "(allocated before)");

namespace {
constexpr const char* kLabels[] = {
    kNoStack,
    kAllocatedBefore,
    QT_TRANSLATE_NOOP("Labels", "(no name)"),                // kernels of Nsight Compute
    QT_TRANSLATE_NOOP("Labels", "(unnamed)"),                // slices of traces
    QT_TRANSLATE_NOOP("Labels", "[outer frames left out]"),  // stacks of Python in captures
    QT_TRANSLATE_NOOP("Labels", "[unknown]"),                // samples without a function
};
}  // namespace

std::string_view ownLabelOf(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const bool mayBe = text.starts_with('(') || text.starts_with('[');
    return mayBe && std::find(std::begin(kLabels), std::end(kLabels), text) != std::end(kLabels) ? text
                                                                                                 : std::string_view();
}

}  // namespace model
