// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

#include "model/store/report_info.h"

namespace model {

/// Calls rewrite(std::string&) for every text that comes from people or files. Leaves out what only leads back to the
/// file: its path, and locators.
template <class F>
void rewriteTexts(ReportInfo& info, F&& rewrite) {
    // A structured binding of all members: if a field is added and forgotten here, this does not compile.
    auto& [format, formatKey, product, productVersion, schemaVersion, path, fileBytes, session, utcEpochNs, facts,
           entities, categories, eventsInFile, skipped, attachments, cut, partial] = info;
    for (std::string* text : {&format, &formatKey, &product, &productVersion, &schemaVersion, &cut.of}) rewrite(*text);
    const auto ofFacts = [&](Facts& all) {
        for (auto& fact : all) rewrite(fact.first), rewrite(fact.second);
    };
    ofFacts(facts);
    for (Entity& e : entities) rewrite(e.name), ofFacts(e.facts);
    for (ReportInfo::Category& c : categories) rewrite(c.name);
    for (ReportInfo::Attachment& a : attachments) rewrite(a.name);
    decltype(info.skipped) named;
    for (const auto& row : skipped) {
        Message what = row.first;
        rewriteTexts(what, rewrite);
        named[std::move(what)] += row.second;
    }
    skipped = std::move(named);
    static_cast<void>(path), static_cast<void>(fileBytes), static_cast<void>(session), static_cast<void>(utcEpochNs);
    static_cast<void>(eventsInFile), static_cast<void>(partial);
}

}  // namespace model
