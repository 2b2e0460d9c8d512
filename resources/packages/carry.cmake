# SPDX-License-Identifier: GPL-3.0-or-later
# Run by `cmake --install --component carried`: libraries, plugins of Qt and data that a system
# may lack, and the licences of all of it. Variables: programs (where they were built), plugins, fonts,
# from (this folder), source.
include(${source}/collectors/carry_libraries.cmake)
set(root $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX})
set(carried ${root}/lib/sightline/carried)
set(sources "")  # files of this machine that were copied

set(modules "")
if(plugins)
    # What shows windows, reads icons, and takes texts in languages with more signs than keys. No display of pictures by a
    # GPU, no network.
    foreach(plugin platforms/libqxcb platforms/libqwayland-generic platforms/libqoffscreen wayland-shell-integration/libxdg-shell
                   wayland-decoration-client/libbradient imageformats/libqsvg imageformats/libqjpeg imageformats/libqgif imageformats/libqico
                   iconengines/libqsvgicon platforminputcontexts/libcomposeplatforminputcontextplugin
                   platforminputcontexts/libibusplatforminputcontextplugin)
        if(NOT EXISTS ${plugins}/${plugin}.so)
            message(WARNING "The archive will lack ${plugins}/${plugin}.so: it is not on this machine (qt6-wayland, libqt6svg6, libqt6gui6).")
            continue()
        endif()
        get_filename_component(kind ${plugin} DIRECTORY)
        file(COPY ${plugins}/${plugin}.so DESTINATION ${root}/lib/sightline/plugins/${kind})
        list(APPEND modules ${plugins}/${plugin}.so)
    endforeach()
    file(WRITE ${root}/bin/qt.conf "[Paths]\nPrefix = ..\nPlugins = lib/sightline/plugins\n")
    file(COPY ${from}/fonts.conf DESTINATION ${root}/share/sightline)
    file(COPY /usr/share/X11/xkb /usr/share/X11/locale DESTINATION ${root}/share/sightline)  # keys, and those that make one sign
    list(APPEND sources ${modules} ${fonts} /usr/share/X11/xkb/rules/evdev /usr/share/X11/locale/locale.dir)
endif()
carry_libraries(TO ${carried} PROGRAMS ${programs} MODULES ${modules})
list(APPEND sources ${carried_libraries})

# Of which packages, in which version: that is where their sources are found, too. dpkg knows a file by the path that its
# package has, which may be that of a link, and /lib may be one.
set(names "")
foreach(file IN LISTS sources)
    file(REAL_PATH ${file} real)
    foreach(name ${file} ${real})
        string(REGEX REPLACE "^/usr/lib/" "/lib/" short ${name})
        string(REGEX REPLACE "^/lib/" "/usr/lib/" long ${name})
        list(APPEND names ${short} ${long})
    endforeach()
endforeach()
list(REMOVE_DUPLICATES names)
execute_process(COMMAND dpkg-query -S ${names} OUTPUT_VARIABLE owners ERROR_QUIET)
set(packages libcli11-dev libexpected-dev)  # compiled into the programs
foreach(file IN LISTS sources)
    file(REAL_PATH ${file} real)
    set(owner "")
    foreach(name ${file} ${real})
        string(REGEX REPLACE "^(/usr)?/lib/" "/lib/" name ${name})
        string(REGEX REPLACE "([][+.*()^])" "\\\\\\1" pattern ${name})
        if(NOT owner AND "\n${owners}" MATCHES "\n([^:,\n]+)[^\n]*: (/usr)?${pattern}\n")
            set(owner ${CMAKE_MATCH_1})
        endif()
    endforeach()
    if(NOT owner)
        message(FATAL_ERROR "No Debian package owns ${file}: its licence is not known, so it cannot be carried.")
    endif()
    list(APPEND packages ${owner})
endforeach()
list(REMOVE_DUPLICATES packages)
list(SORT packages)

set(doc ${root}/share/doc/sightline/carried)
set(list "What lib/sightline and share/sightline carry comes from these packages of Debian, whose sources are at https://snapshot.debian.org:\n\n")
execute_process(COMMAND dpkg-query -W -f "\${Package} \${Version} (source \${source:Package} \${source:Version})\n" ${packages}
                OUTPUT_VARIABLE versions COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" versions "${versions}")
list(REMOVE_DUPLICATES versions)  # a package may be there for two kinds of machines
list(JOIN versions "\n" versions)
string(APPEND list "${versions}\n")
foreach(package IN LISTS packages)
    file(REAL_PATH /usr/share/doc/${package}/copyright copyright)
    file(MAKE_DIRECTORY ${doc}/${package})
    file(COPY_FILE ${copyright} ${doc}/${package}/copyright)
endforeach()
file(WRITE ${doc}/LIST "${list}")
file(COPY ${source}/LICENSE DESTINATION ${root}/share/doc/sightline)
file(COPY ${source}/resources/packages/copyright DESTINATION ${root}/share/doc/sightline)
# Copyright files name these, and other systems do not have them.
file(GLOB licences /usr/share/common-licenses/*)
foreach(licence IN LISTS licences)
    file(COPY ${licence} DESTINATION ${doc}/common-licenses FOLLOW_SYMLINK_CHAIN)
endforeach()
