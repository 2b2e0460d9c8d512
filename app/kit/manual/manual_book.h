// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTextDocument>
#include <memory>
#include <optional>
#include <vector>

namespace app {

/// A heading of a page, the title included.
struct ManualHeading {
    int level = 1;
    QString text;
    QString anchor;    ///< by which links name it; the same in every language
    int position = 0;  ///< in the document of the page, in characters
};

struct ManualPage {
    QString file;  ///< "numbers.md"
    QString title;
    std::unique_ptr<QTextDocument> document;  ///< without a look; the window shows a copy that has one
    std::vector<ManualHeading> headings;

    /// The innermost heading above a position.
    const ManualHeading& headingAt(int position) const;
};

/// What somebody wants to read about.
struct ManualPlace {
    QString link;  ///< "numbers.md#steps"
    QString word;  ///< a table, rule, question or column that is defined there or elsewhere in the page; may be empty
};

/// Where that is.
struct ManualSpot {
    int page = 0;
    int position = 0;
    bool isPart = false;  ///< a paragraph below a heading, which is to be marked
};

struct ManualHit {
    int page = 0;
    int position = 0;
    int length = 0;
};

/// The pages of the manual in one language. resources/manual/README.md is the first and names the others in their
/// order. Lives in the thread of the window.
class ManualBook {
public:
    explicit ManualBook(const QString& language);

    const std::vector<ManualPage>& pages() const { return m_pages; }
    /// −1: there is none of that name.
    int indexOf(const QString& file) const;
    /// What a link in a page leads to. Nothing, if there is no such page or heading.
    std::optional<ManualSpot> follow(const QString& link, int fromPage = 0) const;
    /// Of a word that is defined nowhere: the place without it.
    std::optional<ManualSpot> find(const ManualPlace& place) const;
    /// The paragraph of a page that begins with the word, or the first one that names it as code. The section that
    /// begins at `from` comes first.
    std::optional<ManualSpot> definition(const QString& word, int page, int from = 0) const;
    /// Every occurrence of the words, in paragraphs that hold all of them; upper and lower case are alike.
    std::vector<ManualHit> search(const QString& words) const;

private:
    std::vector<ManualPage> m_pages;
};

/// The words at the begin of a paragraph or of a cell of a table that the rest of it explains.
QStringList definedBy(const QTextBlock& block);
/// "Two reports compared" → "two-reports-compared", as hosts of code link to headings.
QString manualAnchor(const QString& heading);

}  // namespace app
