// The passes of a device, for a Launcher with each(count, body): it calls body(i) for each i below
// count, in any order.
#pragma once

#include "backend/cuda/device.hpp"
#include "backend/cuda/pass_bodies.hpp"

namespace tensio {

template <int D, class Launcher>
class DevicePasses : public Launcher {
 public:
  using Launcher::Launcher;

  void take_step(const DeviceStep<D>& step) override {
    const auto choose = [&]<bool linear, bool dashpots>() {
      if (step.net.packed)
        nodes(NodePass<D, linear, dashpots, true>{step});
      else
        nodes(NodePass<D, linear, dashpots, false>{step});
    };
    const bool dashpots = step.net.dashpots && step.u;
    if (step.net.all_linear)
      dashpots ? choose.template operator()<true, true>()
               : choose.template operator()<true, false>();
    else
      dashpots ? choose.template operator()<false, true>()
               : choose.template operator()<false, false>();
  }
  void take_first_half(double h, NodeRow<D>* x, NodeRow<D>* v, const NodeRow<D>* a) override {
    nodes(FirstHalf<D>{h, x, v, a});
  }
  void copy_if(const int* flag, const NodeRow<D>* from, NodeRow<D>* to) override {
    nodes(CopyIf<D>{flag, from, to});
  }
  void check_finite(const NodeRow<D>* x, const NodeRow<D>* v, int* suspected) override {
    nodes(FiniteCheck<D>{x, v, suspected});
  }
  void sum_eighths(const EighthSums& sums) override {
    this->each(8 * sums.blocks * sums.passes, EighthSum{sums});
  }
  void add(double factor, const double* x, double* y, int count) override {
    this->each(count, Axpy{factor, x, y});
  }
  void divide_by_mass(const DeviceNet& net, NodeRow<D>* f) override {
    nodes(DivideByMass<D>{net.kinds, net.kind, f});
  }
  void to_rows(const double* numbers, NodeRow<D>* rows) override {
    nodes(ToRows<D>{numbers, rows});
  }
  void from_rows(const NodeRow<D>* rows, double* numbers) override {
    nodes(FromRows<D>{rows, numbers});
  }
  void set_places(const int* places, const double* values, int count, NodeRow<D>* rows) override {
    this->each(count, SetPlaces<D>{places, values, rows});
  }
  void get_places(const int* places, const NodeRow<D>* rows, int count, double* values) override {
    this->each(count, GetPlaces<D>{places, rows, values});
  }
  void set_external(const int* places, const double* values, int count,
                    DeviceNode* nodes) override {
    this->each(count, SetExternal<D>{places, values, nodes});
  }
  void sum_products(const ProductSum& sums) override { this->each(sums.blocks, sums); }
  void find_near(const NearCheck<D>& body) override { nodes(body); }
  void stop_nodes(const StopNode<D>& body) override { nodes(body); }
  void sum_lost(const LostSum& sums) override { this->each(2 * sums.blocks, sums); }
  void sum_impulses(const ImpulseSum<D>& sums, int blocks) override {
    this->each(D * sums.solids * blocks, sums);
  }
  void press_faces(const FaceCorners<D>& faces) override { this->each(faces.faces.count, faces); }
  void sum_corners(const CornerSum<D>& body) override { nodes(body); }

 private:
  template <class Body>
  void nodes(const Body& body) {
    this->each(this->node_count_, body);
  }
};

}  // namespace tensio
