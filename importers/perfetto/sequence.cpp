// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/perfetto/sequence.h"

#include "model/base/messages.h"

namespace importers::perfetto {

void Sequence::intern(std::string_view internedData) {
    WireReader in(internedData);
    for (WireField f; in.next(f);) {
        switch (f.number) {
        case kEventCategories:
        case kEventNames:
        case kAnnotationNames:
        case kSourceLocations:
        case kFunctionNames:
        case kFrames:
        case kCallstacks:
        case kMappingPaths:
        case kMappings:
        case kGraphicsContexts:
        case kGpuSpecifications:
        case kHistogramNames:
        case kAnnotationStrings:
        case kCorrelationTexts:
        case kGpuCounterDescriptors:
        case kComputeKernels:
        case kComputeArgNames: break;
        default: continue;
        }
        if (!f.isBytes()) continue;
        std::uint64_t iid = 0;
        WireReader entry(f.bytes);
        for (WireField e; entry.next(e);)
            if (e.number == 1 && e.type == WireType::Varint) iid = e.value;
        interned[f.number].insert_or_assign(iid, Entry{std::string(f.bytes), std::nullopt, nullptr});
    }
}

Sequence::Entry* Sequence::entry(Interned field, std::uint64_t iid) {
    const auto table = interned.find(field);
    if (table == interned.end()) return nullptr;
    const auto found = table->second.find(iid);
    return found == table->second.end() ? nullptr : &found->second;
}

model::StringId Sequence::text(Interned field, std::uint64_t iid, model::EventStore& store) {
    Entry* e = entry(field, iid);
    if (!e) {
        store.diagnostics().add(model::Note::MissingString,
                                {model::MessageCode::InternedData, {static_cast<int>(field)}}, 1,
                                {model::MessageCode::IdOfRow, {iid}});
        return 0;
    }
    if (e->text) return *e->text;
    model::StringId text = 0;
    WireReader in(e->message);
    for (WireField f; in.next(f);)
        if (f.number == 2 && f.isBytes()) text = store.strings().intern(f.bytes);
    e->text = text;
    return text;
}

}  // namespace importers::perfetto
