// Counts what the calling thread allocates.
#pragma once

namespace tensio::testing {

void start_counting_allocations();
/// Since the start; counting ends.
long counted_allocations();

}  // namespace tensio::testing
