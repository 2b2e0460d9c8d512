// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/explain.h"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <vector>

#include "importers/common/json_scan.h"
#include "importers/common/json_text.h"
#include "importers/common/text_kind.h"
#include "importers/common/text_source.h"
#include "importers/open.h"
#include "model/base/messages.h"

namespace importers {

using model::ErrorCode;

namespace {

/// What the lines of the table look at.
struct Look {
    const Sniff& sniff;
    std::string_view text;          ///< without white space before it
    std::vector<std::string> keys;  ///< of the outermost JSON object; of the first one where a list is outermost
    bool isJson = false, isList = false;
    bool isCutOff = false;  ///< JSON whose last bracket is missing

    bool has(std::string_view key) const { return std::find(keys.begin(), keys.end(), key) != keys.end(); }
    bool says(std::string_view word) const { return text.find(word) != std::string_view::npos; }
    bool begins(std::string_view magic) const { return sniff.unpacked.starts_with(magic); }
};

/// Keys of the first object, as far as the beginning of the file shows them.
void readKeys(Look& look) {
    if (look.text.empty() || (look.text.front() != '{' && look.text.front() != '[')) return;
    std::string padded(look.text);
    const std::size_t n = padded.size();
    padded.append(json::kPadding, '\0');
    json::Scanner scan(padded.data(), padded.data() + n);
    look.isList = look.text.front() == '[';
    look.isJson = true;
    const auto keysOf = [&] {
        return scan.object([&](const json::Value& key) {
            if (look.keys.size() < 64) look.keys.push_back(json::text(key));
            json::Value value;
            return scan.value(value);
        });
    };
    json::Status status = json::Status::Ok;
    if (look.isList) {
        ++scan.at;
        json::Value value;
        const char c = scan.peek();
        status = c == '{' ? keysOf() : c == ']' ? json::Status::Ok : scan.value(value);
    } else {
        status = keysOf();
    }
    look.isJson = status != json::Status::Error;
    look.isCutOff = status == json::Status::End && look.sniff.unpacked.size() < kHeadBytes;  // nothing follows
}

model::Message keysText(const Look& look) {
    std::string list;
    for (std::size_t i = 0; i < look.keys.size() && i < 5; ++i)
        list += (list.empty() ? "" : ", ") + shown(look.keys[i]);
    if (look.keys.size() > 5) list += " …";
    if (look.isList)
        return list.empty() ? model::Message(model::MessageCode::ListOfOtherValues)
                            : model::Message(model::MessageCode::ListOfObjectsWith, {list});
    return list.empty() ? model::Message(model::MessageCode::EmptyObject)
                        : model::Message(model::MessageCode::KeysAre, {list});
}

/// The value of `"key": "text"` in the beginning of the file.
std::string quotedValue(const Look& look, std::string_view key) {
    auto at = look.text.find(fmt::format("\"{}\"", key));
    if (at == std::string_view::npos) return {};
    at = look.text.find_first_not_of(" \t\r\n:", at + key.size() + 2);
    if (at == std::string_view::npos || look.text[at] != '"') return {};
    const auto end = look.text.find('"', at + 1);
    return end == std::string_view::npos ? std::string() : shown(look.text.substr(at + 1, end - at - 1));
}

/// Size of the real file that a Git LFS pointer stands for, as text; empty when it says none.
model::Message lfsSize(const Look& look) {
    const auto at = look.sniff.head.find("\nsize ");
    if (at == std::string_view::npos) return {};
    const double bytes = std::strtod(std::string(look.sniff.head.substr(at + 6, 20)).c_str(), nullptr);
    return fmt::format("{:.1f} MB", bytes / 1e6);
}

model::Message elfKind(const Look& look) {
    constexpr std::size_t kMachine = 18, kType = 16;
    if (look.sniff.unpacked.size() < 20) return "ELF";
    const auto at = [&](std::size_t i) {
        return static_cast<unsigned char>(look.sniff.unpacked[i]) |
               static_cast<unsigned char>(look.sniff.unpacked[i + 1]) << 8;
    };
    if (at(kMachine) == 190) return model::MessageCode::GpuCode;
    return at(kType) == 4 ? model::Message(model::MessageCode::CoreDump) : "ELF";
}

model::Message tableKind(const Look& look) {
    if (look.begins("\x89HDF")) return "HDF5";
    return look.begins("PAR1") ? "Parquet" : "Arrow";
}
bool isTableFile(const Look& look) {
    // An Arrow stream begins with the mark of a message and the schema that nsys puts there.
    return look.begins("\x89HDF\r\n") || look.begins("PAR1") || look.begins("ARROW1") ||
           (look.begins("\xff\xff\xff\xff") && look.sniff.unpacked.find("table_name") != std::string_view::npos);
}

std::string_view archiveKind(std::string_view bytes) {
    struct Magic {
        std::string_view magic, name;
    };
    using namespace std::string_view_literals;
    static constexpr Magic kMagic[] = {{"7z\xbc\xaf\x27\x1c"sv, "7-Zip"},
                                       {"\xfd"
                                        "7zXZ\0"sv,
                                        "xz"},
                                       {"BZh"sv, "bzip2"},
                                       {"Rar!\x1a\x07"sv, "RAR"},
                                       {"\x04\x22\x4d\x18"sv, "LZ4"},
                                       {"!<arch>\n"sv, "ar"}};
    for (const Magic& m : kMagic)
        if (bytes.starts_with(m.magic)) return m.name;
    return bytes.size() > 262 && bytes.substr(257, 5) == "ustar" ? "tar" : std::string_view();
}

/// The first message of a pprof profile is a pair of small numbers: a type and its unit, by their place among the
/// names.
bool isPprof(const Look& look) {
    const std::string_view b = look.sniff.unpacked;
    if (packingOf(look.sniff.head) != Packing::Gzip || b.size() < 8 || b[0] != '\x0a') return false;
    const auto length = static_cast<unsigned char>(b[1]);
    return length >= 2 && length <= 12 && b[2] == '\x08' && (length < 4 || b[4] == '\x10' || b[5] == '\x10') &&
           b.size() > 2u + length && (b[2u + length] == '\x0a' || b[2u + length] == '\x12');
}

bool isPickle(const Look& look) {
    const std::string_view b = look.sniff.unpacked;
    return b.size() > 3 && b[0] == '\x80' && b[1] >= 2 && b[1] <= 5 &&
           (b[2] == '\x95' || b[2] == '}' || b[2] == ']' || b[2] == 'c' || b[2] == '\x8a');
}

/// PyTorch's profiler draws its memory timeline into a page.
bool isMemoryPicture(const Look& l) {
    return isHtml(l.text) && htmlTitle(l.text) == "GPU Memory Timeline HTML" && l.says("data:image/png;base64,");
}

/// Chakra writes an execution trace as messages with their lengths in front. The first one begins with the version.
bool isChakra(const Look& l) {
    const std::string_view b = l.sniff.unpacked;
    if (b.size() < 8 || b[1] != '\x0a') return false;
    const auto whole = static_cast<unsigned char>(b[0]), length = static_cast<unsigned char>(b[2]);
    const std::string_view version = b.substr(3, length);
    return length >= 5 && length <= 16 && whole >= length + 2 && whole < 0x80 && version.size() == length &&
           version.find_first_not_of("0123456789.") == version.npos &&
           std::count(version.begin(), version.end(), '.') == 2;
}

/// Columns of a line of text that is separated by commas.
std::size_t columnCount(std::string_view line) {
    std::size_t n = 1;
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') quoted = !quoted;
        n += c == ',' && !quoted;
    }
    return n;
}
bool isCsv(const Look& look) {
    const std::string_view text = look.text;
    const auto isControl = [](char c) {
        return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t';
    };
    if (look.isJson || std::any_of(text.begin(), text.end(), isControl)) return false;
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return false;
    const auto second = text.substr(end + 1, text.find('\n', end + 1) - end - 1);
    return columnCount(text.substr(0, end)) >= 3 && columnCount(second) == columnCount(text.substr(0, end));
}
model::Message csvColumns(const Look& look) {
    std::string line(look.text.substr(0, look.text.find_first_of("\r\n")));
    std::erase(line, '"');
    return shown(line);
}

bool isExecutionTrace(const Look& l) { return l.isJson && l.has("schema") && l.has("nodes"); }
bool isNcclInspector(const Look& l) {
    return l.isJson && (l.has("coll_perf") || l.has("p2p_perf") || l.says("\"inspector_output_format_version\""));
}
bool isCpuProfile(const Look& l) {
    return l.isJson && l.has("nodes") && (l.says("\"callFrame\"") || l.has("timeDeltas"));
}
bool isRecipeResult(const Look& l) { return l.isJson && l.has("RecipeName"); }
bool isOldJsonExport(const Look& l) {
    return l.isJson && l.has("Type") &&
           std::any_of(l.keys.begin(), l.keys.end(), [](const std::string& k) { return k.ends_with("Event"); });
}
bool isCutOffJson(const Look& l) { return l.isCutOff && l.keys.empty(); }
bool isTracy(const Look& l) {
    return l.sniff.head.starts_with("tr\xfdP") || l.sniff.head.starts_with("tlZ\x04") ||
           l.sniff.head.starts_with("tZst");
}

model::Message none(const Look&) { return {}; }

/// One line a kind of file, in the order in which they are asked.
struct Kind {
    ErrorCode code;
    bool (*is)(const Look&);
    model::Message (*detail)(const Look&);
};
constexpr Kind kKinds[] = {
    {ErrorCode::GitLfsPointer,
     [](const Look& l) { return l.sniff.head.starts_with("version https://git-lfs.github.com/spec/"); }, lfsSize},
    {ErrorCode::MemoryPicture, isMemoryPicture, none},
    {ErrorCode::HtmlPage, [](const Look& l) { return isHtml(l.text); },
     [](const Look& l) { return model::Message(htmlTitle(l.text)); }},
    {ErrorCode::FtraceText, [](const Look& l) { return isFtrace(l.text); }, none},
    {ErrorCode::ExecutionTrace, isExecutionTrace, none},
    {ErrorCode::NcclInspectorLog, isNcclInspector, none},
    {ErrorCode::CpuProfile, isCpuProfile, none},
    {ErrorCode::RecipeResult, isRecipeResult,
     [](const Look& l) { return model::Message(quotedValue(l, "RecipeName")); }},
    {ErrorCode::OldJsonExport, isOldJsonExport, none},
    {ErrorCode::Truncated, isCutOffJson,
     [](const Look& l) {
         return model::Message(l.isList ? model::MessageCode::JsonListNotClosed
                                        : model::MessageCode::JsonObjectNotClosed);
     }},
    {ErrorCode::JsonWithoutEvents, [](const Look& l) { return l.isJson; }, keysText},
    {ErrorCode::PprofProfile, isPprof, none},
    {ErrorCode::ExecutionTrace, isChakra, [](const Look&) { return model::Message("Chakra"); }},
    {ErrorCode::TracyCapture, isTracy, none},
    {ErrorCode::ProgramFile,
     [](const Look& l) {
         return l.begins(
             "\x7f"
             "ELF");
     },
     elfKind},
    {ErrorCode::PickleFile, isPickle, none},
    {ErrorCode::TableFile, isTableFile, tableKind},
    {ErrorCode::OtherArchive, [](const Look& l) { return !archiveKind(l.sniff.unpacked).empty(); },
     [](const Look& l) { return model::Message(archiveKind(l.sniff.unpacked)); }},
    {ErrorCode::CsvTable, isCsv, csvColumns},
};

/// Why nothing came out of a compressed file.
model::Error explainUnpacking(const std::filesystem::path& path) {
    const auto source = ByteSource::open(path);
    if (!source) return source.error();
    char byte = 0;
    (void)(*source)->read(&byte, 1);
    const auto& problems = (*source)->problems();
    const auto found = std::find_if(problems.begin(), problems.end(),
                                    [](const auto& problem) { return problem.note != model::Note::FileLeftOut; });
    if (found == problems.end()) return {ErrorCode::EmptyArchive, model::Argument::file(path.string()), {}};
    const ByteSource::Problem& p = *found;
    const ErrorCode code = p.note == model::Note::Incomplete ? ErrorCode::Truncated : ErrorCode::Damaged;
    return {code, model::Argument::file(path.string()),
            p.example.empty() ? p.subject : model::Message(model::MessageCode::WithReason, {p.subject, p.example}),
            p.offset};
}

std::string_view packingName(Packing packing) {
    switch (packing) {
    case Packing::Gzip: return "gzip";
    case Packing::Zstd: return "zstd";
    case Packing::Zip: return "zip";
    case Packing::None: break;
    }
    return {};
}

/// The first bytes, so that somebody who knows the format can tell it.
std::string firstBytes(std::string_view bytes) {
    std::string first;
    for (const unsigned char c : bytes.substr(0, 16))
        first += c >= 0x20 && c < 0x7f ? fmt::format("{:c}", c) : fmt::format("\\x{:02x}", c);
    return first;
}

/// Of a packed file: a report of a format that is only read as it is, something that is packed again, or neither.
model::Error explainPacked(const std::string& subject, const Sniff& sniff) {
    const std::string_view packing = packingName(packingOf(sniff.head));
    const model::MessageCode what =
        packingOf(sniff.head) == Packing::Zip ? model::MessageCode::LargestInside : model::MessageCode::ItsContent;
    const Sniff inside{sniff.unpacked, {}, sniff.unpacked.size(), sniff.unpacked, sniff.text};
    if (const Importer* best = importerFor(inside))
        return {ErrorCode::OtherArchive, subject, {model::MessageCode::PackedKind, {packing, what, best->name}}};
    if (const auto again = packingName(packingOf(sniff.unpacked)); !again.empty())
        return {ErrorCode::OtherArchive, subject, {model::MessageCode::PackedAgain, {packing, what, again}}};
    return {ErrorCode::UnknownFormat,
            subject,
            {model::MessageCode::PackedBegins, {packing, what, firstBytes(sniff.unpacked)}}};
}

}  // namespace

model::Error explain(const std::filesystem::path& path, const Sniff& sniff) {
    const std::string subject = path.string();
    if (sniff.head.starts_with("PK\5\6")) return {ErrorCode::EmptyArchive, subject, {}};
    Look look{sniff, withoutSpace(sniff.text), {}};
    readKeys(look);
    for (const Kind& kind : kKinds)
        if (kind.is(look)) return {kind.code, subject, kind.detail(look)};
    if (sniff.unpacked.empty()) return explainUnpacking(path);
    if (packingOf(sniff.head) != Packing::None) return explainPacked(subject, sniff);
    return {ErrorCode::UnknownFormat, subject, {model::MessageCode::BeginsWith, {firstBytes(sniff.head)}}};
}

}  // namespace importers
