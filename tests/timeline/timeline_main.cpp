// SPDX-License-Identifier: GPL-3.0-or-later
// timeline_tests NAME [options of Qt Test]: runs the tests of NAME.cpp.
#include <QApplication>

#include "tests/kit/qt_tests.h"

int main(int argc, char** argv) {
    const QtTests* const tests = namedQtTests(argc, argv);
    if (!tests) return 2;
    const QApplication application(argc, argv);
    return tests->run(argc, argv);
}
