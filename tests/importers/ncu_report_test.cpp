// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader of .ncu-rep does with reports that are written here, field by field.
#include <cmath>
#include <tuple>

#include "importers/common/store_append.h"
#include "model/base/messages.h"
#include "model/kernels/kernel_match.h"
#include "model/rep/rep_reader.h"
#include "model/rep/rep_writer.h"
#include "tests/kit/ncu_report_writer.h"
#include "tests/kit/ncu_samples.h"

namespace {

using model::KernelProfile;
using model::MetricInstances;
using model::MetricValue;
using model::Note;
using model::SnapshotPtr;
using namespace ncu_writer;

SnapshotPtr openBytes(std::string_view bytes, bool mustOpen = true) {
    const ncu_samples::TemporaryFile file(bytes);
    auto store = model::EventStore::create();
    const auto opened = importers::openReport(file.path(), *store);
    CHECK(!mustOpen || opened.has_value());
    return store->snapshot();
}

const KernelProfile& profile(const SnapshotPtr& s, model::ProfileId id = 0) { return s->kernelProfiles().at(id); }
MetricValue value(const SnapshotPtr& s, std::string_view metric, model::ProfileId id = 0) {
    return profile(s, id).find(s->store().strings().find(metric));
}
std::uint64_t notes(const SnapshotPtr& s, Note note) { return s->store().diagnostics().total(note); }

const std::vector<std::string> kNames{"gpu__time_duration.sum",
                                      "a.sum",
                                      "b.pct",
                                      "c",
                                      "device__attribute_compute_capability_major",
                                      "device__attribute_compute_capability_minor",
                                      "inst_executed",
                                      "launch__registers_per_thread",
                                      "breakdown:x"};

Report simple(const Message& result) { return Report().block(kNames, {}, {result.str()}); }

TEST("a metric without a value was not measured, which is not zero") {
    Message k = kernel("f");
    k.message(13, metric(0, realValue(1500)))
        .message(13, metric(1, intValue(0)))
        .message(13, metric(2))
        .message(13, Message().number(1, 3).bytes(2, ""));
    const SnapshotPtr s = openBytes(simple(k).bytes());
    CHECK_EQ(s->profileCount(), 1);
    CHECK_EQ(profile(s).metricCount(), 4);
    CHECK(value(s, "a.sum") == MetricValue::ofInt(0));
    CHECK(value(s, "b.pct").type == MetricValue::Type::None);
    CHECK(value(s, "c").type == MetricValue::Type::None);
    CHECK(std::isnan(value(s, "c").number()));
    CHECK(value(s, "nowhere").type == MetricValue::Type::None);
}

TEST("names of metrics hold for later blocks, and a metric whose name is missing is counted") {
    Message first = kernel("f"), second = kernel("g");
    first.message(13, metric(1, intValue(11)));
    second.message(13, metric(1, intValue(22))).message(13, metric(99, intValue(1)));
    Report r;
    r.block(kNames, {}, {first.str()}).block({}, {}, {second.str()});
    const SnapshotPtr s = openBytes(r.bytes());
    CHECK_EQ(s->profileCount(), 2);
    CHECK(value(s, "a.sum", 0) == MetricValue::ofInt(11));
    CHECK(value(s, "a.sum", 1) == MetricValue::ofInt(22));
    CHECK_EQ(profile(s, 1).metricCount(), 1);
    CHECK_EQ(notes(s, Note::MissingString), 1);
}

TEST("a kernel is an event of its stream with the arguments that other importers give, and names its profile") {
    Message k = kernel("f", 9, 13);
    k.message(13, metric(0, realValue(2500))).message(13, metric(7, intValue(40)));
    const SnapshotPtr s = openBytes(simple(k).bytes());
    CHECK_EQ(s->eventCount(), 1);
    for (const model::Track& t : s->tree().tracks) {
        if (t.kind == model::TrackKind::Process) CHECK_EQ(s->text(t.name), std::string_view("program"));
        if (t.kind != model::TrackKind::StreamKernels) continue;
        CHECK(t.key.pid == 42 && t.key.context == 1 && t.key.stream == 13);
        const model::EventRef ref{t.lanes[0], 0};
        const model::Event e = model::eventAt(*s, ref);
        CHECK(e.start == 0 && e.end == 2500);
        CHECK_EQ(s->text(e.name), std::string_view("f()"));
        const auto arg = [&](std::string_view key) {
            return s->store().args().find(e.args, s->store().strings().find(key));
        };
        CHECK(arg("gridX") && arg("gridX")->value == 9);
        CHECK(arg("blockX") && arg("blockX")->value == 128);
        CHECK(arg("registersPerThread") && arg("registersPerThread")->value == 40);
        CHECK(model::profileOf(*s, ref) == std::optional<model::ProfileId>(0));
        CHECK(model::eventOfProfile(*s, 0) == ref);
    }
    CHECK_EQ(notes(s, Note::OrderOnly), 1);
    CHECK_EQ(notes(s, Note::AssumedDuration), 0);
}

TEST("kernels without a duration are drawn 1 µs long and said so; streams share one order") {
    Report r;
    r.block(kNames, {}, {kernel("f", 1, 7).str(), kernel("g", 1, 8).str(), kernel("f", 1, 7).str()});
    const SnapshotPtr s = openBytes(r.bytes());
    CHECK_EQ(notes(s, Note::AssumedDuration), 3);
    CHECK(model::eventAt(*s, model::eventOfProfile(*s, 1)).start == 1000);
    CHECK(model::eventAt(*s, model::eventOfProfile(*s, 2)).start == 2000);
}

TEST("instances are told apart: places in the code, times, opcodes and plain numbers") {
    Message m = metric(6, intValue(30));
    m.message(3, instance(intValue(0x7000), intValue(10))).message(3, instance(intValue(0x7010), intValue(20)));
    Message opcodes = metric(3, intValue(5));
    opcodes.message(3, instance(textValue("FFMA"), intValue(3))).message(3, instance(textValue("LDG"), intValue(2)));
    Message times = metric(1, realValue(1));
    times.message(3, instance(intValue(0x7000), realValue(1))).number(4, 1);
    Message plain = metric(2, realValue(1));
    plain.message(3, instance(intValue(16), realValue(0.5)));
    Message repeats = metric(7, intValue(40));
    repeats.message(3, instance(intValue(0), intValue(40)));
    Message k = kernel("f");
    for (const Message& x : {m, opcodes, times, plain, repeats}) k.message(13, x);
    const Message function = Message().bytes(1, "_Z1fv").number(2, 0x7000).number(3, 26);
    const Message source = Message().number(1, 5).message(9, Message().message(1, function));
    Report r;
    r.block(kNames, {source.str()}, {k.str()});
    const SnapshotPtr s = openBytes(r.bytes());
    const auto& all = profile(s).instances;
    CHECK_EQ(all.size(), 4);
    const auto find = [&](std::string_view name) -> const MetricInstances* {
        for (const MetricInstances& i : all)
            if (s->text(i.metric) == name) return &i;
        return nullptr;
    };
    CHECK(find("inst_executed")->key == MetricInstances::Key::Offset);
    CHECK(*find("inst_executed")->keys == std::vector<std::uint64_t>({0, 0x10}));
    CHECK_EQ(s->text(find("inst_executed")->function->name), std::string_view("_Z1fv"));
    CHECK(find("c")->key == MetricInstances::Key::Text);
    CHECK_EQ(s->text(static_cast<model::StringId>((*find("c")->keys)[1])), std::string_view("LDG"));
    CHECK(find("a.sum")->key == MetricInstances::Key::Time);
    CHECK(find("b.pct")->key == MetricInstances::Key::Plain);
    CHECK(find("launch__registers_per_thread") == nullptr);  // it only repeats the value
}

Message chips(std::uint64_t least, std::uint64_t most) { return Message().number(1, least).number(2, most); }

TEST("a roofline names the metric that belongs to the kernel's chip") {
    const Message traffic =
        Message()
            .bytes(1, "old")
            .bytes(2, "Bytes")
            .message(6, chips(75, 86))
            .message(7, Message().bytes(1, "ada").message(3, chips(89, 89)))
            .message(7, Message()
                            .bytes(1, "hopper")
                            .message(3, Message().message(3, chips(90, 90)).message(3, chips(100, 100))))
            .message(7, Message().bytes(1, "later").message(3, Message().number(1, 103)));
    const Message rate = Message().bytes(1, "cycles");
    const Message work = Message().message(3, Message().message(1, Message().bytes(1, "flop")).message(2, rate));
    const Message roof = Message()
                             .message(1, work)
                             .message(2, Message().message(3, Message().message(1, traffic).message(2, rate)))
                             .message(3, Message().bytes(1, "Roof"));
    const Message point = Message().message(1, work).message(2, Message().message(2, traffic));
    const Message chart = Message().bytes(1, "Chart").message(4, roof).message(5, point);
    const Message body = Message().message(1, Message().message(6, chart));
    const Message section = Message().bytes(1, "Id").bytes(2, "Title").number(3, 11).message(5, body);
    const std::vector<std::tuple<int, int, std::string>> wanted{
        {8, 6, "old"}, {8, 9, "ada"}, {9, 0, "hopper"}, {10, 0, "hopper"}, {12, 0, "later"}};
    for (const auto& [major, minor, name] : wanted) {
        Message k = kernel("f");
        k.message(13, metric(4, intValue(static_cast<std::uint64_t>(major))))
            .message(13, metric(5, intValue(static_cast<std::uint64_t>(minor))))
            .message(17, section);
        const SnapshotPtr s = openBytes(simple(k).bytes());
        const auto& charts = profile(s).sections.at(0)->rooflines;
        CHECK_EQ(charts.size(), 1);
        CHECK_EQ(s->text(charts[0].roofs.at(0).traffic.metric), name);
        CHECK_EQ(s->text(charts[0].roofs[0].trafficRate.metric), std::string_view("cycles"));
        CHECK_EQ(s->text(charts[0].roofs[0].label), std::string_view("Roof"));
        CHECK_EQ(s->text(charts[0].points.at(0).traffic.metric), name);
        CHECK_EQ(charts[0].points[0].trafficRate.metric, 0);
    }
}

TEST("sections that kernels repeat are kept once") {
    const Message section = Message()
                                .bytes(1, "Id")
                                .bytes(2, "Title")
                                .message(4, Message().message(2, Message().bytes(1, "a.sum").bytes(2, "A")));
    Message a = kernel("f"), b = kernel("g");
    a.message(17, section);
    b.message(17, section);
    Report r;
    r.block(kNames, {}, {a.str(), b.str()});
    const SnapshotPtr s = openBytes(r.bytes());
    CHECK(profile(s, 0).sections.at(0) == profile(s, 1).sections.at(0));
    CHECK(profile(s, 0).list == profile(s, 1).list);
}

TEST("rules carry kind, text, estimated speed-up and what they look at") {
    const Message text = Message().bytes(1, "Look at @section:Id:Title@.").number(2, 4).bytes(4, "Slow");
    const Message focus = Message().bytes(2, "a.sum").real(3, 2.5).bytes(5, "Less of it");
    const Message item = Message().message(1, text).message(8, focus).message(10, Message().number(1, 2).real(2, 12.5));
    const Message rule = Message().bytes(1, "R").bytes(2, "Rule").message(3, Message().message(1, item)).bytes(4, "Id");
    Message k = kernel("f");
    k.message(19, rule).message(19, Message().bytes(1, "Quiet").bytes(4, "Id"));
    const SnapshotPtr s = openBytes(simple(k).bytes());
    CHECK_EQ(profile(s).rules.size(), 1);
    CHECK_EQ(profile(s).quietRules, 1);
    const model::ProfileRule::Item& i = profile(s).rules[0].items.at(0);
    CHECK(i.kind == model::ProfileRule::Kind::Optimization && i.speedup == model::ProfileRule::Speedup::Global &&
          i.percent == 12.5);
    CHECK_EQ(model::plainRuleText(s->text(i.text)), std::string("Look at Title."));
    CHECK_EQ(s->text(i.focus.at(0).metric), std::string_view("a.sum"));
}

TEST("network addresses, folders of programs and the command line never enter the store; a click reads the latter") {
    const Message machine = Message()
                                .bytes(1, "Linux")
                                .bytes(3, "CPU\nserial : 99")
                                .bytes(5, "node1")
                                .message(7, Message().bytes(1, "192.168.77.5"));
    const Message session = Message()
                                .number(2, 1700000000)
                                .message(4, machine)
                                .message(8, Message().bytes(1, "Nsight Compute Target").bytes(2, "2025.3"))
                                .bytes(11, "ncu --secret hunter2 ./program");
    Report r;
    r.block(kNames, {}, {kernel("f").str()}, session.str());
    const ncu_samples::TemporaryFile file(r.bytes());
    const SnapshotPtr s = ncu_samples::open(file.path());
    const ncu_samples::TemporaryFile saved("");
    CHECK(model::writeRep(*s, saved.path()).has_value());
    std::string everything;
    for (model::StringId id = 1; id <= s->store().strings().count(); ++id)
        everything += std::string(s->text(id)) + '\n';
    for (const auto& [key, text] : s->info().session_facts) everything += key + '=' + text + '\n';
    for (const model::Entity& e : s->info().entities) everything += e.name + '\n';
    for (const char* secret : {"192.168.77.5", "10.1.2.3", "hunter2", "/home/somebody", "serial"})
        CHECK(everything.find(secret) == std::string::npos);
    CHECK(everything.find("node1") != std::string::npos);
    CHECK_EQ(s->info().productVersion, std::string("2025.3"));
    CHECK_EQ(s->info().attachments.size(), 1);
    const auto read = importers::readAttachment(file.path(), s->info().attachments.at(0));
    CHECK(read.has_value() && *read == "ncu --secret hunter2 ./program");
}

TEST("fields that nobody knows are counted by name, and results of ranges too") {
    Message k = kernel("f");
    k.number(77, 1).bytes(78, "x").message(13, Message().number(1, 1).number(9, 1));
    Report r;
    r.block(kNames, {}, {k.str()}, {}, {kernel("range").str()});
    const SnapshotPtr s = openBytes(r.bytes());
    CHECK_EQ(s->profileCount(), 1);
    CHECK_EQ(s->info().skipped.at({model::MessageCode::UnknownField, {"result", 77}}), 1);
    CHECK_EQ(s->info().skipped.at({model::MessageCode::UnknownField, {"result", 78}}), 1);
    CHECK_EQ(s->info().skipped.at({model::MessageCode::UnknownField, {"metric", 9}}), 1);
    CHECK_EQ(notes(s, Note::NotShown), 1);
}

TEST("a report that is cut off keeps the kernels before the cut") {
    Message k = kernel("f");
    k.message(13, metric(0, realValue(100)));
    Report r;
    r.block(kNames, {}, {k.str()}).block({}, {}, {k.str(), k.str()});
    const std::string& all = r.bytes();
    CHECK_EQ(openBytes(all)->profileCount(), 3);
    CHECK_EQ(openBytes(all.substr(0, r.borders()[2]))->profileCount(), 1);
    const SnapshotPtr cut = openBytes(all.substr(0, all.size() - 1));
    CHECK_EQ(cut->profileCount(), 2);  // the first kernel of the second block is whole
    CHECK_EQ(notes(cut, Note::Incomplete), 1);
    CHECK(cut->info().partial);
    const ncu_samples::TemporaryFile headOnly(all.substr(0, 10));
    auto store = model::EventStore::create();
    const auto opened = importers::openReport(headOnly.path(), *store);
    CHECK(!opened && opened.error().code == model::ErrorCode::Truncated);
}

TEST("profiles survive being saved as .rep and opened again") {
    Message k = kernel("f"), other = kernel("g");
    Message m = metric(6, intValue(30));
    m.message(3, instance(intValue(0x7000), intValue(10)));
    k.message(13, metric(0, realValue(100)))
        .message(13, metric(2))
        .message(13, metric(3, textValue("some text")))
        .message(13, m);
    const Message rule = Message().bytes(1, "R").bytes(4, "Id").message(
        3, Message().message(1, Message().message(1, Message().bytes(1, "Say").number(2, 2))));
    const Message section = Message()
                                .bytes(1, "Id")
                                .bytes(2, "Title")
                                .message(4, Message().message(2, Message().bytes(1, "a.sum").bytes(2, "A")));
    k.message(17, section).message(19, rule);
    other.message(17, section).message(13, metric(1, intValue(~std::uint64_t{0})));
    const Message source =
        Message()
            .number(1, 5)
            .message(8, Message().message(1, Message().bytes(1, "/src/f.cu").bytes(2, "line one\nline two")))
            .message(9, Message().message(1, Message().bytes(1, "_Z1fv").number(2, 0x7000)));
    Report r;
    r.block(kNames, {source.str()}, {k.str(), other.str()});
    const SnapshotPtr before = openBytes(r.bytes());
    const ncu_samples::TemporaryFile file("");
    CHECK(model::writeRep(*before, file.path()).has_value());
    const SnapshotPtr after = ncu_samples::open(file.path());
    CHECK_EQ(after->profileCount(), 2);
    CHECK_EQ(after->profileFileCount(), 1);
    CHECK_EQ(after->text(after->kernelProfiles().file(0).text), std::string_view("line one\nline two"));
    const KernelProfile& p = profile(after);
    CHECK_EQ(after->text(p.name), std::string_view("f()"));
    CHECK_EQ(p.metricCount(), 4);
    CHECK_EQ(value(after, "gpu__time_duration.sum").number(), 100);
    CHECK(value(after, "b.pct").type == MetricValue::Type::None);
    CHECK_EQ(after->text(value(after, "c").text()), std::string_view("some text"));
    CHECK(value(after, "a.sum", 1) == MetricValue::ofInt(~std::uint64_t{0}));
    CHECK_EQ(p.instances.size(), 1);
    CHECK(p.instances[0].key == MetricInstances::Key::Offset &&
          *p.instances[0].values == std::vector<std::uint64_t>{10});
    CHECK_EQ(after->text(p.instances[0].function->name), std::string_view("_Z1fv"));
    CHECK(p.sections.at(0) == profile(after, 1).sections.at(0));
    CHECK_EQ(after->text(p.sections[0]->header.at(0).label), std::string_view("A"));
    CHECK_EQ(after->text(p.rules.at(0).items.at(0).text), std::string_view("Say"));
    CHECK(model::profileOf(*after, model::eventOfProfile(*after, 1)) == std::optional<model::ProfileId>(1));
}

TEST("reports that become one keep their profiles apart") {
    Message a = kernel("f"), b = kernel("g");
    a.message(13, metric(1, intValue(1)));
    b.message(13, metric(1, intValue(2)));
    const SnapshotPtr first = openBytes(simple(a).bytes()), second = openBytes(simple(b).bytes());
    auto store = model::EventStore::create();
    std::vector<model::Flow> flows;
    std::int64_t host = 0;
    for (const SnapshotPtr& s : {first, second}) {
        importers::AppendOptions options;
        options.target = [&](std::int64_t) { return importers::HostTarget{host, 0}; };
        importers::appendStore(*store, *s, options, flows);
        ++host;
    }
    const SnapshotPtr merged = store->publish(true);
    CHECK_EQ(merged->profileCount(), 2);
    for (model::ProfileId id = 0; id < 2; ++id) {
        const model::EventRef event = model::eventOfProfile(*merged, id);
        CHECK(event.isValid());
        CHECK_EQ(merged->text(model::eventAt(*merged, event).name), merged->text(profile(merged, id).name));
        CHECK(value(merged, "a.sum", id) == MetricValue::ofInt(id + 1));
    }
}

}  // namespace
