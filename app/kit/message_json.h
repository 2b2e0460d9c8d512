// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>

#include "model/base/message.h"

namespace app {

/// A message as the command line writes it (writeMessage()); the text where the code is not known.
model::Message messageFromJson(const QJsonObject& object);

}  // namespace app
