// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/html.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "importers/common/text_kind.h"
#include "importers/html/page_scripts.h"
#include "importers/html/trace_text.h"
#include "importers/open.h"
#include "model/base/messages.h"

namespace importers::html {

using model::ErrorCode;
using model::Note;
using model::Result;

namespace {

/// A temporary file without a name: nobody else sees it, and it is gone when the program is.
class NamelessFile {
public:
    NamelessFile() {
        std::error_code error;
        std::string pattern = (std::filesystem::temp_directory_path(error) / "sightline-XXXXXX").native();
        m_error = error.value();
        if (error) return;
        m_fd = ::mkostemp(pattern.data(), O_CLOEXEC);
        m_error = errno;
        if (m_fd >= 0) ::unlink(pattern.c_str());
    }
    NamelessFile(const NamelessFile&) = delete;
    NamelessFile& operator=(const NamelessFile&) = delete;
    ~NamelessFile() {
        if (m_fd >= 0) ::close(m_fd);
    }

    bool write(std::string_view bytes) {
        while (m_fd >= 0 && !bytes.empty()) {
            const auto n = ::write(m_fd, bytes.data(), bytes.size());
            m_error = errno;
            if (n <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(n));
            m_bytes += static_cast<std::uint64_t>(n);
        }
        return m_fd >= 0;
    }
    /// Why there is none, or why it could not be written.
    std::string reason() const { return std::strerror(m_error); }
    /// So much of it was read: as a part of the page that it comes from.
    Progress progressOf(std::uint64_t done, std::uint64_t pageBytes) const {
        const double part = static_cast<double>(done) / static_cast<double>(std::max<std::uint64_t>(m_bytes, 1));
        return {static_cast<std::uint64_t>(std::min(part, 1.0) * static_cast<double>(pageBytes)), pageBytes};
    }
    std::filesystem::path path() const { return fmt::format("/proc/self/fd/{}", m_fd); }

private:
    int m_fd = -1;
    std::uint64_t m_bytes = 0;
    int m_error = 0;
};

struct Found {
    TraceText best;
    std::size_t traces = 0;
    bool cutOff = false;
};

/// Traces of programs are preferred to those of the kernel, and of several the largest is taken.
Found search(TextSource& source, const OpenOptions& options) {
    Found found;
    PageScripts scripts(source);
    Script script;
    while (!options.stop.stop_requested() && scripts.next(script)) {
        const bool cutOff = script.cutOff;
        TraceText trace = traceIn(script);
        if (trace.kind == TraceText::Kind::None) continue;
        ++found.traces;
        const bool better = trace.kind == found.best.kind ? trace.bytes.size() > found.best.bytes.size()
                                                          : found.best.kind != TraceText::Kind::File;
        if (!better) continue;
        found.best = std::move(trace);
        found.cutOff = cutOff;
    }
    return found;
}

/// The importer of what was found. Only formats of traces are looked for: a page in a page would have no end.
const Importer* importerOf(const std::filesystem::path& path) {
    const auto importer = identify(path);
    if (!importer || ((*importer)->key != "chrome" && (*importer)->key != "perfetto")) return nullptr;
    return *importer;
}

Result<void> refuse(const std::filesystem::path& path, bool kernelOnly) {
    if (kernelOnly) return model::fail(ErrorCode::FtraceText, path.string());
    constexpr std::size_t kHead = 64 << 10;
    return model::fail(ErrorCode::HtmlPage, path.string(), htmlTitle(asText(unpackedHead(path, kHead))));
}

}  // namespace

int sniff(const Sniff& s) {
    if (!isHtml(s.text)) return 0;
    const auto says = [&](std::string_view word) { return s.text.find(word) != std::string_view::npos; };
    for (const std::string_view word :
         {"\"traceEvents\"", "\"ph\"", "\"viewer-data\"", "\"trace-data\"", "linuxPerfData"})
        if (says(word)) return 85;
    const bool whole = s.fileBytes <= s.head.size() && s.head.size() == s.unpacked.size();
    return !whole && (says("tracing") || says("trace-viewer") || says("trace_viewer") || says("tr-ui-")) ? 60 : 0;
}

Result<void> open(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    auto source = TextSource::open(path, streamBounds(options));
    if (!source) return tl::unexpected<model::Error>(source.error());
    Found found = search(*source, options);
    if (options.stop.stop_requested()) return model::fail(ErrorCode::Cancelled, path.string());
    if (found.best.kind == TraceText::Kind::None) return refuse(path, false);
    FtraceMarks marks;
    if (found.best.kind == TraceText::Kind::Ftrace) {
        marks = marksOf(found.best.bytes);
        if (marks.marks == 0) return refuse(path, true);
        found.best.bytes = std::move(marks.json);
    }
    NamelessFile file;
    if (!file.write(found.best.bytes)) return model::fail(ErrorCode::NoTemporaryFile, path.string(), file.reason());
    found.best = {};
    const Importer* importer = importerOf(file.path());
    if (!importer) return refuse(path, false);
    store.info().path = path.string();
    if (marks.kernelLines) store.diagnostics().add(Note::NotShown, "ftrace", marks.kernelLines);
    if (found.traces > 1) store.diagnostics().add(Note::NotShown, model::MessageCode::FurtherTraces, found.traces - 1);
    noteProblems(source->problems(), store);
    if (found.cutOff && !source->endedEarly())
        store.diagnostics().add(Note::Incomplete, model::MessageCode::PageEndsInTrace);
    OpenOptions inner = options;
    if (options.progress)
        inner.progress = [&](const Progress& p) {
            options.progress(file.progressOf(p.bytesDone, store.info().fileBytes));
        };
    auto opened = importer->open(file.path(), store, inner);
    model::ReportInfo& info = store.info();
    info.format = fmt::format("HTML page with a trace ({})", marks.marks ? "ftrace" : std::string(importer->name));
    info.formatKey = "html";
    info.partial |= found.cutOff;
    store.publish(true);
    if (options.published) options.published();
    if (!opened) opened.error().subject = model::Argument::file(path.string());
    return opened;
}

}  // namespace importers::html
