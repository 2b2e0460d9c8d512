// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/text/event_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

#include "model/store/vendor_words.h"
#include "timeline/look/event_text_tables.h"
#include "timeline/look/format.h"
#include "timeline/look/names.h"
#include "timeline/rows/row_list.h"

namespace timeline {
namespace {

using model::Arg;
using model::EventKind;
using model::EventRef;
using model::Snapshot;
using model::TrackKind;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(timeline::EventText)
};

QString fromView(std::string_view s) { return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size())); }

QString groupText(ArgGroup group) {
    switch (group) {
    case ArgGroup::General: return {};
    case ArgGroup::Launch: return Text::tr("Launch configuration");
    case ArgGroup::Resources: return Text::tr("Resources");
    case ArgGroup::Transfer: return Text::tr("Transfer");
    case ArgGroup::Payload: return Text::tr("Payload");
    case ArgGroup::Graph: return Text::tr("CUDA graph");
    case ArgGroup::Other: return Text::tr("More");
    }
    return {};
}

// "(64, 8, 1)"
QString extent(const std::array<std::int64_t, 3>& v) {
    return QStringLiteral("(%1, %2, %3)").arg(rawNumber(v[0]), rawNumber(v[1]), rawNumber(v[2]));
}

std::uint64_t product(const std::array<std::int64_t, 3>& v) {
    std::uint64_t n = 1;
    for (const std::int64_t x : v)
        if (x <= 0 || __builtin_mul_overflow(n, static_cast<std::uint64_t>(x), &n)) return 0;
    return n;
}

// Words of a key in camel case that no table knows.
QString readableKey(std::string_view key) {
    QString out;
    for (const QChar c : fromView(key)) {
        if (c.isUpper() && !out.isEmpty() && !out.back().isUpper() && !out.back().isSpace()) out += QLatin1Char(' ');
        out += c == QLatin1Char('_') ? QLatin1Char(' ') : c;
    }
    if (!out.isEmpty()) out[0] = out[0].toUpper();
    return out;
}

QString integerText(std::int64_t v, const ArgField* field, bool driverApi) {
    switch (field ? field->format : ArgFormat::Plain) {
    case ArgFormat::Plain: return v < 0 ? rawNumber(v) : formatCount(static_cast<std::uint64_t>(v));
    case ArgFormat::Id: return rawNumber(v);
    case ArgFormat::Bytes: return v < 0 ? rawNumber(v) : formatBytes(static_cast<std::uint64_t>(v));
    case ArgFormat::Ns: return formatDuration(v);
    case ArgFormat::Address: return QStringLiteral("0x%1").arg(static_cast<quint64>(v), 0, 16);
    case ArgFormat::Colour:
        return QStringLiteral("#%1").arg(static_cast<quint32>(v), 8, 16, QLatin1Char('0')).toUpper();
    case ArgFormat::Flag: return v ? Text::tr("yes") : Text::tr("no");
    case ArgFormat::Enum:
        if (const char* name = enumName(field->names, v)) return Text::tr(name);
        return rawNumber(v);
    case ArgFormat::Result: {
        const std::string_view name = cudaResultName(v, driverApi);
        return name.empty() ? rawNumber(v) : QStringLiteral("%1 (%2)").arg(fromView(name), rawNumber(v));
    }
    }
    return {};
}

QString valueText(const Snapshot& s, const Arg& arg, EventKind kind, bool driverApi) {
    switch (arg.type) {
    case Arg::Type::Int: return integerText(arg.value, argField(s.text(arg.key), kind), driverApi);
    case Arg::Type::Real: return formatValue(arg.real());
    case Arg::Type::String: return fromView(s.text(static_cast<model::StringId>(arg.value)));
    }
    return {};
}

// Both APIs number their results alike but name them differently.
bool isDriverCall(std::string_view name) { return name.starts_with("cu") && !name.starts_with("cuda"); }

// Collects the rows of one event; its parts stand in the order of the finished list.
class Description {
public:
    Description(const Snapshot& s, EventRef ref, const DescribeOptions& options)
        : m_s(s), m_ref(ref), m_options(options), m_event(model::eventAt(s, ref)),
          m_kind(s.lane(ref.lane).lane->kind()), m_track(s.track(model::trackOf(s, ref))),
          m_args(s.store().args().at(m_event.args)) {}

