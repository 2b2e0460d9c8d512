// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/base/error.h"
#include "model/base/message.h"

namespace app::remote {

/// A capture that an agent has started: `<TMPDIR>/sightline-<uid>/runs/<id>`. In it lie `out`, `err` and `messages` of
/// `sightline profile`, its reports, and how it ended. Its process belongs to no connection, and every agent finds it.
class RunFolder {
public:
    enum class State : std::uint8_t {
        None,     ///< there is no such folder
        Running,  ///< its `sightline profile`
        Ended,    ///< that has ended, see status()
        Died,     ///< … without anybody seeing how: it was killed with its keeper, or the machine was
    };

    /// Errors: the id is none, or the folder of sessions cannot be made.
    static model::Result<RunFolder> of(const std::string& id);
    /// The ids of all.
    static std::vector<std::string> all();

    const std::string& id() const { return m_id; }
    const std::filesystem::path& path() const { return m_path; }
    State state() const;
    int status() const;  ///< as waitpid() gives it
    pid_t process() const;
    std::string typed() const;  ///< what ran, for people

    /// What is to be run.
    struct Start {
        std::string typed;
        std::string folder;                ///< that the program runs in; empty = home
        std::string functions;             ///< content of the file of --python-functions-trace
        std::vector<std::string> options;  ///< of `sightline profile`, with its program
    };
    /// Makes the folder and runs `sightline profile` in the background; does nothing where that was done before. Says
    /// why it cannot be done, or nothing.
    model::Message start(const Start& start) const;
    /// Runs `sightline recover` for the session of a capture that died, as start() does.
    model::Message recover() const;
    /// Sends a signal to `sightline profile`; nothing where it has ended.
    void signal(int number) const;
    /// The folder of its session; empty before it is there, and after it.
    std::filesystem::path session() const;
    /// The folder and all in it. Not while it runs.
    void remove() const;

    /// Whether a report there may be asked for by that name.
    static bool isReportName(std::string_view name);

private:
    RunFolder(std::string id, std::filesystem::path path) : m_id(std::move(id)), m_path(std::move(path)) {}
    model::Message run(std::vector<std::string> words, const std::string& folder) const;

    std::string m_id;
    std::filesystem::path m_path;
};

}  // namespace app::remote
