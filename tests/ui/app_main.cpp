// SPDX-License-Identifier: GPL-3.0-or-later
// app_main NAME [options of Qt Test]: runs the tests of NAME.cpp. Settings, data and caches live in a folder of their
// own.
#include <cstdio>
#include <string_view>

#include "tests/ui/app_test.h"

namespace {

const AppTests* testsOf(std::string_view name) {
    for (const AppTests& t : appTests()) {
        std::string_view path = t.file;
        path.remove_prefix(path.rfind('/') + 1);
        if (path.starts_with(name) && path.substr(name.size()) == ".cpp") return &t;
    }
    return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
    const AppTests* const tests = argc > 1 ? testsOf(argv[1]) : nullptr;
    if (!tests) {
        std::fprintf(stderr, "Which tests? One of:\n");
        for (const AppTests& t : appTests()) std::fprintf(stderr, "  %s\n", t.file);
        return 2;
    }
    argv[1] = argv[0];
    QTemporaryDir home;
    for (const char* name : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        qputenv(name, home.path().toUtf8());
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    int count = argc - 1;
    char** const words = argv + 1;
    QApplication application(count, words);
    app::prepareApplication();
    app::setLanguage(QStringLiteral("en"));
    app::ThemeManager theme;
    theme.setChoice(app::ThemeChoice::Light);
    return tests->run(count, words);
}
