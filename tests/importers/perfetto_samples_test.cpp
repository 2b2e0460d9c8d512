// SPDX-License-Identifier: GPL-3.0-or-later
// Traces that other tools wrote: small samples of Perfetto's own tests, whose arrows, rows and values are known.
#include "tests/kit/mutate.h"
#include "tests/kit/opened.h"
#include "tests/kit/perfetto_cuts.h"
#include "tests/kit/samples.h"

namespace {

using model::EventKind;
using model::TrackKind;

constexpr const char* kSamples[] = {"pf_flow_events_proto_v1",
                                    "pf_flow_events_track_event",
                                    "pf_gpu_compute_kernel",
                                    "pf_gpu_context",
                                    "pf_gpu_counter_specs",
                                    "pf_gpu_render_stages_flow",
                                    "pf_incremental_counter_sequences",
                                    "pf_range_of_interest",
                                    "pf_track_event_chrome_histogram_sample",
                                    "pf_track_event_merged_debug_annotations",
                                    "pf_track_event_name_resolution_extended",
                                    "pf_track_event_state",
                                    "pf_track_event_tracks_ordering",
                                    "pf_track_event_with_atrace_separate_tracks"};

std::filesystem::path trace(const std::string& name) { return sample("perfetto/" + name + ".pftrace"); }

}  // namespace

TEST("arrows of old flow events meet the slice around them or the next one, as asked") {
    const Opened o(trace("pf_flow_events_proto_v1"));
    CHECK_EQ(
        o.arrows(),
        std::string("FlowBeginSlice > FlowEndSlice_1; FlowEndSlice_1 > FlowStepSlice; FlowStepSlice > FlowEndSlice_2"));
    CHECK_EQ(
        o.spans(TrackKind::Slices),
        std::string(
            "FlowBeginSlice 0+10000; FlowEndSlice_1 20000+10000; FlowStepSlice 40000+10000; FlowEndSlice_2 45000+10000"));
    CHECK_EQ(o.fact("ClockAtZeroNs"), std::string("10000"));
    CHECK_EQ(o.names(TrackKind::Thread), std::string("t1; t2"));
    CHECK_EQ(o.inFile(EventKind::Flow), 5);
    CHECK_EQ(o.allNotes(), std::string());
}

TEST("arrows of flow ids go from event to event, also from an end, and an id that was ended begins anew") {
    const Opened o(trace("pf_flow_events_track_event"));
    CHECK_EQ(
        o.arrows(),
        std::string(
            "FlowSlice1Start > FlowSlice1End; FlowSlice1Start2Start > FlowSlice1End; FlowSlice1Start2Start > FlowSlice2End;"
            " FlowSlice3Begin > FlowSlice3End4Begin; FlowSlice3End4Begin > FlowSlice4Step;"
            " FlowSlice4Step > FlowSlice4Step2_FlowIdOnAsyncEndEvent;"
            " FlowSlice4Step2_FlowIdOnAsyncEndEvent > FlowSlice4Step2_FlowIdOnEndEvent; FlowSlice4Step2_FlowIdOnEndEvent > FlowSlice4End"));
    CHECK_EQ(o.names(TrackKind::Async), std::string("async"));
    CHECK_EQ(o.spans(TrackKind::ProcessInstants), std::string("FlowSlice4End 57000+0"));
    CHECK_EQ(o.spans(TrackKind::ThreadInstants), std::string("FlowSlice3Begin 48000+0"));
}

TEST("kernels carry their demangled names and lie on the queue of their process") {
    const Opened o(trace("pf_gpu_compute_kernel"));
    CHECK_EQ(
        o.spans(TrackKind::StreamKernels),
        std::string("vectorAdd(float*, float*, float*, int) 0+50; matMul(float*, float*, float*, int, int) 100+100;"
                    " vectorAdd(float*, float*, float*, int) 300+50"));
    const auto kernels = o.events(TrackKind::StreamKernels);
    CHECK_EQ(o.args(kernels.at(0).event),
             std::string("arch=sm_80 mangledName=_Z9vectorAddPfS_S_i stage=Kernel description=GPU kernel stage"));
    CHECK_EQ(kernels.at(0).track->key.pid, 100);
    CHECK_EQ(o.names(TrackKind::Stream), std::string("Compute Queue"));
    CHECK_EQ(o.inFile(EventKind::Kernel), 3);
    CHECK_EQ(o.allNotes(), std::string());
}

