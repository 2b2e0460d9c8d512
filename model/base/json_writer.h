// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace model {

/// Writes JSON text. What a program that shows a text may obey is escaped, so that it reads back as the same; what is
/// not UTF-8 becomes replacement characters.
class JsonWriter {
public:
    enum class Layout : std::uint8_t {
        Indented,  ///< an element a line, indented by two spaces
        Compact,   ///< without spaces and line breaks
    };

    explicit JsonWriter(Layout layout = Layout::Indented) : m_layout(layout) {}

    JsonWriter& beginObject() { return open('{'); }
    JsonWriter& endObject() { return close('}'); }
    JsonWriter& beginArray() { return open('['); }
    JsonWriter& endArray() { return close(']'); }
    JsonWriter& key(std::string_view name);
    JsonWriter& value(std::string_view text);
    JsonWriter& value(const char* text) { return value(std::string_view(text)); }
    JsonWriter& value(std::int64_t number);
    JsonWriter& value(std::uint64_t number);
    JsonWriter& value(bool flag) { return literal(flag ? "true" : "false"); }
    JsonWriter& value(double number);  ///< so that it reads back as the same number; null if JSON has no number for it
    /// So that it reads back as a real: with a point or an exponent. NaN and infinity as texts.
    JsonWriter& real(double number);
    JsonWriter& null() { return literal("null"); }
    /// A value that is JSON already.
    JsonWriter& literal(std::string_view json);
    /// Compact: what comes next, an element or the end of these, begins a line.
    JsonWriter& lineBreak();

    std::string take() { return std::exchange(m_out, {}); }
    /// Appends to a text what was written since the last time. Nesting goes on.
    void moveTo(std::string& out);

private:
    void separate();
    void newLine();
    JsonWriter& open(char bracket);
    JsonWriter& close(char bracket);

    std::string m_out;
    std::vector<bool> m_filled;  // one a level: whether it has an element
    Layout m_layout;
    bool m_afterKey = false, m_lineBreak = false;
};

}  // namespace model
