// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote/mirror.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "app/cli/capture/captures.h"
#include "app/cli/capture/control.h"
#include "app/text/json.h"
#include "app/text/words.h"
#include "importers/capture/capture.h"
#include "model/base/messages.h"

namespace app::remote {
namespace fs = std::filesystem;
using model::Handle;

namespace {

constexpr std::string_view kOfSession = "session/";
constexpr std::size_t kMostSpools = 100'000;

/// "<pid>-<number>.spool": what processes call them.
bool isSpoolName(std::string_view name) {
    if (!name.ends_with(".spool") || name.size() > 40) return false;
    name.remove_suffix(6);
    const std::size_t dash = name.find('-');
    const auto isNumber = [](std::string_view text) {
        return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
    };
    return dash != name.npos && isNumber(name.substr(0, dash)) && isNumber(name.substr(dash + 1));
}

bool isDiskFull(const fs::path& folder) {
    struct statvfs s {};
    if (::statvfs(folder.c_str(), &s) != 0) return false;
    const std::uint64_t block = s.f_frsize;
    return !capture::spaceComplaint(0, 0, s.f_bavail * block, s.f_blocks * block).empty();
}

}  // namespace

Mirror::~Mirror() {
    if (m_control.valid()) m_poller.forget(m_control.get());
    for (const Client& c : m_clients) m_poller.forget(c.line.fd());
    if (isOpen()) ::unlink((m_folder / "control").c_str());
}

model::Result<void> Mirror::open(const std::string& name, std::string target, std::string run, std::string output) {
    auto folder = capture::createSessionFolder(name);
    if (!folder) return tl::unexpected(folder.error());
    m_folder = *folder;
    m_target = std::move(target), m_run = std::move(run), m_output = std::move(output);
    m_control = capture::listenAt(m_folder / "control");
    if (!m_control.valid()) return model::fail(model::ErrorCode::CannotWrite, m_folder.string(), std::strerror(errno));
    m_poller.serve(m_control.get(), [this] { accept(); });
    return {};
}

void Mirror::remove() {
    if (!isOpen()) return;
    m_poller.forget(m_control.get());
    for (const Client& c : m_clients) m_poller.forget(c.line.fd());
    m_clients.clear();
    m_control = {};
    capture::removeSession(m_folder);
    m_folder.clear();
}

Words Mirror::known() const {
    Words out;
    for (const auto& [name, number] : m_known) out.insert(out.end(), {name, std::to_string(number)});
    return out;
}

bool Mirror::append(const std::string& name, std::uint64_t from, std::string_view bytes) {
    const std::string file = name.substr(std::min(name.size(), kOfSession.size()));
    if (!name.starts_with(kOfSession) || !isSpoolName(file) || m_known.size() > kMostSpools) return true;
    std::uint64_t& known = m_known[name];
    if (from != known) return true;  // it will be asked for again
    if (isDiskFull(m_folder)) return false;
    const Handle out(::open((m_folder / file).c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    while (!bytes.empty()) {
        const ssize_t n = ::pwrite(out.get(), bytes.data(), bytes.size(), static_cast<off_t>(known));
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        known += static_cast<std::uint64_t>(n);
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

bool Mirror::replace(const std::string& name, std::uint64_t sum, std::string_view content) {
    const std::string file = name.substr(std::min(name.size(), kOfSession.size()));
    if (!name.starts_with(kOfSession) || (file != "options" && file != "session")) return true;
    const auto folder = model::Folder::open(m_folder);
    if (!folder || !folder->replace(file, content)) return false;
    m_known[name] = sum;
    if (file != "session") return true;
    capture::SessionFacts facts = capture::readFacts(*folder);
    // What is said here of this copy comes from nobody else.
    std::erase_if(facts, [](const auto& fact) { return fact.first == "output" || fact.first.starts_with("on."); });
    if (!m_output.empty()) facts.emplace_back("output", m_output);
    facts.emplace_back(capture::kTargetFact, m_target);
    facts.emplace_back(capture::kRunFact, m_run);
    return capture::writeFacts(*folder, facts).has_value();
}

void Mirror::setStatus(std::string_view lines) {
    m_status.clear();
    for (const std::string_view line : parts(lines, '\n')) {
        const std::size_t blank = line.find(' ');
        if (blank != line.npos) m_status.emplace_back(line.substr(0, blank), line.substr(blank + 1));
    }
}

bool Mirror::isRecording() const {
    return std::any_of(m_status.begin(), m_status.end(), [](const auto& fact) { return fact.first == "keeps"; });
}

/// As session_control.cpp writes it, with what is so here.
std::string Mirror::status() const {
    std::string out = fmt::format("name {}\n", capture::sessionName(m_folder));
    bool hasState = false;
    for (const auto& [key, value] : m_status) {
        const bool isState = key == "state";
        hasState |= isState;
        if (key == "name" || key == "folder") continue;
        out += fmt::format("{} {}\n", key, isState && m_ending ? "ending" : value);
    }
    if (!hasState) out += fmt::format("state {}\n", m_ending ? "ending" : "waiting");
    return out + fmt::format("folder {}\n", m_folder.string());
}

// ------------------------------------------------------------------------------------------------ the control socket

Mirror::Client* Mirror::clientOf(const std::string& name) {
    const auto at = std::find_if(m_clients.begin(), m_clients.end(), [&](const Client& c) { return c.name == name; });
    return at == m_clients.end() ? nullptr : &*at;
}

void Mirror::accept() {
    pid_t peer = 0;
    for (Handle h; (h = capture::acceptFrom(m_control, peer)).valid();) {
        const std::string name = std::to_string(++m_clientsSoFar);
        const int fd = h.get();
        m_clients.push_back({name, capture::LineSocket(std::move(h)), {}});
        m_poller.serve(fd, [this, name] {
            if (Client* client = clientOf(name)) hear(*client);
            forgetClosed();
        });
    }
}

void Mirror::hear(Client& client) {
    const int fd = client.line.fd();
    const bool there = client.line.receive();
    for (std::string line; client.line.next(line);) obey(client, line);
    if (there) return;
    m_poller.forget(fd);
    client.line.close();
}

void Mirror::obey(Client& client, const std::string& line) {
    const std::string command = line.substr(0, line.find(capture::kWordEnd));
    client.line.send("heard\n");
    if (command == "status") client.line.send(status() + "done\n");
    else if (command == "stop" || command == "cancel" || command == "shutdown" || command == "snapshot")
        m_questions.push_back({client.name, line});
    else client.line.send("failed " + messageJson(model::MessageCode::OnlySomeThere) + '\n');
}

Mirror::Question Mirror::takeQuestion() {
    Question out = std::move(m_questions.front());
    m_questions.pop_front();
    if (Client* client = clientOf(out.client)) client->awaits = true;
    return out;
}

void Mirror::answer(const std::string& client, const std::string& line) {
    Client* const at = clientOf(client);
    if (!at || line == "heard" || line.find('\n') != line.npos) return;
    if (line == "done" || line.starts_with("failed ")) at->awaits = false;
    at->answers.push_back(line);
    sendAnswers(*at);
}

void Mirror::closed(const std::string& client) {
    Client* const at = clientOf(client);
    if (!at) return;
    at->over = true;
    sendAnswers(*at);
    forgetClosed();
}

void Mirror::loseAnswers() {
    for (Client& c : m_clients)
        if (std::exchange(c.awaits, false)) c.line.send("failed " + messageJson(model::MessageCode::AnswerLost) + '\n');
}

void Mirror::addReport(const std::string& there, const fs::path& here) {
    std::error_code ignored;
    m_reports[there] = fs::absolute(here, ignored).string();
    if (const auto folder = model::Folder::open(m_folder)) (void)capture::addReport(*folder, here);
    for (Client& c : m_clients) sendAnswers(c);
    forgetClosed();
}

void Mirror::sendAnswers(Client& client) {
    constexpr std::string_view kReport = "report ";
    for (; !client.answers.empty(); client.answers.pop_front()) {
        std::string line = client.answers.front();
        if (line.starts_with(kReport)) {
            const auto here = m_reports.find(line.substr(kReport.size()));
            if (here == m_reports.end()) return;
            line = std::string(kReport) + here->second;
        }
        client.line.send(line + '\n');
    }
    if (!client.over) return;
    m_poller.forget(client.line.fd());
    client.line.close();
}

void Mirror::forgetClosed() {
    std::erase_if(m_clients, [](const Client& c) { return !c.line.open(); });
}

}  // namespace app::remote
