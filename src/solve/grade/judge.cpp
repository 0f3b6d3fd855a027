// The verdict on the answers of one function: which known slips explain them, or where they differ.
#include "solve/grade/judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "core/index.hpp"

namespace tensio::grading {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Adaptors fill what a function is to set with 1e30; sums with usual numbers do not change that.
constexpr double kNeverSet = 1e20;
constexpr const char* kZeroLength = "zero_length";
// Answers with this error have the digits of single precision or of finite differences.
constexpr double kFewDigits = 1e-5;

double largest(const Values& values) {
  double size = 0;
  for (const double value : values)
    if (std::isfinite(value)) size = std::max(size, std::abs(value));
  return size;
}

bool all_finite(const Values& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

double entry_difference(double x, double y) {
  if (std::isfinite(x) != std::isfinite(y)) return kInfinity;
  return std::isfinite(x) ? std::abs(x - y) : 0.0;
}

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] -= 'a' - 'A';
  return text;
}

class Judgement {
 public:
  Judgement(const Subject& subject, std::span<const Trial> trials, const Options& options)
      : subject_(subject), trials_(trials), tolerance_(options.tolerance) {
    grade_.subject = subject.title;
    grade_.cases = static_cast<int>(trials.size());
  }

  Grade verdict(bool repeatable) {
    if (!repeatable)
      find(
          fmt::format("{} was not the same when the same case came again: it depends on something "
                      "besides its arguments, such as a static or global variable, or a result "
                      "that is not set to zero at the beginning.",
                      capital(subject_.yours)));
    if (sizes_fit()) {
      compare();
      if (!wrong_.empty() && !offset()) explain();
      zero_length();
    }
    grade_.passed = repeatable && grade_.right == grade_.cases;
    return std::move(grade_);
  }

 private:
  void find(std::string sentence) { grade_.findings.push_back(std::move(sentence)); }

  bool sizes_fit() {
    for (const Trial& trial : trials_)
      if (trial.got.size() != trial.want.size()) {
        grade_.error = kInfinity;
        find(fmt::format("{} has {} numbers; it must have {} ({}).", capital(subject_.yours),
                         trial.got.size(), trial.want.size(), trial.about));
        return false;
      }
    return true;
  }

