// A muscle: fibres that shorten and lengthen, in passive tissue.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/index.hpp"
#include "scenes/body.hpp"
#include "scenes/kinds.hpp"
#include "tensio/scenes/bodies.hpp"

namespace tensio::scenes {

template <>
void Table<Muscle>::fill() {
  add({"shape", "", "thick in the middle, or not"}, &Muscle::shape, kAny, {"spindle", "bar"});
  add_length("length", "along x", &Muscle::length);
  add_length("radius", "in the middle; in 2D half width and depth", &Muscle::radius);
  add_length("end_radius", "of the spindle's ends, at most the radius", &Muscle::end_radius);
  add({"segments", "", "along the length"}, &Muscle::segments, kFromOne);
  add({"fibres", "", "around one in the middle; in 2D side by side"}, &Muscle::fibres, {2});
  add({"youngs_modulus", "Pa", "E of the passive tissue"}, &Muscle::youngs_modulus, kPositive);
  add({"fibre_stiffness", "N", "EA of all fibres together"}, &Muscle::fibre_stiffness, kPositive);
  add({"contraction", "", "part of its rest length that a fibre loses"}, &Muscle::contraction,
      {0, 0.95});
  add({"frequency", "Hz", "of contracting"}, &Muscle::frequency, kFromZero);
  add({"phase", "rad", "0: at full length at time 0"}, &Muscle::phase);
  add({"density", "kg/m³", "of the tissue"}, &Muscle::density, kFromZero);
  add_damping_time();
  add_total_mass();
}

namespace {

// Lines of nodes along the muscle.
int lines(const Muscle& muscle) { return muscle.fibres + (muscle.dimension == 2 ? 0 : 1); }

Size size(const Muscle& muscle) {
  const double nodes = (muscle.segments + 1.0) * lines(muscle);
  return {nodes, 7 * nodes};
}

void check(const Muscle& muscle) {
  require_dimension(muscle.dimension);
  check_options(muscle, &size);
  if (muscle.dimension == 3 && muscle.fibres < 3)
    refuse("fibres", fmt::format("{}", muscle.fibres), "in space it must be at least 3");
  if (muscle.shape == Muscle::Shape::spindle && muscle.end_radius > muscle.radius)
    refuse("end_radius", fmt::format("{}", muscle.end_radius),
           fmt::format("it must be at most the radius, {}", muscle.radius));
}

class MuscleBuilder {
 public:
  explicit MuscleBuilder(const Muscle& options)
      : options_(options), flat_(options.dimension == 2), lines_(lines(options)) {
    // Neighbouring lines of a section: in the plane each with the next; in space the line in the
    // middle with all others, and each of these with the next around it.
    for (int k = 0; k + 1 < lines_; ++k) pairs_.push_back({flat_ ? k : 0, k + 1});
    for (int k = 1; !flat_ && k < lines_; ++k) pairs_.push_back({k, k % options.fibres + 1});
  }

  System build() {
    system_.dimension = options_.dimension;
    for (int i = 0; i <= options_.segments; ++i) add_section(i);
    add_springs();
    if (!flat_) add_faces();
    spread_mass(options_.total_mass, system_);
    const int end = lines_ * options_.segments;
    system_.groups = {{"start", id_range(0, lines_)}, {"end", id_range(end, end + lines_)}};
    return std::move(system_);
  }

 private:
  double radius_at(double part) const {
    if (options_.shape == Muscle::Shape::bar) return options_.radius;
    return options_.end_radius + (options_.radius - options_.end_radius) * sine_of_turns(part / 2);
  }
  // A muscle in the plane is as thick as it is wide.
  double section_area(double part) const {
    const double r = radius_at(part);
    return flat_ ? 4 * r * r : kPi * r * r;
  }

