// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of functions that stubs stand for, against the headers of their libraries where these are installed: each
// name is declared, returns a status, and takes what stubs pass on.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "importers/capture/traced_kinds.h"
#include "tests/kit/check.h"

#define SIGHTLINE_NEWEST_ONLY  // not what only older versions have

namespace {

#define X(symbol, ...) #symbol,
constexpr const char* kCublas[] = {
#include "collectors/calls/cublas_functions.inc"
};
constexpr const char* kCudnn[] = {
#include "collectors/calls/cudnn_functions.inc"
};
constexpr const char* kCusolver[] = {
#include "collectors/calls/cusolver_functions.inc"
};
constexpr const char* kCusparse[] = {
#include "collectors/calls/cusparse_functions.inc"
};
#undef X

/// As collectors/calls/libraries.cpp has it.
struct Listed {
    std::string name;
    std::vector<const char*> functions;
    std::vector<const char*> headers;
    std::size_t stackWords;
    bool floats;
};
const Listed kLists[] = {
    {"cublas", {std::begin(kCublas), std::end(kCublas)}, {"cublas_api.h", "cublasLt.h", "cublasXt.h"}, 24, false},
    {"cudnn",
     {std::begin(kCudnn), std::end(kCudnn)},
     {"cudnn_ops.h", "cudnn_cnn.h", "cudnn_adv.h", "cudnn_graph.h", "cudnn_backend.h"},
     32,
     true},
    {"cusolver",
     {std::begin(kCusolver), std::end(kCusolver)},
     {"cusolverDn.h", "cusolverSp.h", "cusolverSp_LOWLEVEL_PREVIEW.h", "cusolverRf.h", "cusolverMg.h"},
     24,
     true},
    {"cusparse", {std::begin(kCusparse), std::end(kCusparse)}, {"cusparse.h"}, 24, true},
};

std::string textOf(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string withoutComments(const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        if (text.compare(at, 2, "/*") == 0) at = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
        else if (text.compare(at, 2, "//") == 0) at = std::min(text.find('\n', at), text.size());
        else out += text[at++];
    }
    return out;
}

struct Declared {
    std::string result;
    std::vector<std::string> parameters;
};
/// By name.
std::map<std::string, Declared> declarations(const std::string& text, const std::string& library) {
    std::map<std::string, Declared> out;
    const std::regex function("(\\w+)\\s+(?:\\w+API\\s+)?\\b(" + library + "[A-Z_]\\w*)\\s*\\(");
    for (std::sregex_iterator it(text.begin(), text.end(), function), none; it != none; ++it) {
        Declared d{(*it)[1], {}};
        const std::size_t begin = static_cast<std::size_t>(it->position() + it->length());
        const std::string inside = text.substr(begin, std::min(text.find(')', begin), text.size()) - begin);
        for (std::size_t at = 0; at <= inside.size();) {
            const std::size_t end = std::min(inside.find(',', at), inside.size());
            d.parameters.push_back(inside.substr(at, end - at));
            at = end + 1;
        }
        out.try_emplace((*it)[2], std::move(d));
    }
    return out;
}

bool isPointer(const std::string& parameter) { return parameter.find_first_of("*[") != std::string::npos; }
bool has(const std::string& parameter, const char* words) {
    return std::regex_search(parameter, std::regex("\\b(" + std::string(words) + ")\\b"));
}

std::filesystem::path folder() {
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const char* home = std::getenv(variable); home && *home) return std::filesystem::path(home) / "include";
    return "/usr/local/cuda/include";
}

long numberIn(const std::filesystem::path& file, const std::string& name) {
    std::smatch found;
    const std::string text = textOf(file);
    return std::regex_search(text, found, std::regex("#define\\s+" + name + "\\s+(\\d+)")) ? std::stol(found[1]) : 0;
}

void checkList(const Listed& list) {
    std::string text;
    for (const char* header : list.headers) text += withoutComments(textOf(folder() / header));
    const auto all = declarations(text, list.name);
    std::set<std::string> seen;
    for (const char* name : list.functions) {
        CHECK(seen.insert(name).second);
        const auto at = all.find(name);
        if (at == all.end()) std::printf("    no header declares %s\n", name);
        CHECK(at != all.end());
        if (at == all.end()) continue;
        CHECK(at->second.result.ends_with("Status_t"));
        CHECK(at->second.parameters.size() <= 6 + list.stackWords);
        for (const std::string& parameter : at->second.parameters) {
            if (isPointer(parameter)) continue;
            CHECK(!has(parameter, "__half|half|__nv_bfloat16"));  // where these are passed depends on the compiler
            // Complex numbers by value are passed as one or two floating-point numbers.
            if (has(parameter, "float|double|cuComplex|cuDoubleComplex")) CHECK(list.floats);
        }
    }
    std::printf("    %zu functions, %zu are declared\n", list.functions.size(), all.size());
}

}  // namespace

TEST("functions of CUDA's libraries that are listed are those that their headers declare") {
    if (numberIn(folder() / "cuda_runtime_api.h", "CUDART_VERSION") < 13'000)
        SKIP("the headers of CUDA 13 are not installed");
    std::size_t checked = 0;
    for (const Listed& list : kLists) {
        if (!std::filesystem::exists(folder() / list.headers.front())) continue;
        if (list.name == "cudnn" && numberIn(folder() / "cudnn_version.h", "CUDNN_MAJOR") < 9) continue;
        checkList(list);
        ++checked;
    }
    if (checked == 0) SKIP("no headers of CUDA's libraries are installed");
}

TEST("a library has one name where its calls are noted and where they are read") {
    const std::filesystem::path collectors = std::filesystem::path(SIGHTLINE_SOURCE_DIR) / "collectors";
    std::string noted;
    for (const auto& file : std::filesystem::directory_iterator(collectors / "calls"))
        if (file.path().extension() == ".cpp") noted += textOf(file.path());
    const std::string traced = textOf(collectors / "inject" / "calls" / "call_source.cpp");
    int compared = 0;
    for (const auto& kind : importers::capture::tracedKinds()) {
        if (kind.isStandard) continue;  // no library
        const std::string key = '"' + std::string(kind.key) + '"';
        CHECK(traced.find('{' + key + '}') != traced.npos);
        const std::size_t at = noted.find(key + ", \"");
        if (at == noted.npos) continue;  // OpenMP tells what it does by itself
        CHECK_EQ(noted.substr(at + key.size() + 2, kind.name.size() + 2), '"' + std::string(kind.name) + '"');
        ++compared;
    }
    CHECK_EQ(compared, 7);
}
