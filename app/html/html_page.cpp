// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/html/html_page.h"

#include <fmt/format.h>

#include "model/base/translate_noop.h"

namespace app {

namespace {

// Colours of the timeline are those of the window: kernels blue and violet, communication orange, copies green.
constexpr std::string_view kStyle = R"css(
:root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--soft:#5b6673;--line:#d9dee4;--back:#f3f5f8;--good:#0a6b58;--bad:#a8480b;--accent:#1f5fbf;
--k0:#3f76c9;--k1:#5b8bd6;--k2:#6f6fd0;--k3:#4a94c4;--c0:#d9822b;--m0:#2f9e7a;--a0:#8793a1;--w0:#b8433c;--r0:#7e67c6;--r1:#4f8f9d;--r2:#a2688f;--r3:#7f8b3f;--ink:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#16191d;--fg:#e4e8ec;--soft:#9aa5b1;--line:#333a42;--back:#1e2328;--good:#5fc7b0;--bad:#f0a35e;--accent:#7fb0f5;
--k0:#5d93e6;--k1:#78a6ec;--k2:#8f8fe6;--k3:#62acd9;--c0:#eb9c4a;--m0:#48b894;--a0:#75818f;--w0:#e0756d;--r0:#9d89dd;--r1:#6fb0be;--r2:#c08aae;--r3:#a0ad5a;--ink:#101418}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1280px;padding:24px 28px 60px;background:var(--bg);color:var(--fg);font:14px/1.5 system-ui,"Segoe UI","Noto Sans","Noto Sans CJK SC","DejaVu Sans",sans-serif}
h1{font-size:24px;margin:0 0 4px;overflow-wrap:anywhere}h2{font-size:18px;margin:36px 0 10px;border-bottom:1px solid var(--line);padding-bottom:4px}h3{font-size:15px;margin:20px 0 6px}
p{margin:6px 0;max-width:100ch}.sub,.note{color:var(--soft)}a{color:var(--accent)}
nav{margin:14px 0;display:flex;flex-wrap:wrap;gap:4px 16px}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(215px,1fr));gap:10px;margin:14px 0}
.card{background:var(--back);border:1px solid var(--line);border-radius:6px;padding:10px 14px;overflow-wrap:anywhere}
.card b{display:block;font-size:22px;font-weight:600;font-variant-numeric:tabular-nums}.card span{color:var(--soft);display:block}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:13px;margin:6px 0}
th,td{text-align:left;padding:3px 10px;border-bottom:1px solid var(--line);vertical-align:top}
thead th{white-space:nowrap;background:var(--back);position:sticky;top:0}table.s thead th{cursor:pointer}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}td:not(.n){overflow-wrap:anywhere;min-width:8ch}td.t{min-width:46ch}td.w{white-space:nowrap}
table.facts th{font-weight:normal;color:var(--soft);white-space:nowrap}
tbody tr:hover{background:var(--back)}
details{margin:8px 0}summary{cursor:pointer;font-weight:600}summary .note{font-weight:normal}
ul{padding-left:0;list-style:none}details ul{padding-left:18px}li{padding-left:2.2em;text-indent:-2.2em}li{margin:3px 0;max-width:110ch;overflow-wrap:anywhere}
.good{color:var(--good)}.delta{color:var(--accent)}.bad{color:var(--bad)}.mark{display:inline-block;min-width:2.2em;text-indent:0;font-weight:600}
svg.timeline{width:100%;height:auto;background:var(--bg);border:1px solid var(--line);border-radius:4px;font-size:11px}
.timeline text{fill:var(--fg)}.timeline .tick{fill:var(--soft);text-anchor:middle}.timeline .row{text-anchor:end}.timeline .bar{fill:var(--ink);pointer-events:none}
.timeline .grid{stroke:var(--line);stroke-width:.6}.timeline .back{fill:var(--back)}
.k0{fill:var(--k0)}.k1{fill:var(--k1)}.k2{fill:var(--k2)}.k3{fill:var(--k3)}.c0{fill:var(--c0)}.m0{fill:var(--m0)}.a0{fill:var(--a0)}.w0{fill:var(--w0)}.r0{fill:var(--r0)}.r1{fill:var(--r1)}.r2{fill:var(--r2)}.r3{fill:var(--r3)}
.legend{color:var(--soft);font-size:12px}.legend i{display:inline-block;width:10px;height:10px;margin:0 4px 0 12px;border-radius:2px}
i.k0{background:var(--k0)}i.c0{background:var(--c0)}i.m0{background:var(--m0)}i.a0{background:var(--a0)}i.w0{background:var(--w0)}i.r0{background:var(--r0)}
@media print{@page{size:A4;margin:12mm}@page wide{size:A4 landscape}details:has(th:nth-child(18)){page:wide}
body{max-width:none;padding:0;font-size:11px}nav{display:none}p,li{max-width:none}h2{margin-top:20px}
h1,h2,h3,summary,summary+p,p:has(+.wide),p:has(+table){break-after:avoid}p,li,tr,.card,svg{break-inside:avoid}.legend i{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.wide{overflow:visible}table{font-size:9px}thead th,thead th.n{position:static;white-space:normal;vertical-align:bottom}th,td{padding:2px 5px}td:not(.n),td.t,td.w{min-width:0}
table:has(th:nth-child(12)){font-size:8px}table:has(th:nth-child(12)) :is(th,td){padding:2px 3px}table:has(th:nth-child(18)){font-size:7px;line-height:1.3}table:has(th:nth-child(18)) td:not(.n){min-width:10ch}
:root{color-scheme:light;--bg:#fff;--fg:#000;--soft:#444;--line:#bbb;--back:#f6f6f6;--good:#0a6b58;--bad:#a8480b;--accent:#1f5fbf;--ink:#fff;--k0:#3f76c9;--k1:#5b8bd6;--k2:#6f6fd0;--k3:#4a94c4;--c0:#d9822b;--m0:#2f9e7a;--a0:#8793a1;--w0:#b8433c;--r0:#7e67c6;--r1:#4f8f9d;--r2:#a2688f;--r3:#7f8b3f}}
)css";

}  // namespace

// Neither "<" nor "&": so the page is XML, too.
const std::string_view kHtmlScript =
    R"js(for(const t of document.querySelectorAll('table.s'))t.tHead.addEventListener('click',e=>{const h=e.target.closest('th');if(!h)return;const c=h.cellIndex,up=h.dataset.d?h.dataset.d==='-1':!h.classList.contains('n');for(const o of t.tHead.rows[0].cells)delete o.dataset.d;h.dataset.d=up?'1':'-1';const v=r=>{const x=r.cells[c];return x.classList.contains('n')?(x.dataset.v===''?-Infinity:Number(x.dataset.v)):x.textContent};const b=t.tBodies[0];Array.from(b.rows).sort((x,y)=>{const p=v(x),q=v(y),o=p===q?0:typeof p==='string'?p.localeCompare(q):p>q?1:-1;return up?o:-o}).forEach(r=>b.append(r))});)js";
const std::string_view kHtmlScriptHash = "q0c+/pNPDD8qAZ6eAcU7pz7JjXENF8FUnx7Aa/9s6jo=";

void HtmlPage::section(std::string_view key, std::string_view heading, const std::string& html) {
    if (html.empty()) return;
    m_list += fmt::format("<a href=\"#{}\">{}</a>\n", htmlText(key), htmlText(heading));
    m_body += fmt::format("<section id=\"{0}\"><h2>{1}</h2>\n{2}</section>\n", htmlText(key), htmlText(heading), html);
}

std::string HtmlPage::take(const HtmlWords& words) const {
    const std::string title = htmlText(m_title);
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"/><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{}'\"/>\n"
        "<meta name=\"generator\" content=\"Sightline {}\"/><title>{}</title><style>{}</style></head>\n<body>\n<header><h1>{}</h1>\n{}</header>\n<nav>{}</nav>\n<main>\n{}</main>\n"
        "<footer><p class=\"note\">{}</p></footer>\n<script>{}</script>\n</body></html>\n",
        htmlText(m_language), kHtmlScriptHash, SIGHTLINE_VERSION, title, kStyle, title, m_subtitle, m_list, m_body,
        htmlText(words(
            "Html",
            QT_TRANSLATE_NOOP(
                "Html",
                "Made by Sightline. A click on the head of a table sorts it. Times are those of the report; what each number means is told by the head of its column."))),
        kHtmlScript);
}

std::string htmlCard(std::string_view label, std::string_view value, std::string_view below) {
    return fmt::format("<div class=\"card\"><span>{}</span><b>{}</b><span>{}</span></div>\n", htmlText(label),
                       htmlText(value, 80), htmlText(below, 120));
}

}  // namespace app
