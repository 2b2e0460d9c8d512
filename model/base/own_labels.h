// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace model {

// Labels of ours that stand among names, where there is no name. The window translates them in the context "Labels".

extern const char *const kNoStack, *const kAllocatedBefore;

/// Which of them a text is, "" for a name. Spaces before it, which say how deep it is in a tree, are no part of it.
std::string_view ownLabelOf(std::string_view text);

}  // namespace model
