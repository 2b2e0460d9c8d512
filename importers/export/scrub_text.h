// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// What in a text may tell more than it should, found by its form.
namespace importers::exporting {

using Replace = std::function<std::string(std::string_view)>;

/// Regular expressions (RE2) of which the first group is what is to be replaced. A text that none of them fits costs
/// one pass.
class Forms {
public:
    explicit Forms(const std::vector<std::string>& expressions);
    ~Forms();
    /// Each in its turn; `by` is told which one it is, and what was found.
    std::string replace(std::string_view text,
                        const std::function<std::string(std::size_t, std::string_view)>& by) const;

private:
    struct Compiled;
    std::unique_ptr<const Compiled> m_compiled;
};

/// The text with everything that looks like a path replaced: /a/b, ~/a, $HOME/a, %TEMP%\a, C:\a, \\server\a, and a/b.c,
/// where the ending tells that it is one. `urlsStay`: what stands behind "://" is none, where a machine comes first.
std::string replacePaths(std::string_view text, bool urlsStay, const Replace& replace);

/// A word wherever it stands between other characters than letters and digits.
std::string replaceWord(std::string_view text, std::string_view word, std::string_view by);

/// Values of NAME=value that are no numbers.
std::string replaceAssignments(std::string_view text, const Replace& replace);

/// Whether it is a statement of SQL.
bool isSql(std::string_view text);

/// Numbers, shapes and the like: nothing that a person has named.
bool isPlain(std::string_view text);

/// Where the last part of a path begins.
std::size_t baseOf(std::string_view path);

/// ".py" of "train.py"; empty where it has none.
std::string_view endingOf(std::string_view base);

}  // namespace importers::exporting
