// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "model/base/message.h"

namespace model::rep {

/// An English text in reports before version 1.2, or of a collector or session that did not know codes yet, and its
/// message. The text stays even if the message's text changes. The list is complete: nothing writes such texts any
/// more.
struct WrittenText {
    MessageCode code;
    const char* text;  ///< places are numbered like the arguments of the code
    struct Places {
        int count = 0;         ///< the place of the count, from 1; a text that lacks this place has a count of 1
        int process = 0;       ///< the place of a process number, from 1
        bool seconds = false;  ///< all are seconds
    };
    Places places{};
};
std::span<const WrittenText> writtenTexts();

/// The message of a finished text, or a text of others if there is none. Its places may hold messages, too.
Message messageOf(std::string_view text);
/// The same for the texts of another writer.
Message messageOf(std::string_view text, std::span<const WrittenText> texts);

}  // namespace model::rep
