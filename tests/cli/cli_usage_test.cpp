// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line answers to words that it does not know, and to people who ask what there is.
#include "tests/kit/cli_run.h"

using namespace cli_run;

namespace {

constexpr std::string_view kTrace = R"json({"traceEvents":[
    {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":0,"dur":90,"args":{"device":0,"stream":7,"correlation":1}}]})json";

void refuses(const Ran& ran, std::string_view sentence) {
    CHECK_EQ(ran.code, 2);
    if (!ran.says(sentence)) check::fail(__FILE__, __LINE__, fmt::format("{} is not in {}", sentence, ran.out));
}

}  // namespace

TEST("without words, with help and with version it says what there is") {
    const Ran alone = run(""), help = run("", "help"), flag = run("", "--help");
    CHECK(alone.code == 0 && help.code == 0 && alone.out == help.out && help.out == flag.out);
    CHECK(help.says("Usage: sightline [OPTIONS] COMMAND") && help.says("analyze") && help.says("profile"));
    const Ran version = run("", "--version");
    CHECK(version.code == 0 && !version.out.empty());
    for (const char* word : {"version", "-v"}) CHECK_EQ(run("", word).out, version.out);
    CHECK_EQ(run("", "help", "stats").out, run("", "stats", "--help").out);
    CHECK_EQ(run("", "help", "profile").out, run("", "profile", "--help").out);
    CHECK(run("", "help", "stats").says("Usage: sightline stats"));
}

TEST("every misspelt word is answered with what may have been meant") {
    const Folder folder;
    const std::string file = folder.write("t.json", kTrace);
    refuses(
        run("", "staus"),
        "sightline: There is no command “staus”. Did you mean “stats” or “status”? Commands are listed by: sightline help\n");
    refuses(run("", "help", "anlyze"), "Did you mean “analyze”?");
    refuses(run("", file), fmt::format("“{0}” is no command. What is in that file says: sightline info {0}", file));
    refuses(run("", "stats", "--fromat", "csv", file),
            "There is no option --fromat of stats. Did you mean “--format”?");
    refuses(run("", "export", "--tpye", "rep", file), "There is no option --tpye of export. Did you mean “--type”?");
    refuses(run("", "stop", "--sesion=x"), "Did you mean “--session”?");
    refuses(run("", "stats", "-f", "cvs", file),
            "“cvs” is none of these: table, column, csv, tsv, json, markdown. Did you mean “csv”?");
    refuses(run("", "stats", "-r", "cuda_gpu_kern_sm", file),
            "There is no report “cuda_gpu_kern_sm”. Did you mean “cuda_gpu_kern_sum”");
    refuses(run("", "analyze", "-r", "gpu_gap", file), "There is no rule “gpu_gap”. Did you mean “gpu_gaps”?");
    refuses(run("", "export", "-t", "csv", "--kinds", "kernl", file), "generic. Did you mean “kernel”?");
    refuses(run("", "export", "-t", "rep", "--scrub=path", file), "pids, all. Did you mean “paths”?");
    refuses(run("", "compare", "--by", "kernl", file, file), "Did you mean “kernel”?");
    refuses(run("", "query", "SELECT * FROM event", file), "no such table: event. Did you mean “events”");
    refuses(run("", "query", "SELECT nam FROM events", file), "no such column: nam. Did you mean “name”");
}

TEST("tables and rules know each other") {
    const Folder folder;
    const std::string file = folder.write("t.json", kTrace);
    refuses(run("", "stats", "-r", "gpu_gaps", file),
            "“gpu_gaps” is no table but a rule: sightline analyze -r gpu_gaps applies it.");
    refuses(run("", "analyze", "-r", "op_sum", file),
            "“op_sum” is no rule but a table: sightline stats -r op_sum prints it.");
}

TEST("what is missing or does not fit is said in our words") {
    const Folder folder;
    const std::string file = folder.write("t.json", kTrace);
    refuses(run("", "info"), "info takes these words: Report files, and folders");
    refuses(run("", "convert", file),
            "convert takes these words: Report file (with --merge several, or a folder), then the .rep file to write.");
    refuses(run("", "compare", file, file, file),
            "compare takes these words: Report A (before), then report B (after).");
    refuses(run("", "export", file), "export needs --type: ");
    refuses(run("", "analyze", "--rows", "x", file), "--rows: “x” is no whole number from 0 on.");
    refuses(run("", "analyze", file, "--rows"), "--rows needs a value: ");
    refuses(run("", "stats", "--folded", "python", "-r", "op_sum", file), "--report and --folded do not go together.");
    refuses(run("", "info", "--align", "wall", file), "--align goes with --merge only.");
    refuses(run("", "--bogus"), "There is no option --bogus.");
}
