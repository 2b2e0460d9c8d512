// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/rep/rep_importer.h"

#include "model/rep/rep_format.h"
#include "model/rep/rep_reader.h"

namespace importers {

int sniffRep(const Sniff& sniff) {
    const std::string_view magic(reinterpret_cast<const char*>(model::rep::kMagic), sizeof model::rep::kMagic);
    return sniff.head.starts_with(magic) ? 100 : 0;
}

model::Result<void> openRep(const std::filesystem::path& path, model::EventStore& store, const OpenOptions& options) {
    model::RepReadOptions read;
    read.stop = options.stop;
    read.published = options.published;
    read.threads = options.threads;
    read.mostMemory = options.mostMemory;
    read.wanted = options.wanted;
    if (options.progress)
        read.progress = [&](std::uint64_t done, std::uint64_t total) { options.progress({done, total}); };
    return model::readRep(path, store, read);
}

}  // namespace importers
