// SPDX-License-Identifier: GPL-3.0-or-later
// Traces of Perfetto: its own small ones with what it shows of them, and traces written here field by field.
#include <zlib.h>
#include <zstd.h>
#include <cstdlib>
#include <set>

#include "tests/kit/heap_use.h"
#include "tests/kit/mutate.h"
#include "tests/kit/opened.h"
#include "tests/kit/perfetto_cuts.h"
#include "tests/kit/perfetto_writer.h"

namespace {

using model::EventKind;
using model::Note;
using model::TrackKind;

/// A trace that was written to a file and opened.
struct Written {
    ScratchFile file;
    Opened o;
    explicit Written(const std::string& bytes) : file(bytes, ".pftrace"), o(file.path()) {}
    Written(std::initializer_list<Proto> packets) : Written(traceOf(packets)) {}
};

std::string deflated(const std::string& bytes, int windowBits = 15) {
    z_stream z{};
    deflateInit2(&z, 9, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&z, bytes.size()), '\0');
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    z.avail_in = static_cast<uInt>(bytes.size());
    z.next_out = reinterpret_cast<Bytef*>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    CHECK_EQ(deflate(&z, Z_FINISH), Z_STREAM_END);
    out.resize(z.total_out);
    deflateEnd(&z);
    return out;
}

const std::string kTwoSlices =
    traceOf({packetAt(0).message(60, thread(1, 5, 7, "t")), packetAt(100).message(11, trackEvent(1, 1, "outer")),
             packetAt(120).message(11, trackEvent(1, 1, "inner")), packetAt(150).message(11, trackEvent(2, 1)),
             packetAt(200).message(11, trackEvent(2, 1))});

}  // namespace

TEST("a trace opens plain, gzipped, and with packets that are deflated, zstd or packed twice") {
    const std::string wanted = "outer 0+100; inner 20+30";
    CHECK_EQ(Written(kTwoSlices).o.spans(TrackKind::Slices), wanted);
    CHECK_EQ(Written(deflated(kTwoSlices, 31)).o.spans(TrackKind::Slices), wanted);
    CHECK_EQ(Written({Proto().bytes(50, deflated(kTwoSlices))}).o.spans(TrackKind::Slices), wanted);
    const std::string twice = traceOf({Proto().bytes(50, deflated(kTwoSlices))});
    CHECK_EQ(Written({Proto().bytes(50, deflated(twice))}).o.spans(TrackKind::Slices), wanted);
    std::string zstd(ZSTD_compressBound(kTwoSlices.size()), '\0');
    zstd.resize(ZSTD_compress(zstd.data(), zstd.size(), kTwoSlices.data(), kTwoSlices.size(), 3));
    const Written z({Proto().bytes(133, zstd)});
    CHECK_EQ(z.o.spans(TrackKind::Slices), wanted);
    CHECK_EQ(z.o.allNotes(), std::string());
}

TEST("packets that unpack to far too much, nest without end or are cut off cost themselves only") {
    const std::string bomb = deflated(std::string(64 << 20, '\0'));
    const Written a({Proto().bytes(50, bomb), packetAt(5).message(11, trackEvent(3, 0, "kept"))});
    CHECK_EQ(a.o.spans(TrackKind::GlobalInstants), std::string("kept 0+0"));
    CHECK(a.o.notes(Note::DamagedPart) >= 1);
    CHECK(a.o.s->info().partial);
    std::string nested = kTwoSlices;
    for (int i = 0; i < 50; ++i) nested = traceOf({Proto().bytes(50, deflated(nested))});
    const Written b(nested);
    CHECK_EQ(b.o.notes(Note::DamagedPart), 1);
    const std::string half = deflated(kTwoSlices).substr(0, 60);
    const Written c({Proto().bytes(50, half), packetAt(5).message(11, trackEvent(3, 0, "kept"))});
    CHECK_EQ(c.o.events(TrackKind::GlobalInstants).size(), 1);
    CHECK(c.o.notes(Note::DamagedPart) >= 1);
}

