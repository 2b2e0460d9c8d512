// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/event_filter.h"

#include <re2/re2.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "model/base/ascii.h"
#include "model/base/edit_distance.h"
#include "model/base/error.h"
#include "model/base/time_units.h"
#include "model/query/drawn.h"
#include "model/store/process_number.h"

namespace model {
namespace {

enum class Compare : std::uint8_t { Holds, Less, LessOrEqual, Greater, GreaterOrEqual, Equal };
enum class What : std::uint8_t {
    Name,
    Kind,
    KindName,
    Pid,
    Tid,
    Device,
    Context,
    Stream,
    Process,
    Thread,
    Row,
    Duration,
    Start,
    End,
    Correlation,
    Argument
};

struct Key {
    std::string_view word;
    What what;
};
constexpr Key kKeys[] = {{"name", What::Name},
                         {"kind", What::KindName},
                         {"pid", What::Pid},
                         {"tid", What::Tid},
                         {"device", What::Device},
                         {"gpu", What::Device},
                         {"context", What::Context},
                         {"stream", What::Stream},
                         {"process", What::Process},
                         {"thread", What::Thread},
                         {"row", What::Row},
                         {"dur", What::Duration},
                         {"duration", What::Duration},
                         {"start", What::Start},
                         {"end", What::End},
                         {"corr", What::Correlation},
                         {"correlation", What::Correlation}};

/// Short forms of kinds.
struct Alias {
    std::string_view word;
    EventKind kind;
};
constexpr Alias kAliases[] = {{"api", EventKind::CudaApi},          {"copy", EventKind::Memcpy},
                              {"sync", EventKind::Synchronization}, {"graph", EventKind::GraphLaunch},
                              {"op", EventKind::Operator},          {"python", EventKind::PythonFunction},
                              {"sample", EventKind::CpuSample},     {"range", EventKind::Nvtx}};

bool holds(std::string_view text, std::string_view part, bool matchCase) {
    if (matchCase) return text.find(part) != std::string_view::npos;
    return containsNoCase(text, part);
}

std::optional<EventKind> kindOf(std::string_view word) {
    for (const Alias& a : kAliases)
        if (equalNoCase(a.word, word)) return a.kind;
    for (const KindInfo& k : kinds())
        if (equalNoCase(k.key, word)) return k.kind;
    return {};
}

/// Every word before ':' that means a kind of event, for messages.
std::string kindWords() {
    std::string out;
    for (const KindInfo& k : kinds()) out += (out.empty() ? "" : ", ") + std::string(k.key);
    return out;
}

struct Suffix {
    std::string_view word;
    double factor;
};
constexpr Suffix kSizes[] = {{"", 1},     {"b", 1},      {"k", 1e3},       {"kb", 1e3},        {"mb", 1e6},
                             {"gb", 1e9}, {"kib", 1024}, {"mib", 1048576}, {"gib", 1073741824}};

std::optional<double> sizeOf(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || !std::isfinite(value)) return {};
    const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
    for (const Suffix& s : kSizes)
        if (equalNoCase(s.word, rest)) return value * s.factor;
    return {};
}

/// Nanoseconds; units in any case of letters, and "m" for minutes.
std::optional<double> durationOf(std::string_view text) {
    std::string time = lower(text);
    if (time.ends_with('m')) time += "in";
    return parseNs(time);
}

bool compare(Compare how, double a, double b) {
    switch (how) {
    case Compare::Less: return a < b;
    case Compare::LessOrEqual: return a <= b;
    case Compare::Greater: return a > b;
    case Compare::GreaterOrEqual: return a >= b;
    default: return a == b;
    }
}

/// One way to look at a text.
struct TextTest {
    std::string part;  // or
    std::shared_ptr<const RE2> regex;
    bool matchCase = false;
    bool whole = false;  // the text is the part, and holds nothing else
    bool operator()(std::string_view text) const {
        if (whole && text.size() != part.size()) return false;
        return regex ? RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *regex)
                     : holds(text, part, matchCase);
    }
};

}  // namespace

struct EventFilter::Term {
    What what = What::Name;
    Compare how = Compare::Holds;
    bool negative = false;
    std::optional<EventKind> kind;  // of What::Kind; the text test holds for the name
    TextTest text;
    std::optional<double> number;
    std::string argument;
    TextTest typed;  // of an argument with ':': the whole word, for names such as "nccl:all_reduce"
};

