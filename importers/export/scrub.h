// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/base/error.h"
#include "model/store/event_store.h"

namespace importers {

/// Parts that can be removed from a report before it is shared.
enum class ScrubPart : std::uint8_t {
    Paths,        ///< folders; names of files stay
    Users,        ///< names of accounts, known from home folders and facts
    Hosts,        ///< names and addresses of machines and domains, URLs, numbers of their devices
    Commands,     ///< command lines; the name of the program stays
    Environment,  ///< values of NAME=value in texts (reports hold no environment, but a message may)
    Secrets,      ///< passwords, tokens and keys, recognised by their form or by the name of their field
    Sources,      ///< source files of kernel profiles, and SQL
    Names,  ///< everything that people have named: kernels, ranges, operators, functions, threads; names of the makers'
            ///< libraries stay
    Pids,   ///< numbers of processes and threads
    Count
};
inline constexpr std::size_t kScrubParts = static_cast<std::size_t>(ScrubPart::Count);
using ScrubParts = std::uint32_t;  ///< a bit for each part
constexpr ScrubParts scrubBit(ScrubPart part) { return 1u << static_cast<unsigned>(part); }
/// The default: everything that is irrelevant for performance.
inline constexpr ScrubParts kUsualScrub = scrubBit(ScrubPart::Names) - 1;
inline constexpr ScrubParts kFullScrub = (1u << kScrubParts) - 1;

/// As on the command line: "paths", "users" …
std::string_view scrubKey(ScrubPart part);
/// All of them: "paths, users, …".
std::string scrubKeys();
/// "paths,hosts", or "all". Errors: BadRequest for the first unknown word, which is the first argument of the detail.
model::Result<ScrubParts> scrubParts(std::string_view list);

/// Number of different texts or numbers that were replaced, by part.
using ScrubCounts = std::array<std::uint64_t, kScrubParts>;

namespace exporting {

/// The replacements. Reports that share one get the same replacement for the same text; one report at a time.
struct StandIns {
    std::unordered_map<std::string, std::string> texts;
    std::map<std::string, std::uint64_t, std::less<>> used;  // numbers in use, by noun
    std::map<std::pair<std::string, std::int64_t>, std::int64_t> numbers;
};

/// Rewrites the texts of one report. Equal texts stay equal, and different ones different. A replaced name consists of
/// a noun and a number, in order of first use: kernel1. Names that differ only in what counts up in them
/// (diff::generalName()) still do: range1 1, range1 2, range2.
class Scrubber {
public:
    /// Uses replacements of its own if there are none.
    Scrubber(const model::Snapshot& report, ScrubParts parts, std::shared_ptr<StandIns> standIns = nullptr);

    /// The name of an event.
    std::string event(model::TrackKind kind, std::string_view name);
    std::string track(model::TrackKind kind, std::string_view name);
    /// Whether people choose the arguments of events of that kind; otherwise the keys are those of profilers.
    static bool isPersonal(model::TrackKind kind);
    std::string argumentKey(bool personal, std::string_view key);
    std::string argument(std::string_view key, std::string_view value);
    /// A number that may identify a process or thread.
    std::int64_t argument(std::string_view key, std::int64_t value);
    std::string symbol(std::string_view symbol, std::string_view module);
    /// A text that is known to be the path of a file.
    std::string file(std::string_view path);
    std::string kernel(std::string_view name);
    std::string source(std::string_view text);
    std::string instruction(std::string_view text);
    /// A text of the profiler about a kernel: its links stay links, and files are renamed as by file().
    std::string ofProfile(std::string_view text);
    /// Any other text: replaces parts of it. `name`: the name of its field, such as an argument or a fact.
    std::string text(std::string_view text, std::string_view name = {});
    /// A text that a person wrote, replaced as a whole.
    std::string named(std::string_view noun, std::string_view text);
    model::TrackKey key(model::TrackKey key);
    std::int64_t pid(std::int64_t pid) { return number("pid", pid); }
    std::int64_t tid(std::int64_t tid) { return number("tid", tid); }

    void info(model::ReportInfo& info);
    /// A note; false if nothing of it may stay.
    bool note(model::Diagnostic& note);

    ScrubCounts counts() const;

private:
    bool has(ScrubPart part) const { return m_parts & scrubBit(part); }
    void learn(const model::Snapshot& report);
    void learnUsers(std::string_view text);
    void learnHost(std::string_view name);
    void learnForms(std::string_view text);
    std::string path(std::string_view path, bool isFile);
    std::string folder(std::string_view folder);
    /// Replaces passwords, tokens and keys. `name`: the name of the field with this text.
    std::string withoutSecrets(std::string_view text, std::string_view name);
    /// Replaces accounts and machines recognised by their form, before paths are searched.
    std::string withoutMachines(std::string_view text, std::string_view name);
    /// For a text with its paths replaced: values of the environment, and known names of accounts and machines.
    std::string withoutPeople(std::string text);
    std::string process(std::string_view name);
    std::string command(std::string_view line);
    std::string pidsIn(std::string_view text);
    std::string fact(std::string_view key, std::string_view value);
    std::string factKey(std::string_view key);
    void entity(model::Entity& entity);
    std::string alias(ScrubPart part, std::string_view noun, std::string_view text);
    std::string aliasOfName(std::string_view noun, std::string_view name);
    std::string standIn(ScrubPart part, std::string_view before, std::string_view text);
    std::int64_t number(std::string_view noun, std::int64_t value);
    model::Message subject(model::Message message);

    ScrubParts m_parts;
    bool m_ofAnybody = false;                                 // keys of facts may be personal
    std::map<std::string, std::string, std::less<>> m_files;  // replacements of files, by their names without folders
    std::shared_ptr<StandIns> m_standIns;
    std::vector<std::string> m_users, m_hosts;  // the longest first
    std::array<std::set<std::string, std::less<>>, kScrubParts> m_seen;
};

}  // namespace exporting
}  // namespace importers
