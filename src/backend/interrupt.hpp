// Stopping inside an iteration: long computations ask the observer of their solve whether to
// continue.
//
// Factorisations of other libraries cannot be asked to stop. They run in a thread of their own
// while the thread of the solve asks; where the answer is no, they are left to end by themselves.
#pragma once

#include <functional>

#include "tensio/solve/observer.hpp"

namespace tensio {

/// Thrown where the observer says stop; it ends in the solve that has the observer.
struct Interrupted {};

/// While it lives, what its thread computes asks this observer; none where it is null.
class Asking {
 public:
  explicit Asking(Observer* observer);
  ~Asking();
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

 private:
  Observer* before_;
};

/// True where an observer is to be asked.
bool is_asking();
/// Asks it. Throws Interrupted where it says stop.
void ask(Activity activity);
/// Runs `work` in a thread of its own and asks meanwhile. Throws what `work` throws, or
/// Interrupted: then `work` continues, so that it must own all it touches. The process waits for it
/// at its exit.
void run_and_ask(Activity activity, std::function<void()> work);

/// Unknowns from which a factorisation may take long enough to be asked about.
inline constexpr int kLongWork = 10000;

}  // namespace tensio
