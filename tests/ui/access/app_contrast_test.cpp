// SPDX-License-Identifier: GPL-3.0-or-later
// Each text is read on its ground and each mark seen, in both themes: WCAG 2.1, level AA. Colours are measured as they
// are drawn where more than one of them meet.
#include <qcustomplot.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTableWidget>
#include <QToolButton>
#include <map>

#include "app/compare/difference_flame.h"
#include "app/compare/difference_histogram.h"
#include "app/kit/chip_bar.h"
#include "app/kit/tables/bar_delegate.h"
#include "app/panes/functions/flame_view.h"
#include "app/panes/roofline/roofline_item.h"
#include "app/window/drop_overlay.h"
#include "tests/ui/app_test.h"
#include "timeline/look/contrast.h"

using timeline::contrast;
using timeline::kMarkContrast;
using timeline::kTextContrast;
using timeline::mixed;
using timeline::Theme;
using timeline::Tokens;

namespace {

constexpr Theme kThemes[] = {Theme::Light, Theme::Dark};

void setTheme(Theme theme) {
    app::themeManager()->setChoice(theme == Theme::Dark ? app::ThemeChoice::Dark : app::ThemeChoice::Light);
}

/// Contrast of the commonest colour of an area, its ground, and of what differs most from it: the core of its letters.
double drawnContrast(const QImage& image, const QRect& area) {
    std::map<QRgb, int> counts;
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x) ++counts[image.pixel(x, y)];
    const auto ground = std::max_element(counts.begin(), counts.end(),
                                         [](const auto& a, const auto& b) { return a.second < b.second; });
    double most = 1;
    for (const auto& [colour, count] : counts) most = std::max(most, contrast(colour, ground->first));
    return most;
}
double drawnContrast(QWidget& widget) {
    const QImage image = widget.grab().toImage();
    return drawnContrast(image, image.rect().adjusted(6, 6, -6, -6));
}

/// A font whose strokes are several px wide, so that pixels of their full colour exist.
QFont large() {
    QFont font = QApplication::font();
    font.setPixelSize(40);
    return font;
}

QByteArray atLeast(double found, double wanted, const char* what, int at) {
    if (found >= wanted) return {};
    return QByteArray(what) + ' ' + QByteArray::number(at) + ": " + QByteArray::number(found);
}
#define VERIFY_CONTRAST(found, wanted, what, at)                            \
    do {                                                                    \
        const QByteArray tooLittle = atLeast(found, wanted, what, int(at)); \
        QVERIFY2(tooLittle.isEmpty(), tooLittle.constData());               \
    } while (false)

}  // namespace

class AppContrastTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() {
        timeline::setSight(timeline::Sight::Usual);
        setTheme(Theme::Light);
    }

    void wordsOfTheTimelineAreReadOnEachOfItsGrounds() {
        for (const Theme theme : kThemes) {
            const Tokens& t = timeline::tokens(theme);
            const QRgb grounds[] = {t.canvas,
                                    t.alternateRow,
                                    t.header,
                                    mixed(t.header, t.text, 0.04),          // a row under the pointer
                                    mixed(t.header, t.accent, 0.10),        // the row with the focus
                                    mixed(t.alternateRow, t.accent, 0.10),  // a message
                                    mixed(t.canvas, t.text, 0.06)};         // code of the manual
            const QRgb words[] = {t.text, t.secondaryText, t.accent, t.good, t.warn, t.bad};
            for (const QRgb ground : grounds)
                for (std::size_t i = 0; i < std::size(words); ++i)
                    VERIFY_CONTRAST(contrast(words[i], ground), kTextContrast,
                                    theme == Theme::Dark ? "dark word" : "light word", i);
            // Pills: a text of the canvas's colour on a token.
            for (const QRgb pill : {t.accent, t.warn, t.text})
                VERIFY_CONTRAST(contrast(t.canvas, pill), kTextContrast, "pill", theme);
            // The linked line of a source, notes beside their flags, a selected span of the ruler.
            VERIFY_CONTRAST(contrast(t.secondaryText, mixed(t.canvas, t.accent, 0.14)), kTextContrast, "linked", theme);
            VERIFY_CONTRAST(contrast(t.text, mixed(t.canvas, t.accent, 0.32)), kTextContrast, "heat", theme);
            VERIFY_CONTRAST(contrast(t.text, mixed(t.canvas, t.warn, 0.22)), kTextContrast, "note", theme);
            VERIFY_CONTRAST(contrast(t.secondaryText, mixed(t.header, t.accent, 0.18)), kTextContrast, "span", theme);
        }
    }

    void thePaletteOfWidgetsIsReadOnEachOfItsGroundsWhatCannotBeChosenToo() {
        for (const Theme theme : kThemes) {
            setTheme(theme);
            const QPalette p = QApplication::palette();
            using Role = QPalette::ColorRole;
            for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled})
                for (const Role ground :
                     {Role::Window, Role::Base, Role::AlternateBase, Role::Button, Role::ToolTipBase})
                    for (const Role word : {Role::WindowText, Role::Text, Role::ButtonText, Role::PlaceholderText,
                                            Role::Link, Role::ToolTipText, Role::BrightText})
                        VERIFY_CONTRAST(contrast(p.color(group, word).rgb(), p.color(group, ground).rgb()),
                                        kTextContrast, "role", 100 * int(ground) + int(word));
            for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled})
                VERIFY_CONTRAST(
                    contrast(p.color(group, Role::HighlightedText).rgb(), p.color(group, Role::Highlight).rgb()),
                    kTextContrast, "selection", group);
            // Rings and edges.
            for (const Role ground : {Role::Window, Role::Base, Role::Button})
                VERIFY_CONTRAST(contrast(p.color(Role::Highlight).rgb(), p.color(ground).rgb()), kMarkContrast, "ring",
                                ground);
        }
    }

    void labelsAreReadOnBarsOfEveryFamilyForAllEyes() {
        const auto check = [](const timeline::Look& look, const char* what) {
            VERIFY_CONTRAST(contrast(look.text, look.fill), kTextContrast, what, look.family);
            if (look.pattern != timeline::Pattern::None)
                VERIFY_CONTRAST(contrast(look.text, mixed(look.fill, look.edge, 0.40)), kTextContrast, "texture",
                                look.family);
        };
        for (const auto sight : {timeline::Sight::Usual, timeline::Sight::RedGreen, timeline::Sight::BlueYellow})
            for (const Theme theme : kThemes) {
                timeline::setSight(sight);
                for (int f = 0; f <= int(timeline::Family::Other); ++f)
                    for (int name = 0; name < 120; ++name)
                        check(timeline::lookOf(timeline::Family(f), "kernel_" + std::to_string(name), theme), "name");
                for (const char* state : {"running", "blocked", "runnable", "uninterruptible", "sleep"})
                    check(timeline::lookOfState(state, theme), "state");
                for (std::size_t n = 0; n < 60; ++n) check(timeline::lookOfNumber(n, theme), "number");
                for (std::size_t n = 0; n < 9; ++n) check(timeline::lookOfStep(n, 9, theme), "step");
                for (QRgb given = 0; given < 0x1000000; given += 0x10f0f)
                    check(timeline::lookOfReportColour(0xff000000 | given, timeline::Family::Nvtx, theme), "given");
                check(timeline::lookOfNone(theme), "none");
            }
    }

    void marksOfRooflinesAreSeenOnBothGrounds() {
        for (const Theme theme : kThemes)
            for (int p = 0; p < int(model::roofline::kPrecisions); ++p) {
                const QRgb colour = app::RooflineItem::colourOf(model::roofline::Precision(p)).rgb(),
                           canvas = timeline::tokens(theme).canvas;
                VERIFY_CONTRAST(contrast(timeline::standingOut(colour, canvas, theme), canvas), kMarkContrast, "edge",
                                p);
            }
        // A colour that is seen already stays.
        QCOMPARE(timeline::standingOut(0xff0072b2, 0xffffffff, Theme::Light), QRgb(0xff0072b2));
        QVERIFY(timeline::standingOut(0xffffff00, 0xffffffff, Theme::Light) != QRgb(0xffffff00));
    }

    void widgetsThatCannotBeUsedNowAreRead() {
        for (const Theme theme : kThemes) {
            setTheme(theme);
            QPushButton button("HHH");
            QCheckBox box("HHH");
            QToolButton tool;
            tool.setText("HHH");
            QLineEdit edit;
            edit.setPlaceholderText("HHH");
            for (QWidget* widget : std::initializer_list<QWidget*>{&button, &box, &tool, &edit}) {
                widget->setFont(large());
                widget->resize(240, 90);
                VERIFY_CONTRAST(drawnContrast(*widget), kTextContrast, widget->metaObject()->className(), theme);
                widget->setEnabled(false);
                VERIFY_CONTRAST(drawnContrast(*widget), kTextContrast, widget->metaObject()->className(), theme);
            }
            QMenu menu;
            menu.setFont(large());
            menu.addAction("HHH")->setEnabled(false);
            menu.resize(menu.sizeHint());
            VERIFY_CONTRAST(drawnContrast(menu), kTextContrast, "entry of a menu", theme);
        }
    }

    void theEdgeOfABoxForTextIsSeen() {
        for (const Theme theme : kThemes) {
            setTheme(theme);
            QLineEdit edit;
            edit.resize(200, 40);
            const QImage image = edit.grab().toImage();
            const QRgb ground = QApplication::palette().color(QPalette::Base).rgb();
            VERIFY_CONTRAST(contrast(image.pixel(100, 0), ground), kMarkContrast, "edge", theme);
            QPlainTextEdit lines;
            lines.resize(200, 80);
            VERIFY_CONTRAST(contrast(lines.grab().toImage().pixel(100, 0), ground), kMarkContrast, "edge of lines",
                            theme);
        }
    }

    void theEdgeOfABoxThatOffersSomethingIsSeen() {
        for (const Theme theme : kThemes) {
            setTheme(theme);
            QComboBox combo;
            combo.addItem("HHH");
            QSpinBox spin;
            for (QWidget* box : std::initializer_list<QWidget*>{&combo, &spin})
                for (const bool enabled : {true, false}) {
                    box->setEnabled(enabled);
                    box->resize(200, 30);
                    const QImage image = box->grab().toImage();
                    const QRgb window = QApplication::palette().color(QPalette::Window).rgb();
                    // What cannot be used needs no edge (WCAG 1.4.11), but its text is read.
                    if (enabled)
                        VERIFY_CONTRAST(contrast(image.pixel(100, 0), window), kMarkContrast,
                                        box->metaObject()->className(), theme);
                    if (box == &spin) continue;  // its text is that of a line, which has been looked at
                    box->setFont(large());
                    box->resize(200, 90);
                    VERIFY_CONTRAST(drawnContrast(*box), kTextContrast, box->metaObject()->className(), theme);
                    box->setFont({});
                }
        }
    }

    void framesOfADifferenceAreReadAndItsLegendIsSeen() {
        for (const Theme theme : kThemes) {
            const Tokens& t = timeline::tokens(theme);
            for (int share = -100; share <= 100; ++share) {
                const QRgb frame = app::DifferenceFlame::colourOf(share / 100.0, theme);
                VERIFY_CONTRAST(contrast(timeline::labelOn(frame, theme), frame), kTextContrast, "frame", share);
            }
            for (const double share : {-1.0, 1.0})
                VERIFY_CONTRAST(contrast(app::DifferenceFlame::colourOf(share, theme), t.canvas), kMarkContrast,
                                "on the canvas", share);
            // Slower and faster, in tables with alternating rows and where a row is chosen.
            for (const QRgb ground : {t.canvas, t.alternateRow})
                for (const QRgb word : {t.good, t.bad, t.secondaryText})
                    VERIFY_CONTRAST(contrast(word, ground), kTextContrast, "verdict", theme);
        }
    }

    void bothReportsAreSeenInTheirHistogram() {
        for (const Theme theme : kThemes) {
            setTheme(theme);
            app::DifferenceHistogram histogram;
            histogram.resize(500, 300);
            histogram.show("gemm", {1000, 1000, 2000}, {4000, 8000, 8000});
            auto* plot = histogram.findChild<QCustomPlot*>();
            const QRgb canvas = timeline::tokens(theme).canvas;
            const auto* bars = plot->findChild<QCPBars*>();
            const auto* line = plot->findChild<QCPGraph*>();
            VERIFY_CONTRAST(contrast(bars->pen().color().rgb(), canvas), kMarkContrast, "A", theme);
            VERIFY_CONTRAST(contrast(line->pen().color().rgb(), canvas), kMarkContrast, "B", theme);
            for (const auto* median : plot->findChildren<QCPItemStraightLine*>())
                VERIFY_CONTRAST(contrast(median->pen().color().rgb(), canvas), kMarkContrast, "median", theme);
        }
    }

    // Below it may lie anything: black and white are the worst.
    void whatADropDoesIsReadUponTheVeil() {
        QTemporaryDir folder;
        const QString path = folder.filePath("H.rep");
        QVERIFY(QFile(path).open(QIODevice::WriteOnly));
        for (const Theme theme : kThemes)
            for (const QRgb below : {0xff000000u, 0xffffffffu}) {
                setTheme(theme);
                QWidget window;
                window.resize(1200, 500);
                QPalette palette = window.palette();
                palette.setColor(QPalette::Window, QColor(below));
                auto* content = new QWidget(&window);
                content->setPalette(palette);
                content->setAutoFillBackground(true);
                content->resize(window.size());
                app::DropOverlay overlay(&window);
                overlay.setFont(large());
                overlay.setFront([] { return QString("HHH"); });
                window.show();
                for (const bool compares : {false, true}) {
                    overlay.appear({path}, compares);
                    const QImage image = window.grab().toImage();
                    const int border = 744;  // 62 % of the width
                    VERIFY_CONTRAST(drawnContrast(image, QRect(40, 150, border - 80, 200)), kTextContrast, "opens",
                                    theme);
                    VERIFY_CONTRAST(drawnContrast(image, QRect(border + 40, 150, 1200 - border - 80, 200)),
                                    kTextContrast, "compares", theme);
                    VERIFY_CONTRAST(drawnContrast(image, QRect(8, 200, 16, 100)), kMarkContrast, "left edge", theme);
                    VERIFY_CONTRAST(drawnContrast(image, QRect(1176, 200, 16, 100)), kMarkContrast, "right edge",
                                    theme);
                }
            }
    }

    void chipsOfFiltersAreRead() {
        for (const Theme theme : kThemes) {
            setTheme(theme);
            app::ChipBar bar;
            bar.setFont(large());
            bar.resize(600, 80);
            bar.setChips({{"HHH", {}, [] {}}});
            auto* chip = bar.findChildren<QToolButton*>().last();
            VERIFY_CONTRAST(drawnContrast(*chip), kTextContrast, "chip", theme);
        }
    }

    void numbersAreReadUponTheBarsOfTheirCells() {
        for (const Theme theme : kThemes) {
            setTheme(theme);
            QTableWidget table(1, 2);
            table.setItemDelegate(new app::BarDelegate(&table));
            table.setFont(large());
            table.horizontalHeader()->setDefaultSectionSize(200);
            table.verticalHeader()->setDefaultSectionSize(80);
            table.resize(480, 200);
            auto* item = new QTableWidgetItem("HHH");
            item->setData(app::BarDelegate::kShare, 1.0);
            table.setItem(0, 0, item);
            table.setItem(0, 1, new QTableWidgetItem);
            for (const bool selected : {false, true}) {
                item->setSelected(selected);
                const QImage image = table.viewport()->grab().toImage();
                VERIFY_CONTRAST(drawnContrast(image, table.visualItemRect(item).adjusted(8, 8, -8, -8)), kTextContrast,
                                selected ? "selected" : "cell", theme);
            }
        }
    }

    void barsOfAFlameGraphThatAreNotSoughtAreStillRead() {
        const TextReport text("t1/nvtx: |a|");
        for (const auto sight : {timeline::Sight::Usual, timeline::Sight::RedGreen, timeline::Sight::BlueYellow})
            for (const Theme theme : kThemes)
                for (int f = 0; f <= int(timeline::Family::Other); ++f) {
                    timeline::setSight(sight);
                    const QRgb canvas = timeline::tokens(theme).canvas,
                               ground = mixed(timeline::lookOf(timeline::Family(f), "a", theme).fill, canvas, 0.65);
                    VERIFY_CONTRAST(contrast(timeline::standingOut(timeline::tokens(theme).secondaryText, ground, theme,
                                                                   kTextContrast),
                                             ground),
                                    kTextContrast, "faded", f);
                }
        for (const Theme theme : kThemes) {
            setTheme(theme);
            auto tree = std::make_shared<model::CallTree>(model::CallTree::Unit::Ns);
            model::Function f;
            f.name = 1;
            tree->add(tree->child(model::CallTree::kNone, f), 10, 1);
            tree->finish();
            app::FlameView flame;
            flame.resize(300, 60);
            flame.setTree(text.snapshot(), tree, model::TrackKind::Nvtx);
            flame.setPaint({[](std::uint32_t) { return 0xff20306a; }, [](std::uint32_t) { return QString(); },
                            [](std::uint32_t) { return QString("HHH"); }});
            flame.setSearch("nothing like it");
            VERIFY_CONTRAST(drawnContrast(flame.grab().toImage(), QRect(2, 2, 290, app::FlameView::kLine - 4)),
                            kTextContrast - 0.6, "drawn", theme);  // small letters are smooth
        }
    }

    void colorsOfThePageAreReadOnScreensAndOnPaper() {
        QFile file(SIGHTLINE_SOURCE_DIR "/resources/report.css");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString css = QString::fromUtf8(file.readAll());
        static const QRegularExpression set(":root\\{([^}]*)\\}"), token("--(\\w+):(#[0-9a-f]+)");
        int sets = 0;
        for (auto s = set.globalMatch(css); s.hasNext(); ++sets) {
            QMap<QString, QRgb> colours;
            const QString all = s.next().captured(1);
            for (auto t = token.globalMatch(all); t.hasNext();) {
                const auto one = t.next();
                colours[one.captured(1)] = QColor(one.captured(2)).rgb();
            }
            for (const char* ground : {"bg", "back"})
                for (const char* word : {"fg", "soft", "good", "bad", "accent"})
                    VERIFY_CONTRAST(contrast(colours.value(word), colours.value(ground)), kTextContrast, word, sets);
            for (auto it = colours.cbegin(); it != colours.cend(); ++it)
                if (it.key().size() == 2 && it.key()[1].isDigit()) {
                    VERIFY_CONTRAST(contrast(it.value(), colours.value("ink")), kTextContrast, qPrintable(it.key()),
                                    sets);
                    VERIFY_CONTRAST(contrast(it.value(), colours.value("bg")), kMarkContrast, qPrintable(it.key()),
                                    sets);
                }
        }
        QCOMPARE(sets, 3);
    }
};

SIGHTLINE_QT_TEST(AppContrastTest)
#include "app_contrast_test.moc"
