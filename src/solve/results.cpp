// Lengths, tensions, strains and reactions of a state.
#include "solve/results.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/index.hpp"
#include "solve/each_spring.hpp"

namespace tensio {

namespace {

// x is in compiled order throughout.
template <int D>
void springs_at(const NetworkData& net, const double* x, Equilibrium& result) {
  for_each_spring<D>(net, x, [&](Law law, int s, const Vec<D>&, double l, const LawValue& value) {
    const double l0 = net.rest_length[s];
    const std::size_t user = usize(net.spring_user[s]);
    result.length[user] = l;
    result.tension[user] = value.tension;
    result.strain[user] = strain(law, l, l0);
    if (is_slack(law, l, l0) && !net.is_broken(usize(s)))
      result.slack.push_back(net.spring_user[s]);
  });
}

template <int D>
void linear_tensions(const NetworkData& net, const double* start, const double* end_state,
                     Equilibrium& result) {
  for_each_spring<D>(net, start, [&](Law, int s, const Vec<D>& d, double l, const LawValue& value) {
    const Vec<D> now = vector_of<D>(net, end_state, s);
    const Block<D> block = block_of(d, l, value.tangent, value.q);
    Vec<D> force;
    for (int i = 0; i < D; ++i) {
      force[i] = value.q * d[i];
      for (int j = 0; j < D; ++j) force[i] += block(i, j) * (now[j] - d[j]);
    }
    result.tension[net.spring_user[s]] = std::copysign(length(force), dot(force, now));
  });
}

}  // namespace

void fill_springs(const NetworkData& net, Equilibrium& result) {
  const std::size_t count = usize(net.spring_count);
  const std::vector<double> drawn = user_order(net, net.position);
  result.displacement.resize(drawn.size());
  for (std::size_t i = 0; i < drawn.size(); ++i)
    result.displacement[i] = result.state.position[i] - drawn[i];
  result.length.resize(count);
  result.tension.resize(count);
  result.strain.resize(count);
  result.slack.clear();
  const std::vector<double> x = compiled_order(net, result.state.position);
  if (net.dimension == 2)
    springs_at<2>(net, x.data(), result);
  else
    springs_at<3>(net, x.data(), result);
  std::sort(result.slack.begin(), result.slack.end());
}

void fill_linear_tensions(const NetworkData& net, const std::vector<double>& start,
                          Equilibrium& result) {
  const std::vector<double> from = compiled_order(net, start);
  const std::vector<double> to = compiled_order(net, result.state.position);
  if (net.dimension == 2)
    linear_tensions<2>(net, from.data(), to.data(), result);
  else
    linear_tensions<3>(net, from.data(), to.data(), result);
}

void fill_utilisation(const NetworkData& net, Equilibrium& result) {
  const auto part = [](double force, const SharedArray<double>& limit, std::size_t s) {
    return limit.empty() ? std::numeric_limits<double>::quiet_NaN() : force / limit[s];
  };
  result.utilisation.resize(result.tension.size());
  for (std::size_t s = 0; s < result.tension.size(); ++s) {
    const double tension = result.tension[s];
    double& use = result.utilisation[s];
    use = tension < 0.0 ? part(-tension, net.buckling_load, s) : part(tension, net.strength, s);
    // The utilisation of a spring without force is 0 if it has either limit.
    if (tension == 0.0 && std::isnan(use)) use = part(tension, net.buckling_load, s);
  }
}

void fill_reactions(const NetworkData& net, const std::vector<double>& force, Equilibrium& result) {
  result.reaction.assign(force.size(), 0.0);
  for (std::size_t i = 0; i < force.size(); ++i)
    if (net.fixed[compiled_axis(net, i)]) result.reaction[i] = 0.0 - force[i];
}

}  // namespace tensio
