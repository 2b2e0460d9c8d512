// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "model/store/track.h"

// Names that the makers of profilers, drivers and public libraries chose: they reveal nothing about who runs a program.
namespace importers::exporting {

/// The noun for replaced names on rows of that kind: "kernel", "range" … Empty if people do not name its events.
std::string_view nounOf(model::TrackKind kind);

/// Whether the name of an event may stay although people name such events: aten::mm, ProfilerStep#3, nccl:all_reduce.
bool isPublicEvent(model::TrackKind kind, std::string_view name);

/// Whether a kernel is from a maker's library. `base` is the part of the name that may stay: template arguments may be
/// other people's types.
bool isPublicKernel(std::string_view name, std::string_view& base);

/// Whether everybody knows the functions of a library.
bool isPublicModule(std::string_view file);

/// Whether a folder or file belongs to a system or a public library; `keep` is the part that may stay.
bool isPublicPath(std::string_view path, std::string_view& keep);

/// Whether a web address is one of a profiler's maker.
bool isPublicAddress(std::string_view url);

bool isPublicRow(model::TrackKind kind, std::string_view name);
/// Whether profilers write arguments with that key.
bool isPublicKey(std::string_view key);
/// … with values that are theirs as well.
bool hasPublicValue(std::string_view key);
/// Whether a fact is about machines and versions.
bool isPublicFact(std::string_view key);
/// Keys of facts that profilers write into traces, and other programs as well; so their values are not public.
bool isPublicFactKey(std::string_view key);

}  // namespace importers::exporting
