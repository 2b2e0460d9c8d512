// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/export/scrub_machines.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <algorithm>
#include <iterator>

#include "model/base/ascii.h"

namespace importers::exporting {

using model::isDigit;
using model::isHexDigit;
using model::isLetter;
using model::isWord;
using model::lower;

namespace {

template <std::size_t N>
bool isOne(std::string_view word, const std::string_view (&words)[N]) {
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// Names of machines with domains

/// What domains end in, and nothing else that reports name …
constexpr std::string_view kSureEndings =
    "com|org|net|edu|gov|mil|arpa|example|invalid|corp|lan|intranet|local|localdomain|internal|cn|de|uk|fr|jp|kr|ru|eu|nl|tw|hk|sg|cz|dk|au|nz|br";
/// … and what members of modules are called, too: a domain where it has three parts, a digit or a hyphen.
constexpr std::string_view kOtherEndings =
    "io|ai|app|dev|cloud|cluster|info|biz|xyz|tech|online|site|test|home|private|intra|priv|vpn|hpc|co|tv|ca|us|es|pl|be|ie|gr|za|mx|ar|tr|ir|hu|ro|sk|si|bg|hr|ua|ch|se|fi";

/// A part of a program and not a domain: self.net, threading.local.
bool isMember(std::string_view domain) {
    constexpr std::string_view kFirst[] = {"self",      "this",        "model", "module", "cls",   "nn",   "torch",
                                           "threading", "thread",      "tf",    "np",     "scipy", "args", "config",
                                           "cfg",       "torchvision", "jax",   "numba",  "cuda"};
    return isOne(lower(domain.substr(0, domain.find('.'))), kFirst);
}
bool isDomain(std::string_view name, bool isSure) {
    if (isMember(name)) return false;
    return isSure || std::count(name.begin(), name.end(), '.') >= 2 ||
           std::any_of(name.begin(), name.end(), [](char c) { return isDigit(c) || c == '-'; });
}

/// Words that stand before a path and name no machine: "file:/x".
bool isNoHost(std::string_view word) {
    constexpr std::string_view kWords[] = {
        "path",    "paths",      "file",     "files",  "in",      "at",     "from",    "to",      "on",      "error",
        "warning", "info",       "note",     "debug",  "source",  "src",    "dst",     "dest",    "dir",     "cwd",
        "home",    "log",        "out",      "output", "input",   "python", "root",    "read",    "write",   "open",
        "load",    "save",       "unix",     "url",    "uri",     "exec",   "cmd",     "command", "script",  "module",
        "lib",     "library",    "location", "target", "workdir", "folder", "opening", "loading", "reading", "writing",
        "import",  "checkpoint", "name",     "arg",    "value",   "text",   "key"};
    return isOne(lower(word), kWords);
}

struct Rule {
    MachineForm form;
    std::string expression;
};

/// In the order of their numbers below.
const std::vector<Rule>& machineRules() {
    const auto domain = [](std::string_view endings) {
        return fmt::format(
            R"((?:^|[^A-Za-z0-9_.-])((?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+(?:{}))(?:$|[^A-Za-z0-9_.(-]|\.(?:$|[^A-Za-z0-9_])))",
            endings);
    };
    static const std::vector<Rule> kRules{
        {MachineForm::Url,
         R"(\b([A-Za-z][A-Za-z0-9+.-]*:\\?/\\?/(?:\[[^\]\s]*\]|[^\s/"'<>()\[\]{}|\\^,;])(?:[^\s"'<>{}|\\^]|\\/)*))"},
        {MachineForm::Id,
         R"((?:^|[^A-Za-z0-9])((?:(?:GPU|MIG|gpu|mig)-)*[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}(?:/\d+/\d+)?))"},
        {MachineForm::Id, R"(\b((?:MIG-)?(?:GPU|MIG)-[0-9a-fA-F]{6,}[0-9a-fA-F/-]*))"},
        {MachineForm::Id, R"((?:^|[^A-Za-z0-9_])([0-9a-f]{32}|[0-9A-F]{32})(?:$|[^A-Za-z0-9_]))"},
        {MachineForm::Address,
         R"((?:^|[^0-9A-Za-z])((?:[0-9A-Fa-f]{2}:){5,19}[0-9A-Fa-f]{2}|(?:[0-9A-Fa-f]{2}-){5,7}[0-9A-Fa-f]{2})(?:$|[^0-9A-Za-z:-]))"},
        {MachineForm::Address,
         R"((?:^|[^0-9A-Za-z.])((?:[0-9A-Fa-f]{4}\.){2,3}[0-9A-Fa-f]{4})(?:$|[^0-9A-Za-z.]|\.(?:$|[^0-9A-Za-z])))"},
        {MachineForm::Host, R"((?:^|[^A-Za-z0-9_./:@-])([A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9]):/[A-Za-z0-9_.~-])"},
        {MachineForm::Host, R"((?:^|[\s"'=(,;])(?://|\\{2,4})([A-Za-z0-9][A-Za-z0-9._-]*)[/\\])"},
        {MachineForm::Host,
         R"(\b((?:[A-Za-z][A-Za-z0-9]*-)*(?:ip|host|node|compute|worker|server|vm|gpu|dhcp|instance)(?:-\d{1,3}){4})\b)"},
        {MachineForm::Host, domain(kSureEndings)},
        {MachineForm::Host, domain(kOtherEndings)},
        {MachineForm::Address, R"((?:^|[^0-9A-Za-z:])((?:[0-9A-Fa-f]{4}:){3}[0-9A-Fa-f]{4})(?:$|[^0-9A-Za-z:]))"},
        {MachineForm::Id,
         R"((?i)\b(?:(?:serial|machine|board|chassis) ?(?:number|no\.?|num|id)|s/n)["']? *[:=#] *["']?([A-Za-z0-9-]*[0-9][A-Za-z0-9-]*))"},
        // Without a sign between them it must be longer than what counts.
        {MachineForm::Id, R"((?i)\b(?:(?:serial|machine|board|chassis) ?(?:number|no\.?|num|id)|serial|s/n)["']?)"
                          R"((?:[ \t:=#]|\\t|is )*["']?([0-9][A-Za-z0-9-]{6,}|[A-Za-z]{1,4}[0-9][A-Za-z0-9-]{5,}))"},
        // gpu-node-17 where a machine is expected: behind a word for one, or before a port
        {MachineForm::Host,
         R"((?i)\b(?:host|hostname|server|machine|nodename|ssh|ping|(?:on|at|from|to) node)(?:[ \t]|\\t)+)"
         R"(((?:[a-z][a-z0-9]*-)+[a-z]*[0-9]+|(?:gpu|node|host|login|compute|dgx|hgx|srv|server|nid|nfs|nas)[0-9]+))"
         R"((?:$|[^A-Za-z0-9_.(-]|\.(?:$|[^A-Za-z0-9_])))"},
        {MachineForm::Host,
         R"((?:^|[^A-Za-z0-9_.:-])((?:[A-Za-z][A-Za-z0-9]*-)+[A-Za-z]*[0-9]+):[0-9]{4,5}(?:$|[^0-9]))"},
    };
    return kRules;
}
enum : std::size_t { kDotted = 5, kMounted = 6, kSure = 9, kOther = 10 };

const Forms& machineForms() {
    static const Forms kForms([] {
        std::vector<std::string> out;
        for (const Rule& rule : machineRules()) out.push_back(rule.expression);
        return out;
    }());
    return kForms;
}

/// The full stop or bracket of the sentence around an URL.
std::size_t endOfUrl(std::string_view url) {
    std::size_t end = url.size();
    while (end > 0 && std::string_view(".,;:)]!?").find(url[end - 1]) != std::string_view::npos &&
           !(url[end - 1] == ']' && url.find('[') != url.npos))
        --end;
    return end;
}

// Addresses of IP

/// Whether a number behind that text is one of a version: "CUDA 12.4.1.3", "nvidia-cublas-cu12-12.4.5.8",
/// "cudnn_version=".
bool leadsToVersion(std::string_view before) {
    while (!before.empty() && std::string_view(" \t:=\"'(-_@>~,").find(before.back()) != std::string_view::npos)
        before.remove_suffix(1);
    std::size_t at = before.size();
    while (at > 0 && (isWord(before[at - 1]) || before[at - 1] == '_')) --at;
    return isVersionName(before.substr(at));
}

/// The bytes of an address of IPv4 that begins the text; 0 if none does.
std::size_t ipv4Bytes(std::string_view text) {
    std::size_t end = 0;
    for (int part = 0; part < 4; ++part) {
        int value = 0;
        const std::size_t first = end;
        while (end < text.size() && isDigit(text[end]) && end - first < 4) value = value * 10 + (text[end++] - '0');
        if (end == first || value > 255) return 0;
        if (part < 3 && (end == text.size() || text[end++] != '.')) return 0;
    }
    if (end == text.size()) return end;
    const bool goesOn = isWord(text[end]) || (text[end] == '.' && end + 1 < text.size() && isDigit(text[end + 1]));
    return goesOn ? 0 : end;
}

/// c10::f16 is one of C++: addresses that are in use begin with 2, 3, fc … ff or 64, or leave out zeros before a
/// number.
bool looksLikeAddress(std::string_view text) {
    const std::string_view first = text.substr(0, text.find(':'));
    if (std::count(text.begin(), text.end(), ':') >= 7 || (!first.empty() && isDigit(first[0]))) return true;
    if (first.empty()) return std::any_of(text.begin(), text.end(), isDigit);
    return first.size() == 4 && (first[0] == 'f' || first[0] == 'F') && lower(first.substr(1, 1)) >= "c";
}

/// The bytes of an address of IPv6, with its zone, that begins the text; 0 if none does.
std::size_t ipv6Bytes(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && (isHexDigit(text[end]) || text[end] == ':' || text[end] == '.')) ++end;
    if (end < text.size() && isWord(text[end])) return 0;
    for (; end >= 3; --end) {
        const std::string address(text.substr(0, end));
        in6_addr parsed{};
        if (address.size() <= 45 && std::count(address.begin(), address.end(), ':') >= 2 &&
            ::inet_pton(AF_INET6, address.c_str(), &parsed) == 1)
            break;
        if (isHexDigit(text[end - 1])) return 0;  // only what ends a sentence is cut off
    }
    if (end < 3 || !looksLikeAddress(text.substr(0, end))) return 0;
    if (end + 1 < text.size() && text[end] == '%' && isWord(text[end + 1]))
        for (++end; end < text.size() &&
                    (isWord(text[end]) || std::string_view("_.-").find(text[end]) != std::string_view::npos);)
            ++end;
    while (text[end - 1] == '.') --end;  // of the sentence
    return end;
}

