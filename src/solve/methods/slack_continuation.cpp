#include "solve/methods/slack_continuation.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "core/index.hpp"

namespace tensio {

namespace {

/// Widths over the rest lengths, and the factor from one solve to the next.
constexpr double kFirstWidth = 0.3, kLastWidth = 1e-8, kWidthFactor = 0.25;
/// Of each solve. A looser tolerance leaves the work to the last solves, where it costs more.
constexpr double kRoundedTolerance = 1e-6;
constexpr int kMostRounded = 60;

// The width while this exists.
class RoundedLaws {
 public:
  explicit RoundedLaws(Backend& backend) : backend_(backend) {}
  ~RoundedLaws() { set(0); }
  RoundedLaws(const RoundedLaws&) = delete;
  RoundedLaws& operator=(const RoundedLaws&) = delete;
  void set(double width) { backend_.set(NetField::slack_width, std::span(&width, 1)); }

 private:
  Backend& backend_;
};

}  // namespace

bool has_slack_springs(Backend& backend, VectorId x) {
  const NetworkData& net = backend.net();
  if (!net.parts.empty()) return false;
  const auto may_be_slack = [](const LawRange& range) {
    return (range.law == Law::cable || range.law == Law::strut) && range.begin < range.end;
  };
  if (std::none_of(net.laws.begin(), net.laws.end(), may_be_slack)) return false;
  std::vector<SpringTerm> terms;
  backend.spring_terms(x, terms);
  for (const LawRange& range : net.laws)
    for (int s = range.begin; s < range.end && may_be_slack(range); ++s)
      if (terms[usize(s)].tangent == 0 && terms[usize(s)].q == 0) return true;
  return false;
}

NewtonResult slack_continuation(Backend& backend, VectorId x, const Limits& limits,
                                const Watch& watch) {
  NewtonOptions options{limits};
  options.leave_saddles = false;
  options.refine = false;
  options.count_modes = false;
  options.tolerance = std::max(kRoundedTolerance, limits.tolerance);
  NewtonResult result;
  result.iterations = limits.done;
  int projected = 0;
  RoundedLaws laws(backend);
  for (double width = kFirstWidth; width > kLastWidth; width *= kWidthFactor) {
    laws.set(width);
    options.done = result.iterations;
    options.shown = true;
    options.max_iterations = std::min(result.iterations + kMostRounded, limits.max_iterations);
    result = newton(backend, x, options, watch);
    projected += result.projected_iterations;
    if (result.status == Status::interrupted || result.iterations >= limits.max_iterations) break;
  }
  result.projected_iterations = projected;
  return result;
}

}  // namespace tensio
