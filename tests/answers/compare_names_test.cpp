// SPDX-License-Identifier: GPL-3.0-or-later
// Names of kernels in a comparison: the work that they tell of, how they are cut, and how tools spell them.
#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <set>

#include "model/base/number_text.h"
#include "model/base/work_names.h"
#include "model/diff/findings.h"
#include "model/diff/kernel_kind.h"
#include "model/diff/short_names.h"
#include "tests/kit/check.h"
#include "tests/kit/made_run.h"

namespace {

using namespace model;
using diff::Finding;
using made::compared;
using made::kUs;
using made::Run;

}  // namespace

TEST("Names of kernels tell what work they do, and which can stand for which") {
    using diff::kernelKind;
    using enum diff::KernelKind;
    for (const auto& [name, kind] :
         {std::pair("void cublasLt::splitKreduce_kernel<32, 16, int>", Reduction),
          std::pair("ampere_bf16_s16816gemm_bf16_128x64_splitK_nn", Gemm),
          std::pair("sm80_xmma_fprop_implicit_gemm_f16", Convolution),
          std::pair("void flash_fwd_splitkv_combine_kernel<64>", Attention),
          std::pair("void at::native::(anonymous namespace)::cunn_SoftMaxForward<8>", Softmax),
          std::pair("ncclDevKernel_AllReduce_Sum_f32", Collective),
          std::pair("void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>",
                    Elementwise),
          std::pair("Cijk_Alik_Bljk_BBS_BH", Gemm), std::pair("myKernel(int)", Unknown)})
        if (kernelKind(name) != kind) check::fail(__FILE__, __LINE__, name);
    using Kinds = std::vector<diff::KernelKind>;
    CHECK(diff::mayReplace(Kinds{Gemm}, Kinds{Gemm}) && !diff::mayReplace(Kinds{Gemm}, Kinds{Unknown}) &&
          !diff::mayReplace(Kinds{Unknown}, Kinds{Unknown}));
    CHECK(!diff::mayReplace(Kinds{Reduction}, Kinds{Gemm}) && !diff::mayReplace(Kinds{Elementwise}, Kinds{Copy}) &&
          !diff::mayReplace(Kinds{Norm}, Kinds{Reduction}));
    CHECK(diff::mayReplace(Kinds{Gemm, Softmax, Gemm}, Kinds{Attention}) &&
          diff::mayReplace(Kinds{Reduction, Elementwise}, Kinds{Norm}) &&
          diff::mayReplace(Kinds{Gemm}, Kinds{Gemm, Reduction}));
    CHECK(!diff::mayReplace(Kinds{Gemm, Reduction}, Kinds{Gemm, Copy}) &&
          !diff::mayReplace(Kinds{Gemm, Unknown}, Kinds{Gemm}));
    CHECK(diff::mayReplace(Kinds{Gemm}, Kinds{Unknown}, true) &&
          !diff::mayReplace(Kinds{Reduction}, Kinds{Gemm}, true));
}

