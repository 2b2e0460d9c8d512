// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/xplane/xplane.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <deque>

#include "importers/common/finish.h"
#include "importers/common/xla_names.h"
#include "importers/xplane/event_reader.h"
#include "importers/xplane/space_stream.h"
#include "model/base/messages.h"
#include "model/base/platforms.h"
#include "model/store/file_facts.h"

namespace importers::xplane {

using model::ErrorCode;
using model::MessageCode;
using model::Note;
using model::Result;
using model::TimeNs;
using Field = SpaceStream::Field;

namespace {

constexpr std::uint32_t kPlane = 1, kErrors = 2, kWarnings = 3, kHostNames = 4;
constexpr std::uint32_t kPlaneName = 2, kLine = 3, kEventNames = 4, kStatNames = 5, kPlaneStats = 6;
constexpr std::uint32_t kEvent = 4;
/// Times beyond this one (1973) count from 1970; those below from the begin of the profile.
constexpr TimeNs kUnixTime = 100'000'000'000'000'000;

/// Reads a profile in two passes, forward each: the names of a plane stand behind its events.
class SpaceReader {
public:
    SpaceReader(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options)
        : m_path(path), m_store(store), m_options(options), m_groups(store),
          m_events(store, m_groups, m_rows, m_modules), m_check(options.stopBuilding) {}

    Result<void> read() {
        for (const bool names : {true, false}) {
            auto source = ByteSource::open(m_path, streamBounds(m_options));
            if (!source) return tl::unexpected<model::Error>(source.error());
            SpaceStream stream(std::move(*source));
            m_in = &stream;
            m_isFirstPass = names;
            m_planeAt = 0;
            space();
            m_in = nullptr;
            if (!names) noteProblems(stream.source().problems(), m_store);
            if (m_options.stop.stop_requested()) break;
        }
        return {};
    }
    bool isEmpty() const { return m_planes.empty(); }
    void finish();

private:
    // Both passes.
    void space();
    void plane(std::uint64_t end);
    void skipField(const Field& field);
    bool held(const Field& field, std::string_view& bytes);
    void damaged(MessageCode what, bool inBothPasses = true);
    void progress();

    // The first one.
    void spaceText(const Field& field);
    void planeField(Plane& plane, const Field& field);
    void metadataEntry(Plane& plane, std::string_view entry);
    // The second one.
    void line(std::uint64_t end);

    void nameHosts();
    void describe(Plane& plane);
    void describeDevice(const Plane& plane, model::Facts facts);
    void describeTimes(const model::Facts& facts);
    void notePlane(const Plane& plane);
    void setEpoch(TimeNs zero);

    std::filesystem::path m_path;
    model::EventStore& m_store;
    const OpenOptions& m_options;
    EventGroups m_groups;
    Rows m_rows;
    HloModules m_modules;
    EventReader m_events;
    StopCheck m_check;

