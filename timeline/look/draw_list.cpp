// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/look/draw_list.h"

#include <array>
#include <cstdarg>
#include <cstdio>

namespace timeline {
namespace {

constexpr std::array<const char*, 16> kFamilyNames{"kernel", "htod",   "dtoh",  "dtod",     "memset", "communication",
                                                   "api",    "sync",   "osrt",  "overhead", "nvtx",   "python",
                                                   "state",  "sample", "graph", "other"};

__attribute__((format(printf, 2, 3))) void print(std::string& out, const char* format, ...) {
    char buffer[256];
    va_list args;
    va_start(args, format);
    const int n = std::vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    out.append(buffer, static_cast<std::size_t>(std::min(n, static_cast<int>(sizeof buffer) - 1)));
}

const char* nameOf(Family f) { return kFamilyNames[static_cast<std::size_t>(f)]; }
const char* nameOf(Pattern p) { return p == Pattern::Hatch ? " hatch" : p == Pattern::Dots ? " dots" : ""; }

void appendName(std::string& out, StringId name, const model::EventStore& store) {
    out += ' ';
    out += store.strings().at(name);
}

}  // namespace

void DrawList::clear() {
    strips.clear();
    inks.clear();
    rects.clear();
    ticks.clear();
    curves.clear();
    labels.clear();
}

std::string toText(const DrawList& list, const model::EventStore& store) {
    std::string out;
    print(out, "%d x %d\n", list.width, list.height);
    for (const Strip& s : list.strips) print(out, "strip %d+%d\n", s.top, s.height);
    for (const Ink& i : list.inks) {
        print(out, "ink %d..%d strip %d %d/255 %s%s", i.x0, i.x1, i.strip, i.busy, nameOf(i.family), nameOf(i.pattern));
        appendName(out, i.name, store);
        out += '\n';
    }
    for (const Rect& r : list.rects) {
        print(out, "rect %d..%d strip %d %s%s", r.x0, r.x1, r.strip, nameOf(r.family), nameOf(r.pattern));
        appendName(out, r.name, store);
        if (r.flags & Rect::kEdgeLeft) out += " edge";
        if (r.flags & Rect::kCutLeft) out += " cut-left";
        if (r.flags & Rect::kCutRight) out += " cut-right";
        if (r.flags & Rect::kFaint) out += " faint";
        out += '\n';
    }
    for (const Tick& t : list.ticks) print(out, "tick %d strip %d\n", t.x, t.strip);
    for (const CounterCurve& c : list.curves)
        for (const CounterStep& s : c.steps)
            print(out, "step %d..%d strip %d y %d..%d mean %d\n", s.x0, s.x1, c.strip, s.yMax, s.yMin, s.yMean);
    for (const Label& l : list.labels) {
        print(out, "label %d+%d strip %d ", l.x, l.width, l.strip);
        out += l.text.toStdString() + '\n';
    }
    return out;
}

}  // namespace timeline
