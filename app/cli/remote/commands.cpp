// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote/commands.h"

#include <cstdio>
#include <string_view>
#include <vector>

#include "app/cli/capture/option_values.h"
#include "app/cli/capture/options.h"
#include "app/cli/capture/output_name.h"
#include "app/cli/capture/run.h"
#include "app/cli/capture/target.h"
#include "app/cli/remote/agent.h"
#include "app/cli/remote/machine.h"
#include "app/cli/remote/remote_capture.h"
#include "app/cli/remote/run_folder.h"
#include "app/cli/remote/several.h"
#include "app/text/json.h"
#include "app/text/print_message.h"
#include "app/text/terminal.h"
#include "model/base/messages.h"

namespace app::remote {
namespace {

using capture::CaptureOptions;
using capture::kFailed;
using capture::kFine;
using capture::kUsage;
using StringSpan = std::span<const std::string>;

constexpr std::chrono::seconds kAnyTime{24 * 3600};

/// Options that count here: where, and what becomes of the report.
constexpr std::string_view kOfHere[] = {"on",
                                        "on-folder",
                                        "on-kit",
                                        "keep-there",
                                        "output",
                                        "output-dir",
                                        "force-overwrite",
                                        "stats",
                                        "export",
                                        "session-new",
                                        "python-functions-trace"};

std::optional<int> runProfile(StringSpan words) {
    CaptureOptions options;
    if (!capture::parseOptions(words, capture::kProfile, options).empty() || options.targets.empty())
        return std::nullopt;
    const std::string typed = capture::asTyped("profile", words);
    const std::vector<std::string> there = capture::wordsWithout(words, kOfHere);
    if (options.targets.size() > 1) return profileOnSeveral(options, typed, there);
    RemoteCapture one(options.targets.front(), options);
    if (const int code = one.connect()) return code;
    const int code = one.run(typed, there);
    if (one.status() != 0) capture::endAs(one.status());
    return code;
}

/// `--name VALUE` and `--name=VALUE` among the words, which are gone from there then.
std::optional<std::string> takeOption(std::vector<std::string>& words, std::string_view name) {
    for (auto at = words.begin(); at != words.end(); ++at) {
        const bool joined = at->starts_with(name) && at->size() > name.size() && (*at)[name.size()] == '=';
        if (!joined && (*at != name || std::next(at) == words.end())) continue;
        std::string value = joined ? at->substr(name.size() + 1) : *std::next(at);
        words.erase(at, at + (joined ? 1 : 2));
        return value;
    }
    return std::nullopt;
}

bool takeSwitch(std::vector<std::string>& words, std::string_view name) {
    return std::erase(words, std::string(name)) > 0;
}

int complainOf(const Failure& failure, const std::string& target) {
    return printMessage(sentenceOf(failure, target), kFailed);
}

/// What a command of this program prints there.
int runThere(Machine& machine, const std::vector<std::string>& words) {
    std::vector<std::string> request{"do"};
    request.insert(request.end(), words.begin(), words.end());
    const auto done = machine.ask(request);
    if (!done) return complainOf(done.error(), machine.name());
    if (done->size() < 4) return kFailed;
    app::print((*done)[3], stderr);
    app::print((*done)[2], stdout);
    return std::atoi((*done)[1].c_str());
}

std::string_view wordOfState(const std::string& state) {
    switch (static_cast<RunFolder::State>(std::atoi(state.c_str()))) {
    case RunFolder::State::Running: return "running";
    case RunFolder::State::Ended: return "ended";
    default: return "left";
    }
}

/// What lies there, of captures whose reports nobody brought.
int listThere(Machine& machine, bool asJson) {
    const auto all = machine.ask({"list"});
    if (!all) return complainOf(all.error(), machine.name());
    JsonWriter json;
    json.beginArray();
    for (std::size_t i = 1; i + 2 < all->size(); i += 3) {
        const std::string &id = (*all)[i], &typed = (*all)[i + 2];
        const std::string_view state = wordOfState((*all)[i + 1]);
        if (asJson)
            json.beginObject()
                .key("state")
                .value(state)
                .key("capture")
                .value(std::string_view(id))
                .key("typed")
                .value(std::string_view(typed))
                .endObject();
        else app::print(fmt::format("{:<10} {:<24} {}\n", state, id, typed), stdout);
    }
    if (asJson) std::puts(json.endArray().take().c_str());
    return kFine;
}

/// Options of `recover` that count for a capture on another machine.
constexpr std::string_view kOfRecover = "--on --on-kit -o --output -f --force-overwrite --keep-there --remove --json";

int recoverThere(const std::string& target, const std::string& kit, std::vector<std::string> words) {
    CaptureOptions options;
    options.kitFolder = kit;
    for (const std::string_view name : {"-o", "--output"})
        if (auto output = takeOption(words, name)) options.output = std::move(*output);
    for (const std::string_view name : {"-f", "--force-overwrite"}) options.overwrite |= takeSwitch(words, name);
    options.keepThere = takeSwitch(words, "--keep-there");
    const bool json = takeSwitch(words, "--json"), removes = takeSwitch(words, "--remove");
    for (const std::string& word : words)
        if (word.starts_with('-')) return printMessage({model::MessageCode::OptionNotHere, {word, kOfRecover}}, kUsage);
    if (words.size() > 1) return printMessage(model::MessageCode::RecoverTakesOne, kUsage);
    if (words.empty() || removes) {
        Poller poller;
        Machine machine(poller, target, kit);
        if (const auto connected = machine.connect(kAnyTime); !connected) return complainOf(connected.error(), target);
        if (words.empty()) return listThere(machine, json);
        const auto removed = machine.ask({"remove", words.front(), "all"});
        return removed ? kFine : complainOf(removed.error(), target);
    }
    if (const model::Message wrong = capture::complaintAboutOutput(options); !wrong.empty())
        return printMessage(wrong, kUsage);
    RemoteCapture one(target, options);
    if (const int code = one.connect()) return code;
    return one.join(words.front());
}

int runOnTarget(const std::string& command, const std::string& target, std::vector<std::string> words) {
    const std::string kit = takeOption(words, "--on-kit").value_or(std::string());
    if (command == "recover") return recoverThere(target, kit, std::move(words));
    Poller poller;
    Machine machine(poller, target, kit);
    if (const auto connected = machine.connect(kAnyTime); !connected) return complainOf(connected.error(), target);
    words.insert(words.begin(), command);
    return runThere(machine, words);
}

}  // namespace

std::optional<int> runCommand(std::span<const std::string> words) {
    if (words.empty()) return std::nullopt;
    const std::string& command = words.front();
    if (command == "agent") return runAgent();
    if (command == "profile") return runProfile(words.subspan(1));
    if (command != "status" && command != "sessions" && command != "recover") return std::nullopt;
    std::vector<std::string> rest(words.begin() + 1, words.end());
    const auto target = takeOption(rest, "--on");
    return target ? std::optional(runOnTarget(command, *target, std::move(rest))) : std::nullopt;
}

}  // namespace app::remote
