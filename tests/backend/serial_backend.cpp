#include "backend/serial_backend.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "backend/common/across.hpp"
#include "backend/common/direct_solver.hpp"
#include "backend/common/face_forces.hpp"
#include "backend/common/force_norms.hpp"
#include "backend/common/host_backend.hpp"
#include "backend/common/spring_batch.hpp"
#include "backend/common/stiffness_parts.hpp"
#include "backend/common/velocity_forces.hpp"
#include "core/parallel.hpp"
#include "network/custom_springs.hpp"

namespace tensio::testing {

namespace {

// The sum of block(begin, end) over blocks of items, added in order.
template <class Block>
double sum_of(int items, Block&& block) {
  if (sum_block_count(items) == 1) return block(0, items);
  double total = 0;
  for (int i = 0; i < sum_block_count(items); ++i) {
    const SumBlock some = sum_block(i, items);
    total += block(some.begin, some.end);
  }
  return total;
}

// The same of energies: block(begin, end, sum).
template <class Block>
EnergyValue energy_of_blocks(int items, Block&& block) {
  EnergyValue total;
  for (int i = 0; i < sum_block_count(items); ++i) {
    const SumBlock some = sum_block(i, items);
    EnergyValue sum;
    block(some.begin, some.end, sum);
    total.add(sum);
  }
  return total;
}

template <int D>
class SerialBackend final : public HostBackend<D> {
 public:
  explicit SerialBackend(NetworkData net) : HostBackend<D>(std::move(net)), custom_(net_) {}

  // ---- Vectors ----

  void axpy(double factor, VectorId x, VectorId y) override {
    for (int i = 0; i < size_of(y); ++i) at(y)[i] += factor * at(x)[i];
  }
  void combine(VectorId x, double factor, VectorId y, VectorId z) override {
    for (int i = 0; i < size_of(z); ++i) at(z)[i] = at(x)[i] + factor * at(y)[i];
  }
  void add_all(std::span<const double> factors, std::span<const VectorId> x, VectorId y) override {
    for (std::size_t j = 0; j < x.size(); ++j) axpy(factors[j], x[j], y);
  }
  void divide(VectorId x, double divisor) override {
    for (int i = 0; i < size_of(x); ++i) at(x)[i] /= divisor;
  }
  void dots(std::span<const VectorId> x, VectorId y, std::span<double> products) override {
    for (std::size_t j = 0; j < x.size(); ++j) products[j] = dot_of(at(x[j]), at(y), size_of(y));
  }

  // ---- Evaluation ----

