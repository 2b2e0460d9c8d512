// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remote/transport.h"

#include <sys/un.h>
#include <algorithm>
#include <charconv>
#include <cstring>

#include "app/cli/capture/session_folder.h"
#include "model/base/messages.h"

namespace app::remote {
namespace {

constexpr std::string_view kSsh = "ssh:";

auto unknownTarget(std::string_view target) { return model::refused({model::MessageCode::TargetUnknown, {target}}); }

/// Where ssh keeps the connection that others share; empty where the name would be too long for a socket.
std::string sharedConnection() {
    constexpr std::size_t kHash = 40, kBesideIt = 18;  // %C, and what ssh puts behind it while it makes the socket
    const auto folder = capture::sessionsFolder();
    if (!folder) return {};
    const std::string path = (*folder / "ssh-").string();
    return path.size() + kHash + kBesideIt < sizeof sockaddr_un::sun_path ? path + "%C" : std::string();
}

bool isPort(std::string_view text) {
    unsigned port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    return error == std::errc() && end == text.data() + text.size() && port > 0 && port < 65536;
}

/// "user@host", "user@host:22", "user@[::1]:22".
model::Result<Transport> sshTransport(std::string_view target) {
    std::string_view place = target.substr(kSsh.size()), port;
    const std::size_t bracket = place.rfind(']'), colon = place.rfind(':');
    const bool hasPort =
        colon != place.npos && (bracket != place.npos ? colon == bracket + 1 : place.find(':') == colon);
    if (hasPort) port = place.substr(colon + 1), place = place.substr(0, colon);
    std::string host(place);
    std::erase_if(host, [](char c) { return c == '[' || c == ']'; });
    const bool strange = host.empty() || host[0] == '-' || host.ends_with('@') ||
                         std::any_of(host.begin(), host.end(), [](unsigned char c) { return c <= ' ' || c == 0x7f; });
    if (strange || (hasPort && !isPort(port))) return unknownTarget(target);
    Transport out{std::string(target),
                  {"ssh", "-T", "-oClearAllForwardings=yes", "-oForwardX11=no", "-oRemoteCommand=none",
                   "-oConnectTimeout=20", "-oServerAliveInterval=5", "-oServerAliveCountMax=3"}};
    if (const std::string shared = sharedConnection(); !shared.empty())
        out.command.insert(out.command.end(),
                           {"-oControlMaster=auto", "-oControlPath=" + shared, "-oControlPersist=60"});
    if (hasPort) out.command.insert(out.command.end(), {"-p", std::string(port)});
    out.command.insert(out.command.end(), {"--", host});
    return out;
}

}  // namespace

model::Result<std::vector<std::string>> shellWords(std::string_view line) {
    std::vector<std::string> out;
    std::string word;
    bool inWord = false;
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i], next = i + 1 < line.size() ? line[i + 1] : '\0';
        if (c == '\\' && quote != '\'' && next && (quote == 0 || std::strchr("\"\\$`", next)))
            word += next, ++i, inWord = true;
        else if (quote ? c == quote : c == '\'' || c == '"') quote = quote ? '\0' : c, inWord = true;
        else if (quote || !std::strchr(" \t\n", c)) word += c, inWord = true;
        else if (inWord) out.push_back(std::exchange(word, {})), inWord = false;
    }
    if (quote) return model::refused({model::MessageCode::TargetQuoteOpen, {line}});
    if (inWord) out.push_back(word);
    return out;
}

model::Result<Transport> transportOf(std::string_view target) {
    if (target.starts_with(kSsh)) return sshTransport(target);
    auto words = shellWords(target);
    if (!words) return tl::unexpected(words.error());
    if (words->empty() || words->front().empty()) return unknownTarget(target);
    return Transport{std::string(target), std::move(*words)};
}

std::string quotedForShell(std::string_view word) {
    constexpr std::string_view kPlain = "_-+=./:,@%^";
    const auto isPlain = [&](unsigned char c) { return std::isalnum(c) != 0 || kPlain.find(c) != kPlain.npos; };
    if (!word.empty() && std::all_of(word.begin(), word.end(), isPlain)) return std::string(word);
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + '\'';
}

}  // namespace app::remote
