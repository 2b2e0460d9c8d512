# SPDX-License-Identifier: GPL-3.0-or-later
# Pictures of the manual, drawn by the program that the build has just made: they are never older than it. They lie beside
# it as manual.rcc; without that file the pages show their text alone. `update_pictures` copies them into the sources,
# where hosts of code show them.
set(pictures_dir ${CMAKE_CURRENT_BINARY_DIR}/manual_pictures)
file(MAKE_DIRECTORY ${pictures_dir})
set(sample ${CMAKE_SOURCE_DIR}/resources/samples/sample.rep)
set(captures ${CMAKE_SOURCE_DIR}/tests/data/captures)
set(pictures "")
set(pictures_qrc "<RCC><qresource prefix=\"/manual/pictures\">\n")

# To add a picture, add its line, and name it in a page of the manual.
macro(sightline_picture name)
    add_custom_command(OUTPUT ${pictures_dir}/${name}
        COMMAND sightline-ui --screenshot ${pictures_dir}/${name} ${ARGN}
        DEPENDS sightline-ui ${sample} VERBATIM)
    list(APPEND pictures ${pictures_dir}/${name})
    string(APPEND pictures_qrc "<file alias=\"${name}\">${pictures_dir}/${name}</file>\n")
endmacro()
sightline_picture(first-light.png --size 1120x640 ${sample})
sightline_picture(selected-light.png --size 1120x700 --view ${CMAKE_SOURCE_DIR}/resources/pictures/selected.view.json ${sample})
sightline_picture(selection-light.png --size 1120x700 --pane selection --select 50ms..100ms ${sample})
sightline_picture(functions-light.png --size 1120x700 --pane functions ${sample})
sightline_picture(advice-light.png --size 1120x640 --pane advice ${sample})
sightline_picture(roofline-light.png --what pane --pane roofline --size 900x460 ${captures}/kernels-own-h200.rep)
sightline_picture(compare-light.png --size 1120x700 --compare ${captures}/compare-before.rep ${captures}/compare-after.rep)

string(APPEND pictures_qrc "</qresource></RCC>\n")
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/manual_pictures.qrc CONTENT "${pictures_qrc}" @ONLY)
add_custom_command(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/manual.rcc
    COMMAND Qt6::rcc --binary --output ${CMAKE_CURRENT_BINARY_DIR}/manual.rcc ${CMAKE_CURRENT_BINARY_DIR}/manual_pictures.qrc
    DEPENDS ${pictures} ${CMAKE_CURRENT_BINARY_DIR}/manual_pictures.qrc VERBATIM)
add_custom_target(manual_pictures ALL DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/manual.rcc)
add_custom_target(update_pictures
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${pictures} ${CMAKE_SOURCE_DIR}/resources/pictures
    DEPENDS manual_pictures VERBATIM)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/manual.rcc DESTINATION ${CMAKE_INSTALL_DATADIR}/sightline COMPONENT ui)
