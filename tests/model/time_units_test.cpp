// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/time_units.h"

#include "tests/kit/check.h"

TEST("each unit is so many of the one before it, and its decimals show a nanosecond") {
    constexpr model::TimeNs kTimes[] = {1000, 1000, 1000, 60, 60, 24};
    for (std::size_t i = 1; i < model::kTimeUnits.size(); ++i)
        CHECK_EQ(model::kTimeUnits[i].ns, model::kTimeUnits[i - 1].ns * kTimes[i - 1]);
    for (const model::TimeUnit& unit : model::kShownTimeUnits) {
        model::TimeNs power = 1;
        for (int i = 0; i < unit.decimals; ++i) power *= 10;
        CHECK_EQ(unit.ns, power);
    }
}

TEST("a unit is found by its name, in ASCII or not") {
    for (const model::TimeUnit& unit : model::kTimeUnits) {
        CHECK(model::timeUnit(unit.name) == &unit);
        CHECK(model::timeUnit(unit.key) == &unit);
    }
    CHECK(!model::timeUnit("") && !model::timeUnit("S") && !model::timeUnit("sec"));
}

TEST("a time is shown in the largest unit that it fills, whatever its sign") {
    for (const auto& [ns, key] : std::initializer_list<std::pair<double, std::string_view>>{{0, "ns"},
                                                                                            {0.2, "ns"},
                                                                                            {999.9, "ns"},
                                                                                            {1000, "us"},
                                                                                            {-1000, "us"},
                                                                                            {999'999, "us"},
                                                                                            {1e6, "ms"},
                                                                                            {1e9, "s"},
                                                                                            {-3e12, "s"}})
        CHECK_EQ(model::unitFor(ns).key, key);
    CHECK_EQ(model::kMilliseconds.of(model::TimeNs{1'500'000}), 1.5);
}

TEST("times are read with their unit, and in nanoseconds without one") {
    for (const auto& [text, ns] : std::initializer_list<std::pair<std::string_view, double>>{{"17", 17},
                                                                                             {"-5us", -5000},
                                                                                             {"1.5µs", 1500},
                                                                                             {"300ms", 3e8},
                                                                                             {"1e-3s", 1e6},
                                                                                             {"2min", 120e9},
                                                                                             {"1h", 3600e9},
                                                                                             {"1d", 86400e9}})
        CHECK_EQ(model::parseNs(text).value_or(-1), ns);
    for (const std::string_view text : {"", "s", "soon", "1 s", "1,5s", "1y", "inf", "nan", "1e999s"})
        CHECK(!model::parseNs(text));
}
