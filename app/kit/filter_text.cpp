// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/filter_text.h"

#include <QCoreApplication>

namespace app {
namespace {
struct FilterText {
    Q_DECLARE_TR_FUNCTIONS(app::FilterText)
};
}  // namespace

QString filterMistake(const model::EventFilter::Error& error) {
    using Code = model::EventFilter::Error::Code;
    const QString term = QString::fromStdString(error.term);
    switch (error.code) {
    case Code::OpenQuote: return FilterText::tr("A quotation mark is not closed: %1").arg(term);
    case Code::BadRegex:
        return FilterText::tr("Not a regular expression: %1 (%2)").arg(term, QString::fromStdString(error.detail));
    case Code::NotADuration: return FilterText::tr("Not a time: %1. Write it as 100us, 1.5ms or 2s.").arg(term);
    case Code::NotANumber: return FilterText::tr("Not a number: %1").arg(term);
    case Code::NoValue: return FilterText::tr("A value is missing: %1").arg(term);
    case Code::UnknownKind:
        return FilterText::tr("Not a kind of event: %1. Kinds are %2.").arg(term, QString::fromStdString(error.detail));
    case Code::NotComparable: return FilterText::tr("Texts are not less or greater: %1. Use : or = instead.").arg(term);
    }
    return {};
}

QString filterHint(const model::EventFilter& filter, const model::Snapshot& s) {
    const auto unknown = filter.unknownKey(s);
    if (!unknown) return {};
    const QString word = QString::fromStdString(unknown->word);
    if (unknown->instead.empty()) return FilterText::tr("no event has an argument “%1”").arg(word);
    return FilterText::tr("no event has an argument “%1”; did you mean “%2”?")
        .arg(word, QString::fromStdString(unknown->instead));
}

QString filterOfName(const QString& name) {
    // Quotes cannot be quoted: there, a regular expression stands for them.
    if (!name.contains(u'"') && !name.contains(u'\n')) return QStringLiteral("name=\"%1\"").arg(name);
    QString pattern;
    for (const QChar c : name) {
        if (c == u'"' || c == u'\n') {
            pattern += c == u'"' ? QStringLiteral("\\x22") : QStringLiteral("\\n");
            continue;
        }
        if (c.unicode() > 0x20 && c.unicode() < 0x7f && !c.isLetterOrNumber() && c != u'_') pattern += u'\\';
        pattern += c;
    }
    return QStringLiteral("name:~\"^%1$\"").arg(pattern);
}

QString filterHelp() {
    const QStringList lines{
        QStringLiteral("<b>gemm</b> &nbsp; ") + FilterText::tr("the name holds it"),
        QStringLiteral("<b>~^nccl|gemm</b> &nbsp; ") + FilterText::tr("the name matches a regular expression"),
        QStringLiteral("<b>kernel:gemm &nbsp; api: &nbsp; nvtx:</b> &nbsp; ") +
            FilterText::tr("kind of event, and its name"),
        QStringLiteral("<b>dur&gt;100us &nbsp; start&gt;=1.5s &nbsp; end&lt;2s</b> &nbsp; ") + FilterText::tr("times"),
        QStringLiteral("<b>stream:7 &nbsp; device:0 &nbsp; pid:42 &nbsp; thread:autograd</b> &nbsp; ") +
            FilterText::tr("where"),
        QStringLiteral("<b>bytes&gt;1MB &nbsp; registersPerThread&gt;64</b> &nbsp; ") +
            FilterText::tr("any argument of the event"),
        QStringLiteral("<b>-memset</b> &nbsp; ") + FilterText::tr("not that"),
    };
    return QStringLiteral("<p style='white-space:pre'>") + lines.join(QStringLiteral("<br>")) + QStringLiteral("</p>");
}

}  // namespace app
