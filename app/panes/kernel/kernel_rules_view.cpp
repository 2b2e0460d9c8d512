// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/kernel/kernel_rules_view.h"

#include <QDesktopServices>
#include <QEvent>
#include <QLocale>
#include <QUrl>
#include <algorithm>
#include <limits>

#include "app/kit/metric_text.h"
#include "app/kit/std_text.h"
#include "app/kit/theme.h"
#include "model/kernels/kernel_pages.h"
#include "timeline/look/format.h"

namespace app {
namespace {

using model::ProfileRule;

QString html(std::string_view s) { return utf8(s).toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")); }
QString colour(QRgb c) { return QColor(c).name(); }

using Entry = model::KernelRemark;

QString linkOf(const model::RuleTextPart& part) {
    using Kind = model::RuleTextPart::Kind;
    const QString target = utf8(part.target).toHtmlEscaped(), text = html(part.text);
    switch (part.kind) {
    case Kind::Plain: return text;
    case Kind::Section: return QStringLiteral("<a href=\"section:%1\">%2</a>").arg(target, text);
    case Kind::Source: return QStringLiteral("<a href=\"source:%1\">%2</a>").arg(target, text);
    case Kind::Url:
        return target.startsWith(QStringLiteral("https://")) ? QStringLiteral("<a href=\"%1\">%2</a>").arg(target, text)
                                                             : text;
    }
    return text;
}

QString withLinks(std::string_view text) {
    QString out;
    for (const model::RuleTextPart& part : model::ruleTextParts(text)) out += linkOf(part);
    return out;
}

}  // namespace

KernelRulesView::KernelRulesView(QWidget* parent) : QTextBrowser(parent) {
    setFrameShape(NoFrame);
    setOpenLinks(false);
    document()->setDocumentMargin(10);
    connect(this, &QTextBrowser::anchorClicked, this, &KernelRulesView::follow);
}

void KernelRulesView::setKernel(const ShownKernel& shown) {
    m_shown = shown;
    rebuild();
}

void KernelRulesView::follow(const QUrl& link) {
    if (link.scheme() == QLatin1String("section")) {
        emit sectionRequested(link.path());
    } else if (link.scheme() == QLatin1String("source")) {
        const QString place = link.path();
        const qsizetype colon = place.lastIndexOf(u':');
        // Rules count lines from 0 in their links.
        if (colon > 0) emit sourceRequested(place.left(colon), place.mid(colon + 1).toInt() + 1);
    } else {
        QDesktopServices::openUrl(link);
    }
}

namespace {

class RulesHtml {
public:
    RulesHtml(const model::Snapshot& s, const model::KernelProfile& p, timeline::Theme theme)
        : m_s(s), m_p(p), m_tokens(timeline::tokens(theme)) {}

    /// `base`: the same remark of the baseline, if there is one; `note`: how both compare, as HTML.
    QString entry(const Entry& e, const ProfileRule::Item* base, const KernelBaseline& baseline,
                  const QString& note) const {
        const ProfileRule::Item& item = *e.item;
        const QString title = html(m_s.text(item.title ? item.title : e.rule->title ? e.rule->title : e.rule->id));
        QString out = QStringLiteral(
                          "<table width=\"100%\" cellspacing=\"0\" cellpadding=\"0\" style=\"margin-bottom:10px\"><tr>"
                          "<td width=\"3\" style=\"background-color:%1\"></td><td style=\"padding-left:9px\">")
                          .arg(mark(item));
        out +=
            QStringLiteral(
                "<p style=\"margin:0 0 3px 0\"><span style=\"font-weight:600\">%1</span>%2<span style=\"color:%3\">%5</span> <span style=\"color:%3\">%4</span></p>")
                .arg(title, kind(item) + speedup(item), colour(m_tokens.secondaryText), section(*e.rule), note);
        out += QStringLiteral("<p style=\"margin:0\">%1</p>").arg(withLinks(m_s.text(item.text)));
        for (const ProfileRule::Focus& f : item.focus) out += focus(f, valueBefore(f, base, baseline));
        for (const ProfileRule::Table& t : item.tables) out += table(t);
        return out + QStringLiteral("</td></tr></table>");
    }

private:
    QString mark(const ProfileRule::Item& item) const {
        switch (item.kind) {
        case ProfileRule::Kind::Optimization: return colour(m_tokens.accent);
        case ProfileRule::Kind::Warning: return colour(m_tokens.warn);
        case ProfileRule::Kind::Error: return colour(m_tokens.bad);
        default: return colour(m_tokens.grid);
        }
    }

