// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/roofline/peaks.h"

namespace model::roofline {

/// The inputs of an operator's call, as PyTorch's profiler records them with record_shapes=True.
struct OperatorInputs {
    std::string_view sizes;   ///< "[[2048], [141, 512], [512, 2048], [], []]"
    std::string_view types;   ///< "["c10::BFloat16", …]"
    std::string_view values;  ///< of inputs that are not tensors: "["", "[1, 1]", "True"]"; "" = not recorded
};

/// Work and traffic of a call, computed from the sizes of its inputs: each tensor is read or written once.
struct OperatorWork {
    double flop = 0;
    double bytes = 0;
    Precision precision = Precision::Fp32;
    bool isMatrix = false;     ///< FP32 may run as TF32: the kernel's name decides
    std::string_view formula;  ///< static text: "2 M N K"
    std::string shape;         ///< "M 141 N 2048 K 512"
};

/// The model of an operator by its name ("aten::addmm"); nothing if there is none, or if the inputs do not fit it.
std::optional<OperatorWork> modelOf(std::string_view name, const OperatorInputs& inputs);
/// Whether there is a model of an operator of that name.
bool hasModel(std::string_view name);

/// Whether the name of a kernel tells that it multiplies in TF32.
bool isTf32Kernel(std::string_view kernel);

/// "[[2, 3], [], [4]]" as numbers; an entry that is not a list is empty. Nothing if the text is not such a list. At
/// most 64 inputs of 16 dimensions.
using Sizes = std::vector<std::vector<double>>;
std::optional<Sizes> readSizes(std::string_view text);
/// `["a", "[1, 2]"]` as texts.
std::vector<std::string_view> readTexts(std::string_view text);

}  // namespace model::roofline
