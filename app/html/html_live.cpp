// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/html/html_live.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "app/html/html_events.h"
#include "app/html/html_notes.h"
#include "app/html/html_rows.h"
#include "model/base/json_writer.h"
#include "model/base/places.h"
#include "model/base/safe_text.h"
#include "model/base/translate_noop.h"
#include "model/base/utf8.h"
#include "model/look/colouring.h"
#include "model/look/counter_axis.h"
#include "model/look/display_name.h"
#include "model/look/track_title.h"

namespace app {

using model::JsonWriter;
using model::TrackId;
using model::look::ColourBy;
using model::look::Look;
using model::look::Theme;

namespace {

constexpr std::size_t kMostRows = 2000, kMostNames = 12'000, kMostLines = 20'000;
constexpr std::size_t kLiveEventBytes = 1'900'000;  // before base64 makes a third more of them
constexpr std::size_t kNameBytes = 700'000;
constexpr std::size_t kMostLegend = 24;                   // entries
constexpr std::size_t kLongName = 160, kLongTitle = 100;  // bytes

std::string base64(std::string_view bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k)
            bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k) out += i + k > bytes.size() ? '=' : kDigits[bits >> (18 - 6 * k) & 63];
    }
    return out;
}

/// Names and titles as they are shown: nothing that a browser may obey, and not longer than anybody reads.
std::string shown(std::string_view text, std::size_t most) {
    const std::string safe = model::safeText(text);
    if (safe.size() <= most) return safe;
    std::size_t end = most;
    while (end > 0 && model::isUtf8Continuation(safe[end])) --end;
    return safe.substr(0, end) + "…";
}

std::string colour(model::look::Rgb rgb) { return fmt::format("#{:06x}", rgb & 0xffffff); }

/// JSON as the content of a script element of a page that is XML, too: in its texts nothing begins markup.
std::string inScript(const std::string& json) {
    std::string out;
    out.reserve(json.size());
    for (const char c : json) {
        if (c == '<') out += "\\u003c";
        else if (c == '>') out += "\\u003e";
        else if (c == '&') out += "\\u0026";
        else out += c;
    }
    return out;
}

class Live {
public:
    Live(const model::Snapshot& s, const HtmlView& view, const HtmlWords& words)
        : m_s(s), m_words(words), m_rows(htmlRows(s, kMostRows, words, m_leftOut)),
          m_colours(view.colours, &s, [&words](const char* english) { return words("timeline", english); }),
          m_notes(s, m_rows, view.notes, words) {}

    HtmlLive page(model::TimeRange first) {
        if (m_rows.empty() || m_s.range().isEmpty()) return {{}, m_notes.list()};
        number();
        m_events = htmlEvents(m_s, m_s.whole(), m_lanes, m_counters, kLiveEventBytes, kMostNames, &m_colours);
        const model::TimeNs begin = m_s.range().begin;
        m_json.beginObject();
        m_json.key("begin").value(begin).key("length").value(m_s.range().length());
        m_json.key("first").beginArray().value(first.begin - begin).value(first.end - begin).endArray();
        theme("light", Theme::Light);
        theme("dark", Theme::Dark);
        names();
        rows();
        counters();
        m_json.key("notes");
        m_notes.write(m_json, m_laneNumbers);
        texts();
        m_json.key("data").value(base64(m_events.data));
        m_json.endObject();
        return {elements(), m_notes.list()};
    }

private:
    std::string worded(const char* english) const { return m_words("Html", english); }

    /// Lanes and counters have the numbers by which the rows and the events of the page name them. A row whose lines
    /// are too many shows nothing: of thousands of lanes that overlay each other nobody sees one.
    void number() {
        std::size_t lines = 0;
        for (HtmlRow& row : m_rows)
            for (std::vector<HtmlLine>* const part : {&row.open, &row.closed})
                for (HtmlLine& line : *part) {
                    lines += line.lanes.size();
                    if (lines > kMostLines) line.lanes.clear();
                    for (const model::LaneId lane : line.lanes)
                        if (m_laneNumbers.emplace(lane, m_lanes.size()).second) m_lanes.push_back(lane);
                    if (line.counter != model::kNoTrack &&
                        m_counterNumbers.emplace(line.counter, m_counters.size()).second)
                        m_counters.push_back(line.counter);
                }
    }

