// Where explicit steps are taken: by the backend of the host, on a device beside it, or on the ranks
// of a cluster.
#pragma once

#include <memory>
#include <string>

#include "backend/backend.hpp"
#include "tensio/model/motion.hpp"

namespace tensio {

struct BackendWish {
  BackendKind kind = BackendKind::cpu;
  Integrator integrator = Integrator::automatic;
  Precision precision = Precision::double_precision;
};

/// The host's backend, with a device or ranks beside it where that is wished for and pays. `why`
/// says which and why, where there was a choice. Throws Error where a device or ranks were asked for
/// by name and there are none, or the device has too little memory.
std::unique_ptr<Backend> place(std::unique_ptr<Backend> host, const BackendWish& wish,
                               std::string& why);

/// What place() says in `why`; it throws as place() does.
std::string place_of(const NetworkData& net, const BackendWish& wish);

/// The parts of it, in src/backend/cuda and src/backend/petsc; ranks are there or an Error.
std::unique_ptr<Backend> place_on_device(std::unique_ptr<Backend> host, const BackendWish& wish,
                                         std::string& why);
std::string device_place_of(const NetworkData& net, const BackendWish& wish);
std::unique_ptr<Backend> place_on_ranks(std::unique_ptr<Backend> host);
std::string ranks_place_of();

/// "cpu: ..."
inline std::string reason_for_cpu(const std::string& reason) { return "cpu: " + reason; }

}  // namespace tensio
