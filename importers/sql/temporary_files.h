// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

namespace importers::sql {

/// Where a connection keeps what it sorts or gathers beyond its cache: files of SQLite's usual kind, without a name, which together take
/// no more than so many bytes. Must outlive the connection.
class TemporaryFiles {
public:
    explicit TemporaryFiles(std::uint64_t mostBytes);
    ~TemporaryFiles();
    TemporaryFiles(const TemporaryFiles&) = delete;
    TemporaryFiles& operator=(const TemporaryFiles&) = delete;

    /// For sqlite3_open_v2().
    const char* vfs() const;
    std::uint64_t bytes() const;
    /// Whether more was wanted than there may be, since the last time this was asked.
    bool takeExceeded();

private:
    struct Vfs;
    std::unique_ptr<Vfs> m_vfs;
};

}  // namespace importers::sql
