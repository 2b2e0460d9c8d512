// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "model/store/event_store.h"
#include "model/store/packer.h"

/// Reports written as text. One line a track:
///
///     gpu0/s7: |aaaa..bb|            kernels of stream 7 on GPU 0
///     gpu0/s7/mem: |..HHHH|          copies and memsets of that stream
///     t4242/api: |LLLL....SSSSSSSS|  CUDA API of thread 4242
///     t4242/nvtx: |ffffffff|         further lines of the same track are deeper levels
///                 |.aa.bbb.|
///     counter: |0013540|             values, one a character, 0 … 9
///
/// One character is 1 µs; a letter stands for an event whose name is that letter (or what names() says); neighbouring
/// equal letters are one event, and an upper-case letter after the same lower-case one is another name; '.' is idle; a
/// '/' before a letter ends the event before it, so that "aa/aa" is two events of 2 µs (the '/' takes no time).
///
/// Tracks: gpu<d>/s<n>[/mem|/graph|/sync|/events], t<tid>/{api,nvtx,nccl,osrt,state,samples,overhead}, nvtx (process
/// ranges), mem (memory usage), counter (a GPU metric of GPU 0). The process is 1000, on one host.
class TextReport {
public:
    using Names = std::map<char, std::string>;

    explicit TextReport(std::string_view text, Names names = {})
        : m_names(std::move(names)), m_store(model::EventStore::create()) {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            addLine(text.substr(at, end - at));
            at = end + 1;
        }
        m_snapshot = m_store->publish(true);
    }

    const std::shared_ptr<model::EventStore>& store() const { return m_store; }
    model::SnapshotPtr snapshot() const { return m_snapshot; }
    /// Track of a line's head, as in the text.
    model::TrackId track(const std::string& head) const { return m_tracks.at(head); }

private:
    static std::string_view trimmed(std::string_view s) {
        while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
        while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
        return s;
    }

    void addLine(std::string_view line) {
        line = trimmed(line);
        if (line.empty()) return;
        const std::size_t open = line.find('|'), close = line.rfind('|');
        if (open == line.npos || close == open) throw std::invalid_argument("no |...| in: " + std::string(line));
        std::string_view head = trimmed(line.substr(0, open));
        if (head.empty()) {
            ++m_depth;
        } else {
            if (head.back() != ':') throw std::invalid_argument("no colon in: " + std::string(line));
            m_head = std::string(head.substr(0, head.size() - 1));
            m_depth = 0;
            m_track = makeTrack(m_head);
            m_tracks[m_head] = m_track;
        }
        addEvents(line.substr(open + 1, close - open - 1));
    }

    static std::int64_t number(std::string_view s) { return std::strtoll(std::string(s).c_str(), nullptr, 10); }

    model::TrackId made(model::TrackKind kind, const model::TrackKey& key) {
        m_kind = kind;
        return m_store->track(kind, key);
    }

    model::TrackId makeTrack(std::string_view head) {
        using T = model::TrackKind;
        model::TrackKey key;
        key.pid = 1000;
        std::vector<std::string_view> parts;
        for (std::string_view rest = head; !rest.empty();) {
            const std::size_t slash = std::min(rest.find('/'), rest.size());
            parts.push_back(rest.substr(0, slash));
            rest.remove_prefix(std::min(rest.size(), slash + 1));
        }
        const std::string_view last = parts.back();
        key.domain = 0;
        if (head == "counter") {
            key.device = 0;
            return made(T::GpuMetric, key);
        }
        if (head == "nvtx") return made(T::ProcessNvtx, key);
        if (head == "mem") {
            key.device = 0;
            return made(T::MemoryUsage, key);
        }
        if (parts[0].starts_with("gpu")) {
            key.device = number(parts[0].substr(3));
            key.context = 1;
            key.stream = number(parts.at(1).substr(1));
            m_store->track(T::Kernels, key);
            m_store->track(T::Memory, key);
            return made(last == "mem"      ? T::StreamMemory
                        : last == "graph"  ? T::StreamGraphs
                        : last == "sync"   ? T::StreamSync
                        : last == "events" ? T::StreamEvents
                                           : T::StreamKernels,
                        key);
        }
        if (parts[0].starts_with("t")) {
            key.tid = number(parts[0].substr(1));
            static const std::map<std::string_view, T> kinds{{"api", T::CudaApi},
                                                             {"nvtx", T::Nvtx},
                                                             {"nccl", T::Nccl},
                                                             {"osrt", T::OsRuntime},
                                                             {"state", T::ThreadState},
                                                             {"samples", T::CpuSamples},
                                                             {"overhead", T::ProfilerOverhead}};
            return made(kinds.at(last), key);
        }
        throw std::invalid_argument("unknown track: " + std::string(head));
    }

    model::StringId name(char c) {
        const auto found = m_names.find(c);
        return m_store->strings().intern(found == m_names.end() ? std::string(1, c) : found->second);
    }

    void addEvents(std::string_view text) {
        constexpr model::TimeNs kUs = 1000;
        const model::Shape shape = model::trackKindInfo(m_kind).shape;
        model::TimeNs t = 0;
        for (std::size_t i = 0; i < text.size();) {
            const char c = text[i];
            if (c == '/') {
                ++i;
                continue;
            }
            if (shape == model::Shape::Counter) {
                m_store->counter(m_track).append(t, c - '0');
                t += kUs;
                ++i;
                continue;
            }
            std::size_t n = 0;
            while (i < text.size() && text[i] == c) ++i, ++n;
            const model::TimeNs end = t + static_cast<model::TimeNs>(n) * kUs;
            if (c != '.') {
                model::Event e;
                e.start = t;
                e.end = shape == model::Shape::Instant ? t : end;
                e.name = name(c);
                m_store->lane(m_track, m_depth).append(e);
            }
            t = end;
        }
    }

    Names m_names;
    std::shared_ptr<model::EventStore> m_store;
    model::SnapshotPtr m_snapshot;
    std::map<std::string, model::TrackId> m_tracks;
    std::string m_head;
    std::size_t m_depth = 0;
    model::TrackId m_track = 0;
    model::TrackKind m_kind = model::TrackKind::Host;
};
