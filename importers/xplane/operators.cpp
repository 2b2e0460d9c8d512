// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/xplane/operators.h"

#include <algorithm>
#include <utility>

#include "importers/common/arguments.h"
#include "importers/common/xla_names.h"
#include "model/store/packer.h"

namespace importers::xplane {

using model::Event;
using model::TrackKind;

namespace {

/// Where a path of names of the framework lies, "jit(step)/layer0/mlp/dot_general", as frames: the innermost first.
model::ChainId chainOfPath(std::string_view path, model::EventStore& store) {
    std::vector<model::Frame> frames;
    constexpr std::size_t kMost = 64;
    while (!path.empty() && frames.size() < kMost) {
        const std::size_t slash = path.rfind('/');
        model::Frame frame;
        frame.symbol = store.strings().intern(slash == path.npos ? path : path.substr(slash + 1));
        frames.push_back(frame);
        path = slash == path.npos ? std::string_view() : path.substr(0, slash);
    }
    return store.callchains().intern(frames);
}

}  // namespace

std::uint32_t Operators::numberOf(const Facts& facts) {
    if (!facts.op) return kNone;
    const Key key{facts.op, facts.module, facts.program};
    if (m_lastNumber != kNone && key == m_lastKey) return m_lastNumber;
    const auto [at, fresh] = m_numbers.try_emplace(key, static_cast<std::uint32_t>(m_instructions.size()));
    if (fresh) {
        m_instructions.push_back({facts.op, facts.module, facts.program, 0, 0, 0, 0});
        describe(m_instructions.back(), facts);
    }
    m_lastKey = key;
    return m_lastNumber = at->second;
}

void Operators::describe(Instruction& i, const Facts& facts) {
    const auto& strings = m_store.strings();
    const HloModules::Origin origin = m_modules.origin(i.program, strings.at(i.module), strings.at(i.op), m_store);
    std::string_view path = origin.opName;
    if (path.empty() && facts.opName) path = strings.at(facts.opName);
    if (const auto collective = xla::hloCollective(strings.at(i.op)); !collective.empty())
        i.collective = m_store.strings().intern(collective);
    i.chain = origin.chain;
    if (!i.chain && facts.sourceStack) i.chain = chainOfLines(strings.at(facts.sourceStack), m_store);
    if (!i.chain && facts.source) i.chain = chainOfLines(strings.at(facts.source), m_store);
    if (!i.chain) i.chain = chainOfPath(path, m_store);
    Arguments args(m_store);
    if (i.module) args.addText("hlo_module", strings.at(i.module));
    if (i.program) args.addInt("program_id", i.program);
    i.moduleArgs = args.intern();
    if (i.module) args.addText("hlo_module", strings.at(i.module));
    if (i.program) args.addInt("program_id", i.program);
    if (!path.empty()) args.addText("op_name", path);
    if (i.chain)
        if (const auto line = strings.at(m_store.callchains().leaf(i.chain).symbol); !line.empty() && line != path)
            args.addText("source", line);
    i.args = args.intern();
}

void Operators::joinWork(StopCheck& check) {
    stableSort(
        m_works,
        [](const Work& a, const Work& b) {
            return a.correlation != b.correlation ? a.correlation < b.correlation : (a.work != 0) > (b.work != 0);
        },
        check);
    // A graph is one call for work of several instructions: it belongs to their module, and to none of them.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_works.size();) {
        Work one = m_works[i];
        const bool isWork = one.work != 0;
        for (; i < m_works.size() && m_works[i].correlation == one.correlation; ++i) {
            check();
            if (m_works[i].work == 0 && isWork) continue;
            if (m_works[i].number != one.number) one.work = 0, one.number = m_works[i].number | kManyBit;
        }
        m_works[kept++] = one;
    }
    m_works.resize(kept);
}

/// Calls come mostly in the order of their numbers: `next` is looked at first.
const Operators::Work* Operators::find(std::uint32_t correlation, std::size_t& next) const {
    if (next < m_works.size() && m_works[next].correlation == correlation) return &m_works[next++];
    const auto at = std::lower_bound(m_works.begin(), m_works.end(), correlation,
                                     [](const Work& w, std::uint32_t c) { return w.correlation < c; });
    if (at == m_works.end() || at->correlation != correlation) return nullptr;
    next = static_cast<std::size_t>(at - m_works.begin()) + 1;
    return &*at;
}

void Operators::deriveOf(EventGroup& calls, EventGroups& groups, StopCheck& check) {
    calls.events.sort(check);
    EventGroup& out = groups.group(TrackKind::Operators, calls.key);
    struct Open {
        std::size_t at = 0;  // in `out`: what lies around another comes first, also where both have the same times
        std::uint32_t number = kNone;
        model::StringId firstWork = 0;
        bool isGraph = false;
    };
    Open op, module;
    const auto begin = [&](const Event& call, std::uint32_t number, model::StringId name, model::ArgsId args,
                           model::ChainId chain) {
        out.events.push({call.start, call.end, name, args, 0, chain});
        return Open{out.events.size() - 1, number, 0, false};
    };
    std::size_t next = 0;
    std::as_const(calls.events).forEach([&](const Event& call) {
        check();
        const Work* work = call.correlation ? find(call.correlation, next) : nullptr;
        if (!work) return;
        const bool isGraph = (work->number & kManyBit) != 0;
        const std::uint32_t number = work->number & ~kManyBit;
        const Instruction& now = m_instructions[number];
        const bool again = work->work && work->work == op.firstWork;
        if (op.number != number || isGraph || again) op = {};
        const bool fresh = op.number == kNone;
        // What began the open run of the module begins again: another run of it.
        const bool restarts = number == module.number && isGraph == module.isGraph && fresh;
        if (module.number != kNone && (restarts || !m_instructions[module.number].isSameModule(now))) module = {};
        if (module.number == kNone && now.module) {
            module = begin(call, number, now.module, now.moduleArgs, 0);
            module.isGraph = isGraph;
        }
        if (fresh && !isGraph) op = begin(call, number, now.op, now.args, now.chain);
        if (!op.firstWork) op.firstWork = work->work;
        for (const Open* open : {&op, &module})
            if (open->number != kNone) out.events[open->at].end = std::max(out.events[open->at].end, call.end);
    });
}

void Operators::derive(EventGroups& groups, StopCheck& check) {
    joinWork(check);
    if (m_works.empty()) return;
    for (EventGroup* calls : m_threads) deriveOf(*calls, groups, check);
}

}  // namespace importers::xplane
