// A second backend: plain loops on one core, in the order of the springs. It shows what a backend
// must implement, and that nothing outside src/backend knows which one runs.
#pragma once

#include <memory>

#include "backend/backend.hpp"

namespace tensio::testing {

/// As make_backend(), for UsingBackend. Its linear solver is ldlt, whatever the options say.
std::unique_ptr<Backend> make_serial_backend(NetworkData net, const EquilibriumOptions& options);

}  // namespace tensio::testing
