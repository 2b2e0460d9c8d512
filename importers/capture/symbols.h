// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace importers::capture {

/// Functions of programs and libraries by where they lie in the file. Reads the files of this machine once each: regular ones only, and their separate
/// tables in /usr/lib/debug where there are some.
class Symbols {
public:
    Symbols();
    ~Symbols();
    Symbols(const Symbols&) = delete;
    Symbols& operator=(const Symbols&) = delete;

    /// The function that holds a byte of a file, as linkers call it; empty where nothing says so.
    std::string_view at(const std::string& file, std::uint64_t offset);

private:
    class File;
    File* file(const std::string& path);
    std::map<std::string, std::unique_ptr<File>> m_files;
};

}  // namespace importers::capture