    /// What the colour at the left says, in a word.
    QString kind(const ProfileRule::Item& item) const {
        QString word;
        switch (item.kind) {
        case ProfileRule::Kind::Optimization: word = KernelRulesView::tr("Optimization"); break;
        case ProfileRule::Kind::Warning: word = KernelRulesView::tr("Warning"); break;
        case ProfileRule::Kind::Error: word = KernelRulesView::tr("Error"); break;
        default: return {};
        }
        return QStringLiteral(" &nbsp;<span style=\"color:%1\">%2</span>&nbsp;").arg(mark(item), word);
    }

    QString speedup(const ProfileRule::Item& item) const {
        if (item.speedup == ProfileRule::Speedup::None) return {};
        const QString percent = timeline::formatPercent(item.percent / 100).toHtmlEscaped();
        const QString text = item.speedup == ProfileRule::Speedup::Global
                                 ? KernelRulesView::tr("estimated speed-up %1").arg(percent)
                                 : KernelRulesView::tr("estimated local speed-up %1").arg(percent);
        return QStringLiteral(" &nbsp;<span style=\"color:%1; font-weight:600\">%2</span>&nbsp;")
            .arg(colour(m_tokens.accent), text);
    }

    QString section(const ProfileRule& rule) const {
        const model::ProfileSection* s = m_p.section(rule.section);
        const std::string_view id = m_s.text(rule.section);
        if (!s) return id.empty() ? QString() : html(id);
        return QStringLiteral("<a href=\"section:%1\">%2</a>").arg(utf8(id).toHtmlEscaped(), html(m_s.text(s->title)));
    }

    /// NaN where the baseline does not say it.
    double valueBefore(const ProfileRule::Focus& f, const ProfileRule::Item* base,
                       const KernelBaseline& baseline) const {
        if (base)
            for (const ProfileRule::Focus& b : base->focus)
                if (baseline.snapshot->text(b.metric) == m_s.text(f.metric)) return b.value;
        return std::numeric_limits<double>::quiet_NaN();
    }

    QString focus(const ProfileRule::Focus& f, double before) const {
        const std::string_view metric = m_s.text(f.metric);
        QString value = metricText(m_s, model::MetricValue::ofReal(f.value), model::metricUnit(metric)).toHtmlEscaped();
        if (const QString delta = deltaText(f.value, before, model::metricUnit(metric)); !delta.isEmpty())
            value += QStringLiteral(" <b>(%1)</b>").arg(delta.toHtmlEscaped());
        return QStringLiteral("<p style=\"margin:3px 0 0 0; color:%1\">%2 = %3 — %4</p>")
            .arg(colour(m_tokens.secondaryText), html(metric), value, html(m_s.text(f.why)));
    }

    QString table(const ProfileRule::Table& t) const {
        std::size_t rows = 0;
        for (const auto& column : t.columns) rows = std::max(rows, column.size());
        QString out =
            QStringLiteral("<p style=\"margin:6px 0 2px 0\">%1</p><table cellspacing=\"0\" cellpadding=\"3\"><tr>")
                .arg(html(m_s.text(t.title)));
        for (const model::StringId h : t.headers)
            out += QStringLiteral("<th align=\"left\" style=\"color:%1\">%2&nbsp;&nbsp;</th>")
                       .arg(colour(m_tokens.secondaryText), html(m_s.text(h)));
        out += QStringLiteral("</tr>");
        for (std::size_t row = 0; row < rows; ++row) {
            out += QStringLiteral("<tr>");
            for (const auto& column : t.columns)
                out += QStringLiteral("<td>%1&nbsp;&nbsp;</td>")
                           .arg(row < column.size() ? withLinks(m_s.text(column[row])) : QString());
            out += QStringLiteral("</tr>");
        }
        return out + QStringLiteral("</table>");
    }

