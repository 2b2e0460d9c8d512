// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "app/cli/remote/frames.h"
#include "app/cli/remote/poller.h"
#include "model/base/handle.h"
#include "model/base/message.h"

namespace app::remote {

/// Why something could not be done elsewhere.
struct Failure {
    enum class Kind : std::uint8_t {
        Broken,   ///< the connection is gone: another one may be better off
        Stopped,  ///< Poller::stop()
        Refused,  ///< the other side said no, and would again
    };
    Kind kind = Kind::Broken;
    model::Message why;
};
template <class T>
using Outcome = tl::expected<T, Failure>;

/// A transport that runs: a process whose standard input and output lead to another machine. What it prints to standard
/// error is passed on as text that no terminal obeys. It never waits but in `poller`, which must outlive it.
class Connection {
public:
    explicit Connection(Poller& poller) : m_poller(poller) {}
    ~Connection() { close(); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Runs the command. Failure: Refused where there is no such program.
    Outcome<void> open(const std::vector<std::string>& command);
    bool isOpen() const { return m_pid > 0; }
    /// Ends the process, and waits for that.
    void close();

    using Progress = std::function<void(std::uint64_t sent)>;
    /// Sends bytes. Broken where the other side accepts none for a while.
    Outcome<void> send(std::string_view bytes, const Progress& progress = {});
    /// The next line of text, without its end. Lines longer than 4 kB come in pieces.
    Outcome<std::string> readLine(std::chrono::seconds within);
    /// Sends a request and waits for its answer. An answer "failed MESSAGE" is a Refused.
    Outcome<Words> ask(const Words& request, std::chrono::seconds within = std::chrono::seconds(30));

    std::uint64_t sentBytes() const { return m_sent; }
    std::uint64_t receivedBytes() const { return m_received; }

private:
    /// More bytes of what comes; Broken at its end.
    Outcome<std::string> receive(Poller::Clock::time_point until);
    tl::unexpected<Failure> broken();
    tl::unexpected<Failure> silent(Poller::Ready ready, Poller::Clock::duration within) const;
    void passOnErrors();

    Poller& m_poller;
    pid_t m_pid = 0;
    model::Handle m_in, m_out, m_err;  // of the process
    std::string m_text;                // that came and is not read yet, before the first frame
    FrameReader m_frames;
    std::string m_lastError;  // what it printed last to standard error, a line
    std::uint64_t m_sent = 0, m_received = 0;
};

/// A Failure of the kind Refused.
tl::unexpected<Failure> refusal(model::Message why);

}  // namespace app::remote
