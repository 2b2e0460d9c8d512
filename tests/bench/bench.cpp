// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how fast we are as ratios to physical limits. The speed of a machine drifts by more than what is looked for,
// so a ratio is taken between two runs that follow each other, and of several rounds the median counts. Everything that
// is measured runs in its own process, one at a time.

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "tests/bench/tool.h"

namespace {

namespace fs = std::filesystem;
using bench::Failure;
using bench::Finished;
using bench::numberAfter;
using bench::run;

constexpr std::uint64_t kStatedEvents = 10'000'000;  ///< what the limits in kTargets are stated for
constexpr std::uint64_t kFewEvents = 100'000;
constexpr double kLabels = 300;

enum RowId : std::size_t {
    OpenSqlite,
    FirstSqlite,
    Processor,
    Memory,
    OpenNsysRep,
    OpenRep,
    FirstRep,
    Size,
    Frame,
    Paint,
    Scale,
    Json,
    JsonTenth,
    JsonMemory,
    JsonGzip,
    JsonScale,
    JsonPeer,
    OpenRocpd,
    FirstRocpd,
    ProcessorRocpd,
    OpenXspace,
    ProcessorXspace,
    OpenSnapshot,
    StatsKernels,
    StatsJoin,
    StatsSet,
    StatsRep,
    StatsExport,
    SelectionDrag,
    SelectionExact,
    SelectionNvtx,
    SortedFirst,
    NvtxKernels,
    SqlSum,
    SqlJoin,
    Compare,
    CompareWhole,
    CompareEvents,
    Window
};

/// One line of the table. Smaller is better everywhere.
struct Target {
    RowId id;
    const char* key;
    const char* what;
    const char* unit;  ///< of the two sides of the ratio; a single value when `single`
    bool single;
    double atMost, aim;
    double aimOurs = 0;  ///< the aim asks for this of our side too; 0 = no
};

constexpr std::array kTargets{
    Target{OpenSqlite, "open-sqlite", "open the SQLite export ÷ its bare scan", "s", false, 0.60, 0.30},
    Target{FirstSqlite, "first-sqlite", "  first drawable frame of it ÷ same", "s", false, 0.15, 0.06},
    Target{Processor, "processor", "  processor time ÷ that of the scan", "s", false, 0.90, 0.45},
    Target{Memory, "memory", "  peak memory above the start, B/event", "B/event", true, 60, 40},
    Target{OpenNsysRep, "open-nsys-rep", "open a .nsys-rep of the same events ÷ scan", "s", false, 0.60, 0.25},
    Target{OpenRep, "open-rep", "reopen .rep, everything ÷ scan", "s", false, 1.0 / 10, 1.0 / 15},
    Target{FirstRep, "first-rep", "  first drawable frame of it ÷ scan", "s", false, 1.0 / 25, 1.0 / 50},
    Target{Size, "size", "size of .rep ÷ SQLite file", "MB", false, 0.30, 0.20},
    Target{Frame, "frame", "a frame, worst zoom ÷ limits/frame", "ms", false, 5, 2.5, 4},
    Target{Paint, "paint", "rows painted with 300 labels, p99, ms", "ms", true, 16.6, 8},
    Target{Scale, "scale", "", "ms", false, 3, 2},
    Target{Json, "json", "open Kineto JSON ÷ simdjson, every scalar", "s", false, 1 / 0.40, 1 / 0.60},
    Target{JsonTenth, "json-tenth", "  the same with a tenth of the events", "s", false, 1 / 0.40, 1 / 0.60},
    Target{JsonMemory, "json-memory", "  peak memory above the start, B/event", "B/event", true, 200, 100},
    Target{JsonGzip, "json-gzip", "  the same packed (.gz) ÷ plain", "s", false, 1.8, 1.4},
    Target{JsonScale, "json-scale", "  time ÷ that of a tenth of the events", "s", false, 12, 10.5},
    Target{JsonPeer, "json-peer", "  a tenth of the events ÷ trace_processor", "s", false, 1.0 / 5, 1.0 / 8},
    Target{OpenRocpd, "open-rocpd", "open a rocpd database ÷ its bare scan", "s", false, 0.45, 0.30},
    Target{FirstRocpd, "first-rocpd", "  first drawable frame of it ÷ same", "s", false, 0.06, 0.03},
    Target{ProcessorRocpd, "processor-rocpd", "  processor time ÷ that of the scan", "s", false, 0.60, 0.45},
    Target{OpenXspace, "open-xspace", "open an XSpace ÷ a walk through its fields", "s", false, 1.5, 1},
    Target{ProcessorXspace, "processor-xspace", "  processor time ÷ that of the walk", "s", false, 1.8, 1.2},
    Target{OpenSnapshot, "open-snapshot", "open a memory snapshot of PyTorch, s a million", "s", true, 3, 1.5},
    Target{StatsKernels, "stats-kernels", "kernels by name, loaded ÷ sqlite3's query", "s", false, 1.0 / 20, 1.0 / 50},
    Target{StatsJoin, "stats-join", "  launches joined with kernels ÷ same", "s", false, 1.0 / 10, 1.0 / 40},
    Target{StatsSet, "stats-set", "  seven tables ÷ the same of sqlite3", "s", false, 1.0 / 8, 1.0 / 20},
    Target{StatsRep, "stats-rep", "`sightline stats` of a .rep ÷ sqlite3", "s", false, 1.0 / 10, 1.0 / 10},
    Target{StatsExport, "stats-export", "  the same of the export itself ÷ sqlite3", "s", false, 1, 1},
    Target{SelectionDrag, "selection", "numbers of a span while it is dragged, p99, ms", "ms", true, 30, 10},
    Target{SelectionExact, "selection-exact", "  all figures of the whole report, s", "s", true, 10, 3},
    Target{SelectionNvtx, "selection-nvtx", "  the same by the NVTX range around, s", "s", true, 10, 4},
    Target{SortedFirst, "sorted", "first 1000 of all events by duration, s", "s", true, 1, 0.5},
    Target{NvtxKernels, "nvtx-kernels", "3 M kernels among 16 M NVTX ranges, s", "s", true, 10, 5},
    Target{SqlSum, "sql-sum", "sum of kernels in SQL ÷ sqlite3 itself", "s", false, 1, 0.5},
    Target{SqlJoin, "sql-join", "  kernels joined with their calls ÷ same", "s", false, 1, 0.5},
    Target{Compare, "compare", "two reports compared ÷ opening both .rep", "s", false, 5, 2},
    Target{CompareWhole, "compare-whole", "  as one repetition each ÷ same", "s", false, 10, 4},
    Target{CompareEvents, "compare-events", "  calls of a name, A beside B ÷ same", "s", false, 10, 4},
    Target{Window, "window", "longest work in the window's thread, ms", "ms", true, 50, 16.6},
};

constexpr bool inOrder() {
    for (std::size_t i = 0; i < kTargets.size(); ++i)
        if (kTargets[i].id != i) return false;
    return true;
}
static_assert(inOrder(), "kTargets is indexed by RowId");

std::string grouped(std::uint64_t n) {
    std::string s = std::to_string(n);
    for (auto at = static_cast<std::ptrdiff_t>(s.size()) - 3; at > 0; at -= 3)
        s.insert(static_cast<std::size_t>(at), 1, ' ');
    return s;
}

/// 100000 → "100 k", for events.
std::string shortCount(std::uint64_t n) {
    if (n >= 1'000'000 && n % 1'000'000 == 0) return fmt::format("{} M", n / 1'000'000);
    return n % 1'000 == 0 ? fmt::format("{} k", n / 1'000) : std::to_string(n);
}

