// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/chrome/event_stream.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

namespace importers::chrome {
namespace {

/// Where a cut is looked for: in the last bytes of a piece.
constexpr std::size_t kCutWindow = 32 << 10;
/// A longer event is taken for damage.
constexpr std::size_t kMaxEvent = 64 << 20;

}  // namespace

struct EventStream::Piece {
    std::string text;  // with the padding
    std::size_t size = 0;
    std::uint64_t offset = 0;
    Records records;
    StretchEnd end;
    bool taken = false, read = false;

    std::string_view view() const { return {text.data(), size}; }
    void assign(std::string_view a, std::string_view b, std::uint64_t at) {
        std::string joined;
        joined.reserve(a.size() + b.size() + json::kPadding);
        joined.append(a).append(b);
        size = joined.size();
        joined.append(json::kPadding, '\0');
        text = std::move(joined);
        offset = at;
    }
};

/// Pieces in the order of the file: threads read them, the front one is taken when it was read.
class EventStream::Queue {
public:
    Queue(model::EventStore& store, unsigned threads) {
        for (unsigned t = 0; t < threads; ++t) m_threads.emplace_back([this, &store] { work(store); });
    }
    ~Queue() {
        {
            std::lock_guard lock(m_mutex);
            m_stop = true;
        }
        m_wake.notify_all();
    }

    void push(std::unique_ptr<Piece> piece) {
        {
            std::lock_guard lock(m_mutex);
            m_pieces.push_back(std::move(piece));
        }
        m_wake.notify_one();
    }
    std::size_t size() const { return m_pieces.size(); }  // only the thread that pushes and takes asks

    /// Waits until the front piece was read and takes it out.
    std::unique_ptr<Piece> take() {
        std::unique_lock lock(m_mutex);
        m_done.wait(lock, [&] { return m_pieces.front()->read || m_failure; });
        if (m_failure) std::rethrow_exception(m_failure);
        auto piece = std::move(m_pieces.front());
        m_pieces.pop_front();
        return piece;
    }

private:
    void work(model::EventStore& store) {
        try {
            EventReader reader(store);
            for (;;) {
                Piece* mine = nullptr;
                {
                    std::unique_lock lock(m_mutex);
                    const auto next = [&] { return std::find_if(m_pieces.begin(), m_pieces.end(), [](const auto& p) { return !p->taken; }); };
                    m_wake.wait(lock, [&] { return m_stop || next() != m_pieces.end(); });
                    if (m_stop) return;
                    mine = next()->get();
                    mine->taken = true;
                }
                mine->end = reader.read(mine->view(), 0, mine->offset, mine->records);
                {
                    std::lock_guard lock(m_mutex);
                    mine->read = true;
                }
                m_done.notify_one();
            }
        } catch (...) {
            std::lock_guard lock(m_mutex);
            m_failure = std::current_exception();
            m_done.notify_one();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_wake, m_done;
    std::deque<std::unique_ptr<Piece>> m_pieces;
    std::exception_ptr m_failure;
    bool m_stop = false;
    std::vector<std::jthread> m_threads;  // last: they end before the rest goes
};

EventStream::EventStream(TextSource& source, model::EventStore& store, const OpenOptions& options, std::size_t pieceBytes)
    : m_source(source), m_store(store), m_options(options), m_pieceBytes(pieceBytes) {}

EventStream::End EventStream::run(std::string head, std::uint64_t offset, const std::function<void(Records&)>& take) {
    const unsigned threads = m_options.threads ? m_options.threads : std::max(1u, std::thread::hardware_concurrency());
    Queue queue(m_store, threads);
    std::optional<EventReader> own;  // for pieces whose beginning was guessed wrong
    std::string carry = std::move(head);
    std::uint64_t carryOffset = offset;
    bool ended = false;
    std::vector<std::unique_ptr<Piece>> spare;

    const auto readPiece = [&] {
        std::unique_ptr<Piece> p;
        if (spare.empty()) {
            p = std::make_unique<Piece>();
        } else {
            p = std::move(spare.back());
            spare.pop_back();
            p->records.clear();
            p->taken = p->read = false;
        }
        const std::size_t before = carry.size();
        p->text.resize(before + m_pieceBytes + json::kPadding);
        std::copy(carry.begin(), carry.end(), p->text.begin());
        const std::size_t got = m_source.read(p->text.data() + before, m_pieceBytes);
        ended = got < m_pieceBytes;
        std::size_t size = before + got;
        p->offset = carryOffset;
        carry.clear();
        if (!ended) {
            const char* text = p->text.data();
            const char* cut = nextEventStart(text + (size > kCutWindow ? size - kCutWindow : size / 2), text + size);
            if (cut) {
                const auto at = static_cast<std::size_t>(cut - text);
                carry.assign(cut, size - at);
                size = at;
            }
        }
        carryOffset = p->offset + size;
        p->size = size;
        std::fill_n(p->text.begin() + static_cast<std::ptrdiff_t>(size), json::kPadding, '\0');
        p->text.resize(size + json::kPadding);
        return p;
    };

    End result;
    auto lastProgress = std::chrono::steady_clock::now();
    for (;;) {
        while (!ended && queue.size() < threads + 2) queue.push(readPiece());
        if (ended && !carry.empty()) carry.clear();  // nothing is carried beyond the end
        if (queue.size() == 0) return result;
        std::unique_ptr<Piece> piece = queue.take();
        for (;;) {
            take(piece->records);
            if (piece->end.how != StretchEnd::How::Inside) break;
            // The next piece begins in the middle of an event.
            if (queue.size() == 0 && !ended) queue.push(readPiece());
            if (queue.size() == 0) {
                result.inside = true;
                result.offset = piece->offset + piece->end.at;
                return result;
            }
            std::unique_ptr<Piece> next = queue.take();
            const std::string_view tail = piece->view().substr(piece->end.at);
            const std::uint64_t at = piece->offset + piece->end.at;
            next->records.clear();
            if (tail.size() > kMaxEvent) {
                m_store.diagnostics().add(model::Note::DamagedPart, "an event of more than 64 MiB", 1, {}, static_cast<std::int64_t>(at));
                const char* from = nextEventStart(next->text.data(), next->text.data() + next->size);
                const auto begin = from ? static_cast<std::size_t>(from - next->text.data()) : next->size;
                next->assign(next->view().substr(begin), {}, next->offset + begin);
            } else {
                next->assign(tail, next->view(), at);
            }
            if (!own) own.emplace(m_store);
            next->end = own->read(next->view(), 0, next->offset, next->records);
            piece = std::move(next);
        }
        if (piece->end.how == StretchEnd::How::Closed) {
            result.closed = true;
            result.offset = piece->offset + piece->end.at;
            result.rest = piece->view().substr(piece->end.at);
            while (queue.size()) result.rest += queue.take()->view();
            result.rest += carry;
            return result;
        }
        spare.push_back(std::move(piece));
        if (m_options.stop.stop_requested()) {
            result.cancelled = true;
            return result;
        }
        if (const auto now = std::chrono::steady_clock::now(); m_options.progress && now - lastProgress > std::chrono::milliseconds(50)) {
            lastProgress = now;
            m_options.progress({m_source.fileBytesDone(), m_store.info().fileBytes});
        }
    }
}

}  // namespace importers::chrome
