// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "app/cli/remote/bootstrap.h"
#include "app/cli/remote/connection.h"
#include "app/cli/remote/kit.h"
#include "app/cli/remote/poller.h"
#include "app/cli/remote/transport.h"

namespace app::remote {

/// How far the wall clock of a machine is ahead of the one here, in ns, and how wrong that may be.
struct ClockOffset {
    std::int64_t ns = 0, error = 0;
};

/// From a few round trips to an agent, of which the quickest counts.
Outcome<ClockOffset> measureClock(Connection& agent);

/// A machine where captures run, as an agent answers there.
class Machine {
public:
    /// `kit` = a folder that the target `portable` made; empty = this program itself is what is sent.
    Machine(Poller& poller, std::string target, std::filesystem::path kit)
        : m_connection(poller), m_target(std::move(target)), m_kitFolder(std::move(kit)) {}

    /// As it was typed.
    const std::string& name() const { return m_target; }
    /// As it calls itself; once it was connected to.
    const std::string& host() const { return m_host; }

    /// Connects, also again. Says so where the collector has to be sent.
    Outcome<void> connect(std::chrono::seconds firstAnswerWithin);
    Outcome<Words> ask(const Words& request) { return m_connection.ask(request); }
    Outcome<ClockOffset> measureClock() { return remote::measureClock(m_connection); }
    void close() { m_connection.close(); }
    /// Over all connections.
    std::uint64_t sentBytes() const { return m_connection.sentBytes(); }
    std::uint64_t receivedBytes() const { return m_connection.receivedBytes(); }

private:
    Connection m_connection;
    std::string m_target, m_host;
    std::filesystem::path m_kitFolder;
    std::optional<Kit> m_kit;
};

/// One offset from two that were measured before and after something: clocks drift.
ClockOffset between(const ClockOffset& before, const ClockOffset& after);

/// Why a machine cannot be used, as a sentence.
model::Message sentenceOf(const Failure& failure, const std::string& target);

}  // namespace app::remote
