// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/common/arguments.h"

#include <simdjson.h>
#include <algorithm>
#include <charconv>

namespace importers {

model::ArgsId TupleInterner::operator()(std::span<const model::Arg> args) {
    constexpr std::size_t kMost = 64;  // longer ones are rare
    if (args.empty() || args.size() > kMost) return m_table.intern(args);
    bool isSame = args.size() == m_keys.size();
    m_values.resize(args.size());
    for (std::size_t i = 0; i < args.size(); ++i) {
        m_values[i] = args[i].value;
        isSame = isSame && m_keys[i] == model::ArgsTable::Key{args[i].key, args[i].type};
    }
    if (!isSame) {
        m_keys.clear();
        for (const model::Arg& a : args) m_keys.emplace_back(a.key, a.type);
        m_shape = m_table.shape(m_keys);
    }
    return m_table.intern(m_shape, m_values);
}

model::StringId Arguments::keyOf(std::string_view key) {
    if (key.empty()) return m_store.strings().intern(key);
    const auto letter = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(key[i])); };
    Known& known = m_known[(key.size() * 5 + letter(0) * 3 + letter(key.size() - 1)) % m_known.size()];
    if (known.id && known.text == key) return known.id;
    known.id = m_store.strings().intern(key);
    known.text = m_store.strings().at(known.id);
    return known.id;
}

void Arguments::addInt(std::string_view key, std::int64_t value) {
    m_args.push_back({keyOf(key), model::Arg::Type::Int, value});
}

void Arguments::addReal(std::string_view key, double value) { m_args.push_back(model::Arg::ofReal(keyOf(key), value)); }

void Arguments::addText(std::string_view key, std::string_view value) {
    m_args.push_back({keyOf(key), model::Arg::Type::String, m_store.strings().intern(value)});
}

void Arguments::add(std::string_view key, const Cell& cell) {
    switch (cell.type) {
    case Cell::Type::Int: return addInt(key, cell.i);
    case Cell::Type::Real: return addReal(key, cell.real);
    case Cell::Type::Text:
        if (cell.size) addText(key, cell.text());
        return;
    default: return;
    }
}

void Arguments::addPrinted(std::string_view text) {
    if (text.empty()) return;
    if (text.front() == '{') return addPrintedJson(text);
    constexpr std::string_view kBetween = " | ";
    std::vector<std::pair<std::string_view, std::string_view>> pairs;
    for (std::string_view rest = text; !rest.empty() && pairs.size() < 200;) {
        const std::size_t end = std::min(rest.find(kBetween), rest.size());
        const std::string_view piece = rest.substr(0, end);
        const std::size_t equals = piece.find('=');
        if (equals == std::string_view::npos || equals == 0) return addText("args", text);
        pairs.emplace_back(piece.substr(0, equals), piece.substr(equals + 1));
        rest.remove_prefix(std::min(end + kBetween.size(), rest.size()));
    }
    for (const auto& [key, value] : pairs) {
        std::int64_t number = 0;
        const bool hex = value.starts_with("0x");
        const std::string_view digits = hex ? value.substr(2) : value;
        const auto [at, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, hex ? 16 : 10);
        const bool isNumber = error == std::errc() && at == digits.data() + digits.size();
        // Sizes are written like addresses here; an address says more in the form that it has.
        if (isNumber && key == "size") addInt("bytes", number);
        else if (isNumber && !hex) addInt(key, number);
        else addText(key, value);
    }
}

void Arguments::addPrintedJson(std::string_view text) {
    simdjson::dom::parser parser;
    simdjson::dom::object object;
    if (parser.parse(simdjson::padded_string(text)).get(object)) return addText("args", text);
    for (const auto field : object) {
        std::int64_t number = 0;
        double real = 0;
        std::string_view string;
        if (!field.value.get(number)) addInt(field.key, number);
        else if (!field.value.get(real)) addReal(field.key, real);
        else if (!field.value.get(string)) addText(field.key, string);
        else addText(field.key, simdjson::minify(field.value));
    }
}

model::ArgsId Arguments::intern() {
    const model::ArgsId id = m_tuples(m_args);
    m_args.clear();
    return id;
}

}  // namespace importers
