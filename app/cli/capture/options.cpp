// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/options.h"

#include <fmt/format.h>
#include <algorithm>
#include <set>

#include "app/cli/capture/option_values.h"
#include "model/base/edit_distance.h"
#include "model/base/messages.h"

namespace app::capture {
namespace {

model::Message unknownOption(std::string_view typed) {
    const OptionInfo* near = nullptr;
    std::size_t best = 4;
    for (const OptionInfo& o : optionTable())
        if (const std::size_t d = typed.starts_with("--") ? model::editDistance(typed.substr(2), o.name) : best;
            d < best)
            best = d, near = &o;
    const auto name = model::Argument::name(typed);
    if (!near) return {model::MessageCode::UnknownOption, {name}};
    return {model::MessageCode::UnknownOptionNear, {name, model::Argument::name("--" + std::string(near->name))}};
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

model::Message parseLater(const OptionInfo& info, const std::string& value, CaptureOptions& options) {
    if (!asksForNothing(info, value)) options.untraced.emplace_back(info.name);
    return {};
}

/// That an option is one of other commands.
model::MessageCode otherCommands(std::uint8_t commands) {
    switch (commands) {
    case kLaunch | kStart: return model::MessageCode::OptionOfLaunchAndStart;
    case kProfile | kLaunch: return model::MessageCode::OptionOfProfileAndLaunch;
    case kProfile | kStart: return model::MessageCode::OptionOfProfileAndStart;
    default: return model::MessageCode::OptionOfProfile;
    }
}

model::Message onlyOneOf(std::string_view one, std::string_view other) {
    return {model::MessageCode::OnlyOneOf, {model::Argument::name(one), model::Argument::name(other)}};
}

struct Given {
    std::set<std::string_view> names;
    std::vector<const OptionInfo*> dependent;  ///< with values that ask for something
};

/// The option at `at`, which moves behind it.
model::Message parseOne(std::span<const std::string> words, std::size_t& at, Command command, CaptureOptions& options,
                        Given& given) {
    Typed typed = split(words[at++]);
    const OptionInfo* info = findOption(typed.name);
    if (!info) return unknownOption(typed.name);
    if (!(info->commands & command)) return {otherCommands(info->commands), {model::Argument::name(typed.name)}};
    if (!typed.hasValue && info->isSwitch()) {
        const bool follows = at < words.size() && switchOf(words[at]);
        typed.value = follows ? words[at++] : "true";
    } else if (!typed.hasValue) {
        if (at == words.size()) return {model::MessageCode::OptionNeedsValue, {typed.name, info->value}};
        typed.value = words[at++];
    }
    typed.value = std::string(valueOf(*info, typed.value));
    if (info->needs.given && typed.value != info->standard && typed.value != "none" && typed.value != "false")
        given.dependent.push_back(info);
    if (!given.names.insert(info->name).second && !info->mayRepeat() && info->take)
        return {model::MessageCode::OptionTwice, {model::Argument::name("--" + std::string(info->name))}};
    model::Message wrong = info->take ? info->take(options, typed.value) : parseLater(*info, typed.value, options);
    if (wrong.empty()) return {};
    return {model::MessageCode::OptionValueSentence, {model::Argument::name(typed.name), std::move(wrong)}};
}

}  // namespace

model::Message clashIn(const CaptureOptions& o, Command command) {
    const bool traces = o.collect.tracesCalls() || o.collect.needsSampler();
    if (command != kStart && !traces && !o.untraced.empty())
        return {model::MessageCode::NothingElseToTrace, {o.untraced.front()}};
    if (command != kStart && !traces) return model::MessageCode::NothingToTrace;
    if (!o.collect.kernelMetrics.empty() && !o.collect.cuda) return model::MessageCode::KernelMetricsNeedCuda;
    if (!o.pythonFunctions.empty() && !o.collect.nvtx) return model::MessageCode::FunctionsTraceNeedsNvtx;
    if (!o.pytorch.empty() && !o.collect.nvtx) return model::MessageCode::PytorchNeedsNvtx;
    if (!o.collect.pythonStacks.empty() && !o.collect.cuda && command != kStart)
        return model::MessageCode::PythonBacktraceNeedsCuda;
    if (o.collect.wantsStacksOfCalls() && o.collect.pythonStacks.empty() && !o.collect.cuda && command != kStart)
        return model::MessageCode::CudaBacktraceNeedsCuda;
    if (o.rangeBy == RangeBy::ProfilerApi && !o.collect.cuda) return model::MessageCode::ApiRangeNeedsCuda;
    if (o.rangeBy == RangeBy::Nvtx && !o.collect.nvtx) return model::MessageCode::NvtxRangeNeedsNvtx;
    if (o.rangeBy == RangeBy::Nvtx && o.collect.nvtxCapture.empty()) return model::MessageCode::NvtxRangeNeedsName;
    if (o.rangeBy != RangeBy::Nvtx && !o.collect.nvtxCapture.empty() && o.collect.nvtxCapture != "none")
        return model::MessageCode::RangeNameNeedsNvtx;
    if (o.rangeBy == RangeBy::None && o.rangeEndGiven) return model::MessageCode::RangeEndNeedsRange;
    if (o.rangeBy != RangeBy::None && o.delayNs > 0) return model::MessageCode::RangeAndDelay;
    if (o.keepNs > 0 && o.rangeBy != RangeBy::None) return onlyOneOf("--flight-recorder", "--capture-range");
    if (o.keepNs > 0 && o.collect.memory)  // what was allocated before would be missing in every sum
        return onlyOneOf("--flight-recorder", "--cuda-memory-usage");
    if (!o.stopOnExit && o.durationNs == 0 && command == kProfile) return model::MessageCode::EndlessCapture;
    if (!o.collect.include.empty() && !o.collect.exclude.empty())
        return onlyOneOf("--nvtx-domain-include", "--nvtx-domain-exclude");
    if (!o.session.empty() && !o.sessionName.empty()) return onlyOneOf("--session", "--session-new");
    return {};
}

std::vector<std::string> wordsWithout(std::span<const std::string> words, std::span<const std::string_view> names) {
    std::vector<std::string> out;
    std::size_t at = 0;
    while (at < words.size() && words[at].size() > 1 && words[at][0] == '-' && words[at] != "--") {
        const std::size_t begin = at;
        const Typed typed = split(words[at++]);
        const OptionInfo* info = findOption(typed.name);
        const bool follows =
            info && !typed.hasValue && at < words.size() && (!info->isSwitch() || switchOf(words[at]).has_value());
        at += follows;
        if (!info || std::find(names.begin(), names.end(), info->name) == names.end())
            out.insert(out.end(), words.begin() + static_cast<std::ptrdiff_t>(begin),
                       words.begin() + static_cast<std::ptrdiff_t>(at));
    }
    out.insert(out.end(), words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
    return out;
}

model::Message parseOptions(std::span<const std::string> words, Command command, CaptureOptions& options) {
    Given given;
    std::size_t at = 0;
    while (at < words.size()) {
        const std::string& word = words[at];
        if (word == "--") {
            ++at;
            break;
        }
        if (word.size() < 2 || word[0] != '-') break;
        if (model::Message wrong = parseOne(words, at, command, options, given); !wrong.empty()) return wrong;
    }
    // `launch` may join a session that `start` gave the other option, and the other way round.
    for (const OptionInfo* o : given.dependent)
        if ((command == kProfile || !(o->commands & kStart)) && !o->needs.given(options))
            options.remarks.push_back(
                {model::MessageCode::OptionWithoutEffect,
                 {model::Argument::name("--" + std::string(o->name)), model::Argument::name(o->needs.typed)}});
    options.program.assign(words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
    if (command == kStart && !options.program.empty())
        return {model::MessageCode::StartTakesNoProgram, {options.program.front()}};
    if (command != kStart && options.program.empty()) return model::MessageCode::NoProgramNamed;
    options.collect.startPaused = options.rangeBy != RangeBy::None || options.delayNs > 0;
    return clashIn(options, command);
}

}  // namespace app::capture
