// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "importers/export/scrub_text.h"

// Finds secrets by their form or by the name of their field.
namespace importers::exporting {

/// What a name tells about its value.
enum class NameKind {
    Any,      ///< nothing
    Secret,   ///< password, api_key, client_secret …: whatever the value is
    Perhaps,  ///< token, session, auth …: unless it is a number
    Machine,  ///< host, endpoint, MASTER_ADDR …
    Serial,   ///< serial number, uuid, machine id
};
/// For "db-password", "HF_TOKEN", "userPassword" or "config.auth.token": the last words decide.
NameKind nameKind(std::string_view name);
/// Whether a value without letters is a device's number from its maker, and not a count.
bool isSerial(NameKind kind, std::string_view value);

/// Replaces tokens of known services, JSON Web Tokens, PEM keys, what follows Bearer, Digest and the other schemes of
/// HTTP, and passwords in URLs, in connections and in well-known commands.
std::string replaceSecretForms(std::string_view text, const Replace& replace);

/// Replaces values by their names: NAME=value, "name": "value", --name value, ?name=value&, name: value, and for
/// secrets "the name is value", name -> value. Calls `replace` for values of every kind but Any; for other kinds than
/// secrets it may return the value itself.
std::string replaceNamedValues(std::string_view text,
                               const std::function<std::string(NameKind, std::string_view)>& replace);

}  // namespace importers::exporting