TEST("clocks are brought together by snapshots, also those of one writer and those that count differences") {
    const auto reading = [](std::uint64_t clock, std::uint64_t time) {
        return Proto().number(1, clock).number(2, time);
    };
    const Written w({
        packetAt(0).message(6, Proto()
                                   .message(1, reading(6, 10000))
                                   .message(1, reading(3, 1000))
                                   .message(1, reading(1, 1'700'000'000'000'010'000))),
        packetAt(0, 2).message(
            6, Proto().message(1, reading(6, 20000)).message(1, reading(64, 50).number(3, 1).number(4, 1000))),
        packetAt(0, 3).message(6, Proto().message(1, reading(3, 31000)).message(1, reading(64, 7))),
        packetAt(10000).message(11, trackEvent(3, 0, "boot")),
        packetAt(1500).number(58, 3).message(11, trackEvent(3, 0, "monotonic")),
        packetAt(2, 2).number(58, 64).message(11, trackEvent(3, 0, "two later")),
        packetAt(3, 2).number(58, 64).message(11, trackEvent(3, 0, "three more")),
        packetAt(8, 3).number(58, 64).message(11, trackEvent(3, 0, "by way of another")),
    });
    CHECK_EQ(
        w.o.spans(TrackKind::GlobalInstants),
        std::string("boot 0+0; monotonic 500+0; two later 12000+0; three more 15000+0; by way of another 30001+0"));
    CHECK_EQ(w.o.s->info().utcEpochNs, 1'700'000'000'000'010'000);
    CHECK_EQ(w.o.allNotes(), std::string());
}

TEST("each machine has its own clocks, tied by what was measured between them, else by their wall clocks") {
    const auto reading = [](std::uint64_t clock, std::uint64_t time) {
        return Proto().number(1, clock).number(2, time);
    };
    const auto of = [](Proto packet, std::uint64_t machine) { return packet.number(98, machine); };
    const auto synced = [&](std::uint64_t there, std::uint64_t here) {
        return Proto().message(
            1,
            Proto().message(2, Proto().message(1, reading(6, there))).message(3, Proto().message(1, reading(6, here))));
    };
    // Machine 5 was started 900 ns after the first one; of two measurements the one that took less time counts. Machine
    // 6 has a wall clock only, which was 1000 ns ahead of its start. Of machine 7 nothing is known.
    const Written w({packetAt(0).message(6, Proto().message(1, reading(6, 1000)).message(1, reading(1, 5000))),
                     of(packetAt(0).message(6, Proto().message(1, reading(6, 50)).message(1, reading(1, 1050))), 6),
                     of(packetAt(0).message(107, synced(100, 1040)), 5),
                     of(packetAt(0).message(107, synced(300, 1200)), 5),
                     packetAt(1000).message(11, trackEvent(3, 0, "first")),
                     of(packetAt(500).message(11, trackEvent(3, 0, "fifth")), 5),
                     of(packetAt(6000).message(11, trackEvent(3, 0, "sixth")), 6),
                     of(packetAt(1700).message(11, trackEvent(3, 0, "seventh")), 7)});
    // 500 + 900 − 1000; 6000 + 1000 by the wall, where the first one showed 5000 at 1000.
    CHECK_EQ(w.o.spans(TrackKind::GlobalInstants), std::string("first 0+0; fifth 400+0; seventh 700+0; sixth 2000+0"));
    CHECK_EQ(w.o.notes(Note::DanglingReference), 2);
}

TEST("a snapshot can come after the packets, and can name another clock as the one of the trace") {
    const Written w({packetAt(12000).number(58, 6).message(11, trackEvent(3, 0, "b")),
                     packetAt(1000).number(58, 3).message(11, trackEvent(3, 0, "a")),
                     packetAt(0).message(6, Proto()
                                                .number(2, 3)
                                                .message(1, Proto().number(1, 3).number(2, 1000))
                                                .message(1, Proto().number(1, 6).number(2, 11000)))});
    CHECK_EQ(w.o.spans(TrackKind::GlobalInstants), std::string("a 0+0; b 1000+0"));
    CHECK_EQ(w.o.fact("ClockAtZeroNs"), std::string("1000"));
    const Written alone({packetAt(500).number(58, 99).message(11, trackEvent(3, 0, "x"))});
    CHECK_EQ(alone.o.allNotes(), std::string());
    const Written lost({packetAt(500).number(58, 99).message(11, trackEvent(3, 0, "x")),
                        packetAt(600).message(11, trackEvent(3, 0, "y"))});
    CHECK_EQ(lost.o.spans(TrackKind::GlobalInstants), std::string("x 0+0; y 100+0"));
    CHECK_EQ(lost.o.notes(Note::DanglingReference), 1);
}

TEST("packets that rely on lost ones are passed over until the writer starts anew, and losses are told") {
    const Proto names = Proto().message(2, Proto().number(1, 1).bytes(2, "known"));
    const Proto event = Proto().number(9, 3).number(10, 1);
    const Written w({
        packetAt(1).number(42, 1).number(87, 1),                           // the first packet says so, too
        packetAt(10).number(13, 2).message(11, event),                     // relies on what was before
        packetAt(20).number(13, 1).message(12, names).message(11, event),  // begins
        packetAt(30).number(13, 2).message(11, event),
        packetAt(40).number(13, 2).number(42, 1).message(11, event),  // something is missing
        packetAt(50).number(13, 2).message(11, event),
        packetAt(60).number(13, 3).message(12, names).message(11, event),
    });
    CHECK_EQ(w.o.spans(TrackKind::GlobalInstants), std::string("known 0+0; known 10+0; known 40+0"));
    CHECK_EQ(
        w.o.allNotes(),
        std::string(
            "damaged_part packets that rely on lost ones (3); damaged_part packets that were lost while tracing (1)"));
}

