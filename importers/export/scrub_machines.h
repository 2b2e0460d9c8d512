// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "importers/export/scrub_text.h"

// Who and where, found by its form.
namespace importers::exporting {

/// What of a machine a text may name.
enum class MachineForm {
    Url,      ///< https://host/path?query, also of a repository or store
    Host,     ///< gpu17.corp.example, host:/share, //host/share, ip-10-1-2-3
    Address,  ///< of IPv4 and IPv6, of hardware (MAC) and adapters (GUID)
    Id,       ///< UUIDs, also of GPUs and their parts; 32 digits of a machine or trace
};

using ReplaceMachine = std::function<std::string(MachineForm, std::string_view)>;

/// Everything of a machine that can be known by its form. Four numbers with points between them are a version, which
/// stays, where the word before them or `name`, which is what the text is the value of, says so.
std::string replaceMachines(std::string_view text, std::string_view name, const ReplaceMachine& replace);

/// user@host, user@host:path and addresses of mail, as a whole.
std::string replaceAccounts(std::string_view text, const Replace& replace);

/// The authority of an URL without user and port, and the machine of user@host:path; empty where there is none.
std::string_view hostOf(std::string_view address);

/// Whether what is called so holds a version.
bool isVersionName(std::string_view name);

}  // namespace importers::exporting
