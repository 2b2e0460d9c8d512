// SPDX-License-Identifier: GPL-3.0-or-later
// What a flight recorder discards of a spool, and when it asks for a report.
#include <sys/stat.h>
#include <fstream>

#include "app/cli/recorder/flight_recorder.h"
#include "importers/capture/spool_file.h"
#include "model/base/messages.h"
#include "tests/kit/check.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/scratch_file.h"
#include "tests/kit/spool_maker.h"

namespace {

namespace fs = std::filesystem;
using namespace collectors::spool;
using app::recorder::FlightRecorder;
using app::recorder::SpoolFrames;
using app::recorder::TriggerOptions;
using model::MessageCode;

constexpr std::int64_t kS = 1'000'000'000;

NvtxEvent eventOf(NvtxOp op, std::uint64_t time, std::uint32_t name, std::uint32_t thread, std::uint16_t payloads = 0) {
    NvtxEvent e{};
    e.op = op, e.time = time, e.name = name, e.thread = thread, e.payloads = payloads;
    return e;
}

/// A folder with one spool that grows.
class Growing {
public:
    Growing() {
        ::mkdir((m_place / "s").c_str(), 0700);
        append();
    }
    SpoolMaker maker{7};

    void append() {
        std::ofstream(file(), std::ios::binary | std::ios::app).write(maker.bytes().data() + m_written, left());
        m_written = maker.bytes().size();
    }
    std::string file() const { return (m_place / "s" / "7-0.spool").string(); }
    model::Folder folder() const { return model::Folder::open(m_place / "s").value(); }