namespace {

using Term = EventFilter::Term;
using FilterError = EventFilter::Error;

/// A word of the text with its quotes taken away; `quoted` from where on nothing is a sign any more.
struct Word {
    std::string text;
    std::string typed;
    std::size_t offset;
    std::size_t quoted;
};

tl::expected<std::vector<Word>, FilterError> wordsOf(std::string_view text) {
    std::vector<Word> out;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] == ' ' || text[i] == '\t') {
            ++i;
            continue;
        }
        Word w{{}, {}, i, std::string::npos};
        bool inside = false;
        for (; i < text.size() && (inside || (text[i] != ' ' && text[i] != '\t')); ++i) {
            if (text[i] == '"') {
                inside = !inside;
                if (w.quoted == std::string::npos) w.quoted = w.text.size();
            } else {
                w.text += text[i];
            }
        }
        w.typed = text.substr(w.offset, i - w.offset);
        if (inside) return tl::unexpected(FilterError{FilterError::Code::OpenQuote, w.typed, {}, w.offset});
        out.push_back(std::move(w));
    }
    return out;
}

/// The text test of what follows a key. Errors: what is wrong with the regular expression.
Result<TextTest> textTest(std::string_view value, bool regex, bool matchCase) {
    TextTest out;
    out.matchCase = matchCase;
    if (!regex) {
        out.part = value;
        return out;
    }
    RE2::Options options;
    options.set_case_sensitive(matchCase);
    options.set_log_errors(false);
    options.set_max_mem(8 << 20);
    auto compiled = std::make_shared<RE2>(re2::StringPiece(value.data(), value.size()), options);
    if (!compiled->ok()) return model::fail(ErrorCode::BadRequest, std::string(value), compiled->error());
    out.regex = std::move(compiled);
    return out;
}

