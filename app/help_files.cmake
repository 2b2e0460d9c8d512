# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DPROGRAM=… -DRUN_BY=… -DTO=… -P help_files.cmake: pages of the manual of the system and what completes command
# lines, as the program that was just built prints them. RUN_BY runs it where it is of another machine; else empty.
get_filename_component(name ${PROGRAM} NAME)

function(write_help to)
    get_filename_component(folder ${TO}/${to} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    execute_process(COMMAND ${RUN_BY} ${PROGRAM} ${ARGN} OUTPUT_FILE ${TO}/${to} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${TO})  # with pages of commands of yesterday

if(name STREQUAL "sightline")
    write_help(man1/sightline.1 help --man)
    execute_process(COMMAND ${RUN_BY} ${PROGRAM} help --commands OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^\n]+" commands "${commands}")
    foreach(command IN LISTS commands)
        write_help(man1/sightline-${command}.1 help --man ${command})
    endforeach()
    set(completion help --completion)
else()
    write_help(man1/${name}.1 --help-as man)
    set(completion --help-as)
endif()
write_help(bash/${name} ${completion} bash)
write_help(zsh/_${name} ${completion} zsh)
write_help(fish/${name}.fish ${completion} fish)
file(TOUCH ${TO}/made)
