// SPDX-License-Identifier: GPL-3.0-or-later
#include "importers/nsys/rep_facts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <map>
#include <utility>

#include "importers/common/protobuf_wire.h"
#include "model/base/time_units.h"

namespace importers::nsys {
namespace {

/// Keys of the machine's properties that are taken; every other one, environments above all, stays in the file.
constexpr std::pair<std::uint64_t, std::string_view> kSystemKeys[] = {{1, "CpuCores"},
                                                                      {2, "CpuSpeedMhz"},
                                                                      {3, "CpuArchitecture"},
                                                                      {13, "CpuDescription"},
                                                                      {205, "NvDriverVersion"},
                                                                      {600, "HardwarePlatform"},
                                                                      {601, "SoftwarePlatform"},
                                                                      {605, "OsDescription"},
                                                                      {611, "CudaDriverVersion"},
                                                                      {618, "SoftwareReleaseVersion"},
                                                                      {619, "Hostname"},
                                                                      {882, "KernelVersion"}};

/// A few bytes of a damaged report become a record of hundreds; no real list comes near this.
constexpr std::size_t kMaxRecords = 1 << 20;
constexpr std::size_t kMaxGpus = 1024;

/// Calls visit(field) for every field that is a nested message and is reached by that path of field numbers.
template <class Visit>
bool visitNested(std::string_view message, std::span<const std::uint32_t> path, Visit&& visit) {
    WireReader reader(message);
    bool ok = true;
    for (WireField f; reader.next(f);) {
        if (f.number != path.front() || !f.isBytes()) continue;
        if (path.size() == 1) visit(f.bytes);
        else ok = visitNested(f.bytes, path.subspan(1), visit) && ok;
    }
    return ok && !reader.failed();
}

void readSystemFact(std::string_view message, SessionFacts& facts) {
    std::uint64_t key = 0;
    std::string_view value;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == 1) key = f.value;
        if (f.number == 2 && f.isBytes()) value = f.bytes;
    }
    if (value.empty()) return;
    for (const auto& [number, name] : kSystemKeys)
        if (number == key && facts.systemValue(name).empty()) facts.system.push_back({name, std::string(value)});
}

/// Decimal text of a 64-bit number, signed or wrapped to unsigned; both are in use.
bool parseWrapped(std::string_view text, std::uint64_t& value) {
    const char* end = text.data() + text.size();
    if (text.starts_with('-')) {
        std::int64_t negative = 0;
        const auto done = std::from_chars(text.data(), end, negative);
        value = static_cast<std::uint64_t>(negative);
        return done.ec == std::errc() && done.ptr == end;
    }
    const auto done = std::from_chars(text.data(), end, value);
    return done.ec == std::errc() && done.ptr == end;
}

using ClockOffsets = std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t>;

void readClockLink(std::string_view message, ClockOffsets& offsets) {
    std::uint64_t from = 0, to = 0, offset = 0;
    bool known = false;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == 1) from = f.value;
        if (f.number == 2) to = f.value;
        if (f.number == 5 && f.isBytes()) known = parseWrapped(f.bytes, offset);
    }
    if (known) offsets[{from, to}] = offset;
}

/// Session time -> steady clock -> target's steady clock -> UTC. The offsets point backwards, hence the sign.
void resolveClockLinks(const ClockOffsets& offsets, SessionFacts& facts) {
    constexpr std::pair<std::uint64_t, std::uint64_t> kChain[] = {{7, 1}, {1, 3}, {3, 9}};
    std::uint64_t sum = 0;
    for (const auto& link : kChain) {
        const auto found = offsets.find(link);
        if (found == offsets.end()) return;
        sum += found->second;
    }
    facts.utcEpochNs = static_cast<std::int64_t>(0 - sum);
}

RepGenericField readGenericField(std::string_view message) {
    RepGenericField field;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == 1) field.nameId = f.asInt();
        if (f.number == 2) field.offset = static_cast<std::uint32_t>(std::min<std::uint64_t>(f.value, UINT32_MAX));
        if (f.number == 3) field.size = static_cast<std::uint32_t>(std::min<std::uint64_t>(f.value, UINT32_MAX));
        if (f.number == 5) field.hasFormat = true;
    }
    return field;
}

RepGenericType readGenericType(std::string_view message) {
    RepGenericType type;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == 1) type.typeId = f.value;
        if (f.number == 2) type.nameId = f.asInt();
        if (f.number == 3 && f.isBytes() && type.fields.size() < kMaxRecords)
            type.fields.push_back(readGenericField(f.bytes));
    }
    return type;
}

struct ClockTransform {
    std::string_view from, to;
    std::uint64_t fromNs = 0, toNs = 0;
};

