// The module tensio._core: what the Python package is made of.
#include "bindings.hpp"
#include "tensio/error.hpp"
#include "tensio/solve/equilibrium.hpp"
#include "tensio/version.hpp"

namespace tensio::python {
namespace {

const char* class_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::content: return "Error";
    case ErrorKind::io: return "FileError";
    case ErrorKind::limit: return "LimitError";
  }
  return "Error";
}

// The classes are Python's own, so that they can be kinds of ValueError and OSError.
void raise(const Error& error) {
  py::list problems;
  for (const Problem& problem : error.problems())
    problems.append(py::make_tuple(problem.file, problem.line, problem.column, problem.pointer,
                                   problem.value, problem.message));
  const py::object type = py::module_::import("tensio._errors").attr(class_of(error.kind()));
  PyErr_SetObject(type.ptr(), type(error.what(), problems).ptr());
}

}  // namespace
}  // namespace tensio::python

PYBIND11_MODULE(_core, module) {
  using namespace tensio::python;
  module.doc() = "The engine behind the package tensio; its functions are called by the package.";
  module.attr("__version__") = tensio::kVersion;
  module.attr("has_cholmod") = tensio::has_cholmod();
  py::register_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const tensio::Error& error) {
      raise(error);
    }
  });
  bind_system(module);
  bind_rest(module);
  bind_paths(module);
  bind_motion(module);
  bind_quantities(module);
  bind_files(module);
  bind_gradient(module);
  bind_grade(module);
}