    const model::Snapshot& m_s;
    const model::KernelProfile& m_p;
    const timeline::Tokens& m_tokens;
};

}  // namespace

namespace {

/// What a remark says in any report, whatever its numbers.
std::pair<std::string_view, std::string_view> keyOf(const model::Snapshot& s, const Entry& e) {
    return {s.text(e.rule->id), s.text(e.item->title)};
}

/// How the gain that a remark promises compares with what it promised of the baseline.
QString gainNote(const ProfileRule::Item& item, const ProfileRule::Item* base) {
    if (!base) return u' ' + KernelRulesView::tr("not in the baseline");
    const bool has = item.speedup != ProfileRule::Speedup::None, had = base->speedup != ProfileRule::Speedup::None;
    if (!had) return has ? u' ' + KernelRulesView::tr("no gain was estimated for the baseline") : QString();
    const QString before = timeline::formatPercent(base->percent / 100);
    const QString note = has ? KernelRulesView::tr("baseline %1, %2", "estimated gain, and how this one differs")
                                   .arg(before, deltaText(item.percent, base->percent, "%"))
                             : KernelRulesView::tr("baseline %1").arg(before);
    return u' ' + note.toHtmlEscaped();
}

}  // namespace

void KernelRulesView::rebuild() {
    m_count = 0;
    m_why.clear();
    const model::KernelProfile* p = m_shown.kernel();
    if (!p) return clear();
    const KernelBaseline& baseline = m_shown.baseline;
    const timeline::Tokens& tokens = timeline::tokens(themeManager()->theme());
    document()->setDefaultStyleSheet(
        QStringLiteral("a { color: %1; text-decoration: none; }").arg(colour(tokens.accent)));
    std::vector<Entry> before = baseline ? model::remarksByGain(baseline.kernel()) : std::vector<Entry>();
    const RulesHtml writer(*m_shown.snapshot, *p, themeManager()->theme());
    QString out;
    for (const Entry& e : model::remarksByGain(*p)) {
        const auto same = std::find_if(before.begin(), before.end(), [&](const Entry& b) {
            return keyOf(*baseline.snapshot, b) == keyOf(*m_shown.snapshot, e);
        });
        const ProfileRule::Item* base = same == before.end() ? nullptr : same->item;
        if (base) before.erase(same);
        out += writer.entry(e, base, baseline, baseline ? gainNote(*e.item, base) : QString());
        ++m_count;
    }
    const auto line = [&](const QString& text) {
        return QStringLiteral("<p style=\"color:%1\">%2</p>").arg(colour(tokens.secondaryText), text);
    };
    if (m_count == 0 && p->quietRules == 0 && before.empty())
        m_why = tr(
            "The report holds no rules for this kernel. Profile it with a set that has them, for example “ncu --set full”.");
    if (m_count == 0 && p->quietRules == 0)
        out = line(tr(
            "The report holds no rules for this kernel. Profile it with a set that has them, for example “ncu --set full”."));
    else if (p->quietRules)
        out += line(tr("%Ln more rule(s) found nothing to say.", nullptr, static_cast<int>(p->quietRules)));
    if (!before.empty()) {
        out += QStringLiteral("<h4>%1</h4>").arg(tr("In the baseline only"));
        const RulesHtml other(*baseline.snapshot, baseline.kernel(), themeManager()->theme());
        for (const Entry& e : before) out += other.entry(e, nullptr, {}, {});
    }
    setHtml(out);
}

void KernelRulesView::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) rebuild();
}

}  // namespace app
