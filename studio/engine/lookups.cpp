#include "lookups.hpp"

#include <algorithm>
#include <numeric>

#include "tensio/error.hpp"
#include "values.hpp"

namespace tensio::studio {

SpringPlace place_of(const System& system, int spring) {
  auto index = usize(spring);
  for (std::size_t set = 0; set < system.springs.size(); ++set) {
    if (index < system.springs[set].ends.size()) return {set, index};
    index -= system.springs[set].ends.size();
  }
  throw Error("spring " + std::to_string(spring) + " does not exist");
}

const Material* material_of(const System& system, const SpringSet& set) {
  for (const Material& material : system.materials)
    if (!set.material.empty() && material.name == set.material) return &material;
  return nullptr;
}

Law law_of(const System& system, const SpringSet& set) {
  const Material* material = material_of(system, set);
  return set.law.value_or(material && material->law ? *material->law : Law::linear);
}

double at(const Column& column, std::size_t i) {
  return column.size() == 1 ? column[0] : column[i];
}

void keep(Column& column, const std::vector<std::size_t>& items) {
  if (column.size() <= 1) return;
  Column kept;
  for (const std::size_t i : items) kept.push_back(column[i]);
  column = std::move(kept);
}

std::vector<Column*> columns_of(SpringSet& set) {
  std::vector<Column*> columns = part_columns(set);
  columns.insert(
      columns.end(),
      {&set.stiffness, &set.axial_stiffness, &set.rest_length, &set.pretension, &set.youngs_modulus,
       &set.area, &set.diameter, &set.mass_per_length, &set.strength, &set.buckling_load,
       &set.expansion, &set.damping, &set.damping_time, &set.broken, &set.plastic_elongation,
       &set.hardening_force, &set.viscous_tension});
  return columns;
}

std::vector<std::size_t> all_items(const SpringSet& set) {
  std::vector<std::size_t> items(set.ends.size());
  std::iota(items.begin(), items.end(), std::size_t{0});
  return items;
}

std::vector<int> counted(int count) {
  std::vector<int> result(usize(count));
  std::iota(result.begin(), result.end(), 0);
  return result;
}

void sort_unique(std::vector<int>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

}  // namespace tensio::studio
