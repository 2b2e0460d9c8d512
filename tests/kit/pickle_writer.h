// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Values as Python writes them into a pickle, opcode by opcode.
namespace pickle {

using namespace std::string_literals;

inline std::string bytesOf(std::uint64_t v, int bytes) {
    std::string out;
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(v >> (8 * i));
    return out;
}
inline std::string text(std::string_view s) {
    return s.size() < 256 ? "\x8c"s + static_cast<char>(s.size()) + std::string(s)
                          : "X" + bytesOf(s.size(), 4) + std::string(s);
}
inline std::string integer(std::int64_t v) {
    if (v >= 0 && v < 256) return "K"s + static_cast<char>(v);
    if (v >= INT32_MIN && v <= INT32_MAX) return "J" + bytesOf(static_cast<std::uint64_t>(v), 4);
    return "\x8a\x08"s + bytesOf(static_cast<std::uint64_t>(v), 8);
}
inline std::string list(const std::vector<std::string>& items) {
    if (items.empty()) return "]";
    if (items.size() == 1) return "]" + items[0] + "a";  // as Python does
    std::string out = "](";
    for (const std::string& i : items) out += i;
    return out + "e";
}
inline std::string dict(const std::vector<std::pair<std::string, std::string>>& items) {
    if (items.empty()) return "}";
    std::string out = "}(";
    for (const auto& [key, value] : items) out += text(key) + value;
    return out + "u";
}
/// The value, which get() finds again under a number that counts from 0.
inline std::string memo(const std::string& value) { return value + "\x94"; }
inline std::string get(int number) { return "h"s + static_cast<char>(number); }
inline std::string file(const std::string& value, int protocol = 4) {
    return "\x80"s + static_cast<char>(protocol) + value + ".";
}

inline std::string frame(std::string_view name, std::string_view path, std::int64_t line) {
    return dict({{"name", text(name)}, {"filename", text(path)}, {"line", integer(line)}});
}
inline std::string entry(std::string_view action, std::int64_t address, std::int64_t size, std::int64_t us,
                         const std::vector<std::string>& frames = {}) {
    return dict({{"action", text(action)},
                 {action == "oom" ? "device_free" : "addr", integer(address)},
                 {"size", integer(size)},
                 {"stream", integer(0)},
                 {"time_us", integer(us)},
                 {"frames", list(frames)}});
}
inline std::string block(std::string_view state, std::int64_t size, std::int64_t requested,
                         const std::vector<std::string>& frames = {}) {
    return dict({{"size", integer(size)},
                 {"requested_size", integer(requested)},
                 {"state", text(state)},
                 {"frames", list(frames)}});
}
inline std::string segment(std::int64_t address, std::int64_t size, const std::vector<std::string>& blocks,
                           std::string_view kind = "large") {
    return dict({{"device", integer(0)},
                 {"address", integer(address)},
                 {"total_size", integer(size)},
                 {"stream", integer(0)},
                 {"segment_type", text(kind)},
                 {"segment_pool_id", integer(0) + integer(0) + "\x86"},
                 {"is_expandable", "\x89"},
                 {"frames", list({})},
                 {"blocks", list(blocks)}});
}
inline std::string snapshot(const std::vector<std::string>& segments, const std::vector<std::string>& trace) {
    return dict({{"segments", list(segments)}, {"device_traces", list({list(trace)})}});
}

/// A short run: memory from before, a peak of 7 MiB at 1000 µs + 30, what is left, and one request too many.
inline std::string example() {
    constexpr std::int64_t kStart = 1'700'000'000'000'000, kMiB = 1 << 20, kAt = 0x7f0000000000;
    const std::string model = frame("forward", "/home/a/model.py", 12), train = frame("step", "/home/a/train.py", 40),
                      inside = frame("linear", "/usr/lib/python3/site-packages/torch/nn/functional.py", 7);
    return file(snapshot(
        {segment(kAt, 8 * kMiB,
                 {block("active_allocated", kMiB, kMiB - 100), block("inactive", 2 * kMiB, 0),
                  block("active_allocated", 2 * kMiB, 2 * kMiB, {model, train}), block("inactive", 3 * kMiB, 0)}),
         segment(kAt + 64 * kMiB, 2 * kMiB, {block("inactive", 2 * kMiB, 0)}, "small")},
        {entry("segment_alloc", kAt + 64 * kMiB, 2 * kMiB, kStart + 10),
         entry("alloc", kAt + kMiB, 2 * kMiB, kStart + 20, {inside, model, train}),
         entry("alloc", kAt + 3 * kMiB, 2 * kMiB, kStart + 25, {model, train}),
         entry("alloc", kAt + 5 * kMiB, 2 * kMiB + 100, kStart + 30, {train}),
         entry("free_requested", kAt + kMiB, 2 * kMiB, kStart + 40),
         entry("free_completed", kAt + kMiB, 2 * kMiB, kStart + 45),
         entry("free_requested", kAt + 5 * kMiB, 2 * kMiB + 100, kStart + 50),
         entry("free_completed", kAt + 5 * kMiB, 2 * kMiB + 100, kStart + 50),
         entry("oom", 5 * kMiB, 512 * kMiB, kStart + 60, {train}), entry("snapshot", 0, 0, kStart + 70)}));
}

}  // namespace pickle
