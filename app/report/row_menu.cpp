// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/row_menu.h"

#include <QMenu>
#include <QPointer>
#include <algorithm>
#include <climits>

#include "app/kit/tables/row_text.h"
#include "app/report/evidence.h"
#include "app/report/named_events.h"
#include "model/store/vendor_words.h"
#include "timeline/look/format.h"
#include "timeline/look/names.h"

namespace app {
namespace {

/// Short, for titles and menus: a kernel without its template arguments.
QString shortName(const std::string& name) {
    const std::string_view text = timeline::shortKernelName(timeline::withoutApiVersion(name));
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// An entry that is about a report which may be closed while the menu is open.
template <class Act>
void add(QMenu& menu, PaneHost* host, const char* id, const QString& text, Act act) {
    QAction* action = menu.addAction(text, host, [host = QPointer(host), act = std::move(act)] {
        if (host) act(host.data());
    });
    action->setObjectName(QLatin1String(id));
}

}  // namespace

RowSubject subjectOf(const model::Snapshot& report, model::EventRef event) {
    if (!event.isValid() || event.lane >= report.laneCount() || event.row >= report.lane(event.lane).rows) return {};
    const model::Event e = model::eventAt(report, event);
    return subjectOf(report, model::reports::Evidence{{event}, {e.start, e.end}});
}

RowSubject subjectOf(const model::Snapshot& report, model::reports::Evidence evidence) {
    RowSubject out;
    out.evidence = std::move(evidence);
    const auto nameOf = [&](model::EventRef e) {
        return e.lane < report.laneCount() && e.row < report.lane(e.lane).rows ? report.lane(e.lane).name(e.row)
                                                                               : model::StringId{0};
    };
    const auto& events = out.evidence.events;
    if (events.empty()) return out;
    const model::StringId name = nameOf(events.front());
    if (std::all_of(events.begin(), events.end(), [&](model::EventRef e) { return nameOf(e) == name; }))
        out.name = report.text(name);
    out.isKernel = name && report.lane(events.front().lane).lane->kind() == model::EventKind::Kernel;
    return out;
}

RowSubject subjectNamed(std::string name) {
    RowSubject out;
    out.name = std::move(name);
    return out;
}

void RowMenu::show(PaneHost* host, const RowSubject& subject) {
    if (!host) return;
    if (!subject.evidence.events.empty() || !subject.evidence.range.isEmpty()) showEvidence(*host, subject.evidence);
    else if (!subject.name.empty()) showLongest(host, subject.name);
}

void RowMenu::fill(QMenu& menu, PaneHost* host, const RowSubject& subject, const QList<PaneHost*>& others) {
    if (!host || subject.isEmpty()) return;
    const model::reports::Evidence& evidence = subject.evidence;
    if (subject.isEvent()) {
        const model::EventRef event = evidence.events.front();
        add(menu, host, "rowShow", tr("Show in the Timeline"), [event](PaneHost* h) { h->selectEvent(event); });
        add(menu, host, "rowZoom", tr("Zoom to Event"), [event](PaneHost* h) { h->showEvent(event); });
    } else if (!evidence.events.empty() || !evidence.range.isEmpty()) {
        add(menu, host, "rowShow", tr("Show in the Timeline"), [evidence](PaneHost* h) { showEvidence(*h, evidence); });
        if (!evidence.events.empty())
            add(menu, host, "rowZoom", tr("Zoom to the First Event"),
                [event = evidence.events.front()](PaneHost* h) { h->showEvent(event); });
    } else {
        add(menu, host, "rowShow", tr("Show the Longest of This Name"),
            [this, name = subject.name](PaneHost* h) { showLongest(h, name); });
    }
    if (!subject.name.empty()) {
        menu.addSeparator();
        addName(menu, host, subject);
        addOthers(menu, host, subject, others);
    }
    if (subject.isKernel) addMeasuring(menu, host, subject);
}

void RowMenu::addName(QMenu& menu, PaneHost* host, const RowSubject& subject) {
    const std::string& name = subject.name;
    add(menu, host, "rowAllOfName", tr("Select All of This Name"), [name](PaneHost* h) { h->findName(name); });
    if (host->nameFilter() == name)
        add(menu, host, "rowFilter", tr("Show All Names Again"), [](PaneHost* h) { h->setNameFilter({}); });
    else add(menu, host, "rowFilter", tr("Filter to This Name"), [name](PaneHost* h) { h->setNameFilter(name); });
    if (host->state() == ReportState::Ready)
        add(menu, host, "rowAdd", tr("Add as a Row"), [this, name](PaneHost* h) { addRow(h, name); });
}

void RowMenu::addOthers(QMenu& menu, PaneHost* host, const RowSubject& subject, const QList<PaneHost*>& others) {
    if (host->isMerged() || std::all_of(others.begin(), others.end(), [](PaneHost* o) { return o->isMerged(); }))
        return;
    QMenu* below = menu.addMenu(tr("Compare with"));
    below->menuAction()->setObjectName(QStringLiteral("rowCompare"));
    for (PaneHost* other : others) {
        if (other->isMerged()) continue;
        add(*below, host, "rowCompareWith", other->name().replace(u'&', QStringLiteral("&&")),
            [other = QPointer(other), name = shortName(subject.name)](PaneHost* h) {
                if (other) emit h->compareRequested(other, name);
            });
    }
}

void RowMenu::addMeasuring(QMenu& menu, PaneHost* host, const RowSubject& subject) {
    QMenu* below = menu.addMenu(tr("Measure This Kernel"));
    below->menuAction()->setObjectName(QStringLiteral("rowMeasure"));
    const model::EventRef kernel = subject.evidence.events.front();
    const auto offer = [&](const char* id, const QString& text, MeasureWith tool) {
        add(*below, host, id, text, [this, kernel, tool](PaneHost* h) { copyCommand(h, kernel, tool); });
    };
    if (model::usesHip(*host->report())) {
        offer("rowMeasureRocprof", tr("Copy the Command of rocprofv3"), MeasureWith::Rocprofv3);
        offer("rowMeasureRocprofCompute", tr("Copy the Command of ROCm Compute Profiler"), MeasureWith::RocprofCompute);
        return;
    }
    offer("rowMeasureSightline", tr("Copy the Command of Sightline"), MeasureWith::Sightline);
    offer("rowMeasureNcu", tr("Copy the Command of Nsight Compute"), MeasureWith::NsightCompute);
}

void RowMenu::showLongest(PaneHost* host, const std::string& name) {
    m_work.run(
        [report = host->report(), name](const std::stop_token& stop) {
            return longestNamed(*report, report->store().strings().find(name), stop);
        },
        [host = QPointer(host), name](model::EventRef event) {
            if (!host) return;
            if (event.isValid()) host->showEvent(event);
            else host->showStatus(tr("No event of the report is called “%1”.").arg(shortName(name)));
        });
}

void RowMenu::addRow(PaneHost* host, const std::string& name) {
    host->showStatus(tr("Adding the row…"));
    m_work.run(
        [report = host->report(), strings = host->strings(), track = host->nextRow(),
         name](const std::stop_token& stop) {
            const model::StringId title = strings->intern(shortName(name).toStdString());
            return rowNamed(*report, strings->find(name), track, title, stop);
        },
        [host = QPointer(host), report = host->report()](NamedRow made) {
            if (!host) return;
            if (!made.row)
                return host->showStatus(
                    made.events == 0
                        ? tr("There is nothing to add: no event of the report has this name.")
                        : tr("More than %1 of these events happen at the same time; a row cannot show that.")
                              .arg(model::AddedRow::kMostLanes));
            if (!host->addRow(report, std::move(*made.row))) return host->showStatus({});
            host->scrollToTop();  // added rows stand above all others
            host->showStatus(tr("%1 event(s) were added as a row.", nullptr,
                                static_cast<int>(std::min<std::size_t>(made.events, INT_MAX)))
                                 .arg(timeline::formatCount(made.events)));
        });
}

void RowMenu::copyCommand(PaneHost* host, model::EventRef kernel, MeasureWith tool) {
    m_work.run(
        [report = host->report(), kernel, tool](const std::stop_token& stop) {
            const std::size_t before = launchesBefore(*report, kernel, stop);
            return measureCommand(*report, report->text(model::eventAt(*report, kernel).name), before, tool);
        },
        [host = QPointer(host)](const QString& command) {
            copyText(command);
            if (host) host->showStatus(tr("On the clipboard: %1").arg(command));
        });
}

}  // namespace app
