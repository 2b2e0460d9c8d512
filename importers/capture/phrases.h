// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "model/base/message.h"

namespace importers::capture {

/// What a collector said, as a message: a written collectors::Phrase. Older collectors
/// wrote English texts, which are found again; any other text is words of others.
model::Message messageOfPhrase(std::string_view written);

}  // namespace importers::capture
