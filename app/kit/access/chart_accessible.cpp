// SPDX-License-Identifier: GPL-3.0-or-later
// What assistive technologies are told of charts: each is a list of its points.
#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <QWidget>
#include <QWindow>
#include <map>

#include "app/kit/access/spoken_points.h"

namespace app {
namespace {

/// A point, which is no object of its own.
class PointAccessible final : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    PointAccessible(SpokenPoints& points, int at) : m_points(&points), m_at(at) {}

    bool isValid() const override { return m_points && m_at < m_points->count(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_points ? m_points->widget()->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override {
        return m_points ? QAccessible::queryAccessibleInterface(m_points->widget()) : nullptr;
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QRect rect() const override {
        const QRect r = isValid() ? m_points->area(m_at) : QRect();
        return r.isEmpty() ? r : QRect(m_points->widget()->mapToGlobal(r.topLeft()), r.size());
    }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override {
        QAccessible::State s;
        s.invalid = !isValid();
        if (s.invalid) return s;
        s.focusable = s.selectable = true;
        s.selected = m_points->current() == m_at;
        s.focused = s.selected && m_points->widget()->hasFocus();
        s.offscreen = rect().isEmpty();
        return s;
    }
    QString text(QAccessible::Text t) const override {
        if (!isValid()) return {};
        if (t == QAccessible::Name) return m_points->sentence(m_at);
        return t == QAccessible::Value ? m_points->text(m_at) : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    QStringList actionNames() const override { return {setFocusAction(), pressAction()}; }
    void doAction(const QString& name) override {
        if (!isValid()) return;
        m_points->widget()->setFocus();
        m_points->setCurrent(m_at);
        if (name == pressAction()) m_points->choose(m_at);
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    const QPointer<SpokenPoints> m_points;
    const int m_at;
};

/// Parts are made when somebody looks at them, and kept as long as the chart, because they are looked at again.
class ChartAccessible final : public QAccessibleWidget {
public:
    explicit ChartAccessible(QWidget* widget) : QAccessibleWidget(widget, QAccessible::Chart) {}
    ~ChartAccessible() override {
        for (const auto& [at, id] : m_parts) QAccessible::deleteAccessibleInterface(id);
    }

    QString text(QAccessible::Text t) const override {
        const QString own = QAccessibleWidget::text(t);
        if (t != QAccessible::Value && t != QAccessible::Description) return own;
        const SpokenPoints* const all = points();
        if (!all) return own;
        const QString said = all->current() >= 0 ? all->sentence(all->current())
                                                 : SpokenPoints::tr("%Ln point(s)", "of a chart", all->count());
        // As AT-SPI has no values that are texts, the value stands in the description, too.
        return t == QAccessible::Value || own.isEmpty() ? said : said + u'\n' + own;
    }
    int childCount() const override { return points() ? points()->count() : 0; }
    QAccessibleInterface* child(int i) const override {
        SpokenPoints* const all = points();
        if (!all || i < 0 || i >= all->count()) return nullptr;
        auto& id = m_parts[i];
        if (!id) id = QAccessible::registerAccessibleInterface(new PointAccessible(*all, i));
        return QAccessible::accessibleInterface(id);
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        for (const auto& [at, id] : m_parts)
            if (QAccessible::accessibleInterface(id) == child) return at;
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const SpokenPoints* const all = points();
        const QPoint at = widget()->mapFromGlobal(QPoint(x, y));
        for (int i = 0; all && i < all->count(); ++i)
            if (all->area(i).contains(at)) return child(i);
        return nullptr;
    }
    QAccessibleInterface* focusChild() const override {
        const SpokenPoints* const all = points();
        if (!all || !widget()->hasFocus()) return nullptr;
        return all->current() >= 0 ? child(all->current()) : const_cast<ChartAccessible*>(this);
    }

private:
    SpokenPoints* points() const { return SpokenPoints::of(widget()); }
    mutable std::map<int, QAccessible::Id> m_parts;
};

QAccessibleInterface* make(const QString&, QObject* object) {
    auto* widget = qobject_cast<QWidget*>(object);
    return widget && SpokenPoints::of(widget) ? new ChartAccessible(widget) : nullptr;
}

}  // namespace

void installChartAccessibility() { QAccessible::installFactory(make); }

}  // namespace app
