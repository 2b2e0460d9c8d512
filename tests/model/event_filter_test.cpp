// SPDX-License-Identifier: GPL-3.0-or-later
// What people type into a search box: which events it finds, and what is said where it makes no sense.
#include <functional>
#include <string>

#include "model/query/event_filter.h"
#include "model/store/packer.h"
#include "tests/kit/check.h"

namespace {

using model::EventFilter;
using model::TrackKind;
using Code = EventFilter::Error::Code;

/// Two processes; kernels with registers, copies, calls, NCCL annotations.
struct Fixture {
    std::shared_ptr<model::EventStore> store = model::EventStore::create();
    model::SnapshotPtr s;

    model::StringId name(std::string_view text) { return store->strings().intern(text); }
    model::ArgsId number(std::string_view key, std::int64_t value) {
        const model::Arg a{name(key), model::Arg::Type::Int, value};
        return store->args().intern(std::span(&a, 1));
    }
    model::ArgsId text(std::string_view key, std::string_view value) {
        const model::Arg a{name(key), model::Arg::Type::String, name(value)};
        return store->args().intern(std::span(&a, 1));
    }
    void add(TrackKind kind, model::TrackKey key, std::initializer_list<model::Event> events) {
        for (const model::Event& e : events) store->lane(store->track(kind, key), 0).append(e);
    }

