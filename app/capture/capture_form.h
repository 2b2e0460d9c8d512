// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QMap>
#include <QString>
#include <QStringList>

namespace app {

/// A capture as the dialog has it: what is typed, before it is checked.
struct CaptureForm {
    QString program;
    QString arguments;               ///< as in a shell
    QString folder;                  ///< where it runs; empty = where the application does
    QStringList environment;         ///< "NAME=value"
    QMap<QString, QString> options;  ///< by long name, those that are not as usual
    QString raw;                     ///< further options, as in a shell
    bool operator==(const CaptureForm&) const = default;
};

/// What stands behind `sightline` when it is run: "profile", the options, the program. `sessionName` may be empty.
QStringList captureWords(const CaptureForm& form, const QString& sessionName = {});
/// Variables that the command itself is run with: those with a comma, which --env-var carries less legibly. None where
/// the program runs on another machine.
QStringList commandEnvironment(const CaptureForm& form);
/// The same as a person would type it, to be run from any folder.
QString captureCommandLine(const CaptureForm& form);

/// Why it cannot be run, as the command line would say it, or nothing. Looks at nothing outside of the form.
QString complaintAbout(const CaptureForm& form);

/// A form that was filled from a command line.
struct PastedCommand {
    CaptureForm form;
    QStringList unknown;      ///< words that no option is known by
    QStringList untraced;     ///< known, but not captured by this version
    QStringList refused;      ///< known, with a value that does not fit: sentences
    QStringList remarks;      ///< known, and it counts for less than it says: sentences
    QString rest;             ///< what the shell would have done after it
    bool understood = false;  ///< there is a program or an option in it
};
/// Reads `sightline profile …`, `nsys profile …`, `nsys launch …`, or the command of a program alone; with variables
/// and `cd FOLDER &&` before it.
PastedCommand readCommand(const QString& text);

QJsonObject toJson(const CaptureForm& form);
CaptureForm captureFormFromJson(const QJsonObject& object);

}  // namespace app
