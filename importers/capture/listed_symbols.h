// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace importers::capture {

/// Functions that are in no file, but in a list of this boot of the machine: the kernel's in /proc/kallsyms, as far as
/// it is readable, and those that interpreters and compilers inside programs wrote to /tmp/perf-<process>.map, if that
/// file is the user's own.
class ListedSymbols {
public:
    /// Sets the boot of the machine for which lists are valid ("boot" in a spool); for any other boot nothing is known.
    void setRun(std::string_view boot);
    /// Empty if it is unknown.
    std::string_view ofKernel(std::uint64_t address);
    std::string_view ofProcess(std::uint32_t pid, std::uint64_t address);

private:
    struct Function {
        std::uint64_t begin, end;
        std::uint32_t name;  // its beginning in `text`
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