    Fixture() {
        model::TrackKey a, b;
        a.pid = 1, a.tid = 10, a.device = 0, a.context = 1, a.stream = 7;
        b.pid = 2, b.tid = 20, b.device = 1, b.context = 1, b.stream = 20;
        add(TrackKind::StreamKernels, a,
            {{0, 1000, name("void gemm<float>(int)"), number("registersPerThread", 64), 5},
             {2000, 252'000, name("at::native::Relu"), number("registersPerThread", 32), 6}});
        add(TrackKind::StreamKernels, b, {{0, 100'000, name("GEMM_tiny"), number("registersPerThread", 128), 5}});
        add(TrackKind::StreamMemory, a,
            {{1000, 1500, name("Memcpy HtoD"), number("bytes", 2'000'000), 8},
             {1500, 1600, name("Memset"), number("bytes", 10), 9}});
        add(TrackKind::CudaApi, a, {{0, 10, name("cudaLaunchKernel"), 0, 5}});
        add(TrackKind::Annotations, b, {{0, 10, name("nccl:all_reduce"), text("dtype", "BFloat16")}});
        store->setTrackName(store->track(TrackKind::Process, a), name("python train.py"));
        store->setTrackName(store->track(TrackKind::Thread, b), name("pt_autograd_0"));
        s = store->publish(true);
    }

    std::string found(std::string_view typed, EventFilter::Options options = {}) const {
        const auto filter = EventFilter::parse(typed, options);
        if (!filter) return "error";
        std::vector<model::LaneId> lanes;
        for (model::LaneId i = 0; i < s->laneCount(); ++i) lanes.push_back(i);
        const model::Hits hits = model::findEvents(*s, *filter, lanes, {model::kTimeMin, model::kTimeMax}, 100, {});
        CHECK(hits.total == hits.events.size());
        std::string out;
        for (const model::EventRef& e : hits.events)
            out += (out.empty() ? "" : "|") + std::string(s->text(model::eventAt(*s, e).name));
        return out;
    }
};

TEST("Words are looked for in names") {
    const Fixture f;
    CHECK_EQ(f.found("gemm"), "void gemm<float>(int)|GEMM_tiny");
    CHECK_EQ(f.found("gemm", {.matchCase = true}), "void gemm<float>(int)");
    CHECK_EQ(f.found("gemm -tiny"), "void gemm<float>(int)");
    CHECK_EQ(f.found("\"memcpy htod\""), "Memcpy HtoD");
    CHECK_EQ(f.found("memcpy htod"), "Memcpy HtoD");
    CHECK_EQ(f.found("name=\"Memcpy HtoD\""), "Memcpy HtoD");
    CHECK_EQ(f.found("name=\"Memcpy\""), "");  // the whole name, not a part of it
    CHECK_EQ(f.found("gemm<float>"), "void gemm<float>(int)");
    CHECK_EQ(f.found("at::native"), "at::native::Relu");
    CHECK_EQ(f.found("nccl:all"), "nccl:all_reduce");
    CHECK_EQ(f.found("~^(cuda|at::)"), "at::native::Relu|cudaLaunchKernel");
    CHECK_EQ(f.found("^GEMM", {.regex = true}), "GEMM_tiny");
    CHECK_EQ(f.found("^gemm", {.matchCase = true, .regex = true}), "");
    CHECK_EQ(f.found("\"~x\""), "");
}

TEST("Keys: kinds, rows, times") {
    const Fixture f;
    CHECK_EQ(f.found("kernel:~gemm"), "void gemm<float>(int)|GEMM_tiny");
    CHECK_EQ(f.found("kernel:~gemm dur>50us stream:20"), "GEMM_tiny");
    CHECK_EQ(f.found("kernel:"), "void gemm<float>(int)|at::native::Relu|GEMM_tiny");
    CHECK_EQ(f.found("memset:"), "Memset");
    CHECK_EQ(f.found("copy:"), "Memcpy HtoD");
    CHECK_EQ(f.found("-kernel: -api:"), "Memcpy HtoD|Memset|nccl:all_reduce");
    CHECK_EQ(f.found("api:launch"), "cudaLaunchKernel");
    CHECK_EQ(f.found("dur=250us"), "at::native::Relu");
    CHECK_EQ(f.found("dur<=100"), "Memset|cudaLaunchKernel|nccl:all_reduce");
    CHECK_EQ(f.found("kind:kernel"), f.found("kernel:"));
    CHECK_EQ(f.found("-kind:kernel -kind:api"), f.found("-kernel: -api:"));
    CHECK_EQ(f.found("kernel: start>=1us"), "at::native::Relu");
    CHECK_EQ(f.found("kernel: end<0.1ms"), "void gemm<float>(int)");
    CHECK_EQ(f.found("corr:5"), "void gemm<float>(int)|GEMM_tiny|cudaLaunchKernel");
    CHECK_EQ(f.found("pid:2"), "GEMM_tiny|nccl:all_reduce");
    CHECK_EQ(f.found("gpu:1"), "GEMM_tiny");
    CHECK_EQ(f.found("process:TRAIN api:"), "cudaLaunchKernel");
    CHECK_EQ(f.found("thread:autograd"), "nccl:all_reduce");
    CHECK_EQ(f.found("row:autograd"), "nccl:all_reduce");
}

TEST("Any other key is that of an argument") {
    const Fixture f;
    CHECK_EQ(f.found("bytes>1MB"), "Memcpy HtoD");
    CHECK_EQ(f.found("bytes<=10"), "Memset");
    CHECK_EQ(f.found("registersPerThread>=64"), "void gemm<float>(int)|GEMM_tiny");
    CHECK_EQ(f.found("registersPerThread:32"), "at::native::Relu");
    CHECK_EQ(f.found("dtype:bfloat"), "nccl:all_reduce");
    CHECK_EQ(f.found("dtype=BFloat16"), "nccl:all_reduce");
    CHECK_EQ(f.found("dtype=BFloat"), "");
    CHECK_EQ(f.found("nosuchkey>1"), "");
}

TEST("What makes no sense is said") {
    const auto code = [](std::string_view text) { return EventFilter::parse(text).error().code; };
    CHECK(code("a \"open") == Code::OpenQuote);
    CHECK(EventFilter::parse("a \"open").error().offset == 2);
    CHECK(code("~(") == Code::BadRegex);
    CHECK(code("kernel:~[") == Code::BadRegex);
    CHECK(code("dur>fast") == Code::NotADuration);
    CHECK(code("stream:main") == Code::NotANumber);
    CHECK(code("stream:") == Code::NoValue);
    CHECK(code("kind:kernl") == Code::UnknownKind);
    CHECK(code("name>a") == Code::NotComparable);
    CHECK(code("thread<=b") == Code::NotComparable);
    CHECK(EventFilter::parse("")->isEmpty());
    // Nothing that is typed may hang or crash.
    CHECK(EventFilter::parse(std::string(100'000, '(')).has_value());
    CHECK(!EventFilter::parse("~" + std::string(100'000, '(')).has_value());
    CHECK(!EventFilter::parse("~(((a{1000}){1000}){1000})").has_value());
}

TEST("A word that no event knows is named, with the word that was meant") {
    const Fixture f;
    const auto unknown = [&](std::string_view text) {
        const auto found = EventFilter::parse(text)->unknownKey(*f.s);
        return found ? found->word + ">" + found->instead : std::string();
    };
    CHECK_EQ(unknown("kernl:gemm"), "kernl>kernel");
    CHECK_EQ(unknown("gemm steam=7"), "steam>stream");
    CHECK_EQ(unknown("xyzzyqwerty:1"), "xyzzyqwerty>");
    CHECK_EQ(unknown("kernel:gemm bytes>1 dtype:x nccl"), "");
}

TEST("Stops when asked to, keeps as many as asked for") {
    const Fixture f;
    std::stop_source stop;
    stop.request_stop();
    const std::vector<model::LaneId> lanes{0};
    CHECK(model::findEvents(*f.s, EventFilter(), lanes, {model::kTimeMin, model::kTimeMax}, 100, stop.get_token())
              .total == 0);
    CHECK(model::findEvents(*f.s, EventFilter(), lanes, {model::kTimeMin, model::kTimeMax}, 1, {}).events.size() == 1);
    CHECK(model::findEvents(*f.s, EventFilter(), lanes, {model::kTimeMin, model::kTimeMax}, 1, {}).total == 2);
}

}  // namespace
