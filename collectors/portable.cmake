# SPDX-License-Identifier: Apache-2.0
# cmake -DPROGRAM=… -DBESIDE=… -DTO=… -P portable.cmake: a folder that runs on servers that have a C library and nothing else of ours.
include(${CMAKE_CURRENT_LIST_DIR}/carry_libraries.cmake)
file(REMOVE_RECURSE ${TO})
file(MAKE_DIRECTORY ${TO})
file(COPY ${PROGRAM} ${BESIDE} DESTINATION ${TO})
carry_libraries(TO ${TO} PROGRAMS ${PROGRAM})
