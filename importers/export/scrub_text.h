// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// Finds, by their form, parts of a text that may reveal too much.
namespace importers::exporting {

using Replace = std::function<std::string(std::string_view)>;

/// Regular expressions (RE2); their first group is what to replace. A text that matches none of them costs one pass.
class Forms {
public:
    explicit Forms(const std::vector<std::string>& expressions);
    ~Forms();
    /// Applies them one after the other. `by` gets the index of the expression and the match.
    std::string replace(std::string_view text,
                        const std::function<std::string(std::size_t, std::string_view)>& by) const;

private:
    struct Compiled;
    std::unique_ptr<const Compiled> m_compiled;
};

/// Replaces everything that looks like a path: /a/b, ~/a, $HOME/a, %TEMP%\a, C:\a, \\server\a, and a/b.c if its ending
/// shows that it is one. `urlsStay`: text after "://" is not a path if a machine comes first.
std::string replacePaths(std::string_view text, bool urlsStay, const Replace& replace);

/// Replaces a word wherever it is between characters other than letters and digits.
std::string replaceWord(std::string_view text, std::string_view word, std::string_view by);

/// Replaces values of NAME=value that are not numbers.
std::string replaceAssignments(std::string_view text, const Replace& replace);

/// Whether it is an SQL statement.
bool isSql(std::string_view text);

/// Whether it is a number, a shape or the like: nothing that a person has named.
bool isPlain(std::string_view text);

/// The position of the last part of a path.
std::size_t baseOf(std::string_view path);

/// ".py" of "train.py"; empty if there is none.
std::string_view endingOf(std::string_view base);

}  // namespace importers::exporting
