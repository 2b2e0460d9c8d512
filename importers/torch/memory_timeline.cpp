// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "importers/common/event_groups.h"
#include "importers/common/finish.h"
#include "importers/common/text_kind.h"
#include "importers/torch/torch.h"
#include "model/base/ascii.h"
#include "model/base/memory_bound.h"
#include "model/base/messages.h"

namespace importers::torch {

using model::ErrorCode;
using model::Note;
using model::Result;
using model::TimeNs;
using model::TrackKind;

namespace {

/// The profiler's categories in its order; each name says that the curve is one of memory.
constexpr std::array<const char*, 8> kCategories{"memory: parameters",  "memory: optimizer state", "memory: inputs",
                                                 "memory: temporaries", "memory: activations",     "memory: gradients",
                                                 "memory: autograd",    "memory: unknown"};
constexpr std::int64_t kMostTimelineBytes = std::int64_t{1} << 50;
constexpr TimeNs kNanoseconds = 100'000'000'000'000'000;  // a time of day beyond this is in ns

/// Reads lists of numbers in lists: JSON that consists of brackets, commas and numbers alone.
class NumberLists {
public:
    static constexpr int kMostDepth = 3;
    enum class Event : std::uint8_t { Open, Close, Number, End, Odd };

    template <class Read>
    Event next(Read&& read) {
        for (;;) {
            const int c = peek(read);
            if (c < 0) return Event::End;
            if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',') {
                ++m_at;
            } else if (c == '[') {
                ++m_at;
                return ++depth > kMostDepth ? Event::Odd : Event::Open;
            } else if (c == ']') {
                ++m_at;
                return --depth < 0 ? Event::Odd : Event::Close;
            } else {
                return readNumber(read);
            }
        }
    }
    int depth = 0;  ///< of lists around what follows
    std::int64_t number = 0;
    std::uint64_t offset() const { return m_before + m_at; }

private:
    template <class Read>
    int peek(Read&& read) {
        if (m_at == m_text.size()) {
            m_before += m_text.size();
            m_at = 0;
            m_text.resize(256 << 10);
            m_text.resize(read(m_text.data(), m_text.size()));
            if (m_text.empty()) return -1;
        }
        return static_cast<unsigned char>(m_text[m_at]);
    }
    template <class Read>
    Event readNumber(Read&& read) {
        std::array<char, 40> digits{};
        std::size_t n = 0;
        for (int c = peek(read); c >= 0; c = peek(read)) {
            const bool isDigit = (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
            if (!isDigit) break;
            if (n == digits.size()) return Event::Odd;
            digits[n++] = static_cast<char>(c);
            ++m_at;
        }
        double real = 0;
        const char* const end = digits.data() + n;
        if (const auto [at, error] = std::from_chars(digits.data(), end, number); error == std::errc() && at == end)
            return Event::Number;
        const auto [at, error] = std::from_chars(digits.data(), end, real);
        if (n == 0 || error != std::errc() || at != end || !(std::abs(real) < 9e18)) return Event::Odd;
        number = static_cast<std::int64_t>(real);
        return Event::Number;
    }

    std::string m_text;
    std::size_t m_at = 0;
    std::uint64_t m_before = 0;
};

/// Puts what the profiler wrote onto curves. Both of its forms begin as lists of numbers: the second list decides.
class TimelineRows {
public:
    explicit TimelineRows(model::EventStore& store) : m_groups(store), m_store(store) {}

    void number(int depth, std::int64_t n) {
        if (depth == 2 && m_child == 0) m_first.push_back(n);
        else if ((depth == 2 || depth == 3) && m_row.size() < 64) m_row.push_back(n);
    }
    void close(int depth) {  // of lists that are still open
        if (depth == 2) addSizes();
        if (depth == 1) closeChild();
    }
    bool isEmpty() const { return m_rows == 0; }

