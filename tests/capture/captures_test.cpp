// SPDX-License-Identifier: GPL-3.0-or-later
// Which ranges of which processes are captured, without a process.
#include "app/cli/capture/captures.h"
#include "tests/kit/check.h"

using namespace app::capture;

namespace {

CaptureOptions ranges(RangeEnd end, unsigned repeats = 0) {
    CaptureOptions o;
    o.rangeBy = RangeBy::ProfilerApi;
    o.rangeEnd = end;
    o.repeats = repeats;
    return o;
}

/// Two processes that have joined before anything was asked for.
struct Two {
    Processes all;
    Process &a, &b;
    Two() : a(all.emplace_back()), b(all.emplace_back()) { a.spool = "a", b.spool = "b"; }
};

}  // namespace

TEST("nothing begins before it is asked for, or after the session has ended") {
    const CaptureOptions o = ranges(RangeEnd::Stop);
    Captures captures(o);
    Two p;
    CHECK_EQ(captures.heeded(p.a), std::string_view("nothing"));
    captures.arm();
    CHECK_EQ(captures.heeded(p.a), std::string_view("all"));
    captures.setRoom(false);
    CHECK_EQ(captures.heeded(p.a), std::string_view("nothing"));
    captures.setRoom(true);
    CHECK_EQ(captures.heeded(p.a), std::string_view("all"));
    captures.close();
    CHECK(!captures.rangeBegan(p.a, 10));
    CHECK(captures.all().empty());
}

TEST("a range of one process captures all that have none of their own") {
    const CaptureOptions o = ranges(RangeEnd::Stop);
    Captures captures(o);
    Two p;
    captures.arm();
    CHECK(captures.rangeBegan(p.a, 10));
    CHECK(captures.start() && !captures.start());
    CHECK(captures.isWanted(p.a) && captures.isWanted(p.b));
    CHECK(captures.rangeBegan(p.b, 20));
    CHECK_EQ(captures.all().size(), std::size_t{1});
    CHECK_EQ(captures.all()[0].begins.at("b"), std::int64_t{20});
    CHECK(!captures.rangeEnded(p.a, 30, p.all));  // the other one goes on
    CHECK(!captures.isWanted(p.a) && captures.isWanted(p.b));
    CHECK(captures.rangeEnded(p.b, 40, p.all));
    CHECK(captures.end(50) && !captures.end(60));
    CHECK_EQ(captures.all()[0].begin, std::int64_t{10});
    CHECK_EQ(captures.all()[0].end, std::int64_t{40});
}

TEST("without repeat the second range is of no report") {
    const CaptureOptions o = ranges(RangeEnd::Stop);
    Captures captures(o);
    Two p;
    captures.arm();
    CHECK(captures.rangeBegan(p.a, 10));
    captures.start();
    CHECK(captures.rangeEnded(p.a, 20, p.all));
    captures.end(20);
    CHECK(!captures.rangeBegan(p.a, 30));
    CHECK(captures.all().back().dropped && captures.all().back().begins.at("a") == 30);
    CHECK_EQ(captures.heeded(p.a), std::string_view("nothing"));
}

TEST("the n-th range of each process is of the n-th capture") {
    const CaptureOptions o = ranges(RangeEnd::Repeat, 2);
    Captures captures(o);
    Two p;
    captures.arm();
    CHECK(captures.rangeBegan(p.a, 10));
    captures.start();
    CHECK(captures.rangeEnded(p.a, 20, p.all));
    captures.end(20);
    CHECK(captures.rangeBegan(p.a, 30));
    captures.start();
    CHECK(captures.rangeBegan(p.b, 35));  // its first one, of the first capture
    CHECK_EQ(p.a.capture, std::size_t{1});
    CHECK_EQ(p.b.capture, std::size_t{0});
    CHECK(!captures.allRangesOver(p.all));
    captures.rangeEnded(p.a, 40, p.all);
    captures.rangeEnded(p.b, 45, p.all);
    CHECK(captures.rangeBegan(p.b, 50));
    CHECK(captures.allRangesOver(p.all));
    CHECK(!captures.rangeBegan(p.a, 60));  // two were asked for
}

TEST("a report is of what no report was made of, unless it is dropped") {
    const CaptureOptions o;
    Captures captures(o);
    captures.arm();
    CHECK(!captures.anyUnwritten());
    captures.begin(10);
    captures.start();
    captures.end(20);
    CHECK(captures.anyUnwritten());
    CHECK_EQ(captures.beginWriting(), std::size_t{0});
    captures.written();
    CHECK(!captures.anyUnwritten());
    captures.arm();
    CHECK_EQ(captures.firstAsked(), std::size_t{1});
    captures.begin(30);
    captures.start();
    captures.drop(40);
    captures.disarm();
    captures.end(40);
    CHECK(!captures.anyUnwritten() && !captures.isArmed());
    CHECK(captures.all()[1].dropped);
}
