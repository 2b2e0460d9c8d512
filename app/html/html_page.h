// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/html/html_text.h"

namespace app {

/// A page under construction: title, sections with a list of them, style and script inside.
class HtmlPage {
public:
    HtmlPage(std::string title, std::string language) : m_title(std::move(title)), m_language(std::move(language)) {}

    /// Below the title.
    void subtitle(const std::string& html) { m_subtitle += "<p class=\"sub\">" + html + "</p>\n"; }
    /// Nothing is added where there is nothing to show. `html` is the content; key and heading are plain text.
    void section(std::string_view key, std::string_view heading, const std::string& html);
    /// The page has a timeline that can be zoomed (htmlLive()), and needs its script.
    void withTimeline() { m_timeline = true; }
    std::string take(const HtmlWords& words) const;

private:
    std::string m_title, m_language, m_subtitle, m_list, m_body;
    bool m_timeline = false;
};

/// A figure that is read at a glance: what it is, its value, and what stands below it.
std::string htmlCard(std::string_view label, std::string_view value, std::string_view below = {});

/// Style and scripts of a page, from resources/: report.css, report.js, and timeline*.js for a timeline that can be
/// zoomed. What the page says of a script is the base64 of its SHA-256: no other one runs in it.
extern const std::string_view kHtmlStyle, kHtmlScript, kHtmlScriptHash, kHtmlTimelineScript, kHtmlTimelineHash;

}  // namespace app