    std::vector<DetailRow> rows() {
        head();
        arguments(ArgGroup::General);
        arguments(ArgGroup::Payload);
        arguments(ArgGroup::Transfer);
        throughput();
        configuration();
        arguments(ArgGroup::Launch);
        sharedMemory();
        arguments(ArgGroup::Resources);
        if (m_options.correlation) {
            correlation();
            operatorAndArrows();
        }
        if (m_options.where) where();
        arguments(ArgGroup::Graph);
        arguments(ArgGroup::Other);
        frames();
        return std::move(m_rows);
    }

private:
    void add(const QString& label, const QString& value, const QString& raw, const QString& group = {}) {
        m_rows.push_back({label, value, raw, group});
    }
    void addDuration(const QString& label, model::TimeNs ns, const QString& group = {}) {
        add(label, formatDuration(ns), rawNumber(ns), group);
    }

    std::optional<std::int64_t> number(std::string_view key) const {
        for (const Arg& a : m_args)
            if (a.type == Arg::Type::Int && m_s.text(a.key) == key) return a.value;
        return std::nullopt;
    }
    std::optional<std::array<std::int64_t, 3>> triple(std::string_view x, std::string_view y,
                                                      std::string_view z) const {
        const auto a = number(x), b = number(y), c = number(z);
        if (!a || !b || !c) return std::nullopt;
        return std::array{*a, *b, *c};
    }

    void head() {
        add(Text::tr("Name"), eventName(m_s, m_ref), fromView(m_s.text(m_event.name)));
        add(Text::tr("Kind"), eventKindText(m_s, m_kind), fromView(model::kindInfo(m_kind).key));
        if (m_event.end > m_event.start) {
            addDuration(Text::tr("Duration"), m_event.duration());
            add(Text::tr("Start"), m_options.times.exact(m_event.start), rawNumber(m_event.start));
            add(Text::tr("End"), m_options.times.exact(m_event.end), rawNumber(m_event.end));
        } else {
            add(Text::tr("Time"), m_options.times.exact(m_event.start), rawNumber(m_event.start));
        }
    }

    void configuration() {
        if (m_kind != EventKind::Kernel) return;
        const QString group = groupText(ArgGroup::Launch);
        const auto grid = triple("gridX", "gridY", "gridZ"), block = triple("blockX", "blockY", "blockZ");
        const auto cluster = triple("clusterX", "clusterY", "clusterZ");
        if (grid) add(Text::tr("Grid"), extent(*grid), extent(*grid), group);
        if (block) add(Text::tr("Block"), extent(*block), extent(*block), group);
        if (cluster && product(*cluster) > 1) add(Text::tr("Cluster"), extent(*cluster), extent(*cluster), group);
        if (grid && block && product(*grid) && product(*block)) {
            std::uint64_t threads = 0;
            if (!__builtin_mul_overflow(product(*grid), product(*block), &threads)) {
                add(Text::tr("Blocks"), formatCount(product(*grid)), QString::number(product(*grid)), group);
                add(Text::tr("Threads"), formatCount(threads), QString::number(threads), group);
            }
        }
    }

    void sharedMemory() {
        const auto fixed = number("staticSharedMemory"), dynamic = number("dynamicSharedMemory");
        if (fixed && dynamic && *fixed > 0 && *dynamic > 0)
            add(Text::tr("Shared memory per block"), formatBytes(static_cast<std::uint64_t>(*fixed + *dynamic)),
                rawNumber(*fixed + *dynamic), groupText(ArgGroup::Resources));
    }

    // Grid, block and cluster are said as one line each, by configuration().
    static bool isSaidAlready(std::string_view key) {
        for (const std::string_view k :
             {"gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ", "clusterX", "clusterY", "clusterZ"})
            if (k == key) return true;
        return false;
    }

    void arguments(ArgGroup group) {
        for (const Arg& a : m_args) {
            const std::string_view key = m_s.text(a.key);
            const ArgField* field = argField(key, m_kind);
            if ((field ? field->group : ArgGroup::Other) != group) continue;
            if (m_kind == EventKind::Kernel && isSaidAlready(key)) continue;
            if (field && field->zeroMeansNothing && a.type == Arg::Type::Int && a.value == 0) continue;
            add(argLabel(key, m_kind), valueText(m_s, a, m_kind, isDriverCall(m_s.text(m_event.name))), argRaw(m_s, a),
                groupText(group));
        }
    }

    void throughput() {
        const auto bytes = number("bytes");
        if ((m_kind != EventKind::Memcpy && m_kind != EventKind::Memset) || !bytes || *bytes <= 0) return;
        if (m_event.duration() <= 0) return;
        const double rate = static_cast<double>(*bytes) * 1e9 / static_cast<double>(m_event.duration());
        add(Text::tr("Throughput"), formatRate(rate), QString::number(rate, 'f', 0), groupText(ArgGroup::Transfer));
    }

