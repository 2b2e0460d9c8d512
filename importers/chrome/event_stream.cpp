// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/chrome/event_stream.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "model/base/messages.h"

namespace importers::chrome {
namespace {

/// Where a cut is looked for: in the last bytes of a piece.
constexpr std::size_t kCutWindow = 32 << 10;
/// An event of which so much was seen without its end is not waited for any longer.
constexpr std::size_t kMaxEvent = 16 << 20;
/// Places that are tried when events are looked for inside of one that does not end.
constexpr int kTries = 64;

}  // namespace

struct EventStream::Piece {
    std::string text;  // with the padding
    std::size_t size = 0;
    std::uint64_t offset = 0;
    Records records;
    StretchEnd end;
    bool taken = false, read = false;

    std::string_view view() const { return {text.data(), size}; }
    void assign(std::string content, std::uint64_t at) {
        text = std::move(content);
        size = text.size();
        text.append(json::kPadding, '\0');
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
                    const auto next = [&] {
                        return std::find_if(m_pieces.begin(), m_pieces.end(), [](const auto& p) { return !p->taken; });
                    };
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

/// Passes over one value of any length without keeping it: knows whether it is inside a text and how deep.
class EventStream::Skipper {
public:
    /// Number of bytes that belong to the value; all of them while it goes on.
    std::size_t pass(std::string_view text) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            if (m_escaped) {
                m_escaped = false;
                continue;
            }
            m_escaped = m_quoted && c == '\\';
            if (c == '"') m_quoted = !m_quoted;
            else if (m_quoted) continue;
            else if (c == '{' || c == '[') ++m_depth;
            else if (c == '}' || c == ']') --m_depth;
            else continue;
            m_ended = !m_quoted && m_depth <= 0;
            if (m_ended) return i + 1;
        }
        return text.size();
    }
    bool ended() const { return m_ended; }

private:
    std::int64_t m_depth = 0;
    bool m_quoted = false, m_escaped = false, m_ended = false;
};

EventStream::EventStream(TextSource& source, model::EventStore& store, const OpenOptions& options,
                         std::size_t pieceBytes)
    : m_source(source), m_store(store), m_options(options), m_pieceBytes(pieceBytes),
      m_threads(options.threads ? options.threads : std::max(1u, std::thread::hardware_concurrency())) {}

EventStream::~EventStream() = default;

std::unique_ptr<EventStream::Piece> EventStream::emptyPiece() {
    if (m_spare.empty()) return std::make_unique<Piece>();
    auto p = std::move(m_spare.back());
    m_spare.pop_back();
    p->records.clear();
    p->taken = p->read = false;
    return p;
}

/// Text up to the last place in it where an event seems to begin; what follows is carried over.
std::unique_ptr<EventStream::Piece> EventStream::readPiece() {
    auto p = emptyPiece();
    const std::size_t before = m_carry.size();
    p->text.resize(before + m_pieceBytes + json::kPadding);
    std::copy(m_carry.begin(), m_carry.end(), p->text.begin());
    const std::size_t got = m_source.read(p->text.data() + before, m_pieceBytes);
    m_ended = got < m_pieceBytes;
    std::size_t size = before + got;
    p->offset = m_carryOffset;
    m_carry.clear();
    if (!m_ended) {
        const char* text = p->text.data();
        const char* cut = nextEventStart(text + (size > kCutWindow ? size - kCutWindow : size / 2), text + size);
        if (cut) {
            const auto at = static_cast<std::size_t>(cut - text);
            m_carry.assign(cut, size - at);
            size = at;
        }
    }
    m_carryOffset = p->offset + size;
    p->size = size;
    std::fill_n(p->text.begin() + static_cast<std::ptrdiff_t>(size), json::kPadding, '\0');
    p->text.resize(size + json::kPadding);
    return p;
}

/// The next piece in the order of the file; nullptr at its end.
std::unique_ptr<EventStream::Piece> EventStream::nextPiece() {
    while (!m_ended && m_queue->size() < m_threads + 2) m_queue->push(readPiece());
    return m_queue->size() ? m_queue->take() : nullptr;
}

bool EventStream::goesOn() {
    if (m_options.stop.stop_requested()) return false;
    if (const auto now = std::chrono::steady_clock::now();
        m_options.progress && now - m_lastProgress > std::chrono::milliseconds(50)) {
        m_lastProgress = now;
        m_options.progress({m_source.fileBytesDone(), m_store.info().fileBytes});
    }
    return true;
}

/// A piece that begins with the event in which `piece` ends, read; nullptr if the file ends first. The text doubles
/// each time the event is longer still, so that a long one is not looked through too often.
std::unique_ptr<EventStream::Piece> EventStream::joined(const Piece& piece) {
    const std::string_view tail = piece.view().substr(piece.end.at);
    const std::uint64_t offset = piece.offset + piece.end.at;
    if (tail.size() > kMaxEvent) return behindLong(tail, offset);
    const std::size_t enough = 2 * tail.size();
    std::string text;
    text.reserve(enough + 2 * m_pieceBytes);
    text = tail;
    std::unique_ptr<Piece> next;
    do {
        next = nextPiece();
        if (!next) break;
        text += next->view();
    } while (text.size() < enough && goesOn());
    if (!next) {
        if (text.size() == tail.size()) return nullptr;
        next = emptyPiece();
    }
    next->assign(std::move(text), offset);
    reread(*next);
    return next;
}

/// A piece that begins behind an event that is too long to be kept, read; nullptr if the file ends first.
std::unique_ptr<EventStream::Piece> EventStream::behindLong(std::string_view begun, std::uint64_t offset) {
    // Damage looks the same, if a bracket or a quote is missing; then events follow in the text.
    if (const std::size_t at = wholeEventIn(begun.substr(1)); at != begun.npos) {
        m_store.diagnostics().add(model::Note::DamagedPart, model::MessageCode::EventWithoutEnd, 1, {},
                                  static_cast<std::int64_t>(offset));
        auto next = emptyPiece();
        next->assign(std::string(begun.substr(at + 1)), offset + at + 1);
        reread(*next);
        return next;
    }
    m_store.diagnostics().add(model::Note::NotShown, model::MessageCode::EventsOfManyMib, 1, {},
                              static_cast<std::int64_t>(offset));
    Skipper skipper;
    skipper.pass(begun);
    while (auto next = nextPiece()) {
        const std::size_t passed = skipper.pass(next->view());
        if (!skipper.ended() && goesOn()) continue;
        next->assign(std::string(next->view().substr(passed)), next->offset + passed);
        reread(*next);
        return next;
    }
    return nullptr;
}

std::size_t EventStream::wholeEventIn(std::string_view text) {
    EventFields fields;
    const char* const end = text.data() + text.size();
    const char* at = text.data();
    for (int tries = 0; tries < kTries && (at = nextEventStart(at, end)); ++tries, ++at) {
        json::Scanner scanner(at, end);
        if (fields.read(scanner) == json::Status::Ok && fields.ph.is(json::Value::Type::String) && fields.ts)
            return static_cast<std::size_t>(at - text.data());
    }
    return text.npos;
}

void EventStream::reread(Piece& piece) {
    if (!m_own) m_own = std::make_unique<EventReader>(m_store);
    piece.records.clear();
    piece.end = m_own->read(piece.view(), 0, piece.offset, piece.records);
}

EventStream::End EventStream::run(std::string head, std::uint64_t offset, const std::function<void(Records&)>& take) {
    m_queue = std::make_unique<Queue>(m_store, m_threads);
    m_carry = std::move(head);
    m_carryOffset = offset;
    End result;
    for (std::unique_ptr<Piece> piece; !result.cancelled; result.cancelled = !goesOn()) {
        if (!piece) piece = nextPiece();
        if (!piece) return result;
        take(piece->records);
        std::unique_ptr<Piece> next;
        result.offset = piece->offset + piece->end.at;
        if (piece->end.how == StretchEnd::How::Inside) {
            next = joined(*piece);
            result.inside = !next;
            if (!next) return result;
        } else if (piece->end.how == StretchEnd::How::Closed) {
            result.closed = true;
            result.rest = piece->view().substr(piece->end.at);
            while (m_queue->size()) result.rest += m_queue->take()->view();
            result.rest += m_carry;
            return result;
        }
        m_spare.push_back(std::move(piece));
        piece = std::move(next);
    }
    return result;
}

}  // namespace importers::chrome