  StateValue evaluate(VectorId x, VectorId f, Want want) override {
    if (want == Want::energy) return {.energy = total_energy(at(x))};
    if (want == Want::energy_and_norms) return energy_and_norms(at(x), at(f));
    const Extras extras = this->extras(at(x));
    all_forces(at(x), extras, at(f));
    if (want != Want::forces) mask_forces(net_, 0, axes(), at(f));
    return want == Want::norms ? StateValue{.norms = norms(at(x), at(f), extras)} : StateValue{};
  }
  double elastic_energy(VectorId x) override { return elastic(at(x), nullptr).value; }
  std::span<const double> stiffness(VectorId x, bool projected) override {
    K_.assign(usize(block_offset<D>(net_.block_count())), 0.0);
    scatter_stiffness<D>(net_, at(x), projected, K_.data(), extras(at(x)));
    nodes_.add_blocks(at(x), projected, 0, net_.node_count, K_.data());
    return K_;
  }
  void compute_stiffness(VectorId x, MatrixKind kind) {
    if (kind.across < 0 && kind.added < 0) return (void)stiffness(x, kind.projected);
    std::vector<SpringStiffness<D>> springs(net_.a.size());
    spring_stiffnesses<D>(net_, at(x), kind.projected, 0, net_.spring_count, springs.data(),
                          extras(at(x)));
    replace_across(kind.across < 0 ? nullptr : at(kind.across),
                   kind.added < 0 ? nullptr : at(kind.added), kind.projected, 0, net_.spring_count,
                   springs.data());
    K_.assign(usize(block_offset<D>(net_.block_count())), 0.0);
    gather_stiffness<D>(net_, springs.data(), 0, net_.node_count, K_.data());
    nodes_.add_blocks(at(x), kind.projected, 0, net_.node_count, K_.data());
  }
  double predict_across(VectorId x, VectorId y, VectorId predicted, VectorId needed) override {
    std::vector<double> model(net_.a.size());
    double largest = 0;
    const Extras before = extras(at(x));
    for_laws(net_, 0, net_.spring_count, [&]<Law law>(int begin, int end) {
      for (int s = begin; s < end; ++s) {
        const PredictedSpring spring = predicted_spring<law, D>(net_, at(x), at(y), s, before);
        at(predicted)[s] = spring.across;
        model[s] = spring.energy;
        largest = std::max(largest, spring.turn);
      }
    });
    if (needed < 0) return largest;
    const Extras after = extras(at(y));
    for_laws(net_, 0, net_.spring_count, [&]<Law law>(int begin, int end) {
      for (int s = begin; s < end; ++s)
        at(needed)[s] =
            std::max(at(needed)[s], needed_across<law, D>(net_, at(x), at(y), s, after, model[s]));
    });
    return largest;
  }
  void subtract_product(VectorId u, VectorId f) override { subtract_rows(at(u), at(f)); }
  void spring_terms(VectorId x, std::vector<SpringTerm>& terms) override {
    terms.clear();
    const Extras extras = this->extras(at(x));
    for_laws(net_, 0, net_.spring_count, [&]<Law law>(int begin, int end) {
      for (int s = begin; s < end; ++s)
        terms.push_back(spring_term<law, D>(net_, at(x), s, extras));
    });
  }
  void lengths(VectorId x, VectorId lengths) override {
    for (int s = 0; s < net_.spring_count; ++s)
      at(lengths)[s] = length(vector_of<D>(net_, at(x), s));
  }
  void lengths_along(VectorId x, VectorId y, VectorId lengths) override {
    for (int s = 0; s < net_.spring_count; ++s)
      at(lengths)[s] = length_along<D>(net_, at(x), at(y), s);
  }
  bool shortens(VectorId x, VectorId y, double part) override {
    for (int s = 0; s < net_.spring_count; ++s)
      if (is_shortened<D>(net_, at(x), at(y), part, s)) return true;
    return false;
  }
  LargestStrain largest_strain(VectorId x, VectorId v) override {
    bool finite = true;
    for (int i = 0; i < axes(); ++i) finite &= std::isfinite(at(x)[i]) && std::isfinite(at(v)[i]);
    return largest_strain_of<D>(net_, at(x), finite, 0, net_.spring_count);
  }

  // ---- Solvers: ldlt and the blocks of nodes, no others ----

  LinearSystem* solver(SolverKind kind) override {
    if (kind == SolverKind::chosen) return &ldlt_;
    return kind == SolverKind::node_blocks ? &node_blocks_ : nullptr;
  }
  LinearSolver linear_solver() const override { return LinearSolver::ldlt; }
  std::string solver_reason() const override { return "ldlt, as requested"; }
  std::int64_t analyses() const override { return ldlt_.analyses; }

  // ---- Spectrum: by the pivots of ldlt ----