ClockTransform readTransform(std::string_view message) {
    ClockTransform result;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (!f.isBytes()) continue;
        if (f.number == 1) result.from = f.bytes;
        if (f.number == 2) result.to = f.bytes;
        constexpr std::uint32_t kPoint[] = {1};
        if (f.number == 3)
            visitNested(f.bytes, kPoint, [&](std::string_view point) {
                WireReader inner(point);
                for (WireField g; inner.next(g);) {
                    if (g.number == 1) result.fromNs = g.value;
                    if (g.number == 2) result.toNs = g.value;
                }
            });
    }
    return result;
}

/// Copies numbered fields into members, in the order of the list: the first is field 1.
template <class T, std::size_t N>
void readNumbers(std::string_view message, T& target, const std::array<std::int64_t T::*, N>& members) {
    WireReader reader(message);
    for (WireField f; reader.next(f);)
        if (f.number <= N && !f.isBytes() && members[f.number - 1]) target.*members[f.number - 1] = f.asInt();
}

RepGpu readGpu(std::string_view message) {
    RepGpu gpu;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.isBytes()) {
            if (f.number == 2) gpu.name = f.bytes;
            if (f.number == 3) gpu.busLocation = f.bytes;
            if (f.number == 5) gpu.uuid = f.bytes;
            if (f.number == 7) gpu.chipName = f.bytes;
            continue;
        }
        for (const auto& number : kGpuNumbers)
            if (number.field == f.number) gpu.*number.member = f.asInt();
    }
    return gpu;
}

/// Until 2021 a GPU was described once more for every process that used CUDA, under the process's own device number.
struct OldCudaGpu {
    RepGpu gpu;
    std::int64_t deviceId = 0, pid = 0;
};

OldCudaGpu readOldCudaGpu(std::string_view message) {
    constexpr std::pair<std::uint32_t, std::int64_t RepGpu::*> kOldNumbers[] = {{3, &RepGpu::totalMemory},
                                                                                {4, &RepGpu::constantMemory},
                                                                                {5, &RepGpu::l2CacheSize},
                                                                                {6, &RepGpu::threadsPerWarp},
                                                                                {7, &RepGpu::clockRate},
                                                                                {8, &RepGpu::asyncEngines},
                                                                                {9, &RepGpu::smCount},
                                                                                {10, &RepGpu::maxIpc},
                                                                                {11, &RepGpu::maxWarpsPerSm},
                                                                                {12, &RepGpu::maxBlocksPerSm},
                                                                                {13, &RepGpu::maxRegistersPerBlock},
                                                                                {14, &RepGpu::maxShmemPerBlock},
                                                                                {15, &RepGpu::maxThreadsPerBlock},
                                                                                {16, &RepGpu::maxBlockDimX},
                                                                                {17, &RepGpu::maxBlockDimY},
                                                                                {18, &RepGpu::maxBlockDimZ},
                                                                                {19, &RepGpu::maxGridDimX},
                                                                                {20, &RepGpu::maxGridDimY},
                                                                                {21, &RepGpu::maxGridDimZ},
                                                                                {22, &RepGpu::computeMajor},
                                                                                {23, &RepGpu::computeMinor},
                                                                                {27, &RepGpu::maxShmemPerSm},
                                                                                {28, &RepGpu::maxRegistersPerSm}};
    OldCudaGpu old;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == 1 && f.isBytes()) old.gpu.name = f.bytes;
        if (f.number == 26 && f.isBytes()) old.gpu.busLocation = f.bytes;
        if (f.number == 24) old.deviceId = f.asInt();
        if (f.number == 25) old.pid = f.asInt();
        for (const auto& [field, member] : kOldNumbers)
            if (field == f.number && !f.isBytes()) old.gpu.*member = f.asInt();
    }
    // Some versions give MiB and some give bytes; no GPU has less than 16 MiB, and none as much as 16 TiB.
    constexpr std::int64_t kMiB = 1 << 20;
    if (old.gpu.totalMemory > 0 && old.gpu.totalMemory < 16 * kMiB) old.gpu.totalMemory *= kMiB;
    constexpr std::int64_t kMaxKiloHertz = 100'000'000;
    if (old.gpu.clockRate > 0 && old.gpu.clockRate < kMaxKiloHertz) old.gpu.clockRate *= 1000;
    return old;
}

