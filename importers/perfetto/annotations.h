// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "importers/perfetto/sequence.h"

namespace importers::perfetto {

/// Deeper nesting of dictionaries and arrays is not followed.
inline constexpr int kMaxAnnotationDepth = 32;

/// Arguments of one event, flattened from the nested ones of the trace: `a.b[0]` is element 0 of `b` in `a`.
class Annotations {
public:
    explicit Annotations(model::EventStore& store) : m_store(store) {}

    void addInt(std::string_view key, std::int64_t value);
    void addReal(std::string_view key, double value);
    void addText(std::string_view key, std::string_view value);
    void addText(std::string_view key, model::StringId value);
    /// A debug annotation of an event.
    void addAnnotation(std::string_view message, Sequence& sequence);
    /// The tuple, or 0 if nothing was added; empties it.
    model::ArgsId intern();

    /// Merges arguments of an event's end into those of its begin: a later value of a name replaces the earlier one,
    /// and elements of an array are appended.
    model::ArgsId merged(model::ArgsId begin, model::ArgsId end);

private:
    void annotation(std::string& key, std::string_view message, Sequence& sequence, int depth);
    void nestedValue(std::string& key, std::string_view message, int depth);
    void json(std::string& key, std::string_view text);
    bool tooDeep(int depth);

    model::EventStore& m_store;
    std::vector<model::Arg> m_args;
};

}  // namespace importers::perfetto
