// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>

namespace importers::sql {

/// The files for what a connection sorts or groups beyond its cache: SQLite's usual kind, without a name. Together they
/// never exceed a number of bytes, nor the space that they leave free on their disk. Reading and writing fail after a
/// stop, because SQLite does not check for one while it merges. Must outlive the connection.
class TemporaryFiles {
public:
    /// `stop` is read whenever it is needed, and must outlive this object.
    TemporaryFiles(std::uint64_t mostBytes, const std::stop_token& stop);
    ~TemporaryFiles();
    TemporaryFiles(const TemporaryFiles&) = delete;
    TemporaryFiles& operator=(const TemporaryFiles&) = delete;

    /// For sqlite3_open_v2().
    const char* vfs() const;
    std::uint64_t bytes() const;
    /// Whether more was needed than allowed, since the last call.
    bool readExceeded();

private:
    struct Vfs;
    std::unique_ptr<Vfs> m_vfs;
};

}  // namespace importers::sql
