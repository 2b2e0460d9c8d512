// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/capture/control.h"

#include <cerrno>

#include "app/text/json.h"

namespace app::capture {

Answer ask(const std::filesystem::path& folder, std::span<const std::string> words) {
    LineSocket line(connectTo(folder / "control"));
    if (line.open()) return ask(line, words);
    Answer out;
    out.silent = out.reached = errno == EAGAIN;
    return out;
}

Answer ask(LineSocket& line, std::span<const std::string> words) {
    Answer out;
    out.reached = line.open();
    if (!out.reached) return out;
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : std::string(1, kWordEnd)) + word;
    line.send(text + '\n');
    bool heard = false;
    for (std::string got; line.wait(got, heard ? -1 : kHeardWithinMs); heard = true) {
        if (got == "heard") continue;
        const std::size_t blank = got.find(' ');
        const std::string key = got.substr(0, blank), value = blank == got.npos ? std::string() : got.substr(blank + 1);
        if (key == "done") return out;
        if (key == "failed") return out.wrong = messageFromJson(value), out;
        if (key == "ended") out.ended = messageFromJson(value);
        else out.facts.emplace_back(key, value);
    }
    out.silent = !heard && line.open();
    return out;
}

}  // namespace app::capture
