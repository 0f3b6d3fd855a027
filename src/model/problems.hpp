// Collects what is wrong with a system, and the checks that many parts of it share.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/most_problems.hpp"
#include "model/resolve.hpp"
#include "tensio/error.hpp"

namespace tensio {

class Problems {
 public:
  void add(std::string pointer, std::string value, std::string message);
  /// Enough have been found; more would not help.
  bool full() const { return problems_.size() >= kMostProblems; }
  std::size_t count() const { return problems_.size(); }
  std::vector<Problem> take() { return std::move(problems_); }

  /// A column's length and finiteness; `items` describes what it belongs to.
  bool check_column(const std::string& pointer, const char* key, const Column& column,
                    std::size_t count, const char* items);
  /// Ids that are there: "node" or "spring".
  bool check_ids(const std::string& pointer, const std::vector<int>& ids, int count,
                 const char* what);
  /// `width` finite numbers.
  bool check_vector(const std::string& pointer, const char* key, const std::vector<double>& values,
                    std::size_t width);
  /// A finite number that is positive, or not negative.
  bool check_positive(const std::string& pointer, const char* key, double value);
  bool check_from_zero(const std::string& pointer, const char* key, double value);
  /// The same for each value of a column.
  void check_all_from_zero(const std::string& pointer, const char* key, ColumnView column);

 private:
  std::vector<Problem> problems_;
};

/// The place of value i of a column: the column itself where one number stands for all.
std::string item_pointer(const std::string& pointer, ColumnView column, std::size_t i);

/// A waveform's numbers: finite, and the times of a ramp ascending.
bool check_wave(const std::string& pointer, const char* key, const Waveform& wave,
                Problems& problems);
/// `width` waveforms.
bool check_waves(const std::string& pointer, const char* key, const std::vector<Waveform>& waves,
                 std::size_t width, Problems& problems);

// The parts of validate(); each returns whether its part is good.
bool check_materials(const System& system, Problems& problems);
bool check_springs(const System& system, bool materials_good, Problems& problems);
/// Coefficients and points of a material or a set.
void check_curve_values(const std::string& pointer, const std::vector<double>& coefficients,
                        const std::vector<std::array<double, 2>>& points, Problems& problems);
/// Coefficients, points and the function of a set: with their own law and no other.
void check_shape(const std::string& pointer, const SpringSet& set, const SpringColumns& columns,
                 bool material_good, Problems& problems);
/// Parts of a material or a set.
void check_parts(const std::string& pointer, const Material& material, Problems& problems);
void check_parts(const std::string& pointer, const SpringSet& set, Problems& problems);
/// What a set's parts ask of its law.
void check_parts_fit(const std::string& pointer, const SpringSet& set, const SpringColumns& columns,
                     Problems& problems);
/// Needs good springs and supports: loads, combinations, stages, moves of supports.
void check_actions(const System& system, bool springs_good, Problems& problems);
void check_faces(const System& system, Problems& problems);
void check_surroundings(const System& system, Problems& problems);  ///< drag, wind, obstacles
void check_events(const System& system, bool springs_good, Problems& problems);
void check_probes(const System& system, bool springs_good, Problems& problems);
void check_simulation(const SimulationOptions& options, Problems& problems);
void check_units(const Units& units, Problems& problems);
void check_parameters(const System& system, Problems& problems);

}  // namespace tensio
