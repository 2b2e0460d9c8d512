// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/measure_command.h"

#include <QStringList>

#include "app/kit/file_text.h"
#include "app/kit/shell_words.h"
#include "model/store/kernel_profiles.h"

namespace app {
namespace {

/// The program with its arguments, as the capture noted it: words with blanks between them.
QStringList programOf(const model::Snapshot& report) {
    for (const auto& [key, value] : report.info().session_facts)
        if (key == "program" && !value.empty())
            return safeText(QString::fromStdString(value)).simplified().split(u' ', Qt::SkipEmptyParts);
    return {QStringLiteral("PROGRAM"), QStringLiteral("ARGUMENTS")};
}

}  // namespace

QString measureCommand(const model::Snapshot& report, std::string_view kernel, std::size_t before, MeasureWith tool) {
    const std::string_view base = model::kernelBaseName(kernel);
    const QString name = safeText(QString::fromUtf8(base.data(), static_cast<qsizetype>(base.size())));
    QStringList words;
    if (tool == MeasureWith::Sightline)
        words = {QStringLiteral("sightline"), QStringLiteral("profile"), QStringLiteral("--kernel-metrics=roofline"),
                 QStringLiteral("--kernel-metrics-launches=%1").arg(before + 1)};
    else
        words = {QStringLiteral("ncu"),
                 QStringLiteral("--set"),
                 QStringLiteral("full"),
                 QStringLiteral("--kernel-name"),
                 name,
                 QStringLiteral("--launch-skip"),
                 QString::number(before),
                 QStringLiteral("--launch-count"),
                 QStringLiteral("1"),
                 QStringLiteral("--target-processes"),
                 QStringLiteral("all"),
                 QStringLiteral("--export"),
                 name};
    return joinForShell(words + programOf(report));
}

}  // namespace app