    void theme(const char* key, Theme which) {
        const model::look::Tokens& t = model::look::tokens(which);
        m_json.key(key).beginObject();
        for (const auto& [name, rgb] :
             {std::pair("canvas", t.canvas), std::pair("alternateRow", t.alternateRow), std::pair("grid", t.grid),
              std::pair("text", t.text), std::pair("secondaryText", t.secondaryText), std::pair("accent", t.accent),
              std::pair("onDark", t.onDark), std::pair("onLight", t.onLight), std::pair("header", t.header),
              std::pair("headerBorder", t.headerBorder), std::pair("warn", t.warn)})
            m_json.key(name).value(colour(rgb));
        m_json.endObject();
    }

    /// [shown, whole where that is another, light, dark, 1: light text on light, 2: on dark, 4: hatched, 8: dotted]
    void names() {
        const bool byName = m_colours.by() == ColourBy::Name;
        model::look::LookTable light(Theme::Light, &m_s.store(), byName), dark(Theme::Dark, &m_s.store(), byName);
        std::size_t bytes = 0;
        m_json.key("names").beginArray();
        for (const HtmlEventName& n : m_events.names) {
            const std::string_view whole = m_s.text(n.name);
            std::string text = shown(model::look::displayName(n.look, whole), kLongName),
                        full = shown(whole, 2 * kLongName);
            bytes += text.size() + full.size() + 40;
            if (bytes > kNameBytes) text.clear(), full.clear(), ++m_namesLeftOut;
            if (n.name == 0) text = full = worded(QT_TRANSLATE_NOOP("Html", "(name left out)"));
            const Look &usual = light.look(n.look, n.name),
                       &a = n.group ? m_colours.look(n.group, Theme::Light) : usual,
                       &b = n.group ? m_colours.look(n.group, Theme::Dark) : dark.look(n.look, n.name);
            if (n.group) m_groups.insert(n.group);
            else if (n.name) m_families.insert(usual.family);
            const auto onDark = [](const Look& look, Theme t) { return look.text == model::look::tokens(t).onDark; };
            const int flags = (onDark(a, Theme::Light) ? 1 : 0) | (onDark(b, Theme::Dark) ? 2 : 0) |
                              (usual.pattern == model::look::Pattern::Hatch  ? 4
                               : usual.pattern == model::look::Pattern::Dots ? 8
                                                                             : 0);
            m_json.beginArray().value(text).value(full == text ? std::string() : full);
            m_json.value(colour(a.fill)).value(colour(b.fill)).value(std::int64_t{flags}).endArray();
        }
        m_json.endArray();
    }

    // --- the legend

    static std::string legendEntry(model::look::Rgb light, model::look::Rgb dark, std::string_view text) {
        return fmt::format("<span><i style=\"--l:{};--d:{}\"></i>{}</span>", colour(light), colour(dark),
                           htmlText(text, 80));
    }

    /// By what bars are coloured, then the groups that there are, and the kinds of what is in none.
    std::string legend() const {
        static constexpr std::array<const char*, static_cast<std::size_t>(ColourBy::Count)> kTexts{
            QT_TRANSLATE_NOOP("Html", "Coloured by kind, in a shade for each name"),
            QT_TRANSLATE_NOOP("Html", "Coloured by name: equal names have equal colours"),
            QT_TRANSLATE_NOOP("Html", "Coloured by stream"),
            QT_TRANSLATE_NOOP("Html", "Coloured by duration"),
            QT_TRANSLATE_NOOP("Html", "Coloured by rank and process"),
            QT_TRANSLATE_NOOP("Html", "Coloured by category")};
        std::string out =
            fmt::format("<p class=\"legend\" data-colours=\"{}\">{}", model::look::colourById(m_colours.by()),
                        htmlText(worded(kTexts[static_cast<std::size_t>(m_colours.by())])));
        std::size_t entries = 0;
        for (const auto group : m_groups)
            if (++entries <= kMostLegend)
                out += legendEntry(m_colours.look(group, Theme::Light).fill, m_colours.look(group, Theme::Dark).fill,
                                   m_colours.text(group));
        if (entries > kMostLegend)
            out += fmt::format("<span>{}</span>",
                               htmlText(model::withValues(worded(QT_TRANSLATE_NOOP("Html", "and %1 more")),
                                                          {htmlCount(entries - kMostLegend)})));
        if (m_colours.by() != ColourBy::Name)
            for (const model::Family family : m_families)
                out += legendEntry(familyColour(family, Theme::Light), familyColour(family, Theme::Dark),
                                   m_words("timeline", model::look::familyText(family)));
        return out + "</p>\n";
    }

