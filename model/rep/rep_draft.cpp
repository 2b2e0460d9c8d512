// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/rep/rep_draft.h"

#include <algorithm>
#include <new>

namespace model::rep {
namespace {
/// Drafts are several MB each.
constexpr std::size_t kMaxWaiting = 4;
}  // namespace

FramePacker::FramePacker(unsigned threads) {
    if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
    for (unsigned t = 0; t < threads; ++t) m_threads.emplace_back([this] { work(); });
}

FramePacker::~FramePacker() {
    std::lock_guard lock(m_mutex);
    m_stop = true;
    m_waiting.clear();
    m_wake.notify_all();
}

FramePacker::JobPtr FramePacker::start(Draft&& draft) {
    auto job = std::make_shared<Job>();
    job->m_draft = std::move(draft);
    std::unique_lock lock(m_mutex);
    m_finished.wait(lock, [&] { return m_waiting.size() < kMaxWaiting; });
    m_waiting.push_back(job);
    m_wake.notify_one();
    return job;
}

Sealed FramePacker::take(const JobPtr& job) {
    std::unique_lock lock(m_mutex);
    m_finished.wait(lock, [&] { return job->m_done; });
    return std::move(job->m_sealed);
}

void FramePacker::work() {
    PayloadPacker packer;
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_wake.wait(lock, [&] { return m_stop || !m_waiting.empty(); });
        if (m_stop) return;
        const JobPtr job = std::move(m_waiting.front());
        m_waiting.pop_front();
        lock.unlock();
        Sealed sealed;
        try {
            sealed = seal(std::move(job->m_draft), packer);
        } catch (const std::bad_alloc&) {
            sealed = {};
        }
        lock.lock();
        job->m_draft = {};
        job->m_sealed = std::move(sealed);
        job->m_done = true;
        m_finished.notify_all();
    }
}

Sealed FramePacker::seal(Draft&& draft, PayloadPacker& packer) {
    Sealed out;
    out.header = draft.header;
    PayloadPacker::Packed packed;
    std::span<const std::uint8_t> payload;
    if (!draft.columns.empty()) {
        for (const Draft::Column& c : draft.columns) packer.add(c.values, c.hint, c.fresh);
        packed = packer.finish();
        payload = packed.bytes;
        out.header.codec = Codec::Columns;
    } else {
        packed = packer.packRaw(draft.raw);
        payload = packed.bytes.empty() ? std::span<const std::uint8_t>(draft.raw) : packed.bytes;
        out.header.codec = packed.bytes.empty() ? Codec::Raw : Codec::Zstd;
    }
    out.header.storedBytes = static_cast<std::uint32_t>(payload.size());
    out.header.rawBytes = packed.rawBytes;
    out.header.payloadChecksum = checksum(payload.data(), payload.size());
    unsigned char head[kFrameHeaderBytes];
    out.header.write(head);
    out.bytes.resize(out.header.frameBytes(), 0);
    std::copy(std::begin(head), std::end(head), out.bytes.begin());
    std::copy(payload.begin(), payload.end(), out.bytes.begin() + kFrameHeaderBytes);
    return out;
}

}  // namespace model::rep