TEST("names, categories, keys and texts are looked up in what the writer said before, and forgotten with a reset") {
    const Proto interned = Proto()
                               .message(1, Proto().number(1, 1).bytes(2, "cat a"))
                               .message(1, Proto().number(1, 2).bytes(2, "cat b"))
                               .message(2, Proto().number(1, 9).bytes(2, "work"))
                               .message(3, Proto().number(1, 4).bytes(2, "key"))
                               .message(29, Proto().number(1, 5).bytes(2, "value"))
                               .message(4, Proto().number(1, 6).bytes(2, "file.cc").bytes(3, "f()").number(4, 12));
    const Proto event = Proto()
                            .number(9, 3)
                            .number(10, 9)
                            .bytes(3, std::string("\x01\x02"))
                            .number(34, 6)
                            .message(4, Proto().number(1, 4).number(17, 5))
                            .bytes(53, "frame 1");
    const Written w({packetAt(0).number(13, 1).message(12, interned).message(11, event),
                     packetAt(10).number(13, 1).message(11, event)});
    const auto events = w.o.events(TrackKind::GlobalInstants);
    CHECK_EQ(events.at(0).name, std::string_view("work"));
    CHECK_EQ(
        w.o.args(events.at(0).event),
        std::string(
            "source.file=file.cc source.function=f() source.line=12 key=value correlation_id=frame 1 category=cat a,cat b"));
    CHECK_EQ(events.at(1).name, std::string_view());
    CHECK_EQ(w.o.notes(Note::MissingString), 5);
}

TEST("annotations of every kind are flattened, and endless nesting is not followed") {
    const auto named = [](std::string_view name) { return Proto().bytes(10, name); };
    const Proto dict = named("d")
                           .message(11, named("a").number(4, static_cast<std::uint64_t>(-3)))
                           .message(11, named("l").message(12, Proto().number(3, 1)).message(12, Proto().real(5, 0.5)));
    Proto deep = Proto().number(4, 1);
    for (int i = 0; i < 500; ++i) deep = Proto().bytes(10, "x").message(11, deep);
    const Written w({packetAt(0).message(
        11, trackEvent(3, 0, "e")
                .message(4, named("b").number(2, 1))
                .message(4, named("p").number(7, 255))
                .message(4, named("s").bytes(6, "text"))
                .message(4, dict)
                .message(4, named("j").bytes(9, "{\"k\": [1, {\"m\": null, \"n\": 2.5}], \"t\": true}"))
                .message(4, named("bad").bytes(9, "{nonsense"))
                .message(4, deep))});
    CHECK_EQ(
        w.o.args(w.o.events(TrackKind::GlobalInstants).at(0).event),
        std::string("b=true p=0xff s=text d.a=-3 d.l[0]=1 d.l[1]=0.5 j.k[0]=1 j.k[1].n=2.5 j.t=true bad={nonsense"));
    CHECK_EQ(w.o.notes(Note::NotShown), 1);
}

TEST("old writers describe their thread once and give times as differences in microseconds") {
    const Proto descriptor = Proto().number(1, 31).number(2, 32).bytes(5, "old").number(6, 1000);
    const auto legacy = [](char phase) { return Proto().number(2, static_cast<std::uint64_t>(phase)); };
    const Written w({
        Proto()
            .number(10, 1)
            .number(13, 1)
            .message(44, descriptor)
            .message(43, Proto().number(1, 31).bytes(6, "program")),
        Proto().number(10, 1).message(11, Proto().number(1, 5).bytes(23, "a").message(6, legacy('B'))),
        Proto().number(10, 1).message(11, Proto().number(1, 10).message(6, legacy('E'))),
        Proto().number(10, 1).message(11, Proto().number(16, 1500).bytes(23, "b").message(6, legacy('X').number(3, 7))),
        Proto().number(10, 1).message(11, Proto().number(1, 5).bytes(23, "c").message(6, legacy('S').number(6, 77))),
        Proto().number(10, 1).message(11, Proto().number(1, 5).bytes(23, "c").message(6, legacy('F').number(6, 77))),
        Proto().number(10, 1).message(
            11, Proto().number(1, 1).bytes(23, "other").message(6, legacy('B').number(18, 40).number(19, 41))),
        Proto().number(10, 1).message(11, Proto().number(1, 1).bytes(23, "o").message(6, legacy('N'))),
    });
    CHECK_EQ(w.o.spans(TrackKind::Slices), std::string("a 0+10000; other 21000+481000; b 495000+7000"));
    CHECK_EQ(w.o.spans(TrackKind::Async), std::string("c 15000+5000"));
    CHECK_EQ(w.o.names(TrackKind::Process), std::string("program; "));
    CHECK_EQ(w.o.names(TrackKind::Thread), std::string("old; "));
    CHECK_EQ(w.o.events(TrackKind::Slices).at(1).track->key.tid, 41);
    CHECK_EQ(w.o.allNotes(), std::string("not_shown track events of phase N (1); never_closed track events (1)"));
}

