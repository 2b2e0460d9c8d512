// SPDX-License-Identifier: GPL-3.0-or-later
// Two ranks that send, receive and reduce: the numbers are in the test.
#include <mpi.h>

#include <vector>

int main(int count, char** words) {
    MPI_Init(&count, &words);
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<double> data(1024, rank), sum(1024);
    for (int i = 0; i < 5; ++i) {
        if (rank == 0) MPI_Send(data.data(), 1024, MPI_DOUBLE, 1, 40 + i, MPI_COMM_WORLD);
        else MPI_Recv(data.data(), 1024, MPI_DOUBLE, 0, 40 + i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 3; ++i) MPI_Allreduce(data.data(), sum.data(), 1000, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    // Others than the world: one of both, one of each, and one at the place of one that is gone.
    MPI_Comm both, own, none;
    MPI_Comm_dup(MPI_COMM_WORLD, &both);
    MPI_Comm_split(both, rank, 0, &own);
    MPI_Comm_split(both, MPI_UNDEFINED, 0, &none);
    MPI_Barrier(own);
    MPI_Reduce(data.data(), sum.data() + 1, 8, MPI_DOUBLE, MPI_SUM, 1, both);
    MPI_Gather(data.data(), 4, MPI_DOUBLE, sum.data() + 16, 4, MPI_DOUBLE, 0, both);
    MPI_Barrier(MPI_COMM_SELF);
    for (int i = 0; i < 3; ++i) {
        MPI_Comm_free(&own);
        MPI_Comm_dup(MPI_COMM_SELF, &own);
    }
    MPI_Comm_free(&own);
    MPI_Comm_free(&both);
    MPI_Finalize();
    return sum[0] == 0 ? 0 : 1;
}
