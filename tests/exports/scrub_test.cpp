// SPDX-License-Identifier: GPL-3.0-or-later
// A report that was scrubbed holds none of what was to be taken out of it, in no place, and is still the same report.
#include <algorithm>
#include <set>

#include "importers/capture/session_facts.h"
#include "importers/export/export.h"
#include "importers/export/scrub_text.h"
#include "model/base/messages.h"
#include "model/diff/findings.h"
#include "model/query/statistics.h"
#include "model/workload/collective.h"
#include "tests/kit/all_texts.h"
#include "tests/kit/cli_run.h"
#include "tests/kit/made_run.h"
#include "tests/kit/opened.h"
#include "tests/kit/samples.h"
#include "tests/kit/text_report.h"

namespace {

namespace fs = std::filesystem;
using cli_run::Folder;
using importers::ExportFormat;
using importers::ExportOptions;
using importers::scrubBit;
using importers::ScrubPart;
using model::TrackKind;

/// A report with a secret in every place; names are secrets if they hold "Zeta".
std::shared_ptr<model::EventStore> secrets() {
    const auto store = model::EventStore::create();
    const auto text = [&](std::string_view s) { return store->strings().intern(s); };
    const auto arg = [&](std::string_view key, std::string_view value) {
        return model::Arg{text(key), model::Arg::Type::String, text(value)};
    };
    model::TrackKey thread;
    thread.pid = 86421, thread.tid = 86422;
    store->setTrackName(store->track(TrackKind::Host, thread), text("zetanode7.corp.example"));
    store->setTrackName(store->track(TrackKind::Process, thread),
                        text("/home/zetauser/bin/python3 train.py --token hunter2"));
    store->setTrackName(store->track(TrackKind::Thread, thread), text("ZetaLoader 86422"));
    model::TrackKey stream = thread;
    stream.device = 0, stream.context = 1, stream.stream = 7;
    const model::Arg kernelArgs[] = {arg("shortName", "zetaKernelZeta"),
                                     arg("mangledName", "_Z14zetaKernelZetaPf"),
                                     {text("gridX"), model::Arg::Type::Int, 4},
                                     {text(model::kProfileArg), model::Arg::Type::Int, 0}};
    model::Lane& kernels = store->lane(store->track(TrackKind::StreamKernels, stream), 0);
    kernels.append({0, 10, text("void zetaKernelZeta<ZetaType>(float*)"), store->args().intern(kernelArgs), 3, 0});
    kernels.append(
        {10, 20, text("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)"), 0, 4, 0});
    kernels.append({20, 30, text("void at::native::vectorized_elementwise_kernel<4, ZetaOp>(int, ZetaOp)"), 0, 5, 0});
    kernels.append({30, 40, text("void zetaKernelZeta<ZetaType>(float*)"), store->args().intern(kernelArgs), 6, 0});
    model::TrackKey domain = thread;
    domain.domain = 3;
    store->setTrackName(store->track(TrackKind::Nvtx, domain), text("ZetaDomain"));
    const model::Arg rangeArgs[] = {arg("ZetaKey", "loss of ZetaModel"),
                                    arg("config", "read /data/zetaproject/cfg/run.yaml on 10.1.2.3"),
                                    arg("query", "select zeta_card from zeta_people")};
    store->lane(store->track(TrackKind::Nvtx, domain), 0)
        .append({0, 50, text("ZetaLayer 12"), store->args().intern(rangeArgs), 0, 0});
    store->lane(store->track(TrackKind::CudaApi, thread), 0).append({0, 5, text("cudaLaunchKernel"), 0, 3, 0});
    store->lane(store->track(TrackKind::PythonFunctions, thread), 0)
        .append({0, 9, text("/home/zetauser/zetaproject/ZetaNet.py(12): forward"), 0, 0, 0});
    store->lane(store->track(TrackKind::Operators, thread), 0).append({0, 9, text("aten::mm"), 0, 0, 0});
    store->lane(store->track(TrackKind::Slices, thread), 0)
        .append({0, 9, text("Zeta request to zetanode7 with ZETA_TOKEN=hunter2"), 0, 0, 0});
    model::Frame frames[2];
    frames[0] = {text("zeta::ZetaSolve()"), text("/opt/zetacompany/lib/libZeta.so"), 7, 0, 0};
    frames[1] = {text("__libc_start_main"), text("/usr/lib/x86_64-linux-gnu/libc.so.6"), 8, 0, 0};
    store->lane(store->track(TrackKind::CpuSamples, thread), 0)
        .append({1, 1, 0, 0, 0, store->callchains().intern(frames)});

    model::KernelProfiles& profiles = store->kernelProfiles();
    profiles.addFile(
        {text("/home/zetauser/zetaproject/kernel.cu"), text("__global__ void zetaKernelZeta() { /* hunter2 */ }")});
    model::ProfileFunction function;
    function.name = text("_Z14zetaKernelZetaPf");
    function.lines.push_back({0, 12, text("/home/zetauser/zetaproject/kernel.cu")});
    function.sass.push_back({0, text("CALL.REL.NOINC `(_Z10zetaHelperZetav)")});
    const model::MetricList::Entry entry{text("sm__cycles.sum"), 0, model::MetricValue::Type::Int};
    model::KernelProfile profile;
    profile.name = text("void zetaKernelZeta<ZetaType>(float*)");
    profile.mangled = text("_Z14zetaKernelZetaPf");
    profile.pid = 86421;
    profile.list = profiles.list(std::span(&entry, 1));
    profile.values = {77};
    model::MetricInstances instances;
    instances.metric = entry.name, instances.key = model::MetricInstances::Key::Offset,
    instances.type = model::MetricValue::Type::Int;
    instances.function = profiles.addFunction(std::move(function));
    instances.keys = profiles.share({0}), instances.values = profiles.share({5});
    profile.instances.push_back(instances);
    profile.markers.push_back({nullptr,
                               text("/home/zetauser/zetaproject/kernel.cu"),
                               0,
                               12,
                               {},
                               text("see /home/zetauser/zetaproject/kernel.cu:12")});
    model::ProfileRule::Item said;
    said.text = text(
        "Look at @source:kernel.cu:11:kernel.cu, line 12@, and see the @url:Programming Guide:https://docs.nvidia.com/cuda/guide.html@ or @url:our wiki:https://zetanode7.corp.example/zetaproject@");
    // One line that the report holds with its file, and one of another file.
    said.tables.push_back({text("Most executed"),
                           {text("Location"), text("Source"), text("Opcode"), text("Line")},
                           {{text("@source:kernel.cu:11:kernel.cu, line 12@")},
                            {text("while (zetaFlag == hunter2) {}")},
                            {text("FADD")},
                            {text("  __global__ void zetaKernelZeta() { /* hunter2 */ }")}}});
    profile.rules.push_back({text("FPInstructions"), text("Instructions"), text("Compute"), {said}});
    profiles.add(std::move(profile));

    model::ReportInfo& info = store->info();
    info.product = "Nsight Systems";
    info.session_facts = {{"Hostname", "zetanode7.corp.example"},
                          {"typed", "sightline profile python3 train.py --token hunter2"},
                          {"User", "zetauser"},
                          {"Environment", "ZETA_TOKEN=hunter2"},
                          {"joined.86421", "ZetaTrainer"},
                          {"NvDriverVersion", "550.54.15"},
                          {"note", "ZetaModel"}};
    info.attachments.push_back({"/home/zetauser/out.txt", 86421, "stdout hunter2"});
    info.categories.push_back({86421, 3, 1, "ZetaCategory"});
    info.skipped["of ZetaKind"] = 2;
    model::Entity process, device;
    process.type = model::Entity::Type::Process, process.key = thread,
    process.name = "/home/zetauser/bin/python3 train.py --token hunter2";
    process.facts = {{"command line", "python3 train.py --token hunter2"}};
    device.key.device = 0, device.name = "NVIDIA H100",
    device.facts = {{"uuid", "GPU-5eC4e7-zeta"}, {"smCount", "132"}};
    info.entities = {process, device};
    store->diagnostics().add(model::Note::ReportMessage,
                             "12 events were lost in /home/zetauser/zetaproject of zetanode7", 1, "ZetaExample");
    store->diagnostics().add(model::Note::NeverClosed, "ZetaLayer 12", 1, "/home/zetauser");
    store->publish();
    store->setFlows({{0, 0, 0, 1, text("Zeta flow to /home/zetauser/x.py")}});
    return store;
}

const std::set<std::string> kUsualSecrets{"zetauser", "zetaproject", "zetacompany", "zetanode7", "corp.example",
                                          "10.1.2.3", "hunter2",     "5eC4e7",      "zeta_card"};

std::string texts(const model::SnapshotPtr& s, importers::ScrubParts parts, const fs::path& target,
                  importers::ScrubCounts* counts = nullptr) {
    ExportOptions options;
    options.overwrite = true;
    options.scrub = parts;
    options.scrubbed = counts;
    CHECK(importers::exportReport(s, ExportFormat::Rep, target, options).has_value());
    return allTexts(*Opened(target).s);
}

void mustLack(const std::string& all, const std::string& secret) {
    const std::size_t at = all.find(secret);
    if (at != all.npos)
        check::fail(__FILE__, __LINE__, fmt::format("{} is left: {}", secret, all.substr(at > 60 ? at - 60 : 0, 160)));
}

}  // namespace

