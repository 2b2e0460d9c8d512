// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include <QCoreApplication>

#include "timeline/rows/row_list.h"

namespace timeline {
namespace {

std::string translated(const char* english) { return QCoreApplication::translate("timeline", english).toStdString(); }

}  // namespace

QString kindLabel(model::TrackKind kind) { return QString::fromStdString(model::look::kindLabel(kind, translated)); }

QString trackTitle(const model::Snapshot& s, const model::Track& track) {
    return QString::fromStdString(model::look::trackTitle(s, track, translated));
}

QString foldedTitle(const model::Snapshot& s, model::TrackKind kind, std::span<const model::TrackId> tracks,
                    FoldedAs as) {
    return QString::fromStdString(model::look::foldedTitle(s, kind, tracks, as, translated));
}

}  // namespace timeline
