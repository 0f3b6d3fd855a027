# Compiler flags for everything built in this tree, each with its reason.

if("${CMAKE_CXX_FLAGS} $ENV{CXXFLAGS}" MATCHES "-ffast-math|-Ofast|-funsafe-math-optimizations")
  message(FATAL_ERROR
    "Tensio gives the same bits on every machine, which fast-math breaks: leave it out of CXXFLAGS.")
endif()

# Standard C++ alone: GNU extensions differ between the compilers.
set(CMAKE_CXX_EXTENSIONS OFF)
# For clang-tidy and editors.
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# ---- tensio_flags: for every target ----

add_library(tensio_flags INTERFACE)
target_compile_features(tensio_flags INTERFACE cxx_std_20)
# a*b + c rounds twice everywhere; a fused instruction would round once, and only where one exists.
target_compile_options(tensio_flags INTERFACE -ffp-contract=off)
# Roots and quotients set no errno and raise no signal that anyone here looks at: without that, loops
# over springs cannot take several at once. The values are the same.
target_compile_options(tensio_flags INTERFACE -fno-math-errno -fno-trapping-math)
if(TENSIO_WARNINGS)
  target_compile_options(tensio_flags INTERFACE
    # The mistakes every compiler can point at.
    -Wall -Wextra -Wpedantic
    # A name that hides another has already been misread once.
    -Wshadow
    # A double that becomes an int, or a long that becomes one, is written as a cast.
    -Wconversion
    # Sizes are unsigned and indices are int: casting each one would hide the casts that matter.
    -Wno-sign-conversion)
else()
  # With warnings, fmt compares format strings with their arguments while compiling; once is enough.
  target_compile_definitions(tensio_flags INTERFACE FMT_CONSTEVAL=)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 takes some joined strings for overlapping or overrun memory (its bugs 105651 and 105329).
  target_compile_options(tensio_flags INTERFACE
    -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
  # ccache can only see through a precompiled header with this.
  target_compile_options(tensio_flags INTERFACE -fpch-preprocess)
  # Where several sources are compiled as one, it takes their own types for those of a header.
  target_compile_options(tensio_flags INTERFACE -Wno-subobject-linkage)
  # It looks for memory to reuse from 128 MB on, which large sources need not wait for.
  cmake_host_system_information(RESULT megabytes QUERY TOTAL_PHYSICAL_MEMORY)
  if(megabytes GREATER 3500)
    target_compile_options(tensio_flags INTERFACE --param=ggc-min-heapsize=600000)
  endif()
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND TENSIO_UNITY)
  # Where several sources are compiled as one, a local name may hide one of another source.
  target_compile_options(tensio_flags INTERFACE -Wno-shadow)
endif()
if(TENSIO_WERROR)
  # In CI a warning stops the build; a user's newer compiler does not.
  target_compile_options(tensio_flags INTERFACE -Werror)
endif()

if(TENSIO_SANITIZE)
  # Fast enough to run every test, and the reports name lines. Not in tensio_flags, so that the
  # tests can ask for less.
  set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1")
endif()
if(TENSIO_SANITIZE STREQUAL "thread")
  target_compile_options(tensio_flags INTERFACE -fsanitize=thread)
  target_link_options(tensio_flags INTERFACE -fsanitize=thread)
elseif(TENSIO_SANITIZE)
  target_compile_options(tensio_flags INTERFACE
    -fsanitize=address,undefined
    # The first finding fails the test; otherwise undefined behaviour is only printed.
    -fno-sanitize-recover=all
    # Whole call stacks in the reports.
    -fno-omit-frame-pointer)
  target_link_options(tensio_flags INTERFACE -fsanitize=address,undefined)
  if(TENSIO_SANITIZE STREQUAL "fuzzer")
    # Tells the fuzzer which branches an input took.
    target_compile_options(tensio_flags INTERFACE -fsanitize=fuzzer-no-link)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # RapidJSON 1.1 adds offsets to the null pointer of its empty stack, and never follows it.
    target_compile_options(tensio_flags INTERFACE -fno-sanitize=pointer-overflow)
  endif()
endif()

if(EMSCRIPTEN)
  # Without it a throw aborts the program; needed at compile time and at link time. The exceptions of
  # WebAssembly itself: those by way of JavaScript make the studio's engine two fifths larger.
  target_compile_options(tensio_flags INTERFACE -fwasm-exceptions)
  target_link_options(tensio_flags INTERFACE -fwasm-exceptions)
endif()

if(MINGW)
  # Programs stand alone: the compiler's own libraries are inside.
  target_link_options(tensio_flags INTERFACE -static)
  # As much stack as on Linux.
  target_link_options(tensio_flags INTERFACE -Wl,--stack,8388608)
endif()

if(TENSIO_BUILD_STUDIO)
  # The same sources give the same file in any folder.
  target_compile_options(tensio_flags INTERFACE -ffile-prefix-map=${PROJECT_BINARY_DIR}=build
    -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)
endif()

# ---- tensio_internal: for the library, and for tests that look inside it ----

add_library(tensio_internal INTERFACE)
target_include_directories(tensio_internal INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(tensio_internal INTERFACE
  tensio_flags tensio_fmt tensio_rapidjson tensio_spectra Eigen3::Eigen)
# All that see the private headers see the same asserts: they are in inline code.
if(TENSIO_ASSERTS)
  target_compile_definitions(tensio_internal INTERFACE TENSIO_ASSERTS=1)
endif()
if(EMSCRIPTEN)
  # Neither scene files nor the studio's page can ask for it, and the page is to load quickly.
  target_compile_definitions(tensio_internal INTERFACE TENSIO_WITHOUT_SINGLE_PRECISION=1)
endif()
if(TENSIO_HAS_CHOLMOD)
  target_compile_definitions(tensio_internal INTERFACE TENSIO_HAS_CHOLMOD=1)
endif()
