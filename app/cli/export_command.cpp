// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/shared_options.h"
#include "app/cli/usage.h"
#include "app/text/export.h"
#include "model/base/kinds.h"
#include "model/base/messages.h"

namespace app {
namespace {

std::vector<std::string> kindKeys() {
    std::vector<std::string> out;
    for (const model::KindInfo& kind : model::kinds()) out.emplace_back(kind.key);
    return out;
}

class ExportCommand : public Command {
public:
    void add(CLI::App& to) override {
        to.add_option("report", m_request.report, "Report file")->required()->type_name("FILE");
        to.add_option(
              "-t,--type", m_request.type,
              "sqlite, jsonlines (or json): tables as Nsight Systems exports them; csv: a file for each of them; chrome: for Perfetto and chrome://tracing; rep")
            ->required()
            ->check(oneOf({"sqlite", "json", "jsonlines", "csv", "chrome", "rep"}))
            ->type_name("TYPE");
        to.add_option(
              "-o,--output", m_request.output,
              "File to write, or folder for csv; beside the report if not given. Csv of one kind goes to standard output then, and with -")
            ->type_name("FILE");
        addTimeOption(to, "--times", m_request.times);
        to.add_option("--kinds", m_request.kinds,
                      "Only events of these kinds: kernel,memcpy,nvtx … as info --json names them")
            ->check(validator([](const std::string& text) {
                return text.empty() ? model::Message(model::MessageCode::NamesNoKind) : model::Message();
            }))
            ->type_name("KINDS")
            ->check(offered(kindKeys()));
        to.add_flag(
              "--scrub{usual}", m_request.scrub,
              "Before it is given away, take out paths, users, hosts, commands, environment, secrets, sources; --scrub=all: names and pids as well; or a list of these words")
            ->type_name("PARTS")
            ->check(offered(scrubWords()));
        to.add_flag(
            "--spreadsheet", m_request.spreadsheet,
            "With -t csv: an apostrophe before texts that a spreadsheet would take for a formula (= + - @); numbers stay");
        addOverwriteOption(to, m_request.overwrite);
        to.add_flag("--json", m_request.json, "Say what was written as JSON");
        to.footer(
            "Examples:\n  sightline export -t sqlite trace.json.gz\n  sightline export -t chrome --times 1s/2s -o second.json run.nsys-rep\n"
            "  sightline export -t csv --kinds kernel run.rep > kernels.csv\n"
            "  sightline export -t rep --times 1s/2s --scrub=paths,hosts,names -o part.rep run.nsys-rep");
    }

    int run() override { return runExport(m_request); }

private:
    ExportRequest m_request;
};

}  // namespace

std::unique_ptr<Command> makeExportCommand() { return std::make_unique<ExportCommand>(); }

}  // namespace app
