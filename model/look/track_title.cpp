// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/look/track_title.h"

#include <algorithm>
#include <vector>

#include "model/base/places.h"
#include "model/base/platforms.h"
#include "model/base/translate_noop.h"
#include "model/base/utf8.h"
#include "model/look/display_name.h"
#include "model/query/ranges.h"
#include "model/reports/row_use.h"

namespace model::look {
namespace {

using T = TrackKind;

// Labels of model::trackKinds(): the translation tool finds them here. A test compares the two.
[[maybe_unused]] constexpr const char* kLabelsToTranslate[] = {
    QT_TRANSLATE_NOOP("timeline", "Kernel"),
    QT_TRANSLATE_NOOP("timeline", "Memory operation"),
    QT_TRANSLATE_NOOP("timeline", "NVTX on the GPU"),
    QT_TRANSLATE_NOOP("timeline", "Host"),
    QT_TRANSLATE_NOOP("timeline", "GPU"),
    QT_TRANSLATE_NOOP("timeline", "Metric"),
    QT_TRANSLATE_NOOP("timeline", "Machine"),
    QT_TRANSLATE_NOOP("timeline", "Process"),
    QT_TRANSLATE_NOOP("timeline", "Unified memory"),
    QT_TRANSLATE_NOOP("timeline", "CUDA HW"),
    QT_TRANSLATE_NOOP("timeline", "Context"),
    QT_TRANSLATE_NOOP("timeline", "Kernels"),
    QT_TRANSLATE_NOOP("timeline", "Memory"),
    QT_TRANSLATE_NOOP("timeline", "Hardware queues"),
    QT_TRANSLATE_NOOP("timeline", "Queue"),
    QT_TRANSLATE_NOOP("timeline", "Memory usage"),
    QT_TRANSLATE_NOOP("timeline", "Allocations"),
    QT_TRANSLATE_NOOP("timeline", "Memory pool"),
    QT_TRANSLATE_NOOP("timeline", "Stream"),
    QT_TRANSLATE_NOOP("timeline", "CUDA graphs"),
    QT_TRANSLATE_NOOP("timeline", "Synchronization"),
    QT_TRANSLATE_NOOP("timeline", "CUDA events"),
    QT_TRANSLATE_NOOP("timeline", "NVTX ranges"),
    QT_TRANSLATE_NOOP("timeline", "Thread"),
    QT_TRANSLATE_NOOP("timeline", "Thread state"),
    QT_TRANSLATE_NOOP("timeline", "CPU samples"),
    QT_TRANSLATE_NOOP("timeline", "Python samples"),
    QT_TRANSLATE_NOOP("timeline", "OS runtime"),
    QT_TRANSLATE_NOOP("timeline", "CUDA API"),
    QT_TRANSLATE_NOOP("timeline", "CUDA graph calls"),
    QT_TRANSLATE_NOOP("timeline", "cuDNN"),
    QT_TRANSLATE_NOOP("timeline", "cuBLAS"),
    QT_TRANSLATE_NOOP("timeline", "Library"),
    QT_TRANSLATE_NOOP("timeline", "NVTX"),
    QT_TRANSLATE_NOOP("timeline", "NCCL"),
    QT_TRANSLATE_NOOP("timeline", "Profiler overhead"),
    QT_TRANSLATE_NOOP("timeline", "JIT"),
    QT_TRANSLATE_NOOP("timeline", "Diagnostics"),
    QT_TRANSLATE_NOOP("timeline", "Global events"),
    QT_TRANSLATE_NOOP("timeline", "Annotations"),
    QT_TRANSLATE_NOOP("timeline", "Process events"),
    QT_TRANSLATE_NOOP("timeline", "Async"),
    QT_TRANSLATE_NOOP("timeline", "Objects"),
    QT_TRANSLATE_NOOP("timeline", "Instants"),
    QT_TRANSLATE_NOOP("timeline", "Operators"),
    QT_TRANSLATE_NOOP("timeline", "Python"),
    QT_TRANSLATE_NOOP("timeline", "Slices"),
    QT_TRANSLATE_NOOP("timeline", "Other events"),
    QT_TRANSLATE_NOOP("timeline", "Events"),
    QT_TRANSLATE_NOOP("timeline", "Counter"),
    QT_TRANSLATE_NOOP("timeline", "Queries"),
    QT_TRANSLATE_NOOP("timeline", "Query"),
};

// Curves of our own captures (collectors/sampler). Metrics that NVIDIA names stay as they are known.
constexpr const char* kCurves[] = {
    QT_TRANSLATE_NOOP("timeline", "Temperature"),
    QT_TRANSLATE_NOOP("timeline", "Power"),
    QT_TRANSLATE_NOOP("timeline", "SM clock"),
    QT_TRANSLATE_NOOP("timeline", "Memory clock"),
    QT_TRANSLATE_NOOP("timeline", "Device busy"),
    QT_TRANSLATE_NOOP("timeline", "Device memory used"),
    QT_TRANSLATE_NOOP("timeline", "CPU utilization"),
    QT_TRANSLATE_NOOP("timeline", "CPUs idle and waiting for disks"),
    QT_TRANSLATE_NOOP("timeline", "Network %1: received"),
    QT_TRANSLATE_NOOP("timeline", "Network %1: sent"),
    QT_TRANSLATE_NOOP("timeline", "InfiniBand %1 port %2: received"),
    QT_TRANSLATE_NOOP("timeline", "InfiniBand %1 port %2: sent"),
    QT_TRANSLATE_NOOP("timeline", "Disk %1: read"),
    QT_TRANSLATE_NOOP("timeline", "Disk %1: written"),
};

// Rows of memory snapshots of PyTorch (importers/torch).
constexpr const char* kRowsOfGpus[] = {
    QT_TRANSLATE_NOOP("timeline", "Segments of GPU %1"),
    QT_TRANSLATE_NOOP("timeline", "Annotations of GPU %1"),
};

constexpr std::size_t kMostName = 1024;  // bytes of a name that a title shows

std::string number(std::int64_t id) { return id == TrackKey::kNone ? "?" : std::to_string(id); }

bool isSpace(char32_t c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0xa0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

/// Whole characters of at most `most` bytes, in one line and without spaces that are not needed.
std::string simplified(std::string_view text, std::size_t most = kMostName) {
    std::string out;
    bool space = false;
    for (std::string_view rest = text; !rest.empty() && text.size() - rest.size() < most;) {
        const char32_t c = decodeUtf8(rest);
        if (isSpace(c)) {
            space = !out.empty();
            continue;
        }
        if (space) out += ' ';
        space = false;
        appendUtf8(out, c);
    }
    return out;
}

class Titles {
public:
    Titles(const Snapshot& s, const Words& words) : m_s(s), m_words(words) {}

    std::string kind(TrackKind kind) const { return m_words(std::string(trackKindInfo(kind).label).c_str()); }

    std::string of(const Track& track) const {
        const TrackKey& key = track.key;
        std::string name = simplified(m_s.text(track.name));
        using Type = Entity::Type;
        switch (track.kind) {
        case T::Host:
            if (name.empty()) name = entity(Type::Host, key);
            return name.empty() ? kind(track.kind) : name;
        case T::Gpu: return gpu(name.empty() ? entity(Type::Device, key) : name, number(key.device));
        case T::Process: return process(name.empty() ? entity(Type::Process, key) : name, key.pid);
        case T::CudaHw: return hardware(name.empty() ? entity(Type::Device, key) : name, number(key.device));
        case T::Context:
            if (!name.empty())
                return worded(QT_TRANSLATE_NOOP("timeline", "%1 (context %2)"), name, number(key.context));
            name = useOfContext(track);
            return name.empty() ? worded(QT_TRANSLATE_NOOP("timeline", "Context %1"), number(key.context))
                                : worded(QT_TRANSLATE_NOOP("timeline", "Context %1: %2"), number(key.context), name);
        case T::MemoryUsage:
            return name.empty() ? kind(track.kind) : worded(QT_TRANSLATE_NOOP("timeline", "Memory usage (%1)"), name);
        case T::GpuMetric:
        case T::HostCounter: return name.empty() ? kind(track.kind) : curve(name);
        case T::Objects:
        case T::Async:
            if (const auto form = formOf(name, kRowsOfGpus))
                return worded(form->pattern, std::string(form->values.front()));
            return name.empty() ? kind(track.kind) : name;
        case T::Stream: return stream(name, key);
        case T::Thread:
            if ((isTextId(key.tid) || key.tid == TrackKey::kNone) && !name.empty()) return name;
            return name.empty() ? worded(QT_TRANSLATE_NOOP("timeline", "Thread %1"), number(key.tid))
                                : worded(QT_TRANSLATE_NOOP("timeline", "Thread %1 %2"), number(key.tid), name);
        case T::Nvtx:
        case T::Nccl:
        case T::ProcessNvtx: {
            const std::string label = kind(track.kind);
            if (rangeKind(m_s, track) != "NVTX") return name;  // roctx, RCCL
            return name.empty() || name == label ? label
                                                 : worded(QT_TRANSLATE_NOOP("timeline", "%1 (%2)"), label, name);
        }
        default: return name.empty() ? kind(track.kind) : name;
        }
    }

    std::string folded(TrackKind kind, std::span<const TrackId> tracks, FoldedAs as) const {
        const bool idle = as == FoldedAs::Idle;
        const char* form = QT_TRANSLATE_NOOP("timeline", "%1 more rows");
        switch (kind) {
        case T::Thread:
            form = idle                      ? QT_TRANSLATE_NOOP("timeline", "Idle threads (%1)")
                   : as == FoldedAs::Waiting ? QT_TRANSLATE_NOOP("timeline", "Threads that only wait (%1)")
                                             : QT_TRANSLATE_NOOP("timeline", "%1 more threads");
            break;
        case T::Stream:
            form = idle ? QT_TRANSLATE_NOOP("timeline", "Streams without work (%1)")
                        : QT_TRANSLATE_NOOP("timeline", "%1 more streams");
            break;
        case T::Context: form = QT_TRANSLATE_NOOP("timeline", "Contexts without work (%1)"); break;
        case T::CudaHw: form = QT_TRANSLATE_NOOP("timeline", "GPUs without work (%1)"); break;
        case T::Gpu: form = QT_TRANSLATE_NOOP("timeline", "Metrics of %1 GPUs"); break;
        case T::Process: form = QT_TRANSLATE_NOOP("timeline", "%1 more processes: %2"); break;
        default: break;
        }
        return worded(form, std::to_string(tracks.size()), kind == T::Process ? processes(tracks) : std::string());
    }

private:
    /// The text with its places filled. (What withValues() does with brackets is not wanted here: "[4242] python".)
    std::string worded(const char* form, const std::string& a, const std::string& b = {},
                       const std::string& c = {}) const {
        const std::string text = m_words(form);
        std::string out;
        for (std::size_t at = 0; at < text.size(); ++at) {
            const char place = text[at] == '%' && at + 1 < text.size() ? text[at + 1] : ' ';
            if (place < '1' || place > '3') {
                out += text[at];
                continue;
            }
            out += place == '1' ? a : place == '2' ? b : c;
            ++at;
        }
        return out;
    }

    /// Name that the report gives to a device, context …, "" if none.
    std::string entity(Entity::Type type, const TrackKey& key) const {
        using E = Entity;
        for (const E& e : m_s.info().entities) {
            if (e.type != type || e.key.host != key.host) continue;
            const bool same = type == E::Type::Device    ? e.key.device == key.device
                              : type == E::Type::Process ? e.key.pid == key.pid
                                                         : type == E::Type::Host;
            if (same && !e.name.empty()) return simplified(e.name);
        }
        return {};
    }

    std::string gpu(const std::string& name, const std::string& device) const {
        return name.empty() ? worded(QT_TRANSLATE_NOOP("timeline", "GPU %1"), device)
                            : worded(QT_TRANSLATE_NOOP("timeline", "GPU %1  %2"), device, name);
    }

    std::string process(const std::string& name, std::int64_t pid) const {
        if (isTextId(pid) && !name.empty()) return name;
        if (pid == TrackKey::kNone)
            return name.empty() ? worded(QT_TRANSLATE_NOOP("timeline", "Unnamed process"), {}) : name;
        return name.empty() ? worded(QT_TRANSLATE_NOOP("timeline", "Process [%1]"), number(pid))
                            : worded(QT_TRANSLATE_NOOP("timeline", "[%1] %2"), number(pid), name);
    }

    /// AMD's devices are told by their name; where a report gives none its importer says the platform ("HIP"), and
    /// "GPU" where nobody knows whose it is.
    std::string hardware(std::string name, const std::string& device) const {
        constexpr std::string_view kAnyGpu = "GPU, ";
        if (name == "GPU") return gpu({}, device);
        if (name.starts_with(kAnyGpu)) return gpu(name.substr(kAnyGpu.size()), device);
        const auto onPlatform = [&](std::string_view platform) {
            if (!isOnPlatform(name, platform)) return false;
            name.erase(0, platform.size() + 2);
            return true;
        };
        for (const std::string_view accelerator : kAccelerators)
            if (onPlatform(accelerator)) {
                const std::string platform(accelerator);
                return name.empty()
                           ? worded(QT_TRANSLATE_NOOP("timeline", "%1 HW (device %2)"), platform, device)
                           : worded(QT_TRANSLATE_NOOP("timeline", "%1 HW (device %2, %3)"), platform, device, name);
            }
        const bool hip = onPlatform(kHip) || isAmdDevice(name);
        if (name.empty())
            return worded(hip ? QT_TRANSLATE_NOOP("timeline", "HIP HW (GPU %1)")
                              : QT_TRANSLATE_NOOP("timeline", "CUDA HW (GPU %1)"),
                          device);
        return worded(hip ? QT_TRANSLATE_NOOP("timeline", "HIP HW (GPU %1, %2)")
                          : QT_TRANSLATE_NOOP("timeline", "CUDA HW (GPU %1, %2)"),
                      device, name);
    }

    /// What a context of several is known by: the kernel, or else copy, that has most time there. Empty where a GPU of
    /// a process has but one.
    std::string useOfContext(const Track& context) const {
        const auto& all = m_s.track(context.parent).children;
        const auto isContext = [&](TrackId id) { return m_s.track(id).kind == T::Context; };
        if (std::count_if(all.begin(), all.end(), isContext) < 2) return {};
        constexpr std::size_t kShort = 40;
        return simplified(displayName(T::StreamKernels, m_s.text(reports::mostTimeIn(m_s, context))), kShort);
    }

    std::string stream(const std::string& name, const TrackKey& key) const {
        // Waiting for a whole context is recorded with no stream: all bits set, in 32 or 64 of them.
        if (name.empty() && (key.stream == -1 || key.stream == 0xffffffff))
            return worded(QT_TRANSLATE_NOOP("timeline", "Whole context"), {});
        // 7 is the number that CUPTI gives to the legacy default stream of the first context.
        const std::string bracketed = '(' + number(key.stream) + ')';
        if (name.starts_with("Default stream") || (name.empty() && key.stream == 7))
            return worded(QT_TRANSLATE_NOOP("timeline", "Default stream (%1)"), number(key.stream));
        if (name.empty()) return worded(QT_TRANSLATE_NOOP("timeline", "Stream %1"), number(key.stream));
        // "Queue 0" says it already, as profilers of AMD do.
        const bool saysNumber =
            name.find(bracketed) != name.npos || name.starts_with("Queue ") || name.ends_with(' ' + number(key.stream));
        return saysNumber ? name : worded(QT_TRANSLATE_NOOP("timeline", "%1 (stream %2)"), name, number(key.stream));
    }

    /// The title of a curve whose name has a form of ours; others as they are.
    std::string curve(const std::string& name) const {
        const std::size_t bracket = name.ends_with(']') ? name.rfind(" [") : name.size();
        const std::size_t unit = bracket == name.npos ? 0 : bracket;
        const std::string text = name.substr(0, unit);
        const auto form = formOf(text, kCurves);
        if (!form) return name;
        const auto value = [&](std::size_t i) {
            return std::string(i < form->values.size() ? form->values[i] : std::string_view());
        };
        return worded(form->pattern, value(0), value(1)) + name.substr(unit);
    }

    /// Names of processes, each once and in the order in which they come.
    std::string processes(std::span<const TrackId> tracks) const {
        std::vector<std::string> names;
        std::string out;
        for (const TrackId id : tracks) {
            const Track& t = m_s.track(id);
            std::string name = simplified(m_s.text(t.name));
            if (name.empty()) name = entity(Entity::Type::Process, t.key);
            if (name.empty()) name = number(t.key.pid);
            if (std::find(names.begin(), names.end(), name) != names.end()) continue;
            out += (names.empty() ? "" : ", ") + name;
            names.push_back(std::move(name));
        }
        return out;
    }

    const Snapshot& m_s;
    const Words& m_words;
};

}  // namespace

std::string kindLabel(TrackKind kind, const Words& words) {
    return words(std::string(trackKindInfo(kind).label).c_str());
}

std::string trackTitle(const Snapshot& s, const Track& track, const Words& words) { return Titles(s, words).of(track); }

std::string foldedTitle(const Snapshot& s, TrackKind kind, std::span<const TrackId> tracks, FoldedAs as,
                        const Words& words) {
    return Titles(s, words).folded(kind, tracks, as);
}

}  // namespace model::look
