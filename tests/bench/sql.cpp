// SPDX-License-Identifier: GPL-3.0-or-later
// sql REPORT EXPORT: opens a report and asks it in SQL through the face, and the SQLite export of the same events
// through SQLite itself. Prints both times of a sum over all kernels and of a join of kernels with their calls. Of
// three runs the median.
#include <sqlite3.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>

#include "importers/open.h"
#include "importers/sql/sql_session.h"

namespace {

constexpr const char* kSum = "SELECT sum(\"end\" - start) FROM CUPTI_ACTIVITY_KIND_KERNEL";
constexpr const char* kJoin =
    "SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN CUPTI_ACTIVITY_KIND_RUNTIME r "
    "ON r.correlationId = k.correlationId AND r.globalTid / 16777216 = k.globalPid / 16777216";

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double seconds(const std::function<void()>& work) {
    std::array<double, 3> times{};
    for (double& t : times) {
        const double begin = now();
        work();
        t = now() - begin;
    }
    std::sort(times.begin(), times.end());
    return times[1];
}

std::int64_t ours(importers::SqlSession& session, const char* sql) {
    std::int64_t answer = -1;
    const auto done = session.query(
        sql, {}, [](auto) {}, [&](auto cells) { return answer = cells[0].intOr(-1), true; });
    return done ? answer : -1;
}

std::int64_t theirs(sqlite3* db, const char* sql) {
    sqlite3_stmt* s = nullptr;
    std::int64_t answer = -2;
    if (sqlite3_prepare_v2(db, sql, -1, &s, nullptr) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW)
        answer = sqlite3_column_int64(s, 0);
    sqlite3_finalize(s);
    return answer;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) return std::fprintf(stderr, "usage: sql REPORT EXPORT\n"), 2;
    const auto store = model::EventStore::create();
    if (const auto opened = importers::openReport(argv[1], *store); !opened)
        return std::fprintf(stderr, "%s\n", model::english(opened.error().detail).c_str()), 3;
    importers::SqlSession session(store->snapshot());
    sqlite3* db = nullptr;
    if (sqlite3_open_v2(argv[2], &db, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK)
        return std::fprintf(stderr, "%s\n", sqlite3_errmsg(db)), 3;
    for (const auto& [name, sql] : {std::pair("sum", kSum), std::pair("join", kJoin)}) {
        std::int64_t a = 0, b = 0;
        const double mine = seconds([&] { a = ours(session, sql); });
        const double plain = seconds([&] { b = theirs(db, sql); });
        if (a != b)
            return std::fprintf(stderr, "%s: %lld is not %lld\n", name, static_cast<long long>(a),
                                static_cast<long long>(b)),
                   1;
        std::printf("%s %.6f s sqlite-%s %.6f s\n", name, mine, name, plain);
    }
    std::fflush(stdout);
    _Exit(0);  // taking the store apart is not part of it
}
