# ninja tidy           clang-tidy over every source, by the list in .clang-tidy
# ninja format-check   names the files that clang-format would change; ninja format changes them
# Each exists where its tool is installed.
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

find_program(WARPLAB_RUN_CLANG_TIDY NAMES run-clang-tidy run-clang-tidy-19 run-clang-tidy-14)
if(WARPLAB_RUN_CLANG_TIDY AND WARPLAB_TOGETHER)
  add_custom_target(tidy VERBATIM
    COMMAND ${CMAKE_COMMAND} -E echo "Here several files are compiled at a time, and clang-tidy looks at one: cmake --preset single, and then ninja -C build-single tidy"
    COMMAND ${CMAKE_COMMAND} -E false)
elseif(WARPLAB_RUN_CLANG_TIDY)
  # Reads compile_commands.json, so only what this build folder compiles is looked at.
  add_custom_target(tidy VERBATIM USES_TERMINAL
    COMMAND ${WARPLAB_RUN_CLANG_TIDY} -quiet -p ${PROJECT_BINARY_DIR}
            "^${PROJECT_SOURCE_DIR}/(engine|grader|app|bench|tests)/.*")
endif()
