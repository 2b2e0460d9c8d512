// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>
#include <cupti_profiler_host.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collectors/protocol/phrase.h"

namespace collectors {

/// The first members of every struct of CUPTI's profiling functions.
template <class T>
T cuptiParameters(std::size_t size) {
    T p{};
    p.structSize = size;
    return p;
}
#define CUPTI_PARAMETERS(type) collectors::cuptiParameters<type>(type##_STRUCT_SIZE)

/// A function of libcupti by its name; null if the library lacks it, or does not exist.
void* cuptiFunction(const char* name);

/// Declares a struct with a pointer to each function of the list, and find(): it asks libcupti for them, and returns
/// whether it has all.
#define CUPTI_POINTER(name) decltype(&::name) name = nullptr;
#define CUPTI_FIND(name) all &= (name = reinterpret_cast<decltype(name)>(collectors::cuptiFunction(#name))) != nullptr;
#define CUPTI_FUNCTIONS(type, LIST) \
    struct type {                   \
        LIST(CUPTI_POINTER)         \
        bool find() {               \
            bool all = true;        \
            LIST(CUPTI_FIND)        \
            return all;             \
        }                           \
    };

/// The metrics of one chip: which of them it has, the image that sets up hardware for them, and their values. This part
/// of CUPTI needs no GPU.
class MetricHost {
public:
    MetricHost() = default;
    ~MetricHost() { close(); }
    MetricHost(const MetricHost&) = delete;
    MetricHost& operator=(const MetricHost&) = delete;

    /// Starts CUPTI's profiler and finds the chip of a GPU of CUDA. Returns the reason if that fails.
    static Phrase start();
    static Phrase chipOf(std::uint32_t device, std::string& chip);
    static Phrase textOf(CUptiResult result);

    /// `availability`: the image that CUPTI provides for the GPU.
    void open(CUpti_ProfilerType type, std::string chip, std::vector<std::uint8_t> availability);
    /// All metrics of the chip that begin with the text.
    std::vector<std::string> metricsLike(std::string_view begin) const;
    /// Chooses those of `wanted`, in their order, that the chip has and that together need at most `passes` passes.
    /// Returns the indices of the others.
    std::vector<std::size_t> choose(std::span<const std::string> wanted, std::size_t passes);

    const std::vector<const char*>& names() const { return m_names; }
    const std::vector<std::uint8_t>& config() const { return m_config; }
    std::size_t passes() const { return m_passes; }
    /// The values of names() in one range of an image; false if there are none.
    bool evaluate(std::span<const std::uint8_t> image, std::size_t range, std::span<double> values) const;

private:
    CUpti_Profiler_Host_Object* make() const;
    std::size_t configure(std::span<const char* const> names, CUpti_Profiler_Host_Object* object,
                          std::vector<std::uint8_t>& config) const;
    void close();

    CUpti_ProfilerType m_type{};
    std::string m_chip;
    std::vector<std::uint8_t> m_availability, m_config;
    std::vector<std::string> m_chosen;
    std::vector<const char*> m_names;  // of m_chosen
    CUpti_Profiler_Host_Object* m_object = nullptr;
    std::size_t m_passes = 0;
};

/// Functions of one kind of profiling, a struct of CUPTI_FUNCTIONS. May be called if `wrong` is empty.
template <class Functions>
struct ProfilingFunctions : Functions {
    /// `tooOld`: the reason if libcupti lacks one of them.
    explicit ProfilingFunctions(Phrase::Key tooOld) : wrong(MetricHost::start()) {
        if (wrong.empty() && !this->find()) wrong = tooOld;
    }
    Phrase wrong;
};

}  // namespace collectors
