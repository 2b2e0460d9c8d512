// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/store/event_store.h"

namespace importers::xplane {

/// The programs of XLA in a profile (HloProto): where each instruction comes from. A module stays as it is in the file
/// until an event asks for one of its instructions.
class HloModules {
public:
    /// Where an instruction comes from; empty where the file does not tell.
    struct Origin {
        std::string_view opName;   ///< "jit(train_step)/layer0/mlp/dot_general", in the bytes of the module
        model::ChainId chain = 0;  ///< Python functions with their lines, the innermost first
    };

    /// Adds a program. False if it is none; then it is not kept.
    bool add(std::int64_t program, std::string_view hloProto);
    /// `program` is the number of a module, 0 = unknown: then its name decides.
    Origin origin(std::int64_t program, std::string_view module, std::string_view instruction,
                  model::EventStore& store);
    std::size_t size() const { return m_modules.size(); }

private:
    struct Module {
        std::string bytes;  // HloModuleProto
        bool indexed = false;
        struct Place {
            std::uint64_t hash;  // of the name
            std::uint32_t begin, size;
        };
        std::vector<Place> instructions;                  // by hash
        std::vector<std::string_view> files, functions;   // of stacks
        std::vector<std::string_view> locations, frames;  // messages
    };
    void index(Module& module);
    model::ChainId stack(const Module& module, std::int64_t frame, model::EventStore& store);

    std::vector<Module> m_modules;
    std::map<std::int64_t, std::size_t> m_byProgram;
    std::map<std::string, std::size_t, std::less<>> m_byName;
};

/// "/home/me/model.py(42): forward", as PyTorch's profiler writes a Python function.
std::string frameText(std::string_view file, std::int64_t line, std::string_view function);

/// The chain of a list of lines, the innermost first: "/home/me/model.py:42".
model::ChainId chainOfLines(std::string_view lines, model::EventStore& store);

}  // namespace importers::xplane
