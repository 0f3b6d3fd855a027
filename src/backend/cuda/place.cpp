// The choice of the device.
#include "backend/place.hpp"

#include <fmt/format.h>

#include "backend/cuda/cuda.hpp"
#include "backend/cuda/device_backend.hpp"
#include "model/integrator_traits.hpp"
#include "tensio/error.hpp"

namespace tensio {

namespace {

/// Springs and nodes from which a GPU takes steps faster than one core, with what it costs to start
/// it.
constexpr std::int64_t kWorthADevice = 100000;

/// Vectors of nodes that steps need, with those in which passes leave new values.
int vectors_of(Integrator integrator) {
  switch (integrator) {
    case Integrator::rk4: return 10;
    case Integrator::rk45: return 20;
    default: return 9;
  }
}

// Why steps are not taken on a device; empty where they are.
std::string reason_against(const NetworkData& net, const BackendWish& wish) {
  if (wish.integrator != Integrator::automatic && is_implicit(wish.integrator))
    return "implicit steps run there";
  if (wish.precision == Precision::single_precision) return "steps in single precision run there";
  if (const std::string unknown = unknown_to_devices(net); !unknown.empty())
    return fmt::format("the net has {}, which cuda does not compute", unknown);
  const std::int64_t size = std::int64_t{net.node_count} + net.spring_count;
  if (wish.kind == BackendKind::automatic && size < kWorthADevice)
    return fmt::format("cuda pays from {} nodes and springs on", kWorthADevice);
  return {};
}

/// Whether steps are taken on a device, and why.
struct Choice {
  bool device = false;
  std::string why = {};
};

template <int D>
Choice with_memory(const NetworkData& net, const BackendWish& wish) {
  const std::unique_ptr<Device<D>> device = make_cuda_device<D>();
  const std::size_t needed = bytes_on_device(net, vectors_of(wish.integrator));
  const std::size_t free = device->free_bytes();
  if (needed > free) {
    const std::string text =
        fmt::format("the net needs {:.3g} GB of the GPU's memory, of which {:.3g} GB are free",
                    1e-9 * static_cast<double>(needed), 1e-9 * static_cast<double>(free));
    if (wish.kind == BackendKind::cuda) throw Error(text + ": use backend cpu");
    return {false, reason_for_cpu(text)};
  }
  return {true, fmt::format("cuda ({}), with up to {:.3g} GB of its memory", device->name(),
                            1e-9 * static_cast<double>(needed))};
}

Choice choose(const NetworkData& net, const BackendWish& wish) {
  if (wish.kind == BackendKind::cpu) return {};
  const bool asked = wish.kind == BackendKind::cuda;
  const std::string reason = reason_against(net, wish);
  if (!asked && !built_with_cuda()) return {};
  // A small net does not wait until the GPU has been looked for.
  const CudaProbe* const probe = asked || reason.empty() ? &find_cuda() : nullptr;
  if (asked && !probe->found)
    throw Error(fmt::format("backend cuda was asked for, but {}: use backend cpu{}", probe->why,
                            built_with_cuda() ? "" : ", or build with -DTENSIO_CUDA=ON"));
  if (!reason.empty() || !probe->found)
    return {false, reason_for_cpu(reason.empty() ? probe->why : reason)};
  return net.dimension == 2 ? with_memory<2>(net, wish) : with_memory<3>(net, wish);
}

}  // namespace

std::string device_place_of(const NetworkData& net, const BackendWish& wish) {
  return choose(net, wish).why;
}

std::unique_ptr<Backend> place_on_device(std::unique_ptr<Backend> host, const BackendWish& wish,
                                         std::string& why) {
  Choice choice = choose(host->net(), wish);
  why = std::move(choice.why);
  if (!choice.device) return host;
  if (host->net().dimension == 2) return with_device(std::move(host), make_cuda_device<2>());
  return with_device(std::move(host), make_cuda_device<3>());
}

}  // namespace tensio
