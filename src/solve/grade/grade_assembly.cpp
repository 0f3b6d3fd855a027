// Grades of the assembly of forces and of the stiffness matrix over a net.
#include <cmath>

#include "core/index.hpp"
#include "solve/grade/nets.hpp"
#include "tensio/solve/network.hpp"
#include "tensio/solve/quantities.hpp"

namespace tensio::grade {

namespace {

using namespace grading;

std::vector<Trial> net_trials(const std::vector<NetSample>& samples) {
  std::vector<Trial> trials;
  for (const NetSample& net : samples) {
    Trial trial;
    trial.about = net.about;
    trial.kinds.push_back(fmt::format("nets in {}D", net.dimension));
    if (!net.kind.empty()) trial.kinds.push_back(net.kind);
    if (net.ends.size() > 1) trial.kinds.push_back("nets of several springs");
    trial.regular = !net.zero_length;
    trials.push_back(std::move(trial));
  }
  return trials;
}

// ---- forces: the bits of gradient_slip, and this ----

constexpr unsigned kAssignForces = 1u << 20;

constexpr Slip kAssemblySlips[] = {
    {gradient_slip::both_as_a, "both_ends",
     "You add the same force to both ends of a spring: at the second end it must be subtracted "
     "(action and reaction)."},
    {gradient_slip::both_as_b, "both_ends",
     "You add the same force to both ends of a spring: at the first end it must be subtracted "
     "(action and reaction)."},
    {gradient_slip::sign, "sign",
     "Your vector is the gradient of the energy, +dE/dq: the force is minus the gradient."},
    {gradient_slip::rest_length, "rest_length_forgotten",
     "You forgot the rest length: the tension is k (l - l0), not k l."},
    {kAssignForces, "assigned_not_added",
     "You assign the force of a spring to its nodes (=): where several springs meet it must be "
     "added (+=)."},
    {gradient_slip::no_b, "end_b_missing",
     "You never add the force at the second end of a spring."},
    {gradient_slip::no_a, "end_a_missing", "You never add the force at the first end of a spring."},
    {gradient_slip::strain_form, "stiffness_per_strain",
     "Your k is a force per strain (EA, in newtons); here k is a force per length (N/m): do not "
     "divide by l0."},
    {gradient_slip::strain, "strain_for_elongation",
     "You use the strain (l - l0) / l0 where the elongation l - l0 belongs."},
    {gradient_slip::no_unit, "unit_vector_forgotten",
     "You forgot to divide the direction of a spring by its length: n = (b - a) / l."},
    {gradient_slip::twice_divided, "divided_twice",
     "You divide by the length once too often: n = (b - a) / l is a unit vector already."},
    {gradient_slip::no_half, "half_forgotten",
     "Your forces are twice the right ones: they are those of the energy without its factor 1/2."},
    {gradient_slip::no_stiffness, "stiffness_forgotten", "You forgot the stiffness k."},
    {gradient_slip::absolute, "absolute_value",
     "You use |l - l0|: in compression (l < l0) the force changes its direction."},
    {gradient_slip::tension_only, "compression_forgotten",
     "Your springs have no force in compression (l < l0): those are cables."},
};

Values forces_model(const NetSample& net, unsigned slips) {
  const std::size_t dimension = usize(net.dimension);
  Values forces(net.position.size(), 0.0);
  for (std::size_t s = 0; s < net.ends.size(); ++s) {
    const Values gradient = gradient_model(net.spring(s), slips);
    for (std::size_t end = 0; end < 2; ++end)
      for (std::size_t i = 0; i < dimension; ++i) {
        // An end without a force is not assigned either.
        if (slips & (end == 0 ? gradient_slip::no_a : gradient_slip::no_b)) continue;
        double& force = forces[usize(net.ends[s][end]) * dimension + i];
        const double added = -gradient[end * dimension + i];
        force = slips & kAssignForces ? added : force + added;
      }
  }
  return forces;
}

// ---- stiffness: the bits of hessian_slip, and these ----

constexpr unsigned kAssignOff = 1u << 20, kAssignAll = 1u << 21;

constexpr Slip kStiffnessSlips[] = {
    {hessian_slip::no_bb, "block_b_missing",
     "You never update the diagonal block of the second node of a spring: both diagonal blocks get "
     "the same block."},
    {hessian_slip::no_aa, "block_a_missing",
     "You never update the diagonal block of the first node of a spring: both diagonal blocks get "
     "the same block."},
    {kAssignOff, "assigned_not_added",
     "You assign off-diagonal blocks (=): two springs between the same nodes need +=."},
    {kAssignAll, "assigned_not_added",
     "You assign the blocks of a spring (=): where several springs meet they must be added (+=)."},
    {hessian_slip::off_no_identity, "off_diagonal_identity",
     "Your off-diagonal blocks miss the part with (1 - l0/l) I: they are minus the whole block "
     "k ((1 - l0/l) I + (l0/l) n n^T) that the diagonal gets."},
    {hessian_slip::off_sign, "off_diagonal_sign",
     "Your off-diagonal blocks have the wrong sign: they are minus the block that the diagonal "
     "gets, so that each row sums to zero."},
    {hessian_slip::ab_sign, "off_diagonal_sign",
     "One of the two off-diagonal blocks of each spring (row of the first node) has the wrong "
     "sign: "
     "they are equal, not opposite."},
    {hessian_slip::ba_sign, "off_diagonal_sign",
     "One of the two off-diagonal blocks of each spring (row of the second node) has the wrong "
     "sign: they are equal, not opposite."},
    {hessian_slip::off_missing, "off_diagonal_missing",
     "Your off-diagonal blocks are zero: the force on a node depends on its neighbours too."},
    {hessian_slip::no_unit, "unit_vector_forgotten",
     "You use d d^T with d = b - a where n n^T with the unit vector n = d / l belongs (or "
     "d d^T l0 / l^3)."},
    {hessian_slip::rest_length, "rest_length_forgotten",
     "You forgot the rest length: your blocks are those of springs with l0 = 0."},
    {hessian_slip::no_transverse, "transverse_forgotten",
     "You have the stiffness along the springs, k n n^T, but not the one across them: "
     "k (1 - l0/l) (I - n n^T) is missing in every block."},
    {hessian_slip::no_identity, "identity_forgotten",
     "The part with (1 - l0/l) I is missing in every block."},
    {hessian_slip::strain_form, "stiffness_per_strain",
     "Your k is a force per strain (EA, in newtons); here k is a force per length (N/m): do not "
     "divide by l0."},
    {hessian_slip::no_stiffness, "stiffness_forgotten", "You forgot the stiffness k."},
    {hessian_slip::square_not_cube, "wrong_power",
     "You divide d d^T l0 by l^2; with d = b - a it must be l^3."},
};

// +d²E/dq².
Values stiffness_model(const NetSample& net, unsigned slips) {
  const std::size_t dimension = usize(net.dimension), n = net.position.size();
  Values matrix(n * n, 0.0);
  for (std::size_t s = 0; s < net.ends.size(); ++s) {
    const Values hessian = hessian_model(net.spring(s), slips);
    for (std::size_t row = 0; row < 2 * dimension; ++row)
      for (std::size_t column = 0; column < 2 * dimension; ++column) {
        const std::size_t a = row / dimension, b = column / dimension;
        if (a == b && (slips & (a == 0 ? hessian_slip::no_aa : hessian_slip::no_bb))) continue;
        double& entry = matrix[(usize(net.ends[s][a]) * dimension + row % dimension) * n +
                               usize(net.ends[s][b]) * dimension + column % dimension];
        const double added = hessian[row * 2 * dimension + column];
        const bool assigns = (slips & kAssignAll) || (a != b && (slips & kAssignOff));
        entry = assigns ? added : entry + added;
      }
  }
  return matrix;
}

Values full_matrix(const CompressedRows& rows) {
  Values matrix(usize(rows.rows) * usize(rows.columns), 0.0);
  for (std::size_t row = 0; row < usize(rows.rows); ++row)
    for (int e = rows.row_start[row]; e < rows.row_start[row + 1]; ++e)
      matrix[row * usize(rows.columns) + usize(rows.column[usize(e)])] = rows.value[usize(e)];
  return matrix;
}

// Whether the matrices are nearer to -d²E/dq² than to +d²E/dq²: by their diagonals, which most
// slips leave alone.
bool is_force_derivative(std::span<const Trial> trials) {
  double product = 0;
  for (const Trial& trial : trials) {
    if (!trial.regular || trial.got.size() != trial.want.size()) continue;
    const auto n = usize(std::llround(std::sqrt(static_cast<double>(trial.want.size()))));
    for (std::size_t i = 0; i < n; ++i)
      if (const double got = trial.got[i * n + i]; std::isfinite(got) && std::abs(got) < 1e20)
        product += got * trial.want[i * n + i];
  }
  return product < 0;
}

}  // namespace

Grade assembled_forces(const NetValues& yours, const Options& options) {
  const std::vector<NetSample> samples = net_samples(options);
  std::vector<Trial> trials = net_trials(samples);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    trials[i].want = forces(compile(samples[i].system()), samples[i].position);
    trials[i].size = samples[i].k[0];
  }
  Subject subject;
  subject.title = "the assembly of forces";
  subject.yours = "your force vector";
  subject.slips = kAssemblySlips;
  subject.model = [&](std::size_t i, unsigned slips) { return forces_model(samples[i], slips); };
  subject.place = [&](const Trial& trial, std::size_t entry) {
    const std::size_t dimension = usize(samples[usize(&trial - trials.data())].dimension);
    return fmt::format("the {} component at node {} (entry {}, counted from 0)",
                       axis_name(entry % dimension), entry / dimension, entry);
  };
  subject.at_zero_length = "Such a spring has no direction: it adds nothing.";
  const bool same = collect(trials, [&](std::size_t i) { return yours(samples[i].view()); });
  return judge(subject, trials, options, same);
}

