# SPDX-License-Identifier: GPL-3.0-or-later
# `cmake --build … --target package`: sightline, sightline-ui and sightline-collectors for Debian, and an archive that runs
# where the C library is that of Debian 12 or newer. Each install() names the package that it belongs to.
set(packed_components sightline)
if(TARGET sightline-inject)
    list(APPEND packed_components collectors)
endif()
if(TARGET sightline-ui)
    list(APPEND packed_components ui)
endif()

# What the archive carries, of this machine. Nothing else installs it.
set(carried_programs "$<TARGET_FILE:sightline>")
set(qt_plugins "")
if(TARGET sightline-ui)
    get_target_property(qmake Qt6::qmake IMPORTED_LOCATION)
    execute_process(COMMAND ${qmake} -query QT_INSTALL_PLUGINS OUTPUT_VARIABLE qt_plugins OUTPUT_STRIP_TRAILING_WHITESPACE)
    list(APPEND carried_programs "$<TARGET_FILE:sightline-ui>")
endif()
install(CODE "
    set(programs \"${carried_programs}\")
    set(plugins \"${qt_plugins}\")
    set(fonts \"${SIGHTLINE_FONT_DejaVuSans.ttf};${SIGHTLINE_FONT_wqy-microhei.ttc}\")
    set(from \"${CMAKE_CURRENT_LIST_DIR}\")
    set(source \"${CMAKE_SOURCE_DIR}\")"
    COMPONENT carried EXCLUDE_FROM_ALL)
install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/carry.cmake COMPONENT carried EXCLUDE_FROM_ALL)

# Who answers for a package, as Debian's tools ask for it.
set(packager "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
if(packager STREQUAL " <>")
    set(packager "Sightline contributors <sightline@packages.invalid>")
endif()
set(SIGHTLINE_PACKAGER "${packager}" CACHE STRING "Name <address> of who makes packages")

set(CPACK_PACKAGE_NAME sightline)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${SIGHTLINE_PACKAGER}")
set(CPACK_PACKAGE_FILE_NAME sightline-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_GENERATOR DEB TZST)
set(CPACK_SOURCE_GENERATOR "")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/generators.cmake)
set(CPACK_SIGHTLINE_COMPONENTS ${packed_components})
set(CPACK_SIGHTLINE_SOURCE ${CMAKE_SOURCE_DIR})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(all_of_it "Sightline shows what a GPU program did: CPU threads, CUDA and HIP calls, GPU
streams, framework operators, NVTX ranges, collectives and sampled metrics on
one timeline.
.")
set(CPACK_DEBIAN_SIGHTLINE_PACKAGE_NAME sightline)
set(CPACK_DEBIAN_SIGHTLINE_PACKAGE_RECOMMENDS "sightline-collectors (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_SIGHTLINE_PACKAGE_SUGGESTS sightline-ui)
set(CPACK_COMPONENT_SIGHTLINE_DESCRIPTION "command line for reports of GPU profilers
${all_of_it}
This is the command line. It reads reports of Nsight Systems, Nsight Compute,
PyTorch, JAX, ROCm and Perfetto, prints tables and advice, compares two runs,
answers SQL and writes other formats. It needs no display, and no tool of a
vendor.")

set(CPACK_DEBIAN_UI_PACKAGE_NAME sightline-ui)
set(CPACK_DEBIAN_UI_PACKAGE_DEPENDS "sightline (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_UI_PACKAGE_RECOMMENDS "qt6-wayland")
set(CPACK_COMPONENT_UI_DESCRIPTION "timeline analyzer for GPU programs
${all_of_it}
This is the window. Its timeline stays fluid with ten million events; panes
below it show tables, advice, rooflines, flame graphs and SQL of what is
selected. It compares two runs step by step.")

set(CPACK_DEBIAN_COLLECTORS_PACKAGE_NAME sightline-collectors)
set(CPACK_DEBIAN_COLLECTORS_PACKAGE_DEPENDS "sightline (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_COLLECTORS_DESCRIPTION "what captures programs on GPUs for Sightline
${all_of_it}
These libraries enter the programs that 'sightline profile' runs, and trace
CUDA, NVTX, NCCL, MPI, OpenMP and Python. A sampler looks at CPUs and counters
of GPUs from outside. CUPTI and NVML, which come with CUDA and its driver, are
found when a capture begins.")
include(CPack)
