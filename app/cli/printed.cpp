// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/printed.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <span>

#include "app/text/terminal.h"
#include "model/base/messages.h"

namespace app {

namespace fs = std::filesystem;

model::Result<void> Printed::check(const std::vector<std::string>& sources, bool replace) const {
    if (m_file.empty()) return {};
    std::error_code ignored;
    for (const std::string& source : sources)
        if (fs::equivalent(source, m_file, ignored))
            return model::refused({model::MessageCode::IsReportItself, {model::Argument::file(m_file)}});
    if (fs::is_directory(m_file, ignored))
        return model::refused({model::MessageCode::IsFolder, {model::Argument::file(m_file)}});
    if (replace || !fs::is_regular_file(m_file, ignored) || fs::is_empty(m_file, ignored)) return {};
    return model::refused({model::MessageCode::IsThereAlready,
                           {model::Argument::file(m_file), model::Argument::name("--force-overwrite")}});
}

void Printed::text(std::string_view text) {
    if (m_file.empty()) return print(text, stdout);
    if (!model::isSafeText(text)) return this->text(model::safeText(text));
    if (!m_output && !m_error) {
        auto made = model::OutputFile::create(m_file);
        if (made) m_output.emplace(std::move(*made));
        else m_error = made.error();
    }
    if (m_error) return;
    const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    if (const auto written = m_output->write(bytes); !written) m_error = written.error();
}

model::Result<void> Printed::finish() {
    if (m_file.empty()) {
        if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return {};
        return tl::unexpected(
            model::Error{model::ErrorCode::CannotWrite, model::MessageCode::StandardOutput, std::strerror(errno)});
    }
    text({});  // also where nothing was printed the file is there
    if (m_error) return tl::unexpected(*m_error);
    return m_output->commit();
}

}  // namespace app