std::uint64_t availableMemory() {
    std::ifstream in("/proc/meminfo");
    for (std::string line; std::getline(in, line);)
        if (line.starts_with("MemAvailable:")) return std::strtoull(line.c_str() + 13, nullptr, 10) * 1024;
    return 0;
}

// ---- Options -----------------------------------------------------------------------------------------------------

struct Options {
    std::uint64_t events = kStatedEvents;
    std::uint64_t rounds = 5;
    std::array<bool, kTargets.size()> wanted{};
};

std::uint64_t positive(std::string_view name, std::string_view text) {
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc() || end != text.data() + text.size() || n == 0)
        throw Failure(fmt::format("{} needs a whole number above 0, not “{}”", name, text));
    return n;
}

std::array<bool, kTargets.size()> chosen(std::string_view list) {
    std::array<bool, kTargets.size()> wanted{};
    while (!list.empty()) {
        const auto key = list.substr(0, list.find(','));
        list.remove_prefix(std::min(list.size(), key.size() + 1));
        const auto* target =
            std::find_if(kTargets.begin(), kTargets.end(), [&](const Target& t) { return t.key == key; });
        if (target == kTargets.end()) {
            std::string keys;
            for (const Target& t : kTargets) keys += fmt::format(" {}", t.key);
            throw Failure(fmt::format("there is no row “{}”; rows are{}", key, keys));
        }
        wanted[target->id] = true;
    }
    return wanted;
}

