// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/commands/key_sheet.h"

#include <QEvent>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace app {

QString withoutMnemonic(QString text) {
    static const QRegularExpression bracketed(QStringLiteral("\\(&.\\)"));
    return text.remove(bracketed).remove(u'&');
}

KeySheet::KeySheet(timeline::KeyBindings keys, const QList<QAction*>& windowActions, QWidget* parent)
    : QDialog(parent), m_keys(std::move(keys)), m_actions(windowActions), m_text(new QTextBrowser(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("keySheet"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->document()->setDocumentMargin(20);
    layout->addWidget(m_text);
    m_text->setFocus();
    resize(640, 720);
    retranslate();
}

void KeySheet::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

void KeySheet::retranslate() {
    setWindowTitle(tr("Keys"));
    m_text->setAccessibleName(windowTitle());
    QString html = timeline::keySheetHtml(m_keys);
    html.chop(QStringLiteral("</table>").size());
    html += QStringLiteral("<tr><td colspan='2' style='padding-top:10px'><h4>%1</h4></td></tr>")
                .arg(tr("Window").toHtmlEscaped());
    for (const QAction* action : std::as_const(m_actions)) {
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts()) keys.append(key.toString(QKeySequence::NativeText));
        if (keys.isEmpty()) continue;
        html +=
            QStringLiteral("<tr><td style='padding:1px 24px 1px 0'>%1</td><td><b>%2</b></td></tr>")
                .arg(withoutMnemonic(action->text()).toHtmlEscaped(), keys.join(QStringLiteral("   ")).toHtmlEscaped());
    }
    m_text->setHtml(html + QStringLiteral("</table>"));
}

}  // namespace app
