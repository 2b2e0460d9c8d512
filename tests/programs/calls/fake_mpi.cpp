// SPDX-License-Identifier: GPL-3.0-or-later
// Stands for libmpi.so.40 of Open MPI, where no call does anything.
extern "C" {
char ompi_mpi_comm_world, ompi_mpi_comm_self, ompi_mpi_comm_null;

int MPI_Send(const void*, int, void*, int, int, void*) { return 0; }
int MPI_Alltoallw(const void*, const int*, const int*, void*, void*, const int*, const int*, void*, void*) { return 0; }
int MPI_Comm_dup(void* communicator, void** made) {
    static char all[64];
    static int count = 0;
    *made = communicator ? &all[count++ % 64] : nullptr;
    return 0;
}
int PMPI_Comm_size(void*, int* size) {
    *size = 4;
    return 0;
}
}
