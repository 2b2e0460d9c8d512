// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/html/html_page.h"

#include <fmt/format.h>

#include "model/base/translate_noop.h"

#include "sightline_version.h"

namespace app {

constinit const std::string_view kHtmlScriptHash = "Oo31NmWPWnT1tm6QTX5L3AwKBdDyJlaCkxh4FdllTB8=";
constinit const std::string_view kHtmlTimelineHash = "ggK5Cu+Wpaz+1xfANHg7fu7smJv1l/gRCQQoPEWC3Gk=";

void HtmlPage::section(std::string_view key, std::string_view heading, const std::string& html) {
    if (html.empty()) return;
    m_list += fmt::format("<a href=\"#{}\">{}</a>\n", htmlText(key), htmlText(heading));
    m_body += fmt::format("<section id=\"{0}\"><h2>{1}</h2>\n{2}</section>\n", htmlText(key), htmlText(heading), html);
}

std::string HtmlPage::take(const HtmlWords& words) const {
    const std::string title = htmlText(m_title);
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"/><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'{}\"/>\n"
        "<meta name=\"generator\" content=\"Sightline {}\"/><title>{}</title><style>{}</style></head>\n<body>\n<header><h1>{}</h1>\n{}</header>\n<nav>{}</nav>\n<main>\n{}</main>\n"
        "<footer><p class=\"note\">{}</p></footer>\n<script>{}</script>{}\n</body></html>\n",
        htmlText(m_language), kHtmlScriptHash, m_timeline ? fmt::format(" 'sha256-{}'", kHtmlTimelineHash) : "",
        SIGHTLINE_VERSION, title, kHtmlStyle, title, m_subtitle, m_list, m_body,
        htmlText(words(
            "Html",
            QT_TRANSLATE_NOOP(
                "Html",
                "Made by Sightline. Click the head of a column to sort a table. Times are those of the report; the head of each column explains its numbers."))),
        kHtmlScript, m_timeline ? fmt::format("\n<script>{}</script>", kHtmlTimelineScript) : "");
}

std::string htmlCard(std::string_view label, std::string_view value, std::string_view below) {
    return fmt::format("<div class=\"card\"><span>{}</span><b>{}</b><span>{}</span></div>\n", htmlText(label),
                       htmlText(value, 80), htmlText(below, 120));
}

}  // namespace app
