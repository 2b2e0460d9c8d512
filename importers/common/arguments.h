// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "importers/common/cell.h"
#include "model/store/event_store.h"

namespace importers {

/// Interns tuples of arguments. Most have the keys of the one before: their shape is found without a look at the table,
/// which all threads share.
class TupleInterner {
public:
    explicit TupleInterner(model::EventStore& store) : m_table(store.args()) {}
    /// As ArgsTable::intern().
    model::ArgsId operator()(std::span<const model::Arg> args);

private:
    model::ArgsTable& m_table;
    std::vector<model::ArgsTable::Key> m_keys;
    std::uint32_t m_shape = 0;
    std::vector<std::int64_t> m_values;
};

/// Collects the arguments of one event. For one thread.
class Arguments {
public:
    explicit Arguments(model::EventStore& store) : m_store(store), m_tuples(store) {}
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
    struct Known {
        std::string_view text;  // in the table of strings
        model::StringId id = 0;
    };
    model::StringId keyOf(std::string_view key);
    void addPrintedJson(std::string_view text);

    model::EventStore& m_store;
    TupleInterner m_tuples;
    std::vector<model::Arg> m_args;
    std::array<Known, 64> m_known;  ///< the same few keys come again and again
};

}  // namespace importers
