// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/pane_table.h"

#include "app/panes/advice_pane.h"
#include "app/panes/checklist_pane.h"
#include "app/panes/details/details_pane.h"
#include "app/panes/events/events_pane.h"
#include "app/panes/functions/functions_pane.h"
#include "app/panes/import_log_pane.h"
#include "app/panes/kernel/kernel_profile_pane.h"
#include "app/panes/memory_pane.h"
#include "app/panes/reports_pane.h"
#include "app/panes/roofline/roofline_pane.h"
#include "app/panes/selection/selection_pane.h"
#include "app/panes/sql/sql_pane.h"

namespace app {
namespace {

template <class P>
Pane* make() {
    return new P;
}

// To add a pane, add its line. Keys with Ctrl are out of digits after nine; those with Alt are free from 7 on.
constexpr PaneInfo kPanes[] = {
    {"details", QT_TRANSLATE_NOOP("Panes", "Details"), {"goDetails", "", "Ctrl+1"}, make<DetailsPane>},
    {"events", QT_TRANSLATE_NOOP("Panes", "Events"), {"goEvents", "", "Ctrl+2"}, make<EventsPane>},
    {"selection", QT_TRANSLATE_NOOP("Panes", "Selection"), {"goSelection", "", "Ctrl+3"}, make<SelectionPane>},
    {"reports", QT_TRANSLATE_NOOP("Panes", "Reports"), {"goReports", "", "Ctrl+4"}, make<ReportsPane>},
    {"functions", QT_TRANSLATE_NOOP("Panes", "Functions"), {"goFunctions", "", "Ctrl+5"}, make<FunctionsPane>},
    {"memory", QT_TRANSLATE_NOOP("Panes", "Memory"), {"goMemory", "", "Ctrl+6"}, make<MemoryPane>},
    {"roofline", QT_TRANSLATE_NOOP("Panes", "Roofline"), {"goRoofline", "", "Ctrl+7"}, make<RooflinePane>},
    {"advice", QT_TRANSLATE_NOOP("Panes", "Advice"), {"goAdvice", "", "Ctrl+8"}, make<AdvicePane>},
    {"checklist", QT_TRANSLATE_NOOP("Panes", "Checklist"), {"goChecklist", "", "Ctrl+9"}, make<ChecklistPane>},
    {"sql", QT_TRANSLATE_NOOP("Panes", "SQL"), {"goSql", "", "Alt+7"}, make<SqlPane>},
    {"kernelProfile",
     QT_TRANSLATE_NOOP("Panes", "Kernel metrics"),
     {"goKernelProfile", "", "Alt+8"},
     make<KernelProfilePane>},
    {"importLog", QT_TRANSLATE_NOOP("Panes", "Import log"), {"goImportLog", "", "Alt+9"}, make<ImportLogPane>},
};

}  // namespace

std::span<const PaneInfo> paneTable() { return kPanes; }

}  // namespace app
