// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What most tests without Qt include, compiled once for all of them: reading it takes longer than reading a test.
#include "importers/open.h"
#include "model/base/messages.h"
#include "model/pch.h"
#include "model/query/correlation.h"
#include "model/query/query.h"
#include "model/reports/report.h"
#include "tests/kit/check.h"
