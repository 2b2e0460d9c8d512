// SPDX-License-Identifier: GPL-3.0-or-later
// Databases of nvprof: what the real sample (tests/oracle/rows/nvprof.rows) lacks.
#include "tests/kit/opened.h"

namespace {

using model::Note;
using model::TrackKind;

const std::string kStrings =
    "CREATE TABLE StringTable (_id_ INTEGER PRIMARY KEY, value TEXT NOT NULL);"
    "INSERT INTO StringTable VALUES (1, '_Z1fv'), (2, 'step 1'), (3, 'mark'), (4, 'Tesla V100');";
const std::string kMarkers =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_MARKER (_id_ INTEGER PRIMARY KEY, flags INT, timestamp INT, id INT, objectKind INT,"
    " objectId BLOB, name INT, domain INT);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_MARKER VALUES (1,2,7000,1,2,x'6400000065000000',2,0),"
    " (2,1,8000,0,2,x'6400000065000000',3,0), (3,4,16000,1,2,x'6400000065000000',0,0),"
    " (4,4,17000,9,2,x'6400000065000000',0,0), (5,2,18000,2,2,x'6400000065000000',2,0);";

}  // namespace

TEST("ranges and marks are on the thread that their bytes name; what is open or closes nothing is noted") {
    const ScratchDatabase file(kStrings + kMarkers);
    const Opened o(file.path());
    CHECK_EQ(o.s->info().formatKey, std::string("nvprof"));
    CHECK_EQ(o.spans(TrackKind::Nvtx), std::string("step 1 0+9000; mark 1000+0; step 1 11000+0"));
    for (const auto& e : o.events(TrackKind::Nvtx)) CHECK(e.track->key.pid == 100 && e.track->key.tid == 101);
    CHECK_EQ(o.notes(Note::NeverClosed), 1);
    CHECK_EQ(o.notes(Note::UnmatchedEnd), 1);
}

TEST("a database whose list of tables is long is known by those at its beginning") {
    std::string many;
    for (int i = 0; i < 60; ++i) {
        many += fmt::format("CREATE TABLE CUPTI_ACTIVITY_KIND_OTHER{} (_id_ INTEGER PRIMARY KEY", i);
        for (int column = 0; column < 40; ++column) many += fmt::format(", columnWithItsName{} INT NOT NULL", column);
        many += ");";
    }
    const ScratchDatabase file(many + kStrings + kMarkers);
    const Opened o(file.path());
    CHECK_EQ(o.s->info().formatKey, std::string("nvprof"));
    CHECK_EQ(o.events(TrackKind::Nvtx).size(), 3);
}

TEST("calls without a known number, rows without a time and tables that are not drawn are told") {
    const ScratchDatabase file(
        kStrings +
        "CREATE TABLE CUPTI_ACTIVITY_KIND_DRIVER (_id_ INTEGER PRIMARY KEY, cbid INT, start INT, end INT, processId INT,"
        " threadId INT, correlationId INT, returnValue INT);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_DRIVER VALUES (1,307,10,20,7,8,1,0), (2,9999,30,40,7,8,2,719);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (_id_ INTEGER PRIMARY KEY, start INT, end INT, deviceId INT, contextId INT,"
        " streamId INT, correlationId INT, name INT);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1,15,25,0,1,7,1,1), (2,0,0,0,1,7,2,1), (3,50,60,0,1,7,3,77);"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_OVERHEAD (_id_ INTEGER PRIMARY KEY, start INT);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_OVERHEAD VALUES (1,5), (2,6);");
    const Opened o(file.path());
    CHECK_EQ(o.spans(TrackKind::CudaApi), std::string("cuLaunchKernel 0+10; driver call 9999 20+10"));
    CHECK_EQ(o.arg(o.events(TrackKind::CudaApi).at(1).event, "returnValue"), 719);
    CHECK_EQ(o.spans(TrackKind::StreamKernels), std::string("f() 5+10; [unnamed] 40+10"));
    CHECK_EQ(o.notes(Note::NoTime), 1);
    CHECK_EQ(o.notes(Note::MissingString), 1);
    CHECK_EQ(o.notes(Note::UnknownTable), 2);
}
