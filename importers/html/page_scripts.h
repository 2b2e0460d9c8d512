// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "importers/common/text_source.h"

namespace importers::html {

/// A script element of a page.
struct Script {
    std::string tag;  ///< what stands between "<script" and ">"
    std::string content;
    bool cutOff = false;  ///< the page, or what is read of a script, ends in it
};

/// Takes the script elements out of a page, one after the other; the rest of the page is never in memory at once.
class PageScripts {
public:
    /// More of one script is not read.
    static constexpr std::size_t kMaxScript = std::size_t{512} << 20;

    explicit PageScripts(TextSource& source) : m_source(source) {}
    /// False at the end of the page.
    bool next(Script& out);

private:
    bool grow();
    bool find(std::string_view lower, std::size_t limit, std::size_t& length);
    bool tag(std::string& out);

    TextSource& m_source;
    std::string m_window;  // text that was read; used up to m_at
    std::size_t m_at = 0;
    bool m_ended = false;
};

}  // namespace importers::html