TEST("a graphics context says whose work it is, and of which interface") {
    const Opened o(trace("pf_gpu_context"));
    CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("stage 0+10; stage 100+20"));
    const auto work = o.events(TrackKind::StreamKernels);
    CHECK_EQ(work.at(0).track->key.pid, 100);
    CHECK_EQ(work.at(1).track->key.pid, 200);
    CHECK_EQ(o.names(TrackKind::CudaHw), std::string("GPU, Vulkan; "));
    CHECK_EQ(o.names(TrackKind::Stream), std::string("queue; queue"));
}

TEST("counters of a GPU are described with their units, also without values") {
    const Opened o(trace("pf_gpu_counter_specs"));
    std::set<std::string> facts;
    for (const model::Entity& e : o.s->info().entities)
        for (const auto& [key, value] : e.facts) facts.insert(fmt::format("{}: {}: {}", e.key.device, key, value));
    CHECK(facts == std::set<std::string>{"0: Fragment / Second [Pixel/s]: Number of fragments per second",
                                         "0: Fragments / vertex [Fragment/Vertex]: Number of fragments per vertex",
                                         "0: GPU Frequency [/s]: clock speed",
                                         "0: Triangle Acceleration [Triangle/ms:ms]: Number of triangles per ms-ms",
                                         "1: GPU Frequency [/s]: clock speed"});
    CHECK_EQ(o.error(), std::string("opened"));
    CHECK_EQ(o.s->eventCount(), 0);
}

TEST(
    "work of a GPU is tied to the event that submitted it, to the one that waited for it, and to the work that had to come before") {
    const Opened o(trace("pf_gpu_render_stages_flow"));
    CHECK_EQ(o.arrows(), std::string("HostSubmit > softmax; softmax > cudaEventWait; softmax > matmul"));
    CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("softmax 80+50; matmul 180+40"));
    CHECK_EQ(o.spans(TrackKind::Async), std::string("HostSubmit 0+2; cudaEventWait 140+2"));
    CHECK_EQ(o.names(TrackKind::Stream), std::string("compute_0; compute_1"));
    CHECK_EQ(o.arg(o.events(TrackKind::StreamKernels).at(0).event, "submission_id"), 42);
}

TEST("a counter that two writers give as differences adds up each by itself") {
    const Opened o(trace("pf_incremental_counter_sequences"));
    CHECK_EQ(o.names(TrackKind::GenericCounter), std::string("MyIncrementalCounter"));
    CHECK_EQ(o.values(*o.tracks(TrackKind::GenericCounter).at(0)), std::string("0=100 50=50 100=110 150=55"));
}

TEST("an end with a name closes the slice of that name; what never ends lasts as long as what is around it") {
    const Opened o(trace("pf_range_of_interest"));
    CHECK_EQ(o.spans(TrackKind::Slices),
             std::string("slice1 0+5993000; slice2 1000+5990000; slice3 2000+5989000; slice4 3000+5987000"));
    CHECK_EQ(o.fact("RangeOfInterestStartUs"), std::string("12"));
    CHECK_EQ(o.allNotes(), std::string("unmatched_end track events (1); never_closed track events (1)"));
}

TEST("names of histograms are looked up, and ids that lead nowhere are counted") {
    const Opened o(trace("pf_track_event_chrome_histogram_sample"));
    std::string all;
    for (const auto& e : o.events(TrackKind::GlobalInstants))
        all += fmt::format("{} {} {}; ", o.arg(e.event, "chrome_histogram_sample.name_hash"),
                           o.argText(e.event, "chrome_histogram_sample.name"),
                           o.arg(e.event, "chrome_histogram_sample.sample"));
    CHECK_EQ(
        all,
        std::string(
            "10 Compositing.Display.DrawToSwapUs 100; 20 CompositorLatency.TotalLatency 200; 30 Graphics.Smoothness.Checkerboarding.MainThreadAnimation 300;"
            " 40  400; 50  500; 60 Memory.GPU.PeakMemoryUsage.PageLoad 600; "));
    CHECK_EQ(o.argText(o.events(TrackKind::GlobalInstants).at(0).event, "category"),
             std::string("disabled-by-default-histogram_samples"));
    CHECK_EQ(o.allNotes(), std::string("missing_string interned data 2 (6); missing_string interned data 25 (1)"));
}

