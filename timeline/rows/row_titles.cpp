// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include <QCoreApplication>

#include "model/base/places.h"
#include "model/base/platforms.h"
#include "model/query/ranges.h"
#include "model/reports/row_use.h"
#include "timeline/look/names.h"
#include "timeline/rows/row_list.h"

namespace timeline {
namespace {

using model::TrackKey;
using model::TrackKind;
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

QString tr(const char* text) { return QCoreApplication::translate("timeline", text); }

/// The title of a curve whose name has a form of ours; others as they are.
QString curveTitle(const QString& name) {
    const qsizetype unit =
        name.endsWith(QLatin1Char(']')) ? std::max<qsizetype>(0, name.lastIndexOf(QLatin1String(" ["))) : name.size();
    const std::string text = name.left(unit).toStdString();
    const auto form = model::formOf(text, kCurves);
    if (!form) return name;
    const std::string own = tr(form->pattern).toStdString();
    const std::string_view none;
    const auto value = [&](std::size_t i) { return i < form->values.size() ? form->values[i] : none; };
    return QString::fromStdString(model::withValues(own, {value(0), value(1)})) + name.mid(unit);
}

QString number(std::int64_t id) { return id == TrackKey::kNone ? QStringLiteral("?") : QString::number(id); }

QString nameOf(const model::Snapshot& s, model::StringId id) {
    const std::string_view text = s.text(id);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(std::min<std::size_t>(text.size(), 1024)))
        .simplified();
}

/// Name that the report gives to a device, context …, "" if none.
QString entityName(const model::Snapshot& s, model::Entity::Type type, const TrackKey& key) {
    using E = model::Entity;
    for (const E& e : s.info().entities) {
        if (e.type != type || e.key.host != key.host) continue;
        const bool same = type == E::Type::Device    ? e.key.device == key.device
                          : type == E::Type::Process ? e.key.pid == key.pid
                                                     : type == E::Type::Host;
        if (same && !e.name.empty()) return QString::fromStdString(e.name).simplified();
    }
    return {};
}

/// AMD's devices are told by their name; where a report gives none its importer says the platform ("HIP"), and "GPU"
/// where nobody knows whose it is.
QString hardwareTitle(QString name, const QString& device) {
    if (name == QLatin1String("GPU")) return tr("GPU %1").arg(device);
    if (name.startsWith(QLatin1String("GPU, "))) return tr("GPU %1  %2").arg(device, name.mid(5));
    const std::string text = name.toStdString();
    const auto onPlatform = [&](std::string_view platform) {
        if (!model::isOnPlatform(text, platform)) return false;
        name.remove(0, static_cast<qsizetype>(platform.size()) + 2);
        return true;
    };
    for (const std::string_view accelerator : model::kAccelerators)
        if (onPlatform(accelerator)) {
            const QString platform = QString::fromUtf8(accelerator.data(), static_cast<qsizetype>(accelerator.size()));
            return name.isEmpty() ? tr("%1 HW (device %2)").arg(platform, device)
                                  : tr("%1 HW (device %2, %3)").arg(platform, device, name);
        }
    const bool hip = onPlatform(model::kHip) || model::isAmdDevice(text);
    if (hip) return name.isEmpty() ? tr("HIP HW (GPU %1)").arg(device) : tr("HIP HW (GPU %1, %2)").arg(device, name);
    return name.isEmpty() ? tr("CUDA HW (GPU %1)").arg(device) : tr("CUDA HW (GPU %1, %2)").arg(device, name);
}

/// What a context of several is known by: the kernel, or else copy, that has most time there. Empty where a GPU of a
/// process has but one.
QString useOfContext(const model::Snapshot& s, const model::Track& context) {
    const auto& all = s.track(context.parent).children;
    const auto isContext = [&](model::TrackId id) { return s.track(id).kind == T::Context; };
    if (std::count_if(all.begin(), all.end(), isContext) < 2) return {};
    const model::StringId name = model::reports::mostTimeIn(s, context);
    const std::string_view text = displayName(T::StreamKernels, s.text(name));
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(std::min<std::size_t>(text.size(), 40))).simplified();
}

QString streamTitle(const QString& name, const TrackKey& key) {
    // Waiting for a whole context is recorded with no stream: all bits set, in 32 or 64 of them.
    if (name.isEmpty() && (key.stream == -1 || key.stream == 0xffffffff)) return tr("Whole context");
    // 7 is the number that CUPTI gives to the legacy default stream of the first context.
    const QString bracketed = QLatin1Char('(') + number(key.stream) + QLatin1Char(')');
    if (name.startsWith(QLatin1String("Default stream")) || (name.isEmpty() && key.stream == 7))
        return tr("Default stream (%1)").arg(number(key.stream));
    // "Queue 0" says it already, as profilers of AMD do.
    const bool saysNumber = name.contains(bracketed) || name.startsWith(QLatin1String("Queue ")) ||
                            name.endsWith(QLatin1Char(' ') + number(key.stream));
    if (!name.isEmpty()) return saysNumber ? name : tr("%1 (stream %2)").arg(name, number(key.stream));
    return tr("Stream %1").arg(number(key.stream));
}

}  // namespace

