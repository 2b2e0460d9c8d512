// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/rep_container.h"

#include <fmt/format.h>
#include <lz4.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "importers/common/protobuf_wire.h"
#include "model/base/messages.h"
#include "model/rep/beside.h"

namespace importers::nsys {
namespace {

using model::ErrorCode;
using Code = RepWarning::Code;

constexpr std::string_view kMagic = "NVIDIA Tegra Profiler Report ";
constexpr std::string_view kEndMark = "U3w[END]";
constexpr std::string_view kRawMagic = "QDTEXT00";
constexpr std::string_view kLfsMagic = "version https://git-lfs";

constexpr std::uint64_t kMaxEventBlock = 64u << 20;
constexpr std::uint64_t kMaxStringBlock = 256u << 20;
constexpr std::size_t kMaxStrings = 1 << 24;
constexpr std::size_t kMaxFrame = 20;  // two varints

struct Section {
    std::string name;
    std::uint64_t offset = 0, size = 0;
};

/// Sizes that stand before a compressed block.
struct Frame {
    std::uint64_t compressedSize = 0, rawSize = 0;
    std::size_t headSize = 0;
};

bool readFrame(std::string_view bytes, Frame& frame) {
    WireReader reader(bytes);
    if (!reader.varint(frame.compressedSize) || !reader.varint(frame.rawSize)) return false;
    frame.headSize = bytes.size() - reader.left();
    return true;
}

/// One byte of LZ4 gives 255 at most.
bool isPossible(const Frame& frame, std::uint64_t limit) {
    return frame.rawSize <= limit && frame.rawSize <= 255 * frame.compressedSize + 64;
}

/// Decodes into a buffer that is already as large as the block claims to be.
bool decompress(std::string_view compressed, std::vector<char>& raw) {
    const int size = LZ4_decompress_safe(compressed.data(), raw.data(), static_cast<int>(compressed.size()),
                                         static_cast<int>(raw.size()));
    return size >= 0 && static_cast<std::size_t>(size) == raw.size();
}

/// What a block of events or strings contains: a length and one message.
std::optional<std::string_view> unwrap(std::string_view block) {
    WireReader reader(block);
    std::uint64_t size = 0;
    std::string_view message;
    if (!reader.varint(size) || !reader.view(size, message)) return std::nullopt;
    return message;
}

std::string printable(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) text += c >= ' ' && c <= '~' ? c : '.';
    return text;
}

std::int64_t lfsSize(std::string_view text) {
    const std::size_t at = text.find("size ");
    return at == text.npos ? -1 : std::strtoll(std::string(text.substr(at + 5)).c_str(), nullptr, 10);
}

}  // namespace

std::string_view warningId(RepWarning::Code code) {
    switch (code) {
    case Code::NoEndMark: return "no-end-mark";
    case Code::BadDirectory: return "bad-directory";
    case Code::BadHeader: return "bad-header";
    case Code::ChunksEndEarly: return "chunks-end-early";
    case Code::NoStrings: return "no-strings";
    case Code::StringCount: return "string-count";
    case Code::ThreadNameCount: return "thread-name-count";
    case Code::BadTrailer: return "bad-trailer";
    case Code::EventCount: return "event-count";
    case Code::GenericEventCount: return "generic-event-count";
    case Code::DamagedEvents: return "damaged-events";
    }
    return "";
}

