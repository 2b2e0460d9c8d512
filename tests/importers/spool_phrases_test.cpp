// SPDX-License-Identifier: GPL-3.0-or-later
// What collectors and sessions say of a capture: keys and values, which become messages; and what older ones wrote.
#include <fstream>
#include <iterator>
#include <set>

#include "collectors/protocol/phrase.h"
#include "importers/capture/phrases.h"
#include "importers/capture/session_facts.h"
#include "model/base/messages.h"
#include "tests/kit/opened.h"
#include "tests/kit/scratch_file.h"
#include "tests/kit/spool_maker.h"

namespace {

using collectors::Phrase;
using importers::capture::addMessages;
using importers::capture::messageOfPhrase;
using importers::capture::messagesIn;
using importers::capture::SessionFacts;
using model::Argument;
using model::Message;
using enum model::MessageCode;
namespace fs = std::filesystem;

Message messageOf(const Phrase& phrase) { return messageOfPhrase(phrase.written()); }

/// What a report says to a person.
std::set<Message> saidIn(const Opened& o) {
    std::set<Message> out;
    for (const model::Diagnostic& d : o.store->diagnostics().list())
        if (d.note == model::Note::ReportMessage) out.insert(d.subject);
    return out;
}

/// The folder of a session with those facts, which is removed.
struct SessionFolder {
    fs::path path = fs::temp_directory_path() / ("sightline-phrases-" + std::to_string(::getpid()));
    explicit SessionFolder(const SessionFacts& facts) {
        fs::create_directories(path);
        std::ofstream(path / "options") << "cuda 1\n";
        std::ofstream out(path / "session", std::ios::binary);
        for (const auto& [key, value] : facts) out << key << '\0' << value << '\0';
    }
    ~SessionFolder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
};

}  // namespace

TEST("What a collector says is a message whose values have their kinds") {
    CHECK(messageOf(Phrase::TheRest) == Message(TheRest));
    CHECK(messageOf({Phrase::CpusOfProcess, 42}) == Message(CpusOfProcess, {Argument::process(42)}));
    CHECK(messageOf({Phrase::StateOfGpu, 3u}) == Message(StateOfGpu, {3}));
    CHECK(messageOf({Phrase::Paranoid, "?"}) == Message(Paranoid, {"?"}));
    CHECK(messageOf({Phrase::CuptiLacksFunctions, "/opt/a b/libcupti.so"}) ==
          Message(CuptiLacksFunctions, {Argument::file("/opt/a b/libcupti.so")}));
    CHECK(messageOf({Phrase::PythonVersion, "3.8.1", Phrase::PythonTooOld}) ==
          Message(PythonVersion, {"3.8.1", PythonTooOld}));
    CHECK(messageOf(Phrase::words("CUPTI had no room")) == Message("CUPTI had no room"));  // words of others stay words
    CHECK(messageOf(Phrase::words("a\tb")) == Message("a b"));
    CHECK(Phrase().empty() && messageOf(Phrase()).empty());
}

TEST("Each key is that of a message with as many places") {
    struct Entry {
        std::string_view key, places;
    };
    constexpr Entry kAll[] = {
#define PHRASE(key, places) {#key, places},
#include "collectors/protocol/phrases.inc"
#undef PHRASE
    };
    CHECK_EQ(std::size(kAll), std::size_t{Phrase::KeyCount});
    for (std::size_t i = 0; i < std::size(kAll); ++i) {
        const auto& [key, places] = kAll[i];
        CHECK_EQ(Phrase::keyText(static_cast<Phrase::Key>(i)), key);
        std::string written = '\t' + std::string(key);
        for (const char place : places) written += place == 'm' ? "\tTheRest" : "\t7";
        const Message message = messageOfPhrase(written);
        CHECK_EQ(model::messageKey(message.code), key);
        CHECK_EQ(message.arguments.size(), places.size());
        const std::string text = model::messageText(message.code).text;
        for (std::size_t n = 1; n <= places.size() + 1; ++n)
            if ((text.find('%' + std::to_string(n)) != text.npos) != (n <= places.size()))
                check::fail("phrases.inc", 0, std::string(key) + " differs in places from: " + text);
    }
}