  void add_section(int i) {
    const double part = static_cast<double>(i) / options_.segments, r = radius_at(part);
    const double x = options_.length * part;
    for (int k = 0; k < lines_; ++k) {
      const double around = static_cast<double>(k - 1) / options_.fibres;
      if (flat_)
        add_node(system_, {x, r * (2.0 * k / (lines_ - 1) - 1), 0});
      else if (k == 0)
        add_node(system_, {x, 0, 0});
      else
        add_node(system_, {x, r * cosine_of_turns(around), r * sine_of_turns(around)});
    }
    const double step = options_.length / options_.segments;
    const double own = step * section_area(part) * (i == 0 || i == options_.segments ? 0.5 : 1);
    volume_ += own;
    system_.nodes.mass.insert(system_.nodes.mass.end(), usize(lines_),
                              options_.density * own / lines_);
  }

  void add_springs() {
    SpringSet fibres, passive;
    fibres.name = "fibres";
    passive.name = "passive";
    Waveform wave;
    wave.shape = Waveform::Shape::sine;
    wave.amplitude = options_.contraction / 2;
    wave.offset = 1 - options_.contraction / 2;
    wave.frequency = options_.frequency;
    wave.phase = kPi / 2 + options_.phase;  // at full length at time 0
    fibres.active = Active{wave, {}};
    fibres.note = fmt::format("the muscle pulls with up to {:.6g} when its length is fixed",
                              options_.fibre_stiffness * options_.contraction);
    for (int i = 0; i <= options_.segments; ++i) {
      const int here = lines_ * i, next = here + lines_;
      for (const auto& [a, b] : pairs_) passive.ends.push_back({here + a, here + b});
      if (i == options_.segments) break;
      for (const auto& [a, b] : pairs_) {
        passive.ends.push_back({here + a, next + b});
        passive.ends.push_back({here + b, next + a});
      }
      for (int k = 0; k < lines_; ++k)
        add_spring(fibres, here + k, next + k, options_.fibre_stiffness / lines_);
    }
    // A net of springs without a preferred direction has E = sum of (EA x length) / (6 x volume),
    // in the plane / (3 x volume).
    const double each = (flat_ ? 3 : 6) * options_.youngs_modulus * volume_ /
                        static_cast<double>(passive.ends.size());
    for (const auto& [a, b] : passive.ends)
      passive.axial_stiffness.push_back(each /
                                        norm(node_point(system_, b) - node_point(system_, a)));
    add_set(system_, std::move(fibres), options_.damping_time);
    add_set(system_, std::move(passive), options_.damping_time);
  }

  void add_face(std::initializer_list<int> corners) {
    Faces& faces = system_.faces;
    if (faces.start.empty()) faces.start.push_back(0);
    faces.nodes.insert(faces.nodes.end(), corners.begin(), corners.end());
    faces.start.push_back(static_cast<int>(faces.nodes.size()));
  }

  // The outer surface, with normals outwards.
  void add_faces() {
    const int last = lines_ * options_.segments;
    for (int k = 1; k < lines_; ++k) {
      const int other = k % options_.fibres + 1;
      add_face({0, other, k});
      for (int here = 0; here < last; here += lines_)
        add_face({here + k, here + other, here + lines_ + other, here + lines_ + k});
      add_face({last, last + k, last + other});
    }
  }

  const Muscle& options_;
  bool flat_;
  int lines_;  // of fibres
  std::vector<std::array<int, 2>> pairs_ = {};
  System system_ = {};
  double volume_ = 0;
};

}  // namespace

System muscle(const Muscle& options) {
  check(options);
  return MuscleBuilder(options).build();
}

Kind muscle_kind() {
  Generator about = {
      .name = "muscle",
      .summary = "A muscle that contracts again and again, fixed at one end",
      .groups = names_of(R"(
        start: the section at x = 0
        end: the other end)"),
      .springs = names_of(R"(
        fibres: along x, active
        passive: across and diagonal)"),
      .starters =
          starters({.fixed = {"start"}, .gravity = Gravity::none, .drag = 0, .implicit = true})};
  return kind_of<Muscle>(std::move(about), &size, &muscle);
}

}  // namespace tensio::scenes
