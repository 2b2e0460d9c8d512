// SPDX-License-Identifier: GPL-3.0-or-later
#include "timeline/rows/colouring.h"

#include <QCoreApplication>

namespace timeline {

Colouring::Colouring(ColourBy by, Theme theme, model::SnapshotPtr snapshot)
    : m_theme(theme), m_snapshot(std::move(snapshot)), m_groups(by, m_snapshot.get(), [](const char* english) {
          return QCoreApplication::translate("timeline", english).toStdString();
      }) {}

}  // namespace timeline
