// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/capture/session_facts.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <optional>

#include "importers/capture/phrases.h"
#include "importers/common/message_json.h"
#include "model/base/messages.h"

namespace importers::capture {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFacts = 100'000, kMostBytes = 16u << 20;
constexpr std::string_view kCapture = "capture.", kMessage = "message.", kUntraced = "untraced.";

std::optional<std::int64_t> numberOf(std::string_view text) {
    std::int64_t out = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(out) : std::nullopt;
}

SessionFacts factsIn(const std::string& text) {
    SessionFacts out;
    for (std::size_t at = 0; at < text.size() && out.size() < kMostFacts;) {
        const std::size_t key = text.find('\0', at),
                          value = key == text.npos ? key : std::min(text.find('\0', key + 1), text.size());
        if (value == text.npos) break;
        out.emplace_back(text.substr(at, key - at), text.substr(key + 1, value - key - 1));
        at = value + 1;
    }
    return out;
}

}  // namespace

SessionFacts readFacts(const fs::path& folder) {
    const auto opened = model::Folder::open(folder);
    return opened ? readFacts(*opened) : SessionFacts();
}

SessionFacts readFacts(const model::Folder& folder) {
    const auto text = folder.read("session", kMostBytes);
    return text ? factsIn(*text) : SessionFacts();
}

std::string factOf(const SessionFacts& facts, std::string_view key) {
    for (const auto& [k, value] : facts)
        if (k == key) return value;
    return {};
}

void addMessages(const std::vector<model::Message>& messages, SessionFacts& facts) {
    for (std::size_t i = 0; i < messages.size(); ++i)
        facts.emplace_back(fmt::format("{}{}", kMessage, i + 1), messageJson(messages[i]));
}

std::vector<model::Message> messagesIn(const SessionFacts& facts) {
    std::vector<model::Message> out;
    for (const auto& [key, value] : facts) {
        if (isMessage(key))
            if (model::Message m = messageFromJson(value); !m.empty()) out.push_back(std::move(m));
        if (key.starts_with(kUntraced))
            out.push_back({model::MessageCode::NotTraced,
                           {messageOfPhrase(std::string_view(key).substr(kUntraced.size())), messageOfPhrase(value)}});
    }
    return out;
}

bool isMessage(std::string_view key) { return key.starts_with(kMessage); }

void addFacts(const std::vector<CaptureTime>& captures, SessionFacts& facts) {
    for (std::size_t i = 0; i < captures.size(); ++i) {
        const CaptureTime& c = captures[i];
        const auto add = [&](std::string_view what, std::int64_t value) {
            facts.emplace_back(fmt::format("{}{}.{}", kCapture, i + 1, what), std::to_string(value));
        };
        add("begin", c.begin);
        if (c.end) add("end", c.end);
        if (c.dropped) add("dropped", 1);
        for (const auto& [spool, begin] : c.begins) add("begin." + spool, begin);
    }
}

std::vector<CaptureTime> capturesIn(const SessionFacts& facts) {
    std::vector<CaptureTime> out;
    for (const auto& [key, text] : facts) {
        const std::size_t dot = key.starts_with(kCapture) ? key.find('.', kCapture.size()) : key.npos;
        if (dot == key.npos) continue;
        const auto number = numberOf(std::string_view(key).substr(kCapture.size(), dot - kCapture.size())),
                   value = numberOf(text);
        const std::string_view what = std::string_view(key).substr(dot + 1);
        if (!number || !value) continue;
        if (what == "begin" && *number == static_cast<std::int64_t>(out.size()) + 1)
            out.push_back({*value, 0, false, {}});
        if (*number != static_cast<std::int64_t>(out.size()) || out.empty()) continue;  // they stand in their order
        if (what == "end") out.back().end = *value;
        if (what == "dropped") out.back().dropped = true;
        if (what.starts_with("begin.")) out.back().begins[std::string(what.substr(6))] = *value;
    }
    return out;
}

model::TimeRange windowOf(const std::vector<CaptureTime>& captures, std::size_t i, const std::string& spool) {
    const auto begin = [&](std::size_t n) {
        const auto own = captures[n].begins.find(spool);
        return own != captures[n].begins.end() ? own->second : n == 0 ? model::kTimeMin : captures[n].begin;
    };
    // What nobody wanted may begin later for this spool than the capture behind it, or never.
    model::TimeNs end = model::kTimeMax;
    for (std::size_t n = i + 1; n < captures.size(); ++n) end = std::min<model::TimeNs>(end, begin(n));
    return {begin(i), end};
}

}  // namespace importers::capture
