// SPDX-License-Identifier: GPL-3.0-or-later
// What operators of PyTorch compute, from the sizes of their inputs. Products count two operations a multiply-add.
// Element-wise work and norms are counted in FP32, in which PyTorch does them whatever the type of the tensors.
#include "model/roofline/operator_models.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <numeric>

#include "model/base/translate_noop.h"

namespace model::roofline {
namespace {

constexpr std::size_t kMostInputs = 64, kMostDimensions = 16;

using Shape = std::vector<double>;

double product(const Shape& s, std::size_t from = 0) {
    return std::accumulate(s.begin() + static_cast<std::ptrdiff_t>(std::min(from, s.size())), s.end(), 1.0,
                           std::multiplies<>());
}

struct Call {
    Sizes sizes;
    std::vector<std::string_view> types, values;

    const Shape& size(std::size_t i) const {
        static const Shape kNone;
        return i < sizes.size() ? sizes[i] : kNone;
    }
    bool isTensor(std::size_t i) const { return i < sizes.size() && !sizes[i].empty(); }
    std::string_view type(std::size_t i) const { return i < types.size() ? types[i] : std::string_view(); }
    std::string_view value(std::size_t i) const { return i < values.size() ? values[i] : std::string_view(); }
    bool isTrue(std::size_t i) const { return value(i) == "True" || value(i) == "true"; }
    /// The list of numbers that an input is, "[1, 1]".
    Shape list(std::size_t i) const {
        const auto read = readSizes(fmt::format("[{}]", value(i)));
        return read && read->size() == 1 ? read->front() : Shape();
    }
};

struct Type {
    std::string_view name;
    double bytes;
    Precision vector, matrix;
};
constexpr Type kTypes[] = {
    {"double", 8, Precision::Fp64, Precision::TensorFp64},
    {"float", 4, Precision::Fp32, Precision::Fp32},
    {"c10::BFloat16", 2, Precision::Fp32, Precision::TensorBf16},
    {"c10::Half", 2, Precision::Fp32, Precision::TensorFp16},
    {"c10::Float8_e4m3fn", 1, Precision::Fp32, Precision::TensorFp8},
    {"c10::Float8_e5m2", 1, Precision::Fp32, Precision::TensorFp8},
    {"c10::Float8_e4m3fnuz", 1, Precision::Fp32, Precision::TensorFp8},
    {"c10::Float8_e5m2fnuz", 1, Precision::Fp32, Precision::TensorFp8},
    {"signed char", 1, Precision::Fp32, Precision::TensorInt8},
};
const Type* typeOf(std::string_view name) {
    const auto at = std::find_if(std::begin(kTypes), std::end(kTypes), [&](const Type& t) { return t.name == name; });
    return at == std::end(kTypes) ? nullptr : &*at;
}

std::optional<OperatorWork> matrixWork(const Type* type, double flop, double elements, std::string_view formula,
                                       std::string shape) {
    if (!type) return {};
    return OperatorWork{flop, elements * type->bytes, type->matrix, true, formula, std::move(shape)};
}
std::optional<OperatorWork> vectorWork(const Type* type, double flop, double elements, std::string_view formula,
                                       std::string shape) {
    if (!type || type->bytes == 1) return {};  // bytes are converted, not computed with
    return OperatorWork{flop, elements * type->bytes, type->vector, false, formula, std::move(shape)};
}

std::string shapeText(const Shape& s) { return fmt::format("{}", fmt::join(s, " × ")); }

/// B products of M × K and K × N. `addends`: elements that are added.
std::optional<OperatorWork> gemm(const Call& c, std::size_t first, double addends) {
    const Shape &a = c.size(first), &b = c.size(first + 1);
    if (a.size() < 2 || a.size() != b.size() || a.size() > 3) return {};
    const double batch = a.size() == 3 ? a[0] : 1, m = a[a.size() - 2], k = a.back(), n = b.back();
    if (b[b.size() - 2] != k || (a.size() == 3 && b[0] != batch)) return {};
    const std::string text =
        batch == 1 ? fmt::format("M {} N {} K {}", m, n, k) : fmt::format("B {} M {} N {} K {}", batch, m, n, k);
    return matrixWork(typeOf(c.type(first)), 2 * batch * m * n * k, batch * (m * k + k * n + m * n) + addends,
                      QT_TRANSLATE_NOOP("Roofline", "2 B M N K; bytes of both factors and of the product"), text);
}
std::optional<OperatorWork> mm(const Call& c) { return gemm(c, 0, 0); }
std::optional<OperatorWork> addmm(const Call& c) { return gemm(c, 1, product(c.size(0))); }

/// x [… K] by w [N K].
std::optional<OperatorWork> linear(const Call& c) {
    const Shape &x = c.size(0), &w = c.size(1);
    if (x.empty() || w.size() != 2 || x.back() != w[1] || x.back() == 0) return {};
    const double k = x.back(), n = w[0], m = product(x) / k;
    return matrixWork(typeOf(c.type(0)), 2 * m * n * k,
                      m * k + k * n + m * n + (c.isTensor(2) ? product(c.size(2)) : 0),
                      QT_TRANSLATE_NOOP("Roofline", "2 B M N K; bytes of both factors and of the product"),
                      fmt::format("M {} N {} K {}", m, n, k));
}

struct ConvolutionPlaces {
    std::size_t input, weight, stride, padding, dilation, transposed;  // of arguments
};
constexpr std::size_t kNever = 99;

/// Sizes of what comes out of a convolution behind the channels; empty where an argument is not known.
Shape outputOf(const Call& c, const ConvolutionPlaces& at) {
    const Shape &x = c.size(at.input), &w = c.size(at.weight);
    Shape stride = c.list(at.stride), padding = c.list(at.padding), dilation = c.list(at.dilation), out;
    for (Shape* s : {&stride, &padding, &dilation}) {
        if (s->size() == 1) s->resize(x.size() - 2, s->front());
        if (s->size() != x.size() - 2) return {};
    }
    for (std::size_t i = 0; i + 2 < x.size(); ++i) {
        if (stride[i] <= 0) return {};
        out.push_back(std::floor((x[i + 2] + 2 * padding[i] - dilation[i] * (w[i + 2] - 1) - 1) / stride[i]) + 1);
        if (out.back() <= 0) return {};
    }
    return out;
}

std::optional<OperatorWork> convolutionOf(const Call& c, const ConvolutionPlaces& at) {
    const Shape &x = c.size(at.input), &w = c.size(at.weight);
    if (x.size() < 3 || x.size() != w.size()) return {};
    const bool transposed = c.isTrue(at.transposed);
    // A transposed one spreads each input over the kernel: the sum goes over inputs instead of outputs, and its output
    // is left out of the bytes' formula.
    const Shape places = transposed ? Shape(x.begin() + 2, x.end()) : outputOf(c, at);
    if (places.empty()) return {};
    const double each = product(w), spots = x[0] * product(places);
    const double out = transposed ? 0 : spots * w[0];
    return matrixWork(
        typeOf(c.type(at.input)), 2 * spots * each, product(x) + each + out,
        QT_TRANSLATE_NOOP("Roofline", "2 × places of the output × weights; bytes of input, weights and output"),
        fmt::format("{} * {}", shapeText(x), shapeText(w)));
}
std::optional<OperatorWork> convolution(const Call& c) { return convolutionOf(c, {0, 1, 3, 4, 5, 6}); }
std::optional<OperatorWork> vendorConvolution(const Call& c) { return convolutionOf(c, {0, 1, 3, 2, 4, kNever}); }
std::optional<OperatorWork> miopenConvolution(const Call& c) { return convolutionOf(c, {0, 1, 4, 3, 5, kNever}); }

/// Gradients of the input, of the weights, or of both: each costs as much as the convolution.
std::optional<OperatorWork> convolutionBackward(const Call& c) {
    const Shape &gradient = c.size(0), &x = c.size(1), &w = c.size(2);
    if (gradient.size() < 3 || gradient.size() != x.size() || x.size() != w.size()) return {};
    constexpr std::size_t kTransposed = 7, kMask = 10;
    const std::string_view mask = c.value(kMask);
    double wanted = 2;
    if (mask.starts_with('[')) {
        const std::size_t comma = mask.find(',');
        const auto yes = [](std::string_view t) { return t.find("rue") != t.npos; };
        wanted = yes(mask.substr(0, comma)) +
                 (comma == mask.npos ? 0 : yes(mask.substr(comma + 1, mask.find(',', comma + 1) - comma - 1)));
    }
    const Shape& places = c.isTrue(kTransposed) ? x : gradient;
    return matrixWork(
        typeOf(c.type(1)), 2 * wanted * places[0] * product(places, 2) * product(w),
        product(gradient) + wanted * (product(x) + product(w)),
        QT_TRANSLATE_NOOP(
            "Roofline",
            "2 × places of the output × weights for each gradient; bytes of gradient, input, weights and their gradients"),
        fmt::format("{} * {}", shapeText(x), shapeText(w)));
}

struct AttentionPlaces {
    std::size_t query;  // key and value are behind it
    bool headsFirst;    // [B H M D], else [B M H D]
    std::size_t causal;
    double products;  // of M × N × D: two forward, five backward
    double tensors;   // that go to or from memory, counted in those of queries and of keys
};

/// Causal attention computes the half of the scores that it does not mask.
std::optional<OperatorWork> attention(const Call& c, const AttentionPlaces& at) {
    const Shape &q = c.size(at.query), &k = c.size(at.query + 1), &v = c.size(at.query + 2);
    if (q.size() != 4 || k.size() != 4 || v.size() != 4) return {};
    const std::size_t heads = at.headsFirst ? 1 : 2, length = at.headsFirst ? 2 : 1;
    const double pairs = q[0] * q[heads] * q[length] * k[length] * (c.isTrue(at.causal) ? 0.5 : 1);
    const double flop = at.products == 2 ? 2 * pairs * (q[3] + v[3]) : 2 * pairs * (3 * q[3] + 2 * v[3]);
    return matrixWork(
        typeOf(c.type(at.query)), flop, at.tensors * (2 * product(q) + product(k) + product(v)) / 2,
        at.products == 2
            ? QT_TRANSLATE_NOOP("Roofline",
                                "4 B H M N D, half of it where causal; bytes of queries, keys, values and output")
            : QT_TRANSLATE_NOOP(
                  "Roofline",
                  "10 B H M N D, half of it where causal; bytes of queries, keys, values, output and their gradients"),
        fmt::format("B {} H {} M {} N {} D {}{}", q[0], q[heads], q[length], k[length], q[3],
                    c.isTrue(at.causal) ? " causal" : ""));
}
std::optional<OperatorWork> flashForward(const Call& c) { return attention(c, {0, false, 8, 2, 2}); }
std::optional<OperatorWork> scaledFlash(const Call& c) { return attention(c, {0, true, 4, 2, 2}); }
std::optional<OperatorWork> scaledEfficient(const Call& c) { return attention(c, {0, true, 6, 2, 2}); }
std::optional<OperatorWork> scaledCudnn(const Call& c) { return attention(c, {0, true, 6, 2, 2}); }
std::optional<OperatorWork> scaledAny(const Call& c) { return attention(c, {0, true, 5, 2, 2}); }
std::optional<OperatorWork> scaledFlashBackward(const Call& c) { return attention(c, {1, true, 11, 5, 4}); }
std::optional<OperatorWork> scaledEfficientBackward(const Call& c) { return attention(c, {1, true, 11, 5, 4}); }

/// `flop` operations and `tensors` accesses for each element of input `at`.
std::optional<OperatorWork> eachElement(const Call& c, std::size_t at, double flop, double tensors,
                                        std::string_view formula) {
    if (!c.isTensor(at)) return {};
    const double n = product(c.size(at));
    return vectorWork(typeOf(c.type(at)), flop * n, tensors * n, formula, shapeText(c.size(at)));
}
std::optional<OperatorWork> norm(const Call& c) {
    return eachElement(
        c, 0, 8, 2,
        QT_TRANSLATE_NOOP(
            "Roofline",
            "8 an element (mean 1, variance 3, normalise 2, scale and shift 2); bytes of input and output"));
}
std::optional<OperatorWork> rmsNorm(const Call& c) {
    return eachElement(
        c, 0, 4, 2,
        QT_TRANSLATE_NOOP("Roofline", "4 an element (squares 2, normalise 1, scale 1); bytes of input and output"));
}
std::optional<OperatorWork> normBackward(const Call& c) {
    return eachElement(c, 0, 13, 3,
                       QT_TRANSLATE_NOOP("Roofline", "13 an element; bytes of both inputs and of the gradient"));
}
std::optional<OperatorWork> softmax(const Call& c) {
    return eachElement(
        c, 0, 5, 2,
        QT_TRANSLATE_NOOP("Roofline",
                          "5 an element (maximum, difference, exponential, sum, quotient); bytes of input and output"));
}
std::optional<OperatorWork> unary(const Call& c) {
    return eachElement(c, 0, 1, 2, QT_TRANSLATE_NOOP("Roofline", "1 an element; bytes of inputs and output"));
}
std::optional<OperatorWork> reduction(const Call& c) {
    return eachElement(c, 0, 1, 1, QT_TRANSLATE_NOOP("Roofline", "1 an element; bytes of the input"));
}

/// Inputs that are smaller are repeated over the greater one.
std::optional<OperatorWork> binary(const Call& c) {
    if (!c.isTensor(0)) return {};
    Shape out = c.size(0);
    const Shape& b = c.size(1);
    if (b.size() > out.size()) out.insert(out.begin(), b.size() - out.size(), 1);
    for (std::size_t i = 0; i < b.size(); ++i)
        out[out.size() - 1 - i] = std::max(out[out.size() - 1 - i], b[b.size() - 1 - i]);
    const double n = product(out);
    return vectorWork(typeOf(c.type(0)), n, product(c.size(0)) + (c.isTensor(1) ? product(b) : 0) + n,
                      QT_TRANSLATE_NOOP("Roofline", "1 an element; bytes of inputs and output"), shapeText(out));
}

struct Model {
    std::string_view name;
    std::optional<OperatorWork> (*make)(const Call&);
};
constexpr Model kModels[] = {
    {"aten::mm", mm},
    {"aten::bmm", mm},
    {"aten::addmm", addmm},
    {"aten::baddbmm", addmm},
    {"aten::_scaled_mm", mm},
    {"aten::_int_mm", mm},
    {"aten::_addmm_activation", addmm},
    {"aten::linear", linear},
    {"aten::convolution", convolution},
    {"aten::_convolution", convolution},
    {"aten::cudnn_convolution", vendorConvolution},
    {"aten::miopen_convolution", miopenConvolution},
    {"aten::convolution_backward", convolutionBackward},
    {"aten::_flash_attention_forward", flashForward},
    {"aten::_scaled_dot_product_flash_attention", scaledFlash},
    {"aten::_scaled_dot_product_efficient_attention", scaledEfficient},
    {"aten::_scaled_dot_product_cudnn_attention", scaledCudnn},
    {"aten::scaled_dot_product_attention", scaledAny},
    {"aten::_scaled_dot_product_flash_attention_backward", scaledFlashBackward},
    {"aten::_scaled_dot_product_efficient_attention_backward", scaledEfficientBackward},
    {"aten::native_layer_norm", norm},
    {"aten::native_batch_norm", norm},
    {"aten::cudnn_batch_norm", norm},
    {"aten::miopen_batch_norm", norm},
    {"aten::native_group_norm", norm},
    {"aten::batch_norm", norm},
    {"aten::_fused_rms_norm", rmsNorm},
    {"aten::native_layer_norm_backward", normBackward},
    {"aten::native_batch_norm_backward", normBackward},
    {"aten::cudnn_batch_norm_backward", normBackward},
    {"aten::miopen_batch_norm_backward", normBackward},
    {"aten::native_group_norm_backward", normBackward},
    {"aten::_softmax", softmax},
    {"aten::_log_softmax", softmax},
    {"aten::add", binary},
    {"aten::add_", binary},
    {"aten::sub", binary},
    {"aten::sub_", binary},
    {"aten::mul", binary},
    {"aten::mul_", binary},
    {"aten::div", binary},
    {"aten::div_", binary},
    {"aten::maximum", binary},
    {"aten::minimum", binary},
    {"aten::threshold_backward", binary},
    {"aten::relu", unary},
    {"aten::relu_", unary},
    {"aten::clamp_min", unary},
    {"aten::clamp_min_", unary},
    {"aten::gelu", unary},
    {"aten::silu", unary},
    {"aten::silu_", unary},
    {"aten::sigmoid", unary},
    {"aten::tanh", unary},
    {"aten::exp", unary},
    {"aten::log", unary},
    {"aten::sqrt", unary},
    {"aten::rsqrt", unary},
    {"aten::neg", unary},
    {"aten::pow", unary},
    {"aten::abs", unary},
    {"aten::sin", unary},
    {"aten::cos", unary},
    {"aten::reciprocal", unary},
    {"aten::dropout", unary},
    {"aten::native_dropout", unary},
    {"aten::sum", reduction},
    {"aten::mean", reduction},
};

const Model* find(std::string_view name) {
    const auto at =
        std::find_if(std::begin(kModels), std::end(kModels), [&](const Model& m) { return m.name == name; });
    return at == std::end(kModels) ? nullptr : &*at;
}

}  // namespace

std::optional<Sizes> readSizes(std::string_view text) {
    Sizes out;
    std::size_t depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '[') {
            if (++depth == 2 && (out.emplace_back(), out.size() > kMostInputs)) return {};
            if (depth > 3) return {};
        } else if (c == ']') {
            if (depth-- == 0) return {};
        } else if (c >= '0' && c <= '9') {
            std::uint64_t v = 0;
            const auto [end, error] = std::from_chars(text.data() + i, text.data() + text.size(), v);
            if (error != std::errc() || depth == 0) return {};
            i = static_cast<std::size_t>(end - text.data()) - 1;
            if (depth == 1) continue;  // a number in the place of a tensor
            if (out.back().size() >= kMostDimensions) return {};
            if (depth == 2) out.back().push_back(static_cast<double>(v));
        } else if (c != ',' && c != ' ' && c != '"' && c != '\n') {
            return {};
        }
    }
    if (depth != 0 || text.empty()) return {};
    return out;
}

