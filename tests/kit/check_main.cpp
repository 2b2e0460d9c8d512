// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/kit/check.h"

int main(int count, char** words) { return check::runAll(count, words); }
