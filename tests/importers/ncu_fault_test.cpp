// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged and hostile inputs of the Nsight Compute importer: it never fails hard and never takes much more memory than
// the file has bytes.
#include <malloc.h>
#include <algorithm>
#include <atomic>
#include <new>
#include <random>

#include "model/rep/rep_writer.h"
#include "tests/kit/ncu_report_writer.h"
#include "tests/kit/ncu_samples.h"

namespace {
std::atomic<std::int64_t> live{0}, peak{0};

void* counted(std::size_t n) {
    void* p = std::malloc(n);
    if (!p) throw std::bad_alloc();
    const std::int64_t now = live += static_cast<std::int64_t>(malloc_usable_size(p));
    for (std::int64_t seen = peak; now > seen && !peak.compare_exchange_weak(seen, now);) {}
    return p;
}
void release(void* p) {
    if (p) live -= static_cast<std::int64_t>(malloc_usable_size(p));
    std::free(p);
}
}  // namespace

void* operator new(std::size_t n) { return counted(n); }
void* operator new[](std::size_t n) { return counted(n); }
// The forms that return null, too: a sanitizer has its own of these, which would not fit the others.
void* operator new(std::size_t n, const std::nothrow_t&) noexcept {
    try {
        return counted(n);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void* operator new[](std::size_t n, const std::nothrow_t& t) noexcept { return operator new(n, t); }
void operator delete(void* p) noexcept { release(p); }
void operator delete[](void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t) noexcept { release(p); }

namespace {

using namespace ncu_writer;

struct Outcome {
    bool opened = false;
    std::size_t profiles = 0;
    std::size_t events = 0;
    std::uint64_t warnings = 0;  ///< notes that are more than information
    std::int64_t memory = 0;     ///< greatest, in bytes
};

Outcome openBytes(const ncu_samples::TemporaryFile& file, std::string_view bytes) {
    file.write(bytes);
    Outcome out;
    const std::int64_t before = live;
    peak = before;
    {
        auto store = model::EventStore::create();
        out.opened = importers::openReport(file.path(), *store).has_value();
        const model::SnapshotPtr s = store->snapshot();
        out.profiles = s->profileCount();
        out.events = s->eventCount();
        for (const model::Diagnostic& d : store->diagnostics().list())
            if (model::noteInfo(d.note).severity != model::Severity::Info) out.warnings += d.count;
        // Everything that is there can be read.
        for (model::ProfileId id = 0; id < out.profiles; ++id) {
            const model::KernelProfile& p = s->kernelProfiles().at(id);
            CHECK(p.list && p.list->entries.size() == p.values.size());
            for (const model::MetricInstances& m : p.instances)
                CHECK(m.keys->size() == m.values->size() &&
                      (m.key != model::MetricInstances::Key::Offset || m.function));
        }
    }
    out.memory = peak - before;
    return out;
}

/// Many times the file: every byte may become a number with a name. Plus what a store and the buffers take in any case.
std::int64_t allowed(std::size_t bytes) { return 64 * static_cast<std::int64_t>(bytes) + (8 << 20); }

/// Where blocks and their contents begin.
std::vector<std::size_t> bordersOf(const std::string& report) {
    std::vector<std::size_t> out;
    const auto u32 = [&](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(report[at])) |
               static_cast<std::size_t>(static_cast<unsigned char>(report[at + 1])) << 8 |
               static_cast<std::size_t>(static_cast<unsigned char>(report[at + 2])) << 16;
    };
    for (std::size_t at = 8 + u32(4); at + 4 < report.size();) {
        out.push_back(at);
        const std::size_t length = u32(at);
        std::size_t payload = 0;
        // Field 5 of the header, a varint; the fields before it are short or have their length before them.
        for (std::size_t i = at + 4; i < at + 4 + length;) {
            const auto varint = [&] {
                std::size_t v = 0;
                for (unsigned shift = 0;; shift += 7) {
                    const auto b = static_cast<unsigned char>(report[i++]);
                    v |= static_cast<std::size_t>(b & 0x7f) << shift;
                    if (b < 0x80) return v;
                }
            };
            const std::size_t key = varint(), v = varint();
            if (key == 5 * 8) payload = v;
            if ((key & 7) == 2) i += v;
        }
        out.push_back(at + 4 + length);
        at += 4 + length + payload;
    }
    return out;
}

TEST("a report that ends at any border of a block, or beside it, opens with the kernels before it or is refused") {
    for (const auto& path : ncu_samples::all()) {
        const std::string all = ncu_samples::bytesOf(path);
        const ncu_samples::TemporaryFile file("");
        const std::size_t kernels = openBytes(file, all).profiles;
        std::size_t last = 0;
        for (const std::size_t border : bordersOf(all))
            for (const std::ptrdiff_t beside : {-1, 0, 1, 3}) {
                const std::size_t size = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(border) + beside);
                if (size >= all.size()) continue;
                const Outcome o = openBytes(file, std::string_view(all).substr(0, size));
                CHECK(o.profiles <= kernels);
                if (beside >= 0) {
                    CHECK(o.profiles >= last);
                    last = o.profiles;
                }
                if (beside != 0 && o.opened) CHECK(o.warnings > 0);
                CHECK(o.memory < allowed(size));
            }
    }
}

std::string mutated(const std::string& seed, std::mt19937& random) {
    std::string out = seed;
    const auto at = [&] { return random() % out.size(); };
    for (unsigned n = 1 + random() % 4; n > 0; --n) {
        switch (random() % 6) {
        case 0: out[at()] = static_cast<char>(random()); break;
        case 1: out[at()] ^= static_cast<char>(1 << random() % 8); break;
        case 2: out[at()] = static_cast<char>(0xff); break;
        case 3: out.erase(at(), 1 + random() % 8); break;
        case 4: out.insert(at(), std::string(1 + random() % 8, static_cast<char>(random()))); break;
        default: {
            const std::size_t from = at(), to = at(),
                              n2 = std::min<std::size_t>(random() % 64, out.size() - std::max(from, to));
            out.replace(to, n2, out.substr(from, n2));
        }
        }
        if (out.empty()) out = seed;
    }
    return out;
}

std::string sampleLike() {
    Message metricWithPlaces = metric(6, intValue(30));
    for (unsigned i = 0; i < 8; ++i) metricWithPlaces.message(3, instance(intValue(0x7000 + 16 * i), intValue(i)));
    const Message filter = Message().number(1, 75).number(2, 90);
    const Message m = Message()
                          .bytes(1, "a.sum")
                          .bytes(2, "A")
                          .message(6, filter)
                          .message(7, Message().bytes(1, "b").message(3, filter));
    const Message roof = Message()
                             .message(1, Message().message(3, Message().message(1, m).message(2, m)))
                             .message(2, Message().message(2, m));
    const Message section = Message()
                                .bytes(1, "Id")
                                .bytes(2, "T")
                                .message(4, Message().message(2, m))
                                .message(5, Message().message(1, Message().message(6, Message().message(4, roof))));
    const Message item = Message()
                             .message(1, Message().bytes(1, "@section:Id:T@").number(2, 4))
                             .message(10, Message().number(1, 2).real(2, 5))
                             .message(12, Message().message(2, Message().bytes(1, "h").bytes(4, "c")));
    const Message rule = Message()
                             .bytes(1, "R")
                             .message(3, Message().message(1, item))
                             .bytes(4, "Id")
                             .message(5, Message().number(3, 0x7010).bytes(4, "here"));
    Message k = kernel("f");
    k.message(13, metric(0, realValue(100)))
        .message(13, metric(3, textValue("t")))
        .message(13, metricWithPlaces)
        .message(17, section)
        .message(19, rule);
    const Message source = Message()
                               .number(1, 5)
                               .bytes(4, std::string("\x7f"
                                                     "ELF\2\1",
                                                     6) +
                                             std::string(60, '\1'))
                               .message(8, Message().message(1, Message().bytes(1, "f.cu").bytes(2, "x\ny")))
                               .message(9, Message().message(1, Message().bytes(1, "_Z1fv").number(2, 0x7000)));
    Report r;
    const std::vector<std::string> names{
        "gpu__time_duration.sum", "a.sum", "b.pct", "c", "device__attribute_compute_capability_major", "x",
        "inst_executed"};
    r.block(names, {source.str()}, {k.str()}, Message().number(2, 1).str()).block({}, {}, {k.str(), k.str()});
    return r.bytes();
}

TEST("2000 mutations of reports neither crash nor take memory out of proportion") {
    std::vector<std::string> seeds{sampleLike()};
    try {
        for (const auto& path : ncu_samples::all())
            if (std::filesystem::file_size(path) < 150'000) seeds.push_back(ncu_samples::bytesOf(path));
    } catch (const check::Skipped&) {
        // The report that is written here is seed enough.
    }
    std::mt19937 random(2024);
    const ncu_samples::TemporaryFile file("");
    std::size_t opened = 0;
    for (int i = 0; i < 2000; ++i) {
        const std::string bytes = mutated(seeds[static_cast<std::size_t>(i) % seeds.size()], random);
        const Outcome o = openBytes(file, bytes);
        opened += o.opened;
        if (o.memory >= allowed(bytes.size()))
            check::fail(__FILE__, __LINE__,
                        "mutation " + std::to_string(i) + " took " + std::to_string(o.memory) + " bytes");
    }
    CHECK(opened > 500);  // most damage costs a part, not the file
}

TEST("1000 mutations of pages as text neither crash nor take memory out of proportion") {
    const std::string raw =
        "==PROF== Connected\n\"ID\",\"Process ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"gpu__time_duration.sum\",\"x\"\n\"\",\"\",\"\",\"\",\"\",\"us\",\"Kbyte\"\n"
        "\"0\",\"1\",\"f(int, \"\"x\"\")\",\"(1, 1, 1)\",\"(2, 1, 1)\",\"1,234.5\",\"n/a\"\n\"1\",\"1\",\"g\",\"(1, 1, 1)\",\"(2, 1, 1)\",\"7\",\"no data\"\n";
    const std::string details =
        "\"ID\",\"Kernel Name\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\",\"Rule Name\",\"Rule Type\",\"Rule Description\"\n"
        "\"0\",\"f\",\"S\",\"Duration\",\"us\",\"3\",\"\"\n\"0\",\"f\",\"S\",\"\",\"\",\"\",\"R\",\"OPT\",\"multi\nline\"\n\"1\",\"g\",\"S\",\"Duration\",\"us\",\"3\"\n";
    const std::string source =
        "\"Kernel Name\",\"f\",\n\"Address\",\"Source\",\"# Samples\"\n\"0x10\",\"MOV\",\"3\"\n\"0x20\",\"EXIT\",\"-\"\n";
    std::mt19937 random(7);
    const ncu_samples::TemporaryFile file("");
    for (int i = 0; i < 1000; ++i) {
        const std::string bytes = mutated(i % 3 == 0 ? raw : i % 3 == 1 ? details : source, random);
        const Outcome o = openBytes(file, bytes);
        CHECK(o.memory < allowed(bytes.size()));
        CHECK(o.events >= o.profiles || !o.opened);
    }
}

TEST("damaged profiles in a .rep cost themselves only") {
    const ncu_samples::TemporaryFile report(sampleLike()), saved(""), file("");
    auto store = model::EventStore::create();
    CHECK(importers::openReport(report.path(), *store).has_value());
    CHECK(model::writeRep(*store->snapshot(), saved.path()).has_value());
    const std::string all = ncu_samples::bytesOf(saved.path());
    std::mt19937 random(11);
    std::size_t withEvents = 0;
    for (int i = 0; i < 500; ++i) {
        const std::string bytes = mutated(all, random);
        const Outcome o = openBytes(file, bytes);
        withEvents += o.events > 0;
        CHECK(o.memory < allowed(bytes.size()));
    }
    CHECK(withEvents > 100);
}

TEST("lengths that the file cannot hold are not believed") {
    const std::string head = std::string("NVR\0", 4) + length(2) + Message().number(1, 7).str();
    const auto block = [&](std::uint64_t sources, std::uint64_t results, std::uint64_t bytes) {
        const Message h = Message().number(1, sources).number(2, results).number(5, bytes);
        return length(h.str().size()) + h.str();
    };
    const ncu_samples::TemporaryFile file("");
    for (const std::string& bytes :
         {head + length(0xfffffff0), head + block(1, 0, ~std::uint64_t{0}),
          head + block(~std::uint64_t{0}, ~std::uint64_t{0}, 8) + std::string(8, '\0'),
          head + block(0, 1, 8) + length(0x7fffffff) + "abcd", std::string("NVR\0", 4) + length(0xffffffff)}) {
        const Outcome o = openBytes(file, bytes);
        CHECK(o.memory < allowed(bytes.size()));
        CHECK(o.profiles == 0);
    }
}

}  // namespace