TEST("Long names of kernels keep their function in a sentence, and what tells them from each other") {
    const std::string add =
        "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)";
    CHECK_EQ(diff::shortName(add),
             std::string("at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, …>(…)"));
    CHECK_EQ(diff::shortName("gemm<float>(float*)"), std::string("gemm<float>(float*)"));
    const std::string returns =
        "std::enable_if<!(false), void>::type internal::gemvx::kernel<int, int, __nv_bfloat16, float, float, float, false, true, true, false>(cublasGemvParamsEx<int>)";
    CHECK(diff::shortName(returns).starts_with("internal::gemvx::kernel<int, int, __nv_bfloat16, "));
    const std::string nameless =
        "void (anonymous namespace)::softmax_warp_forward<c10::BFloat16, c10::BFloat16, float, 10, true, false>(c10::BFloat16*, c10::BFloat16 const*, int)";
    CHECK(diff::shortName(nameless).find("(anonymous namespace)::softmax_warp_forward<c10::BFloat16") !=
          std::string::npos);
    std::string left = add, right = add;  // that differ where both are cut
    left.replace(left.find("3ul"), 1, "7");
    const diff::ShortNames names({left, right, "relu(float*)"});
    CHECK(names(left) != names(right));
    CHECK(names(left).find("vectorized_elementwise_kernel<") != std::string::npos &&
          names(left).find("7ul") != std::string::npos);
    // The sentence has its verb and numbers near, and the whole name beside it.
    Run a, b;
    a.work[0].name = b.work[0].name = add;
    b.work[0].length += 100 * kUs;
    const auto all = diff::findingsOf(*compared(a, b));
    const auto slower = std::find_if(all.begin(), all.end(), [](const Finding& f) { return f.key == "slower"; });
    CHECK(slower != all.end() && valueText(slower->message.arguments[0]) == diff::shortName(add) &&
          slower->wholeNames == std::vector<std::string>{add});
    for (const std::string& odd : {std::string("<<<((("), std::string(300, '<'), std::string(300, '('),
                                   std::string(200, 'x'), "f<" + std::string(200, 'y'), std::string(100, ' ') + "a",
                                   std::string("ü").append(200, '\xbc'), ")>" + std::string(99, ')')})
        CHECK(diff::shortName(odd).size() < 400);
}

