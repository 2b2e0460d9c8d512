// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/option_values.h"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <limits>
#include <utility>

#include "app/text/stats.h"
#include "importers/capture/function_list.h"
#include "importers/capture/traced_kinds.h"
#include "importers/export/export.h"
#include "model/base/messages.h"
#include "model/rep/beside.h"

namespace app::capture {
namespace {

using importers::capture::TracedKind;

constexpr std::uint64_t kLongestFunctionList = 64u << 20;  // bytes

/// Kinds that have a switch of their own; the others are libraries whose calls are noted.
struct KindSwitch {
    std::string_view key;
    bool collectors::Options::*on;
};
constexpr KindSwitch kKindSwitches[] = {{"cuda", &collectors::Options::cuda},
                                        {"nvtx", &collectors::Options::nvtx},
                                        {"osrt", &collectors::Options::osRuntime}};

bool collectors::Options::*switchOfKind(std::string_view key) {
    for (const KindSwitch& s : kKindSwitches)
        if (s.key == key) return s.on;
    return nullptr;
}

/// What Nsight Systems can trace and this version cannot.
constexpr std::string_view kLaterKinds[] = {"cudla",
                                            "cudla-verbose",
                                            "openacc",
                                            "ucx",
                                            "oshmem",
                                            "openxr",
                                            "openxr-annotations",
                                            "python-gil",
                                            "gds",
                                            "s3",
                                            "s3-verbose",
                                            "nvvideo",
                                            "vulkan",
                                            "dx11",
                                            "dx12",
                                            "wddm",
                                            "vulkan-sc",
                                            "nvmedia",
                                            "vulkan-annotations",
                                            "syscall",
                                            "vulkan-sc-annotations",
                                            "efa",
                                            "dx11-annotations",
                                            "dx12-annotations",
                                            "tegra-accelerators"};

/// More of a library than its calls, which are traced: "cublas-verbose". Null where a kind is no such one.
const TracedKind* libraryOf(std::string_view kind) {
    for (const std::string_view more : {"-verbose", "-annotations"})
        if (kind.ends_with(more)) kind.remove_suffix(more.size());
    const TracedKind* traced = importers::capture::tracedKind(kind);
    return traced && !switchOfKind(traced->key) ? traced : nullptr;
}

void addKind(CaptureOptions& o, std::string_view key) {
    if (isTraced(o.collect, key)) return;
    if (bool collectors::Options::*const on = switchOfKind(key)) {
        o.collect.*on = true;
    } else {
        o.collect.libraries += o.collect.libraries.empty() ? "" : ",";
        o.collect.libraries += key;
    }
}

/// What -t may name, as a sentence lists it.
std::string traceableKinds() {
    std::string out;
    for (const TracedKind& kind : importers::capture::tracedKinds())
        for (const std::string_view key : {kind.key, kind.alsoKey})
            if (!key.empty()) out += std::string(key) + ", ";
    return out + "none";
}

template <class T>
std::optional<T> numberOf(std::string_view text) {
    T out{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return out;
}

/// Of an option that counts for less than it says.
model::Message remarkOn(std::string_view option, model::Message what) {
    return {model::MessageCode::OptionValueSentence, {model::Argument::name(option), std::move(what)}};
}

model::Message oneOf(std::string_view text, std::string_view words) {
    return {model::MessageCode::NoneOf, {text, words}};
}

}  // namespace

std::vector<std::string> splitAt(std::string_view text, char separator) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(separator, at), text.size());
        out.emplace_back(text.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

std::optional<bool> switchOf(std::string_view text) {
    if (text == "true") return true;
    if (text == "false") return false;
    return std::nullopt;
}

model::Message parseSwitch(bool& into, std::string_view text) {
    const auto value = switchOf(text);
    if (!value) return oneOf(text, "true, false");
    into = *value;
    return {};
}

model::Message parseSeconds(std::int64_t& into, std::string_view text) {
    const bool plain = !text.empty() && (std::isdigit(static_cast<unsigned char>(text.back())) != 0);
    const auto ns = timeOf(plain ? std::string(text) + "s" : std::string(text));
    if (!ns || *ns < 0 || *ns > std::numeric_limits<std::int64_t>::max() / 4)
        return {model::MessageCode::NotATime, {text}};
    into = *ns;
    return {};
}

model::Message parseSlowStep(CaptureOptions& o, std::string_view text) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto [end, error] = std::from_chars(text.data(), text.data() + colon, o.triggers.slowFactor);
    const bool isFactor = error == std::errc() && end == text.data() + colon &&
                          (o.triggers.slowFactor == 0 || (o.triggers.slowFactor > 1 && o.triggers.slowFactor < 1e6));
    if (!isFactor) return {model::MessageCode::NotASlowStep, {text}};
    o.triggers.slowName = text.substr(std::min(text.size(), colon + 1));
    return {};
}

model::Message parseSize(std::uint64_t& into, std::string_view text) {
    constexpr std::string_view kUnits = "kMGT";
    std::string_view number = text;
    if (number.ends_with('B')) number.remove_suffix(1);
    const std::size_t unit = number.empty() ? kUnits.npos : kUnits.find(number.back() == 'K' ? 'k' : number.back());
    if (unit != kUnits.npos) number.remove_suffix(1);
    double value = -1;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    for (std::size_t i = 0; unit != kUnits.npos && i <= unit; ++i) value *= 1000;
    if (error != std::errc() || end != number.data() + number.size() || !(value >= 0 && value < 1e18))
        return {model::MessageCode::NotASize, {text}};
    into = static_cast<std::uint64_t>(value);
    return {};
}

bool isTraced(const collectors::Options& options, std::string_view key) {
    bool collectors::Options::*const on = switchOfKind(key);
    return on ? options.*on : options.wantsLibrary(key);
}

model::Message parseTrace(CaptureOptions& o, std::string_view text) {
    for (const KindSwitch& s : kKindSwitches) o.collect.*s.on = false;
    o.collect.libraries.clear();
    for (const std::string& word : splitAt(text, ',')) {
        if (const TracedKind* kind = importers::capture::tracedKind(word)) {
            addKind(o, kind->key);
        } else if (const TracedKind* library = libraryOf(word)) {
            addKind(o, library->key);
            o.untraced.push_back(word);
        } else if (std::find(std::begin(kLaterKinds), std::end(kLaterKinds), word) != std::end(kLaterKinds)) {
            o.untraced.push_back(word);
        } else if (word != "none") {
            return {model::MessageCode::KindNotTraceable, {word, traceableKinds()}};
        }
    }
    return {};
}

model::Message parseGraphTrace(CaptureOptions& o, std::string_view text) {
    const std::vector<std::string> parts = splitAt(text, ':');
    if (parts[0] != "graph" && parts[0] != "node") return oneOf(text, "graph, node");
    o.collect.graphNodes = parts[0] == "node";
    for (const std::string& part : std::span(parts).subspan(1)) {
        if (part == "host-and-device" || part == "nvtx-precapture") o.untraced.push_back("cuda-graph-trace " + part);
        else if (part != "host-only" && part != "nvtx-live")
            return oneOf(part, "host-only, host-and-device, nvtx-live, nvtx-precapture");
    }
    return {};
}

model::Message parseRange(CaptureOptions& o, std::string_view text) {
    if (text == "none") o.rangeBy = RangeBy::None;
    else if (text == "cudaProfilerApi") o.rangeBy = RangeBy::ProfilerApi;
    else if (text == "nvtx") o.rangeBy = RangeBy::Nvtx;
    else if (text == "hotkey") return model::MessageCode::HotkeyNeedsWindow;
    else return oneOf(text, "none, cudaProfilerApi, nvtx");
    o.collect.profilerApi = o.rangeBy == RangeBy::ProfilerApi;
    return {};
}

model::Message oneRangeEnd() {
    return {model::MessageCode::OnlyOneOfValues,
            {model::Argument::name("--capture-range-end"), model::Argument::name("--stop-on-range-end")}};
}

model::Message parseRangeEnd(CaptureOptions& o, std::string_view text) {
    static constexpr std::string_view kWords = "none, stop, stop-shutdown, repeat[:N], repeat-shutdown:N";
    const std::vector<std::string> parts = splitAt(text, ':');
    if (std::exchange(o.rangeEndGiven, true)) return oneRangeEnd();
    o.repeats = 0;
    if (parts.size() == 1 && text == "none") return o.rangeEnd = RangeEnd::None, model::Message();
    if (parts.size() == 1 && text == "stop") return o.rangeEnd = RangeEnd::Stop, model::Message();
    if (parts.size() == 1 && text == "stop-shutdown") return o.rangeEnd = RangeEnd::StopShutdown, model::Message();
    if (parts[0] != "repeat" && parts[0] != "repeat-shutdown") return oneOf(text, kWords);
    o.rangeEnd = parts[0] == "repeat" ? RangeEnd::Repeat : RangeEnd::RepeatShutdown;
    for (const std::string& part : std::span(parts).subspan(1)) {
        if (part == "defer" || part == "sync" || part == "async")
            continue;  // reports are written at the end whatever is said
        const auto n = numberOf<unsigned>(part);
        if (!n || *n == 0 || *n > 10'000) return oneOf(text, kWords);
        o.repeats = *n;
    }
    if (o.rangeEnd == RangeEnd::RepeatShutdown && o.repeats == 0) return model::MessageCode::RepeatNeedsNumber;
    return {};
}

model::Message parseKill(CaptureOptions& o, std::string_view text) {
    if (text == "none") return o.killSignal = 0, model::Message();
    if (text == "sigterm") return o.killSignal = SIGTERM, model::Message();
    if (text == "sigkill") return o.killSignal = SIGKILL, model::Message();
    const auto n = numberOf<int>(text);
    if (!n || *n < 1 || *n >= NSIG) return oneOf(text, "none, sigterm, sigkill, the number of a signal");
    o.killSignal = *n;
    return {};
}

namespace {

/// At commas but those behind a backslash, which goes.
std::vector<std::string> splitAtCommas(std::string_view text) {
    std::vector<std::string> out(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ',') out.emplace_back();
        else out.back() += text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',' ? text[++i] : text[i];
    }
    return out;
}

}  // namespace

model::Message parseEnvironment(CaptureOptions& o, std::string_view text) {
    model::Message wrong;
    for (const std::string& pair : splitAtCommas(text)) {
        const std::size_t equals = pair.find('=');
        if (equals != 0 && equals != pair.npos)
            o.environment.emplace_back(pair.substr(0, equals), pair.substr(equals + 1));
        else if (wrong.empty()) wrong = {model::MessageCode::NotNameValue, {pair}};
    }
    return wrong;
}

model::Message parseExports(CaptureOptions& o, std::string_view text) {
    static constexpr std::string_view kOfOthers[] = {"arrow", "arrowdir", "hdf", "hdf5", "parquetdir", "text", "info"};
    for (const std::string& type : splitAt(text, ',')) {
        if (type == "none") continue;
        if (std::find(std::begin(kOfOthers), std::end(kOfOthers), type) != std::end(kOfOthers)) {
            o.remarks.push_back(remarkOn("--export", {model::MessageCode::ExportNotWritten, {type}}));
            continue;
        }
        const std::string key = type == "jsonlines" ? "json" : type;
        if (key == "rep" || !importers::exportFormat(key)) return {model::MessageCode::NoSuchExport, {type}};
        o.exports.push_back(key);
    }
    return {};
}

model::Message parseSessionName(std::string& into, std::string_view text) {
    const bool begins = !text.empty() && (std::isalpha(static_cast<unsigned char>(text[0])) != 0 || text[0] == '%');
    const bool prints = std::none_of(text.begin(), text.end(), [](unsigned char c) { return std::iscntrl(c) != 0; });
    if (!begins || !prints || text.size() > 200) return {model::MessageCode::NotASessionName, {text}};
    into = text;
    return {};
}

model::Message parseNumber(unsigned& into, std::string_view text, unsigned least, unsigned most) {
    const auto n = numberOf<unsigned>(text);
    if (!n || *n < least || *n > most) return {model::MessageCode::NotANumberFromTo, {text, least, most}};
    into = *n;
    return {};
}

namespace {

/// More than this version does is documented: the most that it does counts, and that is said.
model::Message parseAtMost(CaptureOptions& o, unsigned& into, std::string_view name, unsigned typed, unsigned most) {
    into = std::min(typed, most);
    if (typed > most)
        o.remarks.push_back(remarkOn("--" + std::string(name), {model::MessageCode::RateCapped, {typed, most}}));
    return {};
}

}  // namespace

model::Message parseStackDepth(CaptureOptions& o, std::string_view text) {
    unsigned n = 0;
    if (model::Message wrong = parseNumber(n, text, 1, 1'000'000); !wrong.empty()) return wrong;
    return parseAtMost(o, o.collect.osrtStackDepth, "osrt-backtrace-depth", n, 128);
}

model::Message parseGpuMetricsHz(CaptureOptions& o, std::string_view text) {
    constexpr unsigned kLeast = 10, kDocumented = 200'000, kMost = 10'000;
    const std::vector<std::string> each = splitAt(text, ',');
    std::uint64_t highest = 0;
    for (const std::string& one : each) {
        std::uint64_t hz = 0;
        const bool isNumber =
            !one.empty() && one.find_first_not_of("0123456789kM") == one.npos && parseSize(hz, one).empty();
        if (!isNumber || hz < kLeast || hz > kDocumented)
            return {model::MessageCode::NotANumberFromTo, {one, kLeast, kDocumented}};
        highest = std::max(highest, hz);
    }
    if (each.size() > 1) o.remarks.push_back(remarkOn("--gpu-metrics-frequency", model::MessageCode::OneRateForGpus));
    return parseAtMost(o, o.collect.gpuMetricsHz, "gpu-metrics-frequency", static_cast<unsigned>(highest), kMost);
}

model::Message parseGpuMetricsSet(CaptureOptions& o, std::string_view text) {
    if (text == "help") return model::MessageCode::MetricSets;
    // Names of metrics have two underscores; all else is what Nsight Systems calls its sets.
    if (text.empty() || text == "general" || text == "full" || text == "light" || text.find("__") != text.npos)
        return parseLine(o.collect.gpuMetricsSet, text);
    o.remarks.push_back(remarkOn("--gpu-metrics-set", {model::MessageCode::MetricSetUnknown, {text}}));
    return o.collect.gpuMetricsSet.clear(), model::Message();
}

model::Message parseSample(CaptureOptions& o, std::string_view text) {
    static constexpr Word kWords[] = {{"none", ""}, {"process-tree", "process-tree"}, {"system-wide", "system-wide"}};
    if (text != "xhv" && text != "xhv-system-wide") return parseWord(o.collect.cpuSampling, text, kWords);
    o.untraced.push_back("sample " + std::string(text));
    return {};
}

model::Message parseBacktrace(CaptureOptions& o, std::string_view text) {
    static constexpr Word kWords[] = {{"auto", "fp"}, {"fp", "fp"}, {"dwarf", "dwarf"}, {"none", "none"}};
    if (text == "lbr") o.remarks.push_back(remarkOn("--backtrace=lbr", model::MessageCode::BranchRecordsUnread));
    return parseWord(o.collect.cpuStacks, text == "lbr" ? "auto" : text, kWords);
}

model::Message parseWord(std::string& into, std::string_view text, std::span<const Word> words) {
    std::string known;
    for (const Word& w : words) {
        if (w.typed == text) return into = w.means, model::Message();
        known += (known.empty() ? "" : ", ") + std::string(w.typed);
    }
    return oneOf(text, known);
}

namespace {

struct CudaStacks {
    std::string_view kind;
    unsigned collectors::Options::*threshold;
};
constexpr CudaStacks kCudaStacks[] = {{"kernel", &collectors::Options::cudaStackKernel},
                                      {"memory", &collectors::Options::cudaStackMemory},
                                      {"sync", &collectors::Options::cudaStackSync},
                                      {"other", &collectors::Options::cudaStackOther}};
constexpr unsigned kStandardStackNs = 80'000, kMostStackNs = 4'000'000'000;

}  // namespace

model::Message parseCudaStacks(CaptureOptions& o, std::string_view text) {
    for (const CudaStacks& s : kCudaStacks) o.collect.*s.threshold = collectors::kNoStack;
    if (text == "none" || text == "false") return {};
    for (const std::string& part : splitAt(text == "true" ? "all" : text, ',')) {
        const std::size_t colon = std::min(part.find(':'), part.size());
        const std::string_view kind = std::string_view(part).substr(0, colon);
        unsigned ns = kStandardStackNs;
        if (colon < part.size())
            if (model::Message wrong = parseNumber(ns, std::string_view(part).substr(colon + 1), 0, kMostStackNs);
                !wrong.empty())
                return wrong;
        bool known = false;
        for (const CudaStacks& s : kCudaStacks)
            if (kind == s.kind || kind == "all") o.collect.*s.threshold = ns, known = true;
        if (!known)
            return oneOf(kind,
                         "all, none, kernel, memory, sync, other; a number of ns may stand behind a colon: kernel:500");
    }
    return {};
}

model::Message parseGpuMetrics(CaptureOptions& o, std::string_view text) {
    std::string& into = o.collect.gpuMetrics;
    if (text == "none" || text == "all" || text == "cuda-visible")
        return into = text == "none" ? "" : text, model::Message();
    for (const std::string& number : splitAt(text, ','))
        if (const auto n = numberOf<unsigned>(number); !n || *n > 1023)
            return {model::MessageCode::NotAGpuNumber, {number}};
    into = text;
    return {};
}

model::Message parsePythonFunctions(CaptureOptions& o, std::string_view text) {
    std::error_code ignored;
    const std::filesystem::path file(text);
    const auto in = model::openNamed(file);
    const auto read = in ? in->readAll(kLongestFunctionList, text) : tl::unexpected(in.error());
    if (!read) return {model::MessageCode::NoReadableFile, {text}};
    const std::string& json = *read;
    if (model::Message wrong = importers::capture::wrongInFunctionList(json, text); !wrong.empty()) return wrong;
    for (model::Message& remark : importers::capture::remarksOnFunctionList(json))
        o.remarks.push_back(std::move(remark));
    o.pythonFunctions = std::filesystem::absolute(file, ignored).string();
    return {};
}

model::Message parsePyTorch(CaptureOptions& o, std::string_view text) {
    static constexpr std::string_view kWords = "none, autograd-nvtx, autograd-shapes-nvtx, functions-trace";
    o.pytorch.clear();
    for (const std::string& part : splitAt(text, ',')) {
        if (part == "none" || part.empty()) continue;
        if (part == "functions-trace-shapes") o.untraced.push_back("pytorch functions-trace-shapes");
        else if (part != "autograd-nvtx" && part != "autograd-shapes-nvtx" && part != "functions-trace")
            return oneOf(part, kWords);
        else o.pytorch += (o.pytorch.empty() ? "" : ",") + part;
    }
    return {};
}

model::Message parseMpi(CaptureOptions& o, std::string_view text) {
    bool on = false;
    model::Message wrong = parseSwitch(on, text);
    if (on) addKind(o, "mpi");
    return wrong;
}

model::Message parseMpiImplementation(CaptureOptions& o, std::string_view text) {
    if (text != "openmpi" && text != "mpich") return oneOf(text, "openmpi, mpich");
    return parseMpi(o, "true");
}

model::Message parseNetwork(CaptureOptions& o, std::string_view text) {
    const bool isFaster = text == "hf" || text == "hf-via-dts";
    if (isFaster) o.untraced.push_back("nic-metrics " + std::string(text));
    return parseSwitch(o.collect.network, isFaster ? "true" : text);
}

model::Message parseStorage(CaptureOptions& o, std::string_view text) {
    const bool isOfNetwork =
        text.starts_with("--") || text.starts_with("lustre") || text.starts_with("nfs");  // which volumes
    if (isOfNetwork) o.untraced.push_back("storage-metrics " + std::string(text));
    return parseSwitch(o.collect.storage, isOfNetwork ? "true" : text);
}

model::Message parseLine(std::string& into, std::string_view text) {
    if (text.size() > 3900 || text.find_first_of("\n\r") != text.npos) return model::MessageCode::ValueTooLong;
    into = text;
    return {};
}

}  // namespace app::capture
