// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "model/base/time.h"
#include "model/rep/rep_output.h"

namespace importers::exporting {

/// Text that is written to a file. An error is kept and stops the writing: check it from time to time.
class TextFile {
public:
    static model::Result<TextFile> create(const std::filesystem::path& target);

    std::string& text() { return m_text; }
    /// Call it after each row: writes when the buffer is large enough.
    void flushIfLarge() {
        if (m_text.size() >= kFlushBytes) flush();
    }
    const model::Result<void>& state() const { return m_state; }
    /// Writes the rest and gives the file its name.
    model::Result<void> commit();

private:
    static constexpr std::size_t kFlushBytes = 1 << 20;
    explicit TextFile(model::OutputFile&& file) : m_file(std::move(file)) {}
    void flush();

    model::OutputFile m_file;
    model::Result<void> m_state;
    std::string m_text;
};

/// Whether a spreadsheet would interpret the text as a formula: it begins with = + - @ or a tab, and is not a number.
bool isFormula(std::string_view text);
/// The text as a CSV field. For spreadsheets, texts that look like formulas get an apostrophe before them.
void appendCsv(std::string& out, std::string_view text, bool forSpreadsheet = false);
/// ns as µs, exactly: "1234.567".
void appendMicroseconds(std::string& out, model::TimeNs ns);

}  // namespace importers::exporting
