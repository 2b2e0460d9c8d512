// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Marks an English text that the window translates, in a context. The tool that collects texts finds it by the name
/// that Qt has for it; without Qt it is the text itself.
#ifndef QT_TRANSLATE_NOOP
#define QT_TRANSLATE_NOOP(context, text) text
#endif
#ifndef QT_TRANSLATE_N_NOOP
#define QT_TRANSLATE_N_NOOP(context, text) text
#endif
