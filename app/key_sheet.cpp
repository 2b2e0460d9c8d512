// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/key_sheet.h"

#include <QEvent>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace app {

KeySheet::KeySheet(timeline::KeyScheme scheme, const QList<QAction*>& windowActions, QWidget* parent)
    : QDialog(parent), m_scheme(scheme), m_actions(windowActions), m_text(new QTextBrowser(this)) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("keySheet"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_text->setFrameShape(QFrame::NoFrame);
    layout->addWidget(m_text);
    resize(640, 720);
    retranslate();
}

void KeySheet::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

void KeySheet::retranslate() {
    setWindowTitle(tr("Keys"));
    QString rows;
    for (const QAction* action : std::as_const(m_actions)) {
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts()) keys.append(key.toString(QKeySequence::NativeText).toHtmlEscaped());
        if (keys.isEmpty()) continue;
        rows += QStringLiteral("<tr><td>%1</td><td>%2</td></tr>").arg(keys.join(QStringLiteral(", ")), action->text().remove(u'&').toHtmlEscaped());
    }
    m_text->setHtml(timeline::keySheetHtml(m_scheme) + QStringLiteral("<h3>%1</h3><table cellspacing=4>%2</table>").arg(tr("Window").toHtmlEscaped(), rows));
}

}  // namespace app