    /// [title, depth, 0: nothing to open, 1: closed, 2: open, lines when open, lines when closed]
    void rows() {
        m_json.key("rows").beginArray();
        for (const HtmlRow& row : m_rows) {
            m_json.beginArray().value(shown(row.title, kLongTitle)).value(std::int64_t{row.depth});
            m_json.value(std::int64_t{row.expanded ? 2 : row.expandable ? 1 : 0});
            lines(row.open);
            if (row.expandable) lines(row.closed);
            m_json.endArray();
        }
        m_json.endArray();
    }

    /// [style, lanes or counter, 1: in brief]
    void lines(const std::vector<HtmlLine>& lines) {
        m_json.beginArray();
        for (const HtmlLine& line : lines) {
            m_json.beginArray().value(static_cast<std::int64_t>(line.style));
            if (line.style == HtmlLineStyle::Counter) {
                m_json.value(static_cast<std::uint64_t>(m_counterNumbers.at(line.counter)));
            } else {
                m_json.beginArray();
                for (const model::LaneId lane : line.lanes)
                    m_json.value(static_cast<std::uint64_t>(m_laneNumbers.at(lane)));
                m_json.endArray();
            }
            if (line.inBrief) m_json.value(std::int64_t{1});
            m_json.endArray();
        }
        m_json.endArray();
    }

    void counters() {
        const model::look::Words words = [this](const char* english) { return m_words("timeline", english); };
        m_json.key("counters").beginArray();
        for (const TrackId id : m_counters) {
            const model::Track& t = m_s.track(id);
            const model::look::CounterAxis axis = model::look::counterAxis(m_s, t);
            const char* unit = model::look::holdsBytes(m_s, t) ? "bytes" : model::look::isPercent(m_s, t) ? "%" : "";
            m_json.beginObject().key("title").value(shown(model::look::trackTitle(m_s, t, words), kLongTitle));
            m_json.key("min").value(axis.min).key("max").value(axis.max).key("unit").value(unit);
            m_json.key("colours").beginArray();
            for (const Theme theme : {Theme::Light, Theme::Dark})
                m_json.value(colour(model::look::familyColour(model::look::familyOfCounter(t.kind), theme)));
            m_json.endArray().endObject();
        }
        m_json.endArray();
    }

    void texts() {
        m_json.key("words").beginObject();
        for (const auto& [key, english] :
             {std::pair("start", QT_TRANSLATE_NOOP("Html", "Start")),
              std::pair("duration", QT_TRANSLATE_NOOP("Html", "Duration")),
              std::pair("launched", QT_TRANSLATE_NOOP("Html", "Launched by %1, %2 before")),
              std::pair("launches", QT_TRANSLATE_NOOP("Html", "Launched %1, which began %2 later")),
              std::pair("bin", QT_TRANSLATE_NOOP("Html", "Busy for %1 % of %2, mostly with this")),
              std::pair("span", QT_TRANSLATE_NOOP("Html", "%1 selected")),
              std::pair("opened", QT_TRANSLATE_NOOP("Html", "open")),
              std::pair("closed", QT_TRANSLATE_NOOP("Html", "closed"))})
            m_json.key(key).value(worded(english));
        m_json.endObject();
    }

    std::string button(const char* what, const std::string& text, const std::string& title) const {
        return fmt::format("<button type=\"button\" data-do=\"{}\" title=\"{}\">{}</button>\n", what, htmlText(title),
                           htmlText(text));
    }

