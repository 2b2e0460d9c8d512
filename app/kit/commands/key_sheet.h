// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QDialog>
#include <QList>

#include "timeline/look/key_scheme.h"

class QTextBrowser;

namespace app {

/// The text of an action or a menu as it is read: without "&", and without the "(&O)" that translations have.
QString withoutMnemonic(QString text);

/// All keys, of the timeline in the scheme in use and of the window. Not modal: it may stay open while one tries them.
class KeySheet : public QDialog {
    Q_OBJECT

public:
    KeySheet(timeline::KeyBindings keys, const QList<QAction*>& windowActions, QWidget* parent);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    timeline::KeyBindings m_keys;
    QList<QAction*> m_actions;
    QTextBrowser* m_text;
};

}  // namespace app
