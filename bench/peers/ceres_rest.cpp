// Rest through Ceres: the forces on the free nodes are the residuals, which Levenberg and Marquardt's
// method brings to zero with exact derivatives and a sparse Cholesky factorisation.
//
// ceres_rest NET TOLERANCE GRAVITY ITERATIONS OUT
//
// It stops where the largest force on a free node is below TOLERANCE (a force).
#include <ceres/ceres.h>
#include <glog/logging.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "net_file.hpp"

namespace {

struct Link {
  double stiffness, rest_length;
};

// The force on one node: its own place is the first block, those of its neighbours follow.
class NodeForce : public ceres::CostFunction {
 public:
  NodeForce(std::vector<Link> links, double weight) : links_(std::move(links)), weight_(weight) {
    set_num_residuals(3);
    mutable_parameter_block_sizes()->assign(links_.size() + 1, 3);
  }

  bool Evaluate(double const* const* x, double* residuals, double** jacobians) const override {
    using Block = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
    const Eigen::Map<const Eigen::Vector3d> here(x[0]);
    Eigen::Map<Eigen::Vector3d> f(residuals);
    f = Eigen::Vector3d(0, 0, -weight_);
    Block own = Block::Zero();
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const Eigen::Vector3d d = Eigen::Map<const Eigen::Vector3d>(x[i + 1]) - here;
      const double length = d.norm(), k = links_[i].stiffness;
      const double across = k * (1 - links_[i].rest_length / length);
      const Eigen::Vector3d n = d / length;
      f += across * d;
      const Block block = across * Block::Identity() + (k - across) * (n * n.transpose());
      own -= block;
      if (jacobians != nullptr && jacobians[i + 1] != nullptr)
        (Eigen::Map<Block>(jacobians[i + 1])) = block;
    }
    if (jacobians != nullptr && jacobians[0] != nullptr) (Eigen::Map<Block>(jacobians[0])) = own;
    return true;
  }

 private:
  std::vector<Link> links_;
  double weight_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 6) fail("usage: ceres_rest NET TOLERANCE GRAVITY ITERATIONS OUT");
  google::InitGoogleLogging(argv[0]);
  Net net = read_net(argv[1]);
  const double gravity = std::atof(argv[3]);
  std::vector<std::vector<std::size_t>> springs(net.nodes());
  for (std::size_t e = 0; e < net.ends.size(); ++e)
    springs[static_cast<std::size_t>(net.ends[e])].push_back(e / 2);
  ceres::Problem problem;
  const auto place = [&](std::size_t node) { return net.position.data() + 3 * node; };
  for (std::size_t n = 0; n < net.nodes(); ++n) {
    if (net.fixed[n] != 0) continue;
    std::vector<Link> links;
    std::vector<double*> blocks = {place(n)};
    for (const std::size_t s : springs[n]) {
      const auto a = static_cast<std::size_t>(net.ends[2 * s]);
      blocks.push_back(place(a == n ? static_cast<std::size_t>(net.ends[2 * s + 1]) : a));
      links.push_back({net.stiffness[s], net.rest_length[s]});
    }
    problem.AddResidualBlock(new NodeForce(std::move(links), gravity * net.mass[n]), nullptr, blocks);
  }
  for (std::size_t n = 0; n < net.nodes(); ++n)
    if (net.fixed[n] != 0 && problem.HasParameterBlock(place(n)))
      problem.SetParameterBlockConstant(place(n));
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::SPARSE_NORMAL_CHOLESKY;
  options.max_num_iterations = std::atoi(argv[4]);
  options.function_tolerance = options.parameter_tolerance = 0;
  // the gradient is K f, with K at most eight times the largest stiffness
  const double stiffest = *std::max_element(net.stiffness.begin(), net.stiffness.end());
  options.gradient_tolerance = std::atof(argv[2]) * stiffest;
  options.initial_trust_region_radius = 1e16;
  options.num_threads = 1;
  options.logging_type = ceres::SILENT;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  std::printf("%zu\n", summary.iterations.size());
  write_numbers(argv[5], net.position.data(), net.position.size());
}