TEST("A phrase of a newer collector, or a damaged one, is shown as it is") {
    CHECK(messageOfPhrase("\tKeyOfTomorrow\tvalue") == Message("KeyOfTomorrow value"));
    CHECK(messageOfPhrase("\tCpusOfProcess") == Message("CpusOfProcess"));
    CHECK(messageOfPhrase("\tCpusOfProcess\tmany") == Message(CpusOfProcess, {"many"}));
    CHECK(messageOfPhrase("\t").empty() && messageOfPhrase("").empty());
    std::string deep;
    for (int i = 0; i < 4000; ++i) deep += "\tPythonVersion\t3";
    CHECK_EQ(messageOfPhrase(deep).code, PythonVersion);
}

TEST("What an older collector wrote in English is the same message") {
    SpoolMaker now(42), before(42);
    now.facts({"untraced." + Phrase(Phrase::KernelTimeOfCpus).written(), Phrase(Phrase::NoPerfEvents).written()});
    before.facts({"untraced.time of CPUs in the kernel", "the system does not know perf_event_open"});
    now.facts({"unranged.lib.f", Phrase(Phrase::NotAFunction).written()});
    before.facts({"unranged.lib.f", "it is no function"});
    now.add<collectors::spool::Loss>(SpoolMaker::Block::Losses,
                                     {{12, now.text(Phrase(Phrase::SamplesTooFast).written()), 0}});
    before.add<collectors::spool::Loss>(SpoolMaker::Block::Losses,
                                        {{12, before.text("samples of CPUs came faster than they were taken"), 0}});
    const ScratchFile fileNow(now.bytes(), ".spool"), fileBefore(before.bytes(), ".spool");
    const std::set<Message> said = saidIn(Opened(fileNow.path()));
    CHECK(said == saidIn(Opened(fileBefore.path())));
    CHECK(said.contains({NotTracedInProcess, {Argument::process(42), KernelTimeOfCpus, NoPerfEvents}}));
    CHECK(said.contains({NoPythonRanges, {Argument::name("lib.f"), NotAFunction}}));
    CHECK(said.contains({RecordsDropped, {Argument::process(42), Argument::count(12), SamplesTooFast}}));
}

TEST("What a session says keeps its code and its values, and is a note of the report and no fact") {
    const std::vector<Message> all{{NotTraced, {Argument::process(44), ConnectionEnded}},
                                   {NotTraced, {PythonRanges, Message(PythonIsolated, {Argument::name("-I")})}},
                                   {NotTraced, {Argument::name("sample xhv"), NotInThisVersion}}};
    SessionFacts facts{{"name", "train"}, {"ended.monotonic", "9000"}};
    addMessages(all, facts);
    CHECK(messagesIn(facts) == all);
    CHECK(messagesIn({{"untraced.the rest",
                       "its connection ended while it went on: what it did afterwards may be missing"}}) ==
          std::vector<Message>{{NotTraced, {TheRest, ConnectionEnded}}});
    const SessionFolder folder(facts);
    const Opened o(folder.path);
    CHECK(o.result.has_value());
    for (const Message& m : all) CHECK(saidIn(o).contains(m));
    CHECK_EQ(o.fact("name"), "train");
    for (const auto& [key, value] : o.s->info().session_facts) CHECK(!key.starts_with("message."));
}

TEST("What a hostile session says is harmless") {
    const SessionFacts facts{{"message.1", ""},
                             {"message.2", "{"},
                             {"message.3", "{\"code\":\"NotTraced\",\"arguments\":[]}"},
                             {"message.4", "{\"code\":\"NotTracedInProcess\"}"},
                             {"message.5", "{\"code\":\"OfTomorrow\",\"text\":\"as it is\"}"}};
    CHECK_EQ(messagesIn(facts).size(), 3u);
    const SessionFolder folder(facts);
    const Opened o(folder.path);
    CHECK(o.result.has_value() && saidIn(o).contains("as it is"));
}
