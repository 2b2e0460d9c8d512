// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <ctime>

#include "importers/common/finish.h"
#include "importers/ncu/cubin.h"
#include "importers/ncu/kernel_rows.h"
#include "importers/ncu/ncu.h"
#include "importers/ncu/report_blocks.h"
#include "importers/ncu/report_result.h"
#include "model/base/messages.h"

namespace importers::ncu {

using model::ErrorCode;
using model::Note;
using model::Result;

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPublishReportEvery = std::chrono::milliseconds(100);
constexpr std::string_view kCommandLine = "ncu-command-line";

std::string isoTime(std::int64_t unixSeconds) {
    const std::time_t t = unixSeconds;
    std::tm parts{};
    if (!gmtime_r(&t, &parts)) return {};
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                       parts.tm_hour, parts.tm_min, parts.tm_sec);
}

/// The text of a field, up to its first line break: old reports append half of /proc/cpuinfo to the CPU's name.
std::string_view firstLine(std::string_view text) { return text.substr(0, text.find('\n')); }

class ReportSource {
public:
    ReportSource(model::EventStore& store, const OpenOptions& options)
        : m_store(store), m_options(options), m_context(store), m_rows(store) {}

    /// Reads blocks until the end, damage, or a request to stop.
    void read(BlockReader& reader) {
        auto published = Clock::now();
        for (Block block; !m_options.stop.stop_requested() && reader.next(block);) {
            take(block);
            if (Clock::now() - published < kPublishReportEvery) continue;
            published = Clock::now();
            if (m_options.progress) m_options.progress({reader.position(), reader.size()});
            m_store.publish();
            if (m_options.published) m_options.published();
        }
    }

    void finish() {
        if (m_context.driverVersion > 0) fact("NvDriverVersion", fmt::format("{:g}", m_context.driverVersion));
        m_rows.finish();
        report(Note::SkippedUnknown, m_context.unknown);
        report(Note::NotShown, m_context.notShown);
        model::Diagnostics& notes = m_store.diagnostics();
        if (m_context.namelessMetrics)
            notes.add(Note::MissingString, model::MessageCode::MetricNames, m_context.namelessMetrics);
        m_store.info().partial = notes.total(Note::Incomplete) > 0;
    }

private:
    void report(Note note, const Tally& tally) {
        for (const auto& [name, n] : tally) {
            m_store.diagnostics().add(note, name, n);
            if (note == Note::SkippedUnknown) m_store.info().skipped[name] += n;
        }
    }

    void damaged(model::MessageCode what, std::uint64_t offset) {
        m_store.diagnostics().add(Note::DamagedPart, what, 1, {}, static_cast<std::int64_t>(offset));
    }

    void take(const Block& block) {
        const BlockHeader& h = block.header;
        if (h.unknownFields) m_context.unknown[model::MessageCode::BlockHeaderFields] += h.unknownFields;
        if (!h.session.empty() && !session(h.session, h.process))
            damaged(model::MessageCode::SessionDetails, block.offset);
        if (!h.process.empty() && !process(h.process)) damaged(model::MessageCode::Process, block.offset);
        if (!h.strings.empty()) {
            m_context.metricNames.clear();
            for (const std::string_view name : h.strings)
                m_context.metricNames.push_back(m_store.strings().intern(name));
        }
        for (const std::string_view s : block.sources)
            if (!source(s)) damaged(model::MessageCode::Source, block.offset);
        for (std::size_t i = 0; i < block.results.size() && !m_options.stop.stop_requested(); ++i)
            result(block.results[i], block.resultOffsets[i]);
        if (!block.rangeResults.empty())
            m_context.notShown[model::MessageCode::ResultsOfRanges] += block.rangeResults.size();
        switch (block.fault.kind) {
        case BlockFault::Kind::None: break;
        case BlockFault::Kind::Header: damaged(model::MessageCode::BlockHeader, block.fault.offset); [[fallthrough]];
        case BlockFault::Kind::CutOff:
            m_store.diagnostics().add(Note::Incomplete, model::MessageCode::CutInBlock, 1, {},
                                      static_cast<std::int64_t>(block.fault.offset));
            break;
        case BlockFault::Kind::Content: damaged(model::MessageCode::BlockContent, block.fault.offset); break;
        }
    }

