// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the seeds into a folder for each fuzzer: write_seeds FOLDER [most bytes of a seed]
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/seeds.h"

int main(int count, char** words) {
    if (count < 2) return std::fputs("write_seeds FOLDER [bytes]\n", stderr), 2;
    const std::filesystem::path root(words[1]);
    for (const std::string_view key : fuzz::kKeys) std::filesystem::create_directories(root / key);
    int number = 0;
    for (const fuzz::Seed& seed : fuzz::seeds(count > 2 ? std::strtoull(words[2], nullptr, 10) : 256 << 10))
        std::ofstream(root / seed.key / ("seed-" + std::to_string(number++)), std::ios::binary)
            .write(seed.bytes.data(), static_cast<std::streamsize>(seed.bytes.size()));
    return 0;
}
