// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/options.h"

#include <fmt/format.h>
#include <algorithm>
#include <set>

#include "app/cli/capture/option_values.h"
#include "model/base/edit_distance.h"

namespace app::capture {
namespace {

std::string unknownOption(std::string_view typed) {
    const OptionInfo* near = nullptr;
    std::size_t best = 4;
    for (const OptionInfo& o : optionTable())
        if (const std::size_t d = typed.starts_with("--") ? model::editDistance(typed.substr(2), o.name) : best;
            d < best)
            best = d, near = &o;
    const std::string hint =
        near ? fmt::format(" Did you mean --{}?", near->name) : " sightline profile --help lists all.";
    return fmt::format("There is no option {}.{}", typed, hint);
}

/// An option as it stands in the words: `--name=value`, `--name value`, `-nvalue`, `-n value`; a switch may stand
/// alone.
struct Typed {
    std::string name;
    std::string value;
    bool hasValue = false;
};

Typed split(const std::string& word) {
    if (word.starts_with("--")) {
        const std::size_t equals = word.find('=');
        if (equals == word.npos) return {word, {}, false};
        return {word.substr(0, equals), word.substr(equals + 1), true};
    }
    if (word.size() == 2) return {word, {}, false};
    return {word.substr(0, 2), word.substr(word[2] == '=' ? 3 : 2), true};
}

std::string takeLater(const OptionInfo& info, const std::string& value, CaptureOptions& options) {
    if (!asksForNothing(info, value)) options.untraced.emplace_back(info.name);
    return {};
}

std::string namesOfCommands(std::uint8_t commands) {
    std::string out;
    for (const auto& [command, name] :
         {std::pair(kProfile, "profile"), std::pair(kLaunch, "launch"), std::pair(kStart, "start")})
        if (commands & command) out += (out.empty() ? "" : " and ") + std::string(name);
    return out;
}

struct Given {
    std::set<std::string_view> names;
    std::vector<const OptionInfo*> dependent;  ///< with values that ask for something
};

/// The option at `at`, which moves behind it.
std::string takeOne(std::span<const std::string> words, std::size_t& at, Command command, CaptureOptions& options,
                    Given& given) {
    Typed typed = split(words[at++]);
    const OptionInfo* info = findOption(typed.name);
    if (!info) return unknownOption(typed.name);
    if (!(info->commands & command))
        return fmt::format("{} does not belong to this command; it is one of sightline {}.", typed.name,
                           namesOfCommands(info->commands));
    if (!typed.hasValue && info->isSwitch()) {
        const bool follows = at < words.size() && switchOf(words[at]);
        typed.value = follows ? words[at++] : "true";
    } else if (!typed.hasValue) {
        if (at == words.size()) return fmt::format("{} needs a value: {}.", typed.name, info->value);
        typed.value = words[at++];
    }
    typed.value = std::string(valueOf(*info, typed.value));
    if (info->needs.given && typed.value != info->standard && typed.value != "none" && typed.value != "false")
        given.dependent.push_back(info);
    if (!given.names.insert(info->name).second && !info->mayRepeat() && info->take)
        return fmt::format("--{} is given twice.", info->name);
    const std::string wrong = info->take ? info->take(options, typed.value) : takeLater(*info, typed.value, options);
    return wrong.empty() ? wrong : fmt::format("{}: {}.", typed.name, wrong);
}

}  // namespace

std::string clashIn(const CaptureOptions& o, Command command) {
    const bool traces = o.collect.tracesCalls() || o.collect.needsSampler();
    if (command != kStart && !traces && !o.untraced.empty())
        return fmt::format("{} is not captured by this version, and nothing else is to be traced.", o.untraced.front());
    if (command != kStart && !traces) return "-t none leaves nothing to capture.";
    if (!o.collect.kernelMetrics.empty() && !o.collect.cuda)
        return "--kernel-metrics needs cuda among what is traced (-t).";
    if (!o.pythonFunctions.empty() && !o.collect.nvtx)
        return "--python-functions-trace needs nvtx among what is traced (-t).";
    if (!o.pytorch.empty() && !o.collect.nvtx) return "--pytorch needs nvtx among what is traced (-t).";
    if (!o.collect.pythonStacks.empty() && !o.collect.cuda && command != kStart)
        return "--python-backtrace=cuda needs cuda among what is traced (-t).";
    if (o.collect.wantsStacksOfCalls() && o.collect.pythonStacks.empty() && !o.collect.cuda && command != kStart)
        return "--cudabacktrace needs cuda among what is traced (-t).";
    if (o.rangeBy == RangeBy::ProfilerApi && !o.collect.cuda)
        return "-c cudaProfilerApi needs cuda among what is traced (-t).";
    if (o.rangeBy == RangeBy::Nvtx && !o.collect.nvtx) return "-c nvtx needs nvtx among what is traced (-t).";
    if (o.rangeBy == RangeBy::Nvtx && o.collect.nvtxCapture.empty())
        return "-c nvtx needs the name of the range: -p RANGE.";
    if (o.rangeBy != RangeBy::Nvtx && !o.collect.nvtxCapture.empty() && o.collect.nvtxCapture != "none")
        return "-p has a meaning with -c nvtx only.";
    if (o.rangeBy == RangeBy::None && o.rangeEndGiven)
        return "The end of a range means nothing without one: add -c cudaProfilerApi or -c nvtx.";
    if (o.rangeBy != RangeBy::None && o.delayNs > 0)
        return "The capture begins with a range (-c) or after a time (-y), not both.";
    if (!o.stopOnExit && o.durationNs == 0 && command == kProfile)
        return "-x false needs a duration (-d), or the capture would never end.";
    if (!o.collect.include.empty() && !o.collect.exclude.empty())
        return "Only one of --nvtx-domain-include and --nvtx-domain-exclude can count.";
    if (!o.session.empty() && !o.sessionName.empty()) return "Only one of --session and --session-new can count.";
    return {};
}

std::string parseOptions(std::span<const std::string> words, Command command, CaptureOptions& options) {
    Given given;
    std::size_t at = 0;
    while (at < words.size()) {
        const std::string& word = words[at];
        if (word == "--") {
            ++at;
            break;
        }
        if (word.size() < 2 || word[0] != '-') break;
        if (std::string wrong = takeOne(words, at, command, options, given); !wrong.empty()) return wrong;
    }
    // `launch` may join a session that `start` gave the other option, and the other way round.
    for (const OptionInfo* o : given.dependent)
        if ((command == kProfile || !(o->commands & kStart)) && !o->needs.given(options))
            options.remarks.push_back(fmt::format("--{} has no effect without {}.", o->name, o->needs.typed));
    options.program.assign(words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
    if (command == kStart && !options.program.empty())
        return fmt::format("start takes no program; what is “{}”?", options.program.front());
    if (command != kStart && options.program.empty())
        return "What is to be run? The program and its arguments stand behind the options.";
    options.collect.startPaused = options.rangeBy != RangeBy::None || options.delayNs > 0;
    return clashIn(options, command);
}

}  // namespace app::capture
