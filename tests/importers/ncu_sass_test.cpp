// SPDX-License-Identifier: GPL-3.0-or-later
// Code of kernels: the binary in a report, and what nvdisasm prints of one.
#include <cmath>
#include <fstream>
#include <iterator>
#include <random>

#include "importers/ncu/cubin.h"
#include "importers/ncu/sass.h"
#include "model/kernels/source_metrics.h"
#include "tests/kit/ncu_samples.h"

namespace {

using importers::ncu::readCubin;
using importers::ncu::readSass;
using importers::ncu::SassListing;

TEST("instructions are read by function and offset; labels, directives and encodings are passed over") {
    const SassListing listing = readSass(
        "\t.headerflags\t@\"EF_CUDA_SM90\"\n"
        "//--------------------- .text._Z1fPf --------------------------\n"
        "\t.section\t.text._Z1fPf,\"ax\",@progbits\n"
        "        .global         _Z1fPf\n"
        "_Z1fPf:\n"
        ".text._Z1fPf:\n"
        "        /*0000*/                   LDC R1, c[0x0][0x28] ;                /* 0x00000a00ff017b82 */\r\n"
        "                                                                        /* 0x000fe20000000800 */\n"
        ".L_x_0:\n"
        "        /*00f0*/              @!P0 BRA `(.L_x_0);\n"
        "        /*zz*/ NOT CODE ;\n"
        ".text.g:\n"
        "        /*1a0*/ EXIT");
    CHECK_EQ(listing.size(), 2);
    const auto& f = listing.at("_Z1fPf");
    CHECK_EQ(f.size(), 2);
    CHECK_EQ(f.at(0), std::string("LDC R1, c[0x0][0x28]"));
    CHECK_EQ(f.at(0xf0), std::string("@!P0 BRA `(.L_x_0)"));
    CHECK_EQ(listing.at("g").at(0x1a0), std::string("EXIT"));
    CHECK(readSass("").empty());
    CHECK(readSass(".text.none:\n").empty());
    CHECK(readSass("/*0000*/ NOP ;").empty());  // of no function
}

TEST("text of any kind is read without harm") {
    std::mt19937 random(7);
    constexpr std::string_view kParts[] = {
        ".text.f:\n", "/*", "*/", "0010", "\n", " ", ";", "NOP", "/*ffffffffffffffffffffffff*/ NOP ;\n", ":", "\0"};
    for (int round = 0; round < 2000; ++round) {
        std::string text;
        for (std::uint32_t i = random() % 40; i > 0; --i) text += kParts[random() % std::size(kParts)];
        for (const auto& [function, code] : readSass(text))
            for (const auto& [offset, line] : code) CHECK(!line.empty() && line.find('\n') == std::string::npos);
    }
}

TEST("the binary of a kernel is found in its report, and what is not there is an error") {
    const auto path = ncu_samples::own() / "kern_full.ncu-rep";
    const model::SnapshotPtr s = ncu_samples::open(path);
    for (model::ProfileId id = 0; id < s->profileCount(); ++id) {
        const std::string mangled(s->text(s->kernelProfiles().at(id).mangled));
        const auto cubin = readCubin(path, mangled);
        CHECK(cubin && cubin->starts_with("\x7f"
                                          "ELF"));
        CHECK(cubin->find(mangled) != std::string::npos);
    }
    CHECK(!readCubin(path, "_Z7nothingv"));
    CHECK(!readCubin(path, ""));
    CHECK(!readCubin(ncu_samples::own() / "kern_full.raw.csv", "_Z6vecAddPKfS0_Pfi"));
    CHECK(!readCubin("/nonexistent", "f"));
}

TEST(
    "every instruction of the sample with samples comes from a line of PTX, and samples by line add up to those by instruction") {
    const auto path = ncu_samples::own() / "kern_full.ncu-rep";
    const model::SnapshotPtr s = ncu_samples::open(path);
    for (model::ProfileId id = 0; id < s->profileCount(); ++id) {
        const std::string mangled(s->text(s->kernelProfiles().at(id).mangled));
        const importers::ncu::CubinPtx ptx = importers::ncu::readCubinPtx(*readCubin(path, mangled));
        CHECK(ptx.text.size() > 500);
        const model::SourceTable lines = model::textLines(
            *s, id, ptx.text,
            [&](const model::ProfileFunction& f, std::uint64_t offset) { return ptx.lineOf(s->text(f.name), offset); });
        const model::SourceTable code = model::instructions(*s, id);
        CHECK_EQ(s->text(lines.columns[0]), std::string_view("smsp__pcsamp_sample_count"));
        // Behind the last instruction that the table names is the endless loop in which a kernel's code ends.
        double beyond = 0;
        for (const auto& row : code.rows)
            if (ptx.lineOf(mangled, row.offset) == 0 && !std::isnan(row.values[0])) beyond += row.values[0];
        CHECK(beyond < 0.1 * code.total(0));
        CHECK_EQ(lines.total(0) + beyond, code.total(0));
        for (const auto& row : lines.rows) CHECK(std::isnan(row.values[0]) || !row.text.empty());
    }
}

TEST("a binary without PTX, and a damaged one, give none") {
    CHECK(importers::ncu::readCubinPtx("").text.empty());
    std::string cubin = *readCubin(ncu_samples::own() / "kern_full.ncu-rep", "_Z6vecAddPKfS0_Pfi");
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
        std::string broken = cubin.substr(0, round % 2 ? cubin.size() : random() % cubin.size());
        for (int i = 0; i < 20 && !broken.empty(); ++i) broken[random() % broken.size()] = static_cast<char>(random());
        const importers::ncu::CubinPtx ptx = importers::ncu::readCubinPtx(broken);
        CHECK(ptx.text.size() <= broken.size());
        ptx.lineOf("_Z6vecAddPKfS0_Pfi", random());
    }
}

}  // namespace

TEST("what nvdisasm 13.0 prints of our own kernels is read whole: each function from 0 on, 16 bytes an instruction") {
    std::ifstream in(
        std::filesystem::path(SIGHTLINE_SOURCE_DIR) / "tests" / "data" / "captures" / "kernels-h200.sass.txt",
        std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const importers::ncu::SassListing listing = importers::ncu::readSass(text);
    CHECK_EQ(listing.size(), 3u);
    std::size_t instructions = 0;
    for (const auto& [function, lines] : listing) {
        std::uint64_t expected = 0;
        for (const auto& [offset, sass] : lines) {
            CHECK_EQ(offset, expected);
            CHECK(!sass.empty() && sass.find("/*") == sass.npos);
            expected += 16;
        }
        instructions += lines.size();
    }
    std::size_t printed = 0;
    for (std::size_t at = 0; (at = text.find("        /*", at)) != text.npos; ++at) ++printed;
    CHECK_EQ(instructions, printed);
    CHECK_EQ(listing.at("_Z8fp32_fmaPfi").at(0), "LDC R1, c[0x0][0x28]");
    CHECK_EQ(listing.at("_Z8fp32_fmaPfi").at(0xb0), "@!P0 BRA `(.L_x_0)");
}
