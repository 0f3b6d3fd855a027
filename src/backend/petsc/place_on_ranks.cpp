// The choice of ranks; see place.hpp.
#include <fmt/format.h>

#include "backend/petsc/petsc_backend.hpp"
#include "backend/petsc/start_ranks.hpp"
#include "backend/place.hpp"
#include "tensio/error.hpp"

namespace tensio {

namespace {

Ranks& ranks_asked_for() {
  std::string why;
  Ranks* const ranks = started_ranks(why);
  if (!ranks)
    throw Error(fmt::format(
        "backend petsc was asked for, but {}: use backend cpu, or build where both are found",
        why));
  return *ranks;
}

}  // namespace

std::string ranks_place_of() {
  const int count = ranks_asked_for().count();
  return fmt::format("petsc, {} rank{}", count, count == 1 ? "" : "s");
}

std::unique_ptr<Backend> place_on_ranks(std::unique_ptr<Backend> host) {
  return with_ranks(std::move(host), ranks_asked_for());
}

}  // namespace tensio
