// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text/json.h"

#include <fmt/format.h>
#include <cmath>

#include "importers/export/output.h"

namespace app {

void JsonWriter::newLine() {
    m_out += '\n';
    m_out.append(2 * m_filled.size(), ' ');
}

void JsonWriter::separate() {
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_filled.empty()) return;
    if (m_filled.back()) m_out += ',';
    m_filled.back() = true;
    newLine();
}

JsonWriter& JsonWriter::open(char bracket) {
    separate();
    m_out += bracket;
    m_filled.push_back(false);
    return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
    const bool filled = m_filled.back();
    m_filled.pop_back();
    if (filled) newLine();
    m_out += bracket;
    return *this;
}

JsonWriter& JsonWriter::beginObject() { return open('{'); }
JsonWriter& JsonWriter::endObject() { return close('}'); }
JsonWriter& JsonWriter::beginArray() { return open('['); }
JsonWriter& JsonWriter::endArray() { return close(']'); }

JsonWriter& JsonWriter::key(std::string_view name) {
    value(name);
    m_out += ": ";
    m_afterKey = true;
    return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
    separate();
    importers::exporting::appendJson(m_out, text);
    return *this;
}

JsonWriter& JsonWriter::value(std::int64_t number) {
    separate();
    m_out += std::to_string(number);
    return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t number) {
    separate();
    m_out += std::to_string(number);
    return *this;
}

JsonWriter& JsonWriter::value(double number) {
    if (!std::isfinite(number)) return null();
    separate();
    m_out += fmt::format("{}", number);
    return *this;
}

JsonWriter& JsonWriter::null() {
    separate();
    m_out += "null";
    return *this;
}

JsonWriter& JsonWriter::value(bool flag) {
    separate();
    m_out += flag ? "true" : "false";
    return *this;
}

}  // namespace app
