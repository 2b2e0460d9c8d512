// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote/several.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <optional>

#include "app/cli/capture/output_name.h"
#include "app/cli/capture/run.h"
#include "app/cli/capture/target.h"
#include "app/cli/remote/frames.h"
#include "app/cli/remote/remote_capture.h"
#include "app/cli/remote/signals.h"
#include "app/text/print_message.h"
#include "importers/merge.h"
#include "model/base/messages.h"
#include "model/rep/rep_writer.h"

namespace app::remote {
namespace fs = std::filesystem;
using capture::CaptureOptions;
using capture::kFailed;
using capture::kFine;
using capture::kUsage;

namespace {

/// What one of them brought: how its process ended, its clock and its reports.
struct Brought {
    std::string target;
    pid_t pid = 0;
    model::Handle fromIt, toIt;
    FrameReader frames;
    bool mayConnect = false, isReady = false;
    int status = kFailed << 8;
    std::optional<ClockOffset> clock;
    std::vector<std::string> reports;
};

void tell(int to, const Words& words) {
    const std::string frame = frameOf(words);
    [[maybe_unused]] const auto written = ::write(to, frame.data(), frame.size());
}

/// The name of the report of one target: with its own place in it, where the name has none.
std::string nameOfOne(const std::string& output, std::size_t index) {
    if (output.find("%h") != output.npos) return output;
    const fs::path path(output);
    const bool isReport = path.extension() == ".rep";
    const std::string stem = isReport ? path.stem().string() : path.filename().string();
    return (path.parent_path() / (stem + "-" + std::to_string(index + 1) + "-%h.rep")).string();
}

std::string nameOfAll(std::string output) {
    for (std::size_t at; (at = output.find("%h")) != output.npos;) output.replace(at, 2, "all");
    return output;
}

/// In a process of its own: connects when it is its turn, waits with its program until all are ready, and tells what it
/// brought.
[[noreturn]] void captureOne(CaptureOptions options, std::size_t index, const std::string& typed,
                             const std::vector<std::string>& words, int fromParent, int toParent) {
    options.output = nameOfOne(options.output, index);
    if (!options.sessionName.empty()) options.sessionName += "-" + std::to_string(index + 1);
    RemoteCapture one(options.targets[index], options);
    char go = 0;
    if (!one.waitFor(fromParent) || ::read(fromParent, &go, 1) != 1) ::_exit(kUsage);
    if (const int code = one.connect()) ::_exit(code);
    tell(toParent, {"ready"});
    if (!one.waitFor(fromParent) || ::read(fromParent, &go, 1) != 1) ::_exit(kUsage);
    const int code = one.run(typed, words);
    Words result{"done"};
    if (one.clock()) result.insert(result.end(), {std::to_string(one.clock()->ns), std::to_string(one.clock()->error)});
    else result.insert(result.end(), {"", ""});
    for (const fs::path& report : one.reports()) result.push_back(report.string());
    tell(toParent, result);
    std::fflush(nullptr);
    if (one.status() != 0) capture::endAs(one.status());
    ::_exit(code);
}

void hear(Brought& one) {
    char buffer[4096];
    const ssize_t n = ::read(one.fromIt.get(), buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) return;
    if (n <= 0) {
        one.fromIt = {};
        while (::waitpid(one.pid, &one.status, 0) < 0 && errno == EINTR) {}
        return;
    }
    one.frames.add({buffer, static_cast<std::size_t>(n)});
    while (const auto words = one.frames.next()) {
        one.isReady |= words->front() == "ready";
        if (words->front() != "done" || words->size() < 3) continue;
        if (!(*words)[1].empty())
            one.clock = ClockOffset{std::strtoll((*words)[1].c_str(), nullptr, 10),
                                    std::strtoll((*words)[2].c_str(), nullptr, 10)};
        one.reports.assign(words->begin() + 3, words->end());
    }
}

/// One after the other: a password that is asked for is that of one machine.
void letConnect(std::vector<Brought>& all) {
    const auto next = std::find_if(all.begin(), all.end(), [](const Brought& b) { return !b.isReady; });
    if (next == all.end() || !next->toIt.valid() || std::exchange(next->mayConnect, true)) return;
    [[maybe_unused]] const auto told = ::write(next->toIt.get(), "c", 1);
}

/// They begin once the last one is ready; where one cannot, none does.
void letBegin(std::vector<Brought>& all) {
    const bool ready = std::all_of(all.begin(), all.end(), [](const Brought& b) { return b.isReady; });
    const bool failed =
        std::any_of(all.begin(), all.end(), [](const Brought& b) { return !b.isReady && !b.fromIt.valid(); });
    for (Brought& b : all) {
        if (!(ready || failed) || !b.toIt.valid()) continue;
        if (ready) [[maybe_unused]]
            const auto told = ::write(b.toIt.get(), "g", 1);
        b.toIt = {};
    }
}

/// Until all have ended. What is typed at the terminal they have themselves; what is sent to this process is for all.
void waitForAll(std::vector<Brought>& all, Poller& poller) {
    for (Brought& b : all)
        poller.serve(b.fromIt.get(), [&all, &b, &poller, fd = b.fromIt.get()] {
            hear(b);
            if (!b.fromIt.valid()) poller.forget(fd);
            letConnect(all);
            letBegin(all);
            if (std::none_of(all.begin(), all.end(), [](const Brought& one) { return one.fromIt.valid(); }))
                poller.stop();
        });
    letConnect(all);
    while (!poller.isStopped()) poller.wait(-1, 0, Poller::Clock::now() + std::chrono::hours(1));
}

void reportClocks(const std::vector<Brought>& all) {
    for (const Brought& b : all) {
        if (!b.clock) continue;
        const bool behind = b.clock->ns < 0;
        printMessage({behind ? model::MessageCode::ClockThereBehind : model::MessageCode::ClockThere,
                      {b.target, model::Argument::duration(std::abs(static_cast<double>(b.clock->ns))),
                       model::Argument::duration(static_cast<double>(b.clock->error))}},
                     kFine);
    }
}

/// One report of the first one of each.
int merge(const CaptureOptions& options, const std::vector<Brought>& all) {
    std::vector<importers::MergeFile> files;
    for (const Brought& b : all) {
        if (b.reports.empty()) return printMessage({model::MessageCode::NotMerged, {b.target}}, kFailed);
        importers::MergeFile file{b.reports.front(), {}};
        if (b.clock && all.front().clock) file.offset = b.clock->ns - all.front().clock->ns;
        files.push_back(std::move(file));
    }
    const auto store = model::EventStore::create();
    if (const auto opened = importers::openMerged(files, *store); !opened)
        return printMessage(model::sentenceOf(opened.error()), kFailed);
    const fs::path to = capture::outputFile(options, {}, 1, false);
    capture::makeOutputFolder(options, to);
    if (const auto written = model::writeRep(*store->snapshot(), to); !written)
        return printMessage(model::sentenceOf(written.error()), kFailed);
    capture::reportWritten(to);
    return kFine;
}

}  // namespace

int profileOnSeveral(const CaptureOptions& options, const std::string& typed, const std::vector<std::string>& words) {
    CaptureOptions whole = options;
    whole.output = nameOfAll(options.output);
    if (const model::Message wrong = capture::complaintAboutOutput(whole); !wrong.empty())
        return printMessage(wrong, kUsage);
    std::vector<Brought> all(options.targets.size());
    Poller poller;
    const Signals signals(poller, [&all](int number, bool byTerminal) {
        for (const Brought& b : all)
            if (!byTerminal && b.fromIt.valid()) ::kill(b.pid, number);
    });
    for (std::size_t i = 0; i < all.size(); ++i) {
        int up[2], down[2];
        if (::pipe2(up, O_CLOEXEC) != 0 || ::pipe2(down, O_CLOEXEC) != 0) return kFailed;
        all[i].target = options.targets[i];
        all[i].pid = ::fork();
        if (all[i].pid == 0) {
            for (Brought& b : all) b.fromIt = {}, b.toIt = {};
            ::close(up[0]), ::close(down[1]);
            captureOne(options, i, typed, words, down[0], up[1]);
        }
        ::close(up[1]), ::close(down[0]);
        all[i].fromIt = model::Handle(up[0]), all[i].toIt = model::Handle(down[1]);
    }
    waitForAll(all, poller);
    reportClocks(all);
    const int merged = merge(whole, all);
    for (const Brought& b : all)
        if (b.status != 0) return WIFEXITED(b.status) ? WEXITSTATUS(b.status) : 128 + WTERMSIG(b.status);
    return merged;
}

}  // namespace app::remote
