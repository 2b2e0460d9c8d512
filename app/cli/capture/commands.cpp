// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/commands.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <span>
#include <vector>

#include "app/cli/capture/control.h"
#include "app/cli/capture/environment.h"
#include "app/cli/capture/option_values.h"
#include "app/cli/capture/output_name.h"
#include "app/cli/capture/run.h"
#include "app/cli/capture/session_folder.h"
#include "app/cli/capture/target.h"
#include "app/text/json.h"
#include "app/text/near_names.h"
#include "app/text/terminal.h"
#include "model/base/messages.h"

namespace app::capture {
namespace fs = std::filesystem;

namespace {

using Words = std::span<const std::string>;

/// An option of the small commands.
struct SmallOption {
    std::string_view name;
    char letter;  ///< 0 = none
    std::string_view value, meaning;
};
using SmallOptions = std::span<const SmallOption>;

struct CommandInfo {
    std::string_view name, usage, meaning;
    int (*run)(Words);
    std::uint8_t options;  ///< of which command; 0 = `small`
    SmallOptions small;
    HelpValue::Kind words;  ///< what stands beside its options
    std::string_view more;  ///< below them in the help
};

constexpr SmallOption kSession{"session", 0, "NAME", "Which session, where several are running"};
constexpr SmallOption kJson{"json", 0, "", "As JSON"};
constexpr SmallOption kOnlySession[]{kSession};
constexpr SmallOption kOfStatus[]{
    kSession,
    {"environment", 'e', "", "Check this machine: what can be captured, and what to do about the rest"},
    kJson,
    {"on", 0, "TARGET", "On another machine, see sightline help profile"}};
constexpr SmallOption kOfSessions[]{kJson, {"on", 0, "TARGET", "Those of another machine, see sightline help profile"}};
constexpr SmallOption kOfShutdown[]{
    kSession, {"kill", 0, "none|sigterm|sigkill|N", "The signal for the program [as the session was begun]"}};
constexpr SmallOption kOfRecover[]{{"output", 'o', "FILE", "The report [report%n]"},
                                   {"force-overwrite", 'f', "", "A report that is there may be replaced"},
                                   {"remove", 0, "", "What the session left goes, once its report is written"},
                                   {"json", 0, "", "The list as JSON"},
                                   {"on", 0, "TARGET",
                                    "Captures of profile --on whose reports are still there. With the name of one: "
                                    "stay with it, as if nothing had happened, and bring its report; with --remove: "
                                    "remove it as it is"}};

/// "-o --output": as they may be typed.
std::vector<std::string> namesOf(const SmallOption& o) {
    std::vector<std::string> out;
    if (o.letter) out.push_back({'-', o.letter});
    out.push_back("--" + std::string(o.name));
    return out;
}

/// What was typed of the small commands: "--name VALUE" or "--name=VALUE", and words.
struct Small {
    std::string session, kill, output;
    bool environment = false, overwrite = false, json = false, remove = false;
    std::vector<std::string> words;
    model::Message wrong;
};

Small parseSmall(Words words, SmallOptions options) {
    Small out;
    std::vector<std::string> all;
    for (const SmallOption& o : options)
        for (std::string& name : namesOf(o)) all.push_back(std::move(name));
    const std::string known = withSpaces(all);
    for (std::size_t i = 0; i < words.size() && out.wrong.empty(); ++i) {
        const std::size_t equals = words[i].starts_with("--") ? words[i].find('=') : words[i].npos;
        const std::string name = words[i].substr(0, equals);
        const bool isKnown = std::find(all.begin(), all.end(), name) != all.end();
        std::string* value = name == "--session"                  ? &out.session
                             : name == "--kill"                   ? &out.kill
                             : name == "-o" || name == "--output" ? &out.output
                                                                  : nullptr;
        if (words[i].empty() || words[i][0] != '-') out.words.push_back(words[i]);
        else if (!isKnown)
            out.wrong = withNear(known.empty() ? model::Message(model::MessageCode::CommandHasNoOptions, {name})
                                               : model::Message(model::MessageCode::OptionNotHere, {name, known}),
                                 name, {all.begin(), all.end()});
        else if (name == "-e" || name == "--environment") out.environment = true;
        else if (name == "--json") out.json = true;
        else if (name == "--remove") out.remove = true;
        else if (name == "-f" || name == "--force-overwrite") {
            out.overwrite = true;
            const auto given = equals != words[i].npos ? switchOf(words[i].substr(equals + 1))
                               : i + 1 < words.size()  ? switchOf(words[i + 1])
                                                       : std::nullopt;
            if (given) out.overwrite = *given, i += equals == words[i].npos;
        } else if (value && equals != words[i].npos) *value = words[i].substr(equals + 1);
        else if (value && i + 1 < words.size()) *value = words[++i];
        else out.wrong = {model::MessageCode::NeedsValue, {model::Argument::name(name)}};
    }
    return out;
}

/// The one session that is meant. Errors: there is none, or it is not clear which.
model::Result<fs::path> pick(const std::string& typed) {
    const std::string name = asSessionName(typed);
    std::vector<FoundSession> running = findSessions();
    std::erase_if(running, [&](const FoundSession& s) {
        return !s.running || (!name.empty() && s.name != name && s.folder.filename() != name);
    });
    if (running.size() == 1) return running.front().folder;
    std::string all;
    for (const FoundSession& s : running) all += (all.empty() ? "" : ", ") + s.folder.filename().string();
    if (!running.empty()) return model::refused({model::MessageCode::SeveralSessions, {all}});
    if (name.empty()) return model::refused(model::MessageCode::NoSessionRuns);
    return model::refused({model::MessageCode::NoSuchSession, {model::Argument::name(name)}});
}

/// Asks a running session, and prints what it answers. 0; 2 without a session; 3 where it could not be done.
int askSession(const std::string& name, std::vector<std::string> question, Answer* answerOut = nullptr) {
    const auto folder = pick(name);
    if (!folder) return printMessage(folder.error(), kUsage);
    const Answer answer = ask(*folder, question);
    if (answerOut) *answerOut = answer;
    if (!answer.reached) return printMessage(model::MessageCode::SessionHasEnded, kFailed);
    if (answer.silent) return printMessage(silence(*folder), kFailed);
    for (const auto& [key, value] : answer.facts)
        if (key == "report")
            printMessage({model::MessageCode::ReportOfSessionWritten, {model::Argument::file(value)}}, kFine);
    return answer.wrong.empty() ? kFine : printMessage(answer.wrong, kFailed);
}

model::Message complaintBefore(const CaptureOptions& o, bool writes) {
    if (model::Message wrong = complaintAboutLibrary(); !wrong.empty()) return wrong;
    return writes ? complaintAboutOutput(o) : model::Message();
}

int runProfile(Words words) {
    CaptureOptions o;
    if (const model::Message wrong = parseOptions(words, kProfile, o); !wrong.empty())
        return printMessage(wrong, kUsage);
    if (const model::Message wrong = complaintBefore(o, true); !wrong.empty()) return printMessage(wrong, kUsage);
    return profile(o, words);
}

/// Sessions that `sightline start` made, and that wait for a program.
bool waitsForProgram(const fs::path& folder) {
    const Answer answer = ask(folder, std::vector<std::string>{"status"});
    return answer.reached && !answer.silent &&
           std::none_of(answer.facts.begin(), answer.facts.end(), [](const auto& f) { return f.first == "program"; });
}

int runLaunch(Words words) {
    CaptureOptions o;
    if (const model::Message wrong = parseOptions(words, kLaunch, o); !wrong.empty())
        return printMessage(wrong, kUsage);
    if (const model::Message wrong = complaintBefore(o, o.rangeBy != RangeBy::None); !wrong.empty())
        return printMessage(wrong, kUsage);
    if (!o.session.empty()) {
        const auto folder = pick(o.session);
        return folder ? launch(o, words, *folder) : printMessage(folder.error(), kUsage);
    }
    if (o.sessionName.empty())
        for (const FoundSession& s : findSessions())
            if (s.running && waitsForProgram(s.folder)) return launch(o, words, s.folder);
    return launch(o, words, {});
}

int runStart(Words words) {
    CaptureOptions o;
    if (const model::Message wrong = parseOptions(words, kStart, o); !wrong.empty()) return printMessage(wrong, kUsage);
    if (const model::Message wrong = complaintBefore(o, true); !wrong.empty()) return printMessage(wrong, kUsage);
    std::vector<std::string> question{"start", fs::current_path().string()};
    question.insert(question.end(), words.begin(), words.end());
    const std::vector<FoundSession> all = findSessions();
    const bool any = std::any_of(all.begin(), all.end(), [](const FoundSession& s) { return s.running; });
    if (o.sessionName.empty() && (any || !o.session.empty())) return askSession(o.session, question);
    return startSession(o, words);
}

int runStop(Words words) {
    const Small o = parseSmall(words, kOnlySession);
    return o.wrong.empty() ? askSession(o.session, {"stop"}) : printMessage(o.wrong, kUsage);
}

int runCancel(Words words) {
    const Small o = parseSmall(words, kOnlySession);
    return o.wrong.empty() ? askSession(o.session, {"cancel"}) : printMessage(o.wrong, kUsage);
}

int runSnapshot(Words words) {
    const Small o = parseSmall(words, kOnlySession);
    return o.wrong.empty() ? askSession(o.session, {"snapshot"}) : printMessage(o.wrong, kUsage);
}

int runShutdown(Words words) {
    const Small o = parseSmall(words, kOfShutdown);
    if (!o.wrong.empty()) return printMessage(o.wrong, kUsage);
    std::vector<std::string> question{"shutdown"};
    if (!o.kill.empty()) question.push_back(o.kill);
    return askSession(o.session, question);
}

/// A value is a number where it reads as one.
void factJson(const std::string& key, const std::string& value, JsonWriter& json) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    json.key(key);
    if (error == std::errc() && end == value.data() + value.size()) json.value(number);
    else json.value(std::string_view(value));
}

/// Of ns.
std::string secondsOf(const std::string& ns) { return fmt::format("{:.3f} s", std::strtod(ns.c_str(), nullptr) / 1e9); }

int runStatus(Words words) {
    const Small o = parseSmall(words, kOfStatus);
    if (!o.wrong.empty()) return printMessage(o.wrong, kUsage);
    if (o.environment) {
        const std::vector<Check> checks = checkMachine();
        app::print(o.json ? checksAsJson(checks) : checksAsText(checks), stdout);
        return std::any_of(checks.begin(), checks.end(),
                           [](const Check& c) { return c.state == Check::State::Prevents; })
                   ? 1
                   : kFine;
    }
    Answer answer;
    const int result = askSession(o.session, {"status"}, &answer);
    JsonWriter json;
    json.beginObject();
    for (const auto& [key, value] : answer.facts) {
        if (o.json) factJson(key, value, json);
        else app::print(fmt::format("{:<10} {}\n", key, key == "since" ? secondsOf(value) : value), stdout);
    }
    if (!answer.ended.empty() && !o.json)
        app::print(fmt::format("{:<10} {}\n", "ended", model::english(answer.ended)), stdout);
    if (!answer.ended.empty()) json.key("ended"), writeMessage(answer.ended, json);
    if (o.json && answer.reached) std::puts(json.endObject().take().c_str());
    return result;
}

int listSessions(bool leftOnly, bool asJson) {
    JsonWriter json;
    json.beginArray();
    for (const FoundSession& s : findSessions()) {
        if (s.running && leftOnly) continue;
        const Answer answer = s.running ? ask(s.folder, std::vector<std::string>{"status"}) : Answer();
        std::string state = answer.silent ? "does not answer" : "left";
        for (const auto& [key, value] : answer.facts)
            if (key == "state") state = value;
        if (asJson)
            json.beginObject()
                .key("state")
                .value(std::string_view(state))
                .key("name")
                .value(std::string_view(s.name))
                .key("folder")
                .value(std::string_view(s.folder.native()))
                .endObject();
        else app::print(fmt::format("{:<10} {:<24} {}\n", state, s.name, s.folder.native()), stdout);
    }
    if (asJson) std::puts(json.endArray().take().c_str());
    return kFine;
}

int runSessions(Words words) {
    const Small o = parseSmall(words, kOfSessions);
    if (!o.wrong.empty()) return printMessage(o.wrong, kUsage);
    const bool list = o.words.empty() || (o.words.size() == 1 && o.words[0] == "list");
    return list ? listSessions(false, o.json)
                : printMessage({model::MessageCode::SessionsTakesNo, {model::Argument::name(o.words[0])}}, kUsage);
}

int runRecover(Words words) {
    const Small small = parseSmall(words, kOfRecover);
    if (!small.wrong.empty()) return printMessage(small.wrong, kUsage);
    if (small.words.empty()) return listSessions(true, small.json);
    if (small.words.size() > 1) return printMessage(model::MessageCode::RecoverTakesOne, kUsage);
    CaptureOptions o;
    if (!small.output.empty()) o.output = small.output;
    o.overwrite = small.overwrite;
    if (const model::Message wrong = complaintAboutOutput(o); !wrong.empty()) return printMessage(wrong, kUsage);
    return recover(small.words[0], o, small.remove);
}

constexpr std::string_view kProfileMore =
    "\nThe exit code is the program's, and a signal that ended it ends this, too; 0 where the capture ended it. 2: the words do not fit, or\n"
    "something is in the way, and nothing was run; 3: no report although the program ended with 0; 126, 127: the program cannot be run,\n"
    "or is not there. A program that used nothing of what is traced, or for which no capture began, has a report, too: it says what was\n"
    "looked for and why nothing came. Only one that was cancelled has none.\n"
    "\nExamples:\n"
    "  sightline profile python train.py\n"
    "  sightline profile -t cuda,nvtx -o run%p -f true torchrun --nproc-per-node=2 train.py\n"
    "  sightline profile -c cudaProfilerApi --capture-range-end=stop python train.py\n"
    "  sightline profile -c nvtx -p step@* --capture-range-end=repeat:3 ./app\n"
    "  sightline profile -y 30 -d 5 --kill=none ./server\n"
    "  sightline profile --flight-recorder=30 --slow-step=1.5 --stall=60 torchrun train.py\n"
    "  sightline profile --on ssh:me@gpu1 -o far python train.py\n"
    "  sightline profile --on ssh:gpu1 --on ssh:gpu2 ./run_ranks\n";

using Kind = HelpValue::Kind;
constexpr CommandInfo kCommands[] = {
    {"profile",
     "[options] program [arguments]",
     "Run a program, capture it and write a report",
     runProfile,
     kProfile,
     {},
     Kind::Program,
     kProfileMore},
    {"launch",
     "[options] program [arguments]",
     "Run a program that start and stop capture parts of",
     runLaunch,
     kLaunch,
     {},
     Kind::Program,
     "\nExamples:\n  sightline launch --session-new=train python train.py\n  sightline start --session=train -o part1; sightline stop --session=train   (elsewhere)\n"},
    {"start",
     "[options]",
     "Begin a capture in a session; without one, begin one that waits for launch",
     runStart,
     kStart,
     {},
     Kind::None,
     "\nExamples:\n  sightline start -o part1 -d 10\n"},
    {"stop",
     "[options]",
     "End a capture and write its report; the program goes on",
     runStop,
     0,
     kOnlySession,
     Kind::None,
     {}},
    {"snapshot",
     "[options]",
     "Write a report of what a flight recorder keeps; the capture goes on",
     runSnapshot,
     0,
     kOnlySession,
     Kind::None,
     {}},
    {"cancel",
     "[options]",
     "End a capture without a report; the program goes on",
     runCancel,
     0,
     kOnlySession,
     Kind::None,
     {}},
    {"status",
     "[options]",
     "Print the state of a session; -e: what this machine allows",
     runStatus,
     0,
     kOfStatus,
     Kind::None,
     {}},
    {"sessions",
     "[list]",
     "List sessions, and those that ended without a report",
     runSessions,
     0,
     kOfSessions,
     Kind::None,
     {}},
    {"shutdown",
     "[options]",
     "End a session: write its report, end its program",
     runShutdown,
     0,
     kOfShutdown,
     Kind::None,
     {}},
    {"recover",
     "[folder] [options]",
     "Make a report of what a killed session left; without a folder, list what is there",
     runRecover,
     0,
     kOfRecover,
     Kind::Folder,
     {}},
};

std::vector<HelpGroup> groupsOf(const CommandInfo& c) {
    if (c.options) return optionGroups(static_cast<Command>(c.options));
    HelpGroup out{"Options", {}};
    for (const SmallOption& o : c.small)
        out.options.push_back({namesOf(o), helpValue(o.value), std::string(o.meaning)});
    return {out};
}

int printHelp(const CommandInfo& c) {
    std::string text = fmt::format("{}.\n\nsightline {} {}\n", c.meaning, c.name, c.usage);
    for (const HelpGroup& group : groupsOf(c)) text += helpLines(group);
    std::fputs((text + std::string(c.more)).c_str(), stdout);
    return kFine;
}

/// --help before the program's own words begin.
bool asksForHelp(Words words) {
    for (const std::string& word : words) {
        if (word == "-h" || word == "--help" || word.starts_with("--help=")) return true;
        if (word.empty() || word[0] != '-' || word == "--") return false;
    }
    return false;
}

}  // namespace

std::optional<int> runCommand(std::span<const std::string> words) {
    if (words.empty()) return std::nullopt;
    for (const CommandInfo& c : kCommands)
        if (c.name == words[0]) return asksForHelp(words.subspan(1)) ? printHelp(c) : c.run(words.subspan(1));
    return std::nullopt;
}

std::vector<std::string_view> commandNames() {
    std::vector<std::string_view> out;
    for (const CommandInfo& c : kCommands) out.push_back(c.name);
    return out;
}

std::vector<HelpPage> helpPages() {
    std::vector<HelpPage> out;
    for (const CommandInfo& c : kCommands)
        out.push_back({std::string(c.name),
                       std::string(c.usage),
                       std::string(c.meaning),
                       groupsOf(c),
                       {c.words},
                       {},
                       std::string(c.more)});
    return out;
}

std::string commandList() {
    std::string out = "Capture:\n";
    for (const CommandInfo& c : kCommands) out += fmt::format("  {:27} {}\n", c.name, c.meaning);
    return out;
}

}  // namespace app::capture
