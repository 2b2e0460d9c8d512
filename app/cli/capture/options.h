// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/recorder/recorder_triggers.h"
#include "app/text/help_page.h"
#include "collectors/process/options.h"
#include "model/base/message.h"

namespace app::capture {

/// Commands that options of a capture belong to, as bits.
enum Command : std::uint8_t { kProfile = 1, kLaunch = 2, kStart = 4 };

enum class RangeBy : std::uint8_t { None, ProfilerApi, Nvtx };
/// What the end of a range means.
enum class RangeEnd : std::uint8_t {
    None,            ///< nothing: the capture goes on
    Stop,            ///< the capture ends, the program goes on
    StopShutdown,    ///< … and the program is ended, too
    Repeat,          ///< each range is a capture of its own
    RepeatShutdown,  ///< … and the last one ends the program
};

/// A capture as it was asked for.
struct CaptureOptions {
    collectors::Options collect;      ///< what the processes are told; `folder` is not used
    std::string output = "report%n";  ///< with its places, without what replaces them
    std::string outputFolder;
    bool overwrite = false;
    bool showOutput = true;
    bool stopOnExit = true;
    RangeBy rangeBy = RangeBy::None;
    RangeEnd rangeEnd = RangeEnd::StopShutdown;
    bool rangeEndGiven = false;
    unsigned repeats = 0;        ///< ranges at most; 0 = any number
    std::uint64_t maxBytes = 0;  ///< of all spools; 0 = as the disk has room
    std::int64_t delayNs = 0;
    std::int64_t durationNs = 0;  ///< 0 = until the program ends
    std::int64_t keepNs = 0;      ///< the flight recorder keeps so much; 0 = all is kept
    recorder::TriggerOptions triggers;
    std::vector<std::pair<std::string, std::string>> environment;
    bool inheritEnvironment = true;
    std::string sessionName;   ///< of a new session; with its places
    std::string session;       ///< of one that is there
    int killSignal = SIGTERM;  ///< 0 = none
    bool waitForAll = true;
    std::string pythonFunctions;  ///< file that says which functions of Python have ranges; empty = none
    std::string pytorch;          ///< "autograd-nvtx,functions-trace": what PyTorch says of itself
    bool stats = false;
    std::vector<std::string> exports;     ///< keys of export formats
    std::vector<std::string> untraced;    ///< what was asked for and is not captured by this version
    std::vector<model::Message> remarks;  ///< about options that count for less than they say
    std::vector<std::string> program;     ///< with its arguments
    std::vector<std::string> targets;     ///< other machines where it runs (app/cli/remote); none = this one
    std::string targetFolder;             ///< the folder there that the program runs in; empty = home
    std::string kitFolder;                ///< what is sent there; empty = this program
    bool keepThere = false;               ///< what the capture leaves there stays
};

/// Reads what was typed behind the name of the command. What is wrong, or nothing. Options of
/// later kinds are taken and end up in `untraced`; unknown ones and those that exclude each other are refused.
model::Message parseOptions(std::span<const std::string> words, Command command, CaptureOptions& options);

/// The words without some options, by their names in the table: for a command that runs elsewhere. What stands behind
/// the options stays.
std::vector<std::string> wordsWithout(std::span<const std::string> words, std::span<const std::string_view> names);

/// What is wrong with options that stand together, or nothing. parseOptions() has asked.
model::Message clashIn(const CaptureOptions& options, Command command);

/// One line of the table of options.
struct OptionInfo {
    enum class Group : std::uint8_t { Trace, Sampling, Range, Program, Output, Session, Later };

    std::string_view name;      ///< without dashes
    char letter;                ///< 0 = none
    std::string_view value;     ///< as the help shows it; "true|false" may be left out when typed
    std::string_view standard;  ///< in effect when it is not given
    std::string_view meaning;
    Group group;
    std::uint8_t commands;
    /// Takes the value, or says what is wrong with it. Null: of a later kind; see asksForNothing().
    model::Message (*take)(CaptureOptions&, std::string_view value);
    /// Another option without which this one has no effect, as it is typed, and whether it is there.
    struct Need {
        std::string_view typed;
        bool (*given)(const CaptureOptions&) = nullptr;
    };
    Need needs = {};
    /// Words that shells offer where `value` does not list them: "stop|repeat", or "sqlite,csv" where several may
    /// stand.
    std::string_view words = {};
    bool isSwitch() const { return value == "true|false"; }
    /// May be given several times, and each counts.
    bool mayRepeat() const { return name == "env-var" || name == "export" || name == "on"; }
};

std::span<const OptionInfo> optionTable();
/// By what was typed ("--trace", "-t"), other spellings too; null = unknown.
const OptionInfo* findOption(std::string_view typed);

/// The value that was typed, as this version calls it.
std::string_view valueOf(const OptionInfo& option, std::string_view typed);

/// Whether a value of an option of a later kind asks for nothing that would be missed.
bool asksForNothing(const OptionInfo& option, std::string_view value);

/// What an option means, with the kinds that -t may name.
std::string meaningOf(const OptionInfo& option);

/// The options of a command in groups; of the last one the values are of no consequence.
std::vector<HelpGroup> optionGroups(Command command);

}  // namespace app::capture
