// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "model/rep/rep_codec.h"
#include "model/rep/rep_format.h"

namespace model::rep {

/// A frame before it is packed: columns, or a raw payload.
struct Draft {
    struct Column {
        std::vector<std::uint64_t> values;
        ColumnHint hint = ColumnHint::Plain;
        std::uint64_t fresh = 0;  ///< for ColumnHint::Ids: the first id that is new in this frame
    };
    FrameHeader header;
    std::vector<Column> columns;
    std::vector<std::uint8_t> raw;
};

/// A frame as it is in the file: header, payload, padding.
struct Sealed {
    FrameHeader header;
    std::vector<std::uint8_t> bytes;
};

/// Packs drafts in threads and returns them in any order that the caller likes.
class FramePacker {
public:
    class Job {
        friend class FramePacker;
        Draft m_draft;
        Sealed m_sealed;
        bool m_done = false;
    };
    using JobPtr = std::shared_ptr<Job>;

    explicit FramePacker(unsigned threads);
    ~FramePacker();

    /// Waits while very many drafts are queued.
    JobPtr start(Draft&& draft);
    /// The packed frame, once; without bytes if there was no memory for it.
    Sealed take(const JobPtr& job);

    static Sealed seal(Draft&& draft, PayloadPacker& packer);

private:
    void work();

    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::condition_variable m_finished;
    std::deque<JobPtr> m_waiting;
    bool m_stop = false;
    std::vector<std::jthread> m_threads;
};

}  // namespace model::rep
