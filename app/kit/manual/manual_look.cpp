// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/manual/manual_look.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QImage>
#include <QTextBlock>
#include <QTextList>
#include <QTextTable>
#include <QUrl>
#include <algorithm>
#include <vector>

#include "app/kit/theme.h"
#include "timeline/look/palette.h"

namespace app {
namespace {

constexpr double kTextScale = 1.08;  // a page is read, not scanned
constexpr double kLineHeight = 135;  // per cent

struct Look {
    double em;  ///< logical px
    QColor text, secondary, code, line, link;
    QStringList mono;
};

Look lookOf(double zoom) {
    const timeline::Tokens& t = timeline::tokens(themeManager()->theme());
    const QColor code(timeline::mixed(t.canvas, t.text, 0.06));
    return {QFontMetricsF(QApplication::font()).height() * zoom,
            QColor(t.text),
            QColor(t.secondaryText),
            code,
            QColor(t.headerBorder),
            QColor(t.accent),
            QFontDatabase::systemFont(QFontDatabase::FixedFont).families() + QApplication::font().families()};
}

void styleBlock(QTextCursor& cursor, const QTextBlock& block, const Look& look) {
    QTextBlockFormat format = block.blockFormat();
    const int level = format.headingLevel();
    const bool isFence =
        format.hasProperty(QTextFormat::BlockCodeFence) || format.hasProperty(QTextFormat::BlockCodeLanguage);
    const bool isCell = qobject_cast<QTextTable*>(QTextCursor(block).currentFrame());
    if (!block.text().contains(QChar::ObjectReplacementCharacter))  // a picture
        format.setLineHeight(kLineHeight, QTextBlockFormat::ProportionalHeight);
    if (level > 0) {
        format.setTopMargin(look.em * (level == 1 ? 0.4 : level == 2 ? 1.5 : 1.0));
        format.setBottomMargin(look.em * (level == 1 ? 0.7 : 0.4));
    } else if (isFence) {
        format.setBackground(look.code);
        format.setNonBreakableLines(false);
        format.setTopMargin(0);
        format.setBottomMargin(0);
        format.setLeftMargin(0);
        format.setRightMargin(0);
    } else if (isCell) {
        format.setTopMargin(0);
        format.setBottomMargin(0);
    } else {
        format.setTopMargin(0);
        format.setBottomMargin(look.em * (block.textList() ? 0.25 : 0.6));
    }
    cursor.setPosition(block.position());
    cursor.setBlockFormat(format);
}

void styleFragment(QTextCursor& cursor, const QTextFragment& fragment, const Look& look, bool isFence) {
    const QTextCharFormat old = fragment.charFormat();
    QTextCharFormat format;
    if (old.isAnchor()) format.setForeground(look.link);
    if (old.fontFixedPitch()) {
        format.setFontFamilies(look.mono);
        format.setProperty(QTextFormat::FontSizeAdjustment, old.intProperty(QTextFormat::FontSizeAdjustment));
        if (!isFence) format.setBackground(look.code);
    }
    if (!format.propertyCount()) return;
    cursor.setPosition(fragment.position());
    cursor.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
    cursor.mergeCharFormat(format);
}

// The painter of documents would leave out lines of a picture that does not fit.
void stylePicture(QTextCursor& cursor, const QTextFragment& fragment, double width, double pixels) {
    QTextImageFormat format = fragment.charFormat().toImageFormat();
    const QUrl url(format.name());
    QImage picture(QLatin1Char(':') + url.path());
    if (picture.isNull()) return;
    picture = picture.scaledToWidth(std::min(picture.width(), qRound(width * pixels)), Qt::SmoothTransformation);
    picture.setDevicePixelRatio(pixels);
    cursor.document()->addResource(QTextDocument::ImageResource, url, picture);
    format.setWidth(picture.width() / pixels);
    format.setHeight(picture.height() / pixels);
    cursor.setPosition(fragment.position());
    cursor.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
    cursor.setCharFormat(format);
}

void styleTable(QTextTable& table, const Look& look) {
    QTextTableFormat format = table.format();
    format.setBorderCollapse(true);
    format.setBorder(1);
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderBrush(look.line);
    format.setCellPadding(look.em * 0.35);
    format.setCellSpacing(0);
    format.setTopMargin(look.em * 0.3);
    format.setBottomMargin(look.em * 0.8);
    format.setWidth(QTextLength());
    table.setFormat(format);
    for (int c = 0; c < table.columns(); ++c) {
        QTextTableCell cell = table.cellAt(0, c);
        QTextCharFormat head = cell.format();
        head.setBackground(look.code);
        cell.setFormat(head);
    }
}

void styleTables(QTextFrame* frame, const Look& look) {
    for (QTextFrame* child : frame->childFrames()) {
        if (auto* table = qobject_cast<QTextTable*>(child)) styleTable(*table, look);
        styleTables(child, look);
    }
}

}  // namespace

void styleManual(QTextDocument& document, double zoom, double pixels) {
    const Look look = lookOf(zoom);
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * kTextScale * zoom);
    document.setDefaultFont(font);
    document.setIndentWidth(look.em * 1.4);
    document.setDocumentMargin(look.em * 1.6);
    QTextCursor cursor(&document);
    cursor.beginEditBlock();
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const bool isFence = block.blockFormat().hasProperty(QTextFormat::BlockCodeLanguage) ||
                             block.blockFormat().hasProperty(QTextFormat::BlockCodeFence);
        std::vector<QTextFragment> fragments;  // formats change what there is to walk
        for (auto it = block.begin(); !it.atEnd(); ++it) fragments.push_back(it.fragment());
        for (const QTextFragment& fragment : fragments)
            if (fragment.charFormat().isImageFormat())
                stylePicture(cursor, fragment, kManualColumn * zoom - 2 * document.documentMargin(), pixels);
            else styleFragment(cursor, fragment, look, isFence);
        styleBlock(cursor, block, look);
    }
    cursor.endEditBlock();
    styleTables(document.rootFrame(), look);
    document.setUndoRedoEnabled(false);
}

}  // namespace app
