// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/application.h"

#include "sightline_build.h"

int main(int argc, char** argv) { return app::runApplication(argc, argv, SIGHTLINE_BUILD); }
