// SPDX-License-Identifier: GPL-3.0-or-later
// Which device work belongs to, and whose device it is, where the parts of a report say it differently.
#include "tests/kit/opened.h"

namespace {

using model::TrackKind;

std::string listed(int id, std::string_view name) { return fmt::format(R"({{"id":{},"name":"{}"}})", id, name); }

std::string event(std::string_view category, std::string_view name, int pid, std::string_view args) {
    return fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":{},"tid":7,"ts":10,"dur":5,"args":{{{}}}}})",
                       category, name, pid, args);
}

std::string kernel(int device) {
    return event("kernel", "k", device, fmt::format(R"("device":{},"stream":0,"correlation":3)", device));
}

std::string allocation(int device) {
    return fmt::format(
        R"({{"ph":"i","s":"t","name":"[memory]","pid":40,"tid":40,"ts":11,"args":{{"Device Type":1,"Device Id":{},"Bytes":64,"Total Allocated":64,"Total Reserved":128}}}})",
        device);
}

struct Trace {
    ScratchFile file;
    Opened o;
    Trace(std::string_view devices, std::string_view events)
        : file(fmt::format(R"({{"schemaVersion":1,"deviceProperties":[{}],"traceEvents":[{}]}})", devices, events),
               ".json"),
          o(file.path()) {
        CHECK(o.result.has_value());
    }
    /// "device name; …" of the rows of hardware.
    std::string hardware() const {
        std::string out;
        for (const model::Track* t : o.tracks(TrackKind::CudaHw))
            out += fmt::format("{}{} {}", out.empty() ? "" : "; ", t->key.device, o.s->text(t->name));
        return out;
    }
    std::string devices() const {
        std::string out;
        for (const model::Entity& e : o.s->info().entities)
            if (e.type == model::Entity::Type::Device)
                out += fmt::format("{}{} {}", out.empty() ? "" : "; ", e.key.device, e.name);
        return out;
    }
};

const std::string kCall = event("cuda_runtime", "hipLaunchKernel", 40, "\"correlation\":3");

}  // namespace

TEST("AMD: work on agent 2, and a list and allocations that count GPUs from 0, are of one GPU") {
    const Trace t(listed(0, "AMD Instinct MI300X"), kCall + "," + kernel(2) + "," + allocation(0));
    CHECK_EQ(t.hardware(), std::string("2 AMD Instinct MI300X"));
    CHECK_EQ(t.devices(), std::string("2 AMD Instinct MI300X"));
    CHECK_EQ(t.o.names(TrackKind::MemoryUsage), std::string("allocated; reserved"));
}

TEST("a GPU that is not listed is called like the others, if they are alike") {
    const Trace alike(listed(0, "AMD Instinct MI300X") + "," + listed(1, "AMD Instinct MI300X"),
                      kCall + "," + kernel(9));
    CHECK_EQ(alike.hardware(), std::string("9 AMD Instinct MI300X"));
    CHECK_EQ(alike.devices(), std::string("0 AMD Instinct MI300X; 1 AMD Instinct MI300X; 9 AMD Instinct MI300X"));
    const Trace different(listed(0, "AMD Instinct MI300X") + "," + listed(1, "AMD Radeon PRO W7900"),
                          kCall + "," + kernel(9));
    CHECK_EQ(different.hardware(), std::string("9 HIP"));
    const Trace none("", kCall + "," + kernel(2));
    CHECK_EQ(none.hardware(), std::string("2 HIP"));
    const Trace unlike(listed(0, "gfx942 of somebody"), kernel(0));
    CHECK_EQ(unlike.hardware(), std::string("0 gfx942 of somebody"));
}

TEST("NVIDIA: allocations of another GPU than the one at work stay with theirs") {
    const std::string call = event("cuda_runtime", "cudaLaunchKernel", 40, "\"correlation\":3");
    const Trace t(listed(0, "NVIDIA H100") + "," + listed(1, "NVIDIA H100"),
                  call + "," + kernel(1) + "," + allocation(0));
    CHECK_EQ(t.hardware(), std::string("0 NVIDIA H100; 1 NVIDIA H100"));
    CHECK_EQ(t.o.names(TrackKind::CudaApi), std::string());
}

TEST("devices of other platforms are not called CUDA's") {
    const Trace mtia("", event("mtia_runtime", "launch", 40, "\"correlation\":3") + "," +
                             event("mtia_ccp_events", "job", 0, R"("device":0,"stream":1,"correlation":3)"));
    CHECK_EQ(mtia.hardware(), std::string("0 MTIA"));
    CHECK_EQ(mtia.o.names(TrackKind::CudaApi), std::string("MTIA API"));
    const Trace xpu(listed(0, "Data Center GPU Max"),
                    event("xpu_runtime", "submit", 40, "\"correlation\":3") + "," + kernel(0));
    CHECK_EQ(xpu.hardware(), std::string("0 XPU, Data Center GPU Max"));
}

TEST("waiting is on the GPU of its context, whatever its record says") {
    const std::string pid = std::to_string(std::int64_t{4711} << 24);
    const ScratchDatabase db(
        "CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT); INSERT INTO StringIds VALUES (1, 'k');"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start, end, deviceId, contextId, streamId, correlationId, globalPid, demangledName, shortName);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20, 1, 3, 7, 1, " +
        pid +
        ", 1, 1);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION (start, end, deviceId, contextId, streamId, correlationId, globalPid, syncType, eventId);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES (12, 21, 0, 3, 7, 2, " +
        pid + ", 3, 0), (22, 23, 0, 9, 7, 3, " + pid + ", 3, 0);");
    const Opened o(db.path());
    const auto waits = o.events(TrackKind::StreamSync);
    CHECK_EQ(waits.size(), std::size_t{2});
    CHECK_EQ(waits[0].track->key.device, 1);
    CHECK_EQ(waits[1].track->key.device, 0);  // nothing says better
    auto part = model::EventStore::create();
    importers::OpenOptions options;
    options.wanted = model::Wanted::of({TrackKind::StreamSync});
    CHECK(importers::openReport(db.path(), *part, options).has_value());
    for (const model::Track& t : part->snapshot()->tree().tracks)
        if (t.kind == TrackKind::StreamSync && t.key.context == 3) CHECK_EQ(t.key.device, 1);
}
