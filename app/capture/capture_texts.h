// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include "app/capture/capture_form.h"
#include "app/cli/capture/options.h"

/// The words of the capture dialog about what the option table of the command line holds.
namespace app {

/// What a person reads about an option: what it does, and what it costs the program (empty = nothing worth a word). An
/// option that has no words here yet is shown by its name, with its meaning from the table.
struct OptionText {
    QString label, cost;
};
OptionText optionText(const capture::OptionInfo& info);

/// Whether the dialog has a control for it; the others may be typed.
bool hasControl(const capture::OptionInfo& info);

/// A kind for --trace that this version captures.
struct TraceKind {
    QString key;
    OptionText text;
};
QList<TraceKind> traceKinds();

/// A way to capture that comes with the program. `options` are those of the form; program and arguments are examples.
struct CapturePreset {
    QString key, name, meaning, program, arguments;
    QMap<QString, QString> options;
    QStringList environment;
};
QList<CapturePreset> capturePresets();

}  // namespace app
