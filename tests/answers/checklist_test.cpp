// SPDX-License-Identifier: GPL-3.0-or-later
// The checklist: each answer with its number, and what makes it change.
#include <cmath>

#include "model/base/messages.h"
#include "model/rules/checklist.h"
#include "model/rules/rule.h"
#include "tests/kit/check.h"
#include "tests/kit/text_report.h"

namespace {

using model::checklist::Answer;
using model::checklist::Verdict;

const TextReport::Names kNames{{'C', "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)"},
                               {'1', "step 1"},
                               {'2', "step 2"},
                               {'3', "step 3"},
                               {'4', "step 4"},
                               {'5', "step 5"},
                               {'b', "batch 0"}};

Answer ask(const TextReport& t, std::string_view key) {
    const model::SnapshotPtr s = t.store()->publish(true);
    for (const model::checklist::Check& c : model::checklist::all())
        if (c.key == key) return model::checklist::answer(c, {*s, {s->range().begin, s->range().end + 1}});
    throw std::invalid_argument("no such check");
}
double number(const Answer& a) {
    if (const auto* i = std::get_if<std::int64_t>(&a.number)) return static_cast<double>(*i);
    return std::holds_alternative<double>(a.number) ? std::get<double>(a.number) : -1;
}
bool is(const Answer& a, Verdict verdict, double value) {
    return a.verdict == verdict && std::abs(number(a) - value) < 1e-9;
}

}  // namespace

TEST("A GPU is busy that does something for 80 % of its time; the least busy one counts") {
    const TextReport good("gpu0/s7: |aaaaaaa...|\n gpu0/s8: |........bb|");
    CHECK(is(ask(good, "gpu_busy"), Verdict::Yes, 90));
    const TextReport bad("gpu0/s7: |aaaaaaaaaa|\n gpu1/s7: |aaa...a..a|");
    const Answer a = ask(bad, "gpu_busy");
    CHECK(is(a, Verdict::No, 50));
    CHECK_EQ(english(a.about), "GPU (1)");
    CHECK(a.evidence.range.begin == 3000 && a.evidence.range.end == 6000);
}

TEST("Copies and communication are exposed where no kernel runs beside them") {
    const TextReport hidden("gpu0/s7: |aaaaaaaaaa|\n gpu0/s8/mem: |.HHHHHHH..|\n gpu0/s9: |..CCCCC...|", kNames);
    CHECK(is(ask(hidden, "copies_hidden"), Verdict::Yes, 0));
    CHECK(is(ask(hidden, "communication_hidden"), Verdict::Yes, 0));
    const TextReport shown("gpu0/s7: |aaaa......|\n gpu0/s8/mem: |..HHH.....|\n gpu0/s9: |...CCCCCCC|", kNames);
    CHECK(is(ask(shown, "copies_hidden"), Verdict::Yes, 0));  // communication is kernels, too
    const Answer a = ask(shown, "communication_hidden");
    CHECK(is(a, Verdict::No, 60));
    CHECK(a.evidence.range.begin == 4000 && a.evidence.range.end == 10000);
    const TextReport copies("gpu0/s7: |aa......aa|\n gpu0/s8/mem: |.HHH......|", kNames);
    CHECK(is(ask(copies, "copies_hidden"), Verdict::No, 20));
    CHECK(ask(copies, "communication_hidden").why == model::MessageCode::NoCommunication);  // in the whole report
}

TEST("Short kernels are counted unless a CUDA graph launched them") {
    const TextReport t("gpu0/s7: |aaaaaaaaaaaa.b.c.d|");
    const Answer a = ask(t, "kernels_long");
    CHECK(is(a, Verdict::No, 75));
    CHECK_EQ(english(a.about), "3 / 4");
    CHECK_EQ(a.evidence.events.size(), 3u);
    model::TrackKey key;
    key.pid = 1000;
    key.tid = 1;
    key.device = 0;
    key.context = 1;
    key.stream = 9;
    auto& store = *t.store();
    store.lane(store.track(model::TrackKind::CudaApi, key), 0)
        .append({0, 1000, store.strings().intern("cudaGraphLaunch_v10000"), 0, 5, 0});
    for (int i = 0; i < 2; ++i)
        store.lane(store.track(model::TrackKind::StreamKernels, key), 0)
            .append({20'000 + i * 2000, 21'000 + i * 2000, store.strings().intern("g"), 0, 5, 0});
    CHECK(is(ask(t, "kernels_long"), Verdict::Yes, 50));
}

