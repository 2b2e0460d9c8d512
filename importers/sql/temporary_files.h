// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>

namespace importers::sql {

/// Where a connection keeps what it sorts or gathers beyond its cache: files of SQLite's usual kind, without a name,
/// which together take no more than so many bytes, and never more than they leave free where they lie. Reading and
/// writing fail once a stop is requested: SQLite itself does not look while it merges what it sorted. Must outlive the
/// connection.
class TemporaryFiles {
public:
    /// `stop` is looked at as it is at the time, and must outlive this.
    TemporaryFiles(std::uint64_t mostBytes, const std::stop_token& stop);
    ~TemporaryFiles();
    TemporaryFiles(const TemporaryFiles&) = delete;
    TemporaryFiles& operator=(const TemporaryFiles&) = delete;

    /// For sqlite3_open_v2().
    const char* vfs() const;
    std::uint64_t bytes() const;
    /// Whether more was wanted than there may be, since the last time this was asked.
    bool readExceeded();

private:
    struct Vfs;
    std::unique_ptr<Vfs> m_vfs;
};

}  // namespace importers::sql
