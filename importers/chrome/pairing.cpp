// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/chrome/pairing.h"

#include <algorithm>

namespace importers::chrome {

using model::ArgsId;
using model::Event;
using model::StringId;
using model::TimeNs;

namespace {

/// How far an end looks for its begin, so that hostile files do not take for ever.
constexpr std::size_t kMostLooked = 4096;

struct Open {
    Event event;
    TimeNs enclosedUntil = model::kTimeMax;  // end of an event around it
    std::int64_t pid = 0;
    StringId root = 0;
    bool endsAtOnce = false;  // its end stood before it
};

/// Index of the open event that an end of that name closes, or the size.
std::size_t openOf(const std::vector<Open>& open, StringId name) {
    if (open.empty()) return 0;
    if (name == 0) return open.size() - 1;
    for (std::size_t i = open.size(), looked = 0; i-- > 0 && looked < kMostLooked; ++looked)
        if (open[i].event.name == name) return i;
    return open.size();
}

ArgsId merged(model::ArgsTable& args, ArgsId a, ArgsId b) {
    if (!a || !b) return a ? a : b;
    std::vector<model::Arg> all = args.at(a);
    for (const model::Arg& more : args.at(b)) {
        const auto same = std::find_if(all.begin(), all.end(), [&](const model::Arg& x) { return x.key == more.key; });
        if (same == all.end()) all.push_back(more);
        else *same = more;
    }
    return args.intern(all);
}

/// An event that was never ended ends with what encloses it, and says so.
Event unfinished(Open& o, Pairing& pairing) {
    o.event.end = o.enclosedUntil;
    o.event.args = merged(pairing.args, o.event.args, pairing.unfinished);
    pairing.enclosed += o.enclosedUntil != model::kTimeMax;
    ++pairing.begins;
    return o.event;
}

Open closed(std::vector<Open>& open, std::size_t at, TimeNs time, ArgsId more, model::ArgsTable& args) {
    Open done = open[at];
    done.event.end = time;
    done.event.args = merged(args, done.event.args, more);
    for (std::size_t i = at + 1; i < open.size(); ++i) open[i].enclosedUntil = std::min(open[i].enclosedUntil, time);
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(at));
    return done;
}

template <class R>
bool earlier(const R& a, const R& b) {
    return a.time < b.time;
}

}  // namespace

std::vector<Event> pairBeginEnds(std::vector<BeginEnd>& records, Pairing& pairing, StopCheck& check) {
    stableSort(records, earlier<BeginEnd>, check);
    std::vector<Event> out;
    out.reserve(records.size() / 2 + 1);
    std::vector<Open> open;
    std::vector<BeginEnd> early;  // ends of the time that is being read, without a begin so far
    for (const BeginEnd& r : records) {
        check();
        if (!early.empty() && early.front().time != r.time) early.clear();
        if (!r.end) {
            open.push_back({{r.time, r.time, r.name, r.args, 0, r.stack}});
            const auto end =
                std::find_if(early.begin(), early.end(), [&](const BeginEnd& e) { return e.name == r.name; });
            if (end == early.end()) continue;
            open.back().endsAtOnce = true;
            early.erase(end);
            continue;
        }
        const std::size_t at = openOf(open, r.name);
        if (at != open.size()) {
            out.push_back(closed(open, at, r.time, r.args, pairing.args).event);
            continue;
        }
        ++pairing.ends;
        if (r.name && early.size() < kMostLooked) early.push_back(r);
    }
    for (Open& o : open) {
        if (o.endsAtOnce) --pairing.ends;
        out.push_back(o.endsAtOnce ? o.event : unfinished(o, pairing));
    }
    return out;
}

void pairAsyncs(std::vector<Async>& records, Pairing& pairing, std::vector<AsyncEvent>& out, StopCheck& check) {
    stableSort(records, earlier<Async>, check);
    std::vector<Open> open;
    for (const Async& r : records) {
        check();
        const StringId root = open.empty() ? r.name : open.front().root;
        if (r.phase == 'b') {
            open.push_back({{r.time, r.time, r.name, r.args, 0, 0}, model::kTimeMax, r.pid, root});
        } else if (r.phase == 'n') {
            out.push_back({{r.time, r.time, r.name, r.args, 0, 0}, root, open.empty() ? r.pid : open.front().pid});
        } else if (const std::size_t at = openOf(open, r.name); at == open.size()) {
            ++pairing.ends;
        } else {
            const Open done = closed(open, at, r.time, r.args, pairing.args);
            out.push_back({done.event, done.root, done.pid});
        }
    }
    for (Open& o : open) out.push_back({unfinished(o, pairing), o.root, o.pid});
}

void pairObjects(std::vector<ObjectEvent>& records, Pairing& pairing, std::vector<AsyncEvent>& out, StopCheck& check) {
    stableSort(records, earlier<ObjectEvent>, check);
    std::vector<ObjectEvent> born;
    for (const ObjectEvent& r : records) {
        check();
        if (r.phase == 'N') {
            born.push_back(r);
        } else if (r.phase == 'O') {
            out.push_back({{r.time, r.time, r.name, r.args, 0, 0}, r.name, r.pid});
        } else if (born.empty()) {
            ++pairing.ends;
        } else {
            out.push_back({{born.back().time, r.time, born.back().name, born.back().args, 0, 0},
                           born.back().name,
                           born.back().pid});
            born.pop_back();
        }
    }
    for (const ObjectEvent& r : born) {
        ++pairing.begins;
        out.push_back(
            {{r.time, model::kTimeMax, r.name, merged(pairing.args, r.args, pairing.unfinished), 0, 0}, r.name, r.pid});
    }
}

}  // namespace importers::chrome