    void correlation() {
        if (!model::hasCorrelation(m_s, m_ref)) return;
        static constexpr std::size_t kCountUpTo = 10000;
        const model::Correlated all = model::correlated(m_s, m_ref, kCountUpTo);
        const bool isLaunch = std::find(all.launches.begin(), all.launches.end(), m_ref) != all.launches.end();
        if (isLaunch) ofLaunch(all, kCountUpTo);
        else ofWork(all);
        add(Text::tr("Correlation"), rawNumber(m_event.correlation), rawNumber(m_event.correlation),
            correlationGroup());
    }
    static QString correlationGroup() { return Text::tr("Launch and GPU work"); }

    void operatorAndArrows() {
        if (const EventRef op = model::operatorOf(m_s, m_ref); op.isValid())
            add(Text::tr("Operator"), eventName(m_s, op), fromView(m_s.text(model::eventAt(m_s, op).name)),
                correlationGroup());
        static constexpr std::size_t kMost = 8;
        const model::Arrows arrows = model::arrowsOf(m_s, m_ref, kMost);
        for (const EventRef e : arrows.from)
            add(Text::tr("Arrow from"), shortEventName(m_s, e), eventName(m_s, e), Text::tr("Arrows"));
        for (const EventRef e : arrows.to)
            add(Text::tr("Arrow to"), shortEventName(m_s, e), eventName(m_s, e), Text::tr("Arrows"));
    }

    void ofLaunch(const model::Correlated& all, std::size_t limit) {
        if (all.work.empty()) return;
        const model::Event first = model::eventAt(m_s, all.work.front());
        if (all.work.size() == 1)
            add(Text::tr("Launched"), shortEventName(m_s, all.work.front()), eventName(m_s, all.work.front()),
                correlationGroup());
        else
            add(Text::tr("Launched"),
                all.work.size() >= limit ? Text::tr("%1 GPU events or more").arg(formatCount(limit))
                                         : Text::tr("%n GPU event(s)", nullptr, static_cast<int>(all.work.size())),
                QString::number(all.work.size()), correlationGroup());
        addDuration(Text::tr("From call to start on the GPU"), first.start - m_event.start, correlationGroup());
        if (all.work.size() == 1) addDuration(Text::tr("Duration on the GPU"), first.duration(), correlationGroup());
    }

    void ofWork(const model::Correlated& all) {
        if (all.launches.empty()) return;
        const EventRef call = all.launches.front();
        const model::Event launch = model::eventAt(m_s, call);
        add(Text::tr("Launched by"), eventName(m_s, call), fromView(m_s.text(launch.name)), correlationGroup());
        const model::TrackId thread = ancestor(model::trackOf(m_s, call), TrackKind::Thread);
        if (thread != model::kNoTrack)
            add(Text::tr("In thread"), trackTitle(m_s, m_s.track(thread)), rawNumber(m_s.track(thread).key.tid),
                correlationGroup());
        addDuration(Text::tr("Latency from launch"), m_event.start - launch.start, correlationGroup());
        if (m_event.start > launch.end)
            addDuration(Text::tr("Waited after the call returned"), m_event.start - launch.end, correlationGroup());
    }

    model::TrackId ancestor(model::TrackId track, TrackKind kind) const {
        while (track != model::kNoTrack && m_s.track(track).kind != kind) track = m_s.track(track).parent;
        return track;
    }

    void where() {
        const auto addNumber = [&](const QString& label, TrackKind kind, std::int64_t model::TrackKey::*id) {
            const model::TrackId t = ancestor(m_track.id, kind);
            if (t == model::kNoTrack) return;
            const model::Track& track = m_s.track(t);
            add(label, trackTitle(m_s, track), rawNumber(track.key.*id), Text::tr("Where"));
        };
        addNumber(Text::tr("Process"), TrackKind::Process, &model::TrackKey::pid);
        addNumber(Text::tr("Thread"), TrackKind::Thread, &model::TrackKey::tid);
        addNumber(Text::tr("Device"), TrackKind::CudaHw, &model::TrackKey::device);
        addNumber(Text::tr("Context"), TrackKind::Context, &model::TrackKey::context);
        addNumber(Text::tr("Stream"), TrackKind::Stream, &model::TrackKey::stream);
        addNumber(Text::tr("Domain"), TrackKind::Nvtx, &model::TrackKey::domain);
        addNumber(Text::tr("Domain"), TrackKind::ProcessNvtx, &model::TrackKey::domain);
        if (m_kind == EventKind::Kernel && m_event.payload)
            add(Text::tr("Grid id"), rawNumber(m_event.payload), rawNumber(m_event.payload), Text::tr("Where"));
    }