/// The file is read in pieces and never mapped: a file that shrinks meanwhile must not end the program.
class RepContainer::File {
public:
    File(int fd, std::uint64_t size, std::string name) : m_fd(fd), m_size(size), m_name(std::move(name)) {}
    ~File() { ::close(m_fd); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    std::uint64_t size() const { return m_size; }
    const std::string& name() const { return m_name; }

    /// Fills the buffer from that offset; an empty value means that it is full.
    std::optional<model::Error> read(std::uint64_t offset, char* to, std::size_t size) const {
        while (size > 0) {
            const ssize_t got = ::pread(m_fd, to, size, static_cast<off_t>(offset));
            if (got < 0 && errno == EINTR) continue;
            if (got < 0)
                return model::Error{ErrorCode::CannotOpen, model::Argument::file(m_name), std::strerror(errno),
                                    at(offset)};
            if (got == 0)
                return model::Error{ErrorCode::Truncated, model::Argument::file(m_name),
                                    model::MessageCode::BecameShorter, at(offset)};
            to += got;
            offset += static_cast<std::uint64_t>(got);
            size -= static_cast<std::size_t>(got);
        }
        return std::nullopt;
    }

    static std::int64_t at(std::uint64_t offset) { return static_cast<std::int64_t>(offset); }

private:
    int m_fd;
    std::uint64_t m_size;
    std::string m_name;
};

/// The steps of opening; each may stop it by leaving an error behind.
class RepContainer::Opener {
public:
    explicit Opener(RepContainer& report) : m_report(report), m_file(*report.m_file) {}

    std::optional<model::Error> run() {
        sniff();
        if (!m_error) findSections();
        if (!m_error) readHeaders();
        if (!m_error) walkChunks();
        if (!m_error) readStrings();
        if (!m_error) readTrailers();
        if (!m_error) readSideSections();
        return std::move(m_error);
    }

private:
    void fail(ErrorCode code, model::Message detail, std::uint64_t offset) {
        if (!m_error)
            m_error = model::Error{code, model::Argument::file(m_file.name()), std::move(detail), File::at(offset)};
    }
    void warn(Code code, std::uint64_t offset, std::uint64_t found = 0, std::uint64_t promised = 0) {
        m_report.m_warnings.push_back({code, File::at(offset), found, promised});
    }

    /// At most `size` bytes from there; fewer at the end of the file, none after an error.
    std::string read(std::uint64_t offset, std::uint64_t size) {
        if (offset >= m_file.size()) return {};
        std::string bytes(std::min(size, m_file.size() - offset), '\0');
        m_error = m_file.read(offset, bytes.data(), bytes.size());
        return m_error ? std::string() : bytes;
    }

    void sniff() {
        const std::string head = read(0, 256);
        const std::string_view text = head;
        if (m_error || text.starts_with(kMagic)) return;
        if (text.starts_with(kEndMark)) {
            // "NVIDIA Nsight Systems Stream 2025.3.1.90-253135822126v0!"
            const std::string_view title = text.substr(kEndMark.size(), text.find('!') - kEndMark.size());
            return fail(ErrorCode::RawCapture, printable(title.substr(0, 80)), 0);
        }
        if (text.starts_with(kLfsMagic))
            return fail(ErrorCode::GitLfsPointer,
                        {model::MessageCode::NumberOfBytes, {model::Argument::count(lfsSize(text))}}, 0);
        fail(ErrorCode::UnknownFormat, printable(text.substr(0, 32)), 0);
    }

    void findSections() {
        constexpr std::uint64_t kFooter = 16;
        const std::uint64_t size = m_file.size();
        const std::string footer = size < kFooter ? std::string() : read(size - kFooter, kFooter);
        if (m_error) return;
        if (!footer.ends_with(kEndMark) || footer.size() < kFooter) {
            warn(Code::NoEndMark, size);
            return findRawSection();
        }
        std::uint64_t tocOffset = 0;
        for (std::size_t i = 8; i-- > 0;) tocOffset = tocOffset << 8 | static_cast<std::uint8_t>(footer[i]);
        constexpr std::uint64_t kMaxToc = 1 << 20;
        if (tocOffset > size - kFooter || size - kFooter - tocOffset > kMaxToc ||
            !readToc(read(tocOffset, size - kFooter - tocOffset), tocOffset)) {
            if (m_error) return;
            warn(Code::BadDirectory, tocOffset);
            m_sections.clear();
        }
        const Section* raw = section("Raw Sampling Data");
        if (!raw) return findRawSection();
        m_raw = *raw;
    }

