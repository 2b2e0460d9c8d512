// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/profiles/function_rows.h"

#include <algorithm>

#include "importers/common/arguments.h"
#include "model/base/messages.h"

namespace importers::profiles {

using model::Note;
using model::TimeNs;
using model::TrackKind;

namespace {

constexpr std::size_t kMostThreads = 4096;
constexpr std::int64_t kFunctionsProcess = model::textId(0);  // profiles tell no numbers

}  // namespace

FunctionRows::FunctionRows(model::EventStore& store, const OpenOptions& options)
    : m_store(store), m_options(options), m_groups(store) {}

bool FunctionRows::beginThread(std::string_view name) {
    m_open.clear();
    if (m_threads.size() == kMostThreads) {
        m_store.diagnostics().add(Note::NotShown, name.empty() ? "…" : name);
        return false;
    }
    model::TrackKey key;
    key.pid = kFunctionsProcess;
    key.tid = model::textId(static_cast<std::uint32_t>(m_threads.size()));
    m_threads.emplace_back(name);
    m_group = &m_groups.group(TrackKind::Slices, key);
    return true;
}

/// Outer calls come first: so they stay outside of an inner one with the same times.
void FunctionRows::begin(std::uint32_t function, TimeNs time) {
    m_open.push_back({function, m_group->events.size()});
    m_group->events.push({time, time, function, 0, 0, 0});
}

void FunctionRows::close(TimeNs time) {
    model::Event& call = m_group->events[m_open.back().event];
    call.end = std::max(call.start, time);
    m_open.pop_back();
    ++m_calls;
}

bool FunctionRows::end(std::uint32_t function, TimeNs time) {
    // Only so far: a damaged file could have a million ends that look through a million open calls.
    const std::size_t depth = std::min(m_open.size(), kMostFrames);
    for (std::size_t i = 1; i <= depth; ++i)
        if (m_open[m_open.size() - i].function == function) {
            for (; i > 0; --i) close(time);
            return true;
        }
    return false;
}

void FunctionRows::stack(std::span<const std::uint32_t> functions, TimeNs time) {
    std::size_t same = 0;
    while (same < std::min(functions.size(), m_open.size()) && m_open[same].function == functions[same]) ++same;
    while (m_open.size() > same) close(time);
    for (const std::uint32_t f : functions.subspan(same)) begin(f, time);
}

void FunctionRows::addName(std::string_view name, std::string_view file, std::int64_t line) {
    Arguments args(m_store);
    if (!file.empty()) args.addText("file", file);
    if (line > 0) args.addInt("line", line);
    m_names.push_back({m_store.strings().intern(name.empty() ? "[unnamed]" : name), args.intern()});
}

void FunctionRows::finish(std::string_view process) {
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> threads;
    std::uint64_t unnamed = 0;
    for (std::size_t i = 0; i < m_threads.size(); ++i) {
        model::TrackKey key;
        key.pid = kFunctionsProcess;
        key.tid = model::textId(static_cast<std::uint32_t>(i));
        threads[{key.pid, key.tid}] = m_threads[i];
        m_groups.group(TrackKind::Slices, key).events.forEach([&](model::Event& e) {
            const bool isNamed = e.name < m_names.size();
            unnamed += !isNamed;
            const Name name = isNamed ? m_names[e.name] : Name{m_store.strings().intern("[unnamed]"), 0};
            e.name = name.text, e.args = name.args;
        });
    }
    if (unnamed) m_store.diagnostics().add(Note::DanglingReference, model::MessageCode::FunctionNumbers, unnamed);
    m_store.info().eventsInFile[static_cast<std::size_t>(model::EventKind::Slice)] += m_calls;
    m_groups.build(m_options.threads, m_options.stopBuilding);
    nameThreads(m_store, {{kFunctionsProcess, std::string(process)}}, threads);
}

void noteDrawnUnit(model::EventStore& store, TimeNs unit, const std::string& name) {
    store.diagnostics().add(Note::ReportMessage, {model::MessageCode::DrawnInsteadOfTime,
                                                  {model::Argument::duration(static_cast<double>(unit)), name}});
}

void nameThreads(model::EventStore& store, const std::map<std::int64_t, std::string>& processes,
                 const std::map<std::pair<std::int64_t, std::int64_t>, std::string>& threads) {
    const model::SnapshotPtr s = store.publish();
    const auto rename = [&](model::TrackId track, const std::string& name) {
        if (!name.empty()) store.setTrackName(track, store.strings().intern(name));
    };
    for (const model::Track& t : s->tree().tracks) {
        if (t.kind == TrackKind::Process)
            if (const auto found = processes.find(t.key.pid); found != processes.end()) rename(t.id, found->second);
        if (t.kind == TrackKind::Thread)
            if (const auto found = threads.find({t.key.pid, t.key.tid}); found != threads.end())
                rename(t.id, found->second);
    }
    model::TrackKey key;
    for (const auto& [pid, name] : processes) {
        key.pid = pid;
        store.info().entities.push_back({model::Entity::Type::Process, key, name, {}});
    }
    for (const auto& [id, name] : threads) {
        key.pid = id.first, key.tid = id.second;
        store.info().entities.push_back({model::Entity::Type::Thread, key, name, {}});
    }
}

}  // namespace importers::profiles
