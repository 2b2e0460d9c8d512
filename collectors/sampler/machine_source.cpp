// SPDX-License-Identifier: Apache-2.0
#include "collectors/sampler/machine_source.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "collectors/process/options.h"
#include "collectors/process/spool_writer.h"
#include "collectors/sampler/meters.h"
#include "collectors/sampler/ticker.h"

namespace collectors {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kPeriod{100};
constexpr std::size_t kMostCurves = 256;
constexpr double kSectorBytes =
    512;  // of /proc/diskstats, whatever the disk has (kernel: Documentation/admin-guide/iostats.rst)
constexpr double kInfinibandBytes =
    4;  // port_rcv_data counts words of four bytes (kernel: Documentation/ABI/stable/sysfs-class-infiniband)

/// A number that the system counts up, and what it makes a second.
struct Rate {
    std::uint32_t meter = 0;
    std::uint64_t count = 0, time = 0;
};
std::map<std::string, Rate> g_rates;  // of the ticker's thread
std::uint64_t g_busy = 0, g_waiting = 0, g_all = 0, g_cpuTime = 0;
std::uint32_t g_cpuMeter = 0, g_waitMeter = 0;
Ticker g_ticker;

/// What was counted since the last time becomes a reading; a counter that went back begins again. Counters that never
/// count have no curve.
void count(const std::string& name, std::uint64_t time, std::uint64_t value, double scale) {
    if (g_rates.size() >= kMostCurves && !g_rates.contains(name)) return;
    Rate& rate = g_rates[name];
    if (rate.time && time > rate.time && value >= rate.count) {
        const double perSecond =
            static_cast<double>(value - rate.count) * scale * 1e9 / static_cast<double>(time - rate.time);
        if (perSecond > 0 && rate.meter == 0) rate.meter = defineMeter(name, spool::Meter::Machine);
        if (rate.meter) read(rate.meter, rate.time, perSecond);  // it is what happened since
    }
    rate.count = value;
    rate.time = time;
}

// Fields of /proc/stat (man 5 proc): user nice system idle iowait irq softirq steal.
void readProcessors(std::uint64_t time) {
    std::ifstream in("/proc/stat");
    std::string word;
    std::uint64_t f[8] = {}, all = 0;
    if (!(in >> word)) return;
    for (std::uint64_t& v : f) in >> v, all += v;
    const std::uint64_t busy = all - f[3] - f[4];
    if (g_all && all > g_all) {
        if (!g_cpuMeter)
            g_cpuMeter = defineMeter("CPU utilization [%]", spool::Meter::Machine),
            g_waitMeter = defineMeter("CPUs idle and waiting for disks [%]", spool::Meter::Machine);
        const auto share = [&](std::uint64_t now, std::uint64_t then) {
            return now > then ? 100.0 * static_cast<double>(now - then) / static_cast<double>(all - g_all) : 0.0;
        };
        read(g_cpuMeter, g_cpuTime, share(busy, g_busy));
        read(g_waitMeter, g_cpuTime, share(f[4], g_waiting));
    }
    g_busy = busy, g_waiting = f[4], g_all = all;
    g_cpuTime = time;
}

void readNetwork(std::uint64_t time) {
    std::ifstream in("/proc/net/dev");
    for (std::string line; std::getline(in, line);) {
        const std::size_t colon = line.find(':');
        if (colon == line.npos) continue;
        std::istringstream fields(line.substr(colon + 1));
        std::string name = line.substr(0, colon);
        name.erase(0, name.find_first_not_of(' '));
        std::uint64_t f[9] = {};
        for (std::uint64_t& v : f) fields >> v;
        if (name == "lo" || !fields) continue;
        count("Network " + name + ": received [B/s]", time, f[0], 1);
        count("Network " + name + ": sent [B/s]", time, f[8], 1);
    }
    std::error_code ignored;
    for (fs::directory_iterator device("/sys/class/infiniband", ignored), end; device != end; device.increment(ignored))
        for (fs::directory_iterator port(device->path() / "ports", ignored); port != end; port.increment(ignored))
            for (const auto& [file, what] :
                 {std::pair("port_rcv_data", "received"), std::pair("port_xmit_data", "sent")}) {
                std::uint64_t words = 0;
                if (std::ifstream(port->path() / "counters" / file) >> words)
                    count("InfiniBand " + device->path().filename().string() + " port " +
                              port->path().filename().string() + ": " + what + " [B/s]",
                          time, words, kInfinibandBytes);
            }
}

void readStorage(std::uint64_t time) {
    std::ifstream in("/proc/diskstats");
    for (std::string line; std::getline(in, line);) {
        std::istringstream fields(line);
        std::uint64_t major = 0, minor = 0, f[7] = {};
        std::string name;
        fields >> major >> minor >> name;
        for (std::uint64_t& v : f) fields >> v;
        std::error_code ignored;
        const bool whole = fs::exists("/sys/block/" + name, ignored);  // what its parts do is in it
        if (!fields || !whole || name.starts_with("loop") || name.starts_with("ram") || name.starts_with("dm-") ||
            name.starts_with("md"))
            continue;
        count("Disk " + name + ": read [B/s]", time, f[2], kSectorBytes);
        count("Disk " + name + ": written [B/s]", time, f[6], kSectorBytes);
    }
}

void round() {
    const std::uint64_t time = monotonicNs();
    if (options().cpuUse) readProcessors(time);
    if (options().network) readNetwork(time);
    if (options().storage) readStorage(time);
}

void begin() {
    if (options().cpuUse || options().network || options().storage) g_ticker.start(kPeriod, round);
}

void end() {
    g_ticker.stop();
    const std::uint64_t time = monotonicNs();
    for (auto& [name, rate] : g_rates) {
        if (rate.meter) readNothing(rate.meter, time);
        rate.time = 0;  // the next stretch begins anew
    }
    if (g_cpuMeter) readNothing(g_cpuMeter, time), readNothing(g_waitMeter, time);
    g_all = 0;
    flushReadings();
}

}  // namespace

constinit const Source kMachineSource{"machine", begin, end, flushReadings, nullptr};

}  // namespace collectors