QString kindLabel(TrackKind kind) { return tr(std::string(model::trackKindInfo(kind).label).c_str()); }

QString trackTitle(const model::Snapshot& s, const model::Track& track) {
    const TrackKey& key = track.key;
    QString name = nameOf(s, track.name);
    using Type = model::Entity::Type;
    switch (track.kind) {
    case T::Host:
        if (name.isEmpty()) name = entityName(s, Type::Host, key);
        return name.isEmpty() ? kindLabel(track.kind) : name;
    case T::Gpu:
        if (name.isEmpty()) name = entityName(s, Type::Device, key);
        return name.isEmpty() ? tr("GPU %1").arg(number(key.device)) : tr("GPU %1  %2").arg(number(key.device), name);
    case T::Process:
        if (name.isEmpty()) name = entityName(s, Type::Process, key);
        if (model::isTextId(key.pid) && !name.isEmpty()) return name;
        if (key.pid == TrackKey::kNone) return name.isEmpty() ? tr("Unnamed process") : name;
        return name.isEmpty() ? tr("Process [%1]").arg(number(key.pid)) : tr("[%1] %2").arg(number(key.pid), name);
    case T::CudaHw:
        if (name.isEmpty()) name = entityName(s, Type::Device, key);
        return hardwareTitle(name, number(key.device));
    case T::Context:
        if (!name.isEmpty()) return tr("%1 (context %2)").arg(name, number(key.context));
        name = useOfContext(s, track);
        return name.isEmpty() ? tr("Context %1").arg(number(key.context))
                              : tr("Context %1: %2").arg(number(key.context), name);
    case T::MemoryUsage: return name.isEmpty() ? kindLabel(track.kind) : tr("Memory usage (%1)").arg(name);
    case T::GpuMetric:
    case T::HostCounter: return name.isEmpty() ? kindLabel(track.kind) : curveTitle(name);
    case T::Stream: return streamTitle(name, key);
    case T::Thread:
        if ((model::isTextId(key.tid) || key.tid == TrackKey::kNone) && !name.isEmpty()) return name;
        return name.isEmpty() ? tr("Thread %1").arg(number(key.tid)) : tr("Thread %1 %2").arg(number(key.tid), name);
    case T::Nvtx:
    case T::Nccl:
    case T::ProcessNvtx: {
        const QString label = kindLabel(track.kind);
        if (model::rangeKind(s, track) != "NVTX") return name;  // roctx, RCCL
        return name.isEmpty() || name == label ? label : tr("%1 (%2)").arg(label, name);
    }
    default: return name.isEmpty() ? kindLabel(track.kind) : name;
    }
}

namespace {

/// Names of processes, each once and in the order in which they come.
QString namesOf(const model::Snapshot& s, std::span<const model::TrackId> processes) {
    QStringList names;
    for (const model::TrackId id : processes) {
        const model::Track& t = s.track(id);
        QString name = nameOf(s, t.name);
        if (name.isEmpty()) name = entityName(s, model::Entity::Type::Process, t.key);
        if (name.isEmpty()) name = number(t.key.pid);
        if (!names.contains(name)) names.append(name);
    }
    return names.join(QStringLiteral(", "));
}

}  // namespace

QString foldedTitle(const model::Snapshot& s, TrackKind kind, std::span<const model::TrackId> tracks, FoldedAs as) {
    const auto n = tracks.size();
    const bool idle = as == FoldedAs::Idle;
    switch (kind) {
    case T::Thread:
        return (idle                      ? tr("Idle threads (%1)")
                : as == FoldedAs::Waiting ? tr("Threads that only wait (%1)")
                                          : tr("%1 more threads"))
            .arg(n);
    case T::Stream: return (idle ? tr("Streams without work (%1)") : tr("%1 more streams")).arg(n);
    case T::Context: return tr("Contexts without work (%1)").arg(n);
    case T::CudaHw: return tr("GPUs without work (%1)").arg(n);
    case T::Gpu: return tr("Metrics of %1 GPUs").arg(n);
    case T::Process: return tr("%1 more processes: %2").arg(QString::number(n), namesOf(s, tracks));
    default: return tr("%1 more rows").arg(n);
    }
}

}  // namespace timeline
