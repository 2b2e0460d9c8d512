// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <zlib.h>
#include <zstd.h>

/// Files as other programs pack them.
namespace packed {

inline std::string gzip(std::string_view bytes, int level = 6) {
    z_stream z{};
    deflateInit2(&z, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&z, bytes.size()), '\0');
    z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    z.avail_in = static_cast<uInt>(bytes.size());
    z.next_out = reinterpret_cast<Bytef*>(out.data());
    z.avail_out = static_cast<uInt>(out.size());
    deflate(&z, Z_FINISH);
    out.resize(z.total_out);
    deflateEnd(&z);
    return out;
}

inline std::string zstd(std::string_view bytes) {
    std::string out(ZSTD_compressBound(bytes.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
    return out;
}

/// An archive of files that are stored as they are: their names and contents.
inline std::string zip(const std::vector<std::pair<std::string, std::string>>& files) {
    std::string out, directory;
    const auto put = [](std::string& to, std::uint64_t v, int bytes) {
        for (int i = 0; i < bytes; ++i) to += static_cast<char>(v >> (8 * i));
    };
    for (const auto& [name, text] : files) {
        const auto at = out.size();
        std::string facts;
        put(facts, 20, 2), put(facts, 0, 2), put(facts, 0, 2), put(facts, 0, 4);
        put(facts, crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())), 4);
        put(facts, text.size(), 4), put(facts, text.size(), 4), put(facts, name.size(), 2), put(facts, 0, 2);
        out += "PK\3\4" + facts + name + text;
        directory += "PK\1\2";
        put(directory, 20, 2);
        directory += facts;
        put(directory, 0, 2), put(directory, 0, 2), put(directory, 0, 2), put(directory, 0, 4), put(directory, at, 4);
        directory += name;
    }
    const auto at = out.size();
    out += directory + "PK\5\6";
    put(out, 0, 4), put(out, files.size(), 2), put(out, files.size(), 2), put(out, directory.size(), 4),
        put(out, at, 4), put(out, 0, 2);
    return out;
}

}  // namespace packed