  void compare() {
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      const Trial& trial = trials_[i];
      if (!all_finite(trial.got)) ++grade_.not_finite;
      const double error = trial.regular           ? difference(trial, trial.want, trial.got)
                           : all_finite(trial.got) ? 0.0
                                                   : kInfinity;
      if (error <= tolerance_)
        ++grade_.right;
      else if (trial.regular)
        wrong_.push_back(i);
      else
        at_zero_.push_back(i);
      // NaN and infinity are counted apart.
      if (std::isfinite(error)) grade_.error = std::max(grade_.error, error);
    }
  }

  // An energy with another zero is right: one constant within each group of cases.
  bool offset() {
    if (!subject_.offset_allowed) return false;
    double error = 0, shown = 0;
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      const Trial& trial = trials_[i];
      if (!trial.regular || !all_finite(trial.got)) continue;
      const auto first = std::find_if(trials_.begin(), trials_.end(), [&](const Trial& other) {
        return other.group == trial.group && other.regular && all_finite(other.got);
      });
      const double constant = first->got[0] - first->want[0];
      const double scale = std::max({std::abs(trial.want[0]), std::abs(constant), trial.size});
      if (std::abs(constant) > std::abs(shown)) shown = constant;
      error = std::max(error, std::abs(trial.got[0] - constant - trial.want[0]) / scale);
    }
    for (const std::size_t i : wrong_)
      if (!all_finite(trials_[i].got)) return false;
    if (error > tolerance_) return false;
    grade_.right += static_cast<int>(wrong_.size());
    grade_.error = error;
    find(
        fmt::format("{} differs from ours by a constant (up to {:.3g}) that does not depend on the "
                    "position. That is right too: only differences of energy matter.",
                    capital(subject_.yours), shown));
    return true;
  }

  void explain() {
    if (known_slips() || never_set()) return;
    not_finite();
    if (factor()) return;
    if (subject_.other)
      if (std::string sentence = subject_.other(trials_); !sentence.empty()) {
        find(std::move(sentence));
        return;
      }
    few_digits();
    kinds();
    parts();
    if (subject_.square) symmetry();
    largest_difference();
  }

  // The fewest slips, of at most three, with which the model gives every answer.
  bool known_slips() {
    const std::size_t count = subject_.slips.size();
    std::vector<std::size_t> chosen;
    for (std::size_t size = 1; size <= 3; ++size) {
      chosen.assign(size, 0);
      if (choose(chosen, 0, 0, count)) {
        for (const std::size_t slip : chosen) {
          find(subject_.slips[slip].sentence);
          grade_.slips.emplace_back(subject_.slips[slip].name);
        }
        return true;
      }
    }
    return false;
  }
  bool choose(std::vector<std::size_t>& chosen, std::size_t at, std::size_t from,
              std::size_t count) {
    if (at == chosen.size()) {
      unsigned bits = 0;
      for (const std::size_t slip : chosen) bits |= subject_.slips[slip].bit;
      return gives_all_answers(bits);
    }
    for (std::size_t slip = from; slip < count; ++slip) {
      chosen[at] = slip;
      if (choose(chosen, at + 1, slip + 1, count)) return true;
    }
    return false;
  }
  bool gives_all_answers(unsigned slips) const {
    // A wrong answer first: most slips fail there.
    const auto gives = [&](std::size_t i) {
      return difference(trials_[i], subject_.model(i, slips), trials_[i].got) <= tolerance_;
    };
    if (!gives(wrong_.front())) return false;
    for (std::size_t i = 0; i < trials_.size(); ++i)
      if (trials_[i].regular && !gives(i)) return false;
    return true;
  }

  bool never_set() {
    for (const std::size_t i : wrong_)
      for (std::size_t e = 0; e < trials_[i].got.size(); ++e)
        if (std::abs(trials_[i].got[e]) >= kNeverSet && std::isfinite(trials_[i].got[e])) {
          find(
              fmt::format("{} still contains what was there before the call, at {}: set every "
                          "entry, and begin with setZero() where you add to it.",
                          capital(subject_.yours), subject_.place(trials_[i], e)));
          return true;
        }
    return false;
  }

  void not_finite() {
    for (const std::size_t i : wrong_)
      if (!all_finite(trials_[i].got)) {
        const auto bad = std::find_if(trials_[i].got.begin(), trials_[i].got.end(),
                                      [](double v) { return !std::isfinite(v); });
        find(fmt::format("{} is {} at {} in the case {}.", capital(subject_.yours),
                         std::isnan(*bad) ? "NaN" : "infinite",
                         subject_.place(trials_[i], usize(bad - trials_[i].got.begin())),
                         trials_[i].about));
        return;
      }
  }

  // got = factor x want, with the same factor everywhere or with a value of the case.
  bool factor() {
    std::vector<double> ratios;
    for (const Trial& trial : trials_) {
      if (!trial.regular) continue;
      double product = 0, square = 0;
      for (std::size_t e = 0; e < trial.want.size(); ++e) {
        product += trial.got[e] * trial.want[e];
        square += trial.want[e] * trial.want[e];
      }
      const double ratio = square > 0 ? product / square : 1;
      Values scaled = trial.want;
      for (double& value : scaled) value *= ratio;
      if (!(difference(trial, scaled, trial.got) <= tolerance_) || ratio == 0) return false;
      ratios.push_back(ratio);
    }
    const auto same = [&](auto&& of) {
      std::size_t at = 0;
      for (const Trial& trial : trials_) {
        if (!trial.regular) continue;
        // Small answers have few digits.
        const double digits = tolerance_ * trial.size / std::max(largest(trial.want), 1e-300);
        if (!(std::abs(ratios[at] / of(trial) - 1) <= 1e-6 + digits)) return false;
        ++at;
      }
      return true;
    };
    const double first = ratios.empty() ? 1 : ratios.front();
    if (same([&](const Trial&) { return first; })) {
      find(fmt::format("{} is the right one times {:.6g}, in every case.", capital(subject_.yours),
                       first));
      return true;
    }
    const std::size_t count = trials_.empty() ? 0 : trials_.front().factors.size();
    for (std::size_t f = 0; f < count; ++f)
      for (const int power : {1, -1, 2, -2}) {
        const auto value = [&](const Trial& trial) {
          return std::pow(trial.factors[f].second, power);
        };
        if (!same(value)) continue;
        find(fmt::format("{} is the right one {} {}{}: you {} it {} too often.",
                         capital(subject_.yours), power > 0 ? "times" : "divided by",
                         trials_.front().factors[f].first, std::abs(power) == 2 ? " squared" : "",
                         power > 0 ? "multiply by" : "divide by",
                         std::abs(power) == 2 ? "two times" : "once"));
        return true;
      }
    return false;
  }

  void few_digits() {
    if (grade_.error < kFewDigits && grade_.not_finite == 0)
      find(
          fmt::format("{} is right to about {} digits only, as numbers of type float or finite "
                      "differences give: use double and the exact formula.",
                      capital(subject_.yours), static_cast<int>(-std::log10(grade_.error))));
  }

  // Cases of one kind are wrong, and all others right.
  void kinds() {
    if (wrong_.size() < 2) return;
    std::set<std::string> names;
    for (const Trial& trial : trials_) names.insert(trial.kinds.begin(), trial.kinds.end());
    const std::set<std::size_t> wrong(wrong_.begin(), wrong_.end());
    for (const std::string& name : names) {
      bool all = true, others = false;
      for (std::size_t i = 0; i < trials_.size() && all; ++i) {
        const auto& kinds = trials_[i].kinds;
        const bool is = std::find(kinds.begin(), kinds.end(), name) != kinds.end();
        if (trials_[i].regular) all = is == (wrong.count(i) > 0);
        others |= trials_[i].regular && !is;
      }
      if (all && others) {
        find(fmt::format("{} is wrong for {}, and right in all other cases.",
                         capital(subject_.yours), name));
        return;
      }
    }
  }

  // Only one part of the answers is wrong.
  void parts() {
    if (!subject_.part) return;
    std::set<std::string> wrong, all;
    for (const Trial& trial : trials_) {
      if (!trial.regular) continue;
      const double scale = std::max(largest(trial.want), 1e-3 * trial.size);
      for (std::size_t e = 0; e < trial.want.size(); ++e) {
        const std::string part = subject_.part(trial, e);
        all.insert(part);
        if (!(entry_difference(trial.want[e], trial.got[e]) <= tolerance_ * scale))
          wrong.insert(part);
      }
    }
    if (wrong.size() == 1 && all.size() > 1)
      find(fmt::format("All wrong entries are in {}; the others are right.", *wrong.begin()));
  }

  void symmetry() {
    for (const std::size_t i : wrong_) {
      const Trial& trial = trials_[i];
      const auto n = usize(std::llround(std::sqrt(static_cast<double>(trial.got.size()))));
      const double scale = std::max(largest(trial.want), 1e-3 * trial.size);
      for (std::size_t row = 0; row < n; ++row)
        for (std::size_t column = 0; column < row; ++column)
          if (entry_difference(trial.got[row * n + column], trial.got[column * n + row]) >
              tolerance_ * scale) {
            find(
                fmt::format("{} is not symmetric: entry ({}, {}) is {:.6g} and entry ({}, {}) is "
                            "{:.6g}, counted from 0. Second derivatives do not depend on their "
                            "order.",
                            capital(subject_.yours), row, column, trial.got[row * n + column],
                            column, row, trial.got[column * n + row]));
            return;
          }
    }
  }

  void largest_difference() {
    const Trial* worst = nullptr;
    double most = -1;
    std::size_t entry = 0;
    for (const std::size_t i : wrong_) {
      const Trial& trial = trials_[i];
      const double scale = std::max(largest(trial.want), 1e-3 * trial.size);
      for (std::size_t e = 0; e < trial.want.size(); ++e) {
        if (!all_finite(trial.got)) ++grade_.not_finite;
        const double error = entry_difference(trial.want[e], trial.got[e]) / scale;
        if (!std::isfinite(error) || error <= most) continue;
        worst = &trial, most = error, entry = e;
      }
    }
    if (worst == nullptr) return;
    find(fmt::format("{} differs most at {}: expected {:.9g}, got {:.9g} (case: {}).",
                     capital(subject_.yours), subject_.place(*worst, entry), worst->want[entry],
                     worst->got[entry], worst->about));
  }

  void zero_length() {
    if (at_zero_.empty()) return;
    find(
        fmt::format("{} is NaN or infinite where both ends of a spring are at the same point: it "
                    "divides by the length, which is zero there. {}",
                    capital(subject_.yours), subject_.at_zero_length));
    grade_.slips.emplace_back(kZeroLength);
  }

  const Subject& subject_;
  std::span<const Trial> trials_;
  const double tolerance_;
  Grade grade_;
  std::vector<std::size_t> wrong_;    // regular trials that are wrong
  std::vector<std::size_t> at_zero_;  // others, not finite
};

}  // namespace

