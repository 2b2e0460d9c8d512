// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/profiles/perf_script.h"

#include <algorithm>
#include <charconv>

#include "importers/common/json_text.h"
#include "importers/common/text_kind.h"
#include "importers/profiles/function_rows.h"
#include "importers/profiles/profiles.h"
#include "model/base/ascii.h"
#include "model/base/messages.h"

namespace importers::profiles {

using model::Note;
using model::Result;
using model::TrackKind;

namespace {

constexpr std::int64_t kPerfProcess = model::textId(0);  // of threads whose process is not printed
constexpr std::size_t kMostPerfThreads = 100'000;

/// The next word of a line, which begins behind it afterwards.
std::string_view nextWord(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(end);
    return word;
}

bool isDigits(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), model::isDigit); }

/// "4.200100:" as ns.
std::optional<model::TimeNs> perfTime(std::string_view word) {
    if (!word.ends_with(':')) return {};
    word.remove_suffix(1);
    const std::size_t point = word.find('.');
    if (point == word.npos || !isDigits(word.substr(0, point)) || !isDigits(word.substr(point + 1))) return {};
    return json::decimal(word, 9);
}

/// "15", "12/15" or "-1".
bool readIds(std::string_view word, PerfHeader& out) {
    const std::size_t slash = word.find('/');
    if (slash != word.npos) {
        const auto pid = json::integer(word.substr(0, slash));
        if (!pid) return false;
        out.pid = *pid;
        word.remove_prefix(slash + 1);
    }
    const auto tid = json::integer(word);
    out.tid = tid.value_or(0);
    return tid && *tid >= -1 && *tid < INT32_MAX && out.pid.value_or(0) >= -1 && out.pid.value_or(0) < INT32_MAX;
}

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return text.substr(0, text.find_last_not_of(" \t") + 1);
}

}  // namespace

std::optional<PerfHeader> perfHeader(std::string_view line) {
    // A name may hold spaces. So the first time decides, that has a thread before it.
    std::string_view rest = line, before[2];
    for (int words = 0; !rest.empty() && words < 24; ++words) {
        const std::string_view word = nextWord(rest);
        if (const auto time = perfTime(word); time && words >= 2) {
            PerfHeader out;
            out.time = *time;
            std::string_view ids = before[0];
            if (ids.starts_with('[') && ids.ends_with(']') && isDigits(ids.substr(1, ids.size() - 2))) {
                out.cpu = json::integer(ids.substr(1, ids.size() - 2));
                ids = before[1];
            }
            if (!readIds(ids, out)) return {};
            out.comm = trimmed(line.substr(0, static_cast<std::size_t>(ids.data() - line.data())));
            std::string_view event = nextWord(rest);
            if (isDigits(event)) event = nextWord(rest);  // behind the period
            if (out.comm.empty() || !event.ends_with(':')) return {};
            out.event = event.substr(0, event.find_last_not_of(':') + 1);
            out.rest = trimmed(rest);
            return out;
        }
        before[1] = before[0];
        before[0] = word;
    }
    return {};
}

std::optional<PerfFrame> perfFrame(std::string_view line) {
    const std::string_view ip = nextWord(line);
    PerfFrame out;
    const auto [end, error] = std::from_chars(ip.data(), ip.data() + ip.size(), out.ip, 16);
    if (ip.empty() || error != std::errc() || end != ip.data() + ip.size()) return {};
    line = trimmed(line);
    if (line.ends_with(')')) {
        if (const std::size_t open = line.rfind(" ("); open != line.npos) {
            out.module = line.substr(open + 2, line.size() - open - 3);
            line = trimmed(line.substr(0, open));
        } else if (line.starts_with('(')) {
            out.module = line.substr(1, line.size() - 2);
            line = {};
        }
    }
    if (const std::size_t plus = line.rfind("+0x"); plus != line.npos && plus > 0) line = line.substr(0, plus);
    if (line != "[unknown]") out.symbol = line;
    if (out.module == "[unknown]" || out.module == "inlined") out.module = {};
    return out;
}

PerfSamples::PerfSamples(model::EventStore& store, const OpenOptions& options)
    : m_store(store), m_options(options), m_groups(store), m_args(store) {}

void PerfSamples::add(std::string_view line) {
    if (line.starts_with('#')) return;
    if (trimmed(line).empty()) return end();
    // Frames stand behind a tab. Names stand behind spaces, and may look like an address.
    const auto frame = m_isOpen ? perfFrame(line) : std::nullopt;
    if (frame && line.front() == '\t') return addFrame(*frame);
    if (const auto header = perfHeader(line)) return begin(*header);
    if (frame && line.front() == ' ') return addFrame(*frame);
    end();
    ++m_odd;
}

