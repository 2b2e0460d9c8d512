// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/html/html_roofline.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "model/base/messages.h"
#include "model/base/places.h"
#include "model/base/translate_noop.h"
#include "model/base/utf8.h"
#include "model/roofline/roofline.h"
#include "model/store/kernel_profiles.h"

namespace app {

using model::roofline::Level;
using model::roofline::Origin;
using model::roofline::Point;
using model::roofline::Precision;
using model::roofline::Roof;

namespace {

// In units of the picture.
constexpr double kChartLeft = 64, kChartRight = 16, kChartTop = 12, kChartBottom = 40, kChartWidth = 1200,
                 kChartHeight = 470;
constexpr double kChartGlyph = 6.2, kLine = 13;  // of a label, about
constexpr std::size_t kMostPoints = 80;          // marks
// Told apart by everybody (Okabe and Ito), where need be darker: three times as bright as a dark ground, and a light
// one three times as bright as they.
constexpr std::array<std::string_view, 6> kColours{"#0072B2", "#C58700", "#009E73", "#C8709F", "#3E96CC", "#D55E00"};

struct Box {
    double x, y, width, height;
    bool meets(const Box& o) const {
        return x < o.x + o.width && o.x < x + width && y < o.y + o.height && o.y < y + height;
    }
};

std::string rateText(double flop) {
    const auto [unit, size] = flop >= 1e12  ? std::pair("TFLOP/s", 1e12)
                              : flop >= 1e9 ? std::pair("GFLOP/s", 1e9)
                                            : std::pair("MFLOP/s", 1e6);
    return fmt::format("{:.4g} {}", flop / size, unit);
}

/// "100 G" for a decade of operations per second.
std::string decadeText(int decade, bool isRate) {
    if (!isRate) return fmt::format("{:g}", std::pow(10, decade));
    constexpr std::array<std::string_view, 7> kUnits{"", " k", " M", " G", " T", " P", " E"};
    const int group = std::clamp(decade >= 0 ? decade / 3 : 0, 0, 6);
    return fmt::format("{:g}{}", std::pow(10, decade - 3 * group), kUnits[static_cast<std::size_t>(group)]);
}

class Chart {
public:
    Chart(const model::roofline::Result& all, const HtmlWords& words) : m_all(all), m_words(words) {
        std::map<std::uint32_t, double> time;
        for (const Point& p : all.points)
            if (isDrawn(p)) time[p.chip] += p.seconds;
        for (const auto& [chip, seconds] : time)
            if (seconds > time[m_chip] || !time.contains(m_chip)) m_chip = chip;
        for (const Point& p : all.points)
            if (isDrawn(p) && p.chip == m_chip)
                ++m_known, m_points.size() < kMostPoints ? m_points.push_back(&p) : void();
        for (const Point* p : m_points) colourOf(p->precision);
        chooseRoofs();
        findExtent();
    }

    std::string draw() {
        if (m_points.empty()) return {};
        m_out = fmt::format(
            "<svg class=\"timeline roofline\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"Roofline\">\n",
            kChartWidth, kChartHeight);
        axes();
        roofs();
        marks();
        m_out += "</svg>\n";
        legend();
        return m_out;
    }

private:
    static bool isDrawn(const Point& p) {
        return p.hasWork() && p.seconds > 0 && std::isfinite(p.intensity(Level::Dram)) && p.intensity(Level::Dram) > 0;
    }

    std::string_view colourOf(Precision p) {
        return kColours[m_colours.try_emplace(p, m_colours.size()).first->second % kColours.size()];
    }

    /// Of each precision that is drawn, and of DRAM, what was measured; else what the data sheet says.
    void chooseRoofs() {
        for (const Roof& r : m_all.roofs) {
            if (r.chip != m_chip || r.origin == Origin::Practical || !(r.rate > 0) ||
                (r.isWork ? !m_colours.contains(r.precision) : r.level != Level::Dram))
                continue;
            const Roof*& best = r.isWork ? m_work[r.precision] : m_memory;
            const bool better = !best || (best->origin != Origin::Measured && r.origin == Origin::Measured) ||
                                (best->origin == r.origin && r.rate > best->rate);
            if (better) best = &r;
        }
    }

