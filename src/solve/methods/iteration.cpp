#include "solve/methods/iteration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tensio {

double relative_residual(const ForceNorms& summary) {
  if (summary.largest_force == 0) return 0;
  return summary.largest_force /
         std::max({summary.largest_tension, summary.largest_external, summary.largest_inertia});
}

double distance_from_rest(const ForceNorms& summary, double tolerance) {
  return std::min(relative_residual(summary) / tolerance, summary.largest_in_ulp / kRoundOffUlp);
}

bool at_rest(const ForceNorms& summary, double tolerance) {
  return relative_residual(summary) <= tolerance || summary.largest_in_ulp <= kRoundOffUlp;
}

std::string reason_for_rest(const ForceNorms& summary, double tolerance) {
  const double residual = relative_residual(summary);
  if (residual <= tolerance)
    return fmt::format("the residual {:.3g} is within the tolerance {:.3g}", residual, tolerance);
  return fmt::format(
      "the forces balance to rounding: {:.3g} remains, within {:g} ulp of the terms summed",
      summary.largest_force, kRoundOffUlp);
}

Scratch make_scratch(Backend& backend) {
  return {backend.make_vector(), backend.make_vector(), backend.make_vector(),
          backend.make_vector()};
}

Iteration::Iteration(Backend& backend, VectorId x, const Limits& limits, const Scratch& scratch)
    : backend_(backend),
      limits_(limits),
      x_(x),
      f_(scratch.f),
      p_(scratch.p),
      trial_(scratch.trial),
      trial_f_(scratch.trial_f) {
  shown_.iteration = limits.done;
}

NewtonResult Iteration::run(const Watch& watch) {
  measure();
  // A solve that continues has shown this state already.
  bool shown = limits_.shown || limits_.done > 0;
  for (;;) {
    if (watch && !shown && !watch(shown_)) return ended(Status::interrupted, "stopped on request");
    shown = false;
    if (at_rest(norms_, limits_.tolerance)) {
      if (leave_saddle()) continue;
      const bool once_more = limits_.in_motion ? shown_.iteration == 0 : shown_.iteration > 0;
      if (once_more && may_continue() && polish()) {
        measure();
        if (watch) watch(shown_);
      }
      return ended(Status::converged,
                   limits_.in_motion ? std::string() : reason_for_rest(norms_, limits_.tolerance));
    }
    if (!std::isfinite(shown_.residual))
      return ended(Status::stalled, "the positions became NaN or infinite");
    if (!may_continue())
      return ended(
          Status::iteration_limit,
          fmt::format("the limit of {} iterations was reached at a residual of {:.3g}, "
                      "above the tolerance {:.3g}{}",
                      limits_.max_iterations, shown_.residual, limits_.tolerance, advice()));
    if (!step())
      return ended(Status::stalled,
                   fmt::format("{} at a residual of {:.3g}, above the tolerance {:.3g}{}",
                               no_step(), shown_.residual, limits_.tolerance, advice()));
    ++shown_.iteration;
    measure();
  }
}

void Iteration::measure() {
  prepare(x_);
  norms_ = known_ ? known_->norms : backend_.force_norms(x_, f_);
  energy_ = known_ ? known_->energy : known_energy_ ? *known_energy_ : backend_.energy(x_);
  known_energy_.reset();
  known_.reset();
  shown_.residual = relative_residual(norms_);
  shown_.energy = energy_.value;
}

NegativeModes Iteration::negative_modes() {
  NegativeModes modes = limits_.count_modes ? find_negative_modes(backend_, x_) : NegativeModes{};
  negative_modes_ = modes.count;
  return modes;
}

NewtonResult Iteration::ended(Status status, std::string reason) const {
  return {status,          std::move(reason),    shown_.iteration, projected_iterations_,
          shown_.residual, norms_.largest_force, negative_modes_,  far_};
}

}  // namespace tensio
