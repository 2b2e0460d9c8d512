// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "app/cli/analyze.h"
#include "app/cli/capture/commands.h"
#include "app/cli/heap.h"
#include "app/cli/html_command.h"
#include "app/cli/info.h"
#include "app/cli/printed.h"
#include "app/cli/query.h"
#include "app/cli/usage.h"
#include "app/text/compare.h"
#include "app/text/error_text.h"
#include "app/text/export.h"
#include "app/text/left_out.h"
#include "app/text/progress_line.h"
#include "app/text/stats.h"
#include "app/text/terminal.h"
#include "importers/capture/capture.h"
#include "importers/folder.h"
#include "importers/merge.h"
#include "importers/open.h"
#include "model/rep/rep_output.h"
#include "model/rep/rep_writer.h"
#include "model/work/call_tree.h"

namespace {

// Exit codes.
constexpr int kFine = 0, kFound = 1, kUsage = 2, kUnreadable = 3, kFailed = 4;

int complain(const model::Error& error) {
    app::print(fmt::format("sightline: {}\n", app::errorSentence(error)), stderr);
    const bool usage =
        error.code == model::ErrorCode::WouldReplaceSource || error.code == model::ErrorCode::WouldReplaceOther;
    return usage ? kUsage : kUnreadable;
}

bool isFolder(const std::string& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored);
}

/// Folders stand for the reports in them, but for the one that is to be written: also for those that cannot be opened,
/// which are named then. A folder without any is named, and how many files were passed over as no reports.
std::vector<std::string> withFolders(const std::vector<std::string>& paths, const std::string& target = {}) {
    std::vector<std::string> out;
    for (const std::string& path : paths) {
        if (!isFolder(path) || importers::capture::isSession(path)) {
            out.push_back(path);
            continue;
        }
        std::error_code ignored;
        std::size_t found = 0;
        const importers::FolderContent content = importers::contentOf(path);
        for (const std::filesystem::path& file : content.reports) {
            if (!target.empty() && std::filesystem::equivalent(file, target, ignored)) continue;
            out.push_back(file.string());
            ++found;
        }
        if (found == 0)
            app::print(
                fmt::format("sightline: {} holds no report. Name a report, or a folder that holds some.\n", path),
                stderr);
        else if (content.others == 1) app::print(fmt::format("sightline: 1 file in {} is no report.\n", path), stderr);
        else if (content.others)
            app::print(fmt::format("sightline: {} files in {} are no reports.\n", content.others, path), stderr);
    }
    return out;
}

/// Several reports as one. Those that cannot be opened are named; null when none can.
std::vector<std::string> foldedSources() {
    std::vector<std::string> out;
    for (const model::CallSourceInfo& one : model::callSources()) out.emplace_back(one.key);
    return out;
}

std::shared_ptr<model::EventStore> openMerged(const std::vector<std::string>& paths, importers::Align align) {
    std::vector<importers::MergeFile> files;
    for (const std::string& path : paths) files.push_back({path, {}});
    importers::MergeOptions options;
    options.align = align;
    auto store = model::EventStore::create();
    const auto opened = importers::openMerged(files, *store, options);
    if (!opened) {
        complain(opened.error());
        return nullptr;
    }
    for (const importers::MergedFile& file : *opened)
        if (file.error) complain(*file.error);
    return store;
}

int infoMerged(const std::vector<std::string>& paths, importers::Align align, bool asJson) {
    const auto store = openMerged(paths, align);
    if (!store) return kUnreadable;
    app::JsonWriter json;
    if (asJson) app::infoJson(*store->snapshot(), json);
    app::print(asJson ? json.take() + '\n' : app::infoText(*store->snapshot()), stdout);
    const bool complete = store->diagnostics().total(model::Note::FileLeftOut) == 0;
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
        return complain({model::ErrorCode::CannotWrite, "standard output", std::strerror(errno)});
    return complete ? kFine : kUnreadable;
}

/// In the array of several reports one that cannot be read has its place too.
void errorJson(const model::Error& error, const std::string& path, app::JsonWriter& json) {
    json.beginObject().key("file").value(path).key("error").value(app::errorSentence(error)).endObject();
}