TEST("The usual scrub leaves no path, account, machine, command, secret or source, and all names") {
    const Folder folder;
    const auto store = secrets();
    importers::ScrubCounts counts{};
    const std::string before = allTexts(*store->publish(true)),
                      all = texts(store->snapshot(), importers::kUsualScrub, folder / "out.rep", &counts);
    for (const std::string& secret : kUsualSecrets) {
        CHECK(before.find(secret) != before.npos);
        mustLack(all, secret);
    }
    for (const char* stays :
         {"void zetaKernelZeta<ZetaType>(float*)", "ZetaLayer 12", "ZetaNet.py(12): forward", "libZeta.so", "550.54.15",
          "NVIDIA H100", "python3 …", "/usr/lib/x86_64-linux-gnu/libc.so.6"})
        if (all.find(stays) == all.npos) check::fail(__FILE__, __LINE__, fmt::format("{} is gone from {}", stays, all));
    for (const ScrubPart part : {ScrubPart::Paths, ScrubPart::Users, ScrubPart::Hosts, ScrubPart::Commands,
                                 ScrubPart::Environment, ScrubPart::Sources})
        CHECK(counts[static_cast<std::size_t>(part)] > 0);
    CHECK_EQ(counts[static_cast<std::size_t>(ScrubPart::Names)], 0u);
}

