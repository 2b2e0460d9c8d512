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
/// two.
struct Function {
    StringId name = 0;    ///< 0: samples without a stack
    StringId module = 0;  ///< the library, program or file that it is in; 0: not known
    bool isModule() const { return name && name == module; }  ///< some of its functions, whose names are not known
    auto operator<=>(const Function&) const = default;
};
struct FunctionHash {
    std::size_t operator()(const Function& f) const {
        return (std::uint64_t{f.module} << 32 | f.name) * 0x9e3779b97f4a7c15u;
    }
};

/// Functions of the frames of a report. A frame without a symbol goes by its module; modules that differ by a line
/// alone ("train.py:12") are one.
class FrameFunctions {
public:
    explicit FrameFunctions(const Snapshot& report) : m_report(report) {}
    /// Of the innermost frame of a chain, which must not be 0.
    Function at(ChainId chain);

private:
    StringId moduleOf(StringId module);

    const Snapshot& m_report;
    std::vector<Function> m_functions;                         // of frames, as far as they were requested
    std::unordered_map<std::string_view, StringId> m_modules;  // the first that stands for all that differ by the line
};

/// A name for people: a module by its file.
std::string_view frameText(const Snapshot& report, StringId name);
/// A module without the line that may stand behind it.
std::string_view moduleText(const Snapshot& report, StringId module);
/// So many parts of a path from its end; all of it where it has no more.
std::string_view endOfPath(std::string_view path, std::size_t parts);

/// Texts that tell functions of one name apart, "work (liba.so)", with as much of the modules' paths as is needed; none
/// for a name that only one function has.
std::map<Function, std::string> textsOfNamesakes(const Snapshot& report, const std::set<Function>& functions);

}  // namespace model