constexpr const char* kUsage =
    "usage: bench_driver [--only ROW,ROW…] [--events N] [--rounds N] [--quick]\n"
    "  --quick: 1 M events and one round, where nothing else is asked for\n"
    "  SIGHTLINE_BENCH_EVENTS and SIGHTLINE_BENCH_ROUNDS count where the options are not given\n";

/// An option counts before the environment, that before --quick. Throws Failure when something is wrong.
Options parse(const std::vector<std::string>& arguments) {
    Options options;
    options.wanted.fill(true);
    std::optional<std::uint64_t> events, rounds;
    bool quick = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& name = arguments[i];
        if (name == "--quick") {
            quick = true;
            continue;
        }
        if (name != "--only" && name != "--events" && name != "--rounds") throw Failure("unknown option " + name);
        if (++i == arguments.size()) throw Failure(name + " needs a value");
        if (name == "--only") options.wanted = chosen(arguments[i]);
        else (name == "--events" ? events : rounds) = positive(name, arguments[i]);
    }
    const auto settle = [&](std::uint64_t& value, std::optional<std::uint64_t> option, const char* variable,
                            std::uint64_t whenQuick) {
        const char* text = std::getenv(variable);
        if (option) value = *option;
        else if (text && *text) value = positive(variable, text);
        else if (quick) value = whenQuick;
    };
    settle(options.events, events, "SIGHTLINE_BENCH_EVENTS", 1'000'000);
    settle(options.rounds, rounds, "SIGHTLINE_BENCH_ROUNDS", 1);
    return options;
}

// ---- Measurements ------------------------------------------------------------------------------------------------

constexpr const char* kNoShared = "the folder ../shared/bench was not there when this was configured";
constexpr const char* kNoWindow = "built with SIGHTLINE_UI=OFF";

struct Tool {
    std::string path;
    const char* whyAbsent;
};

const Tool kOpen{BENCH_TOOLS "/bench_open", "not built"};
const Tool kConvert{BENCH_SIGHTLINE, "not built"};
const Tool kGenRep{BENCH_TOOLS "/gen_nsys_rep", "not built"};
const Tool kGenSqlite{BENCH_TOOLS "/gen_nsys_sqlite", kNoShared};
const Tool kScan{BENCH_TOOLS "/limit_sqscan", kNoShared};
const Tool kTableScan{BENCH_TOOLS "/bench_table_scan", "not built"};
const Tool kXspace{BENCH_TOOLS "/bench_xspace", "not built"};
const Tool kPython{"/usr/bin/python3", "not installed"};
const Tool kGenJson{BENCH_TOOLS "/gen_kineto", kNoShared};
const Tool kJsonLimit{BENCH_TOOLS "/limit_odchunk", kNoShared};
const Tool kStats{BENCH_TOOLS "/bench_stats", "not built"};
const Tool kSelection{BENCH_TOOLS "/bench_selection", "not built"};
const Tool kCompare{BENCH_TOOLS "/bench_compare", "not built"};
const Tool kSql{BENCH_TOOLS "/bench_sql", "not built"};
const Tool kSqlite3{"/usr/bin/sqlite3", "not installed"};
const Tool kGzip{"/usr/bin/gzip", "not installed"};
const Tool kFrameLimit{BENCH_TOOLS "/limit_frame", kNoShared};
const Tool kFrame{BENCH_TOOLS "/frame_bench", kNoWindow};
const Tool kWindow{BENCH_TOOLS "/window_bench", kNoWindow};

double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    const std::size_t half = v.size() / 2;
    return v.size() % 2 ? v[half] : (v[half - 1] + v[half]) / 2;
}

struct Row {
    std::vector<double> values, ours, limits;  ///< one each round; a single value has no limits
    std::string absent;                        ///< why there is nothing
    std::string unlike;                        ///< why the figures cannot be held against the limit
    bool failed = false;
};

