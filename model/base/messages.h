// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/base/message.h"

namespace model {

/// Every code there is. The lists in messages/ give each its English text; to say something new, add a line there. The
/// name of a code is its key in files and for programs: it stays when the text changes.
enum class MessageCode : std::uint16_t {
    Nothing,
    Text,          ///< a text of others
#ifndef Q_MOC_RUN  // Qt's moc understands no lists within an enumeration
#define MESSAGE(code, text) code,
#define MESSAGES(code, many, one) code,
#include "model/base/messages/all.h"
#endif
    Count
};

}  // namespace model