int info(const std::vector<std::string>& paths, bool array, bool asJson) {
    int result = kFine;
    bool printed = false;
    app::JsonWriter json;
    if (array) json.beginArray();
    for (const std::string& path : paths) {
        const auto store = model::EventStore::create();
        if (const auto opened = importers::openReport(path, *store); !opened) {
            result = complain(opened.error());
            if (array) errorJson(opened.error(), path, json);
            continue;
        }
        if (!app::sayLeftOut(*store->snapshot())) result = kUnreadable;
        if (asJson) app::infoJson(*store->snapshot(), json);
        else app::print(app::infoText(*store->snapshot()), stdout);
        printed = true;
    }
    if (array) json.endArray();
    if (asJson && (array || printed)) std::puts(json.take().c_str());
    if (std::fflush(stdout) != 0 || std::ferror(stdout))
        return complain({model::ErrorCode::CannotWrite, "standard output", std::strerror(errno)});
    return result;
}

/// An empty store in place of the one before. The last one is left to the end of the process, which is quicker than
/// taking it apart.
model::EventStore& freshStore() {
    static auto* const store = new std::shared_ptr<model::EventStore>;
    store->reset();
    *store = model::EventStore::create();
    return **store;
}

/// What commands with tables have in common.
struct Output {
    std::string file;      ///< empty = standard output
    bool replace = false;  ///< what is there may be replaced
    std::string format;    ///< as typed; empty = by the ending of the file, else a table
    bool json = false, forSpreadsheet = false;

    app::TableFormat tableFormat() const {
        if (json) return app::TableFormat::Json;
        if (forSpreadsheet) return app::TableFormat::Spreadsheet;
        const std::string ending = std::filesystem::path(file).extension().string();
        const std::string_view byName = ending == ".md"  ? "markdown"
                                        : ending.empty() ? "table"
                                                         : std::string_view(ending).substr(1);
        return app::tableFormat(format.empty() ? byName : format).value_or(app::TableFormat::Table);
    }
};

int finish(app::Printed& to, int code) {
    const auto done = to.finish();
    return done ? code : complain(done.error());
}

/// Prints what `make(report, json, complaint)` says of the wanted part of each report; JSON as one array.
template <class Options, class Make>
int printEach(const std::vector<std::string>& paths, const Options& options, const Output& output,
              const model::Wanted& wanted, Make&& make) {
    app::Printed to(output.file);
    std::string wrong = app::complaintAbout(options);
    if (wrong.empty()) wrong = to.complaint(paths, output.replace);
    if (!wrong.empty()) return app::say(wrong, kUsage);
    int result = kFine;
    app::JsonWriter json;
    json.beginArray();
    importers::OpenOptions open;
    open.wanted = wanted;
    for (const std::string& path : paths) {
        model::EventStore& store = freshStore();
        if (const auto opened = importers::openReport(path, store, open); !opened) {
            result = complain(opened.error());
            continue;
        }
        if (!app::sayLeftOut(*store.snapshot())) result = kUnreadable;
        std::string complaint;
        to.text(make(*store.snapshot(), json, complaint));
        if (!complaint.empty()) result = app::say(complaint, kUsage);
    }
    json.endArray();
    if (options.format == app::TableFormat::Json) to.text(json.take() + '\n');
    return finish(to, result);
}

model::Result<void> openWithProgress(const std::string& path, model::EventStore& store) {
    app::ProgressLine line(fmt::format("Reading {}: ", std::filesystem::path(path).filename().string()));
    importers::OpenOptions options;
    options.progress = [&](const importers::Progress& p) { line(p.bytesDone, p.bytesTotal); };
    return importers::openReport(path, store, options);
}

/// Asks each report in turn.
int query(const std::vector<std::string>& paths, const app::QueryOptions& options, const Output& output) {
    int result = kFine;
    app::Printed to(output.file);
    if (const std::string wrong = to.complaint(paths, output.replace); !wrong.empty()) return app::say(wrong, kUsage);
    app::QueryOutput answers(options, paths.size(), [&](std::string_view text) { to.text(text); });
    for (const std::string& path : paths) {
        const auto store = model::EventStore::create();
        if (const auto opened = openWithProgress(path, *store); !opened) {
            result = complain(opened.error());
            continue;
        }
        if (!app::sayLeftOut(*store->snapshot())) result = kUnreadable;
        const std::string complaint = answers.add(store->snapshot());
        if (!complaint.empty()) app::print(complaint, stderr);
        if (answers.failed()) return answers.failedAtRun() ? kFailed : kUsage;  // it would fail on the others, too
    }
    answers.finish();
    return finish(to, result);
}

