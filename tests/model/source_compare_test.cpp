// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines and instructions of two kernels are the same.
#include <algorithm>

#include "model/kernels/source_compare.h"
#include "tests/kit/check.h"

namespace {

using namespace model;

struct Reports {
    std::shared_ptr<EventStore> store = EventStore::create();
    SnapshotPtr snapshot;
    StringId metric;
    std::vector<ProfileFunction> functions;
    Reports() : metric(store->strings().intern("inst_executed")), functions(2) {
        functions[0].name = store->strings().intern("gemm");
        functions[1].name = store->strings().intern("helper");
        snapshot = store->publish(true);
    }
    /// A row a text; values are `first`, `first` + 1 …
    SourceTable lines(const std::vector<const char*>& texts, double first) const {
        SourceTable out;
        out.columns = {metric};
        for (const char* text : texts)
            out.rows.push_back({static_cast<std::uint32_t>(out.rows.size() + 1),
                                0,
                                nullptr,
                                text,
                                {first + static_cast<double>(out.rows.size())},
                                {}});
        out.hasText = !texts.empty() && *texts[0];
        return out;
    }
    SourceTable instructions(std::size_t function, std::size_t count, double first) const {
        SourceTable out;
        out.columns = {metric};
        for (std::size_t i = 0; i < count; ++i)
            out.rows.push_back({0, i * 16, &functions[function], {}, {first + static_cast<double>(i)}, {}});
        return out;
    }
    /// By row the value before, −1 = none.
    std::vector<int> compare(const SourceTable& now, const SourceTable& before) const {
        std::vector<int> out;
        for (const auto& values : valuesBefore(*snapshot, now, *snapshot, before))
            out.push_back(values.empty() ? -1 : static_cast<int>(values[0]));
        return out;
    }
};

}  // namespace

TEST("lines that were moved by others are the same lines") {
    const Reports r;
    const auto before = r.lines({"void f() {", "  a();", "}", "", "void g() {", "  b();", "}"}, 10);
    CHECK(r.compare(before, before) == (std::vector<int>{10, 11, 12, 13, 14, 15, 16}));
    // One was added, one taken away, one changed; indentation is none.
    CHECK(r.compare(r.lines({"// new", "void f() {", "    a();", "}", "", "void g() {", "  c();", "}"}, 0), before) ==
          (std::vector<int>{-1, 10, 11, 12, 13, 14, -1, 16}));
    CHECK(r.compare(r.lines({"void g() {", "  b();", "}"}, 0), before) == (std::vector<int>{14, 15, 16}));
    CHECK(r.compare(r.lines({"x", "y"}, 0), before) == (std::vector<int>{-1, -1}));
    // Only texts that repeat.
    CHECK(r.compare(r.lines({"n", "a", "a", "b", "b"}, 0), r.lines({"a", "b", "a", "b", "m"}, 10)) ==
          (std::vector<int>{-1, 10, -1, 11, 13}));
    CHECK(areMatchedByText(before, before));
}

TEST("without texts lines are the same by their number") {
    const Reports r;
    CHECK(r.compare(r.lines({"", "", ""}, 0), r.lines({"", ""}, 10)) == (std::vector<int>{10, 11, -1}));
    CHECK(!areMatchedByText(r.lines({""}, 0), r.lines({"a"}, 0)));
}

TEST("without texts instructions are the same by their offset, in code of the same length") {
    const Reports r;
    CHECK(r.compare(r.instructions(0, 3, 0), r.instructions(0, 3, 10)) == (std::vector<int>{10, 11, 12}));
    CHECK(r.compare(r.instructions(0, 3, 0), r.instructions(1, 3, 10)) == (std::vector<int>{-1, -1, -1}));
    CHECK(r.compare(r.instructions(0, 3, 0), r.instructions(0, 4, 10)) ==
          (std::vector<int>{-1, -1, -1}));  // was changed: what is there now is another one
}

TEST("many lines are compared in little time") {
    const Reports r;
    std::vector<std::string> texts;
    for (int i = 0; i < 20'000; ++i) texts.push_back(i % 3 ? "}" : "line " + std::to_string(i));
    std::vector<const char*> before, now{"first"};
    for (const std::string& t : texts) before.push_back(t.c_str());
    for (std::size_t i = 0; i < texts.size(); ++i)
        if (i % 100) now.push_back(texts[i].c_str());
    const auto same = r.compare(r.lines(now, 0), r.lines(before, 0));
    CHECK(std::count(same.begin(), same.end(), -1) == 1);
}
