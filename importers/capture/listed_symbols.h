// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace importers::capture {

/// Functions that no file holds, but a list of this run of the machine: the kernel's by /proc/kallsyms, as far as it
/// may be read, and what interpreters and compilers within programs wrote into /tmp/perf-<process>.map, where that file
/// is the user's own.
class ListedSymbols {
public:
    /// Lists are of the run of the machine that this text names ("boot" in a spool); of another one nothing is known.
    void setRun(std::string_view boot);
    /// Empty: nobody says.
    std::string_view ofKernel(std::uint64_t address);
    std::string_view ofProcess(std::uint32_t pid, std::uint64_t address);

private:
    struct Function {
        std::uint64_t begin, end;
        std::uint32_t name;  // where it begins in `text`
    };
    struct List {
        std::vector<Function> functions;
        std::string text;
        void add(std::uint64_t begin, std::uint64_t end, std::string_view name);
        void sort();
        std::string_view at(std::uint64_t address) const;
    };
    static List readKernel();
    static List readProcess(std::uint32_t pid);

    bool m_isThisRun = false, m_kernelRead = false;
    List m_kernel;
    std::map<std::uint32_t, List> m_processes;
};

}  // namespace importers::capture