TEST("counters come with events by the writer's defaults, with their units and factors") {
    const Proto counter =
        Proto().number(1, 10).number(5, 1).message(8, Proto().number(1, 1).number(4, 1000).number(5, 1));
    const Proto bytes = Proto().number(1, 11).number(5, 3).bytes(2, "Heap").message(8, Proto().number(3, 3));
    const Written w({
        packetAt(0)
            .number(13, 1)
            .message(60, thread(1, 5, 7, "t"))
            .message(59, Proto().message(11, Proto().number(11, 1).number(31, 10))),
        packetAt(0).message(60, counter),
        packetAt(0).message(60, Proto().number(1, 3).message(3, Proto().number(1, 5).bytes(6, "p"))),
        packetAt(0).message(60, bytes),
        packetAt(100).number(13, 2).message(11, Proto().number(9, 1).bytes(23, "s").number(12, 20)),
        packetAt(170).message(11, Proto().number(9, 3).number(11, 1).bytes(23, "i").number(12, 1).number(12, 2)),
        packetAt(200).number(13, 2).message(11, Proto().number(9, 2).number(12, 5)),
        packetAt(150).message(11, Proto().number(9, 4).number(11, 11).number(30, 4096)),
        packetAt(160).message(
            11, Proto().number(9, 3).number(11, 1).number(45, 11).bytes(46, std::string("\0\0\0\0\0\0\x04\x40", 8))),
    });
    CHECK_EQ(w.o.spans(TrackKind::Slices), std::string("s 0+100"));
    CHECK_EQ(w.o.names(TrackKind::ProcessCounter), std::string("t / thread_time [ns]; Heap [bytes]"));
    CHECK_EQ(w.o.values(*w.o.tracks(TrackKind::ProcessCounter).at(0)), std::string("0=20000 70=21000 100=26000"));
    CHECK_EQ(w.o.values(*w.o.tracks(TrackKind::ProcessCounter).at(1)), std::string("50=4096 60=2.5"));
    CHECK_EQ(w.o.notes(Note::DanglingReference), 1);
}

TEST("calls of CUDA and HIP lead to the work that they submitted, with grid, block and registers") {
    const Proto interned = Proto()
                               .message(23, Proto().number(1, 1).number(2, 5).number(3, 5))
                               .message(24, Proto().number(1, 1).bytes(2, "Stream 3"))
                               .message(24, Proto().number(1, 2).bytes(2, "Kernel"))
                               .message(24, Proto().number(1, 3).bytes(2, "Memcpy HtoD"))
                               .message(1000, Proto().number(1, 1).bytes(2, "axpy"))
                               .message(1001, Proto().number(1, 1).bytes(2, "registers_per_thread"));
    const Proto launch = Proto()
                             .message(1, Proto().number(1, 8).number(2, 2).number(3, 1))
                             .message(2, Proto().number(1, 128))
                             .message(3, Proto().number(1, 1).number(4, 40))
                             .message(3, Proto().bytes(2, "occupancy").real(5, 0.75));
    const Written w({
        packetAt(0).message(60, thread(1, 5, 7, "t")),
        packetAt(0, 2).number(13, 1).message(12, interned),
        packetAt(10).message(11,
                             trackEvent(1, 1, "hipLaunchKernel").number(3001, 5).message(3000, Proto().number(1, 77))),
        packetAt(20).message(11, trackEvent(2, 1)),
        packetAt(25).message(11, trackEvent(1, 1, "plain")),
        packetAt(28).message(11, trackEvent(2, 1)),
        packetAt(30, 2).number(13, 2).message(53, Proto()
                                                      .number(1, 77)
                                                      .number(2, 50)
                                                      .number(5, 1)
                                                      .number(11, 1)
                                                      .number(13, 1)
                                                      .number(14, 2)
                                                      .number(19, 1)
                                                      .message(21, launch)),
        packetAt(90, 2).number(13, 2).message(
            53, Proto().number(1, 78).number(2, 5).number(5, 1).number(11, 1).number(13, 1).number(14, 3).message(
                    6, Proto().bytes(1, "bytes").bytes(2, "4096"))),
    });
    CHECK_EQ(w.o.spans(TrackKind::CudaApi), std::string("hipLaunchKernel 0+10"));
    CHECK_EQ(w.o.spans(TrackKind::Slices), std::string("plain 15+3"));
    CHECK_EQ(w.o.names(TrackKind::CudaApi), std::string("HIP API"));
    CHECK_EQ(w.o.names(TrackKind::CudaHw), std::string("HIP"));
    const auto kernels = w.o.events(TrackKind::StreamKernels);
    CHECK_EQ(kernels.at(0).name, std::string_view("axpy"));
    CHECK_EQ(
        w.o.args(kernels.at(0).event),
        std::string(
            "gridX=8 gridY=2 gridZ=1 blockX=128 blockY=1 blockZ=1 registersPerThread=40 occupancy=0.75 stage=Kernel"));
    CHECK_EQ(model::correlated(*w.o.s, kernels.at(0).ref).launches.size(), 1);
    CHECK_EQ(w.o.spans(TrackKind::StreamMemory), std::string("Memcpy HtoD 80+5"));
    CHECK_EQ(w.o.arg(w.o.events(TrackKind::StreamMemory).at(0).event, "bytes"), 4096);
    CHECK_EQ(w.o.arrows(), std::string());
}

