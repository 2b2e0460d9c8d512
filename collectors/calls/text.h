// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace collectors::calls {

/// A text that is composed in a buffer; what does not fit is left out. Unlike snprintf(), it needs next to no stack.
class Text {
public:
    Text(char* to, std::size_t room) : m_to(to), m_room(room) {}
    Text& operator<<(std::string_view part) {
        const std::size_t n = std::min(part.size(), m_room - m_size);
        std::memcpy(m_to + m_size, part.data(), n);
        m_size += n;
        return *this;
    }
    Text& operator<<(std::integral auto number) {
        const std::to_chars_result end = std::to_chars(m_to + m_size, m_to + m_room, number);
        if (end.ec == std::errc()) m_size = static_cast<std::size_t>(end.ptr - m_to);
        return *this;
    }
    std::size_t size() const { return m_size; }
    /// Removes what follows.
    void cut(std::size_t size) { m_size = size; }

private:
    char* m_to;
    std::size_t m_room, m_size = 0;
};

}  // namespace collectors::calls
