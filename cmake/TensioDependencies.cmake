# The libraries Tensio stands on. All but the threads and CHOLMOD are headers that only the
# library's own sources see: none of them reaches a program that uses the installed package.

# ---- Eigen: the portable sparse factorisation ----

# Emscripten's toolchain looks in its sysroot only; Eigen has a folder of its own, so the host's serves.
if(EMSCRIPTEN AND NOT Eigen3_DIR AND EXISTS /usr/share/eigen3/cmake/Eigen3Config.cmake)
  set(Eigen3_DIR /usr/share/eigen3/cmake CACHE PATH "Folder of Eigen3Config.cmake")
endif()
find_package(Eigen3 REQUIRED NO_MODULE)
if(Eigen3_VERSION VERSION_LESS 3.4)
  message(FATAL_ERROR "Eigen 3.4 or later is needed; ${Eigen3_DIR} has ${Eigen3_VERSION}.")
endif()

# ---- fmt and RapidJSON, as headers ----

add_library(tensio_fmt INTERFACE)
# Headers alone: one way for native and Emscripten builds, and nothing to link for the user.
target_compile_definitions(tensio_fmt INTERFACE FMT_HEADER_ONLY=1)
add_library(tensio_rapidjson INTERFACE)
if(EMSCRIPTEN)
  # The whole of /usr/include would hide the sysroot's own headers: take these two folders alone.
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/hostinc)
  foreach(name fmt rapidjson)
    if(NOT EXISTS /usr/include/${name})
      message(FATAL_ERROR "The headers of ${name} were not found: /usr/include/${name}")
    endif()
    file(CREATE_LINK /usr/include/${name} ${PROJECT_BINARY_DIR}/hostinc/${name} SYMBOLIC)
  endforeach()
  target_include_directories(tensio_fmt SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/hostinc)
  target_include_directories(tensio_rapidjson SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/hostinc)
else()
  find_package(fmt REQUIRED)
  target_link_libraries(tensio_fmt INTERFACE fmt::fmt-header-only)
  find_path(RAPIDJSON_INCLUDE_DIR rapidjson/reader.h)
  if(NOT RAPIDJSON_INCLUDE_DIR)
    message(FATAL_ERROR
      "RapidJSON was not found: install rapidjson-dev or give -DRAPIDJSON_INCLUDE_DIR=folder.")
  endif()
  target_include_directories(tensio_rapidjson SYSTEM INTERFACE ${RAPIDJSON_INCLUDE_DIR})
endif()

# ---- threads and CHOLMOD: linked, so an installed static library asks for them again ----

set(TENSIO_HAS_CHOLMOD OFF)
if(NOT EMSCRIPTEN)
  set(THREADS_PREFER_PTHREAD_FLAG ON)
  find_package(Threads REQUIRED)
  if(TENSIO_CHOLMOD STREQUAL "AUTO")
    find_package(CHOLMOD QUIET)
  elseif(TENSIO_CHOLMOD)
    find_package(CHOLMOD REQUIRED)
  endif()
  # A cached path from an earlier configuration does not count when the option is off.
  if(TENSIO_CHOLMOD AND CHOLMOD_FOUND)
    set(TENSIO_HAS_CHOLMOD ON)
  endif()
  message(STATUS "CHOLMOD: ${TENSIO_HAS_CHOLMOD}")
endif()

# ---- CLI11, for the program ----

if(TENSIO_BUILD_CLI)
  find_path(CLI11_INCLUDE_DIR CLI/CLI.hpp)
  if(NOT CLI11_INCLUDE_DIR)
    message(FATAL_ERROR "CLI11 was not found: install libcli11-dev, give "
      "-DCLI11_INCLUDE_DIR=folder, or leave the program out with -DTENSIO_BUILD_CLI=OFF.")
  endif()
  add_library(tensio_cli11 INTERFACE)
  target_include_directories(tensio_cli11 SYSTEM INTERFACE ${CLI11_INCLUDE_DIR})
endif()