TEST("The full scrub leaves no name that a person gave, no number of a process, and what the makers named") {
    const Folder folder;
    const auto store = secrets();
    const std::string all = texts(store->publish(true), importers::kFullScrub, folder / "out.rep");
    for (const std::string& secret : kUsualSecrets) mustLack(all, secret);
    for (const char* secret : {"Zeta", "zeta", "86421", "86422"}) mustLack(all, secret);
    for (const char* stays :
         {"ncclDevKernel_AllReduce_Sum_f32_RING_LL", "cudaLaunchKernel", "aten::mm",
          "at::native::vectorized_elementwise_kernel_1", "__libc_start_main", "events were lost", "sm__cycles.sum"})
        if (all.find(stays) == all.npos) check::fail(__FILE__, __LINE__, fmt::format("{} is gone from {}", stays, all));
    const Opened out(folder / "out.rep");
    // Equal names stay equal, others stay different, and times stay as they are.
    CHECK_EQ(
        out.spans(TrackKind::StreamKernels),
        "kernel1 0+10; ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>) 10+10; at::native::vectorized_elementwise_kernel_1 20+10; kernel1 30+10");
    CHECK_EQ(out.spans(TrackKind::Nvtx), "range1 1 0+50");
    const model::Event kernel = out.s->lane(out.tracks(TrackKind::StreamKernels).at(0)->lanes[0]).lane->row(0);
    CHECK_EQ(out.arg(kernel, "gridX"), 4);
    const model::KernelProfile& profile =
        out.s->kernelProfiles().at(static_cast<model::ProfileId>(out.arg(kernel, model::kProfileArg)));
    CHECK_EQ(out.s->text(profile.name), "kernel1");
    CHECK_EQ(profile.values.at(0), 77u);
    const std::string file = fs::path(out.s->text(out.s->kernelProfiles().file(0).path)).filename();
    CHECK_EQ(
        out.s->text(profile.rules.at(0).items.at(0).text),
        fmt::format(
            "Look at @source:{0}:11:{0}, line 12@, and see the @url:Programming Guide:https://docs.nvidia.com/cuda/guide.html@ or our wiki",
            file));
    CHECK_EQ(out.s->text(profile.rules.at(0).items.at(0).tables.at(0).columns.at(2).at(0)), "FADD");
    CHECK_EQ(out.s->text(profile.instances.at(0).function->lines.at(0).file),
             out.s->text(out.s->kernelProfiles().file(0).path));
    CHECK_EQ(out.tracks(TrackKind::Thread).at(0)->key.pid, 1);
    CHECK_EQ(out.s->flows().all().size(), 1u);
}

