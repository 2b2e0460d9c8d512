// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/perfetto/annotations.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "model/base/messages.h"

namespace importers::perfetto {

using model::Arg;

namespace {

constexpr std::size_t kMaxArguments = 255;  // a tuple holds no more
constexpr std::size_t kMaxKey = 1024;

/// Makes a key longer for as long as it lives.
class Deeper {
public:
    Deeper(std::string& key, std::string_view name, bool element = false) : m_key(key), m_size(key.size()) {
        if (name.empty() || m_key.size() > kMaxKey) return;
        if (!element && !m_key.empty()) m_key += '.';
        m_key += name;
    }
    ~Deeper() { m_key.resize(m_size); }

private:
    std::string& m_key;
    std::size_t m_size;
};

/// "a[3].b[12]" to "a[3].b" and 12; false if it does not end in an index.
bool splitIndex(std::string_view key, std::string_view& array, std::uint64_t& index) {
    if (!key.ends_with(']')) return false;
    const std::size_t open = key.rfind('[');
    if (open == std::string_view::npos) return false;
    const std::string_view digits = key.substr(open + 1, key.size() - open - 2);
    const auto [at, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    array = key.substr(0, open);
    return error == std::errc() && at == digits.data() + digits.size();
}

}  // namespace

void Annotations::addInt(std::string_view key, std::int64_t value) {
    m_args.push_back({m_store.strings().intern(key), Arg::Type::Int, value});
}
void Annotations::addReal(std::string_view key, double value) {
    m_args.push_back(Arg::ofReal(m_store.strings().intern(key), value));
}
void Annotations::addText(std::string_view key, std::string_view value) {
    addText(key, m_store.strings().intern(value));
}
void Annotations::addText(std::string_view key, model::StringId value) {
    m_args.push_back({m_store.strings().intern(key), Arg::Type::String, value});
}

bool Annotations::tooDeep(int depth) {
    if (depth <= kMaxAnnotationDepth && m_args.size() < kMaxArguments) return false;
    m_store.diagnostics().add(model::Note::NotShown, depth > kMaxAnnotationDepth
                                                         ? model::MessageCode::ArgumentsTooDeep
                                                         : model::MessageCode::MoreThan255Arguments);
    return true;
}

void Annotations::addAnnotation(std::string_view message, Sequence& sequence) {
    std::string key;
    annotation(key, message, sequence, 0);
}

void Annotations::annotation(std::string& key, std::string_view message, Sequence& sequence, int depth) {
    if (tooDeep(depth)) return;
    // The name can stand behind the value.
    std::string_view name;
    WireReader names(message);
    for (WireField f; names.next(f);) {
        if (f.number == 10 && f.isBytes()) name = f.bytes;
        if (f.number == 1 && !f.isBytes())
            name = m_store.strings().at(sequence.text(kAnnotationNames, f.value, m_store));
    }
    const Deeper deeper(key, name);
    std::uint64_t element = 0;
    WireReader in(message);
    for (WireField f; in.next(f);) {
        switch (f.number) {
        case 2: addText(key, f.value ? "true" : "false"); break;
        case 3:
        case 4: addInt(key, f.asInt()); break;
        case 5: addReal(key, f.asDouble()); break;
        case 6: addText(key, f.bytes); break;
        case 7: addText(key, fmt::format("0x{:x}", f.value)); break;
        case 8: nestedValue(key, f.bytes, depth + 1); break;
        case 9: json(key, f.bytes); break;
        case 11: annotation(key, f.bytes, sequence, depth + 1); break;
        case 12: {
            const Deeper index(key, fmt::format("[{}]", element++), true);
            annotation(key, f.bytes, sequence, depth + 1);
            break;
        }
        case 14: m_store.diagnostics().add(model::Note::NotShown, model::MessageCode::PrivateArguments); break;
        case 17: addText(key, sequence.text(kAnnotationStrings, f.value, m_store)); break;
        default: break;
        }
    }
}

void Annotations::nestedValue(std::string& key, std::string_view message, int depth) {
    if (tooDeep(depth)) return;
    std::vector<std::string_view> names;
    std::size_t entry = 0;
    std::uint64_t element = 0;
    WireReader keys(message);
    for (WireField f; keys.next(f);)
        if (f.number == 2) names.push_back(f.bytes);
    WireReader in(message);
    for (WireField f; in.next(f);) {
        switch (f.number) {
        case 3: {
            const Deeper deeper(key, entry < names.size() ? names[entry] : std::string_view());
            ++entry;
            nestedValue(key, f.bytes, depth + 1);
            break;
        }
        case 4: {
            const Deeper deeper(key, fmt::format("[{}]", element++), true);
            nestedValue(key, f.bytes, depth + 1);
            break;
        }
        case 5: addInt(key, f.asInt()); break;
        case 6: addReal(key, f.asDouble()); break;
        case 7: addText(key, f.value ? "true" : "false"); break;
        case 8: addText(key, f.bytes); break;
        default: break;
        }
    }
}

void Annotations::json(std::string& key, std::string_view text) {
    simdjson::dom::parser parser;
    simdjson::dom::element root;
    if (parser.parse(simdjson::padded_string(text)).get(root)) return addText(key, text);
    const auto visit = [&](const auto& self, simdjson::dom::element e, int depth) -> void {
        if (tooDeep(depth)) return;
        std::int64_t number = 0;
        double real = 0;
        bool truth = false;
        std::string_view string;
        simdjson::dom::object object;
        simdjson::dom::array array;
        if (!e.get(object)) {
            for (const auto field : object) {
                const Deeper deeper(key, field.key);
                self(self, field.value, depth + 1);
            }
        } else if (!e.get(array)) {
            std::uint64_t i = 0;
            for (const auto value : array) {
                const Deeper deeper(key, fmt::format("[{}]", i++), true);
                self(self, value, depth + 1);
            }
        } else if (!e.get(number)) addInt(key, number);
        else if (!e.get(real)) addReal(key, real);
        else if (!e.get(truth)) addText(key, truth ? "true" : "false");
        else if (!e.get(string)) addText(key, string);
    };
    visit(visit, root, 0);
}

model::ArgsId Annotations::intern() {
    if (m_args.size() > kMaxArguments) m_args.resize(kMaxArguments);
    const model::ArgsId id = m_args.empty() ? 0 : m_store.args().intern(m_args);
    m_args.clear();
    return id;
}

model::ArgsId Annotations::merged(model::ArgsId begin, model::ArgsId end) {
    if (!end || begin == end) return begin;
    if (!begin) return end;
    std::vector<Arg> all = m_store.args().at(begin);
    std::map<std::string_view, std::uint64_t> lengths;
    std::map<model::StringId, std::size_t> places;
    std::string_view array;
    std::uint64_t index = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        places[all[i].key] = i;
        if (splitIndex(m_store.strings().at(all[i].key), array, index))
            lengths[array] = std::max(lengths[array], index + 1);
    }
    for (Arg a : m_store.args().at(end)) {
        if (splitIndex(m_store.strings().at(a.key), array, index) && lengths.contains(array)) {
            a.key = m_store.strings().intern(fmt::format("{}[{}]", array, lengths[array] + index));
            all.push_back(a);
        } else if (const auto there = places.find(a.key); there != places.end()) {
            all[there->second] = a;
        } else {
            all.push_back(a);
        }
    }
    for (Arg& a : all) m_args.push_back(a);
    return intern();
}

}  // namespace importers::perfetto
