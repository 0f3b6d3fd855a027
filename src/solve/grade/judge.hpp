// What all grades share: trials, known slips, and the verdict on the answers.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tensio/error.hpp"
#include "tensio/grade.hpp"

namespace tensio::grading {

using grade::Numbers;
using grade::Options;
using grade::Values;

/// One case with the right answer and the student's.
struct Trial {
  std::string about = {};               ///< the case, for messages
  std::vector<std::string> kinds = {};  ///< "compressed springs (l < l0)", ...
  int group = 0;                        ///< an energy may differ by one constant within each group
  bool regular = true;                  ///< false: any finite answer is right
  double size = 1;  ///< natural size of the answer: an error is relative to it where it is 0
  Values want = {}, got = {};
  /// Values of the case by which an answer may be wrong as a factor: {"the length l", 1.5}.
  std::vector<std::pair<std::string, double>> factors = {};
};

/// A mistake that is often made. The model of an answer takes the bits of several together.
struct Slip {
  unsigned bit;
  const char* name;
  const char* sentence;
};

/// What is graded, in the words and with the models of its slips.
struct Subject {
  std::string title = {};  ///< "the gradient of a spring's energy"
  std::string yours = {};  ///< "your gradient"
  std::span<const Slip> slips = {};
  /// The answer in a trial of someone who makes these slips.
  std::function<Values(std::size_t trial, unsigned slips)> model = {};
  /// Where entry i of an answer stands: "the y component at end b".
  std::function<std::string(const Trial&, std::size_t entry)> place = {};
  /// The part of an answer that an entry belongs to: "end b", "the diagonal blocks".
  std::function<std::string(const Trial&, std::size_t entry)> part = {};
  bool offset_allowed = false;  ///< a constant may be added
  bool square = false;          ///< the answer is a symmetric matrix
  /// A sentence on answers that no slip explains, or "".
  std::function<std::string(std::span<const Trial>)> other = {};
  /// What to do where the ends coincide.
  std::string at_zero_length = {};
};

/// Fills in the student's answers, ask(trial number), and asks for the first one once more.
/// Returns whether that was the same again.
bool collect(std::vector<Trial>& trials, const std::function<Values(std::size_t)>& ask);

Grade judge(const Subject& subject, std::span<const Trial> trials, const Options& options,
            bool repeatable);

/// The largest difference of two answers, relative to the larger of them and to the case's size;
/// NaN and infinity differ from all numbers, and not from each other.
double difference(const Trial& trial, const Values& x, const Values& y);

/// Compares with what the student's function was derived from: `below` is its grade, `derived` the
/// largest difference from its finite differences.
struct Derivation {
  std::string this_one, that_one;  ///< "gradient", "energy"
  Grade below;
  double derived;
};
void relate(Grade& grade, const Derivation& derivation);
/// Finite differences of smooth functions agree with derivatives to this.
inline constexpr double kFiniteDifferences = 1e-5;

/// The dimensions to be tried. Throws Error for options that make no sense.
std::vector<int> dimensions_of(const Options& options);

/// "(0.1, -2)".
std::string point_text(Numbers point);
/// "x", "y" or "z".
inline const char* axis_name(std::size_t axis) { return axis == 0 ? "x" : axis == 1 ? "y" : "z"; }

}  // namespace tensio::grading
