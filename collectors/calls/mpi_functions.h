// SPDX-License-Identifier: Apache-2.0
// Calls of MPI that communicate, wait or set something up. Rows as in osrt_functions.h. What programs in Fortran call goes past: their MPI calls the
// profiling names (PMPI_…) by itself.
#define CALL(symbol) X(MPI_##symbol, "MPI_" #symbol, nullptr, MPI_##symbol, Plain, Int, None, false)
#define ABOUT(symbol, detail) X(MPI_##symbol, "MPI_" #symbol, detail, MPI_##symbol, Plain, Int, None, false)
#define SENDS(symbol) ABOUT(symbol, "count $1, to $3, tag $4")
#define RECEIVES(symbol) ABOUT(symbol, "count $1, from $3, tag $4")

CALL(Init) CALL(Init_thread) CALL(Finalize) CALL(Abort)
SENDS(Send) SENDS(Bsend) SENDS(Ssend) SENDS(Rsend) SENDS(Isend) SENDS(Ibsend) SENDS(Issend) SENDS(Irsend)
SENDS(Send_init) SENDS(Bsend_init) SENDS(Ssend_init) SENDS(Rsend_init) RECEIVES(Recv) RECEIVES(Irecv) RECEIVES(Recv_init)
ABOUT(Sendrecv, "count $1, to $3, tag $4") ABOUT(Sendrecv_replace, "count $1, to $3, tag $4")
ABOUT(Probe, "from $0, tag $1") ABOUT(Iprobe, "from $0, tag $1") ABOUT(Mprobe, "from $0, tag $1") ABOUT(Improbe, "from $0, tag $1")
ABOUT(Mrecv, "count $1") ABOUT(Imrecv, "count $1")
CALL(Start) ABOUT(Startall, "requests $0") CALL(Wait) ABOUT(Waitall, "requests $0") ABOUT(Waitany, "requests $0") ABOUT(Waitsome, "requests $0")
CALL(Test) ABOUT(Testall, "requests $0") ABOUT(Testany, "requests $0") ABOUT(Testsome, "requests $0") CALL(Cancel) CALL(Request_free)
CALL(Buffer_attach) CALL(Buffer_detach)
// all of a communicator
CALL(Barrier) CALL(Ibarrier) ABOUT(Bcast, "count $1, root $3") ABOUT(Ibcast, "count $1, root $3")
ABOUT(Reduce, "count $2, root $5") ABOUT(Ireduce, "count $2, root $5") ABOUT(Allreduce, "count $2") ABOUT(Iallreduce, "count $2")
ABOUT(Reduce_scatter_block, "count $2") ABOUT(Ireduce_scatter_block, "count $2") CALL(Reduce_scatter) CALL(Ireduce_scatter)
ABOUT(Scan, "count $2") ABOUT(Iscan, "count $2") ABOUT(Exscan, "count $2") ABOUT(Iexscan, "count $2") ABOUT(Reduce_local, "count $2")
ABOUT(Gather, "count $1") ABOUT(Igather, "count $1") ABOUT(Gatherv, "count $1") ABOUT(Igatherv, "count $1")
ABOUT(Allgather, "count $1") ABOUT(Iallgather, "count $1") ABOUT(Allgatherv, "count $1") ABOUT(Iallgatherv, "count $1")
ABOUT(Scatter, "count $1") ABOUT(Iscatter, "count $1") CALL(Scatterv) CALL(Iscatterv)
ABOUT(Alltoall, "count $1") ABOUT(Ialltoall, "count $1") CALL(Alltoallv) CALL(Ialltoallv) CALL(Alltoallw) CALL(Ialltoallw)
CALL(Neighbor_allgather) CALL(Ineighbor_allgather) CALL(Neighbor_allgatherv) CALL(Ineighbor_allgatherv) CALL(Neighbor_alltoall)
CALL(Ineighbor_alltoall) CALL(Neighbor_alltoallv) CALL(Ineighbor_alltoallv) CALL(Neighbor_alltoallw) CALL(Ineighbor_alltoallw)
CALL(Comm_create) CALL(Comm_create_group) CALL(Comm_split) CALL(Comm_split_type) CALL(Comm_dup) CALL(Comm_idup) CALL(Comm_free) CALL(Comm_spawn)
CALL(Comm_spawn_multiple) CALL(Comm_accept) CALL(Comm_connect) CALL(Comm_disconnect) CALL(Cart_create) CALL(Graph_create) CALL(Dist_graph_create)
CALL(Dist_graph_create_adjacent) CALL(Intercomm_create) CALL(Intercomm_merge)
// memory of others
ABOUT(Put, "count $1, to $3") ABOUT(Get, "count $1, from $3") ABOUT(Accumulate, "count $1, to $3") CALL(Get_accumulate) CALL(Fetch_and_op)
CALL(Compare_and_swap) ABOUT(Rput, "count $1, to $3") ABOUT(Rget, "count $1, from $3") CALL(Raccumulate) CALL(Rget_accumulate)
CALL(Win_create) CALL(Win_allocate) CALL(Win_allocate_shared) CALL(Win_create_dynamic) CALL(Win_free) CALL(Win_fence) CALL(Win_start) CALL(Win_complete)
CALL(Win_post) CALL(Win_wait) CALL(Win_test) CALL(Win_lock) CALL(Win_unlock) CALL(Win_lock_all) CALL(Win_unlock_all) CALL(Win_flush) CALL(Win_flush_all)
CALL(Win_flush_local) CALL(Win_flush_local_all) CALL(Win_sync)
// files
CALL(File_open) CALL(File_close) CALL(File_delete) CALL(File_sync) CALL(File_set_view) CALL(File_set_size) CALL(File_preallocate) CALL(File_seek)
CALL(File_seek_shared) CALL(File_read) CALL(File_read_all) CALL(File_read_at) CALL(File_read_at_all) CALL(File_read_shared) CALL(File_read_ordered)
CALL(File_write) CALL(File_write_all) CALL(File_write_at) CALL(File_write_at_all) CALL(File_write_shared) CALL(File_write_ordered)
CALL(File_iread) CALL(File_iread_at) CALL(File_iread_all) CALL(File_iread_at_all) CALL(File_iwrite) CALL(File_iwrite_at) CALL(File_iwrite_all)
CALL(File_iwrite_at_all)

#undef CALL
#undef ABOUT
#undef SENDS
#undef RECEIVES
