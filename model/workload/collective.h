// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace model {

// What names reveal about communication between GPUs. For an event, use reports::Communication: its arguments and its
// launch reveal more.

/// The collective that a name stands for, in one spelling ("allreduce", "allgather", "reducescatter", "alltoall",
/// "broadcast", "barrier", "reduce", "gather", "scatter"). Empty for anything else, including point-to-point transfers.
/// Understands kernels ("ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)"), host calls ("ncclAllReduce", "nccl:all_reduce")
/// and the words of frameworks ("_allgather_base").
std::string_view collectiveOf(std::string_view name);

/// A pattern of names that identifies a library, or a known family of kernels, as communication.
struct CommunicationFamily {
    enum class Match : std::uint8_t {
        Begins,  ///< the name begins with it, return types left out
        Holds,   ///< the name contains it, anywhere before its parameters and template arguments
        Calls,   ///< the name of a range or operator of the host begins with it
    };
    std::string_view library;
    Match match = Match::Begins;
    std::string_view text;
    std::string_view collective = {};  ///< its collective, if the other words of the name would mislead collectiveOf()
};
/// All of them. To add one: a line in collective.cpp.
std::span<const CommunicationFamily> communicationFamilies();

/// Whether a kernel is communication by its name: of a family, or named after a collective that exists only in
/// communication ("oneShotAllReduceKernel", "all_gather_kernel"; not "blockAllReduce", which is a reduction over
/// threads).
bool isCommunicationKernel(std::string_view name);

/// Whether a range or operator of the host is a call of such a library ("nccl:all_reduce", "ncclAllReduce",
/// "c10d::allreduce_", "record_param_comms").
bool isCommunicationCall(std::string_view name);

}  // namespace model
