# `cmake --install`: library, headers, program with its manual pages and the completion of shells, docs
# and examples, and packages for find_package(tensio) and pkg-config. `cpack`: the same as a Debian
# package.

include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tensio)

install(TARGETS tensio EXPORT tensioTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/tensio DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT tensioTargets NAMESPACE tensio:: DESTINATION ${package_folder})
if(TENSIO_BUILD_CLI)
  install(TARGETS tensio-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # The page that `tensio studio` delivers, and the viewer that `--page` puts results into.
  install(FILES docs/tensio-studio.html docs/tensio-viewer.html DESTINATION ${CMAKE_INSTALL_DATADIR}/tensio)
endif()
if(TENSIO_HAS_PETSC)
  install(TARGETS tensio_petsc LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/tensio)
endif()
# The schema of scene files, for editors.
install(DIRECTORY schema DESTINATION ${CMAKE_INSTALL_DATADIR}/tensio)
install(FILES README.md CHANGELOG.md LICENSE CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
  PATTERN "tensio-studio.*" EXCLUDE
  PATTERN "tensio-viewer.html" EXCLUDE
  PATTERN "__pycache__" EXCLUDE)

# Manual pages and completion: the program's own help, printed whenever the program was built. Where it
# cannot be run there are none.
if(TENSIO_BUILD_CLI AND NOT CMAKE_CROSSCOMPILING)
  set(manual ${PROJECT_BINARY_DIR}/manual)
  file(MAKE_DIRECTORY ${manual})
  file(STRINGS cli/args/words.cpp commands REGEX "^    Verb{\"[a-z]+\", \"[^\"]")
  set(pages ${manual}/tensio.1)
  set(print COMMAND tensio-cli help --man > ${manual}/tensio.1)
  foreach(line ${commands})
    string(REGEX REPLACE "^    Verb{\"([a-z]+)\".*" "\\1" command "${line}")
    list(APPEND pages ${manual}/tensio-${command}.1)
    list(APPEND print COMMAND tensio-cli help ${command} --man > ${manual}/tensio-${command}.1)
  endforeach()
  foreach(shell bash zsh fish)
    list(APPEND print COMMAND tensio-cli help --completion ${shell} > ${manual}/completion.${shell})
  endforeach()
  add_custom_command(TARGET tensio-cli POST_BUILD ${print} VERBATIM)
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${manual}/completion.bash RENAME tensio
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  # Debian's zsh looks in a folder of its own below /usr.
  set(zsh site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL "/usr" AND EXISTS /etc/debian_version)
    set(zsh vendor-completions)
  endif()
  install(FILES ${manual}/completion.zsh RENAME _tensio
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh})
  install(FILES ${manual}/completion.fish RENAME tensio.fish
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

# A shared library brings what it links; a static one has its user link it again.
get_target_property(library_type tensio TYPE)
set(TENSIO_NEEDS_THREADS OFF)
set(TENSIO_NEEDS_FMT OFF)
set(TENSIO_NEEDS_CHOLMOD OFF)
set(TENSIO_NEEDS_ZLIB OFF)
set(TENSIO_NEEDS_CUDA OFF)
if(library_type STREQUAL "STATIC_LIBRARY")
  set(TENSIO_NEEDS_CHOLMOD ${TENSIO_HAS_CHOLMOD})
  set(TENSIO_NEEDS_ZLIB ${TENSIO_HAS_ZLIB})
  set(TENSIO_NEEDS_CUDA ${TENSIO_CUDA})
  if(NOT EMSCRIPTEN)
    set(TENSIO_NEEDS_THREADS ON)
  endif()
  if(NOT TENSIO_FMT_HEADERS_ONLY)
    set(TENSIO_NEEDS_FMT ON)
  endif()
endif()

# The C++ library of this compiler: a C program links it with the static library.
set(TENSIO_CXX_LIBRARY)
foreach(name stdc++ c++)
  if(name IN_LIST CMAKE_CXX_IMPLICIT_LINK_LIBRARIES AND NOT TENSIO_CXX_LIBRARY)
    set(TENSIO_CXX_LIBRARY ${name})
  endif()
endforeach()

# What follows -ltensio when a static library is linked: names where the linker finds them by name,
# as those of a distribution are, else files.
set(TENSIO_PC_LIBS "")
function(tensio_pc_library file)
  get_filename_component(folder "${file}" DIRECTORY)
  get_filename_component(name "${file}" NAME_WE)
  if(folder IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES AND name MATCHES "^lib(.+)$")
    string(APPEND TENSIO_PC_LIBS " -l${CMAKE_MATCH_1}")
  else()
    string(APPEND TENSIO_PC_LIBS " ${file}")
  endif()
  set(TENSIO_PC_LIBS "${TENSIO_PC_LIBS}" PARENT_SCOPE)
endfunction()
if(TENSIO_NEEDS_CHOLMOD)
  tensio_pc_library("${CHOLMOD_LIBRARY}")
endif()
if(TENSIO_NEEDS_ZLIB)
  tensio_pc_library("${ZLIB_LIBRARY_RELEASE}")
endif()
if(TENSIO_NEEDS_CUDA)
  get_target_property(cudart CUDA::cudart_static IMPORTED_LOCATION)
  tensio_pc_library("${cudart}")
  string(APPEND TENSIO_PC_LIBS " -lrt")
endif()
if(TENSIO_NEEDS_FMT)
  string(APPEND TENSIO_PC_LIBS " -lfmt")
endif()
if(library_type STREQUAL "STATIC_LIBRARY" AND NOT EMSCRIPTEN)
  foreach(name ${TENSIO_CXX_LIBRARY} m ${CMAKE_DL_LIBS} pthread)
    string(APPEND TENSIO_PC_LIBS " -l${name}")
  endforeach()
endif()
# The file finds its own folder, so that the installed tree can be moved.
set(TENSIO_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  file(RELATIVE_PATH TENSIO_PC_PREFIX "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
  string(REGEX REPLACE "/$" "" TENSIO_PC_PREFIX "\${pcfiledir}/${TENSIO_PC_PREFIX}")
endif()
configure_file(cmake/tensio.pc.in ${PROJECT_BINARY_DIR}/tensio.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tensio.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

configure_package_config_file(cmake/tensioConfig.cmake.in ${PROJECT_BINARY_DIR}/tensioConfig.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tensioConfigVersion.cmake
  # Below 1.0 a minor version may change the interface.
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/tensioConfig.cmake
  ${PROJECT_BINARY_DIR}/tensioConfigVersion.cmake
  cmake/FindCHOLMOD.cmake
  DESTINATION ${package_folder})

# ---- the Debian package: tools/make_deb ----

if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_GENERATOR DEB)
  set(CPACK_PACKAGE_NAME tensio)
  set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
    "Equilibrium and motion of networks of masses and springs")
  set(CPACK_PACKAGE_VENDOR "The Tensio project")
  set(CPACK_PACKAGE_CONTACT "The Tensio project")
  set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "Equilibrium and motion of cable nets, tensegrities, cloth, lattices and other networks of
springs: a program, a library for C++ and C, manual pages, documentation and examples.")
  set(CPACK_DEBIAN_PACKAGE_SECTION science)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  # What the program needs is found by its own links; a user's program links these again.
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_SUGGESTS "g++, cmake, man-db")
  foreach(needed FMT:libfmt-dev CHOLMOD:libsuitesparse-dev ZLIB:zlib1g-dev)
    string(REPLACE ":" ";" needed ${needed})
    list(GET needed 0 library)
    list(GET needed 1 package)
    if(TENSIO_NEEDS_${library})
      string(APPEND CPACK_DEBIAN_PACKAGE_SUGGESTS ", ${package}")
    endif()
  endforeach()
  set(CPACK_STRIP_FILES ON)
  include(CPack)
endif()
