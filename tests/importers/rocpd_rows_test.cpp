// SPDX-License-Identifier: GPL-3.0-or-later
// Databases of rocprofv3: what is seen before they are read, and what must not depend on who reads first.
#include <map>
#include <set>

#include "tests/kit/opened.h"
#include "tests/kit/rocpd_writer.h"

using model::TrackKind;
using rocpd::fill;
using rocpd::onePart;
using rocpd::Profile;

TEST("a preview shows kernels of the whole file before anything else is read, and the report is the same without it") {
    Profile p("_1", "", false);
    p.createTables();
    fill(p, 4242, "m1");
    constexpr std::int64_t kKernels = 120'000;
    p.also(fmt::format(
        "CREATE TEMP TABLE n AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < {0})"
        " SELECT i FROM c; ALTER TABLE rocpd_kernel_dispatch_1 ADD COLUMN extdata TEXT;"
        "INSERT INTO rocpd_kernel_dispatch_1(nid, pid, tid, start, \"end\", stream_id, agent_id, kernel_id, extdata)"
        " SELECT 1, 1, 1, 10000 + i * 10, 10008 + i * 10, 1, 2, 1, printf('%.*c', 120, 'x') FROM n;",
        kKernels));
    const ScratchDatabase file(p.sql());
    CHECK(std::filesystem::file_size(file.path()) > (16u << 20));
    const auto store = model::EventStore::create();
    std::shared_ptr<const model::EventStore> preview;
    std::uint64_t publishedBefore = 0;
    importers::OpenOptions options;
    options.previewed = [&](std::shared_ptr<const model::EventStore> shown) {
        CHECK(!preview);
        publishedBefore = store->snapshot()->eventCount();
        preview = std::move(shown);
    };
    CHECK(importers::openReport(file.path(), *store, options).has_value());
    CHECK(preview && publishedBefore == 0);
    const model::SnapshotPtr seen = preview->snapshot();
    std::set<std::string> names;
    std::map<std::int64_t, std::uint64_t> rows;  // by stream
    for (const model::Track& t : seen->tree().tracks)
        for (const model::LaneId l : t.lanes) {
            names.insert(std::string(seen->text(seen->lane(l).name(0))));
            CHECK(t.kind == TrackKind::StreamKernels || t.kind == TrackKind::StreamMemory);
            if (t.kind == TrackKind::StreamKernels) rows[t.key.stream] += seen->lane(l).rows;
        }
    CHECK(names.contains("axpy(float*, int)"));
    CHECK(rows.size() == 1 && rows[1] > 1000 && rows[1] < kKernels);
    // Small parts of the whole table: the last tenth of the time is there, too.
    CHECK(seen->range().length() > kKernels * 9);
    const Opened without(file.path());
    CHECK_EQ(store->snapshot()->eventCount(), without.s->eventCount());
    CHECK_EQ(store->snapshot()->laneCount(), without.s->laneCount());
}

TEST("a small file, and one that nobody waits for, has no preview") {
    const ScratchDatabase file(onePart(false));
    const auto store = model::EventStore::create();
    importers::OpenOptions options;
    bool shown = false;
    options.previewed = [&](const auto&) { shown = true; };
    CHECK(importers::openReport(file.path(), *store, options).has_value());
    CHECK(!shown);
}

TEST("stacks that are no small numbers get theirs in the order of the events, whoever reads first") {
    Profile p("_1", "", false);
    p.createTables();
    const auto name = p.string("hipLaunchKernel"), category = p.string("HIP_RUNTIME_API");
    // Regions name the events from the last one on; their table is read in several parts.
    constexpr std::int64_t kCalls = 60'000;
    p.also(fmt::format(
        "CREATE TEMP TABLE n AS WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < {0})"
        " SELECT i FROM c;"
        "INSERT INTO rocpd_event_1(id, category_id, stack_id, parent_stack_id) SELECT i, {1}, i << 40, 0 FROM n;"
        "INSERT INTO rocpd_region_1(nid, pid, tid, start, \"end\", name_id, event_id, extdata)"
        " SELECT 1, 1, 1, 5000 + i * 10, 5004 + i * 10, {2}, {0} + 1 - i, printf('%.*c', 200, 'x') FROM n;",
        kCalls, category, name));
    const ScratchDatabase file(p.sql());
    const Opened o(file.path());
    const auto calls = o.events(TrackKind::CudaApi);
    CHECK_EQ(calls.size(), static_cast<std::size_t>(kCalls));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < calls.size(); ++i)  // the event of call i is number kCalls - i
        wrong += calls[i].event.correlation != UINT32_MAX - static_cast<std::uint32_t>(kCalls - 1 - std::int64_t(i));
    CHECK_EQ(wrong, 0u);
}

TEST("kernels that no stream of the file launched are on the row of their queue") {
    Profile p("_1", "", false);
    p.createTables();
    fill(p, 4242, "m1");
    const ScratchDatabase file(p.sql() + "UPDATE rocpd_kernel_dispatch_1 SET stream_id = 0 WHERE id = 1;");
    const Opened o(file.path());
    std::map<std::int64_t, std::string> rows;
    for (const auto& k : o.events(TrackKind::StreamKernels)) {
        for (const model::Track& t : o.s->tree().tracks)
            if (t.kind == TrackKind::Stream && t.key.stream == k.track->key.stream)
                rows[k.event.payload] = o.s->text(t.name);
    }
    CHECK_EQ(rows[1], std::string("Queue A"));
    CHECK_EQ(rows[2], std::string("Default Stream"));
    for (const auto& k : o.events(TrackKind::StreamKernels))  // what the row says needs no argument
        CHECK_EQ(o.arg(k.event, "queue_id"), k.event.payload == 1 ? -1 : 1);
}

TEST("a kernel that has only the name of its descriptor has that name without the ending") {
    Profile p("_1", "", false);
    p.createTables();
    fill(p, 4242, "m1");
    const ScratchDatabase file(p.sql() + "UPDATE rocpd_info_kernel_symbol_1 SET display_name = NULL;");
    const Opened o(file.path());
    CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("_Z4axpyPfi 130+80; _Z4axpyPfi 160+100"));
}
