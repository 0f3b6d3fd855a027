// Counts what the calling thread allocates.
#pragma once

namespace tensio::testing {

/// False in builds with sanitizers, which watch allocations themselves.
bool can_count_allocations();
void start_counting_allocations();
/// Since the start; counting ends.
long counted_allocations();

}  // namespace tensio::testing
