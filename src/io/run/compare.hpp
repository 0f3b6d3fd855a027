// Two results beside each other: where they differ most, and by how much.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tensio/files/snapshot.hpp"
#include "tensio/model/system.hpp"

namespace tensio {

/// The largest difference of one quantity.
struct Difference {
  std::string quantity = {};  ///< "position"
  double absolute = 0;        ///< largest |a - b|; infinite if only one of the two is NaN
  double scale = 0;           ///< largest magnitude of the quantity in either result
  std::string where = {};     ///< "node 7, x, time 0.5"; empty where nothing differs
  double a = 0;               ///< the two values there
  double b = 0;
  std::size_t count = 0;  ///< numbers compared

  /// absolute / scale; 0 where nothing differs.
  double relative() const { return absolute == 0 ? 0.0 : absolute / scale; }
};

struct Comparison {
  std::vector<Difference> differences = {};
  /// What is not alike in another way, so that no tolerance helps: counts, ends, a status.
  std::vector<std::string> mismatches = {};
  std::vector<std::string> notes = {};  ///< what was not compared

  /// No mismatch, and every relative difference is at most this.
  bool within(double tolerance) const;
  /// Of the quantities; 0 where there is none.
  double largest_relative() const;
};

/// Positions, starts, velocities, masses, stiffnesses and rest lengths; what joins what, and which
/// axes are fixed, must be the same.
Comparison compare(const System& a, const System& b);
/// Positions, velocities and, where both have them, tensions of the frames whose times both have.
Comparison compare(const FrameSource& a, const FrameSource& b, const System& scene);
/// What `--json` printed: all numbers by their names, but none of the effort (seconds, iterations,
/// residuals, steps). Throws Error if one is not JSON.
Comparison compare_json(std::string_view a, std::string_view b, const std::string& name_a,
                        const std::string& name_b);
/// Tables with headings: all columns that both have, row by row. Throws Error where one is not a
/// table.
Comparison compare_csv(std::string_view a, std::string_view b, const std::string& name_a,
                       const std::string& name_b);

/// Two folders of runs with their history.csv and probes.csv, two .csv files, two JSON results, or
/// two scenes. Throws Error where the two are not of one kind.
Comparison compare_files(const std::string& a, const std::string& b);

}  // namespace tensio
