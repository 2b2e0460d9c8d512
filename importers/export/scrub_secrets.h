// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "importers/export/scrub_text.h"

// What opens a door, found by its form or by the name of what holds it.
namespace importers::exporting {

/// What a name says of its value.
enum class NameKind {
    Any,      ///< nothing
    Secret,   ///< password, api_key, client_secret …: whatever stands there
    Perhaps,  ///< token, session, auth …: unless it is a number
    Machine,  ///< host, endpoint, MASTER_ADDR …
    Serial,   ///< serial number, uuid, machine id
};
/// Of "db-password", "HF_TOKEN", "userPassword" or "config.auth.token", whose last words tell.
NameKind nameKind(std::string_view name);
/// Whether a value without letters is a number that a maker gave a device, and not one that counts.
bool isSerial(NameKind kind, std::string_view value);

/// Tokens of known services, JSON Web Tokens, keys as PEM, what follows Bearer, Digest and the other schemes of HTTP,
/// passwords in URLs, of connections and of well-known commands.
std::string replaceSecretForms(std::string_view text, const Replace& replace);

/// Values whose names say what they are: NAME=value, "name": "value", --name value, ?name=value&, name: value, and for
/// secrets "the name is value", name -> value.
/// `replace` is asked for values of every kind but Any; what it returns for a value of others than secrets may be the
/// value.
std::string replaceNamedValues(std::string_view text,
                               const std::function<std::string(NameKind, std::string_view)>& replace);

}  // namespace importers::exporting
