// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/listed_symbols.h"

#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "model/rep/beside.h"

namespace importers::capture {
namespace {

constexpr std::size_t kMostListBytes = 256u << 20;  // of one list
constexpr std::size_t kMostLists = 1024;
constexpr std::uint64_t kLongestLast = 1u << 16;  // bytes of a function whose end nobody says

/// "address rest"; 0 where there is none.
std::uint64_t readNumber(std::string_view& line) {
    char* end = nullptr;
    char digits[24] = {};
    std::memcpy(digits, line.data(), std::min(line.size(), sizeof digits - 1));
    const std::uint64_t n = std::strtoull(digits, &end, 16);
    line.remove_prefix(std::min<std::size_t>(line.size(), static_cast<std::size_t>(end - digits)));
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    return n;
}

}  // namespace

void ListedSymbols::List::add(std::uint64_t begin, std::uint64_t end, std::string_view name) {
    if (text.size() > kMostListBytes || name.empty()) return;
    functions.push_back({begin, end, static_cast<std::uint32_t>(text.size())});
    text.append(name).push_back('\0');
}

/// Later lines are newer.
void ListedSymbols::List::sort() {
    std::stable_sort(functions.begin(), functions.end(),
                     [](const Function& a, const Function& b) { return a.begin < b.begin; });
    for (std::size_t i = 0; i < functions.size(); ++i)
        if (functions[i].end == 0) {
            std::size_t next = i + 1;
            while (next < functions.size() && functions[next].begin == functions[i].begin) ++next;
            functions[i].end = next < functions.size() ? functions[next].begin : functions[i].begin + kLongestLast;
        }
}

std::string_view ListedSymbols::List::at(std::uint64_t address) const {
    const auto after = std::partition_point(functions.begin(), functions.end(),
                                            [address](const Function& f) { return f.begin <= address; });
    return after == functions.begin() || std::prev(after)->end <= address
               ? std::string_view()
               : std::string_view(text.c_str() + std::prev(after)->name);
}

void ListedSymbols::setRun(std::string_view boot) {
    std::string now;
    m_isThisRun = std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), now) && now == boot;
}

// "ffffffff81000000 T name", "… [module]" behind it. Addresses are 0 for users who may not know them.
ListedSymbols::List ListedSymbols::readKernel() {
    List out;
    std::ifstream in("/proc/kallsyms");
    for (std::string line; std::getline(in, line);) {
        std::string_view rest = line;
        const std::uint64_t address = readNumber(rest);
        if (address == 0 || rest.size() < 3 || !std::strchr("tTwW", rest[0])) continue;
        rest.remove_prefix(2);
        out.add(address, 0, rest.substr(0, rest.find_first_of("\t ")));
    }
    out.sort();
    return out;
}

// "address size name", in hexadecimal digits.
ListedSymbols::List ListedSymbols::readProcess(std::uint32_t pid) {
    List out;
    const auto folder = model::Folder::open("/tmp");
    const auto read =
        folder ? folder->read(fmt::format("perf-{}.map", pid), kMostListBytes) : tl::unexpected(folder.error());
    const std::string content = read.value_or(std::string());
    for (std::string_view rest = content; !rest.empty();) {
        std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        const std::uint64_t address = readNumber(line), size = readNumber(line);
        if (size > 0 && address + size > address) out.add(address, address + size, line);
    }
    out.sort();
    return out;
}

std::string_view ListedSymbols::ofKernel(std::uint64_t address) {
    if (!m_isThisRun) return {};
    if (!m_kernelRead) m_kernel = readKernel();
    m_kernelRead = true;
    return m_kernel.at(address);
}

std::string_view ListedSymbols::ofProcess(std::uint32_t pid, std::uint64_t address) {
    if (!m_isThisRun || pid == 0) return {};
    auto at = m_processes.find(pid);
    if (at == m_processes.end() && m_processes.size() < kMostLists)
        at = m_processes.emplace(pid, readProcess(pid)).first;
    return at == m_processes.end() ? std::string_view() : at->second.at(address);
}

}  // namespace importers::capture
