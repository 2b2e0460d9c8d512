// SPDX-License-Identifier: GPL-3.0-or-later
// A report of Nsight Compute must hold what ncu itself printed of it.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "tests/kit/ncu_samples.h"

namespace {

using model::KernelProfile;
using model::MetricValue;
using model::ProfileRule;
using model::SnapshotPtr;

/// What the unit in the second row of the raw page multiplies with, and how many digits a cell gives after its point.
double scaleOf(const std::string& unit) {
    const std::map<std::string, double> whole{{"us", 1e3},        {"ms", 1e6},        {"s", 1e9},
                                              {"Ghz", 1e9},       {"Mhz", 1e6},       {"Khz", 1e3},
                                              {"sector/ns", 1e9}, {"sector/us", 1e6}, {"%/Kbyte", 1e3}};
    if (const auto found = whole.find(unit); found != whole.end()) return found->second;
    if (unit.find("byte") != 1) return 1;
    switch (unit[0]) {
    case 'K': return 1e3;
    case 'M': return 1e6;
    case 'G': return 1e9;
    case 'T': return 1e12;
    default: return 1;
    }
}

struct Number {
    double value = 0, lastDigit = 0;
};
bool parse(std::string cell, Number& out) {
    cell.erase(std::remove(cell.begin(), cell.end(), ','), cell.end());
    char* end = nullptr;
    out.value = std::strtod(cell.c_str(), &end);
    if (cell.empty() || *end) return false;
    const auto dot = cell.find('.');
    out.lastDigit = dot == std::string::npos ? 1 : std::pow(10, -static_cast<double>(cell.size() - dot - 1));
    return true;
}

bool near(double a, double b, double digit) {
    return std::abs(a - b) <= std::max(2e-3 * std::max(std::abs(a), std::abs(b)), digit);
}

struct Cells {
    std::uint64_t numbers = 0, equal = 0, nan = 0, texts = 0, equalTexts = 0, blank = 0, otherBlank = 0;
};

void compare(const model::Snapshot& s, const KernelProfile& p, const std::vector<std::string>& names,
             const std::vector<std::string>& units, const std::vector<std::string>& cells, Cells& counts) {
    for (std::size_t c = 11; c < names.size(); ++c) {
        const MetricValue v = p.find(s.store().strings().find(names[c]));
        Number n;
        if (cells[c].empty() || cells[c] == "no data") {
            // The page has the kernel's name elsewhere.
            counts.otherBlank += v.type != MetricValue::Type::None && names[c] != "launch__kernel_name";
            ++counts.blank;
        } else if (v.type == MetricValue::Type::Text) {
            ++counts.texts;
            counts.equalTexts += s.text(v.text()) == cells[c];
        } else if (parse(cells[c], n)) {
            ++counts.numbers;
            const double scale = scaleOf(units[c]);
            if (std::isnan(n.value) && std::isnan(v.number())) ++counts.nan;
            else if (near(v.number(), n.value * scale, n.lastDigit * scale)) ++counts.equal;
            else
                check::fail(__FILE__, __LINE__,
                            names[c] + ": " + std::to_string(v.number()) + " is not " + cells[c] + " " + units[c]);
        } else {
            check::fail(__FILE__, __LINE__, names[c] + " is no text: " + cells[c]);
        }
    }
}

TEST("every cell of the raw page that ncu printed is in the report") {
    Cells counts;
    for (const char* name : {"kern_full", "kern_roofline"}) {
        const auto rows = ncu_samples::readCsv(ncu_samples::own() / (std::string(name) + ".raw.csv"));
        const SnapshotPtr s = ncu_samples::open(ncu_samples::own() / (std::string(name) + ".ncu-rep"));
        CHECK_EQ(s->profileCount(), rows.size() - 2);
        for (model::ProfileId id = 0; id < s->profileCount(); ++id) {
            const KernelProfile& p = s->kernelProfiles().at(id);
            const auto& cells = rows[id + 2];
            CHECK_EQ(s->text(p.name), cells[4]);
            CHECK_EQ(std::to_string(p.pid), cells[1]);
            CHECK_EQ(std::to_string(p.context), cells[5]);
            CHECK_EQ(std::to_string(p.stream), cells[6]);
            const auto text = [](const auto& e) {
                return "(" + std::to_string(e[0]) + ", " + std::to_string(e[1]) + ", " + std::to_string(e[2]) + ")";
            };
            CHECK_EQ(text(p.block), cells[7]);
            CHECK_EQ(text(p.grid), cells[8]);
            CHECK_EQ(std::to_string(p.device), cells[9]);
            CHECK_EQ(p.chip, 90);
            compare(*s, p, rows[0], rows[1], cells, counts);
        }
    }
    CHECK_EQ(counts.numbers, 21036);
    CHECK_EQ(counts.equal, 21030);
    CHECK_EQ(counts.nan, 6);
    CHECK_EQ(counts.texts, 60);
    CHECK_EQ(counts.equalTexts, 60);
    CHECK_EQ(counts.otherBlank, 0);
}

const char* ruleType(ProfileRule::Kind kind) {
    switch (kind) {
    case ProfileRule::Kind::Information: return "INF";
    case ProfileRule::Kind::Optimization: return "OPT";
    case ProfileRule::Kind::Warning: return "WRN";
    default: return "";
    }
}

TEST("rules say what the details page says, with the same estimated speed-up") {
    std::size_t compared = 0, speedups = 0;
    for (const char* name : {"kern_full", "kern_roofline"}) {
        const SnapshotPtr s = ncu_samples::open(ncu_samples::own() / (std::string(name) + ".ncu-rep"));
        std::vector<std::vector<std::string>> printed;
        for (auto& row : ncu_samples::readCsv(ncu_samples::own() / (std::string(name) + ".details.csv")))
            if (row.size() >= 20 && !row[15].empty() && row[0] != "ID") printed.push_back(row);
        std::size_t at = 0;
        for (model::ProfileId id = 0; id < s->profileCount(); ++id) {
            // The page has them by section; a rule keeps the order of what it said.
            std::vector<std::vector<std::string>> ofKernel;
            for (; at < printed.size() && printed[at][0] == std::to_string(id); ++at) ofKernel.push_back(printed[at]);
            std::size_t items = 0;
            for (const ProfileRule& rule : s->kernelProfiles().at(id).rules) {
                auto row = ofKernel.begin();
                for (const ProfileRule::Item& item : rule.items) {
                    row = std::find_if(row, ofKernel.end(), [&](const auto& r) {
                        return r[11] == s->text(rule.section) && r[15] == s->text(rule.id);
                    });
                    if (row == ofKernel.end()) {
                        check::fail(__FILE__, __LINE__, "not printed: " + std::string(s->text(rule.id)));
                        break;
                    }
                    CHECK_EQ((*row)[16], std::string(ruleType(item.kind)));
                    std::string text, page = (*row)[17];
                    for (const model::RuleTextPart& part : model::ruleTextParts(s->text(item.text))) {
                        text += part.text;
                        if (part.kind == model::RuleTextPart::Kind::Url) text += " (" + std::string(part.target) + ")";
                    }
                    std::replace(text.begin(), text.end(), '\n', ' ');
                    std::replace(page.begin(), page.end(), '\n', ' ');
                    CHECK_EQ(text, page);
                    const bool hasSpeedup = item.speedup != ProfileRule::Speedup::None;
                    CHECK_EQ((*row)[18], std::string(!hasSpeedup                                   ? ""
                                                     : item.speedup == ProfileRule::Speedup::Local ? "local"
                                                                                                   : "global"));
                    Number n;
                    CHECK_EQ(parse((*row)[19], n), hasSpeedup);
                    if (hasSpeedup) CHECK(near(item.percent, n.value, n.lastDigit));
                    speedups += hasSpeedup;
                    ++items;
                    ++row;
                }
            }
            CHECK_EQ(items, ofKernel.size());
            compared += items;
        }
    }
    CHECK(compared > 60);
    CHECK(speedups > 30);
}

TEST("the header of a section shows what the details page shows, with the same labels in the same order") {
    std::size_t compared = 0;
    for (const char* name : {"kern_full", "kern_roofline"}) {
        const SnapshotPtr s = ncu_samples::open(ncu_samples::own() / (std::string(name) + ".ncu-rep"));
        std::map<std::pair<std::string, std::string>, std::vector<std::vector<std::string>>>
            printed;  // by kernel and section
        for (auto& row : ncu_samples::readCsv(ncu_samples::own() / (std::string(name) + ".details.csv")))
            if (row.size() >= 15 && !row[12].empty() && row[0] != "ID") printed[{row[0], row[11]}].push_back(row);
        for (const auto& [key, rows] : printed) {
            const KernelProfile& p = s->kernelProfiles().at(static_cast<model::ProfileId>(std::stoul(key.first)));
            const auto section = std::find_if(p.sections.begin(), p.sections.end(), [&, &key = key](const auto* x) {
                return s->text(x->title) == key.second && !x->header.empty();
            });
            if (section == p.sections.end()) {
                check::fail(__FILE__, __LINE__, "no section " + key.second);
                continue;
            }
            std::multiset<std::string> labels, wanted;
            for (const auto& row : rows) wanted.insert(row[12]);
            for (const model::SectionMetric& m : (*section)->header)
                if (p.find(m.metric).type != MetricValue::Type::None) labels.insert(std::string(s->text(m.label)));
            CHECK(labels == wanted);
            for (const auto& row : rows)
                for (const model::SectionMetric& m : (*section)->header) {
                    Number n;
                    if (s->text(m.label) != row[12] || !parse(row[14], n)) continue;
                    const double scale = scaleOf(row[13]);
                    if (!near(p.find(m.metric).number(), n.value * scale, n.lastDigit * scale))
                        check::fail(__FILE__, __LINE__, key.second + ": " + row[12]);
                    ++compared;
                }
        }
    }
    CHECK(compared > 400);
}

/// Metrics of a profile by name, for comparison.
std::map<std::string, MetricValue> metricsOf(const model::Snapshot& s, const KernelProfile& p) {
    std::map<std::string, MetricValue> out;
    for (std::size_t i = 0; i < p.metricCount(); ++i)
        if (p.value(i).type != MetricValue::Type::None) out.emplace(s.text(p.list->entries[i].name), p.value(i));
    return out;
}

/// Whether b is a as the page has it: with two digits behind the point of its largest thousands unit, or with six
/// where the unit of the column is larger than the value.
bool nearPrinted(double a, double b) {
    double unit = 1;
    while (unit * 1000 <= std::abs(a)) unit *= 1000;
    return near(a, b, std::max(0.01 * unit, 5e-3 * std::abs(a)));
}

TEST("the raw page opens as the same profiles as the report") {
    for (const char* name : {"kern_full", "kern_roofline"}) {
        const SnapshotPtr report = ncu_samples::open(ncu_samples::own() / (std::string(name) + ".ncu-rep"));
        const SnapshotPtr page = ncu_samples::open(ncu_samples::own() / (std::string(name) + ".raw.csv"));
        CHECK_EQ(report->profileCount(), page->profileCount());
        CHECK_EQ(report->trackCount(), page->trackCount());
        for (model::ProfileId id = 0; id < report->profileCount(); ++id) {
            const KernelProfile &a = report->kernelProfiles().at(id), &b = page->kernelProfiles().at(id);
            CHECK_EQ(report->text(a.name), page->text(b.name));
            CHECK_EQ(report->text(a.function), page->text(b.function));
            CHECK(a.grid == b.grid && a.block == b.block && a.pid == b.pid && a.chip == b.chip);
            CHECK(a.context == b.context && a.stream == b.stream && a.device == b.device);
            auto left = metricsOf(*report, a), right = metricsOf(*page, b);
            std::erase_if(left, [](const auto& m) {
                return m.first.find(':') != std::string::npos;
            });                                 // lists of names are not printed
            left.erase("launch__kernel_name");  // is a column of its own
            CHECK_EQ(left.size(), right.size());
            for (const auto& [metric, value] : left) {
                const auto other = right.find(metric);
                const bool found = other != right.end();
                const bool same =
                    found && (value.isNumber() ? (std::isnan(value.number()) && std::isnan(other->second.number())) ||
                                                     nearPrinted(value.number(), other->second.number())
                                               : report->text(value.text()) == page->text(other->second.text()));
                if (!same)
                    check::fail(__FILE__, __LINE__,
                                metric + (found ? " differs: " + std::to_string(value.number()) + " " +
                                                      std::to_string(other->second.number())
                                                : " is missing"));
            }
        }
    }
}

TEST("the details page opens as the same kernels, with its rules and its numbers in base units") {
    const SnapshotPtr report = ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep");
    const SnapshotPtr page = ncu_samples::open(ncu_samples::own() / "kern_full.details.csv");
    CHECK_EQ(report->profileCount(), page->profileCount());
    for (model::ProfileId id = 0; id < report->profileCount(); ++id) {
        const KernelProfile &a = report->kernelProfiles().at(id), &b = page->kernelProfiles().at(id);
        CHECK_EQ(report->text(a.name), page->text(b.name));
        CHECK(a.grid == b.grid && a.block == b.block && a.chip == b.chip);
        std::size_t items = 0, otherItems = 0;
        for (const ProfileRule& r : a.rules) items += r.items.size();
        for (const ProfileRule& r : b.rules) otherItems += r.items.size();
        CHECK_EQ(items, otherItems);
        const double duration = a.find(report->store().strings().find("gpu__time_duration.sum")).number();
        CHECK(near(b.find(page->store().strings().find("Duration")).number(), duration, 10));
        CHECK(near(b.find(page->store().strings().find("Registers Per Thread")).number(),
                   a.find(report->store().strings().find("launch__registers_per_thread")).number(), 0));
    }
}

TEST("instructions of the source page have the offsets and counts that the report has") {
    const SnapshotPtr report = ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep");
    const SnapshotPtr page = ncu_samples::open(ncu_samples::own() / "kern_full.source.csv");
    CHECK_EQ(page->profileCount(), 6);  // each table is printed twice
    const auto executed = [](const model::Snapshot& s, const KernelProfile& p, std::string_view metric) {
        std::map<std::uint64_t, double> out;
        for (const model::MetricInstances& m : p.instances)
            if (s.text(m.metric) == metric && m.key == model::MetricInstances::Key::Offset)
                for (std::size_t i = 0; i < m.size(); ++i) out[(*m.keys)[i]] = m.value(i).number();
        return out;
    };
    std::size_t instructions = 0;
    for (model::ProfileId id = 0; id < report->profileCount(); ++id) {
        const KernelProfile &a = report->kernelProfiles().at(id), &b = page->kernelProfiles().at(id);
        CHECK_EQ(report->text(a.name), page->text(b.name));
        auto left = executed(*report, a, "inst_executed"), right = executed(*page, b, "Instructions Executed");
        std::erase_if(left, [](const auto& e) { return e.second == 0; });
        std::erase_if(right, [](const auto& e) { return e.second == 0; });
        CHECK(left == right);
        instructions += left.size();
    }
    CHECK(instructions > 250);
}

TEST("units that follow from a metric's name are those that ncu prints") {
    const std::map<std::string, std::string> base{
        {"us", "ns"}, {"Ghz", "Hz"}, {"Mhz", "Hz"}, {"sectors", "sector"}, {"branches", "branch"}};
    std::size_t equal = 0, all = 0;
    for (const char* name : {"kern_full", "kern_roofline"}) {
        const auto rows = ncu_samples::readCsv(ncu_samples::own() / (std::string(name) + ".raw.csv"));
        for (std::size_t c = 11; c < rows[0].size(); ++c) {
            std::string unit = rows[1][c];
            if (unit.size() > 5 && unit.find("byte") == 1) unit.erase(0, 1);
            if (const auto slash = unit.find("/ns"); slash != std::string::npos) unit = unit.substr(0, slash) + "/s";
            if (const auto slash = unit.find("/us"); slash != std::string::npos) unit = unit.substr(0, slash) + "/s";
            if (const auto found = base.find(unit); found != base.end()) unit = found->second;
            equal += model::metricUnit(rows[0][c]) == unit;
            ++all;
        }
    }
    CHECK(all > 3500);
    CHECK(equal * 100 >= all * 95);  // the rest are units that ncu itself gets wrong or leaves out
}

TEST("every sample opens, each metric has its name, and nothing in it is damaged or unknown") {
    std::size_t kernels = 0;
    for (const auto& path : ncu_samples::all()) {
        const SnapshotPtr s = ncu_samples::open(path);
        kernels += s->profileCount();
        CHECK_EQ(s->eventCount(), s->profileCount());
        CHECK_EQ(s->info().formatKey, std::string("ncu-rep"));
        CHECK(s->info().productVersion.starts_with("20"));
        for (const model::Note note : {model::Note::MissingString, model::Note::DamagedPart,
                                       model::Note::SkippedUnknown, model::Note::Incomplete})
            CHECK_EQ(s->store().diagnostics().total(note), 0);
        CHECK_EQ(s->store().diagnostics().total(model::Note::OrderOnly), s->profileCount());
        for (model::ProfileId id = 0; id < s->profileCount(); ++id) {
            const KernelProfile& p = s->kernelProfiles().at(id);
            CHECK(p.metricCount() > 200);
            CHECK(!s->text(p.name).empty() && p.grid[0] > 0 && p.block[0] > 0 && p.chip >= 75 && p.chip <= 90);
            for (const model::MetricList::Entry& e : p.list->entries) CHECK(!s->text(e.name).empty());
        }
    }
    CHECK_EQ(kernels, 60);
}

TEST("kernels stand one after another, each as long as it ran") {
    for (const auto& path : ncu_samples::all()) {
        const SnapshotPtr s = ncu_samples::open(path);
        model::TimeNs clock = 0;
        std::size_t seen = 0;
        for (const model::Track& t : s->tree().tracks)
            for (const model::LaneId l : t.lanes) {
                const model::LaneView lane = s->lane(l);
                for (std::size_t i = 0; i < lane.rows; ++i, ++seen) {
                    CHECK_EQ(lane.start(i), clock);
                    const auto arg = s->store().args().find(lane.lane->argsColumn()[i],
                                                            s->store().strings().find(model::kProfileArg));
                    CHECK(arg && static_cast<std::size_t>(arg->value) == seen);
                    const double ns = s->kernelProfiles()
                                          .at(static_cast<model::ProfileId>(seen))
                                          .find(s->store().strings().find("gpu__time_duration.sum"))
                                          .number();
                    if (!std::isnan(ns)) CHECK_EQ(lane.end(i) - lane.start(i), std::llround(ns));
                    clock = lane.end(i);
                }
            }
        CHECK_EQ(seen, s->profileCount());
    }
}

TEST("roofs name the metrics that belong to the chip, and give the peaks of the reference") {
    const SnapshotPtr s = ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep");
    const KernelProfile& p = s->kernelProfiles().at(1);  // matmulNaive
    const auto* section = p.section(s->store().strings().find("SpeedOfLight_HierarchicalSingleRooflineChart"));
    CHECK(section != nullptr);
    if (!section) return;
    CHECK_EQ(section->rooflines.size(), 1);
    const model::RooflineChart& chart = section->rooflines.front();
    const auto number = [&](model::SectionMetric m) { return p.find(m.metric).number(); };
    const auto sum = [&](const std::vector<model::SectionMetric>& terms) {
        double v = 0;
        for (const auto& m : terms) v += number(m);
        return v;
    };
    CHECK(!chart.roofs.empty() && !chart.points.empty());
    bool dram = false, l1 = false;
    for (const model::RooflineChart::Line& roof : chart.roofs) {
        CHECK(near(sum(roof.work) * number(roof.workRate), 66.85e12, 0));
        const double bandwidth = number(roof.traffic) * number(roof.trafficRate);
        dram = dram || near(bandwidth, 3351.8e9, 0);
        l1 = l1 || s->text(roof.traffic.metric).find("mem_lgds") != std::string_view::npos;
    }
    CHECK(dram);
    CHECK(l1);  // compute capability 9.0; older chips have mem_lg there
    bool point = false;
    for (const model::RooflineChart::Line& line : chart.points)
        point = point || near(sum(line.work) * number(line.workRate), 6142.69e9, 0);
    CHECK(point);
}

TEST("instructions lead to the source lines that the cubin names") {
    const SnapshotPtr s = ncu_samples::open(ncu_samples::own() / "kern_full.ncu-rep");
    CHECK_EQ(s->profileFileCount(), 2);
    std::map<std::string, std::set<std::uint32_t>> lines;
    for (model::ProfileId id = 0; id < s->profileCount(); ++id)
        for (const model::MetricInstances& m : s->kernelProfiles().at(id).instances) {
            if (m.key != model::MetricInstances::Key::Offset || s->text(m.metric) != "inst_executed") continue;
            for (std::size_t i = 0; i < m.size(); ++i)
                if (const auto* line = m.function->lineAt((*m.keys)[i]))
                    lines[std::string(s->text(s->kernelProfiles().at(id).function))].insert(line->line);
        }
    CHECK(lines["vecAdd"] == std::set<std::uint32_t>{6});
    CHECK(lines["matmulNaive"] == std::set<std::uint32_t>{7});
    CHECK(lines["reduceSum"].contains(11));
}

}  // namespace
