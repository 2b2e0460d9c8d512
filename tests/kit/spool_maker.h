// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstring>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collectors/protocol/spool.h"

/// Bytes of a spool, record by record.
class SpoolMaker {
public:
    using Block = collectors::spool::Block;

    explicit SpoolMaker(std::uint32_t pid) {
        collectors::spool::FileHeader h{};
        std::memcpy(h.magic, collectors::spool::kMagic, sizeof h.magic);
        h.version = collectors::spool::kVersion;
        h.pid = pid;
        h.started = 1000;
        h.checksum = model::rep::checksum(&h, offsetof(collectors::spool::FileHeader, checksum));
        m_bytes.assign(reinterpret_cast<const char*>(&h), sizeof h);
    }

    /// Number of a text, written when it is new.
    std::uint32_t text(std::string_view text) {
        for (std::size_t i = 0; i < m_texts.size(); ++i)
            if (m_texts[i] == text) return static_cast<std::uint32_t>(i + 1);
        m_texts.emplace_back(text);
        const std::uint32_t head[2] = {static_cast<std::uint32_t>(m_texts.size()),
                                       static_cast<std::uint32_t>(text.size())};
        std::string payload(reinterpret_cast<const char*>(head), sizeof head);
        payload += text;
        payload.resize((payload.size() + 3) / 4 * 4);
        block(Block::Strings, 0, 1, payload);
        return head[0];
    }
    template <class T>
    void add(Block type, std::initializer_list<T> records) {
        block(type, sizeof(T), static_cast<std::uint32_t>(records.size()),
              {reinterpret_cast<const char*>(records.begin()), records.size() * sizeof(T)});
    }
    void facts(std::initializer_list<std::string_view> words) {
        std::string payload;
        for (const std::string_view w : words) payload.append(w).push_back('\0');
        block(Block::Facts, 0, static_cast<std::uint32_t>(words.size() / 2), payload);
    }
    void block(Block type, std::uint32_t recordBytes, std::uint32_t rows, std::string_view payload) {
        m_borders.push_back(m_bytes.size());
        model::rep::FrameHeader h;
        h.type = static_cast<model::rep::FrameType>(type);
        h.subject = recordBytes;
        h.rows = rows;
        h.seal(payload.data(), static_cast<std::uint32_t>(payload.size()));
        unsigned char head[model::rep::kFrameHeaderBytes];
        h.write(head);
        m_bytes.append(reinterpret_cast<const char*>(head), sizeof head).append(payload);
        m_bytes.resize((m_bytes.size() + 7) / 8 * 8);
    }
    const std::string& bytes() const { return m_bytes; }
    /// Where blocks begin.
    const std::vector<std::size_t>& borders() const { return m_borders; }

    /// With the right checksums wherever a block's header can be found: what a hostile writer would do.
    static std::string resealed(std::string bytes) {
        collectors::spool::FileHeader file{};
        if (bytes.size() < sizeof file) return bytes;
        std::memcpy(&file, bytes.data(), sizeof file);
        file.checksum = model::rep::checksum(&file, offsetof(collectors::spool::FileHeader, checksum));
        std::memcpy(bytes.data(), &file, sizeof file);
        for (std::size_t at = sizeof file; at + model::rep::kFrameHeaderBytes <= bytes.size();) {
            auto* head = reinterpret_cast<unsigned char*>(bytes.data() + at);
            const std::size_t size = model::rep::get32(head + 16),
                              left = bytes.size() - at - model::rep::kFrameHeaderBytes;
            if (size > left) break;
            model::rep::put32(head, model::rep::kSync);
            model::rep::put32(head + 20, static_cast<std::uint32_t>(size));
            model::rep::put64(head + 24, model::rep::checksum(head + model::rep::kFrameHeaderBytes, size));
            model::rep::put64(head + 32, model::rep::checksum(head, 32));
            at += model::rep::kFrameHeaderBytes + (size + 7) / 8 * 8;
        }
        return bytes;
    }

    /// A small capture with a record of every kind.
    static SpoolMaker example();

private:
    std::string m_bytes;
    std::vector<std::string> m_texts;
    std::vector<std::size_t> m_borders;
};

