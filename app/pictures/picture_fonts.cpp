// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pictures/picture_fonts.h"

#include <QApplication>
#include <QDir>
#include <QFontDatabase>

// Must be outside of any namespace.
static void initFonts() {
#ifdef SIGHTLINE_PICTURE_FONTS
    Q_INIT_RESOURCE(picture_fonts);
#endif
}

namespace app {
namespace {

constexpr double kPoints = 9;
bool g_everywhere = false;

/// Families of the fonts that the program carries: sans, fixed, Chinese, as far as they are there. Loaded when first
/// asked for.
const QStringList& families() {
    static const QStringList known = [] {
        initFonts();
        QStringList out;
        const QDir folder(QStringLiteral(":/fonts"));
        for (const QString& file : folder.entryList(QDir::Files, QDir::Name))
            for (const QString& family :
                 QFontDatabase::applicationFontFamilies(QFontDatabase::addApplicationFont(folder.filePath(file))))
                if (!out.contains(family)) out.append(family);
        return out;
    }();
    return known;
}

bool isFixed(const QString& family) { return family.contains(QLatin1String("Mono")); }

QFont fontOf(bool fixed) {
    QStringList wanted;
    for (const QString& family : families())
        if (isFixed(family) == fixed) wanted.append(family);
    if (fixed)
        for (const QString& family : families())
            if (!isFixed(family)) wanted.append(family);
    QFont font = QApplication::font();
    if (!wanted.isEmpty()) font.setFamilies(wanted);
    font.setPointSizeF(kPoints);
    font.setHintingPreference(QFont::PreferNoHinting);
    // Not as a screen with its stripes of colours wants it.
    font.setStyleStrategy(static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::NoSubpixelAntialias));
    return font;
}

}  // namespace

QFont pictureFont() {
    static const QFont font = fontOf(false);
    return font;
}

void useFontsOfPictures() {
    g_everywhere = !families().isEmpty();
    if (g_everywhere) QApplication::setFont(pictureFont());
}

QFont fixedFont() {
    if (!g_everywhere) return QFontDatabase::systemFont(QFontDatabase::FixedFont);
    static const QFont font = fontOf(true);
    return font;
}

}  // namespace app
