// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace model {

// What names tell of communication between GPUs. For an event, whose arguments and launch tell more, use
// reports::Communication.

/// Which collective a name stands for, in one spelling ("allreduce", "allgather", "reducescatter", "alltoall",
/// "broadcast", "barrier", "reduce", "gather", "scatter"); empty for anything else, point to point transfers among it.
/// Understands kernels ("ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)"), host calls ("ncclAllReduce", "nccl:all_reduce")
/// and the words of frameworks ("_allgather_base").
std::string_view collectiveOf(std::string_view name);

/// Names by which a library, or a known family of kernels, is communication.
struct CommunicationFamily {
    enum class Match : std::uint8_t {
        Begins,  ///< the name begins so, return types left out
        Holds,   ///< the name up to its parameters and arguments of templates holds it, wherever
        Calls,   ///< the name of a range or operator of the host begins so
    };
    std::string_view library;
    Match match = Match::Begins;
    std::string_view text;
    std::string_view collective = {};  ///< which it is, where its other words would mislead (collectiveOf())
};
/// All of them. To add one: its line in collective.cpp.
std::span<const CommunicationFamily> communicationFamilies();

/// Whether a kernel is communication by its name: of a family, or called after a collective that only communication has
/// ("oneShotAllReduceKernel", "all_gather_kernel"; not "blockAllReduce", which is one of threads).
bool isCommunicationKernel(std::string_view name);

/// Whether a range or operator of the host is a call of such a library ("nccl:all_reduce", "ncclAllReduce",
/// "c10d::allreduce_", "record_param_comms").
bool isCommunicationCall(std::string_view name);

}  // namespace model
