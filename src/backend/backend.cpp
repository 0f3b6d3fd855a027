#include "backend/backend.hpp"

#include <utility>

namespace tensio {

namespace {

thread_local BackendFactory factory_here = make_cpu_backend;

}  // namespace

std::unique_ptr<Backend> make_backend(NetworkData net, const EquilibriumOptions& options) {
  return factory_here(std::move(net), options);
}

UsingBackend::UsingBackend(BackendFactory factory)
    : before_(std::exchange(factory_here, factory)) {}

UsingBackend::~UsingBackend() { factory_here = before_; }

}  // namespace tensio
