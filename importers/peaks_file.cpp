// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/peaks_file.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <optional>

#include "model/base/messages.h"
#include "model/rep/beside.h"

namespace importers {

extern const std::string_view kBuiltInPeaks;  // resources/peaks.json, put into the program by CMake

namespace {

namespace dom = simdjson::dom;
using enum model::MessageCode;
using model::Argument;
using model::roofline::ChipPeaks;
using model::roofline::PeakTable;

constexpr std::uintmax_t kLargestFile = 1 << 20;  // bytes
constexpr double kTera = 1e12, kGiga = 1e9, kMega = 1e6;
constexpr double kMost = 1e9;  // of any figure in its unit; beyond that it is a slip

/// A figure from 0 on; what is not there is 0.
std::optional<double> figure(const dom::object& from, std::string_view key) {
    dom::element e;
    if (from[key].get(e)) return 0;
    double v = 0;
    if (e.get(v) || !std::isfinite(v) || v < 0 || v > kMost) return {};
    return v;
}

std::string_view textOf(const dom::object& from, std::string_view key) {
    std::string_view out;
    return from[key].get(out) ? std::string_view() : out;
}

auto damaged(model::Message what) { return model::fail(model::ErrorCode::Damaged, Argument(""), std::move(what)); }

/// Errors: a figure is none, or the name of a rate is unknown.
model::Result<void> readRates(const dom::object& chip, ChipPeaks& to) {
    dom::object tops;
    if (!chip["tops"].get(tops))
        for (const dom::key_value_pair rate : tops) {
            const auto precisions = model::roofline::precisions();
            const auto known =
                std::find_if(precisions.begin(), precisions.end(), [&](const auto& p) { return p.key == rate.key; });
            const auto value = figure(tops, rate.key);
            if (known == precisions.end() || !value) return damaged({PeaksNoRate, {rate.key}});
            to.rates.work[model::roofline::indexOf(known->precision)] = *value * kTera;
        }
    for (const auto& level : model::roofline::levels()) {
        const std::string key = fmt::format("{}_gb_s", level.key);
        const auto value = figure(chip, key);
        if (!value) return damaged({PeaksNoNumber, {key}});
        to.rates.traffic[model::roofline::indexOf(level.level)] = *value * kGiga;
    }
    return {};
}

/// `"verified": false` of a chip, or a list of those of its rates that no data sheet says. Errors: that names an
/// unknown one.
model::Result<void> readUnverified(const dom::object& chip, ChipPeaks& to) {
    bool verified = true;
    if (!chip["verified"].get(verified) && !verified) {
        to.unverifiedWork.fill(true);
        to.unverifiedTraffic.fill(true);
    }
    dom::array keys;
    if (chip["unverified"].get(keys)) return {};
    for (const dom::element e : keys) {
        std::string_view key;
        bool known = false;
        if (e.get(key)) return damaged(PeaksNoNames);
        for (const auto& p : model::roofline::precisions())
            if (p.key == key) known = to.unverifiedWork[model::roofline::indexOf(p.precision)] = true;
        for (const auto& l : model::roofline::levels())
            if (l.key == key) known = to.unverifiedTraffic[model::roofline::indexOf(l.level)] = true;
        if (!known) return damaged({PeaksUnknownRate, {key}});
    }
    return {};
}

model::Result<void> readChip(const dom::object& chip, ChipPeaks& to) {
    to.name = textOf(chip, "name");
    to.source = textOf(chip, "source");
    dom::array names, memory;
    if (!chip["match"].get(names))
        for (const dom::element e : names)
            if (std::string_view name; !e.get(name)) to.match.emplace_back(name);
    if (to.name.empty() || to.match.empty()) return damaged(PeaksLackName);
    if (!chip["memory_gb"].get(memory)) {
        double least = 0, most = 0;
        if (memory.size() != 2 || memory.at(0).get(least) || memory.at(1).get(most) ||
            !(0 <= least && least <= most && most <= kMost))
            return damaged(PeaksNoPair);
        to.leastMemory = least * kGiga;
        to.mostMemory = most * kGiga;
    }
    const auto sms = figure(chip, "sms"), practical = figure(chip, "practical"), clock = figure(chip, "clock_mhz");
    if (!sms || !practical || *practical > 1) return damaged(PeaksNoSuchNumber);
    if (!clock) return damaged({PeaksNoNumber, {"clock_mhz"}});
    to.clock = *clock * kMega;
    to.sms = static_cast<std::int64_t>(*sms);
    to.practical = *practical;
    return readUnverified(chip, to).and_then([&] { return readRates(chip, to); });
}

}  // namespace

model::Result<PeakTable> readPeaks(std::string_view json) {
    dom::parser parser;
    dom::object root;
    dom::array chips;
    if (parser.parse(json.data(), json.size()).get(root) || root["chips"].get(chips)) return damaged(PeaksNotJson);
    PeakTable out;
    for (const dom::element e : chips) {
        dom::object chip;
        ChipPeaks read;
        const auto done = e.get(chip) ? damaged(PeaksNoObject) : readChip(chip, read);
        if (!done) return damaged({PeaksOfChipUnread, {out.chips.size() + 1, done.error().detail}});
        out.chips.push_back(std::move(read));
    }
    return out;
}

const PeakTable& builtInPeaks() {
    static const PeakTable table = readPeaks(kBuiltInPeaks).value();
    return table;
}

Peaks peaksWith(const std::filesystem::path& own) {
    Peaks out;
    std::error_code error;
    if (!own.empty() && std::filesystem::exists(own, error)) {
        const auto file = model::openNamed(own);  // in the configuration, where people keep links
        const std::string text = file ? file->readAll(kLargestFile, {}).value_or(std::string()) : std::string();
        if (auto read = readPeaks(text)) out.table = std::move(*read);
        else out.notUsed = {PeaksNotUsed, {Argument::file(own.string()), read.error().detail}};
    }
    out.table.chips.insert(out.table.chips.end(), builtInPeaks().chips.begin(), builtInPeaks().chips.end());
    return out;
}

std::filesystem::path usualPeaksFile() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    const char* home = std::getenv("HOME");
    std::filesystem::path folder;
    if (config && *config == '/') folder = config;
    else if (home && *home) folder = std::filesystem::path(home) / ".config";
    return folder.empty() ? folder : folder / "sightline" / "peaks.json";
}

namespace {

/// What is chosen, and all that was read.
struct ChosenPeaks {
    std::mutex mutex;
    std::filesystem::path file;  ///< empty: the usual one
    std::deque<Peaks> read;      ///< the last one is in use

    std::filesystem::path own() const { return file.empty() ? usualPeaksFile() : file; }
};

ChosenPeaks& chosenPeaks() {
    static ChosenPeaks chosen;
    return chosen;
}

}  // namespace

void choosePeaksFile(const std::filesystem::path& file) {
    ChosenPeaks& chosen = chosenPeaks();
    const std::lock_guard lock(chosen.mutex);
    if (file == chosen.file && !chosen.read.empty()) return;
    chosen.file = file;
    chosen.read.push_back(peaksWith(chosen.own()));
}

std::filesystem::path ownPeaksFile() {
    ChosenPeaks& chosen = chosenPeaks();
    const std::lock_guard lock(chosen.mutex);
    return chosen.own();
}

const Peaks& devicePeaks() {
    ChosenPeaks& chosen = chosenPeaks();
    const std::lock_guard lock(chosen.mutex);
    if (chosen.read.empty()) chosen.read.push_back(peaksWith(chosen.own()));
    return chosen.read.back();
}

}  // namespace importers
