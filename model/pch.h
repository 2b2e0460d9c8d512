// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Headers that many files without Qt need, compiled once for all of them. They change only with the compiler. Each file
// includes what it uses all the same: CMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without this one.
#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

#include <fmt/format.h>
