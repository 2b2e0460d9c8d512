// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace app::remote {

/// A request or an answer: words that may hold any bytes. The first one names it.
using Words = std::vector<std::string>;

/// Bytes of the words of a frame, and of the frame, at most: more is no frame.
inline constexpr std::size_t kMostFrameBytes = 8u << 20;

/// A frame as it is sent: "SLF1", its size and that of its words (u32, little endian), then the words, compressed. They
/// must fit.
std::string frameOf(const Words& words);

/// Takes bytes as they come, and gives frames. What comes is the other side's: lengths are checked before anything is
/// made of them.
class FrameReader {
public:
    void add(std::string_view bytes) { m_pending += bytes; }
    /// The next whole frame; nothing where more must come first, or the bytes are no frames.
    std::optional<Words> next();
    /// They are not, and nothing will come any more.
    bool isBroken() const { return m_broken; }

private:
    std::string m_pending;
    bool m_broken = false;
};

}  // namespace app::remote
