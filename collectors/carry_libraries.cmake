# SPDX-License-Identifier: Apache-2.0
# carry_libraries(TO folder PROGRAMS … [MODULES …]): copies the libraries that these need, but for the C library, which every
# system has its own of. Programs find them there because their path is one that counts for libraries, too. The names of
# what was copied, as they lie on this machine, are in `carried_libraries`.
function(carry_libraries)
    cmake_parse_arguments(PARSE_ARGV 0 carry "" TO "PROGRAMS;MODULES")
    file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${carry_PROGRAMS} MODULES ${carry_MODULES} RESOLVED_DEPENDENCIES_VAR libraries
         POST_EXCLUDE_REGEXES "/(ld-linux.*|libc|libm|libmvec|libdl|libpthread|librt|libresolv|libutil|libanl|libnsl)\\.so.*")
    foreach(library IN LISTS libraries)
        file(COPY ${library} DESTINATION ${carry_TO} FOLLOW_SYMLINK_CHAIN)
    endforeach()
    set(carried_libraries ${libraries} PARENT_SCOPE)
endfunction()
