// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/capture/session_folder.h"
#include "app/cli/capture/socket.h"
#include "app/cli/remote/frames.h"
#include "app/cli/remote/poller.h"
#include "model/base/error.h"

namespace app::remote {

/// A session of another machine as a session of this one: a folder with what its processes left so far, and a control
/// socket that passes questions on. Whoever looks at sessions (`sightline stop`, the window) sees no difference. What
/// came from there is the other side's: only names of spools and of the two texts are written.
class Mirror {
public:
    explicit Mirror(Poller& poller) : m_poller(poller) {}
    ~Mirror();
    Mirror(const Mirror&) = delete;
    Mirror& operator=(const Mirror&) = delete;

    /// Makes the folder. `target` and `run` say where the session is, and `output` which report it will be, for others
    /// that want the same name; they stand among its facts.
    model::Result<void> open(const std::string& name, std::string target, std::string run, std::string output);
    const std::filesystem::path& folder() const { return m_folder; }
    bool isOpen() const { return !m_folder.empty(); }

    /// (name, number) of what is here, as `sync` asks.
    Words known() const;
    /// An entry of a `sync`; false where the disk is full.
    bool append(const std::string& name, std::uint64_t from, std::string_view bytes);
    bool replace(const std::string& name, std::uint64_t sum, std::string_view content);
    /// What the session says of itself.
    /// Whether the session keeps the last seconds only: it discards parts of its spools (app/cli/recorder).
    bool isRecording() const;
    void setStatus(std::string_view lines);
    /// From now on it says that it ends, whatever it said last.
    void setEnding() { m_ending = true; }

    /// What was asked at the control socket and is to be passed on.
    struct Question {
        std::string client, line;
    };
    bool hasQuestions() const { return !m_questions.empty(); }
    Question takeQuestion();
    void answer(const std::string& client, const std::string& line);
    /// Nothing more comes for a client.
    void closed(const std::string& client);
    /// The connection is gone, and with it all answers that are due.
    void loseAnswers();
    /// A report of there is here now: answers that name it wait for that.
    void addReport(const std::string& there, const std::filesystem::path& here);

    bool holdsSpools() const { return capture::spoolSizes(m_folder).files > 0; }
    /// The folder goes, and the control socket.
    void remove();

private:
    struct Client {
        std::string name;
        capture::LineSocket line;
        std::deque<std::string> answers;  // that wait for a report
        bool over = false;                // after those
        bool awaits = false;              // the answer to what was passed on
    };
    Client* clientOf(const std::string& name);
    void accept();
    void hear(Client& client);
    void obey(Client& client, const std::string& line);
    std::string status() const;
    void sendAnswers(Client& client);
    void forgetClosed();

    Poller& m_poller;
    std::filesystem::path m_folder;
    std::string m_target, m_run, m_output;
    model::Handle m_control;
    std::list<Client> m_clients;
    std::deque<Question> m_questions;
    std::map<std::string, std::uint64_t> m_known;
    std::vector<std::pair<std::string, std::string>> m_status;
    std::map<std::string, std::string> m_reports;  // there, here
    std::uint64_t m_clientsSoFar = 0;
    bool m_ending = false;
};

}  // namespace app::remote