/// Where the key of a term ends, and the sign that ends it.
struct Sign {
    std::size_t at = std::string::npos, length = 0;
    Compare how = Compare::Holds;
};
Sign signOf(const Word& w) {
    for (std::size_t i = 1; i < w.text.size() && i < w.quoted; ++i) {
        const char c = w.text[i];
        const bool equals = i + 1 < w.text.size() && w.text[i + 1] == '=';
        if (c == ':' && i + 1 < w.text.size() && w.text[i + 1] == ':') return {};  // "at::native" is a name
        if (c == ':') return {i, 1, Compare::Holds};
        if (c == '=') return {i, 1, Compare::Equal};
        if (c == '<') return {i, equals ? 2u : 1u, equals ? Compare::LessOrEqual : Compare::Less};
        if (c == '>') return {i, equals ? 2u : 1u, equals ? Compare::GreaterOrEqual : Compare::Greater};
        if (!(c == '_' || c == '.' || (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z'))) return {};
    }
    return {};
}

bool isTime(What w) { return w == What::Duration || w == What::Start || w == What::End; }
bool isNumber(What w) {
    return w == What::Pid || w == What::Tid || w == What::Device || w == What::Context || w == What::Stream ||
           w == What::Correlation;
}

/// What stands before the sign says what is looked at; what is left is the value.
std::string_view readKey(const Word& w, const Sign& sign, bool matchCase, Term& out) {
    const std::string_view key = std::string_view(w.text).substr(0, sign.at),
                           value = std::string_view(w.text).substr(sign.at + sign.length);
    out.how = sign.how;
    out.what = What::Argument;
    for (const Key& k : kKeys)
        if (equalNoCase(k.word, key)) out.what = k.what;
    if (out.what == What::Argument && sign.how == Compare::Holds && (out.kind = kindOf(key))) out.what = What::Kind;
    if (out.what != What::Argument) return value;
    // "foo<int>" is a name.
    if (sign.how != Compare::Holds && sign.how != Compare::Equal && !sizeOf(value)) {
        out.what = What::Name;
        out.how = Compare::Holds;
        return w.text;
    }
    out.argument = key;
    out.typed.part = w.text;
    out.typed.matchCase = matchCase;
    return value;
}

tl::expected<Term, FilterError> termOf(Word w, EventFilter::Options options) {
    const auto fail = [&](FilterError::Code code, std::string detail = {}) {
        return tl::unexpected(FilterError{code, w.typed, std::move(detail), w.offset});
    };
    Term out;
    if (w.quoted > 0 && w.text.size() > 1 && (w.text[0] == '-' || w.text[0] == '!')) {
        out.negative = true;
        w.text.erase(0, 1);
        if (w.quoted != std::string::npos) --w.quoted;
    }
    const Sign sign = signOf(w);
    std::string_view value = w.text;
    bool regex = options.regex;
    if (sign.at != std::string::npos) {
        value = readKey(w, sign, options.matchCase, out);
        regex = regex && out.what == What::Name && sign.how != Compare::Holds;
    }
    if (!value.empty() && value[0] == '~' && w.quoted > 0) {
        regex = true;
        value.remove_prefix(1);
    }
    if (value.empty() && out.what != What::Kind && w.quoted == std::string::npos)
        return fail(FilterError::Code::NoValue);
    if (out.what == What::KindName) {
        out.kind = kindOf(value);
        if (!out.kind) return fail(FilterError::Code::UnknownKind, kindWords());
        out.what = What::Kind;
        out.how = Compare::Holds;
        value = {};
        regex = false;
    }
    const bool ordered = out.how != Compare::Holds && out.how != Compare::Equal;
    if (ordered &&
        (out.what == What::Name || out.what == What::Process || out.what == What::Thread || out.what == What::Row))
        return fail(FilterError::Code::NotComparable);
    if (isTime(out.what)) {
        out.number = durationOf(value);
        if (!out.number) return fail(FilterError::Code::NotADuration);
    } else if (isNumber(out.what) || (out.what == What::Argument && ordered)) {
        out.number = sizeOf(value);
        if (!out.number) return fail(FilterError::Code::NotANumber);
    } else {
        if (out.how == Compare::Equal && !regex) out.number = sizeOf(value);
        auto test = textTest(value, regex, options.matchCase);
        if (!test) return fail(FilterError::Code::BadRegex, english(test.error().detail));
        test->whole = out.what == What::Name && out.how == Compare::Equal && !regex;
        out.text = std::move(*test);
    }
    return out;
}

}  // namespace

EventFilter::EventFilter() : m_terms(std::make_shared<const std::vector<Term>>()) {}

bool EventFilter::isEmpty() const { return m_terms->empty(); }

std::optional<EventFilter::UnknownKey> EventFilter::unknownKey(const Snapshot& s) const {
    for (const Term& t : *m_terms) {
        if (t.argument.empty() || s.store().strings().find(t.argument)) continue;
        UnknownKey out{t.argument, {}};
        std::size_t best = t.argument.size() / 3 + 1;  // more letters than that make another word
        const auto consider = [&](std::string_view word) {
            if (const std::size_t d = editDistance(lower(t.argument), lower(word));
                d < best || (d == best && out.instead.empty())) {
                best = d;
                out.instead = word;
            }
        };
        for (const KindInfo& k : kinds()) consider(k.key);
        for (const Alias& a : kAliases) consider(a.word);
        for (const Key& k : kKeys) consider(k.word);
        return out;
    }
    return {};
}

tl::expected<EventFilter, EventFilter::Error> EventFilter::parse(std::string_view text, Options options) {
    auto words = wordsOf(text);
    if (!words) return tl::unexpected(std::move(words.error()));
    std::vector<Term> terms;
    for (Word& w : *words) {
        auto term = termOf(std::move(w), options);
        if (!term) return tl::unexpected(std::move(term.error()));
        terms.push_back(std::move(*term));
    }
    EventFilter out;
    out.m_terms = std::make_shared<const std::vector<Term>>(std::move(terms));
    return out;
}

struct EventMatcher::Private {
    const EventFilter filter;
    const Snapshot& s;
    /// A term, and what it knows of names: 0 = nothing yet, 1 = no, 2 = yes.
    struct Known {
        const Term* term;
        StringId argument = 0;
        std::vector<std::uint8_t> names;
    };
    std::vector<Known> terms;
    LaneView lane;
    std::vector<Known*> open;  // terms that the lane does not decide

    bool nameMatches(Known& k, StringId name) {
        std::uint8_t& known = k.names[std::min<std::size_t>(name, k.names.size() - 1)];
        if (known == 0) known = (k.term->what == What::Argument ? k.term->typed : k.term->text)(s.text(name)) ? 2 : 1;
        return known == 2;
    }

    const Track* ancestor(const Track& t, TrackKind kind) const {
        for (const Track* at = &t;; at = &s.track(at->parent)) {
            if (at->kind == kind) return at;
            if (at->parent >= s.trackCount() || at->parent == at->id) return nullptr;
        }
    }
    bool titleMatches(const Term& term, const Track* t) const {
        if (!t) return false;
        const std::string_view title = t->name ? s.text(t->name) : trackKindInfo(t->kind).label;
        return term.text(title);
    }

    /// What the lane says: 0 = each row must be asked, 1 = none, 2 = all.
    int byLane(const Term& term, const Track& t) const {
        const auto is = [&](std::int64_t v) {
            return v != TrackKey::kNone && !isTextId(v) && compare(term.how, static_cast<double>(v), *term.number) ? 2
                                                                                                                   : 1;
        };
        switch (term.what) {
        case What::Pid: return is(processNumber(s.info(), t.key));
        case What::Tid: return is(t.key.tid);
        case What::Device: return is(t.key.device);
        case What::Context: return is(t.key.context);
        case What::Stream: return is(t.key.stream);
        case What::Process: return titleMatches(term, ancestor(t, TrackKind::Process)) ? 2 : 1;
        case What::Thread: return titleMatches(term, ancestor(t, TrackKind::Thread)) ? 2 : 1;
        case What::Row: {
            for (const Track* at = &t;; at = &s.track(at->parent)) {
                if (titleMatches(term, at)) return 2;
                if (at->parent >= s.trackCount() || at->parent == at->id) return 1;
            }
        }
        case What::Kind:
            // Copies and memsets share a row; names tell them apart.
            if (lane.lane->kind() == EventKind::Memcpy && term.kind == EventKind::Memset) return 0;
            return *term.kind == lane.lane->kind() ? 0 : 1;
        case What::Correlation: return lane.lane->columns() & kCorrelationColumn ? 0 : 1;
        case What::Argument: return term.how == Compare::Holds || lane.lane->columns() & kArgsColumn ? 0 : 1;
        default: return 0;
        }
    }

    bool argumentMatches(const Known& k, std::size_t row) const {
        const ArgsId id = lane.lane->columns() & kArgsColumn ? lane.lane->argsColumn()[row] : 0;
        const auto arg = k.argument && id ? s.store().args().find(id, k.argument) : std::nullopt;
        if (!arg) return false;
        if (arg->type == Arg::Type::String) {
            const std::string_view text = s.text(static_cast<StringId>(arg->value));
            if (k.term->how == Compare::Holds) return k.term->text(text);
            return k.term->how == Compare::Equal && text == k.term->text.part;
        }
        const double value = arg->type == Arg::Type::Int ? static_cast<double>(arg->value) : arg->real();
        if (k.term->number) return compare(k.term->how, value, *k.term->number);
        const auto wanted = sizeOf(k.term->text.part);
        return k.term->how == Compare::Holds && wanted && value == *wanted;
    }

    bool byRow(Known& k, std::size_t row) {
        const Term& term = *k.term;
        switch (term.what) {
        case What::Duration:
            return compare(term.how == Compare::Holds ? Compare::Equal : term.how,
                           static_cast<double>(lane.end(row) - lane.start(row)), *term.number);
        case What::Start:
            return compare(term.how == Compare::Holds ? Compare::Equal : term.how, static_cast<double>(lane.start(row)),
                           *term.number);
        case What::End:
            return compare(term.how == Compare::Holds ? Compare::Equal : term.how, static_cast<double>(lane.end(row)),
                           *term.number);
        case What::Correlation:
            return compare(term.how, static_cast<double>(lane.lane->correlation(row)), *term.number);
        case What::Argument:
            return argumentMatches(k, row) || (term.how == Compare::Holds && nameMatches(k, lane.name(row)));
        case What::Kind:
            if ((term.kind == EventKind::Memcpy || term.kind == EventKind::Memset) &&
                (term.kind == EventKind::Memset) != isMemset(s.text(lane.name(row))))
                return false;
            [[fallthrough]];
        default: return nameMatches(k, lane.name(row));
        }
    }
};

EventMatcher::EventMatcher(const EventFilter& filter, const Snapshot& s) : d(new Private{filter, s, {}, {}, {}}) {
    for (const Term& t : *d->filter.m_terms) {
        Private::Known k{&t, t.argument.empty() ? 0 : s.store().strings().find(t.argument), {}};
        if (t.what == What::Name || t.what == What::Kind || t.what == What::Argument)
            k.names.resize(std::size_t{s.store().strings().count()} + 2);
        d->terms.push_back(std::move(k));
    }
}
EventMatcher::~EventMatcher() = default;

bool EventMatcher::setLane(const LaneView& lane) {
    d->lane = lane;
    d->open.clear();
    const Track& t = d->s.track(lane.lane->track());
    for (Private::Known& k : d->terms) {
        const int said = d->byLane(*k.term, t);
        if (said == 0) d->open.push_back(&k);
        else if ((said == 2) == k.term->negative) return false;
    }
    return true;
}

bool EventMatcher::matches(std::size_t row) {
    for (Private::Known* k : d->open)
        if (d->byRow(*k, row) == k->term->negative) return false;
    return true;
}

Hits findEvents(const Snapshot& s, const EventFilter& filter, std::span<const LaneId> lanes, TimeRange range,
                std::size_t most, const std::stop_token& stop) {
    Hits out;
    EventMatcher matcher(filter, s);
    for (const LaneId id : lanes) {
        const LaneView lane = s.lane(id);
        if (!matcher.setLane(lane)) continue;
        const RowRange rows = rowsOverlapping(lane, range);
        for (std::size_t i = rows.first; i < rows.last; ++i) {
            if ((i & 16383) == 0 && stop.stop_requested()) return out;
            if (!matcher.matches(i)) continue;
            ++out.total;
            if (out.events.size() < most) out.events.push_back({id, static_cast<std::uint32_t>(i)});
        }
    }
    return out;
}

}  // namespace model