TEST("Two reports that are compared have the same in the place of the same, and what differs is what differed") {
    constexpr auto kLong = 80 * made::kUs;
    made::Run before, after;
    before.work = {{"zetaOne(int)", kLong},
                   {"zetaTwo<(int)4>(int)", kLong, TrackKind::StreamKernels, "Zeta forward 1"},
                   {"void at::native::zeta_kernel<ZetaA>(int)", kLong, TrackKind::StreamKernels, "Zeta forward 2"},
                   {"void at::native::zeta_kernel<ZetaB>(int)", kLong, TrackKind::StreamKernels, "Zeta loss"}};
    after.work = {{"void at::native::zeta_kernel<ZetaB>(int)", kLong, TrackKind::StreamKernels, "Zeta loss"},
                  {"zetaOne(int)", 2 * kLong},
                  {"zetaTwo<4>(int)", kLong, TrackKind::StreamKernels, "Zeta forward 1"},
                  {"void at::native::zeta_kernel<ZetaA>(int)", kLong, TrackKind::StreamKernels, "Zeta forward 2"}};
    after.seed = 2;
    ExportOptions options;
    options.scrub = importers::kFullScrub;
    options.standIns = std::make_shared<importers::exporting::StandIns>();
    const model::SnapshotPtr a = before.make(), b = after.make(), scrubbedA = importers::partOf(a, options),
                             scrubbedB = importers::partOf(b, options);
    for (const char* secret : {"zetaOne", "zetaTwo", "Zeta"})
        mustLack(allTexts(*scrubbedA) + allTexts(*scrubbedB), secret);
    const auto told = [](const model::SnapshotPtr& x, const model::SnapshotPtr& y) {
        const auto c = model::diff::compare(x, y);
        std::string out;
        for (const auto& f : model::diff::findingsOf(*c)) out += fmt::format("{} {:.0f}; ", f.key, f.weight);
        std::vector<std::string> rows;
        for (const auto& r : c->rows)
            rows.push_back(fmt::format("{} {} {} {}", static_cast<int>(r.category), r.time.a, r.time.b,
                                       model::diff::verdictKey(r.time.verdict)));
        std::sort(rows.begin(), rows.end());
        return out + fmt::format("{}", fmt::join(rows, "; "));
    };
    CHECK_EQ(told(scrubbedA, scrubbedB), told(a, b));
    CHECK(told(a, b).find("slower") != std::string::npos);
}

