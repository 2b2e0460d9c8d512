// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "model/base/message.h"
#include "model/rep/written_texts.h"

namespace app::capture {

/// What `sightline` prints about captures and answers on sockets: the window reads it, as a program of its own.
std::span<const model::rep::WrittenText> sentences();
/// The message that a printed sentence is; a text of others where it is none.
model::Message messageOf(std::string_view sentence);

}  // namespace app::capture
