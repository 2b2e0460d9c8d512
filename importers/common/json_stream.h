// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "importers/common/json_scan.h"
#include "importers/common/text_source.h"

namespace importers::json {

/// Walks over a JSON document that may be longer than memory: containers are entered, values are read one at a time.
/// Every call returns false when the document ends too early or is no JSON; then status() tells which.
class Stream {
public:
    explicit Stream(TextSource& source) : m_source(source) {}

    /// The first character of the next value, which is not white space; 0 at the end.
    char peek();
    /// Calls member(key) for each member of the object at peek(). It must read or skip the value, and may return false
    /// to stop.
    template <class F>
    bool object(F&& member) {
        return container('{', '}', [&] {
            Value key;
            if (!string(key)) return false;
            const std::string name(key.raw());
            return consume(':') && member(std::string_view(name));
        });
    }
    /// Calls element() for each element of the array at peek().
    template <class F>
    bool array(F&& element) {
        return container('[', ']', element);
    }
    /// Reads a whole value of up to 64 MiB. It is valid until the next call; 32 bytes after it can be read.
    bool value(Value& out);
    /// Passes over a value of any length.
    bool skip();

    Status status() const { return m_status; }
    std::uint64_t offset() const { return m_before + m_at; }  ///< bytes of the text before peek()

private:
    bool fail(Status status) {
        m_status = status;
        return false;
    }
    bool grow();
    bool consume(char c);
    bool string(Value& out);
    template <class F>
    bool container(char open, char close, F&& part) {
        if (!consume(open)) return false;
        for (;;) {
            while (peek() == ',') ++m_at;
            if (peek() == close) return consume(close);
            if (!part()) return false;
        }
    }

    TextSource& m_source;
    std::string m_text;      ///< what was read and not used up, and kPadding zeros
    std::size_t m_size = 0;  ///< without the zeros
    std::size_t m_at = 0;
    std::uint64_t m_before = 0;
    bool m_ended = false;
    Status m_status = Status::Ok;
};

}  // namespace importers::json