void PerfSamples::begin(const PerfHeader& header) {
    end();
    m_isOpen = true;
    m_key = {};
    m_key.pid = header.pid.value_or(kPerfProcess);
    m_key.tid = header.tid;
    m_scratch.clear();
    json::appendText(header.comm, false, m_scratch);
    if (m_threads.size() < kMostPerfThreads) {
        m_threads[{m_key.pid, m_key.tid}] = m_scratch;
        if (m_key.pid == m_key.tid || !m_processes.contains(m_key.pid))
            m_processes[m_key.pid] = header.pid ? m_scratch : "perf";
    }
    m_sample = {};
    m_sample.start = m_sample.end = header.time;
    if (header.cpu) m_args.addInt("cpu", *header.cpu);
    m_scratch.clear();
    json::appendText(header.event, false, m_scratch);
    m_args.addText("event", m_scratch);
    m_sample.args = m_args.intern();
    // Of a tracepoint its fields are there.
    if (const auto frame = perfFrame(header.rest); frame && !frame->module.empty()) addFrame(*frame);
}

void PerfSamples::addFrame(const PerfFrame& frame) {
    if (m_stack.size() == kMostFrames) {
        ++m_deep;
        return;
    }
    const auto word = [&](std::string_view text) {
        m_scratch.clear();
        json::appendText(text, false, m_scratch);
        return text.empty() ? model::StringId{0} : m_store.strings().intern(m_scratch);
    };
    model::Frame out;
    out.symbol = frame.symbol.empty() ? m_store.strings().intern("[unknown]") : word(frame.symbol);
    out.module = word(frame.module);
    out.ip = frame.symbol.empty() ? frame.ip : 0;  // a function is one, wherever in it a sample fell
    if (frame.symbol.empty()) out.flags |= model::Frame::Unresolved;
    if (frame.module.starts_with("[kernel") || frame.module.ends_with(".ko")) out.flags |= model::Frame::KernelMode;
    m_stack.push_back(out);
}

void PerfSamples::end() {
    if (!std::exchange(m_isOpen, false)) return;
    m_sample.payload = m_store.callchains().intern(m_stack);
    m_sample.name = m_stack.empty() ? m_store.strings().intern("[unknown]") : m_stack.front().symbol;
    m_groups.add(TrackKind::CpuSamples, m_key, m_sample);
    m_stack.clear();
    ++m_count;
}

void PerfSamples::finish() {
    end();
    m_store.info().product = "perf";
    m_store.info().eventsInFile[static_cast<std::size_t>(model::EventKind::CpuSample)] += m_count;
    if (m_odd) m_store.diagnostics().add(Note::DamagedPart, model::MessageCode::LinesOfStacks, m_odd);
    if (m_deep) m_store.diagnostics().add(Note::DepthLimit, model::MessageCode::FramesOfStack, m_deep);
    m_groups.build(m_options.threads, m_options.stopBuilding);
    nameThreads(m_store, m_processes, m_threads);
}

int sniffPerfScript(const Sniff& s) {
    std::string_view text = s.text;
    bool isSample = false;
    for (int lines = 0; !text.empty() && lines < 200; ++lines) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (isFtrace(line)) return 0;
        if (line.starts_with('#') || trimmed(line).empty()) continue;
        if (isSample) return perfFrame(line) || perfHeader(line) ? 70 : 0;
        const auto header = perfHeader(line);
        if (!header) return 0;
        if (const auto frame = perfFrame(header->rest); frame && !frame->module.empty()) return 70;
        isSample = true;
    }
    return isSample ? 50 : 0;
}

Result<void> openPerfScript(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    auto source = TextSource::open(path, streamBounds(options));
    if (!source) return tl::unexpected<model::Error>(source.error());
    Lines lines([&](char* to, std::size_t n) {
        if (options.progress) options.progress({source->fileBytesDone(), store.info().fileBytes});
        return source->read(to, n);
    });
    PerfSamples samples(store, options);
    for (std::string_view line; lines.next(line);) samples.add(line);
    store.info().format = "perf script";
    store.info().formatKey = "perf-script";
    noteProblems(source->problems(), store);
    samples.finish();
    store.publish(true);
    if (options.published) options.published();
    if (options.stop.stop_requested()) throw Stopped{};
    return {};
}

}  // namespace importers::profiles