    // The payload of a call or a sample is its call chain.
    void frames() {
        if (m_kind != EventKind::CudaApi && m_kind != EventKind::Osrt && m_kind != EventKind::CpuSample &&
            m_kind != EventKind::PythonSample && m_kind != EventKind::LibraryCall && m_kind != EventKind::Operator &&
            m_kind != EventKind::Slice)
            return;
        if (m_event.payload == 0) return;
        const std::vector<model::Frame> chain = m_s.store().callchains().at(m_event.payload);
        const QString group = Text::tr("Call chain");
        int n = 0;
        for (const model::Frame& f : chain) {
            if (n == m_options.maxFrames) {
                add(QStringLiteral("…"), Text::tr("%n more frame(s)", nullptr, static_cast<int>(chain.size()) - n), {},
                    group);
                break;
            }
            const QString symbol = fromView(m_s.text(f.symbol)), module = fromView(m_s.text(f.module));
            const QString address = QStringLiteral("0x%1").arg(f.ip, 0, 16);
            const QString shown = symbol.isEmpty() || (f.flags & model::Frame::Unresolved) ? address : symbol;
            // Only the file of a module matters on screen; the whole path is in the copy.
            const QString file = module.section(QLatin1Char('/'), -1);
            add(QStringLiteral("#%1").arg(n++), file.isEmpty() ? shown : QStringLiteral("%1  [%2]").arg(shown, file),
                module.isEmpty() ? shown : QStringLiteral("%1\t%2\t%3").arg(symbol, module, address), group);
        }
    }

    const Snapshot& m_s;
    EventRef m_ref;
    const DescribeOptions& m_options;
    model::Event m_event;
    EventKind m_kind;
    const model::Track& m_track;
    std::vector<Arg> m_args;
    std::vector<DetailRow> m_rows;
};

}  // namespace

std::vector<DetailRow> describeEvent(const Snapshot& s, EventRef ref, const DescribeOptions& options) {
    if (!has(s, ref)) return {};
    return Description(s, ref, options).rows();
}

QString eventKindText(const Snapshot& s, EventKind kind) {
    const QString text = Text::tr(eventKindLabel(kind));
    return text.contains(u"CUDA") ? QString::fromStdString(model::inVendorWords(text.toStdString(), s)) : text;
}

QString eventName(const Snapshot& s, EventRef ref) {
    const model::Event e = model::eventAt(s, ref);
    const std::string_view name = s.text(e.name);
    if (name.empty()) return eventKindText(s, s.lane(ref.lane).lane->kind());
    return fromView(withoutApiVersion(name));
}

QString shortEventName(const Snapshot& s, EventRef ref) {
    const model::Event e = model::eventAt(s, ref);
    const std::string_view name = displayName(s.track(model::trackOf(s, ref)).kind, s.text(e.name));
    return name.empty() ? eventKindText(s, s.lane(ref.lane).lane->kind()) : fromView(name);
}

QString eventSentence(const Snapshot& s, EventRef ref, const TimeFormat& times) {
    const model::Event e = model::eventAt(s, ref);
    if (e.end == e.start) return Text::tr("%1, at %2", "name, time").arg(shortEventName(s, ref), times.exact(e.start));
    return Text::tr("%1, %2, at %3", "name, duration, time")
        .arg(shortEventName(s, ref), formatDuration(e.duration()), times.exact(e.start));
}

QString detailText(const std::vector<DetailRow>& rows) {
    QStringList lines;
    QString group;
    for (const DetailRow& r : rows) {
        if (r.group != group && !r.group.isEmpty()) lines += QStringLiteral("[%1]").arg(r.group);
        group = r.group;
        lines += QStringLiteral("%1: %2").arg(r.label, r.value);
    }
    return lines.join(QLatin1Char('\n'));
}

QString argLabel(std::string_view key, EventKind kind) {
    const ArgField* field = argField(key, kind);
    return field ? Text::tr(field->label) : readableKey(key);
}

QString argText(const Snapshot& s, const Arg& arg, EventKind kind) { return valueText(s, arg, kind, false); }

QString argRaw(const Snapshot& s, const Arg& arg) {
    switch (arg.type) {
    case Arg::Type::Int: return rawNumber(arg.value);
    case Arg::Type::Real: return QString::number(arg.real(), 'g', 17);
    case Arg::Type::String: return fromView(s.text(static_cast<model::StringId>(arg.value)));
    }
    return {};
}

}  // namespace timeline
