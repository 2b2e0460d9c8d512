// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/application.h"

#include <QApplication>
#include <QFileInfo>
#include <QPointer>
#include <QRawFont>
#include <QSettings>
#include <QTextStream>
#include <cstdio>
#include <cstdlib>

#include "app/capture/askpass.h"
#include "app/compare/compare_window.h"
#include "app/kit/icons.h"
#include "app/kit/language.h"
#include "app/kit/preferences.h"
#include "app/kit/std_text.h"
#include "app/kit/theme.h"
#include "app/kit/window_place.h"
#include "app/pictures/picture_fonts.h"
#include "app/preferences/preferences_dialog.h"
#include "app/window/arguments.h"
#include "app/window/main_window.h"
#include "app/window/pane_table.h"
#include "app/window/screenshot.h"
#include "app/window/single_instance.h"
#include "app/window/tour.h"
#include "importers/peaks_file.h"
#include "model/rep/rep_output.h"

#include "sightline_version.h"

// Must be outside of any namespace.
static void initResources() {
    Q_INIT_RESOURCE(sightline);
    Q_INIT_RESOURCE(i18n);
}

namespace app {
namespace {

constexpr int kUsage = 2;

void print(FILE* where, const QString& text) { QTextStream(where) << text << Qt::endl; }

// What must be in the environment before the application object is made.
void chooseScreen(const Arguments& arguments) {
    const bool display = !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
    const bool picture = !arguments.screenshot.isEmpty();
    // A picture is the same on every machine: nothing is read from the settings of anybody, and nothing is kept. No
    // file can be below this one.
    if (picture)
        for (const QSettings::Scope scope : {QSettings::UserScope, QSettings::SystemScope})
            QSettings::setPath(QSettings::IniFormat, scope, QStringLiteral("/dev/null/none"));
    if ((picture || !display) && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    if (!picture) return;
    // The picture depends on the command line only, not on the desktop it happens to be taken on.
    qunsetenv("QT_SCREEN_SCALE_FACTORS");
    qunsetenv("QT_FONT_DPI");
    // A picture of a window is what such a screen would show; others are painted in any resolution.
    if (arguments.what == PictureWhat::Window) qputenv("QT_SCALE_FACTOR", QByteArray::number(arguments.scale));
    else qunsetenv("QT_SCALE_FACTOR");
}

// Libraries below Qt look for data of the system. An archive that is unpacked anywhere carries it (resources/packages):
// there may be a display and no such data, as over ssh.
void useCarriedData() {
    constexpr struct {
        const char *variable, *ofSystem, *carried;
    } kData[] = {{"XKB_CONFIG_ROOT", "/usr/share/X11/xkb", "xkb"},
                 {"XLOCALEDIR", "/usr/share/X11/locale", "locale"},
                 {"FONTCONFIG_FILE", "/etc/fonts/fonts.conf", "fonts.conf"}};
    const QString here = QFileInfo(QStringLiteral("/proc/self/exe")).canonicalPath();
    for (const auto& data : kData) {
        const QString carried = here + QStringLiteral("/../share/sightline/") + QLatin1String(data.carried);
        if (qEnvironmentVariableIsEmpty(data.variable) && !QFileInfo::exists(QLatin1String(data.ofSystem)) &&
            QFileInfo::exists(carried))
            qputenv(data.variable, QFile::encodeName(carried));
    }
}

// Whether the system has a font. Qt names families also where there is none, and draws boxes then, which have no file
// with a table of characters.
bool canWrite() { return !QRawFont::fromFont(QApplication::font()).fontTable("cmap").isEmpty(); }

// The off-screen platform says of each window that it has no frame to move or raise; that is no news.
void quietMessages(QtMsgType type, const QMessageLogContext&, const QString& text) {
    const bool known = text.startsWith(QLatin1String("This plugin does not support")) ||
                       text.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR not set"));
    if (!known) print(stderr, text);
    if (type == QtFatalMsg) std::abort();
}

int printHelpAs(const std::string& form) {
    const auto text = helpAs(helpProgram(), form);
    if (text) std::fputs(text->c_str(), stdout);
    return text ? 0 : kUsage;
}

int runWithoutWindow(int argc, char** argv, const Arguments& arguments, const char* version) {
    QCoreApplication application(argc, argv);
    prepareApplication();
    if (!arguments.helpAs.isEmpty()) return printHelpAs(arguments.helpAs.toStdString());
    setLanguage(arguments.language);
    // Read again: texts are in that language now.
    const Arguments said = parseArguments(QCoreApplication::arguments());
    if (said.help) print(stdout, helpText());
    else if (said.version) print(stdout, QStringLiteral("sightline-ui ") + QLatin1String(version));
    else print(stderr, QStringLiteral("sightline-ui: ") + said.error);
    return said.error.isEmpty() ? 0 : kUsage;
}

/// Where two reports are compared and no other window is open: panes have their titles, and commands keep their keys.
PreferenceSources sourcesWithoutWindow() {
    PreferenceSources out;
    for (const PaneInfo& pane : paneTable())
        out.panes.append({QLatin1String(pane.id), QCoreApplication::translate("Panes", pane.title)});
    out.commands = [] { return QList<KeyedCommand>(); };
    return out;
}

int runWindow(const Arguments& arguments) {
    const WindowPlacer placer;
    if (arguments.compare) {
        auto* window = new CompareWindow(arguments.files[0], arguments.files[1], true);  // goes when it is closed
        window->setPreferences([window, dialog = QPointer<PreferencesDialog>()]() mutable {
            if (!dialog) dialog = new PreferencesDialog(sourcesWithoutWindow(), window);
            dialog->show();
            dialog->raise();
            dialog->activateWindow();
        });
        window->show();
        return QApplication::exec();
    }
    SingleInstance instance;
    if (!arguments.newWindow && instance.forward(arguments.files)) return 0;
    instance.listen();
    auto* window = new MainWindow;  // goes when it is closed
    window->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(&instance, &SingleInstance::openRequested, &instance, [](const QStringList& paths) {
        if (!MainWindow::openWindows().isEmpty()) MainWindow::openWindows().front()->openPaths(paths);
    });
    window->show();
    window->openPaths(arguments.files);
    if (arguments.files.isEmpty()) window->restoreSession();
    if (QGuiApplication::platformName() != QLatin1String("offscreen")) showTourOnce(*window);
    return QApplication::exec();
}

}  // namespace

void prepareApplication() {
    initResources();
    QCoreApplication::setApplicationName(QStringLiteral("sightline"));
    QCoreApplication::setOrganizationName(QStringLiteral("sightline"));
    QCoreApplication::setApplicationVersion(QStringLiteral(SIGHTLINE_VERSION));
    QSettings::setDefaultFormat(QSettings::IniFormat);
}

int runApplication(int argc, char** argv, const char* version) {
    QStringList words;
    for (int i = 0; i < argc; ++i) words.append(QString::fromLocal8Bit(argv[i]));
    if (isAskpass()) {
        QApplication application(argc, argv);
        prepareApplication();
        setLanguage(preferences::kLanguage.value());
        return runAskpass(words.value(1));
    }
    const Arguments arguments = parseArguments(words);
    if (arguments.help || arguments.version || !arguments.helpAs.isEmpty() || !arguments.error.isEmpty())
        return runWithoutWindow(argc, argv, arguments, version);
    chooseScreen(arguments);
    useCarriedData();
    if (qgetenv("QT_QPA_PLATFORM") == "offscreen") qInstallMessageHandler(quietMessages);
    QApplication application(argc, argv);
    prepareApplication();
    QCoreApplication::setApplicationVersion(QLatin1String(version));
    model::removeUnfinishedOnSignals();
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Sightline"));
    QGuiApplication::setDesktopFileName(QStringLiteral("sightline"));
    QGuiApplication::setWindowIcon(applicationIcon());
    const bool picture = !arguments.screenshot.isEmpty();
    const auto chosen = [&](const QString& given, const Preference<QString>& kept) {
        return given.isEmpty() && !picture ? kept.value() : given;
    };
    // A picture is English and light unless it was asked for otherwise.
    if (picture)
        setLanguage(arguments.language.isEmpty() ? QStringLiteral("en") : arguments.language, Formats::OfLanguage);
    else setLanguage(chosen(arguments.language, preferences::kLanguage));
    if (picture || !canWrite()) useFontsOfPictures();
    if (!picture) importers::choosePeaksFile(nativePath(preferences::kPeaksFile.value()));
    ThemeManager theme;
    theme.setChoice(picture && arguments.theme.isEmpty()
                        ? ThemeChoice::Light
                        : themeChoiceFromId(chosen(arguments.theme, preferences::kTheme)));
    return picture ? takeScreenshot(arguments) : runWindow(arguments);
}

}  // namespace app
