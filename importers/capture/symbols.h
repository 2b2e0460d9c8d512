// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "importers/capture/address_spaces.h"

namespace importers::capture {

/// Functions of programs and libraries by where they lie in the file. Reads the files of this machine once each:
/// regular ones only, and their separate tables in /usr/lib/debug where there are some.
class Symbols {
public:
    Symbols();
    ~Symbols();
    Symbols(const Symbols&) = delete;
    Symbols& operator=(const Symbols&) = delete;

    /// The function that holds a byte of a file, as linkers call it; empty where nothing says so.
    std::string_view at(const AddressSpaces::File& file, std::uint64_t offset);
    /// Those that are no longer what ran: functions of theirs have no names.
    const std::set<std::string>& replaced() const { return m_replaced; }

private:
    class File;
    File* file(const AddressSpaces::File& file);
    std::map<AddressSpaces::File, std::unique_ptr<File>> m_files;
    std::set<std::string> m_replaced;
};

}  // namespace importers::capture
