// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "importers/common/csv_text.h"
#include "model/store/kernel_profiles.h"

namespace importers::ncu {

/// The decimal mark of the numbers in a file, '.' or ','; 0 while no number has shown it.
struct DecimalMark {
    char mark = 0;
    /// Learns it from a cell whose number can be read in only one way: "12,5", "0,125", "1.234,5". Not "1,250".
    void learn(std::string_view cell);
};

/// The value of a cell: numbers with thousands separators of any locale, "nan", text; "", "n/a" and "no data" are None.
/// Numbers are multiplied by `scale`. Ambiguous numbers follow the decimal mark of the file. Text is interned.
model::MetricValue csvValue(std::string_view cell, double scale, model::StringTable& strings, DecimalMark decimal = {});

/// A printed unit, as a factor and the base unit: "Kbyte/cycle" → 1000, "byte/cycle"; "us" → 1000, "ns".
struct CsvUnit {
    double scale = 1;
    std::string base;
};
CsvUnit csvUnit(std::string_view printed);

}  // namespace importers::ncu