TEST("a value of a GPU counter holds for the time before it was reported") {
    const Proto spec = Proto().message(1, Proto().number(1, 3).bytes(2, "Busy").number(7, 37));
    const auto values = [](double v) { return Proto().message(2, Proto().number(1, 3).real(3, v)); };
    const Written w({packetAt(0).message(52, Proto().message(1, spec)), packetAt(100).message(52, values(0)),
                     packetAt(200).message(52, values(80)), packetAt(300).message(52, values(20))});
    CHECK_EQ(w.o.names(TrackKind::GpuMetric), std::string("Busy [%]"));
    CHECK_EQ(w.o.values(*w.o.tracks(TrackKind::GpuMetric).at(0)), std::string("0=80 100=20 200=nan"));
    const Written interned(
        {packetAt(0).number(13, 1).message(12, Proto().message(47, Proto().number(1, 1).number(3, 2).message(2, spec))),
         packetAt(100).number(13, 2).message(52, Proto().number(4, 1).message(2, Proto().number(1, 3).number(2, 9)))});
    CHECK_EQ(interned.o.tracks(TrackKind::GpuMetric).at(0)->key.device, 2);
    CHECK_EQ(interned.o.values(*interned.o.tracks(TrackKind::GpuMetric).at(0)), std::string("0=9"));
}

TEST("work and counters of a GPU without a time are noted and do not begin at zero") {
    const auto work = [](std::string_view name) {
        return Proto().number(2, 10).bytes(17, name).bytes(6, Proto().bytes(1, "of").bytes(2, name).str());
    };
    const Proto value = Proto().message(2, Proto().number(1, 3).number(2, 9));
    const Written w({Proto().message(53, work("lost")), packetAt(5000).message(53, work("kept")),
                     Proto().message(52, value), packetAt(5005).message(52, value)});
    CHECK_EQ(w.o.spans(TrackKind::StreamKernels), std::string("kept 0+10"));
    CHECK_EQ(w.o.args(w.o.events(TrackKind::StreamKernels).at(0).event), std::string("of=kept"));
    CHECK_EQ(w.o.names(TrackKind::CudaHw), std::string("GPU"));  // neither of CUDA nor of HIP as far as anybody knows
    CHECK_EQ(w.o.values(*w.o.tracks(TrackKind::GpuMetric).at(0)), std::string("5=9"));
    CHECK_EQ(w.o.allNotes(), std::string("no_time GPU work (1); no_time values of GPU counters (1)"));
}

