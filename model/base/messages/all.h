// SPDX-License-Identifier: GPL-3.0-or-later
// Every list of messages. MESSAGE(code, text) and MESSAGES(code, text, text of one) are defined by whoever includes it.
#ifndef MESSAGE
#error "model/base/messages.h lists the codes"
#endif
#include "model/base/messages/notes.h"

#include "model/base/messages/captures.h"
#include "model/base/messages/commands.h"
#include "model/base/messages/comparisons.h"
#include "model/base/messages/error_texts.h"
#include "model/base/messages/errors.h"
#include "model/base/messages/files.h"
#include "model/base/messages/health.h"
#include "model/base/messages/remote.h"
#include "model/base/messages/sessions.h"

#include "model/base/messages/advice.h"
#include "model/base/messages/findings.h"
#include "model/base/messages/headlines.h"
#include "model/base/messages/reasons.h"

#include "model/base/messages/printed.h"
#undef MESSAGE
#undef MESSAGES
