// Woven material as a grid of springs. Spring constants follow from the stiffness of the material,
// so that its behaviour does not depend on the cells; docs/generators.md derives them.
#include <algorithm>
#include <cmath>

#include "core/index.hpp"
#include "scenes/grid.hpp"
#include "scenes/kinds.hpp"

namespace tensio::scenes {

template <>
void Table<Cloth>::fill() {
  add_grid_options(*this, "cells");
  add({"stiffness", "N/m", "E t: tension per width over strain"}, &Cloth::stiffness, kPositive);
  add({"shear_stiffness", "N/m", "G t; default: 3/8 of the stiffness, as isotropic"},
      &Cloth::shear_stiffness, kFromZero);
  add({"bending_stiffness", "N m", "D: moment per width over curvature"}, &Cloth::bending_stiffness,
      kFromZero);
  add({"diagonals", "", "in each cell both, or one"}, &Cloth::diagonals, kAny,
      {"crossed", "alternating"});
  add({"mass_per_area", "kg/m²", "of the cloth"}, &Cloth::mass_per_area, kFromZero);
  add_total_mass();
  add_spring_options();
}

namespace {

// The share of the bend springs in the stiffness along a line; any share would do.
constexpr double kBendShare = 0.2;
// How far bend springs may be squeezed to hold the material flat.
constexpr double kMostSqueeze = 0.1;

Size size(const Cloth& options) {
  const double nodes = grid_nodes(options);
  return {nodes, 6 * nodes};
}

// Springs of an inner line along one direction; lines on the rim have half the values.
struct Line {
  double spacing = 0;
  double total = 0;    // stiffness of a line between neighbours, all springs together
  double bend = 0;     // of a bend spring
  double squeeze = 0;  // compression of a bend spring
};

class Weaver {
 public:
  explicit Weaver(const Cloth& options)
      : options_(options),
        grid_(grid_of(options)),
        dx_(options.width / grid_.columns),
        dy_(options.height / grid_.rows),
        shear_(options.shear_stiffness.value_or(0.375 * options.stiffness)) {}

  System weave() {
    find_lines();
    part_ = grid_part(grid_);
    part_.faces.mass_per_area = {options_.mass_per_area};
    add_lines();
    if (shear_ > 0) add_shear();
    spread_mass(options_.total_mass, part_);
    return std::move(part_);
  }

 private:
  void find_lines() {
    // C11 = C22 from E t = C11 - C12²/C11, where springs have C12 = C66 = G t.
    const double s = options_.stiffness, g = shear_;
    const double c = 0.5 * (s + std::sqrt(s * s + 4 * g * g));
    across_ = {dx_, (dy_ / dx_) * c - (dx_ / dy_) * g};
    along_ = {dy_, (dx_ / dy_) * c - (dy_ / dx_) * g};
    Problems problems;
    if (!(across_.total > 0) || !(along_.total > 0))
      problems.add("/shear_stiffness", fmt::format("{}", g),
                   fmt::format("cells of {} x {} cannot have a shear_stiffness of {}: their sides "
                               "must be more alike, or it must be less",
                               dx_, dy_, g));
    for (Line* line : {&across_, &along_}) {
      const double width = line == &across_ ? dy_ : dx_, h = line->spacing;
      line->bend = 0.25 * kBendShare * line->total;
      line->squeeze = 2 * options_.bending_stiffness * width / (h * h);
      if (problems.count() == 0 && line->squeeze > kMostSqueeze * line->bend * 2 * h)
        problems.add("/bending_stiffness", fmt::format("{}", options_.bending_stiffness),
                     fmt::format("bending_stiffness is {}; cells of length {} allow {:.3g} at "
                                 "most, since the material must be thin compared with them",
                                 options_.bending_stiffness, h,
                                 kMostSqueeze * line->bend * h * h * h / width));
    }
    if (problems.count() > 0) throw Error(problems.take());
  }

  // One line of `count` cells from `first`: `part` of the values, half for the rim.
  void add_line(const Line& line, int first, int step, int count, double part, SpringSet& near,
                SpringSet& far) {
    for (int i = 0; i < count; ++i) {
      // bend springs beside it carry a part of the stiffness, and are in compression
      const int beside = count < 2 ? 0 : (i > 0 ? 1 : 0) + (i + 1 < count ? 1 : 0);
      near.ends.push_back({first + step * i, first + step * (i + 1)});
      near.stiffness.push_back(part * (line.total - 2 * line.bend * beside));
      if (line.squeeze > 0) near.pretension.push_back(part * line.squeeze * beside);
    }
    for (int i = 0; i + 2 <= count; ++i) {
      far.ends.push_back({first + step * i, first + step * (i + 2)});
      far.stiffness.push_back(part * line.bend);
      if (line.squeeze > 0) far.pretension.push_back(-part * line.squeeze);
    }
  }

  void add_lines() {
    SpringSet structural, bend;
    structural.name = "structural";
    bend.name = "bend";
    const int columns = grid_.columns, rows = grid_.rows;
    const auto cells = usize(columns + 1) * usize(rows + 1);
    for (SpringSet* set : {&structural, &bend}) {
      set->ends.reserve(2 * cells);
      set->stiffness.reserve(2 * cells);
    }
    const auto part = [](int line, int last) { return line == 0 || line == last ? 0.5 : 1.0; };
    for (int row = 0; row <= rows; ++row)
      add_line(across_, grid_.node(0, row), 1, columns, part(row, rows), structural, bend);
    for (int column = 0; column <= columns; ++column)
      add_line(along_, grid_.node(column, 0), columns + 1, rows, part(column, columns), structural,
               bend);
    apply(options_.springs, structural);
    apply(options_.springs, bend);
    bend.law = Law::linear;  // they push to hold the material flat
    part_.springs.push_back(std::move(structural));
    if (!bend.ends.empty()) part_.springs.push_back(std::move(bend));
  }

  void add_shear() {
    SpringSet set;
    set.name = "shear";
    const bool crossed = options_.diagonals == Cloth::Diagonals::crossed;
    const double diagonal = dx_ * dx_ + dy_ * dy_;
    set.stiffness = {(crossed ? 0.5 : 1.0) * shear_ * diagonal / (dx_ * dy_)};
    set.ends.reserve((crossed ? 2u : 1u) * usize(grid_.columns) * usize(grid_.rows));
    for (int row = 0; row < grid_.rows; ++row)
      for (int column = 0; column < grid_.columns; ++column) {
        const bool rising = crossed || (row + column) % 2 == 0;
        if (rising) set.ends.push_back({grid_.node(column, row), grid_.node(column + 1, row + 1)});
        if (crossed || !rising)
          set.ends.push_back({grid_.node(column + 1, row), grid_.node(column, row + 1)});
      }
    apply(options_.springs, set);
    part_.springs.insert(part_.springs.begin() + 1, std::move(set));
  }

  const Cloth& options_;
  Grid grid_;
  double dx_, dy_, shear_;
  Line across_, along_;
  System part_;
};

}  // namespace

System cloth(const Cloth& options) {
  check_options(options, &size);
  return Weaver(options).weave();
}

Kind cloth_kind() {
  Generator about = {.name = "cloth",
                     .summary = "A rectangle of cloth",
                     .groups = grid_groups(),
                     .springs = names_of(R"(
        structural: between neighbours along x and y
        shear: across the cells
        bend: to the neighbour but one along x and y)"),
                     .starters = {starter(3, {.fixed = {"corner_01", "corner_11"}})}};
  return kind_of<Cloth>(std::move(about), &size, &cloth);
}

}  // namespace tensio::scenes