    SpaceStream* m_in = nullptr;
    bool m_isFirstPass = true;
    std::deque<Plane> m_planes;
    std::size_t m_planeAt = 0;
    std::vector<std::string> m_hosts;
    TimeNs m_profileStart = 0;
    std::uint64_t m_fields = 0;
};

void SpaceReader::damaged(MessageCode what, bool inBothPasses) {
    if (m_in->source().endedEarly()) return;  // cut off by us
    m_store.info().partial = true;
    if (m_isFirstPass || !inBothPasses)
        m_store.diagnostics().add(Note::DamagedPart, MessageCode::Trace, 1, what,
                                  static_cast<std::int64_t>(m_in->at()));
}

void SpaceReader::progress() {
    if ((++m_fields & 0x3ff) != 0) return;
    if (!m_options.progress || (m_fields & 0xffff) != 0) return;
    // The first pass looks at little of what it passes.
    const std::uint64_t total = m_store.info().fileBytes, done = std::min(m_in->source().fileBytesDone(), total);
    m_options.progress({m_isFirstPass ? done / 8 : total / 8 + done / 8 * 7, total});
}

void SpaceReader::skipField(const Field& f) {
    if (f.isBytes()) m_in->skipTo(m_in->at() + f.value);
}

/// The bytes of a field. What is too long to be held is skipped.
bool SpaceReader::held(const Field& f, std::string_view& bytes) {
    if (m_in->view(f.value, bytes)) return true;
    const bool isLong = f.value > kMostHeld;
    skipField(f);
    if (isLong && !m_in->isCut()) damaged(MessageCode::UnreadableBytes);
    return false;
}

void SpaceReader::space() {
    for (Field f; m_in->next(SpaceStream::kNoEnd, f) && !m_options.stop.stop_requested();) {
        if (f.number == kPlane && f.isBytes()) plane(m_in->at() + f.value);
        else if (m_isFirstPass) spaceText(f);
        else skipField(f);
    }
    if (m_in->takeDamage()) damaged(MessageCode::UnreadableBytes);
    else if (m_in->isCut()) damaged(MessageCode::TraceCutOff);
}

void SpaceReader::spaceText(const Field& f) {
    std::string_view text;
    if (!f.isBytes() || f.number > kHostNames) {
        m_store.diagnostics().add(Note::SkippedUnknown, {MessageCode::UnknownField, {"XSpace", f.number}});
        return skipField(f);
    }
    if (!held(f, text)) return;
    if (f.number == kHostNames) m_hosts.emplace_back(text);
    else if (f.number == kErrors || f.number == kWarnings)
        m_store.diagnostics().add(Note::ReportMessage, std::string(text.substr(0, 2000)));
}

void SpaceReader::plane(std::uint64_t end) {
    if (m_isFirstPass) m_planes.emplace_back();
    if (m_planeAt >= m_planes.size()) return m_in->skipTo(end);  // the first pass was stopped before it
    Plane& plane = m_planes[m_planeAt++];
    bool begun = false;
    for (Field f; m_in->next(end, f) && !m_options.stop.stop_requested();) {
        progress();
        if (m_isFirstPass) {
            planeField(plane, f);
        } else if (f.number == kLine && f.isBytes()) {
            if (!std::exchange(begun, true)) m_events.beginPlane(plane);
            line(m_in->at() + f.value);
        } else {
            skipField(f);
        }
    }
    if (m_in->takeDamage()) damaged(MessageCode::UnreadableBytes);
    m_in->skipTo(end);
}

void SpaceReader::planeField(Plane& plane, const Field& f) {
    std::string_view bytes;
    if (!f.isBytes()) {
        if (f.number != 1) plane.odd.unknown("XPlane", f.number);
        return;
    }
    switch (f.number) {
    case kPlaneName:
        if (held(f, bytes)) plane.name = bytes;
        return;
    case kLine: ++plane.lines; return skipField(f);
    case kEventNames:
        if (held(f, bytes)) metadataEntry(plane, bytes);
        return;
    case kStatNames:
        if (held(f, bytes)) plane.addStatName(bytes);
        return;
    case kPlaneStats:
        if (held(f, bytes)) plane.addOwnStat(bytes);
        return;
    default: plane.odd.unknown("XPlane", f.number); return skipField(f);
    }
}

/// The name of an event; in the plane of programs, a program.
void SpaceReader::metadataEntry(Plane& plane, std::string_view entry) {
    if (planeKind(plane.name) != PlaneKind::Metadata) return plane.addEventName(entry);
    const WireMapEntry program = mapEntry(entry);
    WireReader parts(program.value);
    for (WireField f; parts.next(f);) {
        if (f.number != 5 || !f.isBytes()) continue;
        WireReader stat(f.bytes);
        for (WireField v; stat.next(v);)
            if (v.number == 6 && v.isBytes() && !m_modules.add(program.key, v.bytes)) ++plane.odd.damaged;
    }
}

void SpaceReader::line(std::uint64_t end) {
    m_events.beginLine();
    std::string_view bytes;
    for (Field f; m_in->next(end, f);) {
        if ((m_fields & 0x3ff) == 0 && m_options.stop.stop_requested()) break;
        progress();
        const auto at = static_cast<std::int64_t>(m_in->at());
        if (!f.isBytes()) m_events.lineNumber(f.number, f.value);
        else if (!held(f, bytes)) continue;
        else if (f.number == kEvent) m_events.event(bytes, m_in->readableEnd(), at);
        else m_events.lineText(f.number, bytes);
    }
    if (m_in->takeDamage()) damaged(MessageCode::UnreadableBytes, false);
    m_in->skipTo(end);
    m_events.endLine();
}

void SpaceReader::notePlane(const Plane& plane) {
    auto& notes = m_store.diagnostics();
    const PlaneOddities& o = plane.odd;
    if (o.lostEventNames) notes.add(Note::MissingString, "XEventMetadata", o.lostEventNames, plane.name);
    if (o.lostStatNames) notes.add(Note::MissingString, "XStatMetadata", o.lostStatNames, plane.name);
    if (o.bytesValues) notes.add(Note::NotShown, "XStat.bytes_value", o.bytesValues, plane.name);
    if (o.metadataBytes) notes.add(Note::NotShown, "XEventMetadata.metadata", o.metadataBytes, plane.name);
    if (o.emptyStats) notes.add(Note::NotANumber, "XStat", o.emptyStats, plane.name);
    if (o.damaged) notes.add(Note::DamagedPart, "XPlane", o.damaged, plane.name);
    if (o.unknownFields)
        notes.add(Note::SkippedUnknown, {MessageCode::UnknownField, {o.unknownIn, o.unknownField}}, o.unknownFields,
                  plane.name);
}

void SpaceReader::nameHosts() {
    // A profile is named after its machine; it is the only name where the file has none.
    constexpr std::string_view kEnding = ".xplane.pb";
    const std::string file = m_path.filename().string();
    if (const std::size_t at = file.find(kEnding); m_hosts.empty() && at != file.npos && at > 0)
        m_hosts.push_back(file.substr(0, at));
    std::sort(m_hosts.begin(), m_hosts.end());
    m_hosts.erase(std::unique(m_hosts.begin(), m_hosts.end()), m_hosts.end());
    if (m_hosts.size() == 1) {
        model::Entity host{model::Entity::Type::Host, {}, m_hosts.front(), {}};
        m_store.info().entities.push_back(std::move(host));
        return;
    }
    for (const std::string& name : m_hosts) m_store.info().session_facts.emplace_back("hostname", name);
}

void SpaceReader::describeDevice(const Plane& plane, model::Facts facts) {
    model::Entity device{model::Entity::Type::Device, {}, {}, {}};
    device.key.device = xla::numberAfter(plane.name, "/device:GPU:").value_or(0);
    std::string vendor;
    for (const auto& [key, value] : facts) {
        if (key == "gpu_device_name") device.name = value;
        if (key == "device_vendor") vendor = value;
    }
    if (model::isAmdDevice(vendor)) m_rows.setHip();
    if (device.name.empty()) device.name = vendor;
    m_rows.setDeviceName(device.key.device, device.name);
    device.facts = std::move(facts);
    m_store.info().entities.push_back(std::move(device));
}

void SpaceReader::describeTimes(const model::Facts& facts) {
    for (const auto& [key, value] : facts) {
        if (key == "profile_start_time") std::from_chars(value.data(), value.data() + value.size(), m_profileStart);
        m_store.info().session_facts.emplace_back(key, value);
    }
}

void SpaceReader::describe(Plane& plane) {
    const PlaneKind kind = planeKind(plane.name);
    if (kind == PlaneKind::Scopes) {
        if (plane.ownStatCount()) m_store.diagnostics().add(Note::NotShown, plane.name, plane.ownStatCount());
        return;
    }
    model::Facts facts = plane.ownFacts(m_store);
    if (kind == PlaneKind::Gpu) return describeDevice(plane, std::move(facts));
    if (kind == PlaneKind::Environment) return describeTimes(facts);
    for (auto& [key, value] : facts)
        m_store.info().session_facts.emplace_back(fmt::format("{} {}", plane.name, key), std::move(value));
}

/// The wall clock: times of a line count from 1970, or from the begin of the profile.
void SpaceReader::setEpoch(TimeNs zero) {
    model::ReportInfo& info = m_store.info();
    if (zero > kUnixTime) info.utcEpochNs = zero;
    else if (m_profileStart > kUnixTime) info.utcEpochNs = model::saturatingAdd(m_profileStart, zero);
    info.session_facts.emplace_back(model::kClockAtZero, std::to_string(zero));
}

void SpaceReader::finish() {
    nameHosts();
    for (Plane& plane : m_planes) describe(plane);
    for (const Plane& plane : m_planes) notePlane(plane);
    m_events.noteOddities();
    m_events.operators().derive(m_groups, m_check);
    const TimeNs zero = m_groups.build(m_options.threads, m_options.stopBuilding);
    setEpoch(zero);
    m_rows.apply(m_store);
    m_events.arrows().draw(zero, m_check);
}

/// Whether the first bytes of a plane are those of one: its number and its name, then what a plane has.
bool isPlane(std::string_view message, bool isWhole, bool& isKnown) {
    WireReader in(message);
    bool named = false;
    int parts = 0;
    for (WireField f; in.next(f);) {
        const bool isNumber = f.number == 1;
        if (f.number > kPlaneStats || f.isBytes() == isNumber) return false;
        if (f.number == kPlaneName) {
            named = true;
            for (const std::string_view known : {"/host:", "/device:", "/virtualdevice:", "Task Environment", "#Chip"})
                isKnown |= f.bytes.starts_with(known);
            if (std::any_of(f.bytes.begin(), f.bytes.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }))
                return false;
        }
        if (f.number <= kPlaneName) continue;
        ++parts;
        WireReader inner(f.bytes);
        for (WireField i; inner.next(i);)
            if (i.number > 11 || (i.number == 1 && i.isBytes())) return false;
        if (inner.failed()) return false;
    }
    return named && (parts > 0 || isKnown) && (!isWhole || !in.failed());
}

}  // namespace