TEST("No format keeps what was scrubbed, byte for byte") {
    const Folder folder;
    const auto store = secrets();
    store->publish(true);
    for (const ExportFormat format :
         {ExportFormat::Sqlite, ExportFormat::Json, ExportFormat::Csv, ExportFormat::Chrome}) {
        const fs::path out = folder / fmt::format("out{}", static_cast<int>(format));
        ExportOptions options;
        options.scrub = importers::kFullScrub;
        CHECK(importers::exportReport(store->snapshot(), format, out, options).has_value());
        std::string bytes;
        for (const fs::path& one : fs::is_directory(out)
                                       ? std::vector<fs::path>(fs::directory_iterator(out), fs::directory_iterator())
                                       : std::vector{out})
            bytes += bytesOfFile(one);
        CHECK(bytes.find("kernel1") != bytes.npos);
        for (const std::string& secret : kUsualSecrets) mustLack(bytes, secret);
        for (const char* secret : {"Zeta", "zeta", "86421"}) mustLack(bytes, secret);
    }
}

TEST("A single part takes out that and nothing else") {
    const Folder folder;
    const auto store = secrets();
    store->publish(true);
    const auto with = [&](ScrubPart part) { return texts(store->snapshot(), scrubBit(part), folder / "out.rep"); };
    const std::string hosts = with(ScrubPart::Hosts);
    mustLack(hosts, "zetanode7");
    CHECK(hosts.find("/home/zetauser/zetaproject/ZetaNet.py") != hosts.npos &&
          hosts.find("--token hunter2") != hosts.npos);
    const std::string users = with(ScrubPart::Users);
    mustLack(users, "zetauser");
    CHECK(users.find("/home/user_1/zetaproject/ZetaNet.py") != users.npos && users.find("zetanode7") != users.npos);
    const std::string sources = with(ScrubPart::Sources);
    mustLack(sources, "__global__");
    mustLack(sources, "zeta_card");
    CHECK(sources.find("/home/zetauser/zetaproject/kernel.cu") != sources.npos);
}

TEST("Paths are found by their form, wherever they stand") {
    const auto marked = [](std::string_view text) {
        return importers::exporting::replacePaths(text, false,
                                                  [](std::string_view path) { return fmt::format("<{}>", path); });
    };
    for (const auto& [text, expected] : std::initializer_list<std::pair<const char*, const char*>>{
             {"/a/b.py", "</a/b.py>"},
             {"read /a/b.py(12): f", "read </a/b.py>(12): f"},
             {"--out=/a/b,/c/d", "--out=</a/b>,</c/d>"},
             {"A=/a:/b/c", "A=</a>:</b/c>"},
             {"in /home/some one/else/x.py.", "in </home/some one/else/x.py>."},
             {"C:\\Users\\me\\x.exe ok", "<C:\\Users\\me\\x.exe> ok"},
             {"D:/w/x", "<D:/w/x>"},
             {"\\\\server\\share\\x", "<\\\\server\\share\\x>"},
             {"~/x and ~me/y", "<~/x> and <~me/y>"},
             {"src/net/model.py: f", "<src/net/model.py>: f"},
             {"../x", "<../x>"},
             {"12.5 GB/s, 3 / 4, and/or, a::b/c<d>", "12.5 GB/s, 3 / 4, and/or, a::b/c<d>"},
             {"file:///x/y", "file:<///x/y>"},
             {"(x)/secret/y", "(x)</secret/y>"},
             {"kernel_/home/me/x and k/home/me/x", "kernel_</home/me/x> and k</home/me/x>"},
             {"$HOME/a/b and ${WORK}/a, $env:TMP\\a", "<$HOME/a/b> and <${WORK}/a>, <$env:TMP\\a>"},
             {"--out=%USERPROFILE%\\a\\b", "--out=<%USERPROFILE%\\a\\b>"},
             {"$HOME, $1/2 and %d/%s", "$HOME, $1/2 and %d/%s"},
             {"", ""}})
        CHECK_EQ(marked(text), std::string(expected));
}