void addOldCudaGpu(OldCudaGpu old, std::int64_t globalVid, SessionFacts& facts) {
    auto& gpus = facts.gpus;
    auto same = std::find_if(gpus.begin(), gpus.end(),
                             [&](const RepGpu& gpu) { return gpu.busLocation == old.gpu.busLocation; });
    if (same == gpus.end())  // the bus is not always known
        same = std::find_if(gpus.begin(), gpus.end(), [&](const RepGpu& gpu) { return gpu.name == old.gpu.name; });
    old.gpu.globalVid = globalVid;
    old.gpu.id = same == gpus.end() ? old.deviceId : same->id;
    facts.cudaDevices.push_back({old.gpu.id, old.deviceId, old.pid});
    if (same == gpus.end()) {
        gpus.push_back(std::move(old.gpu));
    } else if (same->smCount == 0) {
        old.gpu.isDiscrete = same->isDiscrete;
        old.gpu.busLocation = same->busLocation;
        *same = std::move(old.gpu);
    }
}

void readTargetMachine(std::string_view message, SessionFacts& facts) {
    std::int64_t globalVid = 0;
    std::vector<OldCudaGpu> oldGpus;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == 1) globalVid = f.asInt();
        if (f.number != 2 || !f.isBytes()) continue;
        WireReader inner(f.bytes);
        for (WireField g; inner.next(g);) {
            if (!g.isBytes() || facts.gpus.size() + oldGpus.size() > kMaxGpus) continue;
            if (g.number == 1) oldGpus.push_back(readOldCudaGpu(g.bytes));
            if (g.number == 7) {
                facts.gpus.push_back(readGpu(g.bytes));
                facts.gpus.back().globalVid = globalVid;
            }
            using D = RepCudaDevice;
            if (g.number == 9 && facts.cudaDevices.size() < kMaxRecords)
                readNumbers(g.bytes, facts.cudaDevices.emplace_back(), std::array{&D::cudaId, &D::gpuId, &D::pid});
        }
    }
    for (auto& old : oldGpus) addOldCudaGpu(std::move(old), globalVid, facts);
}

void readStreamName(std::string_view message, SessionFacts& facts) {
    using N = RepStreamName;
    auto& name = facts.streamNames.emplace_back();
    constexpr std::int64_t N::*kNone = nullptr;
    readNumbers(message, name,
                std::array{kNone, &N::hwId, &N::vmId, &N::pid, &N::deviceId, &N::contextId, &N::streamId});
    constexpr std::uint32_t kText[] = {1};
    visitNested(message, kText, [&](std::string_view text) { name.name = text; });
}

/// "20yy.n.n.n" and what follows it, as it stands in the interface data of every version.
std::string findProductVersion(std::string_view section) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    for (std::size_t at = section.find("20"); at != section.npos; at = section.find("20", at + 1)) {
        std::size_t end = at, dots = 0;
        while (end < section.size() && (isDigit(section[end]) || section[end] == '.')) dots += section[end++] == '.';
        if (dots < 3 || section[at + 4] != '.') continue;
        while (end < section.size() &&
               (section[end] == '-' || isDigit(section[end]) || (section[end] >= 'a' && section[end] <= 'z')))
            ++end;
        return std::string(section.substr(at, end - at));
    }
    return {};
}

}  // namespace

std::optional<std::int64_t> parseLocalTime(std::string_view text) {
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
    if (std::sscanf(std::string(text).c_str(), "%4d-%2d-%2dT%2d:%2d:%2d", &year, &month, &day, &hour, &minute,
                    &second) != 6)
        return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok() || year < 1970 || year > 2200) return std::nullopt;
    const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
    return (((days * 24 + hour) * 60 + minute) * 60 + second) * model::kSeconds.ns;
}

bool RepGenericType::isGpuMetric() const {
    return !fields.empty() && std::none_of(fields.begin(), fields.end(), [](const auto& f) { return f.hasFormat; });
}

std::string_view SessionFacts::systemValue(std::string_view key) const {
    for (const auto& fact : system)
        if (fact.key == key) return fact.value;
    return {};
}

const RepGenericType* SessionFacts::genericType(std::uint64_t typeId) const {
    for (const auto& type : genericTypes)
        if (type.typeId == typeId) return &type;
    return nullptr;
}

std::pair<int, int> SessionFacts::version() const {
    std::pair<int, int> result;
    const char* end = productVersion.data() + productVersion.size();
    const auto year = std::from_chars(productVersion.data(), end, result.first);
    if (year.ec == std::errc() && year.ptr != end) std::from_chars(year.ptr + 1, end, result.second);
    return result;
}

bool readSessionHeader(std::string_view message, SessionFacts& facts) {
    constexpr std::uint32_t kProperty[] = {2, 1};
    constexpr std::uint32_t kLink[] = {1};
    ClockOffsets offsets;
    bool ok = true;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == 17 && !f.isBytes()) facts.startNs = f.asInt();
        if (f.number == 18 && !f.isBytes()) facts.stopNs = f.asInt();
        // Field 2 is a copy of the capture options with the environment; it is passed over on purpose.
        if (f.number == 1 && f.isBytes())
            ok = visitNested(f.bytes, kProperty, [&](std::string_view m) { readSystemFact(m, facts); }) && ok;
        if (f.number == 16 && f.isBytes())
            ok = visitNested(f.bytes, kLink, [&](std::string_view m) { readClockLink(m, offsets); }) && ok;
    }
    resolveClockLinks(offsets, facts);
    return ok && !reader.failed();
}

