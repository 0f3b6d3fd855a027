// Where a spring stands in a scene, what its set and material give, and columns of values.
#pragma once

#include <vector>

#include "tensio/model/system.hpp"

namespace tensio::studio {

/// The set of a spring, and its place in it.
struct SpringPlace {
  std::size_t set = 0;
  std::size_t index = 0;
};
SpringPlace place_of(const System& system, int spring);

/// nullptr where the set names none.
const Material* material_of(const System& system, const SpringSet& set);
/// Its own, or that of its material, or the usual one.
Law law_of(const System& system, const SpringSet& set);

/// The value of item i of a column that is not empty.
double at(const Column& column, std::size_t i);
/// Leaves these items of a column; one value for all stays.
void keep(Column& column, const std::vector<std::size_t>& items);
std::vector<Column*> columns_of(SpringSet& set);
std::vector<std::size_t> all_items(const SpringSet& set);
/// 0, 1, 2, ...
std::vector<int> counted(int count);
void sort_unique(std::vector<int>& ids);

}  // namespace tensio::studio