TEST("An URL that names no machine is a path, also where URLs stay") {
    const auto marked = [](std::string_view text) {
        return importers::exporting::replacePaths(text, true, [](std::string_view) { return std::string("*"); });
    };
    CHECK_EQ(marked("file:///srv/a%20b/c.bin, hdfs:///user/me"), "file:*, hdfs:*");
    CHECK_EQ(marked("https://docs.nvidia.com/cuda/guide.html"), "https://docs.nvidia.com/cuda/guide.html");
}

TEST("Statements and assignments are found by their form") {
    using namespace importers::exporting;
    CHECK(isSql("select a from b") && isSql("  WITH x AS (SELECT 1) SELECT 2") && isSql("INSERT INTO t VALUES (1)") &&
          !isSql("selective scan") && !isSql("update weights"));
    const auto mark = [](std::string_view) { return std::string("*"); };
    CHECK_EQ(replaceAssignments("TOKEN=abc SIZE=12 x=y --A_B=c MY_KEY=\"q r\" s", mark),
             "TOKEN=* SIZE=12 x=y --A_B=c MY_KEY=* s");
    CHECK_EQ(replaceWord("bob bobby bob_1 (bob)", "bob", "x"), "x bobby x_1 (x)");
}

TEST("Numbers of a scrubbed report of the samples are those of the whole") {
    const Folder folder;
    for (const char* name : {"pair05_2025.3.2.474.sqlite", "pair17_2025.6.1.190.sqlite"}) {
        const Opened whole(sample("nsys_pairs") / name);
        texts(whole.s, importers::kFullScrub, folder / "out.rep");
        const Opened out(folder / "out.rep");
        CHECK_EQ(out.s->eventCount(), whole.s->eventCount());
        CHECK(out.s->range() == whole.s->range());
        const auto durations = [](const Opened& o) {
            std::multiset<model::TimeNs> all;
            for (const model::Track* t : o.tracks(TrackKind::StreamKernels))
                for (const model::LaneId l : t->lanes)
                    for (std::size_t i = 0; i < o.s->lane(l).rows; ++i)
                        all.insert(o.s->lane(l).end(i) - o.s->lane(l).start(i));
            return all;
        };
        CHECK(durations(out) == durations(whole));
    }
}

TEST("Kinds of events stay with everything scrubbed, and no process is named by its number, the launcher's neither") {
    const Folder folder;
    const std::string trace = folder.write("t.json", R"json({"traceEvents":[
        {"ph":"X","cat":"gpu_memset","name":"Memset (Device)","pid":0,"tid":7,"ts":10,"dur":2,"args":{"device":0,"stream":7,"bytes":64}},
        {"ph":"X","cat":"gpu_memset","name":"Memset","pid":0,"tid":7,"ts":20,"dur":2,"args":{"device":0,"stream":7,"bytes":64}},
        {"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Pinned -> Device)","pid":0,"tid":7,"ts":30,"dur":2,"args":{"device":0,"stream":7,"bytes":64}}]})json");
    const std::string sample = (fs::path(SIGHTLINE_SOURCE_DIR) / "resources" / "samples" / "sample.rep").string();
    const auto kinds = [](const std::string& file) {
        return cli_run::run("", "query", "SELECT kind, count(*) FROM events GROUP BY kind ORDER BY kind", file, "-f",
                            "csv")
            .out;
    };
    for (const std::string& file : {trace, sample}) {
        const std::string out = (folder / "all.rep").string();
        CHECK_EQ(cli_run::run("", "export", "-t", "rep", "--scrub=all", "-f", "-o", out, file).code, 0);
        CHECK_EQ(kinds(out), kinds(file));
    }
    const Opened out(folder / "all.rep");
    const Opened whole(sample);
    std::set<std::string> numbers;
    for (const auto& [key, value] : whole.s->info().session_facts) {
        if (key == "pid") numbers.insert(value);
        if (key.starts_with("joined.")) numbers.insert(key.substr(7));
    }
    CHECK_EQ(numbers.size(), 3u);  // torchrun and two ranks
    for (const auto& [key, value] : out.s->info().session_facts)
        for (const std::string& n : numbers)
            if (key.find(n) != key.npos || value == n) check::fail(__FILE__, __LINE__, key + ": " + value);
}

