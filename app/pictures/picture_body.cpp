// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pictures/picture_body.h"

#include <qcustomplot.h>

#include <QCoreApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTimeZone>

#include "app/kit/theme.h"
#include "app/pictures/picture_fonts.h"
#include "app/pictures/picture_room.h"
#include "app/pictures/widget_painter.h"
#include "app/report/report_page.h"
#include "app/report/span_choice.h"
#include "timeline/look/format.h"
#include "timeline/rows/view_layout.h"
#include "timeline/view/timeline_picture.h"

namespace app {
namespace {

constexpr int kTitleLine = 26, kGap = 12;  // logical px, of compared reports
constexpr std::size_t kMostEntries = 12;
const QString kDot = QStringLiteral(" · ");

struct BodyTexts {
    Q_DECLARE_TR_FUNCTIONS(app::Picture)
};

QString fileText(const ReportPage& page) {
    QString out = page.document()->name();
    const model::SnapshotPtr& s = page.document()->snapshot();
    if (!s || s->info().utcEpochNs == 0) return out;
    const qint64 ms = (s->info().utcEpochNs + s->range().begin) / 1'000'000;
    const QString when =
        QDateTime::fromMSecsSinceEpoch(ms, QTimeZone::utc()).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    return BodyTexts::tr("%1 · captured %2 UTC", "file, date and time").arg(out, when);
}

QString spanText(model::TimeRange r, const timeline::TimeFormat& times) {
    const double resolution = static_cast<double>(std::max<model::TimeNs>(1, r.length())) / 1000;
    return BodyTexts::tr("%1 to %2 (%3)", "span of time")
        .arg(times.at(r.begin, resolution), times.at(r.end, resolution), timeline::formatDuration(r.length()));
}

/// A line for each report: its file and the part that is shown. What several have in common stands once, above.
QString footerOf(const PictureSource& source, const QStringList& what) {
    QStringList lines;
    const bool same = source.pages.size() > 1 && !what.value(0).isEmpty() && what.count(what.value(0)) == what.size();
    if (same) lines.append(what.value(0));
    for (std::size_t i = 0; i < source.pages.size(); ++i) {
        if (!source.pages[i]) continue;
        const QString side = source.pages.size() == 1 ? QString()
                             : i == 0                 ? QStringLiteral("A: ")
                                                      : QStringLiteral("B: ");
        const QString shown = what.value(std::min<qsizetype>(static_cast<qsizetype>(i), what.size() - 1));
        lines.append(side + fileText(*source.pages[i]) + (shown.isEmpty() || same ? QString() : kDot + shown));
    }
    return lines.isEmpty() ? what.value(0) : lines.join(u'\n');
}

/// One timeline, or two below each other with the same scale.
class TimelineBody : public PictureBody {
public:
    TimelineBody(const PictureSource& source, const PictureRequest& request) : m_source(source), m_request(request) {
        std::vector<timeline::PictureOptions> options;
        for (const auto& page : source.pages) options.push_back(optionsOf(*page->view()));
        if (request.what != PictureWhat::View && options.size() == 2) alignBoth(options[0], options[1]);
        int header = 0;
        for (std::size_t i = 0; i < options.size(); ++i) {
            m_parts.push_back(source.pages[i]->view()->picture(options[i]));
            header = std::max(header, m_parts.back()->headerWidth());
        }
        // Times lie below each other.
        for (std::size_t i = 0; i < m_parts.size() && m_parts.size() > 1; ++i) {
            if (m_parts[i]->headerWidth() == header) continue;
            options[i].headerWidth = header;
            m_parts[i] = source.pages[i]->view()->picture(options[i]);
        }
    }

    QSize size() const override {
        int width = 0, height = 0;
        for (const auto& part : m_parts) {
            width = std::max(width, part->size().width());
            height += part->size().height() + titleHeight() + (height > 0 ? kGap : 0);
        }
        return {width, height};
    }

    void paint(QCPPainter& p, bool asShapes) const override {
        int y = 0;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            if (titleHeight() > 0) paintTitle(p, i, QRect(0, y, m_parts[i]->size().width(), titleHeight()));
            y += titleHeight();
            p.save();
            p.translate(0, y);
            m_parts[i]->paint(p, asShapes);
            p.restore();
            y += m_parts[i]->size().height() + kGap;
        }
    }