    void findExtent() {
        double least = 1e300, most = 0, low = 1e300, high = 0;
        for (const Point* p : m_points) {
            const double x = p->intensity(Level::Dram);
            least = std::min(least, x), most = std::max(most, x);
            low = std::min(low, p->rate()), high = std::max(high, p->rate());
        }
        for (const auto& [precision, roof] : m_work) {
            high = std::max(high, roof->rate);
            if (m_memory) most = std::max(most, ridge(*roof, *m_memory));
        }
        m_x0 = std::log10(least) - 0.5, m_x1 = std::log10(most) + 0.7;
        m_y0 = std::log10(low) - 0.4, m_y1 = std::log10(high) + 0.35;
    }

    double x(double intensity) const {
        return kChartLeft + (std::log10(intensity) - m_x0) / (m_x1 - m_x0) * (kChartWidth - kChartLeft - kChartRight);
    }
    double y(double rate) const {
        return kChartHeight - kChartBottom -
               (std::log10(rate) - m_y0) / (m_y1 - m_y0) * (kChartHeight - kChartTop - kChartBottom);
    }

    void axes() {
        for (int d = static_cast<int>(std::ceil(m_x0)); d <= m_x1; ++d)
            m_out += fmt::format(
                "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/><text class=\"tick\" x=\"{0:.1f}\" y=\"{3}\">{4}</text>\n",
                x(std::pow(10, d)), kChartTop, kChartHeight - kChartBottom, kChartHeight - kChartBottom + 14,
                decadeText(d, false));
        for (int d = static_cast<int>(std::ceil(m_y0)); d <= m_y1; ++d)
            m_out += fmt::format(
                "<line class=\"grid\" x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/><text class=\"row\" x=\"{3}\" y=\"{4:.1f}\">{5}</text>\n",
                kChartLeft, kChartWidth - kChartRight, y(std::pow(10, d)), kChartLeft - 6, y(std::pow(10, d)) + 4,
                decadeText(d, true));
        m_out += fmt::format(
            "<text class=\"tick\" x=\"{:.0f}\" y=\"{}\">{}</text>\n", (kChartLeft + kChartWidth - kChartRight) / 2,
            kChartHeight - 6,
            htmlText(m_words(
                "Html",
                QT_TRANSLATE_NOOP("Html", "Operations per byte of DRAM (FLOP/byte); upwards operations per second"))));
    }

    std::string_view originText(const Roof& r) const {
        return r.origin == Origin::Measured ? QT_TRANSLATE_NOOP("Reports", "measured")
               : r.isVerified               ? QT_TRANSLATE_NOOP("Reports", "data sheet")
                                            : QT_TRANSLATE_NOOP("Reports", "not from a data sheet");
    }

    void line(double x1, double y1, double x2, double y2, std::string_view colour) {
        m_out += fmt::format(
            "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", x1,
            y1, x2, y2, colour);
        // Labels lie upon no line: boxes along it.
        const int steps = 40;
        for (int i = 0; i <= steps; ++i)
            m_taken.push_back({x1 + (x2 - x1) * i / steps - 4, y1 + (y2 - y1) * i / steps - 3, 8, 6});
    }

    void roofs() {
        double highest = 0;
        for (const auto& [precision, roof] : m_work) highest = std::max(highest, roof->rate);
        const double left = std::pow(10, m_x0), right = std::pow(10, m_x1);
        if (m_memory) {
            const double end = highest > 0 ? std::min(right, highest / m_memory->rate) : right,
                         begin = std::max(left, std::pow(10, m_y0) / m_memory->rate);
            line(x(begin), y(begin * m_memory->rate), x(end), y(end * m_memory->rate), "currentColor");
            m_below.push_back(
                fmt::format("DRAM {:.4g} TB/s ({})", m_memory->rate / 1e12, m_words("Reports", originText(*m_memory))));
        }
        for (const auto& [precision, roof] : m_work)
            line(x(m_memory ? std::clamp(ridge(*roof, *m_memory), left, right) : left), y(roof->rate),
                 kChartWidth - kChartRight, y(roof->rate), colourOf(precision));
        for (const auto& [precision, roof] : m_work) {
            const std::string text = fmt::format("{} {} ({})", precisionInfo(precision).label, rateText(roof->rate),
                                                 m_words("Reports", originText(*roof)));
            if (!put(text, kChartWidth - kChartRight - 4, y(roof->rate) - 8, "end")) m_below.push_back(text);
        }
    }