inline SpoolMaker SpoolMaker::example() {
    using namespace collectors::spool;
    SpoolMaker s(42);
    s.facts({"pid", "42", "name", "train", "host", "box", "collector", "0.1.0"});
    s.add<Clock>(Block::Clocks, {{1000, 1'700'000'000'000'001'000}});
    Device gpu{};
    gpu.number = 0, gpu.name = s.text("NVIDIA H100"), gpu.major = 9, gpu.multiprocessors = 132,
    gpu.memory = 80ull << 30;
    s.add<Device>(Block::Devices, {gpu});
    s.add<Context>(Block::Contexts, {{1, 0, 7, 0, 0, 0}});
    s.add<Stream>(Block::Streams, {{1, 7, 0, 0, 0, 0}});
    KernelShape shape{};
    shape.number = 1, shape.name = s.text("_Z4gemmIfEvPT_i"), shape.context = 1, shape.stream = 7, shape.registers = 64;
    shape.grid[0] = 8, shape.grid[1] = shape.grid[2] = 1, shape.block[0] = 256, shape.block[1] = shape.block[2] = 1;
    KernelShape reduce = shape;
    reduce.number = 2,
    reduce.name = s.text("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)");
    s.add<KernelShape>(Block::KernelShapes, {shape, reduce});
    s.add<Call>(Block::Calls, {{1100, 1150, 5, 42, s.text("cudaLaunchKernel_v7000"), 0, 0, 0},
                               {1300, 1350, 6, 42, s.text("cudaLaunchKernel_v7000"), 0, 0, 0},
                               {1400, 1410, 9, 42, s.text("cudaEventRecord_v3020"), 0, 0, 0}});
    s.add<Kernel>(Block::Kernels, {{1200, 1700, 5, 1}, {1800, 2800, 6, 2}});
    s.add<GraphKernel>(Block::GraphKernels, {{3000, 3100, 7, 1, 77, 3, 0}});
    s.add<Copy>(Block::Copies, {{2000, 2400, 4096, 0, 8, 0, 1, 7, 0, 0, 1, 2, 3, 0, 1}});
    s.add<Set>(Block::Sets, {{2500, 2600, 512, 0, 10, 0, 1, 7, 0, 0, 3, 0, 0}});
    s.add<Sync>(Block::Syncs, {{2600, 2900, 11, 1, 7, 0, 3, 0}});
    s.add<Graph>(Block::Graphs, {{3000, 3200, 7, 0, 1, 7, 3, 0}});
    s.add<CudaEvent>(Block::Events, {{0, 4, 9, 0, 1, 7, 2, 0}});
    s.add<Memory>(Block::Memory, {{1050, 0x1000, 100, 0, 0, 0, 1, 0, 1, 0, 1, 3, 0, 0},
                                  {1060, 0x2000, 50, 0, 0, 0, 2, 0, 1, 0, 1, 3, 0, 0},
                                  {3300, 0x1000, 0, 0, 0, 0, 3, 0, 1, 0, 2, 3, 0, 0}});
    s.add<Pool>(Block::Pools, {{1070, 0x9000, 4096, 64, 12, 0, 1, 1}});
    s.add<Unified>(Block::Unified, {{1500, 1600, 8192, 0x7000, 1, 0, 0, 0, 2, 0},
                                    {1650, 0, 0xabc, 0x7000, 3, 0, 0, 0, 0, 0},
                                    {1660, 1690, 3, 0x8000, 4, 0, 0, 0, 1, 0}});
    s.add<Overhead>(Block::Overheads, {{1000, 1010, 1u << 16, 42, 0, 0}});
    s.add<Compile>(Block::Compiles, {{1020, 1030, 64, 1, 3, 0, 0, 42, 0}});
    s.add<Domain>(Block::Domains, {{1, s.text("default")}, {2, s.text("NCCL")}});
    const SchemaEntry entries[] = {{18, 0, 0, 0, s.text("NCCL communicator ID"), 0},
                                   {22, 8, 0, 0, s.text("Message size [bytes]"), 0},
                                   {900, 16, 0, 0, s.text("Reduction operation"), 0}};
    const SchemaEntry values[] = {{0, 0, 0, 0, s.text("Sum"), 0}, {0, 0, 0, 1, s.text("Prod"), 0}};
    const auto schema = [&](Schema head, std::span<const SchemaEntry> list) {
        std::string payload(reinterpret_cast<const char*>(&head), sizeof head);
        payload.append(reinterpret_cast<const char*>(list.data()), list.size_bytes());
        s.block(Block::Schemas, 0, 1, payload);
    };
    schema({900, 4, 2, s.text("redop"), 255, 2}, values);
    schema({901, 24, 2, s.text("AllReduce"), 1, 3}, entries);
    struct {
        std::uint64_t communicator = 0x77, bytes = 1 << 20;
        std::uint32_t operation = 1, garbage = 0xdeadbeef;
    } payload;
    const NvtxPayload head{901, 42, sizeof payload};
    std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
    bytes.append(reinterpret_cast<const char*>(&payload), sizeof payload);
    s.block(Block::Payloads, 0, 1, bytes);
    const auto event = [&](std::uint64_t time, NvtxOp op, std::string_view name, std::uint32_t domain,
                           std::uint64_t id = 0) {
        NvtxEvent e{};
        e.time = time, e.op = op, e.domain = domain, e.thread = 42, e.id = id;
        if (!name.empty()) e.name = s.text(name);
        return e;
    };
    NvtxEvent collective = event(1250, NvtxOp::Push, "ncclAllReduce", 2);
    collective.payloads = 1;
    NvtxEvent coloured = event(1080, NvtxOp::Push, "step 1", 1);
    coloured.colour = 0xff00ff00, coloured.payloadType = 2, coloured.payload = static_cast<std::uint64_t>(-5);
    const NvtxEvent rest[] = {collective,
                              event(1360, NvtxOp::Pop, {}, 2),
                              event(1370, NvtxOp::Mark, "here", 1),
                              event(1380, NvtxOp::Start, "async", 1, 9),
                              event(1500, NvtxOp::End, {}, 1, 9),
                              event(1600, NvtxOp::Pop, {}, 1),
                              event(1700, NvtxOp::Pop, {}, 1),
                              event(1750, NvtxOp::Push, "open", 1)};
    s.add<NvtxEvent>(Block::Nvtx, {coloured});
    for (const NvtxEvent& e : rest) s.add<NvtxEvent>(Block::Nvtx, {e});
    NvtxEvent counter = event(1900, NvtxOp::Counter, "loss", 1);
    const double loss = 0.5;
    std::memcpy(&counter.id, &loss, sizeof loss);
    s.add<NvtxEvent>(Block::Nvtx, {counter});
    s.add<Thread>(Block::Threads, {{42, s.text("main")}});
    s.add<Loss>(Block::Losses, {{12, s.text("CUPTI had no room"), 0}});
    s.facts({"untraced.JIT", "not compatible"});
    return s;
}
