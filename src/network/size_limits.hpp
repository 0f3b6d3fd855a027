// The largest nets that can be compiled.
#pragma once

#include "core/index.hpp"

namespace tensio {

/// Throws Error with the count that does not fit the 32-bit indices of a network.
void refuse_if_too_large(const NetSize& size);
/// The same for a matrix whose entries are indexed one by one, as direct solvers do.
void refuse_if_too_many_entries(std::int64_t entries);

}  // namespace tensio
