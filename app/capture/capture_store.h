// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "app/capture/capture_form.h"

/// What the capture dialog keeps in the settings.
namespace app {

/// Names of saved presets, in their order.
QStringList savedPresets();
CaptureForm savedPreset(const QString& name);
void savePreset(const QString& name, const CaptureForm& form);
void removePreset(const QString& name);

/// The form of the last capture that was started.
CaptureForm lastCaptureForm();
void rememberCaptureForm(const CaptureForm& form);

/// Other machines where captures were started, the last one first.
QStringList recentTargets();
void rememberTarget(const QString& target);

}  // namespace app
