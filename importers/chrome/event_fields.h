// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>
#include <vector>

#include "importers/common/json_scan.h"

namespace importers::chrome {

/// One element of traceEvents in the text: the fields of the format, and the members of "args".
struct FieldValues {
    using Value = json::Value;
    Value ph, name, cat, ts, dur, pid, tid, args, id, idLocal, idGlobal, bindId, scope, instantScope, bindingPoint,
        stackId, stack, colour, tts, tdur;
    bool flowIn = false, flowOut = false;
};
struct EventFields : FieldValues {
    std::vector<std::pair<Value, Value>> arguments;  ///< if args is an object

    void clear();
    /// Reads the object with its opening brace at scanner.at.
    json::Status read(json::Scanner& scanner);

private:
    json::Status member(json::Scanner& scanner, const Value& key);
    json::Status readArguments(json::Scanner& scanner);
    json::Status readId2(json::Scanner& scanner);
};

/// Whether the text at p (after a brace, within [p, end)) begins like an event of the format: one of its keys, then a
/// colon. Used to find events in the middle of a file.
bool looksLikeEvent(const char* p, const char* end);

/// Position of the opening brace of an event that seems to follow another one at or after p; nullptr if there is none.
const char* nextEventStart(const char* p, const char* end);

}  // namespace importers::chrome
