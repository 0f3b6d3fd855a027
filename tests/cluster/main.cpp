// The tests of ranks by mpirun: rank 0 runs them, the others do what it asks for.
#include <gtest/gtest.h>

#include <cstdio>
#include <optional>

#include "backend/place.hpp"
#include "backend/ranks_of_program.hpp"

int main(int argc, char** argv) {
  if (const std::optional<int> code = tensio::join_ranks()) return *code;
  ::testing::InitGoogleTest(&argc, argv);
  std::printf("%s\n", tensio::ranks_place_of().c_str());
  const int code = RUN_ALL_TESTS();
  tensio::release_ranks(code);
  return code;
}
