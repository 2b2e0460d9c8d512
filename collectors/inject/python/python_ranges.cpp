// SPDX-License-Identifier: Apache-2.0
// What the package in collectors/python calls through ctypes: ranges of functions of Python. They go the way of every
// program's NVTX, so that options about domains and ranges hold for them.
#include <nvtx3/nvToolsExt.h>

#include <string>

#include "collectors/process/own_stack.h"
#include "collectors/process/process.h"
#include "collectors/process/spool_writer.h"

#define SIGHTLINE_EXPORT __attribute__((visibility("default")))

namespace {

void writeFact(const char* kind, const char* what, const char* why) {
    collectors::onOwnStack([&]() noexcept {
        try {
            if (collectors::joinSession()) collectors::spoolWriter().facts({std::string(kind) + what, why});
        } catch (...) {
            collectors::gaveUp();
        }
    });
}

}  // namespace

extern "C" {

/// A domain; never freed. The first one makes NVTX begin.
SIGHTLINE_EXPORT void* sightlinePythonDomain(const char* name) {
    void* out = nullptr;
    collectors::onOwnStack([&]() noexcept { out = nvtxDomainCreateA(name); });
    return out;
}

SIGHTLINE_EXPORT void* sightlinePythonText(void* domain, const char* text) {
    return nvtxDomainRegisterStringA(static_cast<nvtxDomainHandle_t>(domain), text);
}

SIGHTLINE_EXPORT void sightlinePythonCategory(void* domain, unsigned category, const char* name) {
    nvtxDomainNameCategoryA(static_cast<nvtxDomainHandle_t>(domain), category, name);
}

/// `colour`: ARGB, 0 = none; `category`: 0 = none.
SIGHTLINE_EXPORT void sightlinePythonPush(void* domain, void* text, unsigned colour, unsigned category) {
    nvtxEventAttributes_t a{};
    a.version = NVTX_VERSION;
    a.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    a.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    a.message.registered = static_cast<nvtxStringHandle_t>(text);
    a.category = category;
    if (colour != 0) a.colorType = NVTX_COLOR_ARGB, a.color = colour;
    nvtxDomainRangePushEx(static_cast<nvtxDomainHandle_t>(domain), &a);
}

SIGHTLINE_EXPORT void sightlinePythonPop(void* domain) { nvtxDomainRangePop(static_cast<nvtxDomainHandle_t>(domain)); }

/// What has no ranges, for the report: of all processes together, since many run the same.
SIGHTLINE_EXPORT void sightlinePythonSay(const char* what, const char* why) { writeFact("unranged.", what, why); }

/// A module that was looked for has been imported.
SIGHTLINE_EXPORT void sightlinePythonFound(const char* module) { writeFact("ranged.", module, "1"); }
}
