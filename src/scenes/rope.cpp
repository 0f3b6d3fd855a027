// The elastic rope.
#include "scenes/hung_line.hpp"
#include "scenes/kinds.hpp"

namespace tensio::scenes {

template <>
void Table<Rope>::fill() {
  add_line_options(*this, "segments", &Rope::segments, "at rest");
  add({"axial_stiffness", "N", "EA; default: the material's, else 100000"}, &Rope::axial_stiffness,
      kFromZero);
  add({"stiffness", "N/m", "of the whole rope, EA / length, instead"}, &Rope::stiffness, kFromZero);
  add({"mass_per_length", "kg/m", "at rest; default: the material's, else 0.1"},
      &Rope::mass_per_length, kFromZero);
  add_total_mass();
  add_spring_options();
}

namespace {

constexpr double kUsualStiffness = 1e5;

Size size(const Rope& options) { return {options.segments + 1.0, options.segments + 0.0}; }

}  // namespace

System rope(const Rope& options) {
  check_options(options, &size);
  if (options.axial_stiffness && options.stiffness)
    refuse("stiffness", "both axial_stiffness and stiffness are given; give one of them");
  System part = hung_line(options.segments, options.length, options.span, options.dimension);
  SpringSet& set = part.springs[0];
  set.name = "rope";
  apply(options.springs, set);
  const bool made_of = !set.material.empty();
  if (options.stiffness)
    set.axial_stiffness = {*options.stiffness * options.length};
  else if (options.axial_stiffness || !made_of)
    set.axial_stiffness = {options.axial_stiffness.value_or(kUsualStiffness)};
  if (options.mass_per_length || !made_of)
    set.mass_per_length = {options.mass_per_length.value_or(0.1)};
  spread_mass(options.total_mass, part);
  return part;
}

Kind rope_kind() {
  return kind_of<Rope>(line_kind("rope", "An elastic rope between its ends", "rope"), &size, &rope);
}

}  // namespace tensio::scenes
