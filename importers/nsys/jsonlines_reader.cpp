// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/jsonlines_reader.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "importers/common/json_text.h"

namespace importers::nsys {
namespace {

Cell numberCell(std::string_view digits) {
    const char* const end = digits.data() + digits.size();
    std::int64_t whole = 0;
    if (const auto r = std::from_chars(digits.data(), end, whole); r.ec == std::errc() && r.ptr == end)
        return Cell::ofInt(whole);
    // Addresses fill 64 bits; SQLite and with it every other export keeps them as signed numbers.
    std::uint64_t large = 0;
    if (const auto r = std::from_chars(digits.data(), end, large); r.ec == std::errc() && r.ptr == end)
        return Cell::ofInt(static_cast<std::int64_t>(large));
    const auto real = json::real(digits);
    return real ? Cell::ofReal(*real) : Cell();
}

}  // namespace

bool LineReader::next(LineBlock& block) {
    block.text = std::move(m_rest);
    block.lines.clear();
    block.tooLong = 0;
    block.endsInLine = false;
    m_rest.clear();
    std::size_t lastEnd = std::string::npos;
    while (!m_ended) {
        const std::size_t old = block.text.size();
        block.text.resize(old + kBlockBytes);
        const std::size_t got = m_source.read(block.text.data() + old, kBlockBytes);
        block.text.resize(old + got);
        m_ended = got < kBlockBytes;
        lastEnd = std::string_view(block.text).substr(old).rfind('\n');
        if (lastEnd != std::string::npos) {
            lastEnd += old;
            break;
        }
        if (block.text.size() > kMaxLine) {  // the rest of that line is passed over
            if (!std::exchange(m_skipping, true)) ++block.tooLong;
            block.text.clear();
        }
    }
    if (!m_ended && lastEnd != std::string::npos) {
        m_rest = block.text.substr(lastEnd + 1);
        block.text.resize(lastEnd + 1);
    }
    if (block.text.empty() && block.tooLong == 0) return false;
    block.endsInLine = !block.text.empty() && block.text.back() != '\n';
    block.text.append(json::kPadding, '\0');
    char* at = block.text.data();
    char* const end = at + block.text.size() - json::kPadding;
    while (at < end) {
        char* const stop = std::find(at, end, '\n');
        *stop = '\0';
        ++m_number;
        const bool skipped = std::exchange(m_skipping, false);
        if (!skipped && std::any_of(at, stop, [](char c) { return c != ' ' && c != '\t' && c != '\r'; }))
            block.lines.push_back({at, static_cast<std::uint32_t>(stop - at), m_number});
        at = stop + 1;
    }
    return true;
}

bool JsonRow::parse(const LineBlock::Line& line) {
    m_fields.clear();
    m_texts.clear();
    m_table = {};
    json::Scanner scan(line.begin, line.begin + line.size);
    if (scan.peek() != '{') return false;
    const json::Status status = scan.object([&](const json::Value& key) {
        Field field{key.raw(), {}};
        const json::Status s = scan.value(field.value);
        if (s != json::Status::Ok) return s;
        if (field.key == "table" && field.value.is(json::Value::Type::String)) m_table = field.value.raw();
        else m_fields.push_back(field);
        return s;
    });
    return status == json::Status::Ok && scan.atEnd();
}

Cell JsonRow::cell(const json::Value& v, bool isNumber) {
    using Type = json::Value::Type;
    switch (v.type) {
    case Type::Number: return numberCell(v.raw());
    case Type::Bare: return v.raw() == "true" ? Cell::ofInt(1) : v.raw() == "false" ? Cell::ofInt(0) : Cell();
    case Type::String: {
        if (isNumber)
            if (const Cell number = numberCell(v.raw()); number.type == Cell::Type::Int) return number;
        return Cell::ofText(v.escaped ? m_texts.emplace_back(json::exactText(v.raw())) : v.raw());
    }
    case Type::Object:
    case Type::Array: return Cell::ofText(v.raw());
    case Type::None: break;
    }
    return {};
}

Cell JsonRow::cell(std::string_view key, bool isNumber) {
    for (const Field& f : m_fields)
        if (f.key == key) return cell(f.value, isNumber);
    return {};
}

std::string_view tableOfLine(const LineBlock::Line& line) {
    // A quotation mark inside a text has a backslash before it, so that this cannot be met inside one.
    constexpr std::string_view key = "\"table\":";
    const std::string_view text(line.begin, line.size);
    auto at = text.find(key);
    if (at == std::string_view::npos) return {};
    at = text.find_first_not_of(" \t", at + key.size());
    if (at == std::string_view::npos || text[at] != '"') return {};
    const auto end = text.find('"', at + 1);
    return end == std::string_view::npos ? std::string_view() : text.substr(at + 1, end - at - 1);
}

}  // namespace importers::nsys
