// Where explicit steps are taken: by the backend of the host, or on a device beside it.
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

/// The host's backend, with a device beside it where that is wished for and pays. `why` says which
/// and why, where there was a choice. Throws Error where a device was asked for by name and there is
/// none, or it has too little memory.
std::unique_ptr<Backend> place(std::unique_ptr<Backend> host, const BackendWish& wish,
                               std::string& why);

/// What place() says in `why`; it throws as place() does.
std::string place_of(const NetworkData& net, const BackendWish& wish);

/// "cpu: ..."
inline std::string reason_for_cpu(const std::string& reason) { return "cpu: " + reason; }

}  // namespace tensio
