// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "importers/common/message_json.h"

namespace app {

using importers::messageFromJson;
using importers::messageJson;
using importers::writeMessage;
using model::JsonWriter;

}  // namespace app