    bool readToc(std::string_view toc, std::uint64_t tocOffset) {
        WireReader reader(toc);
        for (WireField f; reader.next(f);) {
            if (f.number != 1 || !f.isBytes()) continue;
            Section& entry = m_sections.emplace_back();
            WireReader inner(f.bytes);
            for (WireField g; inner.next(g);) {
                if (g.number == 1 && g.isBytes()) entry.name = g.bytes;
                if (g.number == 2) entry.offset = g.value;
                if (g.number == 3) entry.size = g.value;
            }
            if (inner.failed() || entry.offset > tocOffset || entry.size > tocOffset - entry.offset) return false;
        }
        return !reader.failed() && section("Raw Sampling Data");
    }

    const Section* section(std::string_view name) const {
        for (const auto& entry : m_sections)
            if (entry.name == name) return &entry;
        return nullptr;
    }

    /// Without a table of contents the samples are found by their own magic; they end where the file ends.
    void findRawSection() {
        constexpr std::uint64_t kStep = 1 << 20, kFarthest = 256u << 20;
        for (std::uint64_t from = 0; from < std::min(m_file.size(), kFarthest); from += kStep) {
            const std::string block = read(from, kStep + kRawMagic.size());
            if (m_error) return;
            const std::size_t found = block.find(kRawMagic);
            if (found == block.npos) continue;
            m_raw = {"Raw Sampling Data", from + found, m_file.size() - from - found};
            m_endUnknown = true;
            return;
        }
        fail(ErrorCode::Truncated, model::MessageCode::NoEventData, m_file.size());
    }

    std::uint64_t rawEnd() const { return m_raw.offset + m_raw.size; }

    /// A message with its length in front, at m_at; moves m_at behind it.
    std::optional<std::string> readMessage() {
        const std::string head = read(m_at, std::min<std::uint64_t>(kMaxFrame, rawEnd() - m_at));
        WireReader reader(head);
        std::uint64_t size = 0;
        if (m_error || !reader.varint(size)) return std::nullopt;
        const std::uint64_t from = m_at + head.size() - reader.left();
        if (size > rawEnd() - from) return std::nullopt;
        m_at = from + size;
        return read(from, size);
    }

    void readHeaders() {
        if (read(m_raw.offset, kRawMagic.size()) != kRawMagic)
            return fail(ErrorCode::Damaged, model::MessageCode::EventSectionStart, m_raw.offset);
        m_at = m_raw.offset + kRawMagic.size();
        SessionFacts& facts = m_report.m_facts;
        std::string compression;
        for (int i = 0; i < 2; ++i) {
            const std::uint64_t start = m_at;
            const auto message = readMessage();
            if (m_error) return;
            if (!message)
                return fail(m_endUnknown ? ErrorCode::Truncated : ErrorCode::Damaged,
                            model::MessageCode::HeadersIncomplete, start);
            if (!(i == 0 ? readSessionHeader(*message, facts) : readSamplingHeader(*message, facts, compression)))
                warn(Code::BadHeader, start);
        }
        readStringOffset(compression);
        if (!compression.empty() && compression != "lz4")
            fail(ErrorCode::UnsupportedFeature,
                 {model::MessageCode::EventsCompressedWith, {printable(compression.substr(0, 32))}}, m_at);
    }

    void readStringOffset(std::string& compression) {
        const Section* entry = section("Sampling Data Offsets");
        if (!entry) return;
        const std::string bytes = read(entry->offset, std::min<std::uint64_t>(entry->size, 1 << 16));
        WireReader reader(bytes);
        for (WireField f; reader.next(f);) {
            if (f.number == 1 && f.isBytes()) compression = f.bytes;
            if (f.number == 2 && f.value <= m_raw.size) m_stringsAt = m_raw.offset + kRawMagic.size() + f.value;
        }
    }

    /// Reads the sizes of the block at m_at and refuses impossible ones; false where the chain of blocks ends.
    bool nextFrame(Frame& frame, std::uint64_t limit) {
        const std::string head = read(m_at, std::min<std::uint64_t>(kMaxFrame, rawEnd() - m_at));
        if (m_error || !readFrame(head, frame)) return false;
        if (frame.compressedSize == 0 || frame.compressedSize > rawEnd() - m_at - frame.headSize) return false;
        if (frame.compressedSize > limit + limit / 128) return false;  // no compressor makes data grow that much
        if (isPossible(frame, limit)) return true;
        fail(ErrorCode::TooLarge, {model::MessageCode::ChunkClaims, {frame.rawSize, frame.compressedSize}}, m_at);
        return false;
    }

