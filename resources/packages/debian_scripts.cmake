# SPDX-License-Identifier: GPL-3.0-or-later
# CPack makes packages call ldconfig that have libraries below /usr/lib. Ours are found by their path alone: without.
find_program(dpkg_deb dpkg-deb REQUIRED)
set(folder ${CPACK_TOPLEVEL_DIRECTORY}/without_scripts)
foreach(package IN LISTS CPACK_PACKAGE_FILES)
    file(REMOVE_RECURSE ${folder})
    execute_process(COMMAND ${dpkg_deb} --raw-extract ${package} ${folder} COMMAND_ERROR_IS_FATAL ANY)
    if(EXISTS ${folder}/DEBIAN/postinst OR EXISTS ${folder}/DEBIAN/postrm)
        file(REMOVE ${folder}/DEBIAN/postinst ${folder}/DEBIAN/postrm)
        execute_process(COMMAND ${dpkg_deb} --root-owner-group --build ${folder} ${package} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    endif()
endforeach()
file(REMOVE_RECURSE ${folder})
