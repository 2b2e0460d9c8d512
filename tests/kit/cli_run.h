// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "tests/kit/check.h"

/// The command line in a folder of its own.
namespace cli_run {

namespace fs = std::filesystem;

class Folder {
public:
    Folder() {
        std::string pattern = (fs::temp_directory_path() / "sightline-cli-XXXXXX").string();
        m_path = ::mkdtemp(pattern.data());
    }
    ~Folder() {
        std::error_code ignored;  // a session that ends at this moment removes its own
        fs::remove_all(m_path, ignored);
    }
    fs::path operator/(std::string_view name) const { return m_path / name; }
    std::string write(std::string_view name, std::string_view bytes) const {
        fs::create_directories((m_path / name).parent_path());
        std::ofstream(m_path / name, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return (m_path / name).string();
    }

private:
    fs::path m_path;
};

struct Ran {
    int code = -1;
    std::string out;  ///< both streams
    bool says(std::string_view text) const { return out.find(text) != std::string::npos; }
};

/// Runs the command line with words that hold no quotes, in an environment with `variables`.
template <class... Words>
Ran run(std::string_view variables, Words&&... words) {
    const char* cli = std::getenv("SIGHTLINE_CLI");
    if (!cli) SKIP("no command line");
    std::string command = fmt::format("{} '{}'", variables, cli);
    for (const std::string& word : std::initializer_list<std::string>{std::string(words)...})
        command += fmt::format(" '{}'", word);
    Ran ran;
    FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
    char buffer[4096];
    while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) ran.out.append(buffer, n);
    const int status = ::pclose(pipe);
    ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return ran;
}

}  // namespace cli_run
