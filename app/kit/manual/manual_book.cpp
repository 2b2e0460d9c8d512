// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/manual/manual_book.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <QResource>
#include <QTextBlock>
#include <QTextTable>
#include <algorithm>

namespace app {
namespace {

/// What the build has drawn for the pages (app/manual_pictures.cmake): beside the program, or where it is installed.
bool registerPictures() {
    const QString here = QCoreApplication::applicationDirPath();
    for (const char* file : {"/manual.rcc", "/../share/sightline/manual.rcc"})
        if (QResource::registerResource(here + QLatin1String(file))) return true;
    return false;
}

QString readPage(const QString& folder, const QString& file) {
    QFile page(folder + file);
    return page.open(QIODevice::ReadOnly) ? QString::fromUtf8(page.readAll()) : QString();
}

/// Pages that a page links to, in the order of the links.
QStringList pagesNamedIn(const QString& text) {
    static const QRegularExpression link(QStringLiteral(R"(\]\(([\w-]+\.md)\))"));
    QStringList out;
    for (auto it = link.globalMatch(text); it.hasNext();) out.append(it.next().captured(1));
    out.removeDuplicates();
    return out;
}

// What only a reader of the sources can follow is left out: links to other files of the tree.
QString withoutLinksToSources(QString text) {
    static const QRegularExpression link(QStringLiteral(R"((?<!!)\[([^\]]+)\]\((?:\.\./){2,}[^)]*\))"));
    return text.replace(link, QStringLiteral("\\1"));
}

// Pictures lie beside the program, which makes them. Without them a page shows its text alone.
QString withPictures(QString text) {
    static const QRegularExpression picture(QStringLiteral(R"(!\[([^\]]*)\]\([^)]*/([\w-]+\.png)\)\n?)"));
    qsizetype at = 0;
    for (QRegularExpressionMatch m; (m = picture.match(text, at)).hasMatch();) {
        const QString file = QStringLiteral(":/manual/pictures/") + m.captured(2);
        const QString shown =
            QFile::exists(file) ? QStringLiteral("![%1](qrc%2)\n").arg(m.captured(1), file) : QString();
        text.replace(m.capturedStart(), m.capturedLength(), shown);
        at = m.capturedStart() + shown.size();
    }
    return text;
}

// A heading of a translated page names its anchor: `## 步 <a id="steps"></a>`.
std::vector<ManualHeading> takeAnchors(QString& text) {
    static const QRegularExpression heading(QStringLiteral(R"re(^(#+) (.*?)(?: <a id="([^"]*)"></a>)?$)re"),
                                            QRegularExpression::MultilineOption);
    std::vector<ManualHeading> out;
    static const QRegularExpression fence(
        QStringLiteral("^```.*?^```$"),
        QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
    // Comments of shell scripts look like headings.
    QString prose = text;
    prose.remove(fence);
    for (auto it = heading.globalMatch(prose); it.hasNext();) {
        const QRegularExpressionMatch m = it.next();
        const QString name = m.captured(3);
        out.push_back({static_cast<int>(m.capturedLength(1)), m.captured(2),
                       name.isEmpty() ? manualAnchor(m.captured(2)) : name});
    }
    static const QRegularExpression anchor(QStringLiteral(R"re( <a id="[^"]*"></a>)re"));
    text.remove(anchor);
    return out;
}

ManualPage makePage(const QString& file, QString text) {
    ManualPage page;
    page.file = file;
    text = withPictures(withoutLinksToSources(text));
    page.headings = takeAnchors(text);
    page.document = std::make_unique<QTextDocument>();
    page.document->setMarkdown(text, QTextDocument::MarkdownDialectGitHub);
    std::size_t at = 0;
    for (QTextBlock b = page.document->begin(); b.isValid() && at < page.headings.size(); b = b.next())
        if (b.blockFormat().headingLevel() > 0) {
            page.headings[at].text = b.text();
            page.headings[at++].position = b.position();
        }
    page.title = page.headings.empty() ? file : page.headings.front().text;
    return page;
}

bool isMarked(const QTextCharFormat& format) {
    return format.fontFixedPitch() || format.fontWeight() >= QFont::DemiBold;
}

bool namesAsCode(const QTextBlock& block, const QString& word) {
    for (auto it = block.begin(); !it.atEnd(); ++it)
        if (it.fragment().charFormat().fontFixedPitch() && it.fragment().text() == word) return true;
    return false;
}

}  // namespace

QString manualAnchor(const QString& heading) {
    QString out;
    for (const QChar c : heading) {
        if (c.isLetterOrNumber() || c == u'-' || c == u'_') out += c.toLower();
        else if (c == u' ') out += u'-';
    }
    return out;
}

QStringList definedBy(const QTextBlock& block) {
    static const QRegularExpression between(QStringLiteral("[,，、]\\s*"));
    if (block.blockFormat().headingLevel() > 0) return {};
    const auto* table = qobject_cast<QTextTable*>(QTextCursor(block).currentFrame());
    const QTextTableCell cell = table ? table->cellAt(block.position()) : QTextTableCell();
    if (cell.isValid() && cell.row() == 0) return {};  // a heading of a column
    QStringList out;
    for (auto it = block.begin(); !it.atEnd(); ++it) {
        const QString text = it.fragment().text();
        if (isMarked(it.fragment().charFormat())) out.append(text.split(between, Qt::SkipEmptyParts));
        else if (out.isEmpty() && cell.isValid() && cell.column() == 0) out = text.split(between, Qt::SkipEmptyParts);
        else if (text.trimmed().size() > 3) break;  // more than what joins two words
    }
    return out;
}

const ManualHeading& ManualPage::headingAt(int position) const {
    const auto after = std::find_if(headings.begin(), headings.end(),
                                    [position](const ManualHeading& h) { return h.position > position; });
    return after == headings.begin() ? headings.front() : *std::prev(after);
}

ManualBook::ManualBook(const QString& language) {
    static const bool pictures = registerPictures();
    Q_UNUSED(pictures)
    const QString own = QStringLiteral(":/manual/%1/").arg(language);
    const QString folder = QFile::exists(own) ? own : QStringLiteral(":/manual/");
    const QString contents = readPage(folder, QStringLiteral("README.md"));
    m_pages.push_back(makePage(QStringLiteral("README.md"), contents));
    for (const QString& file : pagesNamedIn(contents)) m_pages.push_back(makePage(file, readPage(folder, file)));
}

int ManualBook::indexOf(const QString& file) const {
    const auto at = std::find_if(m_pages.begin(), m_pages.end(), [&](const ManualPage& p) { return p.file == file; });
    return at == m_pages.end() ? -1 : static_cast<int>(at - m_pages.begin());
}

std::optional<ManualSpot> ManualBook::follow(const QString& link, int fromPage) const {
    const QString file = link.section(u'#', 0, 0), anchor = link.section(u'#', 1);
    const int page = file.isEmpty() ? fromPage : indexOf(file);
    if (page < 0) return {};
    if (anchor.isEmpty()) return ManualSpot{page, 0};
    for (const ManualHeading& h : m_pages[static_cast<std::size_t>(page)].headings)
        if (h.anchor == anchor) return ManualSpot{page, h.position};
    return {};
}

std::optional<ManualSpot> ManualBook::find(const ManualPlace& place) const {
    const std::optional<ManualSpot> at = follow(place.link);
    if (!at || place.word.isEmpty()) return at;
    const std::optional<ManualSpot> found = definition(place.word, at->page, at->position);
    return found ? found : at;
}

std::optional<ManualSpot> ManualBook::definition(const QString& word, int page, int from) const {
    const ManualPage& p = m_pages[static_cast<std::size_t>(page)];
    std::optional<ManualSpot> before, named;
    for (QTextBlock b = p.document->begin(); b.isValid(); b = b.next()) {
        const ManualSpot here{page, b.position(), true};
        if (definedBy(b).contains(word, Qt::CaseInsensitive)) {
            if (b.position() >= from) return here;
            if (!before) before = here;
        } else if (!named && namesAsCode(b, word)) {
            named = here;
        }
    }
    return before ? before : named;
}

std::vector<ManualHit> ManualBook::search(const QString& words) const {
    std::vector<ManualHit> out;
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    if (wanted.isEmpty()) return out;
    for (std::size_t page = 0; page < m_pages.size(); ++page)
        for (QTextBlock b = m_pages[page].document->begin(); b.isValid(); b = b.next()) {
            const QString text = b.text();
            if (!std::all_of(wanted.begin(), wanted.end(),
                             [&](const QString& w) { return text.contains(w, Qt::CaseInsensitive); }))
                continue;
            const std::size_t first = out.size();
            for (const QString& w : wanted)
                for (qsizetype at = text.indexOf(w, 0, Qt::CaseInsensitive); at >= 0;
                     at = text.indexOf(w, at + w.size(), Qt::CaseInsensitive))
                    out.push_back(
                        {static_cast<int>(page), b.position() + static_cast<int>(at), static_cast<int>(w.size())});
            std::sort(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                      [](const ManualHit& a, const ManualHit& c) { return a.position < c.position; });
        }
    return out;
}

}  // namespace app
