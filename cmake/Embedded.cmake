# warplab_embed_texts(NAME own_headers ROOM compile TYPE OwnHeader FILES a.hpp b.hpp)
# makes NAME.cpp in the build folder of the room that asks: the texts of FILES, for the function NAME() that the room's
# header NAME.hpp declares.
function(warplab_embed_texts)
  cmake_parse_arguments(ARG "" "NAME;ROOM;TYPE" "FILES" ${ARGN})
  set(script ${PROJECT_SOURCE_DIR}/cmake/embed_texts.cmake)
  add_custom_command(
    OUTPUT ${ARG_NAME}.cpp
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${ARG_NAME}.cpp "-D FILES=${ARG_FILES}" -D ROOM=${ARG_ROOM} -D NAME=${ARG_NAME}
            -D TYPE=${ARG_TYPE} -P ${script}
    DEPENDS ${script} ${ARG_FILES}
    VERBATIM)
endfunction()
