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
    MPI_Finalize();
    return sum[0] == 0 ? 0 : 1;
}
