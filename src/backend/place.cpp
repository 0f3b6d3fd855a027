// The choice among the backends; placed_on_host.cpp stands in where there is only one.
#include "backend/place.hpp"

#include <utility>

namespace tensio {

std::string place_of(const NetworkData& net, const BackendWish& wish) {
  return wish.kind == BackendKind::petsc ? ranks_place_of() : device_place_of(net, wish);
}

std::unique_ptr<Backend> place(std::unique_ptr<Backend> host, const BackendWish& wish,
                               std::string& why) {
  if (wish.kind != BackendKind::petsc) return place_on_device(std::move(host), wish, why);
  why = ranks_place_of();
  return place_on_ranks(std::move(host));
}

}  // namespace tensio
