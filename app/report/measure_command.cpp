// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/measure_command.h"

#include <QRegularExpression>
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

/// The program that measures, with its options up to the program that is measured. All take the name of a kernel
/// without its arguments.
QStringList toolWords(MeasureWith tool, const QString& name, std::size_t before) {
    const auto words = [](std::initializer_list<const char*> each) {
        QStringList out;
        for (const char* word : each) out.append(QLatin1String(word));
        return out;
    };
    switch (tool) {
    case MeasureWith::Sightline:
        return words({"sightline", "profile", "--kernel-metrics=roofline"}) +
               QStringList{QStringLiteral("--kernel-metrics-launches=%1").arg(before + 1)};
    case MeasureWith::NsightCompute:
        return words({"ncu", "--set", "full", "--kernel-name"}) +
               QStringList{name, QStringLiteral("--launch-skip"), QString::number(before)} +
               words({"--launch-count", "1", "--target-processes", "all", "--export"}) + QStringList{name};
    case MeasureWith::Rocprofv3:
        // Counters that all of AMD's GPUs have; launches are counted from 1, those of the kernel alone.
        return words({"rocprofv3", "--pmc", "SQ_WAVES", "GRBM_COUNT", "GRBM_GUI_ACTIVE", "--kernel-include-regex"}) +
               QStringList{QRegularExpression::escape(name), QStringLiteral("--kernel-iteration-range"),
                           QStringLiteral("[%1]").arg(before + 1)} +
               words({"--kernel-trace", "--output-format", "rocpd", "--"});
    case MeasureWith::RocprofCompute:
        return words({"rocprof-compute", "profile", "--name"}) + QStringList{name, QStringLiteral("--kernel"), name} +
               words({"--"});
    }
    return {};
}

}  // namespace

QString measureCommand(const model::Snapshot& report, std::string_view kernel, std::size_t before, MeasureWith tool) {
    const std::string_view base = model::kernelBaseName(kernel);
    const QString name = safeText(QString::fromUtf8(base.data(), static_cast<qsizetype>(base.size())));
    return joinForShell(toolWords(tool, name, before) + programOf(report));
}

}  // namespace app