Grade assembled_stiffness(const NetValues& yours, StiffnessSign sign, const Options& options) {
  const std::vector<NetSample> samples = net_samples(options);
  std::vector<Trial> trials = net_trials(samples);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    trials[i].want =
        full_matrix(stiffness_matrix(compile(samples[i].system()), samples[i].position));
    trials[i].size = samples[i].k[0];
  }
  const bool same = collect(trials, [&](std::size_t i) { return yours(samples[i].view()); });
  const bool minus = is_force_derivative(trials);
  if (minus)
    for (Trial& trial : trials)
      for (double& value : trial.want) value = -value;

  Subject subject;
  subject.title = "the assembly of the stiffness matrix";
  subject.yours = "your matrix";
  subject.slips = kStiffnessSlips;
  subject.square = true;
  subject.model = [&](std::size_t i, unsigned slips) {
    Values matrix = stiffness_model(samples[i], slips);
    if (minus)
      for (double& value : matrix) value = -value;
    return matrix;
  };
  const auto nodes_of = [&](const Trial& trial, std::size_t entry) {
    const NetSample& net = samples[usize(&trial - trials.data())];
    const std::size_t n = net.position.size(), dimension = usize(net.dimension);
    return std::array{entry / n / dimension, entry / n % dimension, entry % n / dimension,
                      entry % n % dimension};
  };
  subject.place = [&](const Trial& trial, std::size_t entry) {
    const auto [row, i, column, j] = nodes_of(trial, entry);
    return fmt::format("row {} of node {}, column {} of node {}", axis_name(i), row, axis_name(j),
                       column);
  };
  subject.part = [&](const Trial& trial, std::size_t entry) {
    const auto at = nodes_of(trial, entry);
    return std::string(at[0] == at[2] ? "the diagonal blocks" : "the off-diagonal blocks");
  };
  subject.at_zero_length = "Such a spring has no direction: add its k I, or nothing.";
  Grade grade = judge(subject, trials, options, same);

  // The sign that was found, and the one that was asked for.
  const bool wrong_sign = sign == StiffnessSign::force_derivative ? !minus
                          : sign == StiffnessSign::energy_hessian ? minus
                                                                  : false;
  if (wrong_sign) {
    grade.passed = false;
    grade.right = 0;
    grade.error = std::max(grade.error, 2.0);
    grade.findings.push_back(minus ? "Your K is df/dq = -d2E/dq2; here K = +d2E/dq2 is asked for."
                                   : "Your K is +d2E/dq2; here K = df/dq = -d2E/dq2 is asked for.");
    grade.slips.emplace_back("sign");
  } else if (sign == StiffnessSign::either && grade.passed) {
    grade.findings.push_back(
        minus ? "Your K is df/dq = -d2E/dq2: the matrix of a linearly implicit step is M - dt^2 K."
              : "Your K is +d2E/dq2: the matrix of a linearly implicit step is M + dt^2 K. (Where "
                "K stands for df/dq, it has the other sign.)");
  }
  return grade;
}

}  // namespace tensio::grade
