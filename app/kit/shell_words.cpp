// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/shell_words.h"

#include <algorithm>

namespace app {
namespace {

const QString kOperators = QStringLiteral("|&;<>");
const QString kPlain = QStringLiteral("_-+=./:,@%^~{}");  // beside letters and digits

}  // namespace

ShellWords splitShell(const QString& text) {
    ShellWords out;
    QString word;
    bool inWord = false;
    QChar quote;  // null = none
    const auto end = [&] {
        if (inWord) out.words.append(word);
        word.clear();
        inWord = false;
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        const QChar next = i + 1 < text.size() ? text[i + 1] : QChar();
        if (quote == u'\'') {
            if (c == quote) quote = {};
            else word += c;
        } else if (c == u'\\' && (quote.isNull() || QStringLiteral("\"\\$`\n").contains(next)) && !next.isNull()) {
            ++i;
            if (next == u'\r' && i + 1 < text.size() && text[i + 1] == u'\n') ++i;
            else if (next != u'\n') word += next, inWord = true;
        } else if (!quote.isNull()) {
            if (c == quote) quote = {};
            else word += c;
        } else if (c == u'\'' || c == u'"') {
            quote = c;
            inWord = true;
        } else if (c.isSpace()) {
            end();
        } else if (kOperators.contains(c)) {
            // The number of a stream belongs to the operator: 2>&1.
            const bool stream = (c == u'>' || c == u'<') && inWord &&
                                std::all_of(word.cbegin(), word.cend(), [](QChar d) { return d.isDigit(); });
            if (stream) inWord = false;
            end();
            out.rest = text.mid(i).trimmed();
            return out;
        } else {
            word += c;
            inWord = true;
        }
    }
    out.closed = quote.isNull();
    end();
    return out;
}

QString quotedForShell(const QString& word) {
    bool plain = !word.isEmpty();
    for (const QChar c : word) plain = plain && (c.isLetterOrNumber() || kPlain.contains(c));
    if (plain && !word.startsWith(u'~') && !word.contains(QStringLiteral("{"))) return word;
    return u'\'' + QString(word).replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

QString joinForShell(const QStringList& words) {
    QStringList out;
    for (const QString& word : words) out.append(quotedForShell(word));
    return out.join(u' ');
}

}  // namespace app
