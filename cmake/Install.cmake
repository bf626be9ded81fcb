# Installing by the GNU layout, and packages of what is installed.
#
#   libexec/warplab   the programs, beside each other as in build/bin; bin has links to those that people start
#   share/warplab     exercises, GPUs, tasks for VS Code (engine/exercise/places.hpp finds them from the programs)
include(GNUInstallDirs)
# What is installed are the programs, and not all that there is to build.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)
set(program_folder ${CMAKE_INSTALL_LIBEXECDIR}/warplab)
set(data_folder ${CMAKE_INSTALL_DATADIR}/warplab)

set(started grader)
foreach(program warplab warplab-lsp)
  if(TARGET ${program})
    list(APPEND started ${program})
  endif()
endforeach()
install(TARGETS ${started} warplab-worker warplab-gpu-worker RUNTIME DESTINATION ${program_folder})
foreach(program IN LISTS started)
  install(CODE "file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
    file(CREATE_LINK ../${program_folder}/${program}
         \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/${program}\" SYMBOLIC)")
endforeach()
install(PROGRAMS packaging/warplab-get-nvrtc packaging/warplab-in-browser DESTINATION ${CMAKE_INSTALL_BINDIR})

install(DIRECTORY exercises DESTINATION ${data_folder})
install(DIRECTORY assets/gpus DESTINATION ${data_folder}/assets)
install(FILES .vscode/tasks.json DESTINATION ${data_folder}/vscode)
install(FILES cmake/nvrtc-package.txt DESTINATION ${data_folder})
install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/warp-lab)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/warp-lab FILES_MATCHING PATTERN *.md)
install(FILES .reuse/dep5 DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/warp-lab RENAME copyright)
install(FILES packaging/warplab.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES packaging/warplab.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES packaging/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME grader)
install(FILES packaging/completion.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions RENAME _grader)

# Manual pages say what --help says. They are made while installing, so that no build needs help2man for them.
find_program(HELP2MAN_EXECUTABLE help2man)
mark_as_advanced(HELP2MAN_EXECUTABLE)
if(HELP2MAN_EXECUTABLE AND NOT CMAKE_CROSSCOMPILING)
  set(scripts warplab-get-nvrtc warplab-in-browser)
  foreach(program IN LISTS started scripts)
    set(path ${PROJECT_SOURCE_DIR}/packaging/${program})
    if(TARGET ${program})
      set(path $<TARGET_FILE:${program}>)
    endif()
    install(CODE "set(page \"${PROJECT_BINARY_DIR}/man/${program}.1\")
      file(MAKE_DIRECTORY \"${PROJECT_BINARY_DIR}/man\")
      execute_process(COMMAND ${HELP2MAN_EXECUTABLE} --no-info --version-string=${PROJECT_VERSION}
                              --output=\${page} ${path}
                      COMMAND_ERROR_IS_FATAL ANY)
      file(INSTALL \${page} DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1\")")
  endforeach()
endif()

set(CPACK_PACKAGE_NAME warp-lab)
set(CPACK_PACKAGE_VENDOR "Warp Lab")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "learn CUDA without a GPU, and see why a kernel is slow or wrong")
set(CPACK_PACKAGE_DESCRIPTION
  "Kernels are edited in a window, run in a simulator of a GPU's warps and memory, and graded.
 What is slow or wrong is shown with its line. NVIDIA's compiler NVRTC is no part of this package:
 a CUDA Toolkit has it, or warplab-get-nvrtc fetches it.")
set(CPACK_PACKAGE_CONTACT "Warp Lab <warp-lab@localhost>")
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
# warplab-get-nvrtc needs pip; the exercises' times are of no zone.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "ca-certificates, python3-pip, tzdata")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "bubblewrap, g++")
include(CPack)
