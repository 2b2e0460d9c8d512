// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace model {

// What the notes of a report are about, and messages of our own captures: English texts with the places %1 … %9, which
// the window translates in the context "Subjects". A note keeps the whole text, in a file too, so a text is looked up
// by its form.

/// Messages of captures.
extern const char *const kRecordsDropped,
    *const kNotTracedInProcess,
        *const kNotTraced, *const kNothingTraced,
                               *const kNothingCaptured,
                                   *const kNoRanges, *const kProcessKilled,
                                                         *const kSessionKilled,
                                                             *const kNotedAfterSession,
                                                                 *const kSampledAfterSession,
                                                                     *const kCutAtEnd, *const kKernelsMeasured,
                                                                                           *const kCountersRefused,
                                                                                               *const kLogCut,
                                                                                                   *const kLogNotRead;

/// Labels of ours that stand among names, where there is no name; the context is the same.
extern const char *const kNoStack, *const kAllocatedBefore;
/// Which of them a text is, "" for a name. Spaces before it, which say how deep it is in a tree, are no part of it.
std::string_view ownLabelOf(std::string_view text);

/// All of them. Whatever an importer writes in English into a note, names of tables and fields aside, has its line
/// here.
std::span<const char* const> subjects();

/// The text with its places filled in.
std::string withValues(std::string_view pattern, std::initializer_list<std::string_view> values);

/// A text by its form: what the places hold are parts of the text.
struct Subject {
    const char* pattern;
    std::vector<std::string_view> values;  ///< by place
};
/// The first of the patterns that fits. A place holds one character at least.
std::optional<Subject> formOf(std::string_view text, std::span<const char* const> patterns);
/// Nothing for texts of others: names of tables, messages of a profiler.
std::optional<Subject> subjectOf(std::string_view text);

}  // namespace model
