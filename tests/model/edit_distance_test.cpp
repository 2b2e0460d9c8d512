// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/edit_distance.h"
#include "tests/kit/check.h"

TEST("a distance is the letters to put in, take out, replace, or change with their neighbour") {
    using model::editDistance;
    CHECK_EQ(editDistance("", ""), std::size_t{0});
    CHECK_EQ(editDistance("kernel", "kernel"), std::size_t{0});
    CHECK_EQ(editDistance("", "gpu"), std::size_t{3});
    CHECK_EQ(editDistance("gpu", ""), std::size_t{3});
    CHECK_EQ(editDistance("kernl", "kernel"), std::size_t{1});
    CHECK_EQ(editDistance("kernel", "kerbel"), std::size_t{1});
    CHECK_EQ(editDistance("kenrel", "kernel"), std::size_t{1});
    CHECK_EQ(editDistance("kernel", "colonel"), std::size_t{4});
    CHECK_EQ(editDistance("ab", "ba"), std::size_t{1});
    CHECK_EQ(editDistance("Kernel", "kernel"), std::size_t{1});
}
