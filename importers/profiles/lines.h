// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace importers::profiles {

/// Gives up to n bytes; 0 at the end.
using ReadBytes = std::function<std::size_t(char* to, std::size_t n)>;

/// Lines of a stream of text.
class Lines {
public:
    static constexpr std::size_t kMostLine = 1 << 20;  ///< bytes; what a longer line has behind them is left out

    explicit Lines(ReadBytes read) : m_read(std::move(read)) {}
    /// The next line without its end; false after the last one. It lives until the next call.
    bool next(std::string_view& line);
    /// How many lines were too long.
    std::uint64_t cutOff() const { return m_cutOff; }

private:
    bool refill();

    ReadBytes m_read;
    std::string m_text;
    std::size_t m_at = 0;
    std::uint64_t m_cutOff = 0;
    bool m_skipping = false;  // the rest of a line that was too long
};

}  // namespace importers::profiles
