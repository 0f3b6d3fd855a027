// Random springs on which functions are tried, and what those who make slips answer on them.
#pragma once

#include <vector>

#include "solve/grade/judge.hpp"

namespace tensio::grading {

/// A spring that owns its numbers.
struct SpringSample {
  Values a = {}, b = {}, velocity_a = {}, velocity_b = {};
  double k = 0, l0 = 0, c = 0;
  int group = 0;  ///< the same k and l0

  std::size_t dimension() const { return a.size(); }
  grade::SpringCase view() const;
  Values d() const;  ///< b - a
  double length() const;
  Values n() const;  ///< d / l
};

/// In each dimension: far from and near the rest length, stretched and compressed, with and without
/// a rest length, anywhere about the origin; at the end, coincident ends.
std::vector<SpringSample> spring_samples(const Options& options);

/// Trials of these springs, without answers: `size` is left for the caller.
std::vector<Trial> spring_trials(const std::vector<SpringSample>& samples, bool with_dashpot);

/// The largest difference between the answers and the derivatives of `below` by the positions of
/// the ends, or by their velocities, by central differences; coincident ends left out.
double derived_difference(const std::vector<SpringSample>& samples, std::span<const Trial> trials,
                          const grade::SpringValues& below, bool by_velocity);

// ---- slips ----

/// Of the gradient of a spring's energy.
namespace gradient_slip {
enum : unsigned {
  rest_length = 1u << 0,
  sign = 1u << 1,
  both_as_b = 1u << 2,  ///< a gets what is right for b
  no_b = 1u << 3,
  no_a = 1u << 4,
  strain_form = 1u << 5,
  strain = 1u << 6,
  no_unit = 1u << 7,
  twice_divided = 1u << 8,
  no_half = 1u << 9,
  half_left = 1u << 10,
  no_stiffness = 1u << 11,
  absolute = 1u << 12,
  tension_only = 1u << 13,
  both_as_a = 1u << 14,
};
}
Values gradient_model(const SpringSample& spring, unsigned slips);

/// Of its Hessian.
namespace hessian_slip {
enum : unsigned {
  off_no_identity = 1u << 0,
  off_sign = 1u << 1,
  ab_sign = 1u << 2,
  ba_sign = 1u << 3,
  off_missing = 1u << 4,
  no_unit = 1u << 5,
  rest_length = 1u << 6,
  no_transverse = 1u << 7,
  no_identity = 1u << 8,
  no_bb = 1u << 9,
  no_aa = 1u << 10,
  strain_form = 1u << 11,
  sign = 1u << 12,
  no_stiffness = 1u << 13,
  square_not_cube = 1u << 14,
  upper_only = 1u << 15,
  lower_only = 1u << 16,
};
}
Values hessian_model(const SpringSample& spring, unsigned slips);

/// "the y component at end b", of a vector over both ends.
std::string end_place(const Trial& trial, std::size_t entry);
std::string end_part(const Trial& trial, std::size_t entry);
/// "row y of end a, column x of end b", of a matrix over both ends.
std::string end_matrix_place(const Trial& trial, std::size_t entry);
std::string end_matrix_part(const Trial& trial, std::size_t entry);

}  // namespace tensio::grading
