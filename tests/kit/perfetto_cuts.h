// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "importers/common/protobuf_wire.h"
#include "tests/kit/opened.h"

/// Opens all beginnings of a trace of plain packets and returns how many of them open. Those that end inside of a
/// packet must say that something is missing.
inline std::size_t openedOfCuts(const std::string& trace) {
    std::set<std::size_t> borders;
    for (std::size_t at = 0; at < trace.size();) {
        importers::WireReader in(std::string_view(trace).substr(at));
        importers::WireField packet;
        CHECK(in.next(packet));
        at = trace.size() - in.left();
        borders.insert(at);
    }
    std::size_t opened = 0;
    for (std::size_t size = 1; size < trace.size(); ++size) {
        const ScratchFile cut(trace.substr(0, size));
        const Opened o(cut.path());
        opened += o.result.has_value();
        if (o.result && !borders.contains(size)) CHECK(o.s->info().partial);
    }
    return opened;
}
