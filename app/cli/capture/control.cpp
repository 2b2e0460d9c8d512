// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/control.h"

#include <cerrno>

#include "app/cli/capture/socket.h"

namespace app::capture {

Answer ask(const std::filesystem::path& folder, std::span<const std::string> words) {
    LineSocket line(connectTo(folder / "control"));
    Answer out;
    out.silent = !line.open() && errno == EAGAIN;
    out.reached = line.open() || out.silent;
    if (!line.open()) return out;
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : std::string(1, kWordEnd)) + word;
    line.send(text + '\n');
    bool heard = false;
    for (std::string got; line.wait(got, heard ? -1 : kHeardWithinMs); heard = true) {
        if (got == "heard") continue;
        const std::size_t blank = got.find(' ');
        const std::string key = got.substr(0, blank), value = blank == got.npos ? std::string() : got.substr(blank + 1);
        if (key == "done") return out;
        if (key == "failed") return out.wrong = value, out;
        out.facts.emplace_back(key, value);
    }
    out.silent = !heard && line.open();
    return out;
}

}  // namespace app::capture