std::string replaceIp(std::string_view text, bool isVersion, const ReplaceMachine& replace) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const char before = at ? text[at - 1] : ' ';
        std::size_t n = 0;
        if ((isHexDigit(text[at]) || text[at] == ':') && !isWord(before)) n = ipv6Bytes(text.substr(at));
        if (!n && isDigit(text[at]) && !isWord(before) && before != '.')
            n = isVersion || leadsToVersion(text.substr(0, at)) ? 0 : ipv4Bytes(text.substr(at));
        if (n) out += replace(MachineForm::Address, text.substr(at, n));
        else out += text[at];
        at += std::max<std::size_t>(1, n);
    }
    return out;
}

}  // namespace

bool isVersionName(std::string_view name) {
    constexpr std::string_view kWords[] = {"v",       "ver",    "release", "rev",     "revision", "build",    "driver",
                                           "toolkit", "python", "torch",   "pytorch", "triton",   "tensorrt", "trt",
                                           "glibc",   "gcc",    "clang",   "product", "systems",  "compute",  "npp",
                                           "rocm",    "hip",    "jax",     "numpy",   "firmware", "vbios",    "bios",
                                           "api",     "schema", "nccl",    "rccl",    "tool"};
    const std::string word = lower(name);
    if (word.empty()) return false;
    return word.find("version") != word.npos || isOne(word, kWords) ||
           ((word.starts_with("cu") || word.starts_with("nv") || word.starts_with("lib")) &&
            word.find("addr") == word.npos);
}

