// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "model/base/kinds.h"

namespace timeline {

/// How the value of an argument is written.
enum class ArgFormat : std::uint8_t {
    Plain,  ///< a number with thousands separators, or text
    Id,     ///< a number without separators
    Bytes,
    Ns,
    Address,  ///< hexadecimal, as unsigned
    Colour,   ///< #AARRGGBB
    Flag,     ///< yes or no
    Enum,     ///< a name of `names`, or the number
    Result,   ///< result of a CUDA call
};

/// The heading of an argument.
enum class ArgGroup : std::uint8_t { General, Launch, Resources, Transfer, Payload, Graph, Other };

/// The name of one value of an enumeration, in English; translated in the context "timeline::EventText".
struct EnumName {
    std::int64_t value;
    const char* name;
};

/// What is known about an argument, one line for each key. To give a new argument a readable label, add its line.
struct ArgField {
    std::string_view key;  ///< as importers intern it
    const char* label;     ///< English; translated in the context "timeline::EventText"
    ArgFormat format = ArgFormat::Plain;
    ArgGroup group = ArgGroup::General;
    std::span<const EnumName> names = {};
    bool zeroMeansNothing = false;  ///< 0 is "does not apply" and not shown
};

/// The field of that key, or nullptr. `kind` matters if one key has several meanings.
const ArgField* argField(std::string_view key, model::EventKind kind);

/// Untranslated name of an enumeration value, or nullptr.
const char* enumName(std::span<const EnumName> names, std::int64_t value);

/// Untranslated name of a kind of event.
const char* eventKindLabel(model::EventKind kind);

/// Symbol of a CUDA error code, e.g. "cudaErrorInvalidValue" or "CUDA_ERROR_INVALID_VALUE"; "" if unknown.
std::string_view cudaResultName(std::int64_t code, bool driverApi);

}  // namespace timeline
