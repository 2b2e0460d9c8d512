// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/error_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <climits>
#include <string_view>

#include "app/text/error_text.h"
#include "model/base/safe_text.h"
#include "model/query/subjects.h"

namespace app {
namespace {
using model::Note;

struct NoteText {
    Note note;
    const char* text;  // %Ln is the count, %1 the subject
};

// The same facts as model::noteInfo(), with plural forms.
constexpr std::array<NoteText, static_cast<std::size_t>(Note::Count)> kNotes{{
    {Note::SkippedUnknown, QT_TRANSLATE_N_NOOP("Notes", "%Ln event(s) of an unknown type were skipped: %1")},
    {Note::NotShown, QT_TRANSLATE_N_NOOP("Notes", "%Ln event(s) are understood but not drawn: %1")},
    {Note::MissingColumn, QT_TRANSLATE_NOOP("Notes", "The report has no column %1")},
    {Note::MissingString,
     QT_TRANSLATE_N_NOOP("Notes", "%Ln name(s) are missing in the report (%1); a placeholder is shown")},
    {Note::EndBeforeStart,
     QT_TRANSLATE_N_NOOP("Notes", "%Ln event(s) end before they start and are drawn with zero length: %1")},
    {Note::NeverClosed,
     QT_TRANSLATE_N_NOOP(
         "Notes",
         "%Ln range(s) were never closed and are drawn to the end of the report, or of what encloses them: %1")},
    {Note::Overlapping,
     QT_TRANSLATE_N_NOOP("Notes",
                         "%Ln event(s) partially overlap others of their row and are kept on an extra lane: %1")},
    {Note::NoTime, QT_TRANSLATE_N_NOOP("Notes", "%Ln row(s) of the file have no usable time and cannot be drawn: %1")},
    {Note::TimeOutOfRange, QT_TRANSLATE_N_NOOP("Notes", "%Ln time(s) are out of range and were clamped: %1")},
    {Note::DanglingReference, QT_TRANSLATE_N_NOOP("Notes", "%Ln reference(s) lead nowhere: %1")},
    {Note::TimeGap, QT_TRANSLATE_NOOP("Notes", "Nothing happened for a long stretch: %1")},
    {Note::Incomplete, QT_TRANSLATE_NOOP("Notes", "The file is incomplete: %1. What could be read is shown")},
    {Note::CountMismatch, QT_TRANSLATE_NOOP("Notes", "The file announces another number of entries than it holds: %1")},
    {Note::DamagedPart, QT_TRANSLATE_N_NOOP("Notes", "%Ln part(s) of the file are damaged and were left out: %1")},
    {Note::UnknownTable, QT_TRANSLATE_N_NOOP("Notes", "A table with %Ln row(s) is not shown: %1")},
    {Note::Cancelled, QT_TRANSLATE_NOOP("Notes", "Loading was cancelled; the report is partial")},
    {Note::ReportMessage, "%1"},
    {Note::NewerMinorVersion,
     QT_TRANSLATE_N_NOOP("Notes", "%Ln part(s) were written by a newer version and passed over: %1")},
    {Note::SchedUnpaired, QT_TRANSLATE_N_NOOP("Notes", "%Ln scheduling event(s) have no partner: %1")},
    {Note::UnmatchedEnd, QT_TRANSLATE_N_NOOP("Notes", "%Ln end(s) have no begin and were ignored: %1")},
    {Note::UnmatchedFlow,
     QT_TRANSLATE_N_NOOP("Notes", "%Ln arrow(s) lack an end, or an event at an end, and are not drawn: %1")},
    {Note::NotANumber, QT_TRANSLATE_N_NOOP("Notes", "%Ln value(s) are not numbers: %1")},
    {Note::NoDuration,
     QT_TRANSLATE_N_NOOP("Notes", "%Ln event(s) have no readable duration and are drawn with zero length: %1")},
    {Note::ChecksumMismatch, QT_TRANSLATE_NOOP("Notes", "The checksum of the compressed data does not match: %1")},
    {Note::ClockSkew,
     QT_TRANSLATE_N_NOOP("Notes", "%Ln piece(s) of work begin before the call that launched them: %1")},
    {Note::DepthLimit,
     QT_TRANSLATE_N_NOOP(
         "Notes", "%Ln event(s) are nested or overlap more deeply than rows are kept for, and are not drawn: %1")},
    {Note::FileLeftOut, QT_TRANSLATE_NOOP("Notes", "A file is left out of this report: %1")},
    {Note::OrderOnly,
     QT_TRANSLATE_N_NOOP("Notes",
                         "The report has no start times: %Ln kernel(s) stand in their order, one after another; "
                         "durations are real, the times between them are not")},
    {Note::AssumedDuration, QT_TRANSLATE_N_NOOP("Notes", "%Ln kernel(s) have no duration and are drawn 1 µs long: %1")},
}};

constexpr bool byNote() {
    for (std::size_t i = 0; i < kNotes.size(); ++i)
        if (static_cast<std::size_t>(kNotes[i].note) != i) return false;
    return true;
}
static_assert(byNote(), "kNotes is indexed by Note");

constexpr std::array kCodeNames{
    "CannotOpen",        "NotAFile",           "EmptyFile",       "Truncated",      "Damaged",
    "UnknownFormat",     "NewerVersion",       "ForeignDatabase", "EmptyDatabase",  "GitLfsPointer",
    "RawCapture",        "UnsupportedFeature", "TooLarge",        "OutOfMemory",    "Cancelled",
    "CannotWrite",       "HtmlPage",           "FtraceText",      "SpeedscopeFile", "ExecutionTrace",
    "NcclInspectorLog",  "CpuProfile",         "RecipeResult",    "OldJsonExport",  "JsonWithoutEvents",
    "PerfData",          "PprofProfile",       "TracyCapture",    "ProgramFile",    "PickleFile",
    "TableFile",         "CsvTable",           "EmptyArchive",    "OtherArchive",   "WouldReplaceSource",
    "WouldReplaceOther", "NoTemporaryFile"};
static_assert(kCodeNames.size() == static_cast<std::size_t>(model::ErrorCode::Count), "one name a code");

QString expanded(const char* text, const model::Error& error) {
    const QString translated = QCoreApplication::translate("Errors", text);
    return QString::fromStdString(expandTemplate(translated.toStdString(), error));
}

}  // namespace

ErrorMessage errorMessage(const model::Error& error, FileAs file) {
    model::Error shown = error;  // it may quote a file, and name one
    shown.subject = model::safeText(shown.subject);
    shown.detail = model::safeText(shown.detail);
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
    if (!shown.detail.empty()) out.details += QStringLiteral("detail: %1\n").arg(QString::fromStdString(shown.detail));
    if (error.offset >= 0) out.details += QStringLiteral("offset: %1\n").arg(error.offset);
    return out;
}

QString formText(std::string_view text, std::span<const char* const> patterns, const char* context) {
    const auto known = model::formOf(text, patterns);
    if (!known) return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    const QString pattern = QCoreApplication::translate(context, known->pattern);
    QString out;
    for (qsizetype i = 0; i < pattern.size(); ++i) {  // not arg(): a value may hold a place of its own
        const int place = pattern[i] == u'%' && i + 1 < pattern.size() ? pattern[i + 1].digitValue() : -1;
        if (place < 1 || place > static_cast<int>(known->values.size())) {
            out += pattern[i];
            continue;
        }
        out += formText(known->values[static_cast<std::size_t>(place - 1)], patterns, context);
        ++i;
    }
    return out;
}

QString subjectText(std::string_view subject) { return formText(subject, model::subjects(), "Subjects"); }

QString labelText(std::string_view name) {
    const std::string label(model::ownLabelOf(name));
    const QString before = QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size() - label.size()));
    return label.empty() ? before : before + QCoreApplication::translate("Subjects", label.c_str());
}

QString noteText(const model::Diagnostic& diagnostic) {
    const char* text = kNotes[static_cast<std::size_t>(diagnostic.note)].text;
    const bool plural = std::string_view(text).find("%Ln") != std::string_view::npos;
    const int n = plural ? static_cast<int>(std::min<std::uint64_t>(diagnostic.count, INT_MAX)) : -1;
    QString out = QCoreApplication::translate("Notes", text, nullptr, n);
    return out.replace(QStringLiteral("%1"), subjectText(diagnostic.subject));
}

QString severityText(model::Severity severity) {
    switch (severity) {
    case model::Severity::Info: return QCoreApplication::translate("Notes", "Info");
    case model::Severity::Warning: return QCoreApplication::translate("Notes", "Warning");
    case model::Severity::DataLoss: return QCoreApplication::translate("Notes", "Data left out");
    }
    return {};
}

}  // namespace app
