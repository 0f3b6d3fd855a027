# `cmake --install`: library, headers, program, and a package for find_package(tensio).

include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tensio)

install(TARGETS tensio EXPORT tensioTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/tensio DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT tensioTargets NAMESPACE tensio:: DESTINATION ${package_folder})
if(TENSIO_BUILD_CLI)
  install(TARGETS tensio-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  # The page that `tensio studio` delivers.
  install(FILES docs/tensio-studio.html DESTINATION ${CMAKE_INSTALL_DATADIR}/tensio)
endif()

# A shared library brings what it links; a static one has its user link it again.
get_target_property(library_type tensio TYPE)
set(TENSIO_NEEDS_THREADS OFF)
set(TENSIO_NEEDS_FMT OFF)
set(TENSIO_NEEDS_CHOLMOD OFF)
if(library_type STREQUAL "STATIC_LIBRARY")
  set(TENSIO_NEEDS_CHOLMOD ${TENSIO_HAS_CHOLMOD})
  if(NOT EMSCRIPTEN)
    set(TENSIO_NEEDS_THREADS ON)
    set(TENSIO_NEEDS_FMT ON)
  endif()
endif()

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
