// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "model/base/message.h"

namespace model::rep {

/// An English text as reports before version 1.2 keep it and as collectors write it, and the message that it is. It
/// stays when the text of the message changes; a new text of a collector has its line here.
struct WrittenText {
    MessageCode code;
    const char* text;  ///< places are numbered as the arguments of the code
    struct Places {
        int count = 0;         ///< which is the count; it is 1 where the text has none
        int process = 0;       ///< which is the number of a process
        bool seconds = false;  ///< all are seconds
    };
    Places places{};
};
std::span<const WrittenText> writtenTexts();

/// The message that a finished text is; a text of others where it is none. What its places hold may be messages, too.
Message messageOf(std::string_view text);
/// The same by the texts of another writer.
Message messageOf(std::string_view text, std::span<const WrittenText> texts);

}  // namespace model::rep