TEST("arguments of begin and end become one: arrays go on, later values replace") {
    const Opened o(trace("pf_track_event_merged_debug_annotations"));
    CHECK_EQ(o.spans(TrackKind::Async), std::string("name1 0+1000"));
    const auto slices = o.events(TrackKind::Async);
    CHECK_EQ(slices.at(0).track->key.pid, 5);
    std::set<std::string> args;
    for (const model::Arg& a : o.store->args().at(slices.at(0).event.args))
        args.insert(fmt::format("{}={}", o.s->text(a.key),
                                a.type == model::Arg::Type::String
                                    ? std::string(o.s->text(static_cast<model::StringId>(a.value)))
                                    : std::to_string(a.value)));
    CHECK(args == std::set<std::string>{
                      "category=cat", "debug1.key1=10", "debug1.key2[0]=20", "debug1.key2[1]=21", "debug1.key2[2]=22",
                      "debug1.key2[3]=23", "debug1.key3=30", "debug2.key1=10", "debug2.key2[0]=20", "debug2.key2[1]=21",
                      "debug2.key2[2]=22", "debug2.key2[3]=23", "debug2.key3.key31=31", "debug2.key3.key32=32",
                      "debug2.key4=40", "debug3=32", "debug4.key1=10", "debug4.key2[0]=20", "debug4.key2[1]=21"});
}

TEST("a track has the name that was given last, or that of its first event") {
    const Opened o(trace("pf_track_event_name_resolution_extended"));
    CHECK_EQ(o.names(TrackKind::Async), std::string("Second Name; Event Name; After Event; Parent / Child Event"));
    CHECK_EQ(o.spans(TrackKind::Async),
             std::string("Event 0+0; Event Name 300+0; Event Name 2 500+0; Child Event 900+0"));
}

TEST("a state holds until the next one or the end") {
    const Opened o(trace("pf_track_event_state"));
    CHECK_EQ(o.spans(TrackKind::Async), std::string("Foreground 0+2000; Running 1000+1000; Active 2000+0"));
    CHECK_EQ(o.names(TrackKind::Async), std::string("GlobalState; ProcState; t1 / ThreadState"));
    CHECK_EQ(o.names(TrackKind::Process), std::string("Tracks of no process; Browser"));
}

TEST("tracks are in the order of their ranks, under their parents") {
    const Opened o(trace("pf_track_event_tracks_ordering"));
    CHECK_EQ(
        o.names(TrackKind::Async),
        std::string(
            "parent / child_1; parent / child_2; parent / child_2 / async3; parent / child_3; parent / async; parent / async2;"
            " p1_child_1; p1_child_2"));
    CHECK_EQ(o.inFile(EventKind::Instant), 8);
}

TEST("what programs wrote through the kernel has its own row beside the events of the thread") {
    const Opened o(trace("pf_track_event_with_atrace_separate_tracks"));
    CHECK_EQ(o.spans(TrackKind::Slices), std::string("event1 0+1000; event2 10000+8000"));
    CHECK_EQ(o.spans(TrackKind::Annotations), std::string("atrace 11000+8000"));
    CHECK_EQ(o.tracks(TrackKind::Thread).size(), 1);
    CHECK_EQ(o.allNotes(), std::string());
}

TEST("no damage of a sample makes it crash or hang, wherever it is cut off") {
    std::uint64_t seed = 10;
    for (const char* name : kSamples) {
        const std::string original = bytesOfFile(trace(name));
        CHECK(openedOfMutants(original, ++seed, 2000) > 400);
        CHECK(openedOfCuts(original) > original.size() / 5);
    }
}
