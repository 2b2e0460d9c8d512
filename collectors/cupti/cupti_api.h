// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>

#include <string>

#include "collectors/protocol/phrase.h"

namespace collectors {

// Every function of CUPTI that we use. None is linked: the program's own libcupti is the right one, and there may be
// none.
// clang-format off
#define SIGHTLINE_CUPTI_FUNCTIONS(F)                \
    F(cuptiGetVersion)                              \
    F(cuptiGetResultString)                         \
    F(cuptiSubscribe)                               \
    F(cuptiEnableDomain)                            \
    F(cuptiEnableCallback)                          \
    F(cuptiActivityEnable)                          \
    F(cuptiActivityDisable)                         \
    F(cuptiActivityRegisterCallbacks)               \
    F(cuptiActivityGetNextRecord)                   \
    F(cuptiActivityGetNumDroppedRecords)            \
    F(cuptiActivityFlushAll)                        \
    F(cuptiActivityFlushPeriod)                     \
    F(cuptiActivitySetAttribute)                    \
    F(cuptiActivityRegisterTimestampCallback)       \
    F(cuptiGetCallbackName)                         \
    F(cuptiActivityEnableRuntimeApi)                \
    F(cuptiActivityEnableDriverApi)                 \
    F(cuptiSetThreadIdType)                         \
    F(cuptiActivityConfigureUnifiedMemoryCounter)   \
    F(cuptiActivityEnableCudaEventDeviceTimestamps) \
    F(cuptiGetStreamIdEx)
// clang-format on

struct CuptiApi {
#define F(name) decltype(&::name) name = nullptr;
    SIGHTLINE_CUPTI_FUNCTIONS(F)
#undef F
    std::string path;           ///< of the library
    std::uint32_t version = 0;  ///< its CUPTI_API_VERSION: 18 = CUDA 11.8, 120000 … = 12, 130000 … = 13

    /// Loads the library that the program has loaded, or the one that the system finds. Returns the reason if that
    /// fails.
    Phrase load();
    Phrase text(CUptiResult result) const;
};

CuptiApi& cupti();

}  // namespace collectors