TEST("Names of kernels that are alike are cut around what tells them apart") {
    const auto gemm = [](const char* layout, const char* tile, const char* kind) {
        return std::string("sm80_xmma_gemm_f32f32_f32f32_f32_") + layout + "_n_tilesize" + tile +
               "_stage3_warpsize1x4x1_ffma_aligna4_alignc4_" + kind + "_kernel__5x_cublas";
    };
    const auto apply = [](int lists, const std::string& functor, const std::string& op) {
        const std::string space = "at::native::(anonymous namespace)::",
                          args = fmt::format("{0}TensorListMetadata<{1}>, {0}{2}, {3}", space, lists, functor, op);
        return "void " + space + "multi_tensor_apply_kernel<" + args + ">(" + args + ")";
    };
    const std::vector<std::string> names{
        gemm("tn", "64x64x8", "execute"),
        gemm("tn", "128x128x8", "execute"),
        gemm("nt", "64x64x8", "execute_split_k"),
        gemm("nt", "64x64x8", "execute"),
        apply(2, "BinaryOpScalarFunctor<float, 2, 1, 1>", "std::multiplies<float>"),
        apply(2, "BinaryOpScalarFunctor<float, 2, 1, 1>", "std::plus<float>"),
        apply(4, "PointwiseOpScalarListFunctor<float, 4, 3, 0>", "std::divides<float>"),
        apply(3, "PointwiseOpScalarListFunctor<float, 4, 3, 0>", "std::divides<float>")};
    const diff::ShortNames shortNames({names.begin(), names.end()});
    std::set<std::string> all;
    for (const std::string& name : names) {
        const std::string text = shortNames(name);
        all.insert(text);
        if (text.size() > 150 || text.size() >= name.size() ||
            std::count(text.begin(), text.end(), '<') != std::count(text.begin(), text.end(), '>'))
            check::fail(__FILE__, __LINE__, text);
    }
    CHECK_EQ(all.size(), names.size());
    for (const auto& [i, part] :
         {std::pair(0, "tilesize64x64x8"), std::pair(1, "tilesize128x128x8"), std::pair(2, "split_k"),
          std::pair(4, "multi_tensor_apply_kernel<"), std::pair(4, "multiplies"), std::pair(5, "plus"),
          std::pair(6, "TensorListMetadata<4>"), std::pair(7, "TensorListMetadata<3>")})
        if (shortNames(names[i]).find(part) == std::string::npos) check::fail(__FILE__, __LINE__, shortNames(names[i]));
    // What room is left is for the begin.
    const std::string
        reduce =
            "void cublasLt::splitKreduce_kernel<32, 16, int, float, float, float, float, true, false, false, false>(cublasLt::cublasSplitKParams<float>, float const*)",
        other = std::string(reduce).replace(reduce.find("false, false>"), 5, "true");
    CHECK_EQ(diff::ShortNames({reduce, other})(reduce),
             std::string("cublasLt::splitKreduce_kernel<32, 16, int, float, float, float, float, …false…>(…)"));
    // A name little longer than what would be left of it is whole.
    CHECK_EQ(
        diff::shortName("ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_tilesize128x64x32_stage6_warpsize2x2x1_tn_n_"),
        std::string("ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_tilesize128x64x32_stage6_warpsize2x2x1_tn_n_"));
    const diff::ShortNames odd({std::string_view("<<<((("), names[0], names[0]});
    CHECK_EQ(odd("<<<((("), std::string("<<<((("));
    for (const char* filling : {"<", "(", ")>", "ü", "a<", "_", " ", "::"}) {
        for (const std::size_t length : {200, 50'000}) {
            std::string x, y;
            while (x.size() < length) x += filling;
            y = x + "z", x += filling;
            const diff::ShortNames both({x, y});
            CHECK(both(x) != both(y));
        }
    }
}

TEST("Tools spell the name of a kernel in several ways, and none of them makes it another kernel") {
    // As cu++filt and c++filt write them.
    const std::vector<std::array<const char*, 2>> same{
        {"ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<(unsigned long)4096>)",
         "ncclDevKernel_AllGather_RING_LL(ncclDevKernelArgsStorage<4096ul>)"},
        {"void at::native::<unnamed>::norm_kernel<float, (unsigned int)32, (bool)0, (bool)1>(long, const T1 *, T2 *)",
         "void at::native::(anonymous namespace)::norm_kernel<float, 32u, false, true>(long, float const*, float*)"},
        {"void k<(int)-1, std::array<char *, (unsigned long)2>>(int, T2)",
         "void k<-1, std::array<char*, 2ul> >(int, std::array<char*, 2ul>)"},
        {"void at::e<(int)128, void at::impl<at::F<float>>(at::It &, const T1 &)::[lambda(int) (instance 1)]>(int, T3)",
         "void at::e<128, at::impl<at::F<float> >(at::It&, at::F<float> const&)::{lambda(int)#1}>(int, at::impl<at::F<float> >(at::It&, at::F<float> const&)::{lambda(int)#1})"},
        {"void v<at::copy(at::It &)::[lambda() (instance 3)]::operator ()() const::[lambda(float) (instance 1)]>(int)",
         "void v<at::copy(at::It&)::{lambda()#3}::operator()() const::{lambda(float)#1}>(int)"},
        {"vecAdd(const float *, void *, int)", "vecAdd(float const*, void*, int)"},
    };
    for (const auto& [one, other] : same) CHECK_EQ(canonicalKernelName(one), canonicalKernelName(other));
    std::set<std::string> different;
    for (const char* name : {"f(int)", "f(float)", "f<1>(int)", "f<2>(int)", "f<(Kind)1, 2>(int)", "a::f<1>(int)",
                             "f<at::g(int)::{lambda()#1}>()", "f<at::g(int)::{lambda()#2}>()", "f4ul(int)", "f4(int)",
                             "gemm<(2 > 1)>(a.b*)", "f<", "f(", "[lambda(", "f<(int"})
        CHECK(different.insert(canonicalKernelName(name)).second);
    CHECK_EQ(canonicalCopyName("Memcpy DtoD (Device -> Device)"), std::string_view("Memcpy DtoD"));
    CHECK_EQ(canonicalCopyName("Memset (Device)"), std::string_view("Memset"));
    CHECK_EQ(canonicalCopyName("CopyHostToDevice"), std::string_view("CopyHostToDevice"));
}