int sniff(const Sniff& s) {
    std::string_view rest = s.unpacked.empty() ? s.head : s.unpacked;
    int planes = 0;
    bool isKnown = false;
    while (!rest.empty() && planes < 8) {
        WireReader in(rest);
        std::uint64_t key = 0, length = 0;
        if (!in.varint(key) || !in.varint(length) || (key & 7) != 2 || key >> 3 > kHostNames) break;
        const std::size_t head = rest.size() - in.left();
        const bool isWhole = length <= in.left();
        const std::string_view content = rest.substr(head, std::min<std::uint64_t>(length, in.left()));
        if (key >> 3 == kPlane) {
            // Behind a good one, one that is damaged or cut does not make it another format.
            if (length == 0 || !isPlane(content, isWhole, isKnown)) break;
            ++planes;
        }
        if (!isWhole) break;
        rest.remove_prefix(head + content.size());
    }
    return planes == 0 ? 0 : isKnown ? 95 : 82;
}

Result<void> open(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    model::ReportInfo& info = store.info();
    info.format = "XSpace profile";
    info.formatKey = "xplane";
    info.product = "XLA profiler";
    SpaceReader reader(path, store, options);
    if (const auto read = reader.read(); !read) return read;
    if (reader.isEmpty()) return model::fail(ErrorCode::Damaged, path.string(), MessageCode::UnreadableBytes);
    reader.finish();
    return finishReport(path, store, options, options.stop.stop_requested());
}

}  // namespace importers::xplane