class Bench {
public:
    explicit Bench(const Options& options) : m_options(options), m_many(options.events * 10) {
        const std::string stem = fmt::format("{}/nsys_{}", BENCH_DATA, options.events);
        m_sqlite = stem + ".sqlite";
        m_nsysRep = stem + ".nsys-rep";
        m_rep = stem + ".rep";
        m_otherSqlite = stem + "_other.sqlite";
        m_otherRep = stem + "_other.rep";
        m_json = fmt::format("{}/kineto_{}.json", BENCH_DATA, options.events);
        m_jsonTenth = fmt::format("{}/kineto_{}.json", BENCH_DATA, options.events / 10);
        m_jsonGzip = m_json + ".gz";
        m_rocpd = fmt::format("{}/rocpd_{}.db", BENCH_DATA, rocpdEvents());
        m_xspace = fmt::format("{}/{}.xplane.pb", BENCH_DATA, xspaceEvents());
        m_snapshot = fmt::format("{}/snapshot_{}.pickle", BENCH_DATA, snapshotEntries());
        if (const char* path = std::getenv("SIGHTLINE_TRACE_PROCESSOR"); path && *path) m_peer.path = path;
    }

    /// False when a tool failed. A missed limit is no failure: it is in the table.
    bool run() {
        std::vector<Group> groups = {
            {{OpenSqlite, FirstSqlite, Processor, Memory}, {&kScan, &kOpen}, {&m_sqlite}, [this] { openSqlite(); }},
            {{OpenNsysRep}, {&kScan, &kOpen}, {&m_sqlite, &m_nsysRep}, [this] { openNsysRep(); }},
            {{OpenRep, FirstRep}, {&kScan, &kOpen}, {&m_sqlite, &m_rep}, [this] { openRep(); }},
            {{Frame}, {&kFrameLimit, &kFrame}, {}, [this] { frame(); }},
            {{Paint}, {&kFrame}, {}, [this] { paint(); }},
            {{Scale}, {&kFrame}, {}, [this] { scale(); }},
            {{Json, JsonMemory},
             {&kJsonLimit, &kOpen},
             {&m_json},
             [this] { openJson(Json, m_json, m_options.events); }},
            {{JsonTenth},
             {&kJsonLimit, &kOpen},
             {&m_jsonTenth},
             [this] { openJson(JsonTenth, m_jsonTenth, m_options.events / 10); }},
            {{JsonGzip}, {&kOpen}, {&m_json, &m_jsonGzip}, [this] { jsonGzip(); }},
            {{JsonScale}, {&kOpen}, {&m_json, &m_jsonTenth}, [this] { jsonScale(); }},
            {{OpenRocpd, FirstRocpd, ProcessorRocpd}, {&kTableScan, &kOpen}, {&m_rocpd}, [this] { openRocpd(); }},
            {{OpenXspace, ProcessorXspace}, {&kXspace}, {&m_xspace}, [this] { openXspace(); }},
            {{OpenSnapshot}, {&kOpen}, {&m_snapshot}, [this] { openSnapshot(); }},
            {{StatsKernels, StatsJoin, StatsSet}, {&kStats, &kSqlite3}, {&m_sqlite, &m_rep}, [this] { stats(); }},
            {{StatsRep}, {&kSqlite3}, {&m_sqlite, &m_rep}, [this] { statsProcess(StatsRep, m_rep); }},
            {{StatsExport}, {&kSqlite3}, {&m_sqlite}, [this] { statsProcess(StatsExport, m_sqlite); }},
            {{SelectionDrag, SelectionExact, SelectionNvtx, SortedFirst},
             {&kSelection},
             {&m_rep},
             [this] { selection(); }},
            {{NvtxKernels},
             {&kSelection},
             {},
             [this] {
                 add(NvtxKernels, numberAfter(::run({kSelection.path, "--nvtx"}).output, "nvtx "));
             }},
            {{SqlSum, SqlJoin}, {&kSql}, {&m_sqlite, &m_rep}, [this] { sql(); }},
            {{Compare, CompareWhole, CompareEvents},
             {&kCompare},
             {&m_sqlite, &m_rep, &m_otherSqlite, &m_otherRep},
             [this] { compare(); }},
            {{Window}, {&kWindow}, {}, [this] { add(Window, numberAfter(::run({kWindow.path}).output, "longest ")); }},
            {{JsonPeer}, {&m_peer, &kOpen}, {&m_jsonTenth}, [this] { jsonPeer(); }},
        };
        head();
        Group size{{Size}, {}, {&m_sqlite, &m_rep}, [this] { compareSize(); }};
        prepare(size);
        for (Group& g : groups) prepare(g);
        attempt(size);
        for (m_round = 1; m_round <= m_options.rounds; ++m_round)
            for (const Group& g : groups) attempt(g);
        table();
        return std::none_of(m_rows.begin(), m_rows.end(), [](const Row& row) { return row.failed; });
    }

private:
    /// Rows that come from the same runs.
    struct Group {
        std::vector<RowId> rows;
        std::vector<const Tool*> tools;
        std::vector<const std::string*> inputs;
        std::function<void()> measure;  ///< one round
    };

