// SPDX-License-Identifier: Apache-2.0
#include "collectors/sampler/meters.h"

#include <limits>
#include <mutex>

#include "collectors/process/spool_writer.h"

namespace collectors {
namespace {

std::mutex g_mutex;
std::uint32_t g_meters = 0;
RecordBuffer<spool::Reading, spool::Block::Readings> g_readings;

}  // namespace

std::uint32_t defineMeter(std::string_view name, spool::Meter::Of of, std::uint32_t device) {
    const std::lock_guard guard(g_mutex);
    const std::uint32_t number = ++g_meters;
    const spool::Meter meter{number, spoolWriter().string(name), of, device, number, 0};
    spoolWriter().write(spool::Block::Meters, &meter, 1);
    return number;
}

void read(std::uint32_t meter, std::uint64_t time, double value) {
    const std::lock_guard guard(g_mutex);
    g_readings.push({time, value, meter, 0});
}

void readNothing(std::uint32_t meter, std::uint64_t time) {
    read(meter, time, std::numeric_limits<double>::quiet_NaN());
}

void flushReadings() {
    const std::lock_guard guard(g_mutex);
    g_readings.flush();
}

}  // namespace collectors
