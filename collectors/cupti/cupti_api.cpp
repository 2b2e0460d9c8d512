// SPDX-License-Identifier: Apache-2.0
#include "collectors/cupti/cupti_api.h"

#include <dlfcn.h>

#include "collectors/cupti/cupti_library.h"

namespace collectors {

CuptiApi& cupti() {
    static auto* one = new CuptiApi;
    return *one;
}

Phrase CuptiApi::load() {
    void* library = openCupti();
    if (!library) return Phrase::NoCupti;
#define F(name) name = reinterpret_cast<decltype(name)>(::dlsym(library, #name));
    SIGHTLINE_CUPTI_FUNCTIONS(F)
#undef F
    Dl_info where{};
    if (cuptiGetVersion && ::dladdr(reinterpret_cast<void*>(cuptiGetVersion), &where) && where.dli_fname)
        path = where.dli_fname;
    if (!cuptiGetVersion || !cuptiSubscribe || !cuptiActivityEnable || !cuptiActivityRegisterCallbacks ||
        !cuptiActivityGetNextRecord || !cuptiActivityFlushAll)
        return {Phrase::CuptiLacksFunctions, path};
    cuptiGetVersion(&version);
    return {};
}

Phrase CuptiApi::text(CUptiResult result) const {
    const char* out = nullptr;
    if (cuptiGetResultString) cuptiGetResultString(result, &out);
    return out ? Phrase::words(out) : Phrase::UnknownCuptiError;
}

}  // namespace collectors
