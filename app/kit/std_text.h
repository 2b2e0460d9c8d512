// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>
#include <filesystem>
#include <string_view>

/// Texts and paths between Qt and the standard library.
namespace app {

inline QString utf8(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// As the system spells it: a name that is not UTF-8 is still the file's.
inline std::filesystem::path nativePath(const QString& path) { return QFile::encodeName(path).toStdString(); }

}  // namespace app
