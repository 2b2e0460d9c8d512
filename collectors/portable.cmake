# SPDX-License-Identifier: Apache-2.0
# cmake -DPROGRAM=… -DBESIDE=… -DTO=… -P portable.cmake: a folder that runs on servers that have a C library and nothing else of ours.
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${PROGRAM} RESOLVED_DEPENDENCIES_VAR libraries
     POST_EXCLUDE_REGEXES "/(ld-linux.*|libc|libm|libdl|libpthread|librt|libresolv)\\.so.*")
file(REMOVE_RECURSE ${TO})
file(MAKE_DIRECTORY ${TO})
file(COPY ${PROGRAM} ${BESIDE} DESTINATION ${TO})
foreach(library ${libraries})
    file(COPY ${library} DESTINATION ${TO} FOLLOW_SYMLINK_CHAIN)
endforeach()