std::string replaceMachines(std::string_view text, std::string_view name, const ReplaceMachine& replace) {
    // "12.4.1.3", and nothing else
    const bool isBare = text.find_first_not_of("0123456789.") == text.npos;
    const bool isVersion = isBare && isVersionName(name);
    const std::string out = machineForms().replace(text, [&](std::size_t form, std::string_view found) {
        if (form == kMounted && isNoHost(found)) return std::string(found);
        if (form == kDotted && isVersion) return std::string(found);
        if ((form == kSure || form == kOther) && !isDomain(found, form == kSure)) return std::string(found);
        const MachineForm kind = machineRules()[form].form;
        const std::size_t end = kind == MachineForm::Url ? endOfUrl(found) : found.size();
        return replace(kind, found.substr(0, end)) + std::string(found.substr(end));
    });
    return replaceIp(out, isVersion, replace);
}

std::string replaceAccounts(std::string_view text, const Replace& replace) {
    static const Forms kForms(
        {R"((?:^|[^A-Za-z0-9._%+-])([A-Za-z0-9_][A-Za-z0-9._+-]*(?:@|%40)[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[A-Za-z0-9_.~/-]+)?)(?:$|[^A-Za-z0-9_@]))"});
    return kForms.replace(text, [&](std::size_t, std::string_view found) {
        constexpr std::string_view kOfLinkers[] = {"plt",  "got",     "gotpcrel", "gotoff", "tpoff",
                                                   "page", "pageoff", "ntpoff",   "dtpoff"};
        const std::size_t at = found.find_first_of("@%"), right = found[at] == '@' ? at + 1 : at + 3;
        const std::string_view where = found.substr(right, found.find(':', right) - right);
        const bool isNumber = isPlain(where) && ipv4Bytes(where) == 0;  // cuda@12.4
        const bool isShort = (at < 2 || where.size() < 2) && where.find('.') == where.npos;
        return isNumber || isShort || isOne(lower(where), kOfLinkers) || where == "GLIBC" || where == "CXXABI"
                   ? std::string(found)
                   : replace(found);
    });
}

std::string_view hostOf(std::string_view address) {
    if (const std::size_t scheme = address.find("://"); scheme != address.npos)
        address = address.substr(scheme + 3, address.find_first_of("/?#", scheme + 3) - scheme - 3);
    if (const std::size_t user = address.rfind('@'); user != address.npos) address.remove_prefix(user + 1);
    if (address.starts_with('[')) return address.substr(0, address.find(']') + 1);
    return address.substr(0, address.find(':'));
}

}  // namespace importers::exporting
