// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/chrome/xla_rows.h"

#include "importers/common/cuda_names.h"
#include "importers/common/json_text.h"
#include "importers/common/xla_names.h"
#include "model/workload/collectives.h"

namespace importers::chrome {

using model::Arg;
using model::Event;
using model::EventKind;
using model::StringId;
using model::TrackKey;
using model::TrackKind;

namespace {

constexpr std::string_view kDevice = "/device:GPU:", kInName = "/stream:", kStream = "Stream #";

/// The device that a process is, and the stream where the name says one: "/device:GPU:0/stream:14 Compute".
struct Device {
    std::optional<std::int64_t> number, stream;
};
Device deviceOf(std::string_view process) {
    const std::size_t at = process.find(kDevice);
    if (at == process.npos) return {};
    const std::string_view name = process.substr(at), path = name.substr(1);
    const std::size_t slash = path.find('/');
    if (slash == path.npos) return {xla::numberAfter(name, kDevice), {}};
    // A row for all streams repeats what each of them has.
    const auto stream = xla::numberAfter(path.substr(slash), kInName);
    return {stream ? xla::numberAfter(name.substr(0, slash + 1), kDevice) : std::nullopt, stream};
}

}  // namespace

bool XlaRows::isApi(StringId name) {
    const auto [at, fresh] = m_apiNames.try_emplace(name, false);
    if (fresh) at->second = xla::isApiName(m_store.strings().at(name));
    return at->second;
}

/// An event that was counted as a slice is something else.
void XlaRows::recount(EventKind to) {
    auto& counts = m_store.info().eventsInFile;
    --counts[static_cast<std::size_t>(EventKind::Slice)];
    ++counts[static_cast<std::size_t>(to)];
}

/// Whether an argument became something else; those that did not are kept.
bool XlaRows::convertArg(const Arg& arg, Converted& to) {
    const std::string_view key = m_store.strings().at(arg.key);
    const std::string_view text =
        arg.type == Arg::Type::String ? m_store.strings().at(static_cast<StringId>(arg.value)) : std::string_view();
    const auto described = [&](bool& flag) {
        flag = true;
        xla::addDetails(text, m_store, m_args);
        return true;
    };
    if (key == "kernel_details") return described(to.launch);
    if (key == "memcpy_details") return described(to.copy);
    if (key == "Memset_details" || key == "memset_details") return described(to.fill);
    if (key == "memalloc_details" || key == "MemFree_details") return described(to.allocation);
    if (key == "correlation_id") {
        const auto number = arg.type == Arg::Type::Int ? std::optional(arg.value) : json::integer(text);
        if (!number || *number <= 0 || *number > UINT32_MAX) return false;
        to.correlation = static_cast<std::uint32_t>(*number);
        return true;
    }
    if (key == "context_id") {
        const auto number = arg.type == Arg::Type::Int ? std::optional(arg.value) : xla::numberAfter(text, "$$");
        to.context = number.value_or(TrackKey::kNone);
        return number.has_value();
    }
    to.graph |= key == "cuda_graph_exec_id";
    if (key == "hlo_op")
        if (const std::string_view collective = xla::hloCollective(text); !collective.empty())
            m_args.push_back({m_store.strings().intern(model::reports::kCollectiveName), Arg::Type::String,
                              m_store.strings().intern(collective)});
    return false;
}

XlaRows::Converted XlaRows::convert(model::ArgsId args) {
    Converted out;
    m_args.clear();
    for (const Arg& arg : m_store.args().at(args))
        if (!convertArg(arg, out)) m_args.push_back(arg);
    return out;
}

void XlaRows::addWork(const TrackKey& stream, Event event) {
    Converted of = convert(event.args);
    const std::string_view name = m_store.strings().at(event.name);
    const xla::Described by{of.launch, of.copy, of.fill, of.allocation, of.graph};
    xla::Work work = xla::workOf(name, {});
    if (work.row == TrackKind::StreamKernels) work = xla::workOf({}, by);
    if (const int copy = xla::copyKindOf(name); copy >= 0) {
        event.name = m_store.strings().intern(nameAt(kCopyNames, copy));
        if (copy > 0) m_args.push_back({m_store.strings().intern("copyKind"), Arg::Type::Int, copy});
    }
    event.args = m_args.empty() ? 0 : m_store.args().intern(m_args);
    event.correlation = of.correlation;
    event.payload = 0;
    TrackKey key = stream;
    key.context = of.context;
    if (work.row == TrackKind::MemoryEvents) key.context = key.stream = TrackKey::kNone;
    recount(work.kind);
    m_rows[{work.row, key}].add(event);
}

void XlaRows::placeRow(const RowId& id, std::int64_t device) {
    const TrackKey thread = id.second;
    const Device named = deviceOf(m_names.process(thread.pid, m_store));
    const std::string_view name = m_names.thread({thread.pid, thread.tid}, m_store);
    const auto stream = named.stream ? named.stream : xla::numberAfter(name, kStream);
    if (!stream && name.empty()) return;  // a row that nobody named stays a thread
    auto node = m_rows.extract(id);
    TrackKey key;
    key.pid = thread.pid;
    key.device = device;
    key.stream = stream ? *stream : model::textId(m_store.strings().intern(name));
    node.mapped().events.drain([&](Event e) {
        m_check();
        if (stream) return addWork(key, e);
        e.payload = 0;
        recount(EventKind::Annotation);
        m_rows[{TrackKind::StreamAnnotations, key}].add(e);
    });
}

/// Calls are slices with the number of their work.
void XlaRows::placeCalls(const RowId& id) {
    auto node = m_rows.extract(id);
    Row& slices = m_rows[id];
    node.mapped().events.drain([&](Event e) {
        m_check();
        if (!isApi(e.name) || !e.args) return slices.add(e);
        const Converted call = convert(e.args);
        if (!call.correlation) return slices.add(e);
        m_isHip |= m_store.strings().at(e.name).starts_with("hip");
        e.args = m_args.empty() ? 0 : m_store.args().intern(m_args);
        e.correlation = call.correlation;
        e.payload = 0;
        recount(EventKind::CudaApi);
        m_rows[{TrackKind::CudaApi, id.second}].add(e);
    });
    if (slices.events.size() == 0) m_rows.erase(id);
}

void XlaRows::place() {
    for (const auto& [pid, name] : m_names.processNames(m_store))
        if (const Device device = deviceOf(name); device.number) m_devices.emplace(pid, *device.number);
    if (m_devices.empty()) return;
    std::vector<RowId> slices;
    for (const auto& [id, row] : m_rows)
        if (id.first == TrackKind::Slices) slices.push_back(id);
    for (const RowId& id : slices) {
        const auto device = m_devices.find(id.second.pid);
        if (device != m_devices.end()) placeRow(id, device->second);
        else placeCalls(id);
    }
}

void XlaRows::nameRows() const {
    if (m_devices.empty()) return;
    const model::SnapshotPtr s = m_store.publish();
    for (const model::Track& t : s->tree().tracks)
        if (t.kind == TrackKind::Stream && model::isTextId(t.key.stream))
            m_store.setTrackName(t.id, static_cast<StringId>(t.key.stream - model::textId(0)));
}

}  // namespace importers::chrome