TEST("an interned description of counters is read once, and anew when it changes") {
    Proto specs, trace;
    for (std::uint64_t i = 0; i < 1000; ++i)
        specs.message(1,
                      Proto().number(1, i).bytes(2, fmt::format("the counter of number {} that has a long name", i)));
    trace.message(1,
                  packetAt(0).number(13, 1).message(12, Proto().message(47, Proto().number(1, 1).message(2, specs))));
    const auto value = [](std::uint64_t time, std::uint64_t v) {
        return packetAt(time).number(13, 2).message(52,
                                                    Proto().number(4, 1).message(2, Proto().number(1, 3).number(2, v)));
    };
    for (std::uint64_t t = 1; t <= 3000; ++t) trace.message(1, value(t, t));
    trace.message(1, packetAt(4000).number(13, 2).message(
                         12, Proto().message(47, Proto().number(1, 1).message(
                                                     2, Proto().message(1, Proto().number(1, 3).bytes(2, "other"))))));
    trace.message(1, value(4001, 7)).message(1, packetAt(5000).number(13, 1)).message(1, value(5001, 8));
    const ScratchFile file(trace.str(), ".pftrace");
    const heap_use::Watch heap;
    const Opened o(file.path());
    CHECK(heap.taken() < 50'000'000);  // 1000 specifications in each of 3000 packets are more than 300 MB
    CHECK_EQ(o.names(TrackKind::GpuMetric), std::string("other; the counter of number 3 that has a long name"));
    CHECK_EQ(o.inFile(EventKind::GpuMetric), 3001);
    CHECK_EQ(o.notes(Note::DanglingReference), 1);
}