bool readSamplingHeader(std::string_view message, SessionFacts& facts, std::string& compression) {
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (f.number == 9 && f.isBytes()) compression = f.bytes;
        if (f.number == 14 && f.isBytes() && facts.genericTypes.size() < kMaxGpus)
            facts.genericTypes.push_back(readGenericType(f.bytes));
        if (f.isBytes()) continue;
        if (f.number == 1) facts.promisedEvents = f.value;
        if (f.number == 3) facts.promisedStrings = f.value;
        if (f.number == 5) facts.promisedThreadNames = f.value;
        if (f.number == 15) facts.promisedGenericEvents = f.value;
    }
    return !reader.failed();
}

bool readClockSection(std::string_view section, SessionFacts& facts) {
    if (facts.utcEpochNs) return true;
    constexpr std::uint64_t kMonotonic = 7, kUtc = 11;
    constexpr std::uint32_t kClock[] = {1, 1}, kTransform[] = {2, 1};
    std::map<std::string_view, std::uint64_t> kinds;  // clocks are named by random ids
    bool ok = visitNested(section, kClock, [&](std::string_view clock) {
        std::string_view id;
        std::uint64_t kind = 0;
        WireReader reader(clock);
        for (WireField f; reader.next(f);) {
            if (f.number == 1 && f.isBytes()) id = f.bytes;
            if (f.number == 2) kind = f.value;
        }
        kinds[id] = kind;
    });
    ok = visitNested(section, kTransform,
                     [&](std::string_view message) {
                         const ClockTransform t = readTransform(message);
                         if (!kinds.contains(t.from) || !kinds.contains(t.to)) return;
                         if (kinds[t.from] == kUtc && kinds[t.to] == kMonotonic)
                             facts.utcEpochNs = static_cast<std::int64_t>(
                                 t.fromNs + static_cast<std::uint64_t>(facts.startNs) - t.toNs);
                     }) &&
         ok;
    return ok;
}

void readUiSection(std::string_view section, SessionFacts& facts) {
    if (auto version = findProductVersion(section); !version.empty()) facts.productVersion = std::move(version);
    if (facts.utcEpochNs) return;
    WireReader reader(section);
    for (WireField f; reader.next(f);)
        if (f.number == 4 && f.isBytes() && !facts.utcEpochNs) facts.utcEpochNs = parseLocalTime(f.bytes);
    facts.utcIsLocalText = facts.utcEpochNs.has_value();
}

bool readThreadNames(std::string_view message, SessionFacts& facts) {
    using T = RepThreadName;
    constexpr std::uint32_t kName[] = {1};
    constexpr std::int64_t T::*kNone = nullptr;
    return visitNested(message, kName, [&](std::string_view m) {
        if (facts.threadNames.size() >= kMaxRecords) return;
        readNumbers(m, facts.threadNames.emplace_back(), std::array{kNone, &T::nameId, &T::priority, &T::globalTid});
    });
}

bool readTargets(std::string_view message, SessionFacts& facts) {
    using C = RepCudaContext;
    using S = RepCudaStream;
    WireReader reader(message);
    for (WireField f; reader.next(f);) {
        if (!f.isBytes() || facts.streams.size() + facts.contexts.size() + facts.streamNames.size() > kMaxRecords)
            continue;
        if (f.number == 1) readTargetMachine(f.bytes, facts);
        if (f.number == 13) readStreamName(f.bytes, facts);
        if (f.number == 14)
            readNumbers(f.bytes, facts.contexts.emplace_back(),
                        std::array{&C::nullStreamId, &C::hwId, &C::vmId, &C::pid, &C::deviceId, &C::contextId,
                                   &C::parentContextId, &C::isGreenContext});
        if (f.number == 15) {
            auto& stream = facts.streams.emplace_back();
            readNumbers(f.bytes, stream,
                        std::array{&S::streamId, &S::hwId, &S::vmId, &S::pid, &S::contextId, &S::priority, &S::flag});
            stream.priority = static_cast<std::int32_t>(stream.priority);  // negative = high; stored as 32 bits
        }
    }
    return !reader.failed();
}

bool readOutput(std::string_view message, SessionFacts& facts) {
    using O = RepOutput;
    if (facts.outputs.size() >= kMaxRecords) return false;
    readNumbers(message, facts.outputs.emplace_back(), std::array{&O::globalPid, &O::nameId, &O::contentId});
    return true;
}

}  // namespace importers::nsys