  double largest_eigenvalue(VectorId x) override {
    stiffness(x, false);
    return power_iteration(
        net_, [&](const double* u, double* f) { subtract_rows(u, f); },
        [&](const double* u) { return std::sqrt(dot_of(u, u, axes())); });
  }
  bool surely_semidefinite(VectorId x) override {
    if (!nodes_.empty()) return false;
    std::vector<SpringTerm> terms;
    spring_terms(x, terms);
    return std::all_of(terms.begin(), terms.end(),
                       [](const SpringTerm& term) { return term.tangent >= 0.0 && term.q >= 0.0; });
  }
  int negative_modes(VectorId x, double shift) override {
    return negative_pivots(stiffness(x, false), {shift, 0});
  }
  int negative_pivots(std::span<const double> blocks, DiagonalShift shift) override {
    if (positive_definite(blocks, shift)) return 0;
    // A pivot of exactly zero is avoided by a nearby shift.
    for (double factor : {1.0, 1.0 + 1e-3, 1.0 - 1e-3}) {
      (void)ldlt_.factorise(
          blocks, 0,
          {factor * shift.uniform, factor * shift.per_mass, factor * shift.per_node, shift.node});
      if (const int count = ldlt_.solver->negative_pivots(); count >= 0) return count;
    }
    return -1;
  }
  bool positive_definite(std::span<const double> blocks, DiagonalShift shift) override {
    return ldlt_.factorise(blocks, 0, shift) == Factor::positive_definite;
  }
  void solve_counted(VectorId right, VectorId result) override {
    ldlt_.solve_axes(at(right), at(result));
  }
  void solve_counted(std::span<double> right) override {
    ldlt_.solve_axes(right.data(), right.data());
  }
  void negative_direction(VectorId v) override {
    ldlt_.solver->negative_direction(ldlt_.reduced.data());
    ldlt_.matrix->extend_from(ldlt_.reduced.data(), at(v));
    mask_forces(net_, 0, axes(), at(v));
  }

  // ---- MotionPasses: without fused steps ----

  void motion_forces(VectorId x, VectorId v, VectorId f) override {
    Extras extras = this->extras(at(x));
    if (!net_.damping.empty()) extras.velocity = at(v);
    all_forces(at(x), extras, at(f));
    add_drag<D>(net_, at(v), at(f));
  }
  double dissipated_power(VectorId x, VectorId v) override {
    if (!is_damped(net_)) return 0;
    std::vector<double> power(usize(net_.node_count)), of_springs(net_.damping.size());
    if (!net_.damping.empty()) {
      dashpot_powers<D>(net_, at(x), at(v), 0, net_.spring_count, of_springs.data());
      add_to_lower_nodes(net_, of_springs.data(), power.data());
    }
    return sum_of(net_.node_count, [&](int begin, int end) {
      return dissipated_in_block<D>(net_, at(v), power.data(), begin, end);
    });
  }
  double dashpot_power(const DashpotPower& stage) override {
    const StageLengths lengths{at(stage.lengths), at(stage.slack_by), at(stage.dashpot.l_star),
                               stage.dashpot.b};
    return sum_of(net_.spring_count,
                  [&](int begin, int end) { return stage_power(net_, lengths, begin, end); });
  }
  void subtract_turning(VectorId x, VectorId from, double part, VectorId u, VectorId f) override {
    if (!net_.damping.empty())
      add_spring_forces(
          at(f), [&](int s) { return turning_force<D>(net_, at(x), at(from), part, at(u), s); });
    mask_forces(net_, 0, axes(), at(f));
  }
  void face_forces(VectorId x, VectorId v, VectorId f) override {
    const double* velocity = v < 0 ? nullptr : at(v);
    std::vector<double> corners(net_.faces.nodes.size() * D);
    for (int face = 0; face < net_.faces.count(); ++face)
      corner_forces<D>(net_.faces, face, at(x), velocity, corners.data());
    for (int node = 0; node < net_.node_count; ++node) {
      const Vec<D> force = face_force_on<D>(net_.faces, node, velocity, corners.data());
      std::copy_n(force.v, D, at(f) + axis_offset<D>(node));
    }
  }
  void divide_by_mass(VectorId f) override {
    for (int i = 0; i < axes(); ++i)
      at(f)[i] = net_.constrained[i] ? 0.0 : at(f)[i] / net_.mass[usize(i) / D];
  }
  double kinetic_energy(VectorId v) override {
    return sum_of(
        axes(), [&](int begin, int end) { return kinetic_energy_of<D>(net_, at(v), begin, end); });
  }
  void momentum(VectorId v, std::span<double> sum) override {
    for (int axis = 0; axis < D; ++axis)
      sum[axis] = sum_of(net_.node_count, [&](int begin, int end) {
        double part = 0;
        for (int node = begin; node < end; ++node)
          part += net_.mass[node] * at(v)[axis_offset<D>(node) + axis];
        return part;
      });
  }
  // ---- ContactPasses ----

