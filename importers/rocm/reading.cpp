// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/rocm/reading.h"

#include <algorithm>

#include "model/base/messages.h"

namespace importers::rocm {

using model::ErrorCode;
using model::Note;

int Columns::operator()(std::string_view name) {
    m_indices.push_back(m_table.column(name));
    return static_cast<int>(m_indices.size()) - 1;
}

std::vector<Columns::Extra> Columns::others(std::initializer_list<std::string_view> except) {
    std::vector<Extra> out;
    const std::vector<int> asked = m_indices;
    for (std::size_t i = 0; i < m_table.columns.size() && out.size() < 64; ++i) {
        const std::string& name = m_table.columns[i];
        const bool known = std::find(asked.begin(), asked.end(), static_cast<int>(i)) != asked.end() ||
                           std::find(except.begin(), except.end(), name) != except.end();
        if (!known) out.push_back({(*this)(name), name});
    }
    return out;
}

std::vector<SqliteReader::Part> Reading::sampleOf(const SqliteTable& table) const {
    const std::vector<SqliteReader::Part> all = db.parts(table, kSampledPartBytes);
    const std::size_t wanted = std::min(all.size(), kSampleBytes / kSampledPartBytes);
    std::vector<SqliteReader::Part> out;
    for (std::size_t i = 0; i < wanted; ++i) out.push_back(all[i * all.size() / wanted]);
    return out;
}

const SqliteTable* Reading::baseTable(std::string_view name) const {
    const SqliteTable* t = db.table(name);
    return t && !t->isView ? t : nullptr;
}

void Reading::damaged(const model::Error& error) {
    store.diagnostics().add(Note::DamagedPart,
                            error.subject.empty() ? model::MessageCode::Database : model::Message(error.subject.text),
                            1, error.detail, error.offset);
    store.info().partial = true;
}

void Reading::progress(std::uint64_t bytes) {
    std::lock_guard lock(m_mutex);
    done = std::min(done + bytes, db.fileBytes());
    if (options.progress) options.progress({done, db.fileBytes()});
}

model::Error foreign(const SqliteReader& db, const std::filesystem::path& path) {
    if (db.tables().empty()) return {ErrorCode::EmptyDatabase, model::Argument::file(path.string()), {}};
    std::string names;
    for (const SqliteTable& t : db.tables())
        if (names.size() < 60) names += (names.empty() ? "" : ", ") + t.name;
    return {ErrorCode::ForeignDatabase, model::Argument::file(path.string()), names};
}

}  // namespace importers::rocm
