// Collecting the elements of a file.
#include "io/formats/import/draft.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "core/sine.hpp"
#include "io/text/characters.hpp"
#include "io/text/names.hpp"
#include "io/text/number.hpp"
#include "tensio/error.hpp"

#include "tensio/words.hpp"

namespace tensio::io {
namespace {

// Ids and three times their number fit into an int.
constexpr std::size_t kMostItems = 500'000'000;

}  // namespace

std::size_t corner_count(CellShape shape) {
  switch (shape) {
    case CellShape::tetrahedron: return 4;
    case CellShape::hexahedron: return 8;
    case CellShape::wedge: return 6;
    case CellShape::pyramid: return 5;
  }
  return 0;
}

void Draft::check_more(std::size_t count, const char* what) const {
  if (count >= kMostItems)
    throw Error(fmt::format("the file has more {} than this program can handle", what),
                ErrorKind::limit);
}

int Draft::add_node(double x, double y, double z) {
  check_more(positions_.size() / 3, "points");
  positions_.insert(positions_.end(), {x, y, z});
  return node_count() - 1;
}

void Draft::set_mass(double mass) {
  masses_.resize(usize(node_count()), 0.0);
  masses_.back() = mass;
}

void Draft::set_velocity(double x, double y, double z) {
  velocities_.resize(positions_.size(), 0.0);
  const std::array<double, 3> velocity = {x, y, z};
  std::copy(velocity.begin(), velocity.end(), velocities_.end() - 3);
}

void Draft::set_name(std::string_view name) {
  names_.resize(usize(node_count()));
  names_.back() = clean_name(name);
}

void Draft::set_names(const std::vector<std::string>& names) {
  names_.clear();
  for (const std::string& name : names) names_.push_back(clean_name(name));
}

void Draft::fix(std::uint8_t axes) {
  fixed_.resize(usize(node_count()), 0);
  fixed_.back() = axes;
}

int Draft::label(const std::vector<std::string>& groups) {
  std::vector<int> ids;
  for (const std::string& group : groups) {
    if (group.empty()) continue;
    const auto [entry, is_new] =
        group_index_.try_emplace(clean_name(group), static_cast<int>(groups_.size()));
    if (is_new) groups_.push_back(entry->first);
    if (std::find(ids.begin(), ids.end(), entry->second) == ids.end()) ids.push_back(entry->second);
  }
  const auto [entry, is_new] = label_index_.try_emplace(ids, static_cast<int>(labels_.size()));
  if (is_new) labels_.push_back(std::move(ids));
  return entry->second;
}

int Draft::label(std::string_view group) {
  return group.empty() ? 0 : label(std::vector<std::string>{std::string(group)});
}

void Draft::add_line(int a, int b, int label) {
  check_more(lines_.size(), "lines");
  lines_.push_back({{a, b}, label});
}

Draft::Values& Draft::values_of(Column SpringSet::*column) {
  for (Values& values : values_)
    if (values.column == column) return values;
  values_.push_back({column, {}});
  return values_.back();
}

void Draft::set_value(Column SpringSet::*column, double value) {
  Values& values = values_of(column);
  values.of_line.resize(lines_.size(), kNotKnown);
  values.of_line.back() = value;
}

void Draft::set_value_of_rest(Column SpringSet::*column, double value) {
  Values& values = values_of(column);
  values.of_line.resize(lines_.size(), kNotKnown);
  for (double& given : values.of_line)
    if (std::isnan(given)) given = value;
}

void Draft::add_polyline(std::span<const int> nodes, bool closed, int label) {
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) add_line(nodes[i], nodes[i + 1], label);
  if (closed && nodes.size() > 2) add_line(nodes.back(), nodes.front(), label);
}

void Draft::add_face(std::span<const int> corners, int label) {
  check_more(faces_.nodes.size() + corners.size(), "corners of faces");
  faces_.add(corners, label);
}

void Draft::add_cell(CellShape shape, std::span<const int> corners, int label) {
  check_more(cells_.size(), "cells");
  cells_.push_back({shape, label, cell_nodes_.size()});
  cell_nodes_.insert(cell_nodes_.end(), corners.begin(), corners.end());
}

void Draft::add_point(int node, int label) { points_.push_back({node, label}); }

void Draft::keep(int node, int label) {
  kept_.push_back(node);
  add_point(node, label);
}

void Draft::skip(std::string_view kind, int count) {
  const auto entry = skipped_.try_emplace(clean_name(kind), 0).first;
  entry->second += count;
}

void Draft::simplify(std::string_view kind, int count) {
  simplified_.try_emplace(std::string(kind), 0).first->second += count;
}

void Draft::place_on_circle() {
  const int count = node_count();
  const double around = static_cast<double>(std::max(count, 1));
  const double radius = around / kTwoPi;
  for (int i = 0; i < count; ++i) {
    const double turn = static_cast<double>(i) / around;
    double* place = positions_.data() + 3 * usize(i);
    place[0] = radius * sine_of_turns(turn + 0.25);
    place[1] = radius * sine_of_turns(turn);
    place[2] = 0;
  }
  dimension = 2;
}

std::string clean_name(std::string_view text) {
  std::string name;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const auto c = static_cast<unsigned char>(text[0]);
    if (length == 0 || c < 0x20 || c == 0x7F || c == ':') {
      name += '_';
    } else {
      name += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  // what is left are names that begin or end in a way that means something
  if (!name.empty() && !group_name_fault(name).empty()) {
    if (name[0] == '=') name[0] = '_';
    if (!group_name_fault(name).empty()) name += '_';
  }
  return name;
}

}  // namespace tensio::io