    void walkChunks() {
        const std::uint64_t stop = m_stringsAt.value_or(rawEnd());
        while (m_at < stop) {
            Frame frame;
            if (!nextFrame(frame, kMaxEventBlock)) break;
            if (!m_stringsAt && isStringBlock(frame)) {
                m_stringsAt = m_at;
                return;
            }
            if (m_error) return;
            m_report.m_chunks.push_back({m_at + frame.headSize, static_cast<std::uint32_t>(frame.compressedSize),
                                         static_cast<std::uint32_t>(frame.rawSize)});
            m_at += frame.headSize + frame.compressedSize;
        }
        if (m_error) return;
        if (m_stringsAt ? m_at != *m_stringsAt : m_at != rawEnd()) warn(Code::ChunksEndEarly, m_at);
    }

    /// Tells strings from events when no offset does: an event starts with its type, field 1.
    bool isStringBlock(const Frame& frame) {
        constexpr std::size_t kEnough = 64;
        const std::string compressed = read(m_at + frame.headSize, frame.compressedSize);
        if (m_error) return false;
        char raw[kEnough] = {};
        const int got =
            LZ4_decompress_safe_partial(compressed.data(), raw, static_cast<int>(compressed.size()), kEnough, kEnough);
        if (got <= 0) return false;
        WireReader reader({raw, static_cast<std::size_t>(got)});
        std::uint64_t total = 0, key = 0, size = 0, inner = 0;
        constexpr std::uint64_t kField1Bytes = 0x0a, kField1Varint = 0x08;
        if (!reader.varint(total) || !reader.varint(key) || !reader.varint(size) || key != kField1Bytes) return false;
        return size == 0 || (reader.varint(inner) && inner != kField1Varint);
    }

    void readStrings() {
        if (!m_stringsAt || *m_stringsAt >= rawEnd()) return warn(Code::NoStrings, m_at);
        m_at = *m_stringsAt;
        const std::uint64_t promised = m_report.m_facts.promisedStrings;
        do {
            Frame frame;
            if (!nextFrame(frame, kMaxStringBlock) || !readStringBlock(frame)) break;
            m_at += frame.headSize + frame.compressedSize;
        } while (m_report.m_strings.size() < promised && m_at < rawEnd());
        if (m_error) return;
        if (m_report.m_stringBlocks.empty()) return warn(Code::NoStrings, m_at);
        if (m_report.m_strings.size() != promised)
            warn(Code::StringCount, *m_stringsAt, m_report.m_strings.size(), promised);
    }

    bool readStringBlock(const Frame& frame) {
        const std::string compressed = read(m_at + frame.headSize, frame.compressedSize);
        if (m_error) return false;
        std::vector<char> block(frame.rawSize);
        if (!decompress(compressed, block)) return false;
        const auto message = unwrap({block.data(), block.size()});
        if (!message) return false;
        WireReader reader(*message);
        for (WireField f; reader.next(f);) {
            if (!f.isBytes()) continue;
            if (f.number == 2) readOutput(f.bytes, m_report.m_facts);
            if (f.number != 1) continue;
            if (m_report.m_strings.size() >= kMaxStrings)
                return fail(ErrorCode::TooLarge, {model::MessageCode::MoreStringsThan, {kMaxStrings}}, m_at), false;
            m_report.m_strings.push_back(f.bytes);
        }
        m_report.m_stringBlocks.push_back(std::move(block));
        return true;
    }

