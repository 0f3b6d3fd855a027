// A backend of which all ranks have a part: explicit steps run on the shares of a net, everything
// else on rank 0, by a backend of the host that has the whole net. Vectors of nodes are where they
// were last written.
#pragma once

#include <memory>
#include <vector>

#include "backend/common/before_host.hpp"
#include "backend/petsc/rank_work.hpp"

namespace tensio {

class PetscBackend final : public BeforeHost {
 public:
  PetscBackend(std::unique_ptr<Backend> host, Ranks& ranks);
  ~PetscBackend() override;

  VectorId make_vector(Items items) override;
  void set(SpringField field, std::span<const int> springs,
           std::span<const double> values) override {
    host_->set(field, springs, values);
    stale_ = true;
  }
  void set(NodeField field, std::span<const int> axes, std::span<const double> values) override {
    host_->set(field, axes, values);
    stale_ = true;
  }
  void set(NetField field, std::span<const double> values) override {
    host_->set(field, values);
    stale_ = true;
  }
  void set_inertia(double g, VectorId y) override {
    inertia_ = g;
    BeforeHost::set_inertia(g, y);
  }
  void hold_forces(VectorId f) override {
    stale_ = true;
    BeforeHost::hold_forces(f);
  }
  std::int64_t most_steps(double work) const override;
  std::int64_t advance(const Advance& steps) override;

 private:
  struct Places {
    bool on_host = true, on_ranks = false;
  };
  class Call;

  VectorId read(VectorId id) override;
  VectorId changed(VectorId id) override;
  VectorId overwritten(VectorId id) override;
  void read_on_ranks(VectorId id);
  bool knows_net() const;
  void share_net();
  std::int64_t advance_on_ranks(const Advance& steps);
  double with_powers(double energy, double weight);

  Ranks& ranks_;
  const int number_;   // of this net
  bool stale_ = true;  // the shares do not have the values of the net
  double inertia_ = 0;
  std::vector<Places> places_;
  std::unique_ptr<RankWork> work_;
  std::vector<std::vector<int>> nodes_, own_;  // of each rank, in the whole net
  std::vector<double> numbers_;
};

std::unique_ptr<Backend> with_ranks(std::unique_ptr<Backend> host, Ranks& ranks);

/// Ends the ranks that wait for calls; those that do not wait, since a call failed, with the code.
void end_ranks(Ranks& ranks, int code);

}  // namespace tensio
