// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/look/display_name.h"

#include <algorithm>

#include "model/base/api_name.h"

namespace model::look {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

constexpr std::string_view kOperator = "operator";

/// Position after the bracket that closes the one at `at`, or npos. The signs of operators ("operator<<", "->") do not
/// count.
std::size_t afterBracket(std::string_view s, std::size_t at, char open, char close) {
    int depth = 0;
    for (std::size_t i = at; i < s.size(); ++i) {
        if (s[i] == 'o' && s.substr(i, kOperator.size()) == kOperator) {
            const std::size_t after = s.find_first_not_of("<>=-", i + kOperator.size());
            if (after == std::string_view::npos) return after;
            i = after - 1;
        } else if (s[i] == open) {
            ++depth;
        } else if (s[i] == close && !(close == '>' && i > 0 && s[i - 1] == '-') && --depth == 0) {
            return i + 1;
        }
    }
    return std::string_view::npos;
}

bool endsWithOperator(std::string_view s, std::size_t at) {
    return at >= kOperator.size() && s.substr(at - kOperator.size(), kOperator.size()) == kOperator;
}

/// Functions whose template arguments alone say what they do.
bool saysNothing(std::string_view base) {
    return base == "Kernel" || base == "Kernel2" || base == "kernel" || base == "device_kernel" || base == "operator()";
}

}  // namespace

std::string_view shortKernelName(std::string_view s) {
    std::size_t begin = 0;                     // of the last component of the qualified name
    std::size_t end = std::string_view::npos;  // of that component, where template arguments follow
    std::size_t afterArguments = std::string_view::npos;
    bool spaces = false, scopes = false;
    std::size_t i = 0;
    const auto restart = [&](std::size_t at) {
        begin = at;
        end = afterArguments = std::string_view::npos;
    };
    for (; i < s.size();) {
        const char c = s[i];
        if (c == '<' && !endsWithOperator(s, i)) {
            const std::size_t next = afterBracket(s, i, '<', '>');
            if (next == std::string_view::npos) return s;
            if (end == std::string_view::npos) end = i;
            afterArguments = i = next;
        } else if (c == '(') {
            if (endsWithOperator(s, i)) {
                i += 2;
                continue;
            }
            const std::size_t next = afterBracket(s, i, '(', ')');
            if (next == std::string_view::npos) return s;
            if (s.substr(i, 21) != "(anonymous namespace)") break;  // parameters
            i = next;
        } else if (c == '{') {
            const std::size_t next = afterBracket(s, i, '{', '}');
            if (next == std::string_view::npos) return s;
            i = next;
        } else if (c == ':' && i + 1 < s.size() && s[i + 1] == ':') {
            scopes = true;
            restart(i += 2);
        } else if (c == ' ') {
            spaces = true;
            restart(++i);
        } else {
            ++i;
        }
    }
    const bool parameters = i < s.size();
    if (!parameters && (spaces || (end == std::string_view::npos && !scopes))) return s;
    std::string_view base = s.substr(begin, std::min(end, i) - begin);
    if (saysNothing(base) && afterArguments != std::string_view::npos) base = s.substr(begin, afterArguments - begin);
    return base.empty() ? s : base;
}

std::string_view displayName(TrackKind track, std::string_view name) {
    switch (track) {
    case TrackKind::Kernels:
    case TrackKind::Queues:
    case TrackKind::KernelsByName:
    case TrackKind::StreamKernels: return shortKernelName(name);
    case TrackKind::CudaApi:
    case TrackKind::CudaGraphs: return withoutApiVersion(name);
    default: return name;
    }
}

std::string_view colourKey(TrackKind track, std::string_view name) {
    const std::string_view shown = displayName(track, name);
    switch (track) {
    case TrackKind::Nvtx:
    case TrackKind::NvtxProjection:
    case TrackKind::ProcessNvtx:
    case TrackKind::Nccl:
    case TrackKind::Generic:
    case TrackKind::Annotations:
    case TrackKind::StreamAnnotations:
    case TrackKind::Slices:
    case TrackKind::Async: break;
    default: return shown;
    }
    constexpr std::string_view kSeparators = " _#:=.-,/()[]";
    std::size_t n = shown.size();
    bool digits = false;
    for (; n > 0 && (isDigit(shown[n - 1]) || kSeparators.find(shown[n - 1]) != kSeparators.npos); --n)
        digits |= isDigit(shown[n - 1]);
    return n == 0 || !digits ? shown : shown.substr(0, n);
}

}  // namespace model::look
