// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/kept_out.h"

#include <cstdlib>
#include <filesystem>
#include <span>
#include <string_view>

#include "app/cli/capture/preload.h"
#include "model/base/messages.h"

namespace app::capture {
namespace {

/// The value that the program will have; empty where it has none.
std::string valueFor(const CaptureOptions& o, const char* name) {
    const char* own = o.inheritEnvironment ? std::getenv(name) : nullptr;
    std::string out = own ? own : "";
    for (const auto& [given, value] : o.environment)
        if (given == name) out = value;
    return out;
}

/// "-I" where Python is told not to look at its environment, or not to load what it loads by itself; else empty.
std::string isolationOf(std::span<const std::string> program) {
    if (program.empty() || !std::filesystem::path(program[0]).filename().string().starts_with("python")) return {};
    for (std::size_t at = 1; at < program.size(); ++at) {
        const std::string_view word = program[at];
        if (word.size() < 2 || word[0] != '-') return {};
        if (word.starts_with("--")) {
            at += word == "--check-hash-based-pycs";
            continue;
        }
        for (std::size_t i = 1; i < word.size(); ++i) {
            if (word[i] == 'c' || word[i] == 'm') return {};  // what follows is the program's
            if (word[i] == 'I' || word[i] == 'E' || word[i] == 'S') return {'-', word[i]};
            if (word[i] != 'W' && word[i] != 'X') continue;
            at += i + 1 == word.size();  // its value is the next word, or the rest of this one
            break;
        }
    }
    return {};
}

}  // namespace

std::vector<KeptOut> keptOut(const CaptureOptions& o) {
    std::vector<KeptOut> out;
    if (const model::Message why = whyNotPreloaded(o); !why.empty()) {
        const bool onlyPython = !o.collect.osRuntime && o.collect.libraries.empty();
        out.push_back(
            {onlyPython ? model::MessageCode::PythonSamples : model::MessageCode::RuntimeAndLibraryCalls, why});
    }
    if (o.collect.wantsLibrary("openmp") && valueFor(o, "OMP_TOOL") == "disabled")
        out.push_back({model::MessageCode::OpenMp, model::MessageCode::OpenMpToolsDisabled});
    const std::string isolated = isolationOf(o.program);
    if (!isolated.empty() && (!o.pythonFunctions.empty() || !o.pytorch.empty()))
        out.push_back({model::MessageCode::PythonRanges,
                       {model::MessageCode::PythonIsolated, {model::Argument::name(isolated)}}});
    return out;
}

}  // namespace app::capture