    void result(std::string_view message, std::uint64_t offset) {
        model::KernelProfile profile;
        if (!readResult(m_context, message, profile)) damaged(model::MessageCode::Kernel, offset);
        const double device = profile.find(m_store.strings().find("device__attribute_device_index")).number();
        if (device >= 0 && device < 1e6) profile.device = static_cast<std::int64_t>(device);
        m_rows.add(std::move(profile));
    }

    bool process(std::string_view message) {
        std::int64_t pid = 0;
        std::string_view name;
        WireReader r(message);
        for (WireField f; r.next(f);) {
            if (f.number == 1 && !f.isBytes()) pid = f.asInt();
            else if (f.number == 3 && f.isBytes()) name = f.bytes;  // 2 is a network address
        }
        m_rows.nameProcess(pid, name);
        return !r.failed();
    }

    void fact(std::string_view key, std::string_view value) {
        auto& facts = m_store.info().session_facts;
        const bool known = std::any_of(facts.begin(), facts.end(), [&](const auto& f) { return f.first == key; });
        if (!known && !value.empty()) facts.emplace_back(std::string(key), std::string(value));
    }

    bool session(std::string_view message, std::string_view processMessage) {
        bool ok = true;
        WireReader r(message);
        for (WireField f; r.next(f);) {
            switch (f.number) {
            case 2:
                if (!f.isBytes()) fact("ReportCreated", isoTime(f.asInt()));
                break;
            case 3:
            case 4: ok = machine(f.bytes) && ok; break;
            case 5: break;  // empty in every report seen
            case 6: ok = device(f.bytes) && ok; break;
            case 8: ok = namedFact(f.bytes) && ok; break;
            case 11: commandLine(processMessage); break;
            default: ++m_context.unknown[{model::MessageCode::UnknownField, {"session", f.number}}];
            }
        }
        return ok && !r.failed();
    }

    /// The command line stays in the file; a click reads it from there.
    void commandLine(std::string_view processMessage) {
        auto& attachments = m_store.info().attachments;
        if (std::any_of(attachments.begin(), attachments.end(),
                        [](const auto& a) { return a.locator == kCommandLine; }))
            return;
        std::int64_t pid = 0;
        WireReader r(processMessage);
        for (WireField f; r.next(f);)
            if (f.number == 1 && !f.isBytes()) pid = f.asInt();
        attachments.push_back({"Command line", pid, std::string(kCommandLine)});
    }

    bool machine(std::string_view message) {
        constexpr std::string_view kKeys[] = {
            "", "SoftwarePlatform", "KernelVersion", "CpuDescription", "CpuArchitecture", "Hostname"};
        WireReader r(message);
        for (WireField f; r.next(f);) {
            if (f.number >= 1 && f.number <= 5 && f.isBytes()) fact(kKeys[f.number], firstLine(f.bytes));
            // 7 are network addresses; 6 a number whose meaning is open
        }
        return !r.failed();
    }

    bool device(std::string_view message) {
        std::int64_t index = 0;
        std::string_view name;
        WireReader r(message);
        for (WireField f; r.next(f);) {
            if (f.number == 1 && !f.isBytes()) index = f.asInt();
            else if (f.number == 2 && f.isBytes()) name = f.bytes;  // 3 are attributes, which results repeat as metrics
        }
        if (!name.empty()) m_rows.nameDevice(index, name);
        return !r.failed();
    }

    bool namedFact(std::string_view message) {
        std::string_view key, value;
        WireReader r(message);
        for (WireField f; r.next(f);) {
            if (f.number == 1 && f.isBytes()) key = f.bytes;
            else if (f.number == 2 && f.isBytes()) value = f.bytes;
        }
        if (key == "Nsight Compute Target") m_store.info().productVersion = value;
        else if (key == "CUDA Version") fact("CudaDriverVersion", value);
        else if (key == "Display Driver Version") fact("NvDriverVersion", value);
        else if (!key.empty()) fact(key, value);
        return !r.failed();
    }

    /// {1 id, 4 cubin, 8 {1* {1 path, 2 text}}, 9 {1* {1 mangled name, 2 load address}}}
    bool source(std::string_view message) {
        std::uint64_t id = 0;
        std::string_view cubin;
        std::vector<std::string_view> files, functions;
        WireReader r(message);
        bool ok = true;
        for (WireField f; r.next(f);) {
            switch (f.number) {
            case 1: id = f.value; break;
            case 4: cubin = f.bytes; break;
            case 5:
            case 6:
            case 7: break;  // the chip, which results say too
            case 8:
            case 9: {
                WireReader list(f.bytes);
                for (WireField g; list.next(g);)
                    if (g.number == 1 && g.isBytes()) (f.number == 8 ? files : functions).push_back(g.bytes);
                ok = ok && !list.failed();
                break;
            }
            default: ++m_context.unknown[{model::MessageCode::UnknownField, {"source", f.number}}];
            }
        }
        for (const std::string_view f : files) ok = sourceFile(f) && ok;
        const CubinLines& lines = linesOf(id, cubin);
        for (const std::string_view f : functions) ok = function(f, lines) && ok;
        return ok && !r.failed();
    }