    bool wanted(const Group& g) const {
        return std::any_of(g.rows.begin(), g.rows.end(),
                           [&](RowId r) { return m_options.wanted[r] && m_rows[r].absent.empty(); });
    }
    void leaveOut(const Group& g, const std::string& why, bool failed) {
        for (const RowId r : g.rows) {
            m_rows[r] = Row{};  // the figures of a row are all there or not at all
            m_rows[r].absent = why;
            m_rows[r].failed = failed && m_options.wanted[r];
        }
    }

    void need(const Tool& tool) const {
        if (access(tool.path.c_str(), X_OK) != 0)
            throw Failure(fmt::format("needs {}: {}", fs::path(tool.path).filename().string(), tool.whyAbsent));
    }

    /// Makes the inputs that are not there, and finds out whether the rows can be measured.
    void prepare(const Group& g) {
        if (!wanted(g)) return;
        try {
            for (const Tool* tool : g.tools) need(*tool);
            for (const std::string* input : g.inputs) need(makerOf(*input));
            if (g.rows.front() == Scale && availableMemory() < m_many * kBytesPerFrameEvent)
                throw Failure(fmt::format("{} events may need {} MB of memory; {} MB are available", shortCount(m_many),
                                          m_many * kBytesPerFrameEvent / 1'000'000, availableMemory() / 1'000'000));
        } catch (const Failure& f) {
            return leaveOut(g, f.what(), false);
        }
        try {
            for (const std::string* input : g.inputs) make(*input);
        } catch (const std::exception& e) {
            leaveOut(g, e.what(), true);
        }
    }

    const Tool& makerOf(const std::string& input) const {
        if (input == m_json || input == m_jsonTenth) return kGenJson;
        if (input == m_rocpd || input == m_xspace || input == m_snapshot) return kPython;
        return input == m_sqlite || input == m_otherSqlite ? kGenSqlite
               : input == m_nsysRep                        ? kGenRep
               : input == m_jsonGzip                       ? kGzip
                                                           : kConvert;
    }

