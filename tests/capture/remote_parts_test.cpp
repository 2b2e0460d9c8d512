// SPDX-License-Identifier: GPL-3.0-or-later
// What captures on other machines are made of: targets, frames, versions, words that go there.
#include <cstdlib>
#include <random>

#include "app/cli/capture/options.h"
#include "app/cli/remote/connection.h"
#include "app/cli/remote/frames.h"
#include "app/cli/remote/kit.h"
#include "app/cli/remote/machine.h"
#include "app/cli/remote/poller.h"
#include "app/cli/remote/transport.h"
#include "tests/kit/check.h"

using namespace app::remote;

namespace {

Words commandOf(std::string_view target) {
    const auto transport = transportOf(target);
    return transport ? transport->command : Words{"refused"};
}
/// The words of ssh that say where, behind its options.
std::string placeOf(std::string_view target) {
    const Words all = commandOf(target);
    std::string out;
    for (std::size_t i = 1; i < all.size(); ++i)
        if (!all[i].starts_with("-o") && all[i] != "-T") out += (out.empty() ? "" : " ") + all[i];
    return out;
}

}  // namespace

TEST("a target is a command, split as a shell splits it, or a place for ssh") {
    CHECK(commandOf("docker exec -i c") == Words({"docker", "exec", "-i", "c"}));
    CHECK(commandOf(R"(sh -c 'a  b' "c \" $d" e\ f '')") == Words({"sh", "-c", "a  b", "c \" $d", "e f", ""}));
    CHECK_EQ(placeOf("ssh:gpu1"), std::string("-- gpu1"));
    CHECK_EQ(placeOf("ssh:me@gpu1:2222"), std::string("-p 2222 -- me@gpu1"));
    CHECK_EQ(placeOf("ssh:me@[::1]:22"), std::string("-p 22 -- me@::1"));
    CHECK_EQ(placeOf("ssh:me@::1"), std::string("-- me@::1"));
    for (const char* wrong :
         {"", "  ", "ssh:", "ssh:-oProxyCommand=x", "ssh:a b", "ssh:me@", "ssh:h:0", "ssh:h:99999", "ssh:h:x", "'open"})
        CHECK(commandOf(wrong) == Words{"refused"});
    for (const std::string word : {"plain", "a b", "it's", "", "$x", "a'b\"c"}) {
        const auto again = shellWords(quotedForShell(word));
        CHECK(again && *again == Words{word});
    }
}

TEST("frames hold any words, come in any pieces, and what is none is refused before anything is made of it") {
    std::mt19937 random(7);
    const Words words{"", "sync", std::string("\0\n\xff", 3), std::string(300'000, 'x')};
    const std::string bytes = frameOf(words) + frameOf({}) + frameOf({"last"});
    for (int round = 0; round < 50; ++round) {
        FrameReader reader;
        std::vector<Words> got;
        for (std::size_t at = 0; at < bytes.size();) {
            const std::size_t size = std::min<std::size_t>(1 + random() % 200, bytes.size() - at);
            reader.add(std::string_view(bytes).substr(at, size));
            at += size;
            while (auto frame = reader.next()) got.push_back(*frame);
        }
        CHECK(!reader.isBroken() && got.size() == 3 && got[0] == words && got[1].empty() && got[2] == Words{"last"});
    }
    const std::string frame = frameOf({"one", "two"});
    for (std::size_t at = 0; at < frame.size(); ++at) {  // never more than one frame, and never a crash
        std::string damaged = frame;
        damaged[at] = static_cast<char>(damaged[at] ^ (1 << random() % 8));
        FrameReader reader;
        reader.add(damaged);
        (void)reader.next();
        CHECK(at >= 4 || reader.isBroken());
    }
    FrameReader huge;
    huge.add(std::string("SLF1\x04\0\0\0\xff\xff\xff\x7f", 12) + "abcd");
    CHECK(!huge.next() && huge.isBroken());
    FrameReader text;
    text.add("Wel");
    CHECK(!text.next() && text.isBroken());
}

TEST("versions are compared by their numbers") {
    CHECK(isOlderVersion("2.9", "2.36") && !isOlderVersion("2.36", "2.9") && !isOlderVersion("2.36", "2.36"));
    CHECK(isOlderVersion("", "2.2.5") && isOlderVersion("2.2", "2.2.5") && isOlderVersion("1.99", "2"));
}

TEST("options of this side do not go to the other one, whatever their form is") {
    constexpr std::string_view kHere[] = {"on", "output", "force-overwrite", "keep-there"};
    const Words words{"--on", "a b",    "-t",  "nvtx",         "-o",      "x",     "--output=y", "-oz", "-f",  "true",
                      "-f",   "--on=c", "-d1", "--keep-there", "--stats", "false", "app",        "-o",  "mine"};
    CHECK(app::capture::wordsWithout(words, kHere) ==
          Words({"-t", "nvtx", "-d1", "--stats", "false", "app", "-o", "mine"}));
    CHECK(app::capture::wordsWithout(Words{"-f", "--", "-o", "x"}, kHere) == Words({"--", "-o", "x"}));
}

TEST("a clock that is this machine's own is measured as that, within the error that is said") {
    if (!std::getenv("SIGHTLINE_CLI")) SKIP("no command line");
    Poller poller;
    Connection agent(poller);
    CHECK(agent.open({std::getenv("SIGHTLINE_CLI"), "agent"}).has_value());
    const auto hello = agent.ask({"hello", "any"});
    CHECK(hello && hello->size() == 3 && hello->front() == "hello");
    const auto offset = measureClock(agent);
    CHECK(offset && std::abs(offset->ns) <= offset->error && offset->error > 0);
    const auto unknown = agent.ask({"dance"});
    CHECK(!unknown && unknown.error().kind == Failure::Kind::Refused);
    const auto none = agent.ask({"sync", "no-such-capture", "0", "0"});
    CHECK(!none && none.error().kind == Failure::Kind::Refused);
    for (const char* id : {"../x", "", ".", "a/b"}) CHECK(!agent.ask({"remove", id}).has_value());
}

TEST("of two measurements of a clock the middle counts, and what it drifted is part of the error") {
    const ClockOffset both = between({100, 10}, {160, 20});
    CHECK(both.ns == 130 && both.error == 50);
}