    std::size_t shapes() const override {
        std::size_t n = 0;
        for (const auto& part : m_parts) n += part->shapes();
        return n;
    }
    int rowsLeftOut() const override {
        int n = 0;
        if (m_request.allRows || m_request.what == PictureWhat::Whole)
            for (const auto& part : m_parts) n += part->rowsLeftOut();
        return n;
    }
    std::vector<timeline::LegendEntry> legend(timeline::LegendBy by) const override {
        std::vector<timeline::LegendEntry> out;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            timeline::LegendMaker maker(m_source.pages[i]->view()->snapshot()->store());
            m_parts[i]->addTo(maker);
            for (timeline::LegendEntry& e : maker.legend(by, kMostEntries))
                if (std::none_of(out.begin(), out.end(),
                                 [&e](const timeline::LegendEntry& o) { return o.text == e.text; }))
                    out.push_back(std::move(e));
        }
        return out;
    }
    QString footer() const override {
        QStringList spans;
        for (std::size_t i = 0; i < m_parts.size(); ++i)
            spans.append(spanText(shownTime(i), m_source.pages[i]->view()->timeFormat()));
        return footerOf(m_source, spans);
    }
    std::vector<QRect> frames() const override {
        std::vector<QRect> out;
        int y = titleHeight();
        for (const auto& part : m_parts) {
            out.emplace_back(QPoint(0, y), part->size());
            y += part->size().height() + kGap + titleHeight();
        }
        return out;
    }

private:
    int titleHeight() const { return m_parts.size() > 1 ? kTitleLine : 0; }
    /// Without the margin beside a whole report.
    model::TimeRange shownTime(std::size_t part) const {
        const model::TimeRange shown = m_parts[part]->range(),
                               report = m_source.pages[part]->view()->snapshot()->range();
        return shown.overlaps(report.begin, report.end) ? shown.intersected(report) : shown;
    }

    timeline::PictureOptions optionsOf(const timeline::TimelineView& view) const {
        using namespace timeline;
        PictureOptions o;
        const bool whole = m_request.what == PictureWhat::Whole, allRows = whole || m_request.allRows;
        o.dpr = m_request.scale;
        o.theme = m_request.theme;
        o.font = pictureFont();
        o.headerWidth = PictureOptions::kFitHeader;
        // The whole picture is what was selected: its frame and the rest of the report would say nothing.
        o.parts =
            m_request.what == PictureWhat::View ? kRulerPart | kHeaderPart | kOverlayPart : kRulerPart | kHeaderPart;
        const QRect rows = view.rowsGeometry();
        const int width = m_request.width > 0 ? m_request.width : rows.right() + 1;
        int height = 0;  // as high as all rows need
        if (const RowListPtr list = view.rowList(); list && !allRows) {
            // To the end of the last row that is seen whole.
            const double top = view.viewState().scrollY, bottom = top + rows.height() - list->pinnedHeight();
            int end = 0;
            for (const Row& r : list->rows())
                if (r.y + r.height <= bottom) end = r.y + r.height;
            height = ViewLayout::kRulerHeight +
                     (end > top ? list->pinnedHeight() + static_cast<int>(std::lround(end - top)) : rows.height());
        }
        o.size = QSize(width, height);
        if (whole) o.range = wholeReport(view.snapshot()->range(), width);
        if (const auto& selection = view.viewState().selection; m_request.what == PictureWhat::Selection && selection) {
            // As the span below the picture says it: what lies outside of the report is not part of it.
            const model::TimeRange report = view.snapshot()->range();
            const model::TimeRange inside{std::max(selection->begin, report.begin),
                                          std::min(selection->end, report.end)};
            o.range = VisibleRange::of(inside.isEmpty() ? *selection : inside);
        }
        return o;
    }

    /// Both at one scale, as they lie on each other on screen: what is selected in A, or all of both.
    void alignBoth(timeline::PictureOptions& a, timeline::PictureOptions& b) const {
        const timeline::VisibleRange seenA = m_source.pages[0]->view()->viewState().range,
                                     seenB = m_source.pages[1]->view()->viewState().range;
        const double stretch = seenB.length / seenA.length;
        // In ns of A, from where the view begins.
        const auto inA = [&](model::TimeNs t) {
            return static_cast<double>(model::saturatingSub(t, seenA.begin)) - seenA.fraction;
        };
        const auto inB = [&](model::TimeNs t) {
            return (static_cast<double>(model::saturatingSub(t, seenB.begin)) - seenB.fraction) / stretch;
        };
        const model::TimeRange wantedA = a.range->outer(), wantedB = b.range->outer();
        double from = inA(wantedA.begin), to = inA(wantedA.end);
        if (m_request.what == PictureWhat::Whole) {
            from = std::min(from, inB(wantedB.begin));
            to = std::max(to, inB(wantedB.end));
        }
        a.range = seenA.movedBy(from);
        a.range->length = to - from;
        b.range = seenB.movedBy(from * stretch);
        b.range->length = (to - from) * stretch;
    }

    void paintTitle(QPainter& p, std::size_t part, const QRect& line) const {
        const timeline::Tokens& t = timeline::tokens(m_request.theme);
        const QRect badge(line.left(), line.top() + 2, 20, 20);
        QFont font = pictureFont();
        font.setPixelSize(12);
        font.setBold(true);
        p.setFont(font);
        p.fillRect(badge, QColor(t.accent));
        p.setPen(QColor(t.canvas));
        p.drawText(badge, Qt::AlignCenter, part == 0 ? QStringLiteral("A") : QStringLiteral("B"));
        p.setPen(QColor(t.text));
        p.drawText(line.adjusted(28, 0, 0, -4), Qt::AlignLeft | Qt::AlignVCenter,
                   m_source.pages[part]->document()->name());
    }