    /// An input is kept until the program that makes it, or what it is made from, is newer.
    void make(const std::string& input) {
        const std::string& maker = makerOf(input).path;
        bool fresh = fs::exists(input) && fs::last_write_time(input) >= fs::last_write_time(maker);
        if (fresh && (input == m_nsysRep || input == m_rep))
            fresh = fs::last_write_time(input) >= fs::last_write_time(m_sqlite);
        if (fresh && input == m_otherRep) fresh = fs::last_write_time(input) >= fs::last_write_time(m_otherSqlite);
        if (!fresh) {
            std::fprintf(stderr, "making %s\n", input.c_str());
            fs::create_directories(BENCH_DATA);
            const std::string part = input + ".part";
            fs::remove(part);
            if (input == m_sqlite || input == m_otherSqlite)
                ::run({maker, part, std::to_string(m_options.events), input == m_sqlite ? "1" : "2"});
            else if (input == m_json) ::run({maker, part, std::to_string(m_options.events), "1"});
            else if (input == m_jsonTenth) ::run({maker, part, std::to_string(m_options.events / 10), "1"});
            else if (input == m_jsonGzip) ::run({"/bin/sh", "-c", maker + " -6 -c " + m_json + " > " + part});
            else if (input == m_rocpd)
                ::run({maker, BENCH_SOURCES "/gen_rocpd.py", part, std::to_string(rocpdEvents())});
            else if (input == m_xspace)
                ::run({maker, BENCH_SOURCES "/gen_xspace.py", part, std::to_string(xspaceEvents())});
            else if (input == m_snapshot)
                ::run({maker, BENCH_SOURCES "/gen_snapshot.py", part, std::to_string(snapshotEntries())});
            else if (input == m_nsysRep) ::run({maker, m_sqlite, part});
            else ::run({maker, "convert", input == m_rep ? m_sqlite : m_otherSqlite, part});
            fs::rename(part, input);
        }
        // Every run finds its file in the page cache, the first one too.
        std::ifstream in(input, std::ios::binary);
        std::vector<char> buffer(1 << 20);
        while (in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()))) {}
    }

    void attempt(const Group& g) {
        if (!wanted(g)) return;
        try {
            g.measure();
        } catch (const std::exception& e) {
            leaveOut(g, e.what(), true);
        }
    }

    void add(RowId id, double ours, std::optional<double> limit = {}) {
        Row& row = m_rows[id];
        row.values.push_back(limit ? ours / *limit : ours);
        row.ours.push_back(ours);
        if (limit) row.limits.push_back(*limit);
        if (m_options.wanted[id])
            fmt::print(stderr, "round {}  {:<14} {:.4g}\n", m_round, kTargets[id].key, row.values.back());
    }

    struct Scanned {
        double seconds, processorSeconds, events;
    };
    Scanned scan() const {
        const Finished f = ::run({kScan.path, m_sqlite, "1"});
        return {numberAfter(f.output, "mmap: "), f.processorSeconds, numberAfter(f.output, " events ")};
    }

    struct Opened {
        double first, seconds, peakBytes, processorSeconds;
    };
    /// A report that does not hold the events that the scan counted would be no comparison: Failure.
    Opened open(const std::string& path, double events) const {
        const Finished f = ::run({kOpen.path, path});
        const double read = numberAfter(f.output, "events in file ");
        if (read != events)
            throw Failure(fmt::format("{} gave {:.0f} events, the scan of the database counts {:.0f}",
                                      fs::path(path).filename().string(), read, events));
        return {numberAfter(f.output, "first "), numberAfter(f.output, "loaded "),
                numberAfter(f.output, "peak ") * 1024, f.processorSeconds};
    }

    void openSqlite() {
        const Scanned limit = scan();
        const Opened ours = open(m_sqlite, limit.events);
        add(OpenSqlite, ours.seconds, limit.seconds);
        add(FirstSqlite, ours.first, limit.seconds);
        add(Processor, ours.processorSeconds, limit.processorSeconds);
        add(Memory, ours.peakBytes / limit.events);
    }
    void openNsysRep() {
        const Scanned limit = scan();
        add(OpenNsysRep, open(m_nsysRep, limit.events).seconds, limit.seconds);
    }
    void openRep() {
        const Scanned limit = scan();
        const Opened ours = open(m_rep, limit.events);
        add(OpenRep, ours.seconds, limit.seconds);
        add(FirstRep, ours.first, limit.seconds);
    }
    /// Opens a trace and checks that all of its events came out. Counters count once for each of their values.
    Opened openTrace(const std::string& path, std::uint64_t events) const {
        const Finished f = ::run({kOpen.path, path});
        if (numberAfter(f.output, "events in file ") < 0.999 * static_cast<double>(events))
            throw Failure("events are missing: " + f.output);
        return {numberAfter(f.output, "first "), numberAfter(f.output, "loaded "),
                numberAfter(f.output, "peak ") * 1024, f.processorSeconds};
    }
    void openJson(RowId row, const std::string& path, std::uint64_t events) {
        const std::string threads = std::to_string(std::max(1u, std::thread::hardware_concurrency()));
        const double limit = numberAfter(::run({kJsonLimit.path, path, threads, "full"}).output, "T: ");
        const Opened ours = openTrace(path, events);
        add(row, ours.seconds, limit);
        if (row == Json) add(JsonMemory, ours.peakBytes / static_cast<double>(events));
    }
    /// The generators of these are slow, and so many are enough to be measured. Calls and kernels come in pairs.
    std::uint64_t rocpdEvents() const { return m_options.events * 3 / 20 * 2; }
    std::uint64_t xspaceEvents() const { return m_options.events * 3 / 20; }
    std::uint64_t snapshotEntries() const { return m_options.events / 10; }
    void openRocpd() {
        const Finished limit = ::run({kTableScan.path, m_rocpd});
        const double seconds = numberAfter(limit.output, "scan ");
        const Opened ours = open(m_rocpd, static_cast<double>(rocpdEvents()));
        add(OpenRocpd, ours.seconds, seconds);
        add(FirstRocpd, ours.first, seconds);
        add(ProcessorRocpd, ours.processorSeconds, limit.processorSeconds);
    }
    void openXspace() {
        const std::string output = ::run({kXspace.path, m_xspace, "1"}).output;
        add(OpenXspace, numberAfter(output, "opened "), numberAfter(output, "walk "));
        add(ProcessorXspace, numberAfter(output, " s and "), numberAfter(output, "processor "));
    }
    void openSnapshot() {
        const double seconds = numberAfter(::run({kOpen.path, m_snapshot}).output, "loaded ");
        add(OpenSnapshot, seconds * 1e6 / static_cast<double>(snapshotEntries()));
    }
    void jsonGzip() {
        const double plain = openTrace(m_json, m_options.events).seconds;
        add(JsonGzip, openTrace(m_jsonGzip, m_options.events).seconds, plain);
    }
    void jsonScale() {
        const double few = openTrace(m_jsonTenth, m_options.events / 10).seconds;
        add(JsonScale, openTrace(m_json, m_options.events).seconds, few);
    }
    void jsonPeer() {
        const double peer = wallClock({m_peer.path, "-Q", "select count(*) from slice", m_jsonTenth});
        add(JsonPeer, openTrace(m_jsonTenth, m_options.events / 10).seconds, peer);
    }

    static double wallClock(const std::vector<std::string>& command) {
        const auto begin = std::chrono::steady_clock::now();
        ::run(command);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    /// How long sqlite3 takes for a file of queries.
    double sqlite3(const char* queries) const {
        return wallClock({"/bin/sh", "-c",
                          fmt::format("cd '{}/..' && '{}' -readonly '{}' < 'sql/{}' > /dev/null", BENCH_SQL,
                                      kSqlite3.path, m_sqlite, queries)});
    }
    void stats() {
        const std::string output = ::run({kStats.path, m_rep}).output;
        add(StatsKernels, numberAfter(output, "kernels "), sqlite3("stats_kern_sum.sql"));
        add(StatsJoin, numberAfter(output, "join "), sqlite3("stats_launch_join.sql"));
        add(StatsSet, numberAfter(output, "set "), sqlite3("stats_all.sql"));
    }
    void statsProcess(RowId row, const std::string& report) {
        add(row, wallClock({BENCH_SIGHTLINE, "stats", "-r", "cuda_gpu_kern_sum", report}),
            sqlite3("stats_kern_sum.sql"));
    }
    void selection() {
        const std::string output = ::run({kSelection.path, m_rep}).output;
        add(SelectionDrag, numberAfter(output, "drag ") * 1e3);
        add(SelectionExact, numberAfter(output, "exact "));
        add(SelectionNvtx, numberAfter(output, "nvtx-groups "));
        add(SortedFirst, numberAfter(output, "first "));
    }
    void sql() {
        const std::string output = ::run({kSql.path, m_rep, m_sqlite}).output;
        add(SqlSum, numberAfter(output, "sum "), numberAfter(output, "sqlite-sum "));
        add(SqlJoin, numberAfter(output, "\njoin "), numberAfter(output, "sqlite-join "));
    }
    void compare() {
        const std::string output = ::run({kCompare.path, m_rep, m_otherRep}).output;
        const double opened = numberAfter(output, "open ");
        add(Compare, numberAfter(output, "compare "), opened);
        add(CompareWhole, numberAfter(output, "whole "), opened);
        add(CompareEvents, numberAfter(output, "calls "), opened);
    }
    void compareSize() {
        add(Size, static_cast<double>(fs::file_size(m_rep)) / 1e6, static_cast<double>(fs::file_size(m_sqlite)) / 1e6);
    }

    /// Greatest of the medians of the zooms, in ms.
    static double worstZoom(const Tool& tool, std::uint64_t events) {
        const std::string output = ::run({tool.path, std::to_string(events)}).output;
        std::string_view rest = output;
        double worst = 0;
        for (auto at = rest.find("zoom "); at != std::string_view::npos; at = rest.find("zoom ")) {
            rest.remove_prefix(at);
            worst = std::max(worst, numberAfter(rest.substr(0, rest.find('\n')), "median "));
            rest.remove_prefix(1);
        }
        if (worst == 0) throw Failure(fmt::format("{} printed no zoom", tool.path));
        return worst;
    }
    void frame() {
        const double limit = worstZoom(kFrameLimit, m_options.events);
        add(Frame, worstZoom(kFrame, m_options.events), limit);
    }
    void scale() {
        const double few = worstZoom(kFrame, kFewEvents);
        add(Scale, worstZoom(kFrame, m_many), few);
    }
    void paint() {
        const std::string output = ::run({kFrame.path, std::to_string(m_options.events), "labels"}).output;
        const double labels = numberAfter(output, "labels per frame: ");
        add(Paint, numberAfter(output, "p99 "));
        if (labels < kLabels)
            m_rows[Paint].unlike = fmt::format("pictures with {:.0f} labels, not {:.0f}", labels, kLabels);
    }

    // ---- Table ---------------------------------------------------------------------------------------------------

    void head() const {
        double load[1] = {0};
        fmt::print("{} events, {}, {} build", grouped(m_options.events),
                   m_options.rounds == 1 ? "1 round" : fmt::format("{} rounds", m_options.rounds), BENCH_BUILD);
        if (getloadavg(load, 1) == 1) fmt::print(", load average before {:.1f}", load[0]);
        fmt::print("\n");
        if (m_options.events != kStatedEvents)
            fmt::print("(The limits are stated for {} events.)\n", grouped(kStatedEvents));
        std::fflush(stdout);
    }

    std::string title(const Target& t) const {
        if (t.id == Scale)
            return fmt::format("a frame of {} ÷ of {} events", shortCount(m_many), shortCount(kFewEvents));
        return t.what;
    }

    void table() const {
        fmt::print("\n{:<44} {:>8} {:>17} {:>8} {:>7}  {:<7} {}\n", "what", "median", "range", "at most", "aim", "",
                   "medians, ours / limit");
        for (const Target& t : kTargets)
            if (m_options.wanted[t.id]) line(t, m_rows[t.id]);
        fmt::print(
            "\naim = the median reaches the aim, holds = it is at most the limit, MISSED = neither;\n"
            "unlike = what was measured is not what the limit is for.\n");
    }

    void line(const Target& t, const Row& row) const {
        fmt::print("{:<44} ", title(t));
        if (row.values.empty()) return fmt::print("{}: {}\n", row.failed ? "FAILED" : "skipped", row.absent);
        const double middle = median(row.values), ours = median(row.ours);
        const auto [low, high] = std::minmax_element(row.values.begin(), row.values.end());
        const bool aim = middle <= t.aim && (t.aimOurs == 0 || ours <= t.aimOurs);
        const char* result = !row.unlike.empty() ? "unlike" : aim ? "aim" : middle <= t.atMost ? "holds" : "MISSED";
        fmt::print("{:>8.3g} {:>17} {:>8.3g} {:>7.3g}  {:<7} ", middle, fmt::format("{:.3g} – {:.3g}", *low, *high),
                   t.atMost, t.aim, result);
        if (t.single) fmt::print("{:.3g} {}", ours, t.unit);
        else fmt::print("{:.3g} / {:.3g} {}", ours, median(row.limits), t.unit);
        if (t.aimOurs != 0) fmt::print(" (aim: also at most {:.3g} {})", t.aimOurs, t.unit);
        if (!row.unlike.empty()) fmt::print(" ({})", row.unlike);
        fmt::print("\n");
    }

    /// More than a store of that kind takes; the row is skipped rather than driving the machine out of memory.
    static constexpr std::uint64_t kBytesPerFrameEvent = 60;

    Options m_options;
    std::uint64_t m_many;  ///< events of the greatest store
    std::uint64_t m_round = 1;
    std::string m_sqlite, m_nsysRep, m_rep, m_otherSqlite, m_otherRep, m_json, m_jsonTenth, m_jsonGzip, m_rocpd,
        m_xspace, m_snapshot;
    Tool m_peer{"trace_processor_shell", "its path is not in SIGHTLINE_TRACE_PROCESSOR"};
    std::array<Row, kTargets.size()> m_rows;
};

}  // namespace

int main(int argc, char** argv) {
    Options options;
    try {
        options = parse({argv + 1, argv + argc});
    } catch (const Failure& f) {
        std::fprintf(stderr, "%s\n%s", f.what(), kUsage);
        return 2;
    }
    return Bench(options).run() ? 0 : 1;
}
