// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "importers/open.h"
#include "model/rep/rep_reader.h"
#include "tests/kit/spool_maker.h"
#include "tests/kit/store_compare.h"

/// What every fuzzer does with an input: an importer opens it as a file of its own, and everything that came out is
/// read.
namespace fuzz {

/// A file in memory that belongs to one thread. A real path: SQLite does not open files without one.
class InputFile {
public:
    explicit InputFile(int number = 0)
        : m_path("/dev/shm/sightline-fuzz-" + std::to_string(::getpid()) + "-" + std::to_string(number)) {
        m_fd = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
        if (m_fd < 0) std::abort();
    }
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    ~InputFile() {
        ::close(m_fd);
        ::unlink(m_path.c_str());
    }
    void write(std::string_view bytes) {
        if (::ftruncate(m_fd, 0) != 0 ||
            ::pwrite(m_fd, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
            std::abort();
    }
    const std::string& path() const { return m_path; }

private:
    std::string m_path;
    int m_fd = -1;
};

/// The folder of a session, made of one input and gone with the object: first what the session says about itself, then,
/// from a spool's magic number on, what one process left.
class SessionFolder {
public:
    SessionFolder(const InputFile& beside, std::string_view bytes) : m_path(beside.path() + ".session") {
        const std::string_view magic(reinterpret_cast<const char*>(collectors::spool::kMagic),
                                     sizeof collectors::spool::kMagic);
        const std::size_t spool = std::min(bytes.find(magic), bytes.size());
        std::filesystem::create_directory(m_path);
        write("options", "profile");
        write("session", bytes.substr(0, spool));
        write("42.spool", SpoolMaker::resealed(std::string(bytes.substr(spool))));
    }
    SessionFolder(const SessionFolder&) = delete;
    SessionFolder& operator=(const SessionFolder&) = delete;
    ~SessionFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    const std::filesystem::path& path() const { return m_path; }

private:
    void write(const char* name, std::string_view bytes) {
        std::ofstream(m_path / name, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    std::filesystem::path m_path;
};

/// Reads rows, names, arguments, call chains, counters, flows, notes and profiles. Returns their size as text.
inline std::size_t walk(const model::Snapshot& s) {
    std::size_t size = 0;
    const auto sink = [&](std::string_view text) { size += text.size(); };
    store_compare::Describer(s, sink).all();
    for (model::ProfileId id = 0; id < s.profileCount(); ++id) {
        const model::KernelProfile& profile = s.kernelProfiles().at(id);
        for (std::size_t i = 0; i < profile.metricCount(); ++i) {
            size += s.text(profile.list->entries[i].name).size();
            if (const model::MetricValue v = profile.value(i); v.type == model::MetricValue::Type::Text)
                size += s.text(v.text()).size();
        }
    }
    return size;
}

/// The importer of that key; null where it is not built.
inline const importers::Importer* importer(std::string_view key) {
    for (const importers::Importer& i : importers::importers())
        if (i.key == key) return &i;
    return nullptr;
}

/// Follows a file that grows in two steps.
inline void follow(InputFile& file, std::string_view bytes) {
    file.write(bytes.substr(0, bytes.size() / 2));
    const auto store = model::EventStore::create();
    auto follower = model::RepFollower::open(file.path(), *store);
    if (!follower) return;
    (void)follower->poll();
    file.write(bytes);
    (void)follower->poll();
    follower->finish();
    walk(*store->snapshot());
}

/// One input for the importer of a key, whether it would take it for its own or not; "any" = as a person opens a file,
/// "session" = as the folder of a session. Gives back what was read.
inline model::SnapshotPtr run(std::string_view key, std::string_view bytes, InputFile& file) {
    importers::OpenOptions options;
    options.threads = 1;
    // Checksums would hide everything behind them.
    file.write(key == "capture" ? SpoolMaker::resealed(std::string(bytes)) : std::string(bytes));
    const auto store = model::EventStore::create();
    if (const importers::Importer* one = importer(key)) {
        store->info().path = file.path();
        (void)one->open(file.path(), *store, options);
    } else if (key == "session") {
        (void)importers::openReport(SessionFolder(file, bytes).path(), *store, options);
    } else {
        (void)importers::openReport(file.path(), *store, options);
    }
    const model::SnapshotPtr read = store->publish(true);
    walk(*read);
    if (key == "rep") follow(file, bytes);
    return read;
}

}  // namespace fuzz
