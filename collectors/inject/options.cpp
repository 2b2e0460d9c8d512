// SPDX-License-Identifier: Apache-2.0
#include "collectors/inject/options.h"

#include <cstdio>
#include <cstdlib>

namespace collectors {
namespace {

struct Flag {
    std::string_view key;
    bool Options::*value;
};
constexpr Flag kFlags[] = {
    {"cuda", &Options::cuda}, {"nvtx", &Options::nvtx}, {"all-calls", &Options::allCalls}, {"graph-nodes", &Options::graphNodes}, {"memory", &Options::memory},
    {"unified-memory", &Options::unifiedMemory}, {"device-events", &Options::deviceEvents}, {"start-paused", &Options::startPaused}, {"profiler-api", &Options::profilerApi},
};
struct Text {
    std::string_view key;
    std::string Options::*value;
};
constexpr Text kTexts[] = {{"nvtx-capture", &Options::nvtxCapture}, {"nvtx-include", &Options::include}, {"nvtx-exclude", &Options::exclude}};

void take(Options& o, std::string_view key, std::string_view value) {
    for (const Flag& f : kFlags)
        if (f.key == key) o.*f.value = value == "1";
    for (const Text& t : kTexts)
        if (t.key == key) o.*t.value = value;
    if (key == "flush-ms") {
        const unsigned long ms = std::strtoul(std::string(value).c_str(), nullptr, 10);
        if (ms >= 10 && ms <= 60'000) o.flushMs = static_cast<unsigned>(ms);
    }
}

}  // namespace

Options& options() {
    static auto* one = new Options;
    return *one;
}

bool Options::read() {
    const char* where = std::getenv("SIGHTLINE_SESSION");
    if (!where || !*where) return false;
    folder = where;
    std::FILE* file = std::fopen((folder + "/options").c_str(), "re");
    if (!file) return false;
    char line[4096];
    while (std::fgets(line, sizeof line, file)) {
        std::string_view text(line);
        while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
        const std::size_t blank = text.find(' ');
        if (blank != text.npos) take(*this, text.substr(0, blank), text.substr(blank + 1));
    }
    std::fclose(file);
    return true;
}

std::string asText(const Options& o) {
    std::string out;
    for (const Flag& f : kFlags) out += std::string(f.key) + (o.*f.value ? " 1\n" : " 0\n");
    for (const Text& t : kTexts)
        if (!(o.*t.value).empty()) out += std::string(t.key) + ' ' + o.*t.value + '\n';
    return out + "flush-ms " + std::to_string(o.flushMs) + '\n';
}

}  // namespace collectors