TEST("Waits behind which the GPU ran dry are a share of the time of the GPUs") {
    const TextReport t("gpu0/s7: |.|");
    auto& store = *t.store();
    model::TrackKey key;
    key.pid = 1000;
    key.tid = 1;
    key.device = 0;
    key.context = 1;
    key.stream = 7;
    model::Lane& calls = store.lane(store.track(model::TrackKind::CudaApi, key), 0);
    model::Lane& work = store.lane(store.track(model::TrackKind::StreamKernels, key), 0);
    const auto launch = [&](model::TimeNs at, model::TimeNs from, model::TimeNs to, std::uint32_t id) {
        calls.append({at, at + 1000, store.strings().intern("cudaLaunchKernel_v7000"), 0, id, 0});
        work.append({from, to, store.strings().intern("k"), 0, id, 0});
    };
    launch(0, 2000, 100'000, 1);
    CHECK(is(ask(t, "no_needless_sync"), Verdict::Yes, 0));
    calls.append({50'000, 110'000, store.strings().intern("cudaDeviceSynchronize_v3020"), 0, 0, 0});
    launch(190'000, 200'000, 402'000, 2);  // 100 of 400 µs
    const Answer a = ask(t, "no_needless_sync");
    CHECK(is(a, Verdict::No, 25));
    CHECK_EQ(english(a.about), "1 × cudaDeviceSynchronize");
    CHECK_EQ(a.evidence.events.size(), 2u);
}

TEST("The first step is compared with the median of the others; inner ranges are no steps of their own") {
    const TextReport t("t1/nvtx: |1111112233334444455|\n |bbb..|", kNames);  // 6, 2, 4, 5, 2
    const Answer a = ask(t, "warmup_excluded");
    CHECK(is(a, Verdict::No, 200));
    CHECK_EQ(english(a.about), "step 1");
    CHECK(is(ask(t, "enough_steps"), Verdict::Yes, 5));
    const TextReport even("t1/nvtx: |11112222333|", kNames);
    CHECK(is(ask(even, "warmup_excluded"), Verdict::Yes, 4 * 100 / 3.5));
    CHECK(is(ask(even, "enough_steps"), Verdict::No, 3));
    const TextReport one("t1/nvtx: |1111|", kNames);
    CHECK(ask(one, "warmup_excluded").why == model::MessageCode::OnlyOneStep);
}

TEST("A capture with warnings is not complete") {
    const TextReport good("gpu0/s7: |aaaaaaaaaaaa|");
    CHECK(is(ask(good, "complete"), Verdict::Yes, 0));
    good.store()->diagnostics().add(model::Note::NeverClosed, "ranges", 3);  // worth knowing, no loss
    CHECK(is(ask(good, "complete"), Verdict::Yes, 0));
    good.store()->diagnostics().add(model::Note::DamagedPart, "a part", 1);
    CHECK(is(ask(good, "complete"), Verdict::No, 1));
}

TEST("Where events stand in their order only, nothing that needs times is answered") {
    const TextReport report("gpu0/s7: |aa..bb|");
    report.store()->diagnostics().add(model::Note::OrderOnly, "kernels", 2);
    CHECK(is(ask(report, "complete"), Verdict::Yes, 0));
    CHECK(ask(report, "kernels_long").verdict != Verdict::Unknown);
    CHECK(ask(report, "gpu_busy").why == model::MessageCode::NoStartTimes);
    const model::SnapshotPtr s = report.store()->publish(true);
    for (const char* key : {"gpu_breakdown", "idle_breakdown", "launch_latency", "step_sum"}) {
        const model::reports::Table t = makeTable(*model::reports::find(key), {*s, {0, 100'000}});
        CHECK_EQ(t.rows, 0u);
        CHECK(t.why == model::MessageCode::NoStartTimes);
    }
    for (const model::rules::Rule* r : model::rules::all())  // but for what the profiler itself says of kernels
        if (r->table.needsTimes) CHECK(makeTable(r->table, {*s, {0, 100'000}}).why == model::MessageCode::NoStartTimes);
    CHECK(!model::rules::find("profiler_rules")->table.needsTimes &&
          model::rules::find("measurement")->table.needsTimes);
    CHECK_EQ(makeTable(*model::reports::find("cuda_gpu_kern_sum"), {*s, {0, 100'000}}).rows, 2u);
}

TEST("An empty report answers nothing, and says why") {
    const auto s = model::EventStore::create()->publish(true);
    for (const model::checklist::Check& c : model::checklist::all()) {
        const Answer a = model::checklist::answer(c, {*s, {0, 1}});
        CHECK_EQ(a.verdict, Verdict::Unknown);
        CHECK(english(a.why).ends_with("."));
        CHECK(std::holds_alternative<std::monostate>(a.number));
        CHECK(english(c.question).ends_with("?") && english(c.advice).ends_with(".") && !english(c.number).empty());
    }
}