    void finish(const OpenOptions& options) {
        if (m_child <= 1 && m_sizes == 0 && m_first.size() == 4) addChange(m_first);
        const std::uint64_t times = m_sizes ? m_first.size() : m_sizes;
        if (times != m_sizes)
            m_store.diagnostics().add(Note::CountMismatch, model::MessageCode::TimesOfTimeline,
                                      times > m_sizes ? times - m_sizes : m_sizes - times);
        if (m_odd) m_store.diagnostics().add(Note::DamagedPart, model::MessageCode::RowsOfTimeline, m_odd);
        m_store.info().eventsInFile[static_cast<std::size_t>(model::EventKind::Counter)] += m_rows;
        const TimeNs zero = m_groups.build(options.threads, options.stopBuilding);
        if (zero > kNanoseconds) m_store.info().utcEpochNs = zero;
        nameTracks();
    }

private:
    void closeChild() {
        if (m_child++ == 0) return;
        if (m_child == 2 && m_sizes == 0 && m_first.size() == 4) addChange(m_first);
        if (m_sizes == 0) addChange(m_row);
        m_row.clear();
    }

    /// A time, and the sizes behind a column that is always zero.
    void addSizes() {
        const std::size_t i = m_sizes++;
        if (m_child != 1 || m_row.size() < 2 || m_row.size() > kCategories.size() + 1 || i >= m_first.size()) ++m_odd;
        else {
            const TimeNs time = ns(m_first[i]);
            for (std::size_t c = 1; c < m_row.size(); ++c) set(c - 1, time, m_row[c]);
            addTotal(time);
            ++m_rows;
        }
        m_row.clear();
    }

    /// A time, an action, a change of bytes and a category.
    void addChange(const std::vector<std::int64_t>& row) {
        if (row.size() != 4 || row[3] < 0 || row[3] >= std::ssize(kCategories)) {
            ++m_odd;
            return;
        }
        // What was there before has no time.
        if (row[0] >= 0) m_last = row[0];
        const auto category = static_cast<std::size_t>(row[3]);
        m_early.push_back({row[0], category, std::clamp(row[2], -kMostTimelineBytes, kMostTimelineBytes)});
        if (m_last < 0) return;
        for (const Change& c : m_early) {
            set(c.category, c.time < 0 ? m_last : c.time, model::saturatingAdd(m_bytes[c.category], c.bytes));
            addTotal(c.time < 0 ? m_last : c.time);
        }
        m_rows += m_early.size();
        m_early.clear();
    }

    static TimeNs ns(std::int64_t time) {
        TimeNs out = 0;
        if (time >= kNanoseconds || __builtin_mul_overflow(time, 1000, &out)) return time;
        return out;
    }

    void set(std::size_t category, TimeNs time, std::int64_t bytes) {
        bytes = std::clamp(bytes, -kMostTimelineBytes, kMostTimelineBytes);
        if (bytes == m_bytes[category] && m_isKnown[category]) return;
        if (!m_isKnown[category] && bytes == 0) return;  // most programs have some of these categories only
        m_isKnown[category] = true;
        m_bytes[category] = bytes;
        add(static_cast<std::int64_t>(category) + 1, time, bytes);
    }
    void addTotal(TimeNs time) {
        std::int64_t sum = 0;
        for (const std::int64_t bytes : m_bytes) sum += bytes;
        if (m_total == sum) return;
        m_total = sum;
        add(0, time, sum);
    }
    void add(std::int64_t which, TimeNs time, std::int64_t bytes) {
        model::TrackKey key;
        key.pid = model::textId(0);
        key.domain = which;
        m_groups.addValue(TrackKind::ProcessCounter, key, time, static_cast<double>(bytes));
    }
    void nameTracks() {
        const model::SnapshotPtr s = m_store.publish();
        const auto word = [&](std::string_view text) { return m_store.strings().intern(text); };
        for (const model::Track& t : s->tree().tracks) {
            if (t.kind == TrackKind::Process) m_store.setTrackName(t.id, word("PyTorch"));
            if (t.kind != TrackKind::ProcessCounter) continue;
            const auto which = static_cast<std::size_t>(t.key.domain);
            m_store.setTrackName(t.id, word(which == 0 ? "memory: all" : kCategories[which - 1]));
            m_store.setTrackOrder(t.id, t.key.domain);
        }
        model::TrackKey process;
        process.pid = model::textId(0);
        m_store.info().entities.push_back({model::Entity::Type::Process, process, "PyTorch", {}});
    }