    PictureSource m_source;
    PictureRequest m_request;
    std::vector<std::unique_ptr<timeline::TimelinePicture>> m_parts;
};

/// In another theme than that of the application, while it lives.
class ThemeScope {
public:
    explicit ThemeScope(timeline::Theme theme) : m_before(themeManager()->choice()) {
        if (themeManager()->theme() == theme) return;
        m_changed = true;
        themeManager()->setChoice(theme == timeline::Theme::Dark ? ThemeChoice::Dark : ThemeChoice::Light);
    }
    ~ThemeScope() {
        if (m_changed) themeManager()->setChoice(m_before);
    }
    ThemeScope(const ThemeScope&) = delete;
    ThemeScope& operator=(const ThemeScope&) = delete;

private:
    ThemeChoice m_before;
    bool m_changed = false;
};

/// A window as it is.
class WindowBody : public PictureBody {
public:
    WindowBody(const PictureSource& source, const PictureRequest& request)
        : m_window(source.window), m_theme(request.theme), m_footer(footerOf(source, {QString()})) {}

    QSize size() const override { return m_window->size(); }
    void paint(QCPPainter& p, bool asShapes) const override {
        const ThemeScope scope(m_theme);
        paintWidget(p, *m_window, WidgetPart::All, asShapes);
    }
    QImage grab() const override {
        const ThemeScope scope(m_theme);
        for (QCustomPlot* plot : m_window->findChildren<QCustomPlot*>())
            if (plot->isVisible()) plot->replot(QCustomPlot::rpImmediateRefresh);
        return m_window->grab().toImage();
    }
    QString footer() const override { return m_footer; }

private:
    QWidget* m_window;
    timeline::Theme m_theme;
    QString m_footer;
};

/// The settings of a pane, in words: filter, span, what its lists are set to.
/// "Object(&O):" as translations have it, too.
QString withoutMnemonic(QString text) {
    static const QRegularExpression inBrackets(QStringLiteral("[(（]&.[)）]"));
    return text.remove(inBrackets).remove(u'&');
}

QStringList settingsOf(const QWidget& pane, const timeline::TimeFormat& times) {
    QStringList out;
    const QList<QLabel*> labels = pane.findChildren<QLabel*>();
    for (const QWidget* w : settingsOutside(pane)) {
        if (const auto* span = qobject_cast<const SpanChoice*>(w)) {
            if (const auto range = span->range()) out.append(spanText(*range, times));
            continue;
        }
        const QString value = valueOf(*w);
        const auto label = std::find_if(labels.begin(), labels.end(), [w](const QLabel* l) { return l->buddy() == w; });
        if (qobject_cast<const QLineEdit*>(w)) out.append(BodyTexts::tr("filter “%1”").arg(value));
        else if (label != labels.end())
            out.append(BodyTexts::tr("%1: %2", "a list of choices and what is chosen")
                           .arg(withoutMnemonic((*label)->text()), value));
        else out.append(value);
    }
    return out;
}

/// What a pane shows, with the room that it needs.
class PaneBody : public PictureBody {
public:
    PaneBody(const PictureSource& source, const PictureRequest& request, const PictureSource::Pane& pane)
        : m_pane(pane.widget), m_theme(request.theme), m_allRows(request.allRows) {
        const PictureRoom room(*m_pane, m_allRows);
        m_size = contentRect(*m_pane).size();
        m_leftOut = room.leftOut();
        QStringList words{pane.title};
        if (!pane.about.isEmpty()) words.append(pane.about);
        const bool hasPage = !source.pages.empty() && source.pages.front();
        const timeline::TimeFormat times =
            hasPage ? source.pages.front()->view()->timeFormat() : timeline::TimeFormat();
        for (const QString& set : settingsOf(*m_pane, times))
            if (!words.contains(set)) words.append(set);
        m_footer = footerOf(source, {(words + m_leftOut).join(kDot)});
    }

    QSize size() const override { return m_size; }
    void paint(QCPPainter& p, bool asShapes) const override {
        const ThemeScope scope(m_theme);
        const PictureRoom room(*m_pane, m_allRows);
        paintWidget(p, *m_pane, WidgetPart::Content, asShapes);
    }
    QString footer() const override { return m_footer; }
    QStringList leftOut() const override { return m_leftOut; }

private:
    QWidget* m_pane;
    timeline::Theme m_theme;
    bool m_allRows;
    QSize m_size;
    QStringList m_leftOut;
    QString m_footer;
};

}  // namespace

std::unique_ptr<PictureBody> PictureBody::make(const PictureSource& source, const PictureRequest& request) {
    if (!source.offers(request.what)) return nullptr;
    if (request.what == PictureWhat::Window) return std::make_unique<WindowBody>(source, request);
    if (request.what != PictureWhat::Pane) return std::make_unique<TimelineBody>(source, request);
    for (const PictureSource::Pane& pane : source.panes)
        if (pane.widget && pane.widget == request.pane) return std::make_unique<PaneBody>(source, request, pane);
    return nullptr;
}

}  // namespace app
