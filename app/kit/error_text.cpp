// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/error_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <array>
#include <climits>
#include <string_view>

#include "app/text/error_text.h"
#include "model/base/own_labels.h"
#include "model/base/safe_text.h"

#include "sightline_version.h"

namespace app {
namespace {

constexpr std::array kCodeNames{
    "CannotOpen",        "NotAFile",           "EmptyFile",       "Truncated",      "Damaged",
    "UnknownFormat",     "NewerVersion",       "ForeignDatabase", "EmptyDatabase",  "GitLfsPointer",
    "RawCapture",        "UnsupportedFeature", "TooLarge",        "OutOfMemory",    "Cancelled",
    "CannotWrite",       "HtmlPage",           "FtraceText",      "SpeedscopeFile", "ExecutionTrace",
    "NcclInspectorLog",  "CpuProfile",         "RecipeResult",    "OldJsonExport",  "JsonWithoutEvents",
    "PerfData",          "PprofProfile",       "TracyCapture",    "ProgramFile",    "PickleFile",
    "TableFile",         "CsvTable",           "EmptyArchive",    "OtherArchive",   "WouldReplaceSource",
    "WouldReplaceOther", "NoTemporaryFile",    "BadRequest"};
static_assert(kCodeNames.size() == static_cast<std::size_t>(model::ErrorCode::Count), "one name a code");

QString expanded(const char* text, const model::Error& error) {
    const QString translated = QCoreApplication::translate("Errors", text);
    return QString::fromStdString(
        expandTemplate(translated.toStdString(), error, messageText(error.detail).toStdString()));
}

}  // namespace

ErrorMessage errorMessage(const model::Error& error, FileAs file) {
    model::Error shown = error;  // it may quote a file, and name one
    shown.subject = model::safeText(shown.subject);
    shown.detail = model::safeMessage(std::move(shown.detail));
    if (const auto slash = shown.subject.rfind('/');
        file == FileAs::Name && slash != std::string::npos && slash + 1 < shown.subject.size())
        shown.subject.erase(0, slash + 1);
    const ErrorText& text = errorText(error.code);
    ErrorMessage out;
    out.fact = expanded(text.fact, shown);
    out.next = expanded(text.next, shown);
    out.details = QStringLiteral("Sightline %1\nerror: %2\nsubject: %3\n")
                      .arg(QStringLiteral(SIGHTLINE_VERSION),
                           QString::fromLatin1(kCodeNames[static_cast<std::size_t>(error.code)]),
                           QString::fromStdString(model::safeText(error.subject)));
    if (!shown.detail.empty())
        out.details += QStringLiteral("detail: %1\n").arg(QString::fromStdString(model::english(shown.detail)));
    if (error.offset >= 0) out.details += QStringLiteral("offset: %1\n").arg(error.offset);
    return out;
}

QString messageText(const model::Message& message) {
    const model::MessageText text = model::messageText(message.code);
    const std::int64_t count = *text.one ? model::countOf(message) : -1;
    const QString pattern = QCoreApplication::translate("Messages", text.text, nullptr,
                                                        static_cast<int>(std::min<std::int64_t>(count, INT_MAX)));
    QString out;
    for (qsizetype i = 0; i < pattern.size(); ++i) {  // not arg(): a value may hold a place of its own
        const int place = pattern[i] == u'%' && i + 1 < pattern.size() ? pattern[i + 1].digitValue() : -1;
        if (place < 1 || place > static_cast<int>(message.arguments.size())) {
            out += pattern[i];
            continue;
        }
        out += argumentText(message.arguments[static_cast<std::size_t>(place - 1)]);
        ++i;
    }
    return out;
}

QString argumentText(const model::Argument& argument) {
    const auto counted = [](std::uint64_t n) { return QLocale().toString(n).toStdString(); };
    return argument.message() ? messageText(*argument.message())
                              : QString::fromStdString(model::argumentText(argument, {counted}));
}

QString labelText(std::string_view name) {
    const std::string label(model::ownLabelOf(name));
    const QString before = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size() - label.size()));
    return label.empty() ? before : before + QCoreApplication::translate("Labels", label.c_str());
}

QString noteText(const model::Diagnostic& diagnostic) { return messageText(diagnostic.sentence()); }

QString severityText(model::Severity severity) {
    switch (severity) {
    case model::Severity::Info: return QCoreApplication::translate("Notes", "Info");
    case model::Severity::Warning: return QCoreApplication::translate("Notes", "Warning");
    case model::Severity::DataLoss: return QCoreApplication::translate("Notes", "Data left out");
    }
    return {};
}

}  // namespace app