    struct Change {
        std::int64_t time;
        std::size_t category;
        std::int64_t bytes;
    };
    EventGroups m_groups;
    model::EventStore& m_store;
    std::vector<std::int64_t> m_first, m_row;  // the first list, and the one that is read
    std::vector<Change> m_early;               // before the first time
    std::size_t m_child = 0, m_sizes = 0;
    std::int64_t m_last = -1;
    std::array<std::int64_t, kCategories.size()> m_bytes{};
    std::array<bool, kCategories.size()> m_isKnown{};
    std::optional<std::int64_t> m_total;
    std::uint64_t m_rows = 0, m_odd = 0;
};

/// How the beginning of a file looks: only lists of numbers, and what is in the first one.
struct Beginning {
    bool isNumbers = true, isSecondOpen = false, isSecondDeep = false, isFirstClosed = false;
    std::vector<std::int64_t> first;
};
Beginning beginningOf(std::string_view text) {
    Beginning out;
    NumberLists lists;
    bool given = false;
    const auto read = [&](char* to, std::size_t n) -> std::size_t {
        if (given) return 0;
        given = true;
        return text.copy(to, n);
    };
    for (;;) {
        switch (lists.next(read)) {
        case NumberLists::Event::Open:
            if (out.isFirstClosed && lists.depth == 2) out.isSecondOpen = true;
            if (out.isFirstClosed && lists.depth == 3) out.isSecondDeep = true;
            if (!out.isFirstClosed && lists.depth == 3) out.isNumbers = false;
            break;
        case NumberLists::Event::Close: out.isFirstClosed |= lists.depth == 1; break;
        case NumberLists::Event::Number:
            if (lists.depth < 2) out.isNumbers = false;
            if (!out.isFirstClosed) out.first.push_back(lists.number);
            break;
        case NumberLists::Event::End: return out;
        case NumberLists::Event::Odd: out.isNumbers = false; return out;
        }
        if (!out.isNumbers) return out;
    }
}

}  // namespace

int sniffTimeline(const Sniff& s) {
    const std::string_view text = withoutSpace(s.text);
    if (!text.starts_with('[')) return 0;
    const Beginning b = beginningOf(text);
    if (!b.isNumbers || b.first.empty()) return 0;
    const bool isChange =
        b.first.size() == 4 && b.first[1] >= 0 && b.first[1] <= 4 && b.first[3] >= 0 && b.first[3] < 8;
    if (b.isFirstClosed) return b.isSecondDeep ? 70 : isChange && b.first[1] > 0 ? 60 : isChange ? 50 : 0;
    // A list of times that is longer than what is seen of the file.
    return b.first.size() > 64 && std::is_sorted(b.first.begin(), b.first.end() - 1) ? 60 : 0;
}

Result<void> openTimeline(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    auto source = TextSource::open(path, streamBounds(options));
    if (!source) return tl::unexpected<model::Error>(source.error());
    TimelineRows rows(store);
    NumberLists lists;
    model::MemoryBound memory(options.mostMemory, model::MemoryBound::kGathered);
    bool isWhole = false, isStopped = false, isLarge = false;
    using Event = NumberLists::Event;
    Event event = Event::Open;
    const auto read = [&](char* to, std::size_t n) { return source->read(to, n); };
    for (std::uint64_t n = 0; !isStopped && !isLarge && !isWhole; ++n) {
        event = lists.next(read);
        if (event == Event::End || event == Event::Odd) break;
        if (event == Event::Number) rows.number(lists.depth, lists.number);
        if (event == Event::Close) rows.close(lists.depth), isWhole = lists.depth == 0;
        if ((n & 0xffff) != 0) continue;
        isStopped = options.stop.stop_requested();
        isLarge = memory.isReached();
        if (options.progress) options.progress({source->fileBytesDone(), store.info().fileBytes});
    }
    store.info().format = "PyTorch memory timeline";
    store.info().formatKey = "torch-memory-timeline";
    store.info().product = "PyTorch";
    noteProblems(source->problems(), store);
    const auto at = static_cast<std::int64_t>(lists.offset());
    if (event == Event::Odd) store.diagnostics().add(Note::DamagedPart, model::MessageCode::PickleOddValue, 1, {}, at);
    if (isLarge) store.diagnostics().add(Note::Incomplete, model::MessageCode::NoMemoryForTheRest);
    if (event == Event::End && source->problems().empty())
        store.diagnostics().add(Note::Incomplete, model::MessageCode::JsonListNotClosed);
    store.info().partial |= !isWhole;
    rows.finish(options);
    if (auto finished = finishReport(path, store, options, isStopped); !finished) return finished;
    if (rows.isEmpty())
        return model::fail(event == Event::Odd ? ErrorCode::Damaged : ErrorCode::Truncated, path.string());
    return {};
}

}  // namespace importers::torch