    /// Thread names, then machines and streams, then (compressed again) payload layouts. Not every report has all.
    void readTrailers() {
        if (m_report.m_stringBlocks.empty()) return;
        SessionFacts& facts = m_report.m_facts;
        for (auto* parse : {&readThreadNames, &readTargets}) {
            const std::uint64_t start = m_at;
            if (m_at >= rawEnd()) return;
            const auto message = readMessage();
            if (m_error) return;
            if (!message || !parse(*message, facts)) warn(Code::BadTrailer, start);
            if (!message) return;
        }
        if (facts.threadNames.size() != facts.promisedThreadNames)
            warn(Code::ThreadNameCount, *m_stringsAt, facts.threadNames.size(), facts.promisedThreadNames);
        // Where the section ends is not known in a file that was cut off, so what follows may be another section.
        if (!m_endUnknown && m_at < rawEnd() && !readPayloads() && !m_error) warn(Code::BadTrailer, m_at);
    }

    bool readPayloads() {
        Frame frame;
        if (!nextFrame(frame, kMaxEventBlock)) return false;
        const std::string compressed = read(m_at + frame.headSize, frame.compressedSize);
        std::vector<char> block(frame.rawSize);
        if (m_error || !decompress(compressed, block)) return false;
        const auto message = unwrap({block.data(), block.size()});
        return message && readPayloadSchemas(*message, m_report.m_facts.payloads);
    }

    void readSideSections() {
        constexpr std::uint64_t kMaxSide = 1 << 24;
        if (const Section* clocks = section("Time Conversion Data"))
            if (!readClockSection(read(clocks->offset, std::min(clocks->size, kMaxSide)), m_report.m_facts))
                warn(Code::BadHeader, clocks->offset);
        if (const Section* ui = section("UI Data"))
            readUiSection(read(ui->offset, std::min(ui->size, kMaxSide)), m_report.m_facts);
        if (m_report.m_facts.productVersion.empty()) readMagicVersion();
    }

    /// From 2023.4 on the magic carries the version, with '@' for the dots; before that it says "1".
    void readMagicVersion() {
        std::string version = read(kMagic.size(), 64);
        version.resize(std::min(version.find('.'), version.size()));
        if (version.starts_with("20") && version.find('@') != version.npos) {
            std::replace(version.begin(), version.end(), '@', '.');
            m_report.m_facts.productVersion = printable(version);
        }
    }

    RepContainer& m_report;
    const File& m_file;
    std::optional<model::Error> m_error;
    std::vector<Section> m_sections;
    Section m_raw;
    bool m_endUnknown = false;
    std::optional<std::uint64_t> m_stringsAt;
    std::uint64_t m_at = 0;
};

RepContainer::RepContainer() = default;
RepContainer::RepContainer(RepContainer&&) noexcept = default;
RepContainer& RepContainer::operator=(RepContainer&&) noexcept = default;
RepContainer::~RepContainer() = default;

model::Result<RepContainer> RepContainer::open(const std::string& path) {
    auto opened = model::openNamed(path);
    if (!opened) return tl::unexpected(opened.error());
    if (opened->bytes == 0) return model::fail(ErrorCode::EmptyFile, path);
    RepContainer report;
    report.m_file = std::make_unique<File>(opened->handle.release(), opened->bytes, path);
    if (auto error = Opener(report).run()) return tl::unexpected<model::Error>(std::move(*error));
    return report;
}

model::Result<std::string_view> RepContainer::readChunk(std::size_t index, ChunkBuffer& buffer) const {
    const RepChunk& chunk = m_chunks.at(index);
    buffer.compressed.resize(chunk.compressedSize);
    buffer.raw.resize(chunk.rawSize);
    if (auto error = m_file->read(chunk.fileOffset, buffer.compressed.data(), chunk.compressedSize))
        return tl::unexpected<model::Error>(std::move(*error));
    const auto message = decompress({buffer.compressed.data(), chunk.compressedSize}, buffer.raw)
                             ? unwrap({buffer.raw.data(), buffer.raw.size()})
                             : std::nullopt;
    if (message) return *message;
    return model::fail(ErrorCode::Damaged, m_file->name(), {model::MessageCode::ChunkNotDecoded, {index}},
                       File::at(chunk.fileOffset));
}

}  // namespace importers::nsys
