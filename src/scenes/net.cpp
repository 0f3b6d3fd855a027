// A net of cables over a rectangle: flat, a saddle, or a dome.
#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "scenes/grid.hpp"
#include "scenes/kinds.hpp"

namespace tensio::scenes {

template <>
void Table<Net>::fill() {
  add({"shape", "", "of the surface"}, &Net::shape, kAny, {"plane", "hypar", "dome"});
  add_grid_options(*this, "meshes");
  add({"rise", "m", "between the lowest and the highest point"}, &Net::rise, kFromZero);
  add({"axial_stiffness", "N", "EA of each cable"}, &Net::axial_stiffness, kPositive);
  add({"pretension", "N", "horizontal tension of each cable as drawn"}, &Net::pretension,
      kFromZero);
  add({"force_density", "N/m", "for finding a form, instead of both"}, &Net::force_density,
      kPositive);
  add({"mass_per_length", "kg/m", "of the cables"}, &Net::mass_per_length, kFromZero);
  add_total_mass();
  add_spring_options();
}

namespace {

Size size(const Net& options) {
  const double nodes = grid_nodes(options);
  return {nodes, 2 * nodes};
}

double height_at(const Net& options, double u, double v) {
  const double x = 2 * u - 1, y = 2 * v - 1;
  switch (options.shape) {
    case Net::Shape::plane: return 0;
    case Net::Shape::hypar: return 0.5 * options.rise * (x * x - y * y);
    case Net::Shape::dome: return options.rise * (1 - x * x) * (1 - y * y);
  }
  return 0;
}

// Adds a spring whose tension has the horizontal component that the options give.
void join(const System& part, const Net& options, SpringSet& set, int a, int b) {
  set.ends.push_back({a, b});
  if (options.force_density || options.pretension == 0) return;
  const double* p = &part.nodes.position[3 * usize(a)];
  const double* q = &part.nodes.position[3 * usize(b)];
  const double x = q[0] - p[0], y = q[1] - p[1], z = q[2] - p[2];
  const double flat = std::sqrt(x * x + y * y);
  set.pretension.push_back(options.pretension * std::sqrt(x * x + y * y + z * z) / flat);
}

}  // namespace

System net(const Net& options) {
  check_options(options, &size);
  const Grid grid = grid_of(options);
  System part = grid_part(grid);
  std::vector<double>& position = part.nodes.position;
  for (int row = 0; row <= grid.rows; ++row)
    for (int column = 0; column <= grid.columns; ++column)
      position[3 * usize(grid.node(column, row)) + 2] =
          height_at(options, static_cast<double>(column) / grid.columns,
                    static_cast<double>(row) / grid.rows);
  SpringSet sets[3];
  const char* names[] = {"x_cables", "y_cables", "edge"};
  for (int row = 0; row <= grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column)
      join(part, options, sets[row == 0 || row == grid.rows ? 2 : 0], grid.node(column, row),
           grid.node(column + 1, row));
  for (int column = 0; column <= grid.columns; ++column)
    for (int row = 0; row < grid.rows; ++row)
      join(part, options, sets[column == 0 || column == grid.columns ? 2 : 1],
           grid.node(column, row), grid.node(column, row + 1));
  for (std::size_t i = 0; i < 3; ++i) {
    SpringSet& set = sets[i];
    if (set.ends.empty()) continue;
    set.name = names[i];
    apply(options.springs, set);
    set.mass_per_length = {options.mass_per_length};
    if (options.force_density) {
      set.law = Law::force_density;
      set.stiffness = {*options.force_density};
    } else {
      set.law = options.springs.law.value_or(Law::cable);
      set.axial_stiffness = {options.axial_stiffness};
    }
    part.springs.push_back(std::move(set));
  }
  spread_mass(options.total_mass, part);
  return part;
}

Kind net_kind() {
  Generator about = {.name = "net",
                     .summary = "A net of prestressed cables: a saddle, a plane or a dome",
                     .groups = grid_groups(),
                     .springs = names_of(R"(
        x_cables: along x
        y_cables: along y
        edge: along the rim)"),
                     .starters = {starter(3, {.fixed = {"rim"}, .duration = 1}),
                                  starter(3, {.fixed = {"rim"},
                                              .load = R"({"faces": "NAME", "pressure": 500})",
                                              .duration = 1,
                                              .option = "shape",
                                              .value = "dome"})}};
  return kind_of<Net>(std::move(about), &size, &net);
}

}  // namespace tensio::scenes
