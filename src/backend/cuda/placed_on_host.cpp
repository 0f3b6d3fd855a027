// In place of src/backend/place.cpp and all other sources of this folder, where there can be no
// device: in a browser.
#include "backend/place.hpp"
#include "tensio/error.hpp"

namespace tensio {

std::string place_of(const NetworkData&, const BackendWish& wish) {
  if (wish.kind == BackendKind::petsc)
    throw Error("backend petsc was asked for, but this build has no MPI: use backend cpu");
  if (wish.kind == BackendKind::cuda)
    throw Error("backend cuda was asked for, but this build has no CUDA: use backend cpu");
  return {};
}

std::unique_ptr<Backend> place(std::unique_ptr<Backend> host, const BackendWish& wish,
                               std::string& why) {
  why = place_of(host->net(), wish);
  return host;
}

}  // namespace tensio
