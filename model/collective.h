// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace model {

/// Which collective a name stands for, in one spelling ("allreduce", "allgather", "reducescatter", "alltoall", "broadcast",
/// "barrier", "reduce", "gather", "scatter"); empty for anything else, point to point transfers among it. Understands
/// kernels ("ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)"), host calls ("ncclAllReduce", "nccl:all_reduce") and the words of
/// frameworks ("_allgather_base").
std::string_view collectiveOf(std::string_view name);

/// Whether a kernel belongs to a communication library (NCCL, RCCL).
bool isCommunicationKernel(std::string_view name);

/// Whether a range or operator of the host is a call of such a library ("nccl:all_reduce", "ncclAllReduce", "gloo:…").
bool isCommunicationCall(std::string_view name);

}  // namespace model
