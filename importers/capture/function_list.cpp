// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/function_list.h"

#include <fmt/format.h>
#include <simdjson.h>
#include <algorithm>
#include <iterator>
#include <map>

#include "model/base/messages.h"

namespace importers::capture {
namespace {
using enum model::MessageCode;

namespace ondemand = simdjson::ondemand;
using simdjson::error_code;
using Type = ondemand::json_type;

/// Looks at every part of a value, since what nobody asks for is not checked.
error_code walk(ondemand::value value, int depth) {
    constexpr int kDeepest = 64;
    if (depth > kDeepest) return simdjson::DEPTH_ERROR;
    Type type;
    if (const error_code e = value.type().get(type)) return e;
    if (type == Type::array || type == Type::object) {
        ondemand::array array;
        ondemand::object object;
        if (type == Type::array) {
            if (const error_code e = value.get_array().get(array)) return e;
            for (auto part : array) {
                ondemand::value inner;
                if (const error_code e = part.get(inner)) return e;
                if (const error_code e = walk(inner, depth + 1)) return e;
            }
            return simdjson::SUCCESS;
        }
        if (const error_code e = value.get_object().get(object)) return e;
        for (auto part : object) {
            ondemand::field field;
            if (const error_code e = std::move(part).get(field)) return e;
            if (const error_code e = walk(field.value(), depth + 1)) return e;
        }
        return simdjson::SUCCESS;
    }
    std::string_view text;
    double number = 0;
    bool is = false;
    if (type == Type::string) return value.get_string().get(text);
    if (type == Type::number) return value.get_double().get(number);
    return type == Type::boolean ? value.get_bool().get(is) : value.is_null().get(is);
}

/// The line in which a text that is no JSON stops to be it: the last value that can be read may have something behind
/// it.
std::size_t brokenLine(const simdjson::padded_string& text) {
    ondemand::parser parser;
    ondemand::document document;
    ondemand::value root;
    if (parser.iterate(text).get(document)) return 1;
    if (!document.get_value().get(root)) (void)walk(root, 0);
    const char* at = nullptr;
    const char *const begin = text.data(), *const end = begin + text.size();
    if (document.current_location().get(at) || at < begin || at > end) at = end;
    return 1 + static_cast<std::size_t>(std::count(begin, at, '\n'));
}

/// As sightline_ranges.py reads it.
bool isColour(std::string_view text) {
    static constexpr std::string_view kNames[] = {"black", "blue",   "brown", "cyan",    "gray",
                                                  "green", "grey",   "lime",  "magenta", "orange",
                                                  "pink",  "purple", "red",   "white",   "yellow"};
    std::string lower(text);
    for (char& c : lower) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (std::find(std::begin(kNames), std::end(kNames), lower) != std::end(kNames)) return true;
    if (text.starts_with('#')) text.remove_prefix(1);
    else if (lower.starts_with("0x")) text.remove_prefix(2);
    return text.size() == 6 && text.find_first_not_of("0123456789abcdefABCDEF") == text.npos;
}

/// Of an entry, or of a function in it that says more than its name.
model::MessageCode wrongInValues(simdjson::dom::object object) {
    simdjson::dom::element part;
    std::string_view text;
    if (!object["module"].get(part) && (part.get(text) || text.empty())) return ListModuleNotText;
    if (!object["domain"].get(part) && !part.is_string()) return ListDomainNotText;
    if (!object["category"].get(part) && (part.get(text) || text.empty())) return ListCategoryNotText;
    if (!object["color"].get(part) && !part.is_int64() && (part.get(text) || !isColour(text))) return ListColourUnknown;
    return Nothing;
}

/// The name in an element of "functions": a text, or {"function": text, …}. False where there is none.
bool nameOf(simdjson::dom::element function, std::string_view& name) {
    return (!function.get(name) || !function["function"].get(name)) && !name.empty();
}

model::MessageCode wrongInEntry(simdjson::dom::element entry) {
    simdjson::dom::object object;
    if (entry.get(object)) return ListEntryNotObject;
    simdjson::dom::element part;
    if (object["module"].get(part)) return Nothing;
    if (const auto wrong = wrongInValues(object); wrong != Nothing) return wrong;
    std::string_view name;
    simdjson::dom::array functions;
    if (object["functions"].get(part) || part.get(functions) ||
        !std::all_of(functions.begin(), functions.end(), [&](simdjson::dom::element f) { return nameOf(f, name); }))
        return ListFunctionsNotNames;
    for (const simdjson::dom::element function : functions)
        if (simdjson::dom::object own; !function.get(own))
            if (const auto wrong = wrongInValues(own); wrong != Nothing) return wrong;
    return functions.size() == 0 ? ListWithoutFunctions : Nothing;
}

/// Of entries that have one; the others are comments.
std::vector<std::pair<std::string_view, simdjson::dom::array>> modulesIn(simdjson::dom::array list) {
    std::vector<std::pair<std::string_view, simdjson::dom::array>> out;
    for (const simdjson::dom::element entry : list) {
        std::string_view module;
        simdjson::dom::array functions;
        if (!entry["module"].get(module) && !entry["functions"].get(functions)) out.emplace_back(module, functions);
    }
    return out;
}

}  // namespace

model::Message wrongInFunctionList(std::string_view json, std::string_view file) {
    const auto name = model::Argument::file(file);
    if (json.starts_with("\xef\xbb\xbf")) return {ListByteOrderMark, {name}};
    const simdjson::padded_string text(json);
    simdjson::dom::parser parser;
    simdjson::dom::element root;
    if (parser.parse(text).get(root)) return {ListNotJson, {name, brokenLine(text)}};
    simdjson::dom::array list;
    if (root.get(list)) return {ListNotAList, {name}};
    std::size_t number = 0;
    for (const simdjson::dom::element entry : list) {
        ++number;
        if (const auto wrong = wrongInEntry(entry); wrong != Nothing) return {wrong, {name, number}};
    }
    if (modulesIn(list).empty()) return {ListNamesNoModule, {name}};
    return {};
}

std::vector<model::Message> remarksOnFunctionList(std::string_view json) {
    const simdjson::padded_string text(json);
    simdjson::dom::parser parser;
    simdjson::dom::array list;
    std::vector<model::Message> out;
    if (parser.parse(text).get(list)) return out;
    std::map<std::string, int> times;
    for (const auto& [module, functions] : modulesIn(list)) {
        if (module == "__main__") out.push_back(RangesOfMain);
        for (const simdjson::dom::element function : functions) {
            std::string_view name, own;
            if (function["module"].get(own)) own = module;
            if (nameOf(function, name) && ++times[fmt::format("{}.{}", own, name)] == 2)
                out.push_back({FunctionListedTwice, {model::Argument::name(fmt::format("{}.{}", own, name))}});
        }
    }
    return out;
}

}  // namespace importers::capture
