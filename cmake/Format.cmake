# ninja format-check   names the files that clang-format would change; ninja format changes them
# They exist where it is installed. clang-tidy is run by tests/setup/tidy.sh.
file(GLOB_RECURSE warplab_sources CONFIGURE_DEPENDS
     ${PROJECT_SOURCE_DIR}/engine/*.cpp ${PROJECT_SOURCE_DIR}/engine/*.hpp
     ${PROJECT_SOURCE_DIR}/grader/*.cpp ${PROJECT_SOURCE_DIR}/grader/*.hpp
     ${PROJECT_SOURCE_DIR}/app/*.cpp ${PROJECT_SOURCE_DIR}/app/*.hpp
     ${PROJECT_SOURCE_DIR}/bench/*.cpp ${PROJECT_SOURCE_DIR}/bench/*.hpp
     ${PROJECT_SOURCE_DIR}/tests/*.cpp ${PROJECT_SOURCE_DIR}/tests/*.hpp)

find_program(WARPLAB_CLANG_FORMAT clang-format)
if(WARPLAB_CLANG_FORMAT)
  add_custom_target(format-check VERBATIM USES_TERMINAL
    COMMAND ${WARPLAB_CLANG_FORMAT} --dry-run -Werror ${warplab_sources})
  add_custom_target(format VERBATIM COMMAND ${WARPLAB_CLANG_FORMAT} -i ${warplab_sources})
endif()