TEST("a trace with as many writers as packets costs little for each, and losses are told of every one") {
    Proto trace;
    for (std::uint32_t i = 0; i < 100'000; ++i) trace.message(1, packetAt(i, i + 1));
    trace.message(1, packetAt(7, 5).number(42, 1)).message(1, packetAt(8, 200'000).number(42, 1));
    const ScratchFile file(trace.str(), ".pftrace");
    const heap_use::Watch heap;
    const Opened o(file.path());
    CHECK(heap.peak() < 100'000 * 100);
    CHECK_EQ(o.allNotes(), std::string("damaged_part packets that were lost while tracing (1)"));
}

TEST("call stacks, inline or interned, come with their events") {
    const Proto stack = Proto()
                            .message(1, Proto().bytes(1, "main"))
                            .message(1, Proto().bytes(1, "leaf").bytes(2, "leaf.cc").number(3, 42));
    const Proto interned = Proto()
                               .message(5, Proto().number(1, 1).bytes(2, "FuncA"))
                               .message(5, Proto().number(1, 2).bytes(2, "FuncB"))
                               .message(6, Proto().number(1, 1).number(2, 1))
                               .message(6, Proto().number(1, 2).number(2, 2))
                               .message(7, Proto().number(1, 1).number(2, 1).number(2, 2));
    const Written w(
        {packetAt(0).number(13, 1).message(60, thread(1, 5, 7, "t")).message(12, interned),
         packetAt(1).message(11, trackEvent(1, 1, "a").message(55, stack)), packetAt(2).message(11, trackEvent(2, 1)),
         packetAt(3).message(11, trackEvent(1, 1, "b").number(56, 1)), packetAt(4).message(11, trackEvent(2, 1))});
    std::string text;
    for (const auto& e : w.o.events(TrackKind::Slices))
        for (const model::Frame& f : w.o.store->callchains().at(e.event.payload))
            text += fmt::format("{}:{} ", w.o.s->text(f.symbol), w.o.s->text(f.module));
    CHECK_EQ(text, std::string("leaf:leaf.cc:42 main: FuncB: FuncA: "));
}

TEST("ends cross, slices overlap and tracks of one name share a row, each with its true times") {
    const Proto child = Proto().bytes(2, "Requests").number(5, 3);
    const Written w({
        packetAt(0).message(60, thread(1, 5, 7, "t")),
        packetAt(0).message(60, Proto().number(1, 3).message(3, Proto().number(1, 5))),
        packetAt(0).message(60, Proto().number(1, 20).bytes(2, "Requests").number(5, 3)),
        packetAt(0).message(60, Proto().number(1, 21).bytes(2, "Requests").number(5, 3)),
        packetAt(10).message(11, trackEvent(1, 1, "a")),
        packetAt(20).message(11, trackEvent(1, 1, "b")),
        packetAt(30).message(11, trackEvent(2, 1, "a")),
        packetAt(40).message(11, trackEvent(2, 1, "b")),
        packetAt(50).message(11, trackEvent(1, 20, "r1")),
        packetAt(60).message(11, trackEvent(1, 21, "r2")),
        packetAt(70).message(11, trackEvent(2, 20)),
        packetAt(80).message(11, trackEvent(2, 21)),
    });
    CHECK_EQ(w.o.spans(TrackKind::Slices), std::string("a 0+20; b 10+20"));
    CHECK_EQ(w.o.spans(TrackKind::Async), std::string("r1 40+20; r2 50+20"));
    CHECK_EQ(w.o.names(TrackKind::Async), std::string("Requests"));
    CHECK_EQ(w.o.allNotes(), std::string("overlapping Slices (1)"));
}

TEST("what is not understood or not drawn is counted by its name or number") {
    const Written w({packetAt(0).message(11, trackEvent(3, 0, "e").message(24, Proto()).number(17, 5)),
                     packetAt(1).message(66, Proto().number(1, 1)), packetAt(2).message(777, Proto().number(1, 1)),
                     packetAt(3).message(11, trackEvent(9, 0)),
                     packetAt(4).message(1, Proto().number(1, 0).message(
                                                2, Proto().number(1, 5).number(2, 6).message(4, Proto().number(2, 1)))),
                     packetAt(5).message(1, Proto().message(4, Proto().bytes(1, std::string("\x01\x02\x03")))),
                     Proto().message(11, trackEvent(3, 0, "untimed"))});
    std::set<std::string> notes;
    for (const model::Diagnostic& d : w.o.store->diagnostics().list())
        notes.insert(fmt::format("{} {} {}", model::noteInfo(d.note).key, model::english(d.subject), d.count));
    CHECK(notes == std::set<std::string>{"not_shown track event field 24 1", "not_shown thread time of track events 1",
                                         "not_shown perf samples 1", "skipped_unknown TracePacket field 777 1",
                                         "skipped_unknown track event of type 9 1", "not_shown ftrace sched_switch 4",
                                         "no_time track events 1"});
    CHECK_EQ(w.o.inFile(EventKind::Sched), 4);
}

TEST("the kernel's messages about a GPU's clock are a curve of that GPU, in either form") {
    const auto event = [](std::uint64_t time, std::uint32_t field, const Proto& content) {
        return Proto().message(2, Proto().number(1, time).number(2, 6).message(field, content));
    };
    const auto at = [&](const Proto& bundle, std::uint64_t machine = 0) {
        Proto packet = packetAt(0).message(1, bundle);
        return machine ? packet.number(98, machine) : packet;
    };
    const Written w({packetAt(0).message(11, trackEvent(3, 0, "zero")),
                     at(event(200, 332, Proto().number(1, 1).number(2, 900'000))),
                     at(event(100, 332, Proto().number(1, 1).number(2, 585'000))),  // not in order
                     at(event(300, 332, Proto().number(2, 305'000))),               // GPU 0 is not written
                     at(event(400, 509, Proto().number(1, 700'000).number(2, 1)), 5),
                     at(event(500, 114, Proto().number(1, 1))), at(event(600, 19, Proto().number(1, 1)))});
    std::string curves;
    for (const model::Track& t : w.o.s->tree().tracks) {
        if (t.kind != TrackKind::GpuMetric) continue;
        curves += fmt::format("{}/{} {}:", t.key.host, t.key.device, w.o.s->text(t.name));
        const model::CounterView c = w.o.s->counter(t.counter);
        for (std::size_t i = 0; i < c.rows; ++i)
            curves += fmt::format(" {}={}", c.series->time()[i], c.series->value()[i]);
        curves += "; ";
    }
    CHECK_EQ(curves, std::string("0/0 GPU Frequency: 300=305000; "
                                 "0/1 GPU Frequency: 100=585000 200=900000; "
                                 "5/1 GPU Frequency: 400=700000; "));
    CHECK_EQ(w.o.inFile(EventKind::GpuMetric), 4);
    CHECK_EQ(
        w.o.allNotes(),
        std::string("dangling_reference times of clocks that no snapshot ties to the others; kept as they are (1); "
                    "not_shown ftrace sched_wakeup_new (1); not_shown ftrace sched_cpu_hotplug (1)"));
}

TEST("parents in a circle, tracks without a description and times beyond all limits do no harm") {
    const Written w({packetAt(0).message(60, Proto().number(1, 1).number(5, 2).bytes(2, "x")),
                     packetAt(0).message(60, Proto().number(1, 2).number(5, 1).bytes(2, "y")),
                     packetAt(1).message(11, trackEvent(3, 1, "a")), packetAt(2).message(11, trackEvent(1, 2, "b")),
                     packetAt(UINT64_MAX).message(11, trackEvent(2, 2)),
                     packetAt(3).message(11, trackEvent(3, 999, "c"))});
    CHECK_EQ(w.o.error(), std::string("opened"));
    CHECK_EQ(w.o.spans(TrackKind::Async), std::string("a 0+0; c 2+0"));
    CHECK_EQ(w.o.notes(Note::NoTime), 1);
}

TEST("a time far away from all others is left out, and what is open does not last until there") {
    constexpr std::uint64_t kNow = 1'700'000'000'000'000'000;
    const Written w(
        {packetAt(0).message(60, Proto().number(1, 1).bytes(2, "x")),
         packetAt(kNow).message(11, trackEvent(1, 1, "open")), packetAt(kNow + 5).message(11, trackEvent(3, 1, "a")),
         packetAt(7).message(11, trackEvent(3, 1, "early")), packetAt(kNow + 9).message(11, trackEvent(3, 1, "b")),
         packetAt(INT64_MAX - 1).message(11, trackEvent(3, 1, "late"))});
    CHECK_EQ(w.o.spans(TrackKind::Async), std::string("open 0+9; a 5+0; b 9+0"));
    CHECK_EQ(w.o.fact("ClockAtZeroNs"), std::to_string(kNow));
    CHECK_EQ(w.o.allNotes(), std::string("no_time Async (2); never_closed track events (1)"));
}

TEST("machines of one trace keep their processes apart, and a process tree names what descriptors do not") {
    const Written w(
        {packetAt(0).message(60, thread(1, 5, 7, "t")), packetAt(0).number(98, 3).message(60, thread(2, 5, 7, "u")),
         packetAt(0).message(2, Proto()
                                    .message(1, Proto().number(1, 5).bytes(3, "/usr/bin/tool --key secret"))
                                    .message(2, Proto().number(1, 9).bytes(2, "worker").number(3, 5))),
         packetAt(1).message(11, trackEvent(3, 1, "a")), packetAt(2).number(98, 3).message(11, trackEvent(3, 2, "b")),
         packetAt(3, 4).number(13, 1).message(44, Proto().number(1, 5).number(2, 9)),
         packetAt(4, 4).message(11, Proto().number(9, 3).bytes(23, "c"))});
    CHECK_EQ(w.o.tracks(TrackKind::Process).size(), 2);
    CHECK_EQ(w.o.names(TrackKind::Process), std::string("tool; "));
    CHECK_EQ(w.o.names(TrackKind::Thread), std::string("t; worker; u"));
    CHECK_EQ(w.o.store->strings().find("/usr/bin/tool --key secret"), 0);
}

TEST("a trace that is cut off anywhere shows what is before the cut and says so") {
    CHECK(openedOfCuts(kTwoSlices) > kTwoSlices.size() / 2);
    const Written w(kTwoSlices.substr(0, kTwoSlices.size() - 3));
    CHECK_EQ(w.o.spans(TrackKind::Slices), std::string("outer 0+50; inner 20+30"));
    CHECK(w.o.s->info().partial);
    CHECK_EQ(w.o.notes(Note::DamagedPart), 1);
}

TEST("info prints no space at the end of a line, where a trace has no version and its GPUs no names") {
    const char* cli = std::getenv("SIGHTLINE_CLI");
    if (!cli) SKIP("no command line");
    const ScratchFile file(
        traceOf(
            {packetAt(0).message(60, thread(1, 5, 7, "t")), packetAt(5).message(11, trackEvent(3, 1, "a")),
             packetAt(9).message(52, Proto().message(1, Proto().message(1, Proto().number(1, 3).bytes(2, "Busy"))))}),
        ".pftrace");
    std::string out;
    FILE* pipe = ::popen(fmt::format("'{}' info '{}' 2>&1", cli, file.path().string()).c_str(), "r");
    char buffer[4096];
    while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) out.append(buffer, n);
    ::pclose(pipe);
    CHECK(out.find("  Perfetto trace\n") != std::string::npos);
    CHECK(out.find("  GPU 0\n") != std::string::npos);
    CHECK(out.find(" \n") == std::string::npos);
}

TEST("a trace of a few packets is known as one wherever it is cut off behind the first") {
    const std::string first = traceOf({packetAt(0).message(60, thread(1, 5, 7, "t"))});
    const std::string trace =
        first +
        traceOf(
            {Proto()
                 .message(11, trackEvent(3, 1, "a name that is long enough to be cut off inside of the first field"))
                 .number(8, 5)});
    for (std::size_t size = first.size(); size <= trace.size(); ++size)
        CHECK_EQ(Written(trace.substr(0, size)).o.error(), std::string("opened"));
}

TEST("other files are not taken for traces") {
    for (const std::string& bytes :
         {std::string("\n\n\n\n{\"traceEvents\": []}"), std::string("\x0a\x00\x0a\x00", 4),
          std::string("\x0a\x05hello"), std::string("plain text\n"), std::string("\x0a\x03\x40\x01"),
          std::string("\x0a\x02\x18\x01\x0a"), std::string("\x0a\x02\x40\x01more text"),
          std::string("\x0a\x02\x18\x01\x0a\x20text")}) {
        const Written w(bytes);
        CHECK(!w.o.result || w.o.s->info().formatKey != "perfetto");
    }
}

TEST("no damage makes it crash or hang") {
    CHECK(openedOfMutants(kTwoSlices, 5, 2000) > 500);
    CHECK(openedOfMutants(traceOf({Proto().bytes(50, deflated(kTwoSlices))}), 6, 2000) > 500);
}
