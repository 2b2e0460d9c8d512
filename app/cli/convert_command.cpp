// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/read_reports.h"
#include "app/text/left_out.h"
#include "app/text/print_message.h"
#include "app/text/terminal.h"
#include "importers/open.h"
#include "model/base/messages.h"
#include "model/rep/rep_output.h"
#include "model/rep/rep_writer.h"

namespace app {
namespace {

class ConvertCommand : public Command {
public:
    void add(CLI::App& to) override {
        to.add_option("files", m_files, "Report file (with --merge several, or a folder), then the .rep file to write")
            ->required()
            ->expected(2, -1)
            ->type_name("FILE");
        to.footer(
            "Examples:\n  sightline convert run.nsys-rep run.rep\n  sightline convert --merge rank0.json.gz rank1.json.gz all.rep");
        m_merge.add(to);
    }

    int run() override {
        const std::string to = m_files.back();
        m_files.pop_back();
        const std::vector<std::string> from = withFolders(m_files, to);
        if (from.empty()) return kUnreadable;
        if (from.size() > 1 && !m_merge.merge) return printMessage(model::MessageCode::OnlyWithMerge, kUsage);
        const std::vector<std::filesystem::path> sources(from.begin(), from.end());
        // Writing asks too, but a large report takes a while to read.
        if (const auto may = model::checkTarget(to, sources); !may) return complain(may.error());
        if (m_merge.merge) {
            const auto store = openMerged(from, m_merge.align());
            return store ? write(*store, to, sources) : kUnreadable;
        }
        const auto store = model::EventStore::create();
        if (const auto opened = importers::openReport(from.front(), *store); !opened) return complain(opened.error());
        (void)reportLeftOut(*store->snapshot());
        return write(*store, to, sources);
    }

private:
    static int write(const model::EventStore& store, const std::string& to,
                     const std::vector<std::filesystem::path>& sources) {
        model::RepWriteOptions options;
        options.sources = sources;
        if (const auto written = model::writeRep(*store.snapshot(), to, options); !written)
            return complain(written.error());
        return store.diagnostics().total(model::Note::FileLeftOut) == 0 ? kFine : kUnreadable;
    }

    std::vector<std::string> m_files;
    MergeOptions m_merge;
};

}  // namespace

std::unique_ptr<Command> makeConvertCommand() { return std::make_unique<ConvertCommand>(); }

}  // namespace app
