// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "importers/common/cell.h"
#include "model/store/event_store.h"

namespace importers {

/// Collects the arguments of one event.
class Arguments {
public:
    explicit Arguments(model::EventStore& store) : m_store(store) {}
    void addInt(std::string_view key, std::int64_t value);
    void addReal(std::string_view key, double value);
    void addText(std::string_view key, std::string_view value);
    void addArgument(const model::Arg& argument) { m_args.push_back(argument); }
    /// Adds the cell unchanged; ignores Null, blobs and empty texts.
    void add(std::string_view key, const Cell& cell);
    /// Adds arguments of a call as profilers print them: "name=value | name=value", or a JSON object. Anything else is
    /// kept whole, as `args`.
    void addPrinted(std::string_view text);
    /// The tuple, or 0 if nothing was added. Empties this object.
    model::ArgsId intern();

private:
    void addPrintedJson(std::string_view text);
    model::EventStore& m_store;
    std::vector<model::Arg> m_args;
};

}  // namespace importers