double difference(const Trial& trial, const Values& x, const Values& y) {
  if (x.size() != y.size()) return kInfinity;
  const double scale = std::max(largest(x), 1e-3 * trial.size);
  double most = 0;
  for (std::size_t e = 0; e < x.size(); ++e)
    most = std::max(most, entry_difference(x[e], y[e]) / scale);
  return most;
}

bool collect(std::vector<Trial>& trials, const std::function<Values(std::size_t)>& ask) {
  for (std::size_t i = 0; i < trials.size(); ++i) trials[i].got = ask(i);
  const Values again = ask(0);
  return again.size() == trials[0].got.size() && difference(trials[0], trials[0].got, again) == 0;
}

Grade judge(const Subject& subject, std::span<const Trial> trials, const Options& options,
            bool repeatable) {
  return Judgement(subject, trials, options).verdict(repeatable);
}

void relate(Grade& grade, const Derivation& derivation) {
  const Grade& below = derivation.below;
  const std::string& mine = derivation.this_one;
  const std::string& its = derivation.that_one;
  const bool consistent = derivation.derived <= kFiniteDifferences;
  if (grade.passed && below.passed) return;
  if (grade.passed) {
    grade.findings.push_back(fmt::format("Your {} is right, but your {} is not.", mine, its));
  } else if (consistent && !below.passed) {
    // The cause is below: what follows from it is not said again, but the last finding is where
    // it is on coincident ends.
    const bool zero_length = !grade.slips.empty() && grade.slips.back() == kZeroLength;
    std::vector<std::string> last;
    if (zero_length) last.push_back(grade.findings.back());
    grade.findings = {
        fmt::format("Your {} is right for your {} (by finite differences), but your {} is wrong.",
                    mine, its, its)};
    grade.findings.insert(grade.findings.end(), last.begin(), last.end());
    grade.slips.clear();
    if (zero_length) grade.slips.emplace_back(kZeroLength);
  } else if (below.passed) {
    grade.findings.push_back(
        fmt::format("Your {} is right; your {} is not its derivative (by finite differences they "
                    "differ by {:.2g} of its size).",
                    its, mine, derivation.derived));
    return;
  } else {
    grade.findings.push_back(
        fmt::format("Your {} is wrong too, and your {} is not its derivative.", its, mine));
  }
  grade.findings.insert(grade.findings.end(), below.findings.begin(), below.findings.end());
  for (const std::string& slip : below.slips)
    if (std::find(grade.slips.begin(), grade.slips.end(), slip) == grade.slips.end())
      grade.slips.push_back(slip);
}

std::vector<int> dimensions_of(const Options& options) {
  if (options.dimension != 0 && options.dimension != 2 && options.dimension != 3)
    throw Error(
        fmt::format("options.dimension is {}; it must be 2, 3, or 0 for both", options.dimension));
  if (!(options.tolerance > 0 && options.tolerance < 1))
    throw Error(
        fmt::format("options.tolerance is {}; it must be between 0 and 1", options.tolerance));
  if (options.dimension != 0) return {options.dimension};
  return {3, 2};
}

std::string point_text(Numbers point) {
  std::string text = "(";
  for (std::size_t i = 0; i < point.size(); ++i)
    text += fmt::format("{}{:.4g}", i == 0 ? "" : ", ", point[i]);
  return text + ")";
}

}  // namespace tensio::grading
