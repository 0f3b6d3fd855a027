// Names of the enumerations of motion.
#include "tensio/model/motion.hpp"

#include "core/enum_names.hpp"
#include "model/integrator_traits.hpp"
#include "tensio/motion/frame.hpp"

namespace tensio {

const char* to_string(Integrator integrator) { return traits_of(integrator).name; }

bool is_implicit(Integrator integrator) { return traits_of(integrator).implicit; }

const char* to_string(StepMethod method) {
  return enum_name(method, {"auto", "newton", "prefactored"});
}

const char* to_string(Accuracy accuracy) {
  return accuracy == Accuracy::preview ? "preview" : "full";
}

const char* to_string(Precision precision) {
  return precision == Precision::single_precision ? "single" : "double";
}

const char* to_string(BackendKind backend) {
  return enum_name(backend, {"auto", "cpu", "cuda", "petsc"});
}

const char* to_string(StartFrom start) {
  return start == StartFrom::drawn ? "drawn" : "equilibrium";
}

const char* to_string(Obstacle::Kind kind) {
  return enum_name(kind, {"plane", "sphere", "box", "capsule"});
}

const char* to_string(Probe::Reduce reduce) {
  return enum_name(reduce, {"none", "sum", "mean", "min", "max"});
}

const char* to_string(MotionEvent::Kind kind) {
  return enum_name(kind, {"yield", "break", "contact", "free", "fix", "set", "retry", "split"});
}

const char* to_string(MotionStatus status) {
  return enum_name(status, {"finished", "blew_up", "not_converged", "interrupted"});
}

const char* to_string(BlowUpReport::Cause cause) {
  return enum_name(cause, {"strain", "length", "position", "velocity", "law"});
}

}  // namespace tensio
