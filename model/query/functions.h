// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/query/query.h"

namespace model {

/// What a node of a call tree stands for: a range, an operator, or a function. Functions of one name in two modules are
/// different.
struct Function {
    StringId name = 0;    ///< 0: samples without a stack
    StringId module = 0;  ///< the library, program or file that holds it; 0: unknown
    bool isModule() const { return name && name == module; }  ///< some of its functions, whose names are unknown
    auto operator<=>(const Function&) const = default;
};
struct FunctionHash {
    std::size_t operator()(const Function& f) const {
        return (std::uint64_t{f.module} << 32 | f.name) * 0x9e3779b97f4a7c15u;
    }
};

/// The functions of the frames of a report. The module stands for a frame without a symbol. Modules that differ only by
/// a line ("train.py:12") are one.
class FrameFunctions {
public:
    explicit FrameFunctions(const Snapshot& report) : m_report(report) {}
    /// The function of the innermost frame of a chain, which must not be 0.
    Function at(ChainId chain);

private:
    StringId moduleOf(StringId module);

    const Snapshot& m_report;
    std::vector<Function> m_functions;                         // of frames, as far as they were requested
    std::unordered_map<std::string_view, StringId> m_modules;  // the first of those that differ only by the line
};

/// A name for people: for a module, its file.
std::string_view frameText(const Snapshot& report, StringId name);
/// A module without the line that may follow it.
std::string_view moduleText(const Snapshot& report, StringId module);
/// So many parts of a path, from its end; the whole path if it has no more.
std::string_view endOfPath(std::string_view path, std::size_t parts);

/// Texts that distinguish functions of one name, "work (liba.so)", with as much of the modules' paths as is needed.
/// None for a name that only one function has.
std::map<Function, std::string> textsOfNamesakes(const Snapshot& report, const std::set<Function>& functions);

}  // namespace model