    /// Later blocks with the same id do not repeat the cubin.
    const CubinLines& linesOf(std::uint64_t id, std::string_view cubin) {
        const auto [known, isNew] = m_lines.try_emplace(id);
        if (cubin.empty() || !known->second.functions.empty()) return known->second;
        bool broken = false;
        known->second = readCubinLines(cubin, broken);
        if (broken) m_store.diagnostics().add(Note::DamagedPart, model::MessageCode::LineTable);
        return known->second;
    }

    bool sourceFile(std::string_view message) {
        std::string_view path, text;
        WireReader r(message);
        for (WireField f; r.next(f);) {
            if (f.number == 1 && f.isBytes()) path = f.bytes;
            else if (f.number == 2 && f.isBytes()) text = f.bytes;
        }
        if (!path.empty())
            m_store.kernelProfiles().addFile({m_store.strings().intern(path), m_store.strings().intern(text)});
        return !r.failed();
    }

    bool function(std::string_view message, const CubinLines& lines) {
        std::string_view name;
        std::uint64_t address = 0;
        WireReader r(message);
        for (WireField f; r.next(f);) {
            if (f.number == 1 && f.isBytes()) name = f.bytes;
            else if (f.number == 2 && !f.isBytes()) address = f.value;
        }
        if (r.failed() || address == 0) return !r.failed();
        model::ProfileFunction out;
        out.name = m_store.strings().intern(name);
        if (const auto found = lines.functions.find(name); found != lines.functions.end())
            for (const CubinLines::Line& l : found->second)
                out.lines.push_back({l.offset, l.line, l.line ? m_store.strings().intern(lines.files[l.file]) : 0});
        const auto known = m_context.functions.find(address);
        if (known != m_context.functions.end() && known->second->name == out.name) return true;
        m_context.functions[address] = m_store.kernelProfiles().addFunction(std::move(out));
        return true;
    }

    model::EventStore& m_store;
    const OpenOptions& m_options;
    ReportContext m_context;
    KernelRows m_rows;
    std::map<std::uint64_t, CubinLines> m_lines;
};

}  // namespace

int sniffReport(const Sniff& s) {
    if (!s.head.starts_with(std::string_view("NVR\0", 4)) || s.head.size() < 9) return 0;
    // A header of a few bytes that begins with its version.
    return s.head[5] == 0 && s.head[6] == 0 && s.head[7] == 0 ? 100 : 60;
}

Result<void> openReport(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    auto reader = BlockReader::open(path.string());
    if (!reader) return tl::unexpected<model::Error>(reader.error());
    model::ReportInfo& info = store.info();
    info.format = "Nsight Compute report";
    info.formatKey = "ncu-rep";
    info.product = "Nsight Compute";
    info.schemaVersion = std::to_string(reader->version());
    ReportSource source(store, options);
    source.read(*reader);
    const bool cancelled = options.stop.stop_requested();
    source.finish();
    if (auto finished = finishReport(path, store, options, cancelled); !finished) return finished;
    if (store.snapshot()->eventCount() == 0 && store.diagnostics().total(Note::Incomplete) > 0)
        return model::fail(ErrorCode::Truncated, path.string(), model::MessageCode::NoKernelComplete);
    return {};
}

Result<std::string> readReportAttachment(const std::filesystem::path& path, const std::string& locator) {
    auto reader = BlockReader::open(path.string());
    if (!reader) return tl::unexpected<model::Error>(reader.error());
    if (locator != kCommandLine) return model::fail(ErrorCode::UnsupportedFeature, path.string(), locator);
    for (Block block; reader->next(block);) {
        WireReader r(block.header.session);
        for (WireField f; r.next(f);)
            if (f.number == 11 && f.isBytes()) return std::string(f.bytes);
    }
    return model::fail(ErrorCode::Damaged, path.string(), model::MessageCode::CommandLineGone);
}

}  // namespace importers::ncu
