// Text for people: aligned numbers, tables of vectors, progress of a solve.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "output/output.hpp"
#include "tensio/model/units.hpp"
#include "tensio/solve/observer.hpp"
#include "tensio/words.hpp"

namespace tensio::cli {

/// A number for a sentence: 7 significant digits.
std::string number_text(double number);
/// The same with its unit, where the scene says what that is.
std::string quantity_text(double number, const Units& units, UnitKind quantity);
/// " [mm]" for a heading, where the scene says what the unit is.
std::string unit_heading(const Units& units, UnitKind quantity);
/// An error or a residual: 2 significant digits, as in 1.3e-16; 0 is "0".
std::string small_text(double number);
/// "1.2 ms", "3.4 s".
std::string seconds_text(double seconds);
/// "812 bytes", "3.4 MB".
std::string bytes_text(std::size_t bytes);
/// "1 node", "3 nodes", "1,000,000 nodes".
std::string count_text(long long count, const char* singular, const char* plural);
/// A line "label   content" with the contents aligned.
std::string fact(std::string_view label, std::string_view content);

/// Rows of cells in columns, the first to the left and the others to the right; the first row is
/// the heading.
std::string aligned(const std::vector<std::vector<std::string>>& rows);

/// Rows of vectors with a label each, aligned at the decimal point.
class VectorTable {
 public:
  VectorTable(std::string title, std::size_t width) : title_(std::move(title)), width_(width) {}
  void row(std::string label, std::span<const double> numbers);
  /// A row of residual-like numbers, each printed on its own scale.
  void small_row(std::string label, std::span<const double> numbers);
  /// A line without numbers.
  void remark(std::string text);
  std::string text() const;

 private:
  struct Row {
    std::string label;
    std::vector<double> numbers;
    bool small;
  };
  std::string number(const Row& row, std::size_t axis, int decimals) const;

  std::string title_;
  std::size_t width_;
  std::vector<Row> rows_;
};

/// Shows a solve on standard error and stops it once a signal was remembered.
/// Verbose: a line for each iteration. Else, on a terminal: one line that is written over.
class ProgressObserver : public Observer {
 public:
  /// Verbose: `announcement` and the linear solver come first, where it is not empty.
  ProgressObserver(bool verbose, bool quiet, std::string announcement = {});
  /// Takes the progress line away.
  ~ProgressObserver() override;
  ProgressObserver(const ProgressObserver&) = delete;
  ProgressObserver& operator=(const ProgressObserver&) = delete;

  void begin(LinearSolver solver) override;
  bool observe(const Frame& frame) override;
  bool working(Activity activity) override;
  /// Of each iteration, from the start on; a list for each solve.
  const std::vector<std::vector<double>>& residuals() const { return residuals_; }

 private:
  void show_line(const std::string& more, std::chrono::steady_clock::time_point now);

  std::vector<std::vector<double>> residuals_;
  std::string announcement_;
  bool iterative_ = false;  // the linear solver
  bool verbose_;
  bool announced_ = false;
  bool line_;           // a progress line is wanted
  bool shown_ = false;  // and is on the terminal
  std::string line_text_ = {};
  std::chrono::steady_clock::time_point last_ = {}, iteration_ = std::chrono::steady_clock::now();
};

}  // namespace tensio::cli
