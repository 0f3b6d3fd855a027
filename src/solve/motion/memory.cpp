#include "solve/motion/memory.hpp"

namespace tensio {

SpringMemory::SpringMemory(const System&, NetworkData& net) : net_(net) {}

void SpringMemory::prepare(double, const Dashpot& dashpot) {
  if (net_.damping.empty() || dashpot.b == 0) {
    net_.parts.clear();
    return;
  }
  net_.parts.resize(net_.damping.size());
  for (std::size_t s = 0; s < net_.parts.size(); ++s) {
    const double stiffness = net_.damping[s] / dashpot.b;
    net_.parts[s].stiffness = stiffness;
    net_.parts[s].force = stiffness * dashpot.l_star[s];
  }
}

}  // namespace tensio
