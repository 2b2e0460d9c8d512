// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "importers/capture/spool_file.h"
#include "model/store/args.h"
#include "model/store/event_store.h"
#include "model/store/track.h"

namespace importers::capture {

struct Session;

/// Ranges and marks of one process from what NVTX was told. Records of each thread come in their order.
class NvtxReader {
public:
    NvtxReader(Session& session, std::int64_t pid) : m_session(session), m_pid(pid) {}

    using TextOf = std::function<std::string_view(std::uint32_t)>;
    void readDomain(const collectors::spool::Domain& domain, std::string_view name);
    void readSchemas(std::span<const unsigned char> bytes, const TextOf& text);
    void readPayloads(std::span<const unsigned char> bytes);
    void read(const collectors::spool::NvtxEvent& event, model::StringId name);
    /// Ranges that nobody closed reach to `end`. What NCCL said of communicators before `begin` is known but not shown.
    void finish(model::TimeNs end, model::TimeNs begin);
    /// Ranks of a communicator of NCCL; 0 = not said.
    std::int64_t ranksOf(std::int64_t communicator) const;

    /// A collective of NCCL, as its range says: for the kernels launched inside of it.
    struct Collective {
        model::TimeNs start, end;
        std::int64_t thread;
        model::StringId name;
        std::int64_t bytes;  ///< −1 = not said
        std::int64_t communicator;
        model::StringId reduction;
        std::int64_t number;  ///< of the communicator's calls, from 1; 0 = not known
    };
    /// By thread and start. Tracing began at `begin`: where calls do not say their number, those of communicators that
    /// are older cannot be counted.
    std::vector<Collective> collectives(model::TimeNs begin);

private:
    struct Entry {
        std::string name;
        std::uint64_t type = 0, offset = 0, flags = 0, detail = 0;
    };
    struct Schema {
        std::string name;
        std::uint64_t bytes = 0;
        bool isEnum = false;
        std::vector<Entry> entries;
    };
    struct Payload {
        std::uint64_t schema;
        std::vector<unsigned char> bytes;
    };
    struct Open {
        model::TimeNs start;
        model::StringId name;
        std::uint32_t colour;
        std::int64_t thread;
        std::vector<model::Arg> args;
        std::int64_t number = 0;  ///< of a call of NCCL
    };
    std::vector<model::Arg> argsOf(const collectors::spool::NvtxEvent& event, model::StringId name);
    /// `budget` of entries bounds what a hostile schema can cost.
    void decode(std::uint64_t schema, std::span<const unsigned char> bytes, std::vector<model::Arg>& out, int depth,
                std::size_t at, int& budget);
    void addValue(const Entry& entry, std::span<const unsigned char> bytes, std::vector<model::Arg>& out);
    void close(const Open& open, std::int64_t domain, model::TimeNs end, bool process,
               const std::vector<model::Arg>& more);
    void add(std::string_view key, std::int64_t value, std::vector<model::Arg>& out);
    model::StringId intern(std::string_view text);

    Session& m_session;
    std::int64_t m_pid;
    std::map<std::uint32_t, std::string> m_domains;
    std::unordered_map<std::uint64_t, Schema> m_schemas;
    std::unordered_map<std::uint32_t, std::deque<Payload>> m_payloads;  // by thread
    struct Stack {
        std::vector<Open> ranges;
        std::uint64_t tooDeep = 0;  ///< open ones beyond what is kept
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, Stack> m_stacks;            // by thread and domain
    std::map<std::uint64_t, std::pair<std::uint32_t, Open>> m_open;               // by range, with its domain
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> m_categories;  // by domain and number
    std::vector<Collective> m_collectives;
    std::map<std::int64_t, std::int64_t> m_ranks;  ///< by communicator
    std::map<std::int64_t, model::TimeNs> m_made;  ///< when it was set up
    struct Closed {
        model::Event event;
        model::TrackKey key;
        model::TrackKind kind;
    };
    std::vector<Closed> m_setUps;  ///< of communicators
    std::uint64_t m_lonelyEnds = 0, m_cutEnds = 0, m_tooDeep = 0;
};

}  // namespace importers::capture
