// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "model/query/query.h"

namespace model {

/// A filter for events, as typed into a search box. All terms must hold; a term after '-' or '!' must not:
///   gemm              the name contains it, case ignored (see Options)
///   "two words"       quotes allow blanks
///   name="two words"  the whole name
///   ~^ncclDev|gemm    the name matches a regular expression (RE2)
///   kernel:~gemm      events of that kind (KindInfo::key, or a short form) for which the rest holds, if any
///   kind:kernel       events of that kind
///   stream:7  device:0  pid:42  tid:43       numbers of the row
///   process:text  thread:text  row:text      the name of the row
///   dur>100us  dur<=1ms  start>=1.5s  end<2s  times, in ns without a unit (ns us ms s m)
///   corr:123          correlation id
///   bytes>1MB  registersPerThread>64  dtype:Float   any other word is the key of an argument
class EventFilter {
public:
    struct Options {
        bool matchCase = false;
        bool regex = false;  ///< words without a key are regular expressions
        bool operator==(const Options&) const = default;
    };
    struct Error {
        enum class Code : std::uint8_t {
            OpenQuote,
            BadRegex,
            NotADuration,
            NotANumber,
            NoValue,
            UnknownKind,
            NotComparable
        } code;
        std::string term;        ///< as it was typed
        std::string detail;      ///< for BadRegex, in English by RE2
        std::size_t offset = 0;  ///< of the term in the text, in bytes
    };

    /// Everything matches.
    EventFilter();
    static tl::expected<EventFilter, Error> parse(std::string_view text, Options options);
    static tl::expected<EventFilter, Error> parse(std::string_view text) { return parse(text, Options()); }

    bool isEmpty() const;

    /// A word before a comparison that is neither a key of the language nor, in that report, of an argument.
    struct UnknownKey {
        std::string word;
        std::string instead;  ///< the known word that is most similar; empty = none is
    };
    /// The first such word, as a suggestion if nothing was found.
    std::optional<UnknownKey> unknownKey(const Snapshot& s) const;

    struct Term;

private:
    friend class EventMatcher;
    std::shared_ptr<const std::vector<Term>> m_terms;
};

/// A filter for one report. It caches what it knows about each name and lane. For one thread; the snapshot must outlive
/// it.
class EventMatcher {
public:
    EventMatcher(const EventFilter& filter, const Snapshot& s);
    ~EventMatcher();

    /// Whether anything on the lane may match. Later calls refer to rows of that lane.
    bool setLane(const LaneView& lane);
    bool matches(std::size_t row);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Events of those lanes that overlap the range and match, by lane and row. Keeps at most `most` of them; `total`
/// counts all. Linear in the rows.
struct Hits {
    std::vector<EventRef> events;
    std::uint64_t total = 0;
};
Hits findEvents(const Snapshot& s, const EventFilter& filter, std::span<const LaneId> lanes, TimeRange range,
                std::size_t most, const std::stop_token& stop);

}  // namespace model