    struct Left {
        std::vector<Block> types;  ///< in their order
        std::vector<NvtxEvent> events;
        std::vector<std::string> payloads;
        std::vector<std::uint64_t> kernels;  ///< their starts
        std::uint64_t damaged = 0, unread = 0;
    };
    /// What the importer finds.
    Left content() const {
        Left out;
        const auto opened = model::openNamed(file());
        const auto end = importers::capture::readSpool(*opened, "spool", [&](const importers::capture::SpoolBlock& b) {
            out.types.push_back(b.type);
            if (b.type == Block::Nvtx)
                importers::capture::eachRecord<NvtxEvent>(b, [&](const NvtxEvent& e) { out.events.push_back(e); });
            if (b.type == Block::Kernels)
                importers::capture::eachRecord<Kernel>(b, [&](const Kernel& k) { out.kernels.push_back(k.start); });
            if (b.type == Block::Payloads)
                out.payloads.emplace_back(reinterpret_cast<const char*>(b.bytes.data()) + sizeof(NvtxPayload), 8);
            return true;
        });
        CHECK(end.has_value());
        out.damaged = end->damaged, out.unread = end->bytes - end->good;
        return out;
    }
    std::uint64_t room() const {
        struct stat s {};
        CHECK_EQ(::stat(file().c_str(), &s), 0);
        return static_cast<std::uint64_t>(s.st_blocks) * 512;
    }

private:
    std::streamsize left() const { return static_cast<std::streamsize>(maker.bytes().size() - m_written); }
    cli_run::Folder m_place;
    std::size_t m_written = 0;
};

void payload(SpoolMaker& maker, std::uint32_t thread, std::string_view eightBytes) {
    const NvtxPayload head{900, thread, 8};
    maker.block(Block::Payloads, 0, 1,
                std::string(reinterpret_cast<const char*>(&head), sizeof head) + std::string(eightBytes));
}

app::recorder::Trigger trigger(FlightRecorder& recorder, const Growing& growing, std::int64_t now, bool trims = true) {
    const model::Folder folder = growing.folder();
    recorder.look(folder, now, trims);
    return recorder.due(now);
}
model::Message look(FlightRecorder& recorder, const Growing& growing, std::int64_t now, bool trims = true) {
    return trigger(recorder, growing, now, trims).why;
}

TEST("Records go when they have been there for too long, definitions stay, and the reader sees whole blocks") {
    Growing g;
    FlightRecorder recorder(3 * kS, {});
    g.maker.facts({"pid", "7"});
    g.maker.add<Clock>(Block::Clocks, {{1, 2}});
    KernelShape shape{};
    shape.number = 1, shape.name = g.maker.text("gemm");
    g.maker.add<KernelShape>(Block::KernelShapes, {shape});
    for (std::int64_t second = 1; second <= 20; ++second) {
        g.maker.add<Clock>(Block::Clocks, {{2, 3}});
        for (std::uint32_t i = 0; i < 400; ++i)  // 16 KiB a block
            g.maker.block(Block::Kernels, sizeof(Kernel), 1, [&] {
                const Kernel k{static_cast<std::uint64_t>(second * kS) + i,
                               static_cast<std::uint64_t>(second * kS) + i + 1, i, 1};
                return std::string(reinterpret_cast<const char*>(&k), sizeof k);
            }());
        g.append();
        CHECK(look(recorder, g, second * kS).empty());
    }
    const Growing::Left left = g.content();
    CHECK_EQ(left.damaged, 0u);
    CHECK_EQ(left.unread, 0u);
    CHECK_EQ(std::count(left.types.begin(), left.types.end(), Block::KernelShapes), 1);
    CHECK_EQ(std::count(left.types.begin(), left.types.end(), Block::Strings), 1);
    CHECK(left.types[0] == Block::Facts && left.types[1] == Block::Clocks);
    // Three seconds, and four for what comes late.
    CHECK_EQ(left.kernels.size(), 7u * 400);
    CHECK_EQ(left.kernels.front(), 14ull * kS);
    CHECK(g.room() < fs::file_size(g.file()) / 2);
}

TEST("The room of a spool stays the same however long it grows") {
    Growing g;
    FlightRecorder recorder(2 * kS, {});
    std::uint64_t early = 0, most = 0;
    const std::string block(24 * 1000, 'x');
    for (std::int64_t second = 1; second <= 60; ++second) {
        for (int i = 0; i < 20; ++i) g.maker.block(Block::Kernels, sizeof(Kernel), 1000, block);
        g.append();
        (void)look(recorder, g, second * kS);
        if (second == 10) early = g.room();
        if (second > 10) most = std::max(most, g.room());
    }
    CHECK(most < early + early / 10);
    CHECK(fs::file_size(g.file()) > 7 * most);
}

TEST("Nothing goes while a report is written, and all that is too old goes afterwards") {
    Growing g;
    FlightRecorder recorder(kS, {});
    for (std::int64_t second = 1; second <= 10; ++second) {
        g.maker.add<Kernel>(Block::Kernels, {{static_cast<std::uint64_t>(second), 0, 0, 1}});
        g.append();
        (void)look(recorder, g, second * kS, false);
    }
    CHECK_EQ(g.content().kernels.size(), 10u);
    (void)look(recorder, g, 10 * kS, true);
    CHECK_EQ(g.content().kernels.size(), 5u);
}

TEST("Names that NVTX gave stay when the events around them go") {
    Growing g;
    FlightRecorder recorder(kS, {});
    const std::uint32_t name = g.maker.text("loader");
    g.maker.add<NvtxEvent>(Block::Nvtx, {eventOf(NvtxOp::Push, 1, name, 5), eventOf(NvtxOp::NameThread, 2, name, 5),
                                         eventOf(NvtxOp::Pop, 3, 0, 5), eventOf(NvtxOp::NameCategory, 4, name, 5)});
    g.append();
    (void)look(recorder, g, kS);
    g.maker.add<NvtxEvent>(Block::Nvtx, {eventOf(NvtxOp::Push, 5, name, 5), eventOf(NvtxOp::Pop, 6, 0, 5)});
    g.append();
    for (std::int64_t second = 2; second <= 6; ++second) (void)look(recorder, g, second * kS);
    const Growing::Left left = g.content();
    CHECK_EQ(left.damaged, 0u);
    CHECK_EQ(left.events.size(), 4u);
    CHECK(left.events[0].op == NvtxOp::NameThread && left.events[1].op == NvtxOp::NameCategory);
    CHECK(left.events[2].op == NvtxOp::Push && left.events[2].time == 5);
}

TEST("A payload goes with its event, even where that came to the file after the others") {
    Growing g;
    FlightRecorder recorder(kS, {});
    const std::uint32_t name = g.maker.text("AllReduce");
    payload(g.maker, 5, "old one ");
    g.append();
    (void)look(recorder, g, kS);  // between the payload and its event
    g.maker.add<NvtxEvent>(Block::Nvtx, {eventOf(NvtxOp::Mark, 1, name, 6)});
    g.maker.add<NvtxEvent>(Block::Nvtx, {eventOf(NvtxOp::Push, 1, name, 5, 1)});
    payload(g.maker, 5, "new one ");
    g.maker.add<NvtxEvent>(Block::Nvtx, {eventOf(NvtxOp::Push, 2, name, 5, 1)});
    g.append();
    (void)look(recorder, g, 2 * kS);
    (void)look(recorder, g, 6 * kS);
    const Growing::Left left = g.content();
    CHECK_EQ(left.payloads.size(), 1u);
    CHECK_EQ(left.payloads.front(), std::string("new one "));
    CHECK_EQ(left.events.size(), 2u);
    CHECK(left.events[0].thread == 6 && left.events[1].time == 2);
}

TEST("A slow step asks for a report, but not before there is a median, and not again at once") {
    Growing g;
    FlightRecorder recorder(5 * kS, {1.5, {}, 0});
    std::uint64_t time = 0;
    const auto step = [&](std::uint64_t takes, const char* name = "step 1") {
        g.maker.add<NvtxEvent>(Block::Nvtx,
                               {eventOf(NvtxOp::Push, time, g.maker.text(name), 5),
                                eventOf(NvtxOp::Push, time + 1, g.maker.text("other"), 5),
                                eventOf(NvtxOp::Pop, time + 2, 0, 5), eventOf(NvtxOp::Pop, time + takes, 0, 5)});
        time += takes;
    };
    for (int i = 0; i < 4; ++i) step(100);
    step(200);  // the fifth
    g.append();
    CHECK(look(recorder, g, 1 * kS).empty());
    step(150);
    step(160, "other");
    g.append();
    CHECK(look(recorder, g, 2 * kS).empty());
    step(160);
    g.append();
    const model::Message why = look(recorder, g, 3 * kS);
    CHECK(why.code == MessageCode::SnapshotSlowStep);
    CHECK_EQ(model::english(why),
             std::string("A report of the last 5.000 s is written: “step 1” took 160 ns, 1.6 × the median."));
    recorder.wrote(3 * kS);
    step(1000);
    g.append();
    CHECK(look(recorder, g, 4 * kS).empty());
    step(1000);
    g.append();
    CHECK(look(recorder, g, 8 * kS).code == MessageCode::SnapshotSlowStep);
}

TEST("Ranges that are named are the steps, and no others") {
    Growing g;
    FlightRecorder recorder(kS, {2, "train_step", 0});
    for (std::uint64_t i = 0; i < 10; ++i)
        g.maker.add<NvtxEvent>(Block::Nvtx, {eventOf(NvtxOp::Start, i * 100, g.maker.text("train_step"), 5),
                                             eventOf(NvtxOp::End, i * 100 + (i == 9 ? 90 : 40), 0, 5)});
    g.maker.add<NvtxEvent>(Block::Nvtx,
                           {eventOf(NvtxOp::Push, 2000, g.maker.text("step 7"), 5), eventOf(NvtxOp::Pop, 9000, 0, 5)});
    g.append();
    CHECK(model::english(look(recorder, g, kS)).find("“train_step” took 90 ns") != std::string::npos);
}

TEST("The mark of a program asks for a report at any time") {
    Growing g;
    FlightRecorder recorder(kS, {});
    recorder.wrote(0);
    g.maker.add<NvtxEvent>(Block::Nvtx, {eventOf(NvtxOp::Mark, 1, g.maker.text("sightline.snapshot"), 5)});
    g.append();
    CHECK(look(recorder, g, 1).code == MessageCode::SnapshotMark);
    CHECK(look(recorder, g, 2).code == MessageCode::SnapshotMark);  // until it is written
    recorder.wrote(2);
    CHECK(look(recorder, g, 3).empty());
    std::string names;  // of more steps than are remembered
    for (std::uint32_t i = 0; i < 60'000; ++i) {
        const std::uint32_t head[2] = {1000 + i, 8};
        names.append(reinterpret_cast<const char*>(head), sizeof head).append("step 999");
    }
    g.maker.block(Block::Strings, 0, 60'000, names);
    g.maker.add<NvtxEvent>(Block::Nvtx, {eventOf(NvtxOp::Mark, 4, g.maker.text("sightline.snapshot"), 5)});
    g.append();
    CHECK(look(recorder, g, 4).code == MessageCode::SnapshotMark);
}

TEST("Steps are compared with their kind, and ranges of other domains close none") {
    Growing g;
    FlightRecorder recorder(kS, {2, {}, 0});
    std::uint64_t time = 0;
    const auto range = [&](const std::string& name, std::uint64_t takes) {
        NvtxEvent other = eventOf(NvtxOp::Push, time, g.maker.text("other"), 5),
                  closing = eventOf(NvtxOp::Pop, 0, 0, 5);
        other.domain = closing.domain = 2;
        closing.time = time + takes + 1000;
        g.maker.add<NvtxEvent>(Block::Nvtx, {eventOf(NvtxOp::Push, time, g.maker.text(name), 5), other,
                                             eventOf(NvtxOp::Pop, time + takes, 0, 5), closing});
        time += takes + 1000;
    };
    for (int i = 1; i <= 10; ++i) {
        for (int batch = 0; batch < 8; ++batch) range("batch " + std::to_string(8 * i + batch), 100);
        range("iteration " + std::to_string(i), 800);
    }
    g.append();
    CHECK(look(recorder, g, kS).empty());
    range("batch 900", 300);
    g.append();
    CHECK(model::english(look(recorder, g, 2 * kS)).find("“batch 900” took 300 ns") != std::string::npos);
}

TEST("Of a stall that is longer than what is kept the report has what was before it") {
    Growing g;
    FlightRecorder recorder(2 * kS, {0, {}, 60 * kS});
    g.maker.add<Kernel>(Block::Kernels, {{1, 2, 0, 1}});
    g.append();
    for (std::int64_t second = 1; second <= 61; ++second) {
        g.maker.add<Reading>(Block::Readings, {{static_cast<std::uint64_t>(second), 1.0, 1, 0}});
        g.append();
        (void)look(recorder, g, second * kS);
    }
    CHECK(recorder.due(61 * kS).why.code == MessageCode::SnapshotStall);
    CHECK_EQ(recorder.due(61 * kS).at, kS);
    CHECK_EQ(g.content().kernels.size(), 1u);
}

TEST("Room at the end of a file that is not written yet makes no record old") {
    Growing g;
    FlightRecorder recorder(kS, {});
    std::string file = g.maker.bytes();
    for (std::int64_t second = 1; second <= 10; ++second) {
        g.maker.add<Kernel>(Block::Kernels, {{static_cast<std::uint64_t>(second), 0, 0, 1}});
        std::ofstream(g.file(), std::ios::binary | std::ios::in | std::ios::out)
            .seekp(static_cast<std::streamoff>(file.size()))
            .write(g.maker.bytes().data() + file.size(),
                   static_cast<std::streamsize>(g.maker.bytes().size() - file.size()));
        file = g.maker.bytes();
        fs::resize_file(g.file(), 300'000);
        (void)look(recorder, g, second * kS);
    }
    CHECK_EQ(g.content().kernels.size(), 5u);
    CHECK_EQ(g.content().kernels.back(), 10u);
}

TEST("Where no work of a GPU ends any more a report is asked for once, whatever the CPU does") {
    Growing g;
    FlightRecorder recorder(kS, {0, {}, 10 * kS});
    CHECK(look(recorder, g, 50 * kS).empty());  // nothing was ever done
    g.maker.add<Kernel>(Block::Kernels, {{1, 2, 0, 1}});
    g.append();
    (void)look(recorder, g, 60 * kS);
    g.maker.add<Call>(Block::Calls, {{1, 2, 3, 4, 5, 0, 0, 0}});
    g.append();
    CHECK(look(recorder, g, 69 * kS).empty());
    CHECK(look(recorder, g, 70 * kS).code == MessageCode::SnapshotStall);
    recorder.wrote(70 * kS);
    CHECK(look(recorder, g, 90 * kS).empty());
    g.maker.add<Kernel>(Block::Kernels, {{3, 4, 0, 1}});
    g.append();
    CHECK(look(recorder, g, 91 * kS).empty());
    recorder.wrote(100'900'000'000);
    CHECK(look(recorder, g, 101 * kS).empty());  // a report was just written; the stall waits for the next
    CHECK(look(recorder, g, 102 * kS).code == MessageCode::SnapshotStall);
}

TEST("Where no GPU is traced calls and ranges count") {
    Growing g;
    FlightRecorder recorder(kS, {0, {}, 10 * kS});
    g.maker.add<NvtxEvent>(Block::Nvtx, {eventOf(NvtxOp::Mark, 1, 0, 5)});
    g.append();
    (void)look(recorder, g, kS);
    CHECK(look(recorder, g, 10 * kS).empty());
    CHECK(look(recorder, g, 11 * kS).code == MessageCode::SnapshotStallOfCalls);
}

TEST("What is no spool, damaged or a link is left as it is") {
    Growing g;
    FlightRecorder recorder(kS, {2, {}, kS});
    const std::string outside = g.file() + "-outside";
    std::ofstream(outside) << std::string(100'000, 'a');
    fs::create_symlink(outside, fs::path(g.file()).parent_path() / "8-0.spool");
    std::ofstream(fs::path(g.file()).parent_path() / "9-0.spool") << std::string(100'000, 'b');
    SpoolMaker cut(7);
    cut.add<Kernel>(Block::Kernels, {{1, 2, 0, 1}});
    std::string bytes = cut.bytes();
    bytes[bytes.size() - 9] ^= 1;  // a record
    std::ofstream(fs::path(g.file()).parent_path() / "6-0.spool") << bytes + std::string(5000, 'c');
    for (std::int64_t second = 1; second <= 5; ++second) (void)look(recorder, g, second * kS);
    CHECK_EQ(bytesOfFile(outside), std::string(100'000, 'a'));
    CHECK_EQ(bytesOfFile((fs::path(g.file()).parent_path() / "9-0.spool").string()), std::string(100'000, 'b'));
}

}  // namespace
