// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>

#include "app/cli/command.h"
#include "app/cli/info.h"
#include "app/cli/read_reports.h"
#include "app/text/left_out.h"
#include "app/text/terminal.h"
#include "importers/open.h"

namespace app {
namespace {

class InfoCommand : public Command {
public:
    void add(CLI::App& to) override {
        to.add_option("report", m_reports, "Report files, and folders: the reports in them")
            ->required()
            ->type_name("FILE");
        to.add_flag("--json", m_json, "One JSON object a report; an array for several and for a folder");
        to.footer(
            "Examples:\n  sightline info run.nsys-rep\n  sightline info --json traces/\n  sightline info --merge rank0.json.gz rank1.json.gz");
        m_merge.add(to);
    }

    int run() override {
        const std::vector<std::string> files = withFolders(m_reports);
        if (files.empty()) return kUnreadable;
        return m_merge.merge ? merged(files) : each(files, files.size() > 1 || files.front() != m_reports.front());
    }

private:
    int merged(const std::vector<std::string>& paths) const {
        const auto store = openMerged(paths, m_merge.align());
        if (!store) return kUnreadable;
        JsonWriter json;
        if (m_json) infoJson(*store->snapshot(), json);
        print(m_json ? json.take() + '\n' : infoText(*store->snapshot()), stdout);
        return flushed(store->diagnostics().total(model::Note::FileLeftOut) == 0 ? kFine : kUnreadable);
    }

    int each(const std::vector<std::string>& paths, bool array) const {
        int result = kFine;
        bool printed = false;
        JsonWriter json;
        if (array) json.beginArray();
        for (const std::string& path : paths) {
            const auto store = model::EventStore::create();
            if (const auto opened = importers::openReport(path, *store); !opened) {
                result = complain(opened.error());
                if (array) errorJson(opened.error(), path, json);
                continue;
            }
            if (!reportLeftOut(*store->snapshot())) result = kUnreadable;
            if (m_json) infoJson(*store->snapshot(), json);
            else print(infoText(*store->snapshot()), stdout);
            printed = true;
        }
        if (array) json.endArray();
        if (m_json && (array || printed)) std::puts(json.take().c_str());
        return flushed(result);
    }

    /// In the array of several reports one that cannot be read has its place too.
    static void errorJson(const model::Error& error, const std::string& path, JsonWriter& json) {
        const model::Message sentence = sentenceOf(error);
        json.beginObject().key("file").value(path).key("error").value(model::english(sentence)).key("message");
        writeMessage(sentence, json);
        json.endObject();
    }

    std::vector<std::string> m_reports;
    bool m_json = false;
    MergeOptions m_merge;
};

}  // namespace

std::unique_ptr<Command> makeInfoCommand() { return std::make_unique<InfoCommand>(); }

}  // namespace app
