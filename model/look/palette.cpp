// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/look/palette.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numbers>

#include "model/base/ascii.h"
#include "model/look/display_name.h"
#include "model/query/drawn.h"
#include "model/workload/collective.h"

namespace model::look {
namespace {

constexpr Rgb rgb(unsigned hex) { return 0xff000000u | hex; }
constexpr int red(Rgb c) { return static_cast<int>(c >> 16 & 255); }
constexpr int green(Rgb c) { return static_cast<int>(c >> 8 & 255); }
constexpr int blue(Rgb c) { return static_cast<int>(c & 255); }
constexpr Rgb rgb(int r, int g, int b) { return rgb(static_cast<unsigned>(r << 16 | g << 8 | b)); }

constexpr Tokens kLight{.canvas = rgb(0xFFFFFF),
                        .alternateRow = rgb(0xF7F8FA),
                        .grid = rgb(0xE6E8EC),
                        .text = rgb(0x1B1F24),
                        .secondaryText = rgb(0x59626E),
                        .accent = rgb(0x08736F),
                        .good = rgb(0x266C43),
                        .warn = rgb(0x8A5100),
                        .bad = rgb(0xB3261E),
                        .onDark = rgb(0xFFFFFF),
                        .onLight = rgb(0x14171B),
                        .header = rgb(0xFBFBFC),
                        .headerBorder = rgb(0xD9DCE1)};
constexpr Tokens kDark{.canvas = rgb(0x15171B),
                       .alternateRow = rgb(0x1A1D22),
                       .grid = rgb(0x2A2E35),
                       .text = rgb(0xE6E8EB),
                       .secondaryText = rgb(0x9AA3AE),
                       .accent = rgb(0x35C9C3),
                       .good = rgb(0x6FCF97),
                       .warn = rgb(0xF2B95E),
                       .bad = rgb(0xF28B82),
                       .onDark = rgb(0xF4F5F6),
                       .onLight = rgb(0x0E1013),
                       .header = rgb(0x1A1D22),
                       .headerBorder = rgb(0x33383F)};

double toLinear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }
double toGamma(double c) { return c <= 0.0031308 ? c * 12.92 : 1.055 * std::pow(c, 1 / 2.4) - 0.055; }

double luminance(Rgb c) {
    return 0.2126 * toLinear(red(c) / 255.0) + 0.7152 * toLinear(green(c) / 255.0) + 0.0722 * toLinear(blue(c) / 255.0);
}

/// Oklab in polar form: equal steps look equal, so one lightness means one legibility whatever the hue.
struct Lch {
    double l = 0, c = 0, h = 0;  // 0 … 1, 0 … ~0.32, degrees
};

struct Linear {
    double r, g, b;
    bool fits() const { return std::min({r, g, b}) >= -1e-4 && std::max({r, g, b}) <= 1.0001; }
};

Linear linearOf(const Lch& v) {
    const double a = v.c * std::cos(v.h * std::numbers::pi / 180), b = v.c * std::sin(v.h * std::numbers::pi / 180);
    const double l = std::pow(v.l + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(v.l - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(v.l - 0.0894841775 * a - 1.2914855480 * b, 3);
    return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

Rgb toRgb(Lch v) {
    // Less chroma until the screen can show it; lightness and hue stay.
    Linear k = linearOf(v);
    while (!k.fits() && v.c > 0.001) {
        v.c *= 0.94;
        k = linearOf(v);
    }
    const auto byte = [](double x) {
        return static_cast<int>(std::lround(std::clamp(toGamma(std::clamp(x, 0.0, 1.0)), 0.0, 1.0) * 255));
    };
    return rgb(byte(k.r), byte(k.g), byte(k.b));
}

Lch toLch(Rgb c) {
    const double r = toLinear(red(c) / 255.0), g = toLinear(green(c) / 255.0), b = toLinear(blue(c) / 255.0);
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    const double x = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    const double y = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, std::hypot(x, y),
            std::atan2(y, x) * 180 / std::numbers::pi};
}

/// Between these lightnesses neither a dark nor a light label is readable enough.
constexpr double kDimmestForDarkText = 0.615, kBrightestForLightText = 0.555;

/// Hue, chroma and lightness per family. `spread` = how far names go apart in lightness; `hues` = in hue, degrees.
struct FamilyColour {
    Family family;
    double hue, chroma, light, dark, spread, hues;
};
using F = Family;
constexpr std::array<FamilyColour, 16> kFamilies{{
    {F::Kernel, 256, 0.125, 0.690, 0.685, 0.060, 12},
    {F::MemcpyHtoD, 152, 0.145, 0.845, 0.825, 0.010, 0},
    {F::MemcpyDtoH, 350, 0.175, 0.655, 0.650, 0.010, 0},
    {F::MemcpyDtoD, 205, 0.060, 0.800, 0.775, 0.010, 0},
    {F::Memset, 110, 0.100, 0.640, 0.630, 0.010, 0},
    {F::Communication, 300, 0.175, 0.500, 0.540, 0.020, 8},
    {F::Api, 255, 0.035, 0.760, 0.700, 0.050, 14},
    {F::Synchronization, 72, 0.130, 0.780, 0.755, 0.015, 3},
    {F::OsRuntime, 88, 0.034, 0.895, 0.440, 0.020, 6},
    {F::Overhead, 260, 0.006, 0.720, 0.700, 0.020, 0},
    {F::Nvtx, 0, 0.095, 0.790, 0.740, 0.030, 360},
    {F::Python, 165, 0.050, 0.740, 0.690, 0.050, 16},
    {F::State, 155, 0.110, 0.700, 0.680, 0.020, 6},
    {F::Sample, 52, 0.170, 0.700, 0.720, 0.010, 0},
    {F::Graph, 228, 0.100, 0.740, 0.720, 0.040, 8},
    {F::Other, 0, 0.080, 0.760, 0.720, 0.030, 360},
}};
/// What kinds lie beside each other on a GPU, for other eyes: hues that they cannot tell apart differ in lightness.
constexpr std::array<FamilyColour, 6> kRedGreen{{
    {F::Kernel, 294, 0.200, 0.672, 0.675, 0.030, 6},
    {F::MemcpyHtoD, 103, 0.198, 0.895, 0.920, 0.010, 0},
    {F::MemcpyDtoH, 305, 0.200, 0.420, 0.420, 0.010, 0},
    {F::MemcpyDtoD, 281, 0.070, 0.874, 0.878, 0.010, 0},
    {F::Memset, 39, 0.195, 0.420, 0.420, 0.010, 0},
    {F::Synchronization, 46, 0.128, 0.664, 0.675, 0.015, 3},
}};
constexpr std::array<FamilyColour, 6> kBlueYellow{{
    {F::Kernel, 141, 0.137, 0.420, 0.420, 0.030, 6},
    {F::MemcpyHtoD, 197, 0.200, 0.882, 0.898, 0.010, 0},
    {F::MemcpyDtoH, 13, 0.191, 0.652, 0.658, 0.010, 0},
    {F::MemcpyDtoD, 267, 0.132, 0.674, 0.671, 0.010, 0},
    {F::Memset, 345, 0.188, 0.420, 0.420, 0.010, 0},
    {F::Synchronization, 89, 0.174, 0.861, 0.862, 0.015, 3},
}};

FamilyColour colourOf(Family family, Sight sight) {
    const FamilyColour usual = kFamilies[static_cast<std::size_t>(family)];
    if (sight == Sight::Usual) return usual;
    for (const FamilyColour& other : sight == Sight::RedGreen ? kRedGreen : kBlueYellow)
        if (other.family == family) return other;
    return usual;
}

std::atomic<Sight> g_sight = Sight::Usual;

/// Ticks, among which the quiet green of Python's functions would be lost.
constexpr FamilyColour kPythonSamples{F::Python, 205, 0.120, 0.720, 0.760, 0.010, 0};
constexpr bool inOrder() {
    for (std::size_t i = 0; i < kFamilies.size(); ++i)
        if (static_cast<std::size_t>(kFamilies[i].family) != i) return false;
    return true;
}
static_assert(inOrder(), "kFamilies is indexed by Family");

double legible(double lightness) {
    if (lightness >= kDimmestForDarkText || lightness <= kBrightestForLightText) return lightness;
    return lightness - kBrightestForLightText < kDimmestForDarkText - lightness ? kBrightestForLightText
                                                                                : kDimmestForDarkText;
}

constexpr double kReadable = 4.5;  // WCAG AA for small text

double bestTextContrast(Rgb fill, const Tokens& t) {
    return std::max(contrast(fill, t.onLight), contrast(fill, t.onDark));
}

/// Vivid colours are lighter or darker to the eye than their Oklab lightness says: moved on until labels are readable.
Rgb readable(Lch v, Theme theme) {
    v.l = legible(v.l);
    const double step = v.l >= kDimmestForDarkText ? 0.01 : -0.01;
    Rgb fill = toRgb(v);
    while (bestTextContrast(fill, tokens(theme)) < kReadable && v.l > 0.2 && v.l < 0.95) {
        v.l += step;
        fill = toRgb(v);
    }
    return fill;
}

Look lookFor(Rgb fill, Family family, Theme theme) {
    const Tokens& t = tokens(theme);
    Look k;
    k.fill = fill;
    k.faint = mixed(t.canvas, fill, theme == Theme::Light ? 0.22 : 0.26);
    k.edge = mixed(fill, rgb(0), 0.38);
    k.text = contrast(fill, t.onLight) >= contrast(fill, t.onDark) ? t.onLight : t.onDark;
    k.family = family;
    k.pattern = patternOf(family);
    return k;
}

std::uint64_t hashOf(std::string_view text) {
    std::uint64_t h = 14695981039346656037ull;  // FNV-1a, then mixed so that the high bits are good, too
    for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    h ^= h >> 32;
    h *= 0xd6e8feb86659fd93ull;
    return h ^ (h >> 32);
}

bool holds(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

Family familyOfCopy(std::string_view name) {
    if (isMemset(name)) return F::Memset;
    for (const char* s : {"htod", "host-to-device", "host to device", "hosttodevice", "host_to_device", "h2d", "htoa"})
        if (containsNoCase(name, s)) return F::MemcpyHtoD;
    for (const char* s : {"dtoh", "device-to-host", "device to host", "devicetohost", "device_to_host", "d2h", "atoh"})
        if (containsNoCase(name, s)) return F::MemcpyDtoH;
    return F::MemcpyDtoD;
}

Family familyOfCall(std::string_view name) {
    for (const char* s : {"Synchronize", "StreamWait", "WaitEvent", "WaitExternal", "EventQuery", "StreamQuery"})
        if (holds(name, s)) return F::Synchronization;
    return F::Api;
}

}  // namespace

const Tokens& tokens(Theme theme) { return theme == Theme::Light ? kLight : kDark; }

Pattern patternOf(Family family) {
    if (family == Family::Communication) return Pattern::Hatch;
    if (family == Family::Overhead) return Pattern::Dots;
    return Pattern::None;
}

double contrast(Rgb a, Rgb b) {
    const double x = luminance(a) + 0.05, y = luminance(b) + 0.05;
    return x > y ? x / y : y / x;
}

Rgb mixed(Rgb a, Rgb b, double amount) {
    const auto channel = [&](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * amount)); };
    return rgb(channel(red(a), red(b)), channel(green(a), green(b)), channel(blue(a), blue(b)));
}

Family familyOf(TrackKind track, std::string_view name) {
    switch (track) {
    case TrackKind::CudaHw:
    case TrackKind::Context:
    case TrackKind::Stream:
    case TrackKind::Kernels:
    case TrackKind::Queues:
    case TrackKind::KernelsByName:
    case TrackKind::StreamKernels: return isCommunicationKernel(name) ? F::Communication : F::Kernel;
    case TrackKind::Memory:
    case TrackKind::MemoryByName:
    case TrackKind::StreamMemory:
    case TrackKind::UnifiedMemory:
    case TrackKind::MemoryPool:
    case TrackKind::MemoryEvents:
    case TrackKind::MemoryUsage: return familyOfCopy(name);
    case TrackKind::StreamGraphs:
    case TrackKind::CudaGraphs: return F::Graph;
    case TrackKind::StreamSync:
    case TrackKind::StreamEvents: return F::Synchronization;
    case TrackKind::CudaApi:
    case TrackKind::Cudnn:
    case TrackKind::Cublas:
    case TrackKind::Library: return familyOfCall(name);
    case TrackKind::OsRuntime: return F::OsRuntime;
    case TrackKind::Nvtx:
    case TrackKind::NvtxProjection:
    case TrackKind::ProcessNvtx: return F::Nvtx;
    case TrackKind::Nccl: return F::Communication;
    case TrackKind::Annotations:
    case TrackKind::StreamAnnotations: return F::Nvtx;
    case TrackKind::PythonFunctions: return F::Python;
    case TrackKind::Operators: return isCommunicationCall(name) ? F::Communication : F::Other;
    case TrackKind::ProfilerOverhead:
    case TrackKind::Jit: return F::Overhead;
    case TrackKind::Thread:
    case TrackKind::ThreadState: return F::State;
    case TrackKind::CpuSamples: return F::Sample;
    case TrackKind::PythonSamples: return F::Python;
    default: return F::Other;
    }
}

Sight sight() { return g_sight; }
void setSight(Sight sight) { g_sight = sight; }

Rgb familyColour(Family family, Theme theme) { return familyColour(family, theme, sight()); }

Rgb familyColour(Family family, Theme theme, Sight sight) {
    const FamilyColour f = colourOf(family, sight);
    return readable({theme == Theme::Light ? f.light : f.dark, f.chroma, f.hue}, theme);
}

namespace {

Look lookOf(const FamilyColour& f, std::string_view baseName, Theme theme) {
    const std::uint64_t h = hashOf(baseName);
    const double lightStep = static_cast<double>(h % 5) / 2 - 1;           // -1 … 1
    const double hueStep = static_cast<double>((h >> 8) % 997) / 996;      // 0 … 1
    const double chromaStep = static_cast<double>((h >> 24) % 5) / 2 - 1;  // -1 … 1
    Lch v;
    v.l = (theme == Theme::Light ? f.light : f.dark) + f.spread * lightStep;
    v.c = f.chroma * (1 + 0.14 * chromaStep);
    v.h = f.hue + (hueStep - 0.5) * f.hues * (f.hues >= 360 ? 1 : 2);
    return lookFor(readable(v, theme), f.family, theme);
}

}  // namespace

Look lookOf(Family family, std::string_view baseName, Theme theme) {
    return lookOf(colourOf(family, sight()), baseName, theme);
}

Look lookOfReportColour(Rgb colour, Family family, Theme theme) {
    Lch v = toLch(colour);
    v.l = theme == Theme::Light ? std::clamp(v.l, 0.35, 0.90) : std::clamp(v.l, 0.42, 0.90);
    v.c = std::min(v.c, 0.20);
    return lookFor(readable(v, theme), family, theme);
}

Look lookOfState(std::string_view state, Theme theme) {
    const bool light = theme == Theme::Light;
    const auto make = [&](double l, double c, double h) {
        return lookFor(readable({l, c, h}, theme), F::State, theme);
    };
    for (const char* s : {"preempt", "runnable", "ready", "wakening", "waking"})
        if (containsNoCase(state, s)) return make(light ? 0.80 : 0.76, 0.14, 78);
    for (const char* s : {"uninterruptible", "disk"})
        if (containsNoCase(state, s)) return make(light ? 0.64 : 0.66, 0.17, 30);
    for (const char* s : {"block", "wait", "sleep", "interruptible", "idle", "stopped", "parked"})
        if (containsNoCase(state, s)) return make(light ? 0.88 : 0.40, 0.02, 88);
    return make(light ? 0.70 : 0.66, 0.12, 155);
}

namespace {
constexpr double kGoldenAngle = 137.507764;  // degrees: hues that follow each other are far apart
constexpr double kFirstHue = 256;
}  // namespace

Look lookOfNumber(std::size_t n, Theme theme) {
    // A round of hues is used up after some numbers; the next ones are lighter or darker.
    constexpr std::array kShades{0.0, 0.09, -0.12};
    const auto i = static_cast<double>(n);
    Lch v;
    v.l = 0.70 + kShades[n / 12 % kShades.size()];
    v.c = 0.125;
    v.h = std::fmod(kFirstHue + i * kGoldenAngle, 360);
    return lookFor(readable(v, theme), F::Other, theme);
}

Look lookOfStep(std::size_t n, std::size_t steps, Theme theme) {
    const double u = steps > 1 ? static_cast<double>(n) / static_cast<double>(steps - 1) : 1;
    // Much stands out: it is dark on a light canvas, and light on a dark one.
    Lch v;
    v.l = theme == Theme::Light ? 0.93 - 0.55 * u : 0.36 + 0.54 * u;
    v.c = theme == Theme::Light ? 0.05 + 0.12 * u : 0.09 + 0.05 * u;
    v.h = theme == Theme::Light ? 95 + 235 * u : 320 - 225 * u;
    return lookFor(readable(v, theme), F::Other, theme);
}

Look lookOfNone(Theme theme) {
    return lookFor(readable({theme == Theme::Light ? 0.86 : 0.42, 0.008, 255}, theme), F::Other, theme);
}

const Look& LookTable::compute(TrackKind track, StringId name) {
    auto& table = m_tables[static_cast<std::size_t>(track)];
    if (name >= table.size())
        table.resize(std::max<std::size_t>(name + 1, m_store ? m_store->strings().count() + 1 : 0));
    const std::string_view text = m_store ? m_store->strings().at(name) : std::string_view();
    const Family family = familyOf(track, text);
    Look& k = table[name];
    const std::uint32_t given = m_store ? m_store->nameColour(name) : 0;
    if (track == TrackKind::PythonSamples) k = lookOf(kPythonSamples, text, m_theme);
    else if (family == Family::State) k = lookOfState(text, m_theme);
    else if (m_byName && family != Family::Sample) {
        k = lookOf(Family::Other, colourKey(track, text), m_theme);
        k.family = family;
        k.pattern = patternOf(family);
    } else if (given && (family == Family::Nvtx || family == Family::Other))
        k = lookOfReportColour(given, family, m_theme);
    else k = lookOf(family, colourKey(track, text), m_theme);
    return k;
}

}  // namespace model::look
