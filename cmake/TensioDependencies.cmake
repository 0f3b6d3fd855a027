# The libraries Tensio stands on. Only the library's own sources see their headers; what is linked
# (threads, fmt, CHOLMOD) an installed static library asks for again.

# ---- Eigen: the portable sparse factorisation ----

# Toolchains for other systems look in their own folders only; Eigen is headers alone, so the host's is
# used.
if(CMAKE_CROSSCOMPILING AND NOT Eigen3_DIR AND EXISTS /usr/share/eigen3/cmake/Eigen3Config.cmake)
  set(Eigen3_DIR /usr/share/eigen3/cmake CACHE PATH "Folder of Eigen3Config.cmake")
endif()
find_package(Eigen3 REQUIRED NO_MODULE)
if(Eigen3_VERSION VERSION_LESS 3.4)
  message(FATAL_ERROR "Eigen 3.4 or later is needed; ${Eigen3_DIR} has ${Eigen3_VERSION}.")
endif()

# ---- fmt, linked; RapidJSON and Spectra, as headers ----

add_library(tensio_fmt INTERFACE)
add_library(tensio_rapidjson INTERFACE)
add_library(tensio_spectra INTERFACE)
set(TENSIO_FMT_HEADERS_ONLY OFF)
if(CMAKE_CROSSCOMPILING)
  # The whole of /usr/include would hide the other system's own headers: take these folders alone.
  set(TENSIO_FMT_HEADERS_ONLY ON)
  set(from_host fmt rapidjson Spectra)
  if(TENSIO_BUILD_CLI)
    list(APPEND from_host CLI)
    set(CLI11_INCLUDE_DIR ${PROJECT_BINARY_DIR}/hostinc)
  endif()
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/hostinc)
  foreach(name ${from_host})
    if(NOT EXISTS /usr/include/${name})
      message(FATAL_ERROR "The headers of ${name} were not found: /usr/include/${name}")
    endif()
    file(CREATE_LINK /usr/include/${name} ${PROJECT_BINARY_DIR}/hostinc/${name} SYMBOLIC)
  endforeach()
  # The host's libfmt is not for another system: here fmt is its headers alone.
  target_compile_definitions(tensio_fmt INTERFACE FMT_HEADER_ONLY=1)
  target_include_directories(tensio_fmt SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/hostinc)
  target_include_directories(tensio_rapidjson SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/hostinc)
  target_include_directories(tensio_spectra SYSTEM INTERFACE ${PROJECT_BINARY_DIR}/hostinc)
else()
  # As headers alone it would be compiled anew in every source: most of a build's time.
  find_package(fmt REQUIRED)
  target_link_libraries(tensio_fmt INTERFACE fmt::fmt)
  find_path(RAPIDJSON_INCLUDE_DIR rapidjson/reader.h)
  if(NOT RAPIDJSON_INCLUDE_DIR)
    message(FATAL_ERROR
      "RapidJSON was not found: install rapidjson-dev or give -DRAPIDJSON_INCLUDE_DIR=folder.")
  endif()
  target_include_directories(tensio_rapidjson SYSTEM INTERFACE ${RAPIDJSON_INCLUDE_DIR})
  find_path(SPECTRA_INCLUDE_DIR Spectra/SymEigsSolver.h)
  if(NOT SPECTRA_INCLUDE_DIR)
    message(FATAL_ERROR
      "Spectra was not found: install libspectra-dev or give -DSPECTRA_INCLUDE_DIR=folder.")
  endif()
  target_include_directories(tensio_spectra SYSTEM INTERFACE ${SPECTRA_INCLUDE_DIR})
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

# ---- zlib: compressed files; linked too ----

set(TENSIO_HAS_ZLIB OFF)
if(NOT EMSCRIPTEN)
  if(TENSIO_ZLIB STREQUAL "AUTO")
    find_package(ZLIB QUIET)
  elseif(TENSIO_ZLIB)
    find_package(ZLIB REQUIRED)
  endif()
  if(TENSIO_ZLIB AND ZLIB_FOUND)
    set(TENSIO_HAS_ZLIB ON)
  endif()
  message(STATUS "zlib: ${TENSIO_HAS_ZLIB}")
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

# ---- MPI and PETSc: a module that the program loads when it is asked for ----

set(TENSIO_HAS_PETSC OFF)
if(TENSIO_PETSC AND NOT CMAKE_CROSSCOMPILING AND NOT TENSIO_SANITIZE AND TENSIO_BUILD_CLI)
  if(NOT TENSIO_PETSC STREQUAL "AUTO")
    set(required REQUIRED)
  endif()
  find_package(PkgConfig QUIET ${required})
  find_package(MPI QUIET ${required} COMPONENTS CXX)
  if(PkgConfig_FOUND)
    pkg_check_modules(PETSC QUIET ${required} IMPORTED_TARGET PETSc>=3.18)
  endif()
  if(PETSC_FOUND AND MPI_CXX_FOUND)
    set(TENSIO_HAS_PETSC ON)
  endif()
  message(STATUS "PETSc and MPI: ${TENSIO_HAS_PETSC}")
endif()

# ---- CUDA: steps on a GPU; its runtime is linked statically ----

if(TENSIO_CUDA)
  if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX} AND EXISTS /usr/local/cuda/bin/nvcc)
    set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)
  endif()
  # CMake 3.25's own default is older than what CUDA 13 compiles for.
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 90 CACHE STRING "Kinds of GPU: 80 A100, 89 RTX 40, 90 H100, H200, 120 RTX 50")
  endif()
  enable_language(CUDA)
  # CMake 3.25 gives the compiler's own default last, and does not know C++20 of CUDA 12 and later.
  foreach(kind STANDARD EXTENSION)
    set(CMAKE_CUDA17_${kind}_COMPILE_OPTION -std=c++20)
  endforeach()
  find_package(CUDAToolkit REQUIRED)
endif()