  void stop_at_solids(const ImpactStep& step, ContactBalance& balance) override {
    balance.clear(net_.solids.size());
    for (int i = 0; i < sum_block_count(net_.node_count); ++i) {
      const SumBlock some = sum_block(i, net_.node_count);
      ContactBalance own;
      own.clear(net_.solids.size());
      nodes_.contact.stop_nodes(step, some.begin, some.end, own);
      add_balance(own, balance);
    }
  }
  double penalty_energy(VectorId x) override { return penalty_energy(at(x)).value; }

 private:
  using HostBackend<D>::at;
  using HostBackend<D>::axes;
  using HostBackend<D>::size_of;
  using HostBackend<D>::net_;
  using HostBackend<D>::nodes_;
  using HostBackend<D>::step_parts;

  Extras extras(const double* x) { return {custom_.at(x, one_thread_), step_parts()}; }

  static double dot_of(const double* u, const double* v, int items) {
    return sum_of(items, [&](int begin, int end) {
      double sum = 0;
      for (int i = begin; i < end; ++i) sum += u[i] * v[i];
      return sum;
    });
  }
  void all_forces(const double* x, const Extras& extras, double* f) {
    std::fill_n(f, axes(), 0.0);
    scatter_forces<D>(net_, x, f, extras);
    for (int i = 0; i < axes(); ++i) f[i] += net_.external[i];
    nodes_.add_forces(x, 0, net_.node_count, f);
  }
  EnergyValue elastic(const double* x, const SpringPart* parts) {
    const Extras extras(custom_.at(x, one_thread_), parts);
    return energy_of_blocks(net_.spring_count, [&](int begin, int end, EnergyValue& sum) {
      for_laws(net_, begin, end, [&]<Law law>(int first, int last) {
        for (int s = first; s < last; ++s) sum.add(energy_of<law, D>(net_, x, s, extras));
      });
    });
  }
  EnergyValue penalty_energy(const double* x) {
    return energy_of_blocks(net_.node_count, [&](int begin, int end, EnergyValue& sum) {
      nodes_.contact.add_energy(x, begin, end, sum);
    });
  }
  EnergyValue total_energy(const double* x) {
    EnergyValue total = elastic(x, step_parts()), nodes = nodes_.target_energy(x);
    if (nodes_.contact.acts()) nodes.add(penalty_energy(x));
    if (nodes_.inertia() != 0)
      nodes.add(energy_of_blocks(axes(), [&](int begin, int end, EnergyValue& sum) {
        nodes_.add_inertia_energy(x, begin, end, sum);
      }));
    total.add(energy_of_blocks(axes(), [&](int begin, int end, EnergyValue& sum) {
      for (int i = begin; i < end; ++i) sum.add(-net_.external[i] * (x[i] - net_.position[i]));
    }));
    total.add(nodes);
    return total;
  }
  ForceNorms norms(const double* x, const double* f, const Extras& extras) {
    std::vector<double> force(usize(axis_offset<D>(net_.spring_count))), rounding(net_.a.size());
    spring_forces<D>(net_, x, 0, net_.spring_count, force.data(), extras);
    for_laws(net_, 0, net_.spring_count, [&]<Law law>(int begin, int end) {
      for (int s = begin; s < end; ++s)
        rounding[s] = spring_rounding<law, D>(net_, x, s, force.data(), extras);
    });
    return tensio::force_norms<D>(net_, nodes_, x, f, force.data(), rounding.data());
  }
  StateValue energy_and_norms(const double* x, double* f) {
    StateValue value;
    ForceNorms& norms = value.norms;
    norms.largest_in_ulp = std::numeric_limits<double>::infinity();
    const Extras extras = this->extras(x);
    std::fill_n(f, axes(), 0.0);
    value.energy = energy_of_blocks(net_.spring_count, [&](int begin, int end, EnergyValue& sum) {
      for_batches<D>(net_, x, begin, end, extras, [&](const SpringBatch<D>& batch) {
        add_terms(batch.energy, batch.count, sum);
        norms.largest_tension =
            std::max(norms.largest_tension, largest_force(batch.tension, 0, batch.count));
        batch.scatter(net_, f);
      });
    });
    nodes_.add_targets(x, f, value.energy);
    NodeLargest largest;
    value.energy.add(energy_of_blocks(net_.node_count, [&](int begin, int end, EnergyValue& sum) {
      nodes_.add_loads(x, begin, end, f, sum, largest);
    }));
    norms.largest_force = largest.force;
    norms.largest_inertia = std::max(largest.inertia, nodes_.largest_target_force(x));
    norms.largest_external = largest.external;
    return value;
  }
  template <class Force>
  void add_spring_forces(double* f, Force&& force) {
    for (int s = 0; s < net_.spring_count; ++s) {
      const Vec<D> on_a = force(s);
      for (int i = 0; i < D; ++i) {
        f[axis_offset<D>(net_.a[s]) + i] += on_a[i];
        f[axis_offset<D>(net_.b[s]) + i] -= on_a[i];
      }
    }
  }
  // f -= K u.
  void subtract_rows(const double* u, double* f) {
    for (int node = 0; node < net_.node_count; ++node)
      for (int slot = net_.row_start[node]; slot < net_.row_start[usize(node) + 1]; ++slot) {
        const double* block = K_.data() + block_offset<D>(slot);
        const Vec<D> other = load<D>(u, net_.column[slot]);
        for (int i = 0; i < D; ++i)
          for (int j = 0; j < D; ++j) f[axis_offset<D>(node) + i] -= block[i * D + j] * other[j];
      }
  }

