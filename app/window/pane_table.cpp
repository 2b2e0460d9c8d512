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

// To add a pane, add its line.
constexpr PaneInfo kPanes[] = {
    {"details", QT_TRANSLATE_NOOP("Panes", "Details"), make<DetailsPane>},
    {"events", QT_TRANSLATE_NOOP("Panes", "Events"), make<EventsPane>},
    {"selection", QT_TRANSLATE_NOOP("Panes", "Selection"), make<SelectionPane>},
    {"reports", QT_TRANSLATE_NOOP("Panes", "Reports"), make<ReportsPane>},
    {"functions", QT_TRANSLATE_NOOP("Panes", "Functions"), make<FunctionsPane>},
    {"memory", QT_TRANSLATE_NOOP("Panes", "Memory"), make<MemoryPane>},
    {"roofline", QT_TRANSLATE_NOOP("Panes", "Roofline"), make<RooflinePane>},
    {"advice", QT_TRANSLATE_NOOP("Panes", "Advice"), make<AdvicePane>},
    {"checklist", QT_TRANSLATE_NOOP("Panes", "Checklist"), make<ChecklistPane>},
    {"sql", QT_TRANSLATE_NOOP("Panes", "SQL"), make<SqlPane>},
    {"kernelProfile", QT_TRANSLATE_NOOP("Panes", "Kernel metrics"), make<KernelProfilePane>},
    {"importLog", QT_TRANSLATE_NOOP("Panes", "Import log"), make<ImportLogPane>},
};

}  // namespace

std::span<const PaneInfo> paneTable() { return kPanes; }

}  // namespace app