/// Longer ones are refused all the same.
constexpr std::size_t kLongestStatement = std::size_t{2} << 20;

/// The statement that `query` runs, from a file or, with "-", from standard input. Nothing, and said why, where it
/// cannot be read.
std::optional<std::string> statementFrom(const std::string& file) {
    std::string text;
    std::FILE* from = file == "-" ? stdin : std::fopen(file.c_str(), "r");
    char buffer[4096];
    while (const std::size_t n = from ? std::fread(buffer, 1, sizeof buffer, from) : 0) {
        text.append(buffer, n);
        if (text.size() > kLongestStatement) break;  // the session says that it is too long
    }
    const bool failed = !from || std::ferror(from);
    if (failed)
        app::say(fmt::format("The statement cannot be read from {}: {}.", file == "-" ? "standard input" : file,
                             std::strerror(errno)),
                 kUsage);
    if (from && from != stdin) std::fclose(from);
    return failed ? std::nullopt : std::optional(std::move(text));
}

/// Compares two reports; 1 where a threshold breaks.
int compare(const std::vector<std::string>& paths, const app::CompareOptions& options, const Output& output) {
    app::Printed to(output.file);
    std::string wrong = app::complaintAbout(options);
    if (wrong.empty()) wrong = to.complaint(paths, output.replace);
    if (!wrong.empty()) return app::say(wrong, kUsage);
    std::vector<std::shared_ptr<model::EventStore>> stores;
    bool whole = true;
    for (const std::string& path : paths) {
        stores.push_back(model::EventStore::create());
        if (const auto opened = openWithProgress(path, *stores.back()); !opened) return complain(opened.error());
        whole &= app::sayLeftOut(*stores.back()->snapshot());
    }
    const app::CompareText answer = app::compareText(stores[0]->snapshot(), stores[1]->snapshot(), options);
    if (!answer.complaint.empty()) return app::say(answer.complaint, kUsage);
    to.text(answer.text);
    if (const int code = finish(to, kFine); code != kFine) return code;
    if (!answer.notes.empty()) app::print(fmt::format("sightline: {}", answer.notes), stderr);
    if (!answer.excused.empty())
        app::print(fmt::format("sightline: within the spread, not failed: {}", answer.excused), stderr);
    if (!answer.broken.empty()) app::print(fmt::format("sightline: broken: {}", answer.broken), stderr);
    return !answer.broken.empty() ? kFound : whole ? kFine : kUnreadable;
}

int write(const model::EventStore& store, const std::string& to, const std::vector<std::filesystem::path>& sources) {
    model::RepWriteOptions options;
    options.sources = sources;
    if (const auto written = model::writeRep(*store.snapshot(), to, options); !written)
        return complain(written.error());
    return store.diagnostics().total(model::Note::FileLeftOut) == 0 ? kFine : kUnreadable;
}

