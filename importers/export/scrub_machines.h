// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "importers/export/scrub_text.h"

// Finds accounts and machines by their form.
namespace importers::exporting {

/// What a text may contain about a machine.
enum class MachineForm {
    Url,      ///< https://host/path?query, also of a repository or store
    Host,     ///< gpu17.corp.example, host:/share, //host/share, ip-10-1-2-3
    Address,  ///< of IPv4 and IPv6, of hardware (MAC) and adapters (GUID)
    Id,       ///< UUIDs, also of GPUs and their parts; 32 digits of a machine or trace
};

using ReplaceMachine = std::function<std::string(MachineForm, std::string_view)>;

/// Replaces everything about a machine that has a known form. Four numbers with points between them are a version,
/// which stays, if the word before them, or `name`, the name of the text's field, says so.
std::string replaceMachines(std::string_view text, std::string_view name, const ReplaceMachine& replace);

/// user@host, user@host:path and e-mail addresses, as a whole.
std::string replaceAccounts(std::string_view text, const Replace& replace);

/// The authority of a URL without user and port, and the machine of user@host:path; empty if there is none.
std::string_view hostOf(std::string_view address);

/// Whether a field of that name holds a version.
bool isVersionName(std::string_view name);

}  // namespace importers::exporting
