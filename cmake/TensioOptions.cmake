# What can be chosen when configuring; each default suits a user who only solves.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo" FORCE)
endif()

if(EMSCRIPTEN OR NOT PROJECT_IS_TOP_LEVEL)
  set(build_programs OFF)
else()
  set(build_programs ON)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(debug_build ON)
else()
  set(debug_build OFF)
endif()
if(DEFINED ENV{CI})
  set(in_ci ON)
else()
  set(in_ci OFF)
endif()

option(TENSIO_BUILD_CLI "Build the program `tensio`" ${build_programs})
option(TENSIO_BUILD_TESTS "Build the tests" OFF)
option(TENSIO_BUILD_BENCH "Build the micro-benchmarks" OFF)
option(TENSIO_ASSERTS "Check the library's own invariants at run time" ${debug_build})
option(TENSIO_WERROR "Treat warnings as errors" ${in_ci})
set(TENSIO_SANITIZE OFF CACHE STRING
  "ON: address and undefined behaviour; fuzzer: the same for clang's fuzzer; thread: data races; OFF")
set_property(CACHE TENSIO_SANITIZE PROPERTY STRINGS OFF ON fuzzer thread)
set(TENSIO_CHOLMOD AUTO CACHE STRING
  "Supernodal Cholesky of SuiteSparse (its supernodal part is under the GPL): AUTO, ON, OFF")
set_property(CACHE TENSIO_CHOLMOD PROPERTY STRINGS AUTO ON OFF)
option(TENSIO_UNITY "Compile several sources at a time: the whole builds in half the time" ON)
