// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTest>
#include <cstdio>
#include <string_view>
#include <vector>

/// Tests with Qt are one program a folder. Its main() runs the one whose source is named first: NAME [options of Qt
/// Test].
struct QtTests {
    const char* file;  ///< path of its source
    int (*run)(int argc, char** argv);
};
inline std::vector<QtTests>& qtTests() {
    static std::vector<QtTests> all;
    return all;
}
template <class Test>
struct QtTestRegistration {
    explicit QtTestRegistration(const char* file) {
        qtTests().push_back({file, [](int argc, char** argv) {
                                 Test test;
                                 return QTest::qExec(&test, argc, argv);
                             }});
    }
};
#define SIGHTLINE_QT_TEST(Test) static const QtTestRegistration<Test> k##Test(__FILE__);

/// The tests that the first word names, which is taken out of the words. Null, and said so, where there are none.
inline const QtTests* namedQtTests(int& argc, char**& argv) {
    const std::string_view name = argc > 1 ? argv[1] : "";
    for (const QtTests& t : qtTests()) {
        std::string_view path = t.file;
        path.remove_prefix(path.rfind('/') + 1);
        if (name.empty() || !path.starts_with(name) || path.substr(name.size()) != ".cpp") continue;
        argv[1] = argv[0];
        --argc, ++argv;
        if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
        return &t;
    }
    std::fprintf(stderr, "Which tests? One of:\n");
    for (const QtTests& t : qtTests()) std::fprintf(stderr, "  %s\n", t.file);
    return nullptr;
}