std::vector<std::string_view> readTexts(std::string_view text) {
    std::vector<std::string_view> out;
    for (std::size_t at = text.find('"'); at != text.npos && out.size() < kMostInputs; at = text.find('"', at)) {
        const std::size_t end = text.find('"', at + 1);
        if (end == text.npos) break;
        out.push_back(text.substr(at + 1, end - at - 1));
        at = end + 1;
    }
    return out;
}

bool hasModel(std::string_view name) { return find(name) != nullptr; }

std::optional<OperatorWork> modelOf(std::string_view name, const OperatorInputs& inputs) {
    const Model* m = find(name);
    auto sizes = m ? readSizes(inputs.sizes) : std::nullopt;
    if (!sizes) return {};
    auto out = m->make({std::move(*sizes), readTexts(inputs.types), readTexts(inputs.values)});
    if (out && !(out->flop > 0 && out->bytes > 0 && std::isfinite(out->flop) && std::isfinite(out->bytes))) return {};
    return out;
}

bool isTf32Kernel(std::string_view kernel) {
    constexpr std::string_view kSigns[] = {"tf32", "TF32", "s1688", "s16816", "tensorop_s"};
    return std::any_of(std::begin(kSigns), std::end(kSigns),
                       [&](std::string_view sign) { return kernel.find(sign) != kernel.npos; });
}

}  // namespace model::roofline
