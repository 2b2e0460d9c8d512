// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "model/store/track.h"

// What the makers of profilers, drivers and public libraries have named: it tells nothing about who runs a program.
namespace importers::exporting {

/// What stands for names of rows of that kind: "kernel", "range" … Empty where no person names its events.
std::string_view nounOf(model::TrackKind kind);

/// A name of an event that may stay where people name events, too: aten::mm, ProfilerStep#3, nccl:all_reduce.
bool isPublicEvent(model::TrackKind kind, std::string_view name);

/// A kernel of a maker's library; `base` is the part of the name that may stay: templates may be made of other people's
/// types.
bool isPublicKernel(std::string_view name, std::string_view& base);

/// A library whose functions are known to everybody.
bool isPublicModule(std::string_view file);

/// Whether a folder or file below it is part of a system or of a public library; `keep` is what may stay of it.
bool isPublicPath(std::string_view path, std::string_view& keep);

/// An address on the web that profilers lead to: their maker's.
bool isPublicAddress(std::string_view url);

bool isPublicRow(model::TrackKind kind, std::string_view name);
/// Keys of arguments that profilers write.
bool isPublicKey(std::string_view key);
/// … with values that are theirs as well.
bool hasPublicValue(std::string_view key);
/// Facts about machines and versions.
bool isPublicFact(std::string_view key);
/// Keys of facts that profilers write into traces, and other programs may write, too; their values are no more public
/// for that.
bool isPublicFactKey(std::string_view key);

}  // namespace importers::exporting
