// What the parts of the Python module share: arrays between C++ and NumPy, watches, the net.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <chrono>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tensio/model/system.hpp"
#include "tensio/solve/network.hpp"
#include "tensio/solve/observer.hpp"
#include "tensio/solve/report.hpp"

namespace tensio::python {

namespace py = pybind11;

void bind_system(py::module_& module);
void bind_rest(py::module_& module);
void bind_paths(py::module_& module);
void bind_motion(py::module_& module);
void bind_quantities(py::module_& module);
void bind_files(py::module_& module);
void bind_gradient(py::module_& module);
void bind_grade(py::module_& module);

// ---- arrays ----

/// Numbers of an array of any type and order, row by row.
using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;
using Ints = py::array_t<int, py::array::c_style | py::array::forcecast>;
using Shape = std::vector<py::ssize_t>;

inline std::span<const double> numbers(const Doubles& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}
inline std::vector<double> vector_of(const Doubles& array) {
  return {array.data(), array.data() + array.size()};
}
inline std::vector<int> vector_of(const Ints& array) {
  return {array.data(), array.data() + array.size()};
}

inline py::array read_only(py::array array) {
  array.attr("flags").attr("writeable") = false;
  return array;
}

/// A read-only array over numbers that `owner` keeps alive.
template <class T>
py::array view(const T* values, Shape shape, py::handle owner) {
  return read_only(py::array(py::dtype::of<T>(), std::move(shape), values, owner));
}

/// A read-only array that takes the numbers over, without a copy.
template <class T>
py::array owned(std::vector<T>&& values, Shape shape) {
  auto* kept = new std::vector<T>(std::move(values));
  const py::capsule owner(kept,
                          [](void* pointer) { delete static_cast<std::vector<T>*>(pointer); });
  return view(kept->data(), std::move(shape), owner);
}
template <class T>
py::array owned(std::vector<T>&& values) {
  const auto size = static_cast<py::ssize_t>(values.size());
  return owned(std::move(values), {size});
}

inline py::ssize_t ssize(std::size_t count) { return static_cast<py::ssize_t>(count); }

// ---- the net ----

/// A System that does not change any more, and the Network that it is compiled to when it is
/// needed.
class Net {
 public:
  explicit Net(System system) : shared_(std::make_shared<Shared>(std::move(system))) {}

  const System& system() const { return shared_->system; }
  /// Call it with the GIL.
  const Network& network() const {
    const py::gil_scoped_release release;
    std::call_once(shared_->once,
                   [&] { shared_->network.emplace(compile(shared_->system, Validated::yes)); });
    return *shared_->network;
  }
  Shape node_shape() const { return {system().node_count(), system().dimension}; }

 private:
  struct Shared {
    explicit Shared(System given) : system(std::move(given)) {}
    System system;
    std::once_flag once = {};
    std::optional<Network> network = {};
  };
  std::shared_ptr<Shared> shared_;
};

/// Numbers for each node: of the array, or where that is None those where the net starts.
std::vector<double> positions_of(const Net& net, const py::object& position);

// ---- watching ----

/// Lets signals such as Ctrl-C and exceptions of Python functions end what C++ computes.
class Watch {
 public:
  /// Looks for signals where the last look was some time ago. False: stop. Without the GIL.
  bool look() {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_look_ < std::chrono::milliseconds(20)) return !failed();
    last_look_ = now;
    return guarded([] {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      return true;
    });
  }
  /// Runs Python code with the GIL. False where it returns false or raises an exception.
  template <class Code>
  bool guarded(Code&& code) {
    if (failed()) return false;
    const py::gil_scoped_acquire acquire;
    try {
      return code();
    } catch (...) {
      error_ = std::current_exception();
      return false;
    }
  }
  bool failed() const { return error_ != nullptr; }
  /// Raises what was raised. With the GIL.
  void finish() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::chrono::steady_clock::time_point last_look_ = std::chrono::steady_clock::now();
  std::exception_ptr error_ = nullptr;
};

/// False where a Python function returned False; anything else continues.
inline bool continues(const py::object& answer) { return answer.ptr() != Py_False; }

/// Watches a solve, and shows its iterations to a Python function.
class SolveWatch final : public Observer, public Watch {
 public:
  explicit SolveWatch(py::object seen = py::none(), Shape shape = {})
      : seen_(std::move(seen)), shape_(std::move(shape)) {}
  bool observe(const Frame& frame) override;
  bool working(Activity) override { return look(); }
  bool wants_position() const override { return !seen_.is_none(); }

 private:
  py::object seen_;
  Shape shape_;
};

// ---- results ----

/// All of a rest state, as a dict under the names that Equilibrium has in Python.
py::dict rest_dict(const Net& net, Equilibrium&& rest);
/// The rest state that a Python object of these names stands for.
Equilibrium rest_of(const Net& net, const py::object& rest);
py::dict event_dict(const MotionEvent& event);
py::object options_of(const std::optional<double>& value);

/// Options of a solve that scene files do not have.
EquilibriumOptions solve_options(const Net& options, const std::string& linear_solver,
                                 bool reproducible, int threads);
LinearSolver linear_solver_of(const std::string& word);

}  // namespace tensio::python
