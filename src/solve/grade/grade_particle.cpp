// Grades of the energies of one node, of gravity's gradient and of the mass matrix.
#include <cmath>

#include "core/index.hpp"
#include "core/random.hpp"
#include "solve/grade/judge.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio::grade {

namespace {

using namespace grading;

struct Particle {
  double m = 0;
  Values g, x, v;
  int group = 0;
};

// Several positions for each mass and gravity; the last gravity of a dimension is the usual one.
std::vector<Particle> particle_samples(const Options& options) {
  Random random(options.seed);
  std::vector<Particle> samples;
  int group = 0;
  for (const int dimension : dimensions_of(options)) {
    const auto any = [&](double size) {
      Values values(usize(dimension));
      for (double& value : values) value = random.uniform(-size, size);
      return values;
    };
    for (int values = 0; values < 4; ++values, ++group) {
      const double m = random.uniform(0.2, 5);
      Values g = any(10);
      if (values == 3) {
        g.assign(usize(dimension), 0.0);
        g[1] = -9.81;
      }
      for (int i = 0; i < 5; ++i)
        samples.push_back({.m = m, .g = g, .x = any(3), .v = any(4), .group = group});
    }
  }
  return samples;
}

double dot_of(const Values& x, const Values& y) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

// Trials without answers.
std::vector<Trial> particle_trials(const std::vector<Particle>& samples, bool moving) {
  std::vector<Trial> trials;
  for (const Particle& p : samples) {
    Trial trial;
    trial.group = p.group;
    trial.about =
        moving ? fmt::format("m = {:.4g}, v = {}", p.m, point_text(p.v))
               : fmt::format("m = {:.4g}, g = {}, x = {}", p.m, point_text(p.g), point_text(p.x));
    trial.kinds.push_back(fmt::format("points in {}D", p.x.size()));
    if (!moving)
      trial.kinds.push_back(dot_of(p.g, p.x) > 0 ? "points below the origin, along g"
                                                 : "points above the origin, against g");
    trial.factors = {{"the mass m", p.m}};
    trials.push_back(std::move(trial));
  }
  return trials;
}

Subject particle_subject(const std::vector<Particle>& samples, const char* title, const char* yours,
                         std::span<const Slip> slips, Values (*model)(const Particle&, unsigned)) {
  Subject subject;
  subject.title = title;
  subject.yours = yours;
  subject.slips = slips;
  subject.model = [&samples, model](std::size_t i, unsigned bits) {
    return model(samples[i], bits);
  };
  subject.place = [](const Trial& trial, std::size_t entry) {
    return trial.want.size() == 1 ? "its value" : fmt::format("the {} component", axis_name(entry));
  };
  return subject;
}

constexpr Slip kKineticSlips[] = {
    {1, "half_forgotten", "You forgot the factor 1/2: the kinetic energy is m v.v / 2."},
    {2, "mass_forgotten", "You forgot the mass m."},
    {4, "not_squared", "You use the speed |v| where its square v.v belongs."},
    {8, "sign", "Your energy has the wrong sign: kinetic energy is positive."},
    {16, "mass_squared", "You multiply by the mass twice."},
};

Values kinetic_model(const Particle& p, unsigned slips) {
  double energy = slips & 4u ? std::sqrt(dot_of(p.v, p.v)) : dot_of(p.v, p.v);
  if (!(slips & 1u)) energy /= 2;
  if (!(slips & 2u)) energy *= p.m;
  if (slips & 8u) energy = -energy;
  if (slips & 16u) energy *= p.m;
  return {energy};
}

constexpr Slip kGravitySlips[] = {
    {1, "absolute_value",
     "You use the absolute value |g.x|: that is wrong on one side of the origin. The energy is "
     "-m g.x, negative below the origin and positive above it."},
    {2, "sign",
     "Your energy has the wrong sign: it is -m g.x, which grows as the point rises against g."},
    {4, "mass_forgotten", "You forgot the mass m."},
    {8, "one_axis",
     "You use |g| times the y coordinate: that is right only where g points along -y. Use -m g.x."},
    {16, "one_axis",
     "You use |g| times the last coordinate: that is right only where g points along it. Use "
     "-m g.x."},
    {32, "half", "The energy of gravity has no factor 1/2: it is -m g.x."},
};

Values gravity_energy_model(const Particle& p, unsigned slips) {
  double height = -dot_of(p.g, p.x);
  const double g = std::sqrt(dot_of(p.g, p.g));
  if (slips & 8u) height = g * p.x[1];
  if (slips & 16u) height = g * p.x.back();
  if (slips & 1u) height = std::abs(height);
  if (slips & 2u) height = -height;
  if (slips & 32u) height /= 2;
  return {slips & 4u ? height : p.m * height};
}

constexpr Slip kGravityGradientSlips[] = {
    {1, "sign",
     "Your vector is the weight, +m g. The gradient of the energy -m g.x is -m g: the force is "
     "minus the gradient."},
    {2, "mass_forgotten", "You forgot the mass m."},
    {4, "absolute_value", "You use absolute values: the gradient is -m g, with the signs of g."},
};

Values gravity_gradient_model(const Particle& p, unsigned slips) {
  Values gradient;
  for (const double g : p.g) {
    double value = slips & 4u ? std::abs(g) : -g;
    if (slips & 1u) value = -value;
    gradient.push_back(slips & 2u ? value : p.m * value);
  }
  return gradient;
}

}  // namespace