int convert(const std::vector<std::string>& from, bool merge, importers::Align align, const std::string& to) {
    const std::vector<std::filesystem::path> sources(from.begin(), from.end());
    // Writing asks too, but a large report takes a while to read.
    if (const auto may = model::checkTarget(to, sources); !may) return complain(may.error());
    if (merge) {
        const auto store = openMerged(from, align);
        return store ? write(*store, to, sources) : kUnreadable;
    }
    const auto store = model::EventStore::create();
    if (const auto opened = importers::openReport(from.front(), *store); !opened) return complain(opened.error());
    (void)app::sayLeftOut(*store->snapshot());
    return write(*store, to, sources);
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> words = app::asOptions({argv + std::min(argc, 1), argv + argc});
    if (const auto code = app::capture::runCommand(words)) return *code;
    app::beginHeapOnLargePages();
    model::removeUnfinishedOnSignals();
    CLI::App cli{"Sightline: captures programs on GPUs, and reads reports of GPU profilers.", "sightline"};
    cli.footer(app::capture::commandList());
    cli.set_version_flag("-v,--version", SIGHTLINE_VERSION);
    cli.require_subcommand(1);
    cli.get_formatter()->label("SUBCOMMAND", "COMMAND");
    cli.get_formatter()->label("Subcommands", "Commands");

    std::vector<std::string> reports;
    bool asJson = false;
    CLI::App* infoCommand =
        cli.add_subcommand("info", "Say what is in reports: versions, devices, processes, events by kind, notes");
    infoCommand->add_option("report", reports, "Report files, and folders: the reports in them")->required();
    infoCommand->add_flag("--json", asJson, "One JSON object a report; an array for several and for a folder");
    infoCommand->footer(
        "Examples:\n  sightline info run.nsys-rep\n  sightline info --json traces/\n  sightline info --merge rank0.json.gz rank1.json.gz");

    std::vector<std::string> convertFiles;
    CLI::App* convertCommand = cli.add_subcommand("convert", "Write a report, or several as one, as .rep");
    convertCommand
        ->add_option("files", convertFiles,
                     "Report file (with --merge several, or a folder), then the .rep file to write")
        ->required()
        ->expected(2, -1);
    convertCommand->footer(
        "Examples:\n  sightline convert run.nsys-rep run.rep\n  sightline convert --merge rank0.json.gz rank1.json.gz all.rep");

    std::vector<std::string> statsFiles;
    app::StatsOptions statsOptions;
    Output output;
    bool listReports = false;
    CLI::App* statsCommand = cli.add_subcommand("stats", "Print tables of statistics: kernels, calls, memory, NVTX …");
    statsCommand
        ->add_option(
            "-r,--report", statsOptions.reports,
            "Tables to print, name[:argument…]: cuda_gpu_kern_sum:base, :mangled, :nvtx-name (range/kernel), :by=device (host, rank, device, stream), slice_sum:base (names without shapes and numbers), roofline:launch, or a number. If not given, the usual ones and what else the file is about, as far as they have rows; --help-reports lists all")
        ->allow_extra_args(false);
    statsCommand->add_option(
        "--by", statsOptions.by,
        "Tables by host, rank, device or stream, where they can be told so (or of one: cuda_gpu_kern_sum:by=device)");
    statsCommand
        ->add_option(
            "--group", statsOptions.groups,
            "A group of kernels, NAME=PATTERN, for kernel_group_sum and kernel_group_overlap; again for each. Work is in the first whose pattern (a regular expression, in whatever case) its name holds")
        ->allow_extra_args(false);
    statsCommand->add_flag("--help-reports", listReports, "List all tables");
    statsCommand
        ->add_option(
            "--folded", statsOptions.folded,
            "Stacks for a flame graph (outer;inner 123) instead: samples (CPU samples) or python-samples, or ns of nvtx, python, operators, slices, launches (GPU work by the stack of its launch)")
        ->check(app::oneOf(foldedSources()))
        ->excludes("--report");
    statsCommand->footer(
        "Examples:\n  sightline stats run.nsys-rep\n  sightline stats -r cuda_gpu_kern_sum:base -f csv run.sqlite\n"
        "  sightline stats -r nvtx_gpu_proj_sum --filter-time 1s/2s run.rep\n"
        "  sightline stats -r cuda_gpu_kern_sum:nvtx-name:base run.nsys-rep\n  sightline stats -r cpu_top_down:5 run.nsys-rep\n"
        "  sightline stats --folded samples run.nsys-rep > stacks.txt");

    // What `stats` says of ranges, by a name that one finds.
    CLI::App* nvtxCommand =
        cli.add_subcommand("nvtx", "Print NVTX ranges by how they nest, or what the GPU did in them");
    bool onGpu = false, byKernel = false, backward = false, listed = false;
    nvtxCommand->add_flag("--gpu", onGpu, "By the GPU work that was launched in them (nvtx_gpu_proj_sum)");
    nvtxCommand->add_flag("--kernels", byKernel, "Kernels by the ranges around their launch (nvtx_kern_sum)")
        ->excludes("--gpu");
    nvtxCommand
        ->add_flag("--backward", backward, "By the GPU work of their forward and backward pass (nvtx_backward_sum)")
        ->excludes("--gpu")
        ->excludes("--kernels");
    nvtxCommand
        ->add_flag("--list", listed, "Each range for itself (nvtx_pushpop_trace; with --gpu nvtx_gpu_proj_trace)")
        ->excludes("--kernels")
        ->excludes("--backward");
    nvtxCommand->footer(
        "Examples:\n  sightline nvtx run.nsys-rep\n  sightline nvtx --gpu --filter-time 1s/2s -f csv run.rep\n"
        "  sightline nvtx --kernels --filter-nvtx step/2 run.rep");

    app::AnalyzeOptions analyzeOptions;
    bool listRules = false;
    CLI::App* analyzeCommand =
        cli.add_subcommand("analyze", "Look for what is known to cost time, and say what to do about it");
    analyzeCommand
        ->add_option("-r,--rule", analyzeOptions.rules,
                     "Rules to apply, name[:threshold]: gpu_gaps:100. All if not given; --help-rules lists them")
        ->allow_extra_args(false);
    analyzeCommand->add_flag("--all", analyzeOptions.all, "Also what found nothing, and why");
    analyzeCommand->add_flag("--help-rules", listRules, "List all rules");
    bool failOnFindings = false;
    analyzeCommand
        ->add_flag("--checklist", analyzeOptions.checklist,
                   "Answer the questions of the checklist instead: is the GPU busy, is warm-up excluded …")
        ->excludes("--rule");
    analyzeCommand->add_flag("--fail", failOnFindings,
                             "Exit with 1 if a rule finds something or an answer is no; with 0 if not");
    analyzeCommand->footer(
        "Examples:\n  sightline analyze run.nsys-rep\n  sightline analyze -r gpu_gaps:100,cuda_api_sync -f csv run.rep\n"
        "  sightline analyze --fail -r gpu_gaps:100 run.rep || echo gaps\n  sightline analyze --checklist run.rep");
    app::QueryOptions queryOptions;
    std::vector<std::string> queryWords;
    CLI::App* queryCommand = cli.add_subcommand(
        "query", "Ask reports in SQL, with the tables of the Nsight Systems export, whatever their format");
    queryCommand->add_option(
        "query", queryWords,
        "The SQL statement, then report files; the statement may stand last. With - it is read from standard input");
    std::string statementFile;
    queryCommand->add_option("--file", statementFile,
                             "Read the statement from this file; all words are report files then");
    queryCommand
        ->add_option("--limit", queryOptions.limit, "Rows at most; 0 = all. 1000 if not given, for table and markdown")
        ->check(app::wholeNumber(0));
    queryCommand->add_flag("--schema", queryOptions.schema,
                           "List the tables that have rows, with their columns, instead; needs no SQL");
    queryCommand->footer(
        "Examples:\n  sightline query --schema run.nsys-rep\n"
        "  sightline query \"SELECT name, count(*), sum(dur) FROM events WHERE kind = 'kernel' GROUP BY name\" trace.json.gz\n"
        "  sightline query -f csv \"SELECT s.value, sum(k.end - k.start) AS ns FROM CUPTI_ACTIVITY_KIND_KERNEL k\n"
        "                         JOIN StringIds s ON s.id = k.shortName GROUP BY 1 ORDER BY 2 DESC\" run.rep\n"
        "Exit codes: 0 fine; 2 the statement or the words of the command are wrong; 3 a report could not be read or the answer not be written;\n"
        "            4 the statement failed while it ran (overflow, broken JSON, too much to sort …)");
    app::ExportCommand exportOptions;
    CLI::App* exportCommand =
        cli.add_subcommand("export", "Write a report, or a part of it, in a form that other tools read");
    exportCommand->add_option("report", exportOptions.report, "Report file")->required();
    exportCommand
        ->add_option(
            "-t,--type", exportOptions.type,
            "sqlite, jsonlines (or json): tables as Nsight Systems exports them; csv: a file for each of them; chrome: for Perfetto and chrome://tracing; rep")
        ->required()
        ->check(app::oneOf({"sqlite", "json", "jsonlines", "csv", "chrome", "rep"}));
    exportCommand->add_option(
        "-o,--output", exportOptions.output,
        "File to write, or folder for csv; beside the report if not given. Csv of one kind goes to standard output then, and with -");
    exportCommand->add_option("--times", exportOptions.times, "Only what overlaps this time: 1.5s/2s, 300ms/ …");
    exportCommand
        ->add_option("--kinds", exportOptions.kinds,
                     "Only events of these kinds: kernel,memcpy,nvtx … as info --json names them")
        ->check([](const std::string& text) {
            return text.empty() ? std::string("names no kind of event") : std::string();
        });
    exportCommand->add_flag(
        "--scrub{usual}", exportOptions.scrub,
        "Before it is given away, take out paths, users, hosts, commands, environment, secrets, sources; --scrub=all: names and pids as well; or a list of these words");
    exportCommand->add_flag(
        "--spreadsheet", exportOptions.spreadsheet,
        "With -t csv: an apostrophe before texts that a spreadsheet would take for a formula (= + - @); numbers stay");
    exportCommand->add_flag("-f,--force-overwrite", exportOptions.overwrite, "Replace what is there");
    exportCommand->add_flag("--json", asJson, "Say what was written as JSON");
    exportCommand->footer(
        "Examples:\n  sightline export -t sqlite trace.json.gz\n  sightline export -t chrome --times 1s/2s -o second.json run.nsys-rep\n"
        "  sightline export -t csv --kinds kernel run.rep > kernels.csv\n"
        "  sightline export -t rep --times 1s/2s --scrub=paths,hosts,names -o part.rep run.nsys-rep");
    app::HtmlCommand htmlOptions;
    CLI::App* htmlCommand = cli.add_subcommand(
        "report", "Write a report, or what changed from one to another, as one HTML page that opens offline");
    htmlCommand->add_option("reports", htmlOptions.reports, "Report file; two to compare them")
        ->required()
        ->expected(1, 2);
    htmlCommand->add_option("-o,--output", htmlOptions.output, "File to write; beside the report if not given");
    htmlCommand->add_option("--times", htmlOptions.times, "Only what overlaps this time: 1.5s/2s, 300ms/ …");
    htmlCommand->add_option("--rows", htmlOptions.rows, "Rows of each table at most")
        ->check(app::wholeNumber(1, 10000));
    htmlCommand->add_flag("--scrub{usual}", htmlOptions.scrub,
                          "Before it is given away, take out paths, users, hosts …; see sightline export --help");
    htmlCommand->add_flag("-f,--force-overwrite", htmlOptions.overwrite, "Replace what is there");
    htmlCommand->footer(
        "Examples:\n  sightline report run.nsys-rep\n  sightline report --scrub=all -o share.html run.rep\n  sightline report before.rep after.rep -o changed.html\n"
        "The page is in English; the window writes it in its own language: File, Share as HTML.");
    app::CompareOptions compareOptions;
    std::vector<std::string> compareFiles;
    CLI::App* compareCommand = cli.add_subcommand(
        "compare", "Say what changed from one report to another, by step or by what else repeats in both");
    compareCommand->add_option("reports", compareFiles, "Report A (before), then report B (after)")
        ->required()
        ->expected(2);
    compareCommand
        ->add_option(
            "--by", compareOptions.by,
            "Tables to print: step, kernel, memory, api, nvtx, operator, slice; several with commas. Step and kernel if not given. With csv or tsv several are one table with the columns of all, of which the first, Table, says which one a row is of")
        ->allow_extra_args(false);
    compareCommand->add_option(
        "--align", compareOptions.align,
        "By what B's times are laid on A's: auto, start, kernel (the first), step:3 (the third that both hold whole), range:NAME:3, event:NAME:3 (any operator, call, kernel or copy; counted from 1, in ranks that belong together), wall");
    compareCommand->add_flag("--stretch", compareOptions.stretch,
                             "B's times stretched so that the step, range or event that is aligned on is equally long");
    compareCommand->add_flag("--whole", compareOptions.whole,
                             "Compare whole reports, even where something repeats in them");
    compareCommand->add_option("--rows", compareOptions.rows, "Rows of each table at most, for people")
        ->check(app::wholeNumber(1));
    compareCommand
        ->add_option(
            "--fail-if", compareOptions.failIf,
            "Exit with 1 if this holds: metric.statistic, > >= < or <=, and a change (+3%, -200us) or B's own value (420ms). May be given several times")
        ->allow_extra_args(false);
    compareCommand->footer(
        "Examples:\n  sightline compare before.nsys-rep after.nsys-rep\n  sightline compare --by kernel,api -f csv before.rep after.rep\n"
        "  sightline compare --fail-if \"step.p50>+3%\" --fail-if \"idle.mean>+500us\" main.rep branch.rep\n"
        "Metrics: step (its pace: from the end of the former step's work, or its own begin where that is later, to the end of its own), step.cpu (range on the CPU), step.gpu (from the first start to the last end of the work it launched), compute, communication, memory, idle; kernel:NAME, copy:NAME, api:NAME, range:NAME, operator:NAME, slice:NAME: ns a repetition. Of a kernel the name without template arguments and parameters will do where only one has it\n"
        "Statistics of the repetitions: p50 (any p0 … p100), mean, min, max; count: events a repetition, the median, of what has a name: kernel:NAME.count>5 (B's own), >+1, >+10%; no unit\n"
        "A ~ behind a change (step.p50>+3%~) asks for one beyond the spread of the repetitions: what chance explains does not fail\n"
        "Exit codes: 0 fine; 1 a threshold was broken; 2 the words of the command are wrong, or a report lacks what they ask for (a step, where nothing repeats in both and --whole is not given); 3 a report could not be read, or the answer not be written");
    for (CLI::App* command : {statsCommand, nvtxCommand, analyzeCommand, queryCommand, compareCommand}) {
        command
            ->add_option(
                "-f,--format", output.format,
                "How to print: table, csv, tsv, json, markdown; as the ending of the file of -o says if not given")
            ->check(app::oneOf({"table", "column", "csv", "tsv", "json", "markdown"}));
        CLI::Option* json = command->add_flag("--json", output.json, "The same as -f json");
        command
            ->add_flag(
                "--spreadsheet", output.forSpreadsheet,
                "As -f csv, with an apostrophe before texts that a spreadsheet would take for a formula (= + - @); numbers stay")
            ->excludes(json);
        command->add_option("-o,--output", output.file, "Write to this file instead of standard output");
        command->add_flag("--force-overwrite", output.replace, "What is there may be replaced");
        if (command == queryCommand || command == compareCommand) continue;
        command->add_option("report", statsFiles, "Report files");
        command->add_option("--filter-time", statsOptions.filterTime,
                            "Only what overlaps this time: 1.5s/2s, 300ms/ …");
        command->add_option("--filter-nvtx", statsOptions.filterNvtx,
                            "Only what overlaps an NVTX range: range[@domain][/n], n counts from 0");
        app::TableView& view = statsOptions.view;
        command
            ->add_option("--rows", view.rows,
                         command == analyzeCommand
                             ? "Rows of each table at most; 0 = all. 10 if not given, for table and markdown"
                             : "Rows of each table at most; 0 = all")
            ->check(app::wholeNumber(0));
        command->add_option("--timeunit", view.timeUnit, "Times in ns, us, ms or s");
        if (command == analyzeCommand) continue;
        command->add_option(
            "--sort", view.sort,
            "By this column, or a part of its title: max, \"Avg (ns)\", name:desc. Numbers from the greatest, texts from A; :asc and :desc say otherwise");
        command->add_flag("--totals", view.totals, "A last row with the sums of what adds up, over all rows");
    }

    bool merge = false;
    std::string align = "auto";
    for (CLI::App* command : {infoCommand, convertCommand}) {
        CLI::Option* flag = command->add_flag("--merge", merge, "Several reports as one, with their clocks aligned");
        command
            ->add_option(
                "--align", align,
                "By what: collectives (they end together), wall (clocks), start, or auto: the first of these that is there")
            ->check(app::oneOf({"auto", "collectives", "wall", "start"}))
            ->needs(flag);
    }

    std::vector<std::string_view> commands = app::capture::commandNames();
    for (const CLI::App* command : cli.get_subcommands({})) commands.push_back(command->get_name());
    if (const std::string complaint = app::complaintAboutCommand(words, commands); !complaint.empty())
        return app::say(complaint, kUsage);
    try {
        std::reverse(words.begin(), words.end());  // as the library wants them
        cli.parse(std::move(words));
    } catch (const CLI::ParseError& e) {
        if (e.get_exit_code() == 0) return cli.exit(e), kFine;  // what --help and --version print
        return app::say(app::usageSentence(cli, e), kUsage);
    }
    const app::TableFormat tableFormat = output.tableFormat();
    const importers::Align by = importers::alignFromKey(align).value_or(importers::Align::Auto);
    if (infoCommand->parsed()) {
        const std::vector<std::string> files = withFolders(reports);
        if (files.empty()) return kUnreadable;
        return merge ? infoMerged(files, by, asJson)
                     : info(files, files.size() > 1 || files.front() != reports.front(), asJson);
    }
    if (statsCommand->parsed() || nvtxCommand->parsed()) {
        if (listReports) return std::fputs(app::reportList().c_str(), stdout), kFine;
        if (statsFiles.empty())
            return std::fprintf(stderr, "sightline: %s needs a report file.\n",
                                nvtxCommand->parsed() ? "nvtx" : "stats"),
                   kUsage;
        if (nvtxCommand->parsed()) {
            if (onGpu) statsOptions.reports = {listed ? "nvtx_gpu_proj_trace" : "nvtx_gpu_proj_sum"};
            else
                statsOptions.reports = {listed     ? "nvtx_pushpop_trace"
                                        : byKernel ? "nvtx_kern_sum"
                                        : backward ? "nvtx_backward_sum"
                                                   : "nvtx_tree"};
        }
        statsOptions.format = tableFormat;
        return printEach(statsFiles, statsOptions, output, app::neededFor(statsOptions),
                         [&](const model::Snapshot& report, app::JsonWriter& json, std::string& complaint) {
                             return app::statsText(report, statsOptions, json, complaint);
                         });
    }
    if (analyzeCommand->parsed()) {
        if (listRules) return std::fputs(app::ruleList().c_str(), stdout), kFine;
        if (statsFiles.empty()) return std::fputs("sightline: analyze needs a report file.\n", stderr), kUsage;
        analyzeOptions.filterTime = statsOptions.filterTime;
        analyzeOptions.filterNvtx = statsOptions.filterNvtx;
        analyzeOptions.view = statsOptions.view;
        analyzeOptions.format = tableFormat;
        bool found = false;
        const int result = printEach(statsFiles, analyzeOptions, output, {},
                                     [&](const model::Snapshot& report, app::JsonWriter& json, std::string& complaint) {
                                         return app::analyzeText(report, analyzeOptions, json, complaint, found);
                                     });
        return result == kFine && failOnFindings && found ? kFound : result;
    }
    if (compareCommand->parsed()) {
        compareOptions.format = tableFormat;
        return compare(compareFiles, compareOptions, output);
    }
    if (exportCommand->parsed()) {
        exportOptions.json = asJson;
        return app::runExport(exportOptions);
    }
    if (htmlCommand->parsed()) return app::runHtml(htmlOptions);
    if (queryCommand->parsed()) {
        if (!queryOptions.schema && statementFile.empty() && !queryWords.empty())
            queryOptions.sql = app::takeStatement(queryWords);
        const std::string from = !statementFile.empty() ? statementFile : queryOptions.sql == "-" ? "-" : "";
        if (queryWords.empty())
            return app::say("query needs an SQL statement (or --schema) and a report file.", kUsage);
        if (!from.empty() && !queryOptions.schema) {
            const auto statement = statementFrom(from);
            if (!statement) return kUsage;
            queryOptions.sql = *statement;
        }
        queryOptions.format = tableFormat;
        return query(queryWords, queryOptions, output);
    }
    const std::string to = convertFiles.back();
    convertFiles.pop_back();
    const std::vector<std::string> from = withFolders(convertFiles, to);
    if (from.empty()) return kUnreadable;
    if (from.size() == 1 || merge) return convert(from, merge, by, to);
    std::fputs("sightline: several reports become one file with --merge only.\n", stderr);
    return kUsage;
}
