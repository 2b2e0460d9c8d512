// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote/machine.h"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cstdlib>

#include "app/cli/capture/steady_clock.h"
#include "app/text/print_message.h"
#include "app/text/progress_line.h"
#include "model/base/messages.h"
#include "model/base/time.h"

#include "sightline_version.h"

namespace app::remote {
namespace {

constexpr std::int64_t kTellEvery = 2 * capture::kSecond;

std::string megabytes(double bytes) { return fmt::format("{:.1f} MB", bytes / 1e6); }

}  // namespace

Outcome<void> Machine::connect(std::chrono::seconds firstAnswerWithin) {
    const auto transport = transportOf(m_target);
    if (!transport) return refusal(model::sentenceOf(transport.error()));
    if (!m_kit) {
        auto kit = m_kitFolder.empty() ? Kit::ofThisProgram() : Kit::inFolder(m_kitFolder);
        if (!kit) return refusal(model::sentenceOf(kit.error()));
        m_kit = std::move(*kit);
    }
    ProgressLine line;
    BootOptions options;
    options.firstAnswerWithin = firstAnswerWithin;
    options.sends = [&](std::uint64_t bytes) {
        printMessage({model::MessageCode::SendsCollector, {m_target, megabytes(static_cast<double>(bytes))}}, 0);
    };
    std::int64_t began = 0, told = 0;
    options.progress = [&](std::uint64_t sent, std::uint64_t all) {
        const std::int64_t now = capture::monotonicNow();
        if (began == 0) began = told = now;
        const double seconds = std::max(1e-3, static_cast<double>(now - began) / 1e9);
        const std::string done =
            fmt::format("{} / {}, {}/s", megabytes(static_cast<double>(sent)), megabytes(static_cast<double>(all)),
                        megabytes(static_cast<double>(sent) / seconds));
        line.show(m_target + ": " + done);
        if (::isatty(STDERR_FILENO) || now - told < kTellEvery) return;
        told = now;  // in the window, and in logs
        printMessage({model::MessageCode::WithReason, {m_target, done}}, 0);
    };
    if (auto booted = boot(m_connection, *transport, *m_kit, options); !booted) {
        m_connection.close();
        return booted;
    }
    line.clear();
    const auto hello = m_connection.ask({"hello", SIGHTLINE_VERSION});
    if (!hello) return tl::unexpected(hello.error());
    if (hello->size() < 3 || hello->front() != "hello")
        return tl::unexpected(Failure{Failure::Kind::Broken, model::MessageCode::TransportGarbage});
    if ((*hello)[1] != SIGHTLINE_VERSION)
        return refusal({model::MessageCode::CollectorOther, {m_target, (*hello)[1], SIGHTLINE_VERSION}});
    m_host = (*hello)[2];
    return {};
}

Outcome<ClockOffset> measureClock(Connection& agent) {
    constexpr int kRounds = 8;
    ClockOffset best{0, -1};
    for (int i = 0; i < kRounds; ++i) {
        const std::int64_t before = capture::clockNow(CLOCK_REALTIME);
        const auto answer = agent.ask({"clock"});
        const std::int64_t after = capture::clockNow(CLOCK_REALTIME);
        if (!answer) return tl::unexpected(answer.error());
        const std::int64_t there = answer->size() < 2 ? 0 : std::strtoll((*answer)[1].c_str(), nullptr, 10),
                           error = (after - before + 1) / 2;
        if (there <= 0 || there > model::kTimeLimit)
            return tl::unexpected(Failure{Failure::Kind::Broken, model::MessageCode::TransportGarbage});
        if (best.error < 0 || error < best.error) best = {there - before - (after - before) / 2, error};
    }
    return best;
}

ClockOffset between(const ClockOffset& before, const ClockOffset& after) {
    const std::int64_t drift = after.ns - before.ns;
    return {before.ns + drift / 2, std::max(before.error, after.error) + std::abs(drift) / 2};
}

model::Message sentenceOf(const Failure& failure, const std::string& target) {
    if (failure.kind == Failure::Kind::Refused) return failure.why;
    if (failure.kind == Failure::Kind::Stopped) return model::MessageCode::InterruptedBeforeRun;
    return {model::MessageCode::TargetUnreachable, {target, failure.why}};
}

}  // namespace app::remote
