// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/ncu/sass.h"

#include <algorithm>
#include <charconv>

#include "importers/common/protobuf_wire.h"
#include "importers/ncu/report_blocks.h"
#include "model/base/messages.h"

namespace importers::ncu {

using model::ErrorCode;

namespace {

constexpr std::string_view kSection = ".text.";
constexpr std::uint32_t kCubinField = 4;  // of a source

std::string_view cubinOf(std::string_view source) {
    WireReader r(source);
    for (WireField f; r.next(f);)
        if (f.number == kCubinField && f.isBytes()) return f.bytes;
    return {};
}

std::string_view trimmed(std::string_view s) {
    const auto isSpace = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!s.empty() && isSpace(s.front())) s.remove_prefix(1);
    while (!s.empty() && isSpace(s.back())) s.remove_suffix(1);
    return s;
}

/// "/*00a0*/  IADD3 R1, R2, R3, RZ ;  /* 0x… */" → offset and text.
bool instruction(std::string_view line, std::uint64_t& offset, std::string_view& text) {
    if (!line.starts_with("/*")) return false;
    line.remove_prefix(2);
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), offset, 16);
    const std::string_view rest = line.substr(static_cast<std::size_t>(end - line.data()));
    if (error != std::errc() || !rest.starts_with("*/")) return false;
    text = rest.substr(2);
    text = trimmed(text.substr(0, text.find("/*")));
    if (text.ends_with(';')) text = trimmed(text.substr(0, text.size() - 1));
    return !text.empty();
}

}  // namespace

model::Result<std::string> readCubin(const std::filesystem::path& report, std::string_view mangled) {
    auto reader = BlockReader::open(report.string());
    if (!reader) return tl::unexpected<model::Error>(reader.error());
    // The name of its section is in the binary's table of names, with a zero behind it.
    std::string section(kSection);
    section += mangled;
    section += '\0';
    for (Block block; !mangled.empty() && reader->next(block);)
        for (const std::string_view source : block.sources)
            if (const std::string_view cubin = cubinOf(source); cubin.find(section) != std::string_view::npos)
                return std::string(cubin);
    return model::fail(ErrorCode::UnsupportedFeature, report.string(), model::MessageCode::NoKernelCode);
}

SassListing readSass(std::string_view text) {
    SassListing out;
    std::map<std::uint64_t, std::string>* function = nullptr;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        std::uint64_t offset = 0;
        std::string_view code;
        if (line.starts_with(kSection) && line.ends_with(':'))
            function = &out[std::string(line.substr(kSection.size(), line.size() - kSection.size() - 1))];
        else if (function && instruction(line, offset, code)) (*function)[offset] = code;
    }
    std::erase_if(out, [](const auto& f) { return f.second.empty(); });
    return out;
}

}  // namespace importers::ncu
