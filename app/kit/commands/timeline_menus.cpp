// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/commands/timeline_menus.h"

#include <QMenu>

#include "app/kit/preferences.h"
#include "timeline/look/time_format.h"
#include "timeline/view/timeline_view.h"

namespace app {

using timeline::Density;
using timeline::TimeStyle;

namespace {

QAction* addTo(QActionGroup* group, QMenu* menu, int data) {
    QAction* action = group->addAction(QString());
    action->setCheckable(true);
    action->setData(data);
    menu->addAction(action);
    return action;
}
Density densityOf(const QAction* action) { return static_cast<Density>(action->data().toInt()); }
TimeStyle styleOf(const QAction* action) { return static_cast<TimeStyle>(action->data().toInt()); }

}  // namespace

TimelineChoices::TimelineChoices(QMenu* densities, QMenu* times, QObject* parent)
    : QObject(parent), m_timesMenu(times), m_densities(new QActionGroup(this)), m_times(new QActionGroup(this)) {
    for (const Density density : {Density::Compact, Density::Normal, Density::Tall})
        addTo(m_densities, densities, static_cast<int>(density));
    for (std::size_t i = 0; i < timeline::kTimeStyleCount; ++i)
        addTo(m_times, times, static_cast<int>(i))
            ->setObjectName(QStringLiteral("times_") + timeline::timeStyleId(static_cast<TimeStyle>(i)));
    times->setToolTipsVisible(true);
    connect(m_densities, &QActionGroup::triggered, this,
            [this](const QAction* action) { emit densityChosen(densityOf(action)); });
    connect(m_times, &QActionGroup::triggered, this, [this](const QAction* action) {
        emit timesChosen();
        preferences::kTimes.set(timeline::timeStyleId(styleOf(action)));
    });
}

void TimelineChoices::follow(const timeline::TimelineView& view) {
    for (QAction* action : m_densities->actions())
        action->setChecked(densityOf(action) == view.viewState().layout.density);
    const auto whyNot = [&view](TimeStyle style) {
        return view.snapshot() ? timeline::whyNoTimes(view.snapshot()->info(), style) : QString();
    };
    // What the report cannot show so is shown as an offset.
    const TimeStyle chosen = timeline::timeStyleFromId(preferences::kTimes.value());
    const TimeStyle shown = whyNot(chosen).isEmpty() ? chosen : TimeStyle::Offset;
    for (QAction* action : m_times->actions()) {
        const QString why = whyNot(styleOf(action));
        action->setEnabled(why.isEmpty());
        action->setToolTip(why.isEmpty() ? action->text() : why);
        action->setChecked(!view.viewState().zero && styleOf(action) == shown);
    }
    m_timesMenu->clear();
    m_timesMenu->addActions(m_times->actions());
    m_timesMenu->addSeparator();
    for (const timeline::Command command : parts::kTimeZero) m_timesMenu->addAction(view.action(command));
}

void TimelineChoices::retranslate() {
    const QString densities[] = {tr("Compact"), tr("Normal"), tr("Tall")};
    for (QAction* action : m_densities->actions()) action->setText(densities[action->data().toInt()]);
    for (QAction* action : m_times->actions()) action->setText(timeline::timeStyleText(styleOf(action)));
}

}  // namespace app
