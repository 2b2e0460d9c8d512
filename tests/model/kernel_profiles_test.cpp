// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "model/kernels/kernel_match.h"
#include "model/kernels/source_metrics.h"
#include "tests/kit/check.h"

namespace {

using namespace model;

TEST("the base name of a kernel is its function alone, however the profiler writes it") {
    for (const auto& [name, base] : std::initializer_list<std::pair<std::string_view, std::string_view>>{
             {"vecAdd(const float *, const float *, float *, int)", "vecAdd"},
             {"void gemm<float, (int)128>(float const*, int)", "gemm"},
             {"void at::native::(anonymous namespace)::reduce_kernel<512, at::native::ReduceOp<float>>(T2)",
              "reduce_kernel"},
             {"void at::native::<unnamed>::reduce_kernel<(int)512, at::native::ReduceOp<float>>(T2)", "reduce_kernel"},
             {"std::enable_if<true, void>::type ns::k<int>(int*)", "k"},
             {"ampere_sgemm_128x64_tn", "ampere_sgemm_128x64_tn"},
             {"int* ns::f(int)", "f"},
             {"triton_poi_fused_add_0", "triton_poi_fused_add_0"},
             {"", ""},
         })
        CHECK_EQ(kernelBaseName(name), base);
}

TEST("marks in the texts of rules become links, and text that only looks like one stays") {
    const auto parts = ruleTextParts(
        "See @section:Id:The Title@ and @url:Guide:https://x.y/a#b@, mail a@b.c or @source:f.cu:5:line 6@.");
    CHECK_EQ(parts.size(), 7);
    CHECK(parts[1].kind == RuleTextPart::Kind::Section && parts[1].text == "The Title" && parts[1].target == "Id");
    CHECK(parts[3].kind == RuleTextPart::Kind::Url && parts[3].text == "Guide" && parts[3].target == "https://x.y/a#b");
    CHECK(parts[5].kind == RuleTextPart::Kind::Source && parts[5].target == "f.cu:5" && parts[5].text == "line 6");
    CHECK_EQ(plainRuleText("See @section:Id:T@ and a@b"), std::string("See T and a@b"));
    CHECK_EQ(plainRuleText("@section:never closed"), std::string("@section:never closed"));
    CHECK(ruleTextParts("").empty());
}

TEST("units follow from the names of metrics") {
    CHECK_EQ(metricUnit("sm__throughput.avg.pct_of_peak_sustained_elapsed"), std::string_view("%"));
    CHECK_EQ(metricUnit("dram__bytes.sum.per_second"), std::string_view("byte/s"));
    CHECK_EQ(metricUnit("dram__bytes_read.sum"), std::string_view("byte"));
    CHECK_EQ(metricUnit("sm__cycles_elapsed.avg.per_second"), std::string_view("Hz"));
    CHECK_EQ(metricUnit("TPC.TriageCompute.sm__cycles_active.avg"), std::string_view("cycle"));
    CHECK_EQ(metricUnit("breakdown:sm__throughput.avg.pct"), std::string_view(""));
    CHECK_EQ(metricUnit("nobody__knows"), std::string_view(""));
}

/// A store with profiles or kernels, written as a list of names and grids.
struct Launch {
    std::string_view name;
    std::uint32_t grid;
};
SnapshotPtr profilesOf(std::initializer_list<Launch> launches) {
    auto store = EventStore::create();
    for (const Launch& l : launches) {
        KernelProfile p;
        p.name = store->strings().intern(l.name);
        p.grid = {l.grid, 1, 1};
        p.block = {32, 1, 1};
        p.list = store->kernelProfiles().list({});
        store->kernelProfiles().add(std::move(p));
    }
    return store->publish(true);
}
SnapshotPtr timelineOf(std::initializer_list<Launch> launches, bool withShape = true) {
    auto store = EventStore::create();
    TimeNs t = 0;
    for (const Launch& l : launches) {
        TrackKey key;
        key.pid = 1, key.device = 0, key.context = 1, key.stream = t / 10 % 2;  // two streams in turn
        std::vector<Arg> args;
        const std::pair<const char*, std::int64_t> shape[] = {{"gridX", l.grid}, {"gridY", 1},  {"gridZ", 1},
                                                              {"blockX", 32},    {"blockY", 1}, {"blockZ", 1}};
        for (const auto& [k, v] : shape)
            if (withShape) args.push_back({store->strings().intern(k), Arg::Type::Int, v});
        store->lane(store->track(TrackKind::StreamKernels, key), 0)
            .append({t, t + 5, store->strings().intern(l.name), store->args().intern(args), 0, 0});
        t += 10;
    }
    return store->publish(true);
}
TimeNs startOf(const SnapshotPtr& timeline, const KernelMatch& m) { return eventAt(*timeline, m.event).start; }

TEST("profiles match launches by name and occurrence, across streams and spellings") {
    const SnapshotPtr p = profilesOf({{"f(int)", 4}, {"ns::g<int>()", 4}, {"f(int)", 4}, {"nowhere()", 4}});
    const SnapshotPtr t = timelineOf({{"void f(int)", 4}, {"void f(int)", 4}, {"g<int>()", 4}, {"void f(int)", 4}});
    const auto matches = matchKernels(*p, *t);
    CHECK_EQ(matches.size(), 3);
    CHECK(matches[0].profile == 0 && startOf(t, matches[0]) == 0 && matches[0].occurrence == 0 &&
          matches[0].launches == 3 && matches[0].sameShape);
    CHECK(matches[1].profile == 1 && startOf(t, matches[1]) == 20);
    CHECK(matches[2].profile == 2 && startOf(t, matches[2]) == 10);
    CHECK(matchOf(matches, ProfileId{2}) == &matches[2]);
    CHECK(matchOf(matches, ProfileId{3}) == nullptr);
    CHECK(matchOf(matches, matches[1].event) == &matches[1]);
    CHECK(matchOf(matches, EventRef{}) == nullptr);
}

TEST("a kernel is compared with its namesake in the other report, the n-th with the n-th") {
    const SnapshotPtr now = profilesOf({{"f", 1}, {"g", 1}, {"f", 1}, {"f", 1}, {"new", 1}});
    const SnapshotPtr before = profilesOf({{"g", 1}, {"old", 1}, {"f", 1}, {"f", 1}});
    const auto found = namesakes(*now, *before);
    CHECK_EQ(found.size(), 5);
    CHECK(found[0] == ProfileId{2} && found[1] == ProfileId{0} && found[2] == ProfileId{3});
    CHECK(found[3] == ProfileId{3});  // there are no more than two
    CHECK(!found[4]);
    CHECK(namesakes(*profilesOf({}), *before).empty());
    CHECK(!namesakes(*now, *profilesOf({}))[0]);
}

TEST(
    "namesakes are of the same shape where there are such, and found by the base of a name that another tool spells differently") {
    const SnapshotPtr now = profilesOf({{"f", 8}, {"f", 4}, {"void k<1>(float *, int)", 1}, {"void m<1>()", 1}});
    const SnapshotPtr before =
        profilesOf({{"f", 4}, {"void k<1>(float*, int)", 1}, {"f", 8}, {"void m<2>()", 1}, {"void m<3>()", 1}});
    const auto found = namesakes(*now, *before);
    CHECK(found[0] == ProfileId{2} && found[1] == ProfileId{0} && found[2] == ProfileId{1});
    CHECK(!found[3]);  // one of two
}

TEST("launches of the same shape are preferred; without shapes the order alone decides") {
    const SnapshotPtr p = profilesOf({{"f", 8}, {"f", 4}});
    const SnapshotPtr t = timelineOf({{"f", 4}, {"f", 8}});
    const auto matches = matchKernels(*p, *t);
    CHECK_EQ(matches.size(), 2);
    CHECK(startOf(t, matches[0]) == 10 && startOf(t, matches[1]) == 0);
    const SnapshotPtr bare = timelineOf({{"f", 4}, {"f", 8}}, false);
    const auto byOrder = matchKernels(*p, *bare);
    CHECK_EQ(byOrder.size(), 2);
    CHECK(startOf(bare, byOrder[0]) == 0 && !byOrder[0].sameShape);
}

TEST("more profiles than launches leave the rest unmatched, and a report without kernels matches nothing") {
    CHECK_EQ(matchKernels(*profilesOf({{"f", 1}, {"f", 1}, {"f", 1}}), *timelineOf({{"f", 1}})).size(), 1);
    CHECK(matchKernels(*profilesOf({{"f", 1}}), *timelineOf({})).empty());
    CHECK(matchKernels(*timelineOf({{"f", 1}}), *timelineOf({{"f", 1}})).empty());
}

TEST("values of instructions add up to their lines, and averages do not") {
    auto store = EventStore::create();
    StringTable& strings = store->strings();
    KernelProfiles& table = store->kernelProfiles();
    const StringId file = strings.intern("/src/f.cu");
    ProfileFunction f;
    f.lines = {{0, 2, file}, {32, 3, file}, {48, 0, 0}};
    const ProfileFunction* function = table.addFunction(std::move(f));
    table.addFile({file, strings.intern("one\r\ntwo\nthree")});
    KernelProfile p;
    p.list = table.list({});
    const auto add = [&](std::string_view metric, std::vector<std::uint64_t> values) {
        p.instances.push_back({strings.intern(metric), MetricInstances::Key::Offset, MetricValue::Type::Int, function,
                               table.share({0, 16, 32, 48}), table.share(std::move(values))});
    };
    add("inst_executed", {1, 2, 3, 4});
    add("smsp__pcsamp_sample_count", {0, 5, 0, 0});
    add("derived__avg_thread_executed", {32, 32, 32, 32});
    add("all_zero", {0, 0, 0, 0});
    p.markers.push_back({function, 0, 32, 0, ProfileRule::Kind::Warning, strings.intern("slow")});
    table.add(std::move(p));
    const SnapshotPtr s = store->publish(true);
    CHECK(sourceFiles(*s, 0) == std::vector<StringId>{file});
    const SourceTable lines = sourceLines(*s, 0, file);
    CHECK(lines.hasText);
    CHECK_EQ(lines.rows.size(), 3);
    CHECK_EQ(lines.columns.size(), 2);
    CHECK_EQ(s->text(lines.columns[0]), std::string_view("smsp__pcsamp_sample_count"));
    CHECK_EQ(lines.rows[0].text, std::string_view("one"));
    CHECK(std::isnan(lines.rows[0].values[1]));
    CHECK_EQ(lines.rows[1].values[1], 3);
    CHECK_EQ(lines.rows[1].values[0], 5);
    CHECK_EQ(lines.rows[2].values[1], 3);
    CHECK_EQ(lines.rows[2].markers.size(), 1);
    const SourceTable code = instructions(*s, 0);
    CHECK_EQ(code.rows.size(), 4);
    CHECK_EQ(code.columns.size(), 3);
    CHECK(!code.hasText);
    CHECK(function->lineAt(48) == nullptr && function->lineAt(47)->line == 3);
}

TEST("a metric list finds the first of equal names, and equal lists are one") {
    auto store = EventStore::create();
    const StringId a = store->strings().intern("a"), b = store->strings().intern("b");
    const std::vector<MetricList::Entry> entries{
        {b, 0, MetricValue::Type::Int}, {a, 0, MetricValue::Type::Real}, {b, 0, MetricValue::Type::Real}};
    const MetricList* list = store->kernelProfiles().list(entries);
    CHECK(list == store->kernelProfiles().list(entries));
    CHECK(list->find(b) == std::optional<std::size_t>(0));
    CHECK(list->find(a) == std::optional<std::size_t>(1));
    CHECK(!list->find(0) && !list->find(99));
}

}  // namespace