    void marks() {
        const double longest = (*std::max_element(m_points.begin(), m_points.end(), [](const Point* a, const Point* b) {
                                   return a->seconds < b->seconds;
                               }))->seconds;
        std::vector<double> radius;
        for (const Point* p : m_points) {
            const double r = std::max(3.0, 18 * std::sqrt(p->seconds / longest)), cx = x(p->intensity(Level::Dram)),
                         cy = y(p->rate());
            radius.push_back(r);
            m_out += fmt::format(
                "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" fill-opacity=\"0.65\" stroke=\"currentColor\" stroke-width=\"0.8\"><title>{}</title></circle>\n",
                cx, cy, r, colourOf(p->precision), htmlText(tip(*p), 600));
            m_taken.push_back({cx - r, cy - r, 2 * r, 2 * r});
        }
        for (std::size_t i = 0; i < m_points.size(); ++i) {
            const Point& p = *m_points[i];
            const std::string_view base = p.isModel ? std::string_view(p.name) : model::kernelBaseName(p.name);
            const double cx = x(p.intensity(Level::Dram)), cy = y(p.rate());
            const std::string text = base.size() > 34 ? std::string(base.substr(0, 32)) + "…" : std::string(base);
            if (!put(text, cx + radius[i] + 4, cy + 4, "start")) put(text, cx - radius[i] - 4, cy + 4, "end");
        }
    }

    std::string tip(const Point& p) const {
        return fmt::format("{}\n{}: {}, {:.4g} FLOP/byte, {:.1f} %, {} × {}", p.name, precisionInfo(p.precision).label,
                           rateText(p.rate()), p.intensity(Level::Dram), 100 * p.efficiency(Level::Dram), p.launches,
                           htmlDuration(p.seconds * 1e9 / std::max(1u, p.launches)));
    }

    /// A label where nothing else is; false: there is no room.
    bool put(const std::string& text, double at, double base, std::string_view anchor) {
        const double width = static_cast<double>(model::utf8Length(text)) * kChartGlyph;
        const Box box{anchor == "end" ? at - width : at, base - kLine + 3, width, kLine};
        if (box.x < kChartLeft || box.x + box.width > kChartWidth - 2 ||
            std::any_of(m_taken.begin(), m_taken.end(), [&](const Box& o) { return box.meets(o); }))
            return false;
        m_taken.push_back(box);
        m_out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", at, base, anchor,
                             htmlText(text));
        return true;
    }

    void legend() {
        m_out += "<p class=\"legend\">";
        for (const auto& [precision, index] : m_colours)
            m_out += fmt::format(
                "<svg width=\"24\" height=\"10\"><circle cx=\"16\" cy=\"5\" r=\"5\" fill=\"{}\"/></svg> {} ",
                kColours[index % kColours.size()], precisionInfo(precision).label);
        for (const std::string& text : m_below) m_out += fmt::format(" · {}", htmlText(text));
        if (m_chip < m_all.chips.size()) m_out += fmt::format(" · {}", htmlText(m_all.chips[m_chip].name));
        if (m_points.front()->isModel) m_out += " · " + htmlText(m_words(model::MessageCode::ModelOfSizes));
        m_out += "</p>\n";
        if (m_known > m_points.size())
            m_out += fmt::format(
                "<p class=\"note\">{}</p>\n",
                htmlText(model::withValues(
                    m_words("Html", QT_TRANSLATE_NOOP("Html", "The %1 longest of %2 points; all are in the table.")),
                    {htmlCount(m_points.size()), htmlCount(m_known)})));
    }

    const model::roofline::Result& m_all;
    const HtmlWords& m_words;
    std::uint32_t m_chip = 0;
    std::size_t m_known = 0;
    std::vector<const Point*> m_points;
    std::map<Precision, std::size_t> m_colours;
    std::map<Precision, const Roof*> m_work;
    const Roof* m_memory = nullptr;
    double m_x0 = 0, m_x1 = 1, m_y0 = 0, m_y1 = 1;
    std::vector<Box> m_taken;
    std::vector<std::string> m_below;
    std::string m_out;
};

}  // namespace

std::string htmlRoofline(const model::reports::Request& request, const HtmlWords& words) {
    const model::roofline::Result all = model::roofline::measure(request);
    return Chart(all, words).draw();
}

}  // namespace app