TEST("What a session could not trace names no path and no process when it is scrubbed") {
    using enum model::MessageCode;
    const Folder folder;
    importers::capture::SessionFacts facts{{"ended.monotonic", "9000"}};
    importers::capture::addMessages(
        {{NotTraced, {model::Argument::process(86421), ConnectionEnded}},
         {NotTraced,
          {RuntimeAndLibraryCalls,
           model::Message(FileOfSightlineMissing, {model::Argument::file("/home/zetauser/zetaproject/lib.so")})}}},
        facts);
    std::string bytes;
    for (const auto& [key, value] : facts) bytes += key + '\0' + value + '\0';
    folder.write("s/options", "cuda 1\n");
    folder.write("s/session", bytes);
    const Opened session(folder / "s");
    const std::string before = allTexts(*session.s), all = texts(session.s, importers::kFullScrub, folder / "out.rep");
    for (const char* secret : {"zetauser", "zetaproject", "86421"}) {
        CHECK(before.find(secret) != before.npos);
        mustLack(all, secret);
    }
    CHECK(all.find("its connection ended") != all.npos);
}

TEST("What aligned the clocks of merged files stays, and their machines are not named") {
    const Folder folder;
    const auto store = model::EventStore::create();
    store->info().formatKey = "merged";
    model::Entity host{model::Entity::Type::Host, {}, "rank 0 (zetanode)", {}};
    host.key.host = 1;
    host.facts = {{"merge.file", "zetarun.rep"},
                  {"merge.host", "zetanode"},
                  {"merge.clock_ahead_ns", "-5010000"},
                  {"merge.clock_aligned_by", "collectives"}};
    store->info().entities.push_back(host);
    const std::string all = texts(store->publish(true), importers::kFullScrub, folder / "out.rep");
    for (const char* secret : {"zetanode", "zetarun"}) mustLack(all, secret);
    for (const char* kept :
         {"merge.file", "merge.host", "merge.clock_ahead_ns", "-5010000", "merge.clock_aligned_by", "collectives"})
        CHECK(all.find(kept) != all.npos);
}

TEST("The command line scrubs, counts, and says what it does not know") {
    const Folder folder;
    const std::string file = folder.write("t.json", R"json({"traceEvents":[
        {"ph":"X","cat":"python_function","name":"/home/zetauser/train.py(3): main","pid":1,"tid":7,"ts":10,"dur":2.5}]})json");
    const cli_run::Ran ran = cli_run::run("", "export", "-t", "rep", "--scrub", "--json", file);
    CHECK_EQ(ran.code, 0);
    CHECK(ran.says("scrubbed: paths 1, users 1, hosts 0, commands 0, environment 0, secrets 0, sources 0") ||
          ran.says("scrubbed: paths 1, users 0"));
    CHECK(ran.says("\"paths\": 1"));
    CHECK(fs::exists(folder / "t.scrubbed.rep"));
    CHECK(allTexts(*Opened(folder / "t.scrubbed.rep").s).find("zetauser") == std::string::npos);
    const cli_run::Ran unknown = cli_run::run("", "export", "-t", "rep", "--scrub=paths,everything", file);
    CHECK_EQ(unknown.code, 2);
    CHECK(unknown.says("“everything” is nothing to take out. There are: paths, users, hosts"));
    CHECK_EQ(
        cli_run::run("", "export", "-t", "chrome", "--scrub=names,pids", "-o", (folder / "c.json").string(), file).code,
        0);
}
