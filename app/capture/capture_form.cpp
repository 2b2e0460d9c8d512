// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/capture/capture_form.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QRegularExpression>
#include <optional>

#include "app/cli/capture/option_values.h"
#include "app/cli/capture/options.h"
#include "app/kit/error_text.h"
#include "app/kit/shell_words.h"
#include "app/kit/std_text.h"
#include "model/base/messages.h"

namespace app {
namespace {

using capture::OptionInfo;

bool isAssignment(const QString& word) {
    static const QRegularExpression form(QStringLiteral("^[A-Za-z_][A-Za-z0-9_]*="));
    return form.match(word).hasMatch();
}

/// An option as it was typed.
struct Typed {
    QString name, value;
    bool hasValue = false;
};

Typed split(const QString& word) {
    if (word.startsWith(QLatin1String("--"))) {
        const qsizetype equals = word.indexOf(u'=');
        return equals < 0 ? Typed{word, {}, false} : Typed{word.left(equals), word.mid(equals + 1), true};
    }
    if (word.size() == 2) return {word, {}, false};
    return {word.left(2), word.mid(word[2] == u'=' ? 3 : 2), true};
}

/// Of what a list of kinds names, that which this version captures; the others go to `out.untraced`.
QString capturedKinds(const QString& value, PastedCommand& out) {
    QStringList kept;
    for (const QString& kind : value.split(u',')) {
        capture::CaptureOptions scratch;
        const model::Message wrong = capture::parseTrace(scratch, kind.toStdString());
        const QString library = QString::fromStdString(scratch.collect.libraries);  // "cublas" of "cublas-verbose"
        if (!wrong.empty()) out.unknown.append(kind);
        else if (!scratch.untraced.empty()) out.untraced.append(kind);
        else kept.append(kind);
        if (!scratch.untraced.empty() && !library.isEmpty() && !value.split(u',').contains(library))
            kept.append(library);
    }
    return kept.isEmpty() ? QStringLiteral("none") : kept.join(u',');
}

void readOption(const OptionInfo& info, QString value, PastedCommand& out) {
    const QString name = utf8(info.name);
    value = QString::fromStdString(std::string(capture::valueOf(info, value.toStdString())));
    if (!info.take) {
        if (!capture::asksForNothing(info, value.toStdString())) out.untraced.append(QStringLiteral("--") + name);
        return;
    }
    if (name == QLatin1String("trace")) value = capturedKinds(value, out);
    capture::CaptureOptions scratch;
    const model::Message wrong = info.take(scratch, value.toStdString());
    for (const auto& [variable, its] : scratch.environment)
        out.form.environment.append(QString::fromStdString(variable + '=' + its));
    if (!wrong.empty()) {
        out.refused.append(messageText({model::MessageCode::OptionValue, {("--" + name).toStdString(), wrong}}));
        return;
    }
    for (const std::string& what : scratch.untraced) out.untraced.append(QString::fromStdString(what));
    for (const model::Message& remark : scratch.remarks) out.remarks.append(messageText(remark));
    if (name == QLatin1String("env-var")) return;
    if (info.isSwitch() && !capture::switchOf(value.toStdString()))
        value = QStringLiteral("true");                                  // what it says beyond that is not captured
    if (name == QLatin1String("on") && out.form.options.contains(name))  // the box holds one; the others count, too
        out.form.raw += (out.form.raw.isEmpty() ? "" : " ") + quotedForShell(QStringLiteral("--on=") + value);
    else if (value == utf8(info.standard)) out.form.options.remove(name);
    else out.form.options.insert(name, value);
}

/// Takes the options from the front of the words away.
void readOptions(QStringList& words, capture::Command command, PastedCommand& out) {
    while (!words.isEmpty() && words.first().startsWith(u'-') && words.first().size() > 1) {
        const QString word = words.takeFirst();
        if (word == QLatin1String("--")) return;
        Typed typed = split(word);
        const OptionInfo* info = capture::findOption(typed.name.toStdString());
        if (!info || !(info->commands & command)) {
            out.unknown.append(word);
            continue;
        }
        const bool follows = !typed.hasValue && !words.isEmpty() &&
                             (!info->isSwitch() || capture::switchOf(words.first().toStdString()));
        if (follows) typed.value = words.takeFirst();
        else if (!typed.hasValue && info->isSwitch()) typed.value = QStringLiteral("true");
        else if (!typed.hasValue) {
            out.refused.append(
                messageText({model::MessageCode::OptionNeedsValue, {typed.name.toStdString(), info->value}})
                    .chopped(1));
            continue;
        }
        readOption(*info, typed.value, out);
        out.understood = true;
    }
}

/// `cd FOLDER &&` at the front goes into the form; what is behind it comes back.
QString withoutFolder(const QString& line, CaptureForm& form) {
    const ShellWords first = splitShell(line);
    const bool changes = first.words.size() == 2 && first.words[0] == QLatin1String("cd") &&
                         (first.rest.startsWith(QLatin1String("&&")) || first.rest.startsWith(u';'));
    if (!changes) return line;
    form.folder = first.words[1];
    return first.rest.mid(first.rest.startsWith(u';') ? 1 : 2).trimmed();
}

/// The command among the words, with what stands before the program: variables, sudo, the tool with its verb.
std::optional<capture::Command> readTool(QStringList& words, PastedCommand& out) {
    const auto readVariables = [&] {
        while (!words.isEmpty() && isAssignment(words.first())) out.form.environment.append(words.takeFirst());
    };
    readVariables();
    if (!words.isEmpty() && words.first() == QLatin1String("sudo")) {
        out.unknown.append(words.takeFirst());
        while (!words.isEmpty() && words.first().startsWith(u'-')) out.unknown.append(words.takeFirst());
        readVariables();
    }
    if (words.size() < 2) return std::nullopt;
    const QString tool = QFileInfo(words[0]).fileName();
    if (tool != QLatin1String("nsys") && tool != QLatin1String("sightline")) return std::nullopt;
    if (words[1] != QLatin1String("profile") && words[1] != QLatin1String("launch")) return std::nullopt;
    words.removeFirst();
    return words.takeFirst() == QLatin1String("profile") ? capture::kProfile : capture::kLaunch;
}

}  // namespace

namespace {

/// The environment of the command does not reach the program then.
bool isElsewhere(const CaptureForm& form) { return form.options.contains(QStringLiteral("on")); }

}  // namespace

QStringList commandEnvironment(const CaptureForm& form) {
    QStringList out;
    if (isElsewhere(form)) return out;
    for (const QString& variable : form.environment)
        if (variable.contains(u',')) out.append(variable);
    return out;
}

QStringList captureWords(const CaptureForm& form, const QString& sessionName) {
    QStringList out{QStringLiteral("profile")};
    // In the order of the table, so that the same form gives the same line.
    for (const OptionInfo& info : capture::optionTable())
        if (const auto at = form.options.find(utf8(info.name)); at != form.options.end())
            out.append(QStringLiteral("--%1=%2").arg(at.key(), at.value()));
    for (QString variable : form.environment)
        if (isElsewhere(form) || !variable.contains(u','))
            out.append(QStringLiteral("--env-var=") + variable.replace(QLatin1String(","), QLatin1String("\\,")));
    if (!sessionName.isEmpty()) out.append(QStringLiteral("--session-new=") + sessionName);
    out += splitShell(form.raw).words;
    if (form.program.startsWith(u'-')) out.append(QStringLiteral("--"));
    if (!form.program.isEmpty()) out.append(form.program);
    return out + splitShell(form.arguments).words;
}

QString captureCommandLine(const CaptureForm& form) {
    QString out;
    if (!form.folder.isEmpty()) out = QStringLiteral("cd %1 && ").arg(quotedForShell(form.folder));
    for (const QString& variable : commandEnvironment(form)) {
        const qsizetype equals = variable.indexOf(u'=');
        out += variable.left(equals + 1) + quotedForShell(variable.mid(equals + 1)) + u' ';
    }
    return out + QStringLiteral("sightline ") + joinForShell(captureWords(form));
}

QString complaintAbout(const CaptureForm& form) {
    std::vector<std::string> words;
    for (const QString& word : captureWords(form).mid(1)) words.push_back(word.toStdString());
    capture::CaptureOptions options;
    return messageText(capture::parseOptions(words, capture::kProfile, options));
}

PastedCommand readCommand(const QString& pasted) {
    PastedCommand out;
    QString line = pasted.trimmed();
    static const QRegularExpression prompt(QStringLiteral("^[$#>] +"));
    line = withoutFolder(line.remove(prompt), out.form);
    ShellWords all = splitShell(line);
    out.rest = all.rest;
    if (const auto command = readTool(all.words, out)) readOptions(all.words, *command, out);
    if (!all.words.isEmpty()) out.form.program = all.words.takeFirst();
    out.form.arguments = joinForShell(all.words);
    out.understood = out.understood || !out.form.program.isEmpty();
    return out;
}

QJsonObject toJson(const CaptureForm& form) {
    QJsonObject options;
    for (auto at = form.options.begin(); at != form.options.end(); ++at) options.insert(at.key(), at.value());
    return {{QStringLiteral("program"), form.program},
            {QStringLiteral("arguments"), form.arguments},
            {QStringLiteral("folder"), form.folder},
            {QStringLiteral("environment"), QJsonArray::fromStringList(form.environment)},
            {QStringLiteral("options"), options},
            {QStringLiteral("raw"), form.raw}};
}

CaptureForm captureFormFromJson(const QJsonObject& o) {
    CaptureForm out{o[QLatin1String("program")].toString(),
                    o[QLatin1String("arguments")].toString(),
                    o[QLatin1String("folder")].toString(),
                    {},
                    {},
                    o[QLatin1String("raw")].toString()};
    for (const QJsonValue& v : o[QLatin1String("environment")].toArray()) out.environment.append(v.toString());
    const QJsonObject options = o[QLatin1String("options")].toObject();
    for (auto at = options.begin(); at != options.end(); ++at)
        if (capture::findOption("--" + at.key().toStdString())) out.options.insert(at.key(), at.value().toString());
    return out;
}

}  // namespace app
