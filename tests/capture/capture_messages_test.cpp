// SPDX-License-Identifier: GPL-3.0-or-later
// What commands and sessions tell is data for programs: codes with arguments, in a file and over control sockets.
#include "app/cli/capture/control.h"
#include "app/text/json.h"
#include "model/base/messages.h"
#include "tests/kit/capture_run.h"

namespace {

using namespace capture_run;
using model::Argument;
using model::Message;
using model::MessageCode;

std::vector<Message> messagesIn(const fs::path& file) {
    std::vector<Message> out;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) out.push_back(app::messageFromJson(line));
    return out;
}

std::string printed(const std::vector<Message>& messages) {
    std::string out;
    for (const Message& m : messages) out += "sightline: " + model::english(m) + '\n';
    return out;
}

app::capture::Answer ask(const fs::path& session, const Words& question) {
    return app::capture::ask(session, question);
}

}  // namespace

TEST("What is told is also a line of a file, with its code and its arguments") {
    const Place place;
    needsCapture(place);
    const fs::path none = place / "none", some = place / "some";
    const Ran missing = run(place, {"--messages=" + none.string(), "profile", "no-such-program-anywhere"});
    CHECK_EQ(missing.code, 127);
    CHECK(messagesIn(none) ==
          std::vector{Message(MessageCode::NoSuchProgram, {Argument::file("no-such-program-anywhere")})});
    CHECK_EQ(missing.err, printed(messagesIn(none)));

    Words words = profile({}, {"out"});
    words.insert(words.begin(), "--messages=" + some.string());
    const Ran ran = run(place, words);
    CHECK_EQ(ran.code, 0);
    const std::vector<Message> told = messagesIn(some);
    CHECK(!told.empty() && told.back().code == MessageCode::ReportWritten);
    if (told.empty()) return;
    CHECK_EQ(told.back().arguments.at(0).text, std::string("report1.rep"));
    CHECK(ran.err.find(printed(told)) != std::string::npos);
    CHECK_EQ(run(place, {"--messages=/nowhere/at/all", "sessions"}).code, 3);
}

TEST("A session answers why something cannot be done with a message") {
    const Place place;
    needsCapture(place);
    Running program(place, profile({"-t", "nvtx", "--session-new=train"}, {"ready", "read"}, "launch"));
    program.ready();
    const fs::path session = place.sessions().at(0);
    CHECK(ask(session, {"stop"}).wrong == Message(MessageCode::NothingIsCaptured));
    CHECK(ask(session, {"frobnicate"}).wrong == Message(MessageCode::UnknownQuestion, {Argument::name("frobnicate")}));
    const Message option = ask(session, {"start", place.path().string(), "--delay=soon"}).wrong;
    CHECK(option.code == MessageCode::OptionValueSentence && option.arguments.size() == 2);
    CHECK(option.arguments.back() == Argument(Message(MessageCode::NotATime, {"soon"})));
    CHECK(ask(session, {"status"}).wrong.empty() && ask(session, {"status"}).ended.empty());
}

TEST("A message is the same once it was written and read") {
    for (const Message& m :
         {Message(), Message("a text\nof \"others\""), Message(MessageCode::NothingIsCaptured),
          Message(MessageCode::NotTracedInProcess, {Argument::process(7), MessageCode::Clock, "%1"}),
          Message(MessageCode::ErrorDamaged, {Argument::file("/a b"), Message(MessageCode::ItsHeader), -7}),
          Message(MessageCode::HealthWorkBeforeLaunch, {Argument::count(1), Argument::count(2), Argument::duration(3)}),
          Message(MessageCode::HealthLowCoverage, {Argument::percent(12.5)}),
          Message(MessageCode::HealthCut, {Argument::name("a"), Argument::moment(1), Argument::moment(2)}),
          Message(MessageCode::Text, {Argument::place("row 3")}), Message(MessageCode::Text, {Argument::bytes(3)}),
          Message(MessageCode::Text, {Argument::time(3)})}) {
        const std::string line = app::messageJson(m);
        CHECK(line.find('\n') == line.npos);
        if (!(app::messageFromJson(line) == m)) check::fail("message_json.cpp", 0, "read as another: " + line);
    }
    CHECK(app::messageFromJson("{\"code\": \"of a newer version\", \"text\": \"Ask.\"}") == Message("Ask."));
    for (const char* none : {"", "{", "[]", "7", "{}", "{\"code\": 7}"}) CHECK(app::messageFromJson(none).empty());
}
