// The names of what motion is made of.
#include "tensio/model/motion.hpp"

#include "model/integrator_traits.hpp"
#include "tensio/motion/frame.hpp"

namespace tensio {

const char* to_string(Integrator integrator) { return traits_of(integrator).name; }

bool is_implicit(Integrator integrator) { return traits_of(integrator).implicit; }

const char* to_string(StepMethod method) {
  return method == StepMethod::prefactored ? "prefactored" : "newton";
}

const char* to_string(Precision precision) {
  return precision == Precision::single_precision ? "single" : "double";
}

const char* to_string(StartFrom start) {
  return start == StartFrom::drawn ? "drawn" : "equilibrium";
}

const char* to_string(Obstacle::Kind kind) {
  switch (kind) {
    case Obstacle::Kind::sphere: return "sphere";
    case Obstacle::Kind::box: return "box";
    case Obstacle::Kind::capsule: return "capsule";
    case Obstacle::Kind::plane: break;
  }
  return "plane";
}

const char* to_string(Probe::Reduce reduce) {
  switch (reduce) {
    case Probe::Reduce::sum: return "sum";
    case Probe::Reduce::mean: return "mean";
    case Probe::Reduce::min: return "min";
    case Probe::Reduce::max: return "max";
    case Probe::Reduce::none: break;
  }
  return "none";
}

const char* to_string(MotionEvent::Kind kind) {
  switch (kind) {
    case MotionEvent::Kind::breaks: return "break";
    case MotionEvent::Kind::contact: return "contact";
    case MotionEvent::Kind::free: return "free";
    case MotionEvent::Kind::fix: return "fix";
    case MotionEvent::Kind::set: return "set";
    case MotionEvent::Kind::yield: break;
  }
  return "yield";
}

const char* to_string(MotionStatus status) {
  switch (status) {
    case MotionStatus::blew_up: return "blew_up";
    case MotionStatus::not_converged: return "not_converged";
    case MotionStatus::interrupted: return "interrupted";
    case MotionStatus::finished: break;
  }
  return "finished";
}

}  // namespace tensio
