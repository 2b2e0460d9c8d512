// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "importers/common/importer.h"
#include "model/base/string_table.h"

namespace importers::torch {

/// The operators of an execution trace: PyTorch's JSON of any version, packed or not, or the protobuf of Chakra. It has
/// no times and is no report by itself. Together with the profiler's trace of the same run it tells what each operator
/// was given, because both know the number of the record function (`rf_id`).
class ExecutionTrace {
public:
    /// Texts are 0 where the trace does not say so. In the form that PyTorch's profiler has in its traces:
    /// "[[2, 3], []]" and "[\"float\", \"Scalar\"]".
    struct Node {
        std::int64_t id = 0;
        model::StringId name = 0;
        model::StringId inputShapes = 0, inputTypes = 0, outputShapes = 0, outputTypes = 0;
    };

    /// Errors: those of opening; ExecutionTrace for a file that is none or that names no record functions. Of one that
    /// is cut or damaged, what comes before counts. Reading ends at the bounds of streams (OpenOptions::mostMemory).
    static model::Result<ExecutionTrace> read(const std::filesystem::path& path, const OpenOptions& options);

    /// nullptr if there is none.
    const Node* find(std::int64_t recordFunction) const {
        const auto found = m_nodes.find(recordFunction);
        return found == m_nodes.end() ? nullptr : &found->second;
    }
    std::size_t size() const { return m_nodes.size(); }
    /// The process that was traced; JSON says it, Chakra does not.
    std::optional<std::int64_t> pid() const { return m_pid; }
    std::string_view text(model::StringId id) const { return m_strings->at(id); }

private:
    ExecutionTrace() = default;
    friend class JsonTrace;
    friend class ChakraTrace;

    std::unordered_map<std::int64_t, Node> m_nodes;
    std::optional<std::int64_t> m_pid;
    std::shared_ptr<model::StringTable> m_strings = std::make_shared<model::StringTable>();
};

}  // namespace importers::torch
