// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "model/store/event_store.h"

/// Everything that a store can show, as one text: strings, facts, notes.
inline std::string allTexts(const model::Snapshot& s) {
    std::string all;
    for (model::StringId id = 1; id <= s.store().strings().count(); ++id) (all += s.text(id)) += '\n';
    const model::ReportInfo& info = s.info();
    for (const std::string* text :
         {&info.format, &info.product, &info.productVersion, &info.schemaVersion, &info.cut.of})
        all += *text + '\n';
    for (const auto& [k, v] : info.session_facts) all += k + '=' + v + '\n';
    for (const auto& e : info.entities) {
        all += e.name + '\n';
        for (const auto& [k, v] : e.facts) all += k + '=' + v + '\n';
    }
    for (const auto& a : info.attachments) all += a.name + '\n' + a.locator + '\n';
    for (const auto& c : info.categories) all += c.name + '\n';
    for (const auto& [what, n] : info.skipped) all += model::english(what) + '\n';
    for (const auto& d : s.store().diagnostics().list())
        all += model::english(d.subject) + '\n' + model::english(d.example) + '\n';
    return all;
}
