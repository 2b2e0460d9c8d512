// SPDX-License-Identifier: GPL-3.0-or-later
// app_main NAME [options of Qt Test]: runs the tests of NAME.cpp. Settings, data and caches live in a folder of their
// own.
#include "tests/ui/app_test.h"

int main(int argc, char** argv) {
    const QtTests* const tests = namedQtTests(argc, argv);
    if (!tests) return 2;
    QTemporaryDir home;
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(name, home.path().toUtf8());
    QApplication application(argc, argv);
    app::prepareApplication();
    app::setLanguage(QStringLiteral("en"));
    app::ThemeManager theme;
    theme.setChoice(app::ThemeChoice::Light);
    return tests->run(argc, argv);
}
