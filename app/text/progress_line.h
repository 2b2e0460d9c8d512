// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "model/base/safe_text.h"

namespace app {

/// One line on standard error that is written over and over, where a person sees it; gone when the object is.
class ProgressLine {
public:
    explicit ProgressLine(std::string label = {}) : m_label(std::move(label)) {}
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// "42 %" behind the label.
    void operator()(std::uint64_t done, std::uint64_t all) {
        const auto percent = static_cast<int>(all ? std::min<std::uint64_t>(100, done * 100 / all) : 0);
        if (percent == m_last) return;
        m_last = percent;
        show(fmt::format("{}{} %", m_label, percent));
    }
    void show(std::string_view text) {
        if (!m_shown) return;
        std::fputs(fmt::format("\r{}\x1b[K", model::safeText(text)).c_str(), stderr);
        std::fflush(stderr);
        m_written = true;
    }
    void clear() {
        if (!m_written) return;
        std::fputs("\r\x1b[K", stderr);
        std::fflush(stderr);
        m_written = false;
    }

private:
    std::string m_label;
    bool m_shown = ::isatty(STDERR_FILENO);
    bool m_written = false;
    int m_last = -1;
};

}  // namespace app
