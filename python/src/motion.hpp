// A simulation behind its Python object: arrays that follow it, and one thread at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>

#include "bindings.hpp"
#include "tensio/motion/simulation.hpp"

namespace tensio::python {

/// A copy of numbers of the simulation in the user's order. Python gets read-only views of it,
/// which show the numbers after the last call as long as they are referenced.
class HostCopy {
 public:
  /// A view, filled first where the numbers have changed since.
  template <class Fill>
  py::array shown(const Shape& shape, Fill&& fill) {
    if (!array_) array_ = py::array_t<double>(shape);
    if (stale_) {
      write(fill());
      stale_ = false;
    }
    return read_only(py::array(py::dtype::of<double>(), shape, array_.data(), array_));
  }
  bool is_stale() const { return stale_; }
  void set_stale() { stale_ = true; }
  /// Somebody has a view of it.
  bool is_seen() const { return array_ && array_.ref_count() > 1; }
  template <class Fill>
  void refresh(Fill&& fill) {
    write(fill());
    stale_ = false;
  }

 private:
  void write(const std::vector<double>& values) {
    std::copy(values.begin(), values.end(), static_cast<double*>(array_.mutable_data()));
  }
  py::array array_ = py::reinterpret_steal<py::array>(nullptr);
  bool stale_ = true;
};

class Motion {
 public:
  Motion(const Net& net, const SimulationOptions& options);

  const Net& net() const { return net_; }
  Simulation& simulation() { return simulation_; }
  MotionReport report = {};  ///< of the last steps

  /// Runs what changes the simulation, without the GIL, and brings arrays in use up to date.
  template <class Code>
  void change(Code&& code) {
    const Busy busy(*this);
    {
      const py::gil_scoped_release release;
      code();
    }
    set_changed();
  }
  /// Throws where another thread changes the simulation.
  Simulation& read();

  py::array position();
  py::array velocity();
  py::array tension();
  /// Marks all arrays as out of date, and fills those again that somebody looks at.
  void set_changed();

 private:
  /// While it lives, no other call may change the simulation.
  class Busy {
   public:
    explicit Busy(Motion& motion);
    ~Busy() { motion_.owner_ = std::thread::id(); }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

   private:
    Motion& motion_;
  };
  bool other_thread_is_busy() const {
    return owner_ != std::thread::id() && owner_ != std::this_thread::get_id();
  }

  /// During a run, which may only be seen by its observer, the numbers are never up to date.
  void look_again(HostCopy& copy) const {
    if (owner_ == std::this_thread::get_id()) copy.set_stale();
  }

  Net net_;
  SolveWatch start_watch_ = SolveWatch();
  Simulation simulation_;
  HostCopy position_ = {}, velocity_ = {}, tension_ = {};
  // Read and written with the GIL.
  std::thread::id owner_ = {};
};

/// Steps until a time, with frames, and returns what was recorded. See Simulation.run in Python.
py::dict run_recorded(Motion& motion, double until, double every, const py::object& observer,
                      const py::object& force, bool keep, bool scene_probes);
/// Steps until a time, or until a signal.
void run_watched(Motion& motion, double until);

py::dict motion_report_dict(const MotionReport& report);
py::dict energies_dict(const MotionEnergies& energies);

}  // namespace tensio::python
