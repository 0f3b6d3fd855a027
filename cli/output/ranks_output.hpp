// How the ranks of a cluster run would share a net, as text and as JSON.
#pragma once

#include "network/rank_summary.hpp"
#include "output/json_output.hpp"
#include "output/output.hpp"

namespace tensio::cli {

void write_ranks_text(Output& output, const RankSummary& summary);
/// The member "ranks".
void write_ranks_json(JsonWriter& json, const RankSummary& summary);

}  // namespace tensio::cli