Grade kinetic_energy(const KineticEnergy& yours, const Options& options) {
  const std::vector<Particle> samples = particle_samples(options);
  std::vector<Trial> trials = particle_trials(samples, true);
  for (std::size_t i = 0; i < samples.size(); ++i)
    trials[i].want = {tensio::kinetic_energy(samples[i].m, samples[i].v)};
  const Subject subject = particle_subject(samples, "the kinetic energy of a node", "your energy",
                                           kKineticSlips, kinetic_model);
  const bool same =
      collect(trials, [&](std::size_t i) { return Values{yours(samples[i].m, samples[i].v)}; });
  return judge(subject, trials, options, same);
}

Grade gravity_energy(const GravityEnergy& yours, const Options& options) {
  const std::vector<Particle> samples = particle_samples(options);
  std::vector<Trial> trials = particle_trials(samples, false);
  for (std::size_t i = 0; i < samples.size(); ++i)
    trials[i].want = {tensio::gravity_energy(samples[i].m, samples[i].g, samples[i].x)};
  Subject subject = particle_subject(samples, "the energy of gravity", "your energy", kGravitySlips,
                                     gravity_energy_model);
  subject.offset_allowed = true;
  const bool same = collect(trials, [&](std::size_t i) {
    return Values{yours(samples[i].m, samples[i].g, samples[i].x)};
  });
  return judge(subject, trials, options, same);
}

Grade gravity_gradient(const GravityGradient& yours, const Options& options) {
  const std::vector<Particle> samples = particle_samples(options);
  std::vector<Trial> trials = particle_trials(samples, false);
  for (std::size_t i = 0; i < samples.size(); ++i)
    trials[i].want = tensio::gravity_gradient(samples[i].m, samples[i].g);
  const Subject subject =
      particle_subject(samples, "the gradient of gravity's energy", "your gradient",
                       kGravityGradientSlips, gravity_gradient_model);
  const bool same =
      collect(trials, [&](std::size_t i) { return yours(samples[i].m, samples[i].g); });
  return judge(subject, trials, options, same);
}

Grade mass_matrix(const MassMatrix& yours, const Options& options) {
  struct Nodes {
    double m;
    int dimension, count;
  };
  constexpr Slip kSlips[] = {
      {1, "inverse", "Your matrix is the inverse of the mass matrix: it has 1/m on the diagonal."},
      {2, "mass_forgotten", "You forgot the mass m: your matrix is the identity."},
      {4, "divided_by_nodes",
       "You divide the mass by the number of nodes; here m is the mass of each node."},
  };
  std::vector<Nodes> samples;
  std::vector<Trial> trials;
  for (const int dimension : dimensions_of(options))
    for (const int count : {1, 2, 5}) {
      samples.push_back({0.3 + 0.7 * count, dimension, count});
      const std::size_t n = usize(dimension) * usize(count);
      Trial trial;
      trial.about = fmt::format("{} nodes in {}D with m = {:.4g} each: {} rows and columns", count,
                                dimension, samples.back().m, n);
      trial.want.assign(n * n, 0.0);
      for (std::size_t i = 0; i < n; ++i) trial.want[i * n + i] = samples.back().m;
      trial.factors = {{"the mass m", samples.back().m}};
      trials.push_back(std::move(trial));
    }
  Subject subject;
  subject.title = "the mass matrix";
  subject.yours = "your matrix";
  subject.slips = kSlips;
  subject.square = true;
  subject.model = [&](std::size_t i, unsigned slips) {
    const Nodes& nodes = samples[i];
    double m = slips & 2u ? 1.0 : nodes.m;
    if (slips & 4u) m /= nodes.count;
    if (slips & 1u) m = 1 / m;
    Values matrix = trials[i].want;
    for (double& value : matrix) value *= m / nodes.m;
    return matrix;
  };
  subject.place = [](const Trial& trial, std::size_t entry) {
    const auto n = usize(std::llround(std::sqrt(static_cast<double>(trial.want.size()))));
    return fmt::format("entry ({}, {}), counted from 0", entry / n, entry % n);
  };
  const bool same = collect(trials, [&](std::size_t i) {
    return yours(samples[i].m, samples[i].dimension, samples[i].count);
  });
  return judge(subject, trials, options, same);
}

}  // namespace tensio::grade