  // The portable factorisation, analysed once for each set of fixed axes.
  struct Ldlt final : LinearSystem {
    explicit Ldlt(SerialBackend& own) : backend(own) {}
    Factor prepare(VectorId x, MatrixKind kind) override {
      backend.compute_stiffness(x, kind);
      return factorise(backend.K_, kind.shift, {});
    }
    bool solve(VectorId right, VectorId result, double, bool) override {
      solve_axes(backend.at(right), backend.at(result));
      return true;
    }
    Factor factorise(std::span<const double> blocks, double shift, DiagonalShift more) {
      if (!matrix || !matrix->is_usable(backend.net_.constrained)) {
        matrix.emplace(backend.net_);
        solver = make_ldlt_solver(*matrix);
        reduced.resize(usize(matrix->size()));
        ++analyses;
      }
      matrix->gather(backend.net_, blocks.data(), shift, more);
      return solver->factorise(*matrix);
    }
    void solve_axes(const double* right, double* result) {
      matrix->restrict_to(right, reduced.data());
      solver->solve(reduced.data());
      matrix->extend_from(reduced.data(), result);
    }
    SerialBackend& backend;
    std::optional<ScalarMatrix> matrix;
    std::unique_ptr<InertiaSolver> solver;
    std::vector<double> reduced;
    std::int64_t analyses = 0;
  };
  struct NodeBlocks final : LinearSystem {
    explicit NodeBlocks(SerialBackend& own) : backend(own) {}
    Factor prepare(VectorId x, MatrixKind kind) override {
      backend.stiffness(x, kind.projected);
      return Factor::positive_definite;
    }
    bool solve(VectorId right, VectorId result, double, bool) override {
      for (int node = 0; node < backend.net_.node_count; ++node)
        solve_node_block<D>(backend.net_, backend.K_.data(), node, backend.at(right),
                            backend.at(result));
      return true;
    }
    SerialBackend& backend;
  };

  ThreadPool one_thread_{1};  // of functions of custom laws
  CustomSprings custom_;
  std::vector<double> K_;
  Ldlt ldlt_{*this};
  NodeBlocks node_blocks_{*this};
};

}  // namespace

std::unique_ptr<Backend> make_serial_backend(NetworkData net, const EquilibriumOptions&) {
  if (net.dimension == 2) return std::make_unique<SerialBackend<2>>(std::move(net));
  return std::make_unique<SerialBackend<3>>(std::move(net));
}

}  // namespace tensio::testing
