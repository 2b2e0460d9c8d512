// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/panes/sql/sql_editor.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QRegularExpression>
#include <QScrollBar>
#include <QStringListModel>
#include <QSyntaxHighlighter>

#include "app/kit/theme.h"
#include "app/pictures/picture_fonts.h"
#include "timeline/look/palette.h"

namespace app {
namespace {

constexpr int kLettersBeforeOffer = 3;

const QStringList& sqlWords() {
    static const QStringList words{
        "SELECT",       "FROM",       "WHERE", "GROUP BY", "ORDER BY",  "HAVING",  "LIMIT", "OFFSET",
        "JOIN",         "LEFT JOIN",  "ON",    "USING",    "AS",        "AND",     "OR",    "NOT",
        "IN",           "IS",         "NULL",  "LIKE",     "GLOB",      "BETWEEN", "CASE",  "WHEN",
        "THEN",         "ELSE",       "END",   "WITH",     "RECURSIVE", "UNION",   "ALL",   "DISTINCT",
        "DESC",         "ASC",        "COUNT", "SUM",      "AVG",       "MIN",     "MAX",   "OVER",
        "PARTITION BY", "ROW_NUMBER", "LAG",   "LEAD",     "CAST",      "INTEGER", "REAL",  "TEXT"};
    return words;
}

class SqlHighlighter : public QSyntaxHighlighter {
public:
    explicit SqlHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {
        QStringList parts;
        for (const QString& phrase : sqlWords()) parts.append(phrase.split(u' '));
        m_words = QRegularExpression(QStringLiteral("\\b(%1|BY|PARTITION|LEFT)\\b").arg(parts.join(u'|')),
                                     QRegularExpression::CaseInsensitiveOption);
    }

protected:
    void highlightBlock(const QString& text) override {
        const timeline::Tokens& t = timeline::tokens(themeManager()->theme());
        QTextCharFormat word, quoted, comment;
        word.setForeground(QColor(t.accent));
        word.setFontWeight(QFont::DemiBold);
        quoted.setForeground(QColor(t.warn));
        comment.setForeground(QColor(t.secondaryText));
        mark(text, m_words, word);
        static const QRegularExpression kQuoted(QStringLiteral("'[^']*'?")), kComment(QStringLiteral("--.*$"));
        mark(text, kQuoted, quoted);
        mark(text, kComment, comment);
    }

private:
    void mark(const QString& text, const QRegularExpression& what, const QTextCharFormat& format) {
        for (auto i = what.globalMatch(text); i.hasNext();) {
            const auto m = i.next();
            setFormat(static_cast<int>(m.capturedStart()), static_cast<int>(m.capturedLength()), format);
        }
    }
    QRegularExpression m_words;
};

}  // namespace

SqlEditor::SqlEditor(QWidget* parent)
    : QPlainTextEdit(parent), m_completer(new QCompleter(this)), m_names(new QStringListModel(this)) {
    setFont(fixedFont());
    setTabChangesFocus(true);
    setFrameShape(NoFrame);
    auto* highlighter = new SqlHighlighter(document());
    connect(themeManager(), &ThemeManager::themeChanged, highlighter, &QSyntaxHighlighter::rehighlight);
    m_names->setStringList(sqlWords());
    m_completer->setModel(m_names);
    m_completer->setWidget(this);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_completer->setFilterMode(Qt::MatchContains);
    m_completer->setCompletionMode(QCompleter::PopupCompletion);
    connect(m_completer, qOverload<const QString&>(&QCompleter::activated), this, &SqlEditor::complete);
}

void SqlEditor::setNames(const QStringList& names) { m_names->setStringList(names + sqlWords()); }

QString SqlEditor::wordBeforeCursor() const {
    const QString before = textCursor().block().text().left(textCursor().positionInBlock());
    static const QRegularExpression kWord(QStringLiteral("[A-Za-z_][A-Za-z_0-9]*$"));
    return kWord.match(before).captured();
}

void SqlEditor::complete(const QString& word) {
    QTextCursor cursor = textCursor();
    cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor, static_cast<int>(wordBeforeCursor().size()));
    cursor.insertText(word);
    setTextCursor(cursor);
}

void SqlEditor::offer(bool always) {
    const QString word = wordBeforeCursor();
    if (!always && word.size() < kLettersBeforeOffer) return m_completer->popup()->hide();
    m_completer->setCompletionPrefix(word);
    const int n = m_completer->completionCount();
    if (n == 0 || (n == 1 && m_completer->currentCompletion().compare(word, Qt::CaseInsensitive) == 0))
        return m_completer->popup()->hide();
    m_completer->popup()->setCurrentIndex(m_completer->completionModel()->index(0, 0));
    QRect at = cursorRect();
    at.setWidth(m_completer->popup()->sizeHintForColumn(0) +
                m_completer->popup()->verticalScrollBar()->sizeHint().width());
    m_completer->complete(at);
}

void SqlEditor::keyPressEvent(QKeyEvent* event) {
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if ((enter && event->modifiers() & Qt::ControlModifier) || event->key() == Qt::Key_F9) {
        m_completer->popup()->hide();
        emit runRequested();
        return;
    }
    // The list takes these keys while it is open.
    if (m_completer->popup()->isVisible() && (enter || event->key() == Qt::Key_Escape || event->key() == Qt::Key_Tab))
        return event->ignore();
    const bool asked = event->key() == Qt::Key_Space && event->modifiers() & Qt::ControlModifier;
    if (!asked) QPlainTextEdit::keyPressEvent(event);
    if (asked || (!event->text().isEmpty() && event->text().at(0).isLetterOrNumber()) ||
        event->text() == QLatin1String("_"))
        offer(asked);
    else m_completer->popup()->hide();
}

void SqlEditor::showMistake(qint64 byte) {
    if (byte < 0) return;
    const int position = static_cast<int>(QString::fromUtf8(toPlainText().toUtf8().left(byte)).size());
    QTextCursor cursor(document());
    cursor.setPosition(std::min(position, document()->characterCount() - 1));
    cursor.select(QTextCursor::WordUnderCursor);
    setTextCursor(cursor);
}

}  // namespace app
