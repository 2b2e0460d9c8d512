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

/// Functions of programs and libraries by their offset in the file. Reads each file of this machine once: only regular
/// files, and their separate tables in /usr/lib/debug if there are any.
class Symbols {
public:
    Symbols();
    ~Symbols();
    Symbols(const Symbols&) = delete;
    Symbols& operator=(const Symbols&) = delete;

    /// The linker name of the function that contains a byte of a file; empty if it is unknown.
    std::string_view at(const AddressSpaces::File& file, std::uint64_t offset);
    /// Files that are no longer the ones that ran: their functions have no names.
    const std::set<std::string>& replaced() const { return m_replaced; }

private:
    class File;
    File* file(const AddressSpaces::File& file);
    std::map<AddressSpaces::File, std::unique_ptr<File>> m_files;
    std::set<std::string> m_replaced;
};

}  // namespace importers::capture