    std::string elements() {
        const std::string fit = worded(QT_TRANSLATE_NOOP("Html", "Fit"));
        const std::string keys = worded(QT_TRANSLATE_NOOP(
            "Html",
            "Wheel: zoom. Drag: move. Shift and drag, or drag on the ruler: select a time. Double click: zoom to an event. W, S: zoom. A, D: move. Left, Right: next event. Up, Down: next row. Enter: open or close a row. F: zoom to the event. Z: zoom to the selection. J: go to the launch or its work. 0: everything. Esc: select nothing."));
        const std::string label = worded(QT_TRANSLATE_NOOP("Html", "Timeline that can be zoomed"));
        std::string out = "<div class=\"live\" id=\"live\">\n<div class=\"tools\">";
        out += button("fit", fit, worded(QT_TRANSLATE_NOOP("Html", "Show the whole time")));
        out += button("in", "+", worded(QT_TRANSLATE_NOOP("Html", "Zoom in")));
        out += button("out", "−", worded(QT_TRANSLATE_NOOP("Html", "Zoom out")));
        out += fmt::format("<span class=\"said\" role=\"status\"></span></div>\n");
        out += fmt::format(
            "<div class=\"stage\"><div class=\"scroll\"><canvas tabindex=\"0\" role=\"application\" aria-label=\"{}\" aria-describedby=\"live-keys\"></canvas><div class=\"spacer\"></div></div><div class=\"flags\"></div><div class=\"tip\" hidden=\"hidden\"></div></div>\n",
            htmlText(label));
        out += legend();
        out += fmt::format("<p class=\"note\">{}</p>\n", htmlText(detail(), 2000));
        out += fmt::format("<details><summary>{}</summary><p class=\"note\" id=\"live-keys\">{}</p></details>\n",
                           htmlText(worded(QT_TRANSLATE_NOOP("Html", "Mouse and keys"))), htmlText(keys, 4000));
        return out + fmt::format("<script type=\"application/json\" id=\"live-data\">{}</script>\n</div>\n",
                                 inScript(m_json.take()));
    }

    /// What is drawn one by one, and what is left out.
    std::string detail() const {
        std::string out =
            m_events.events == m_events.all
                ? model::withValues(worded(QT_TRANSLATE_NOOP("Html", "All %1 events are drawn one by one.")),
                                    {htmlCount(m_events.all)})
                : model::withValues(
                      worded(QT_TRANSLATE_NOOP(
                          "Html",
                          "%1 of %2 events are drawn one by one: all of short rows, and the longest of the others. The bars of the others are busy time: they are as high as the share of it.")),
                      {htmlCount(m_events.events), htmlCount(m_events.all)});
        if (m_leftOut > 0)
            out += ' ' + model::withValues(worded(QT_TRANSLATE_NOOP("Html", "%1 more rows were left out.")),
                                           {htmlCount(m_leftOut)});
        if (m_namesLeftOut > 0 || m_events.names.size() > kMostNames)
            out += ' ' + worded(QT_TRANSLATE_NOOP("Html", "Some names were left out."));
        return out;
    }

    const model::Snapshot& m_s;
    const HtmlWords& m_words;
    std::size_t m_leftOut = 0, m_namesLeftOut = 0;
    std::vector<HtmlRow> m_rows;
    model::look::Colouring m_colours;
    HtmlNotes m_notes;
    std::set<model::look::Colouring::Group> m_groups;  // of what is on the page
    std::set<model::Family> m_families;                // of what is in no group
    std::vector<model::LaneId> m_lanes;
    std::vector<TrackId> m_counters;
    std::map<model::LaneId, std::size_t> m_laneNumbers;
    std::map<TrackId, std::size_t> m_counterNumbers;
    HtmlEvents m_events;
    JsonWriter m_json{JsonWriter::Layout::Compact};
};

}  // namespace

HtmlLive htmlLive(const model::Snapshot& report, model::TimeRange first, const HtmlView& view, const HtmlWords& words) {
    return Live(view.shown ? *view.shown : report, view, words).page(first);
}

}  // namespace app
