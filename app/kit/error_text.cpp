// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/kit/error_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <climits>
#include <string_view>

#include "model/base/own_labels.h"
#include "model/base/safe_text.h"
#include "timeline/look/format.h"

#include "sightline_version.h"

namespace app {
namespace {

constexpr model::NumberText kNumbers{[](std::uint64_t n) { return timeline::formatCount(n).toStdString(); }};

}  // namespace

ErrorMessage errorMessage(const model::Error& error, FileAs file) {
    model::Error shown = error;  // it may quote a file, and name one
    shown.detail = model::safeMessage(std::move(shown.detail));
    std::string& name = shown.subject.text;
    name = model::safeText(name);
    const std::string subject = name;
    const bool mayBePath =
        shown.subject.kind == model::Argument::Kind::File || shown.subject.kind == model::Argument::Kind::Text;
    if (const auto slash = name.rfind('/');
        file == FileAs::Name && mayBePath && slash != name.npos && slash + 1 < name.size())
        name.erase(0, slash + 1);
    ErrorMessage out;
    out.fact = messageText(factOf(shown));
    out.next = messageText(nextOf(shown.code));
    out.details = QStringLiteral("Sightline %1\nerror: %2\nsubject: %3\n")
                      .arg(QStringLiteral(SIGHTLINE_VERSION),
                           QString::fromStdString(std::string(model::messageKey(factOf(shown).code))),
                           QString::fromStdString(subject));
    if (!shown.detail.empty())
        out.details += QStringLiteral("detail: %1\n").arg(QString::fromStdString(model::english(shown.detail)));
    if (error.offset >= 0) out.details += QStringLiteral("offset: %1\n").arg(error.offset);
    return out;
}

int pluralCount(std::int64_t count) { return static_cast<int>(std::min<std::int64_t>(count, INT_MAX)); }

QString messageText(const model::Message& message) { return messageText(message, kNumbers); }

QString messageText(const model::Message& message, const model::NumberText& numbers) {
    const auto translate = [](const char* text, std::int64_t count) {
        return QCoreApplication::translate("Messages", text, nullptr, pluralCount(count)).toStdString();
    };
    return QString::fromStdString(model::translated(message, translate, numbers));
}

QString argumentText(const model::Argument& argument) {
    return argument.message() ? messageText(*argument.message())
                              : QString::fromStdString(model::argumentText(argument, kNumbers));
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
