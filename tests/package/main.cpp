// A program of a user: two free nodes between four fixed ones, solved through the public headers.
#include <tensio/tensio.hpp>

#include <cmath>
#include <cstdio>

int main() {
  // The example of the SpringSys library: five springs of stiffness 1 and rest length 0.2.
  tensio::System net;
  net.dimension = 2;
  net.nodes.position = {0, 0, 0, 1, 1, 1, 1, 0, -0.5, -1, 2, 2};
  net.nodes.fixed = {{.nodes = {0, 1, 2, 3}}};
  net.springs = {
      {.ends = {{0, 4}, {1, 4}, {4, 5}, {2, 5}, {3, 5}}, .stiffness = {1}, .rest_length = {0.2}}};

  const tensio::Equilibrium rest = tensio::solve_equilibrium(net);
  if (!rest.converged()) {
    std::printf("%s: %s\n", to_string(rest.report.status), rest.report.reason.c_str());
    return 1;
  }

  // By symmetry y = 1/2 and the x of the two free nodes add up to 1; x is the root of the
  // remaining force balance, to 14 digits.
  const double expected[4] = {0.24383215728530, 0.5, 0.75616784271470, 0.5};
  bool good = true;
  for (int i = 0; i < 4; ++i) {
    const double found = rest.state.position[8 + static_cast<std::size_t>(i)];
    std::printf("%.14f\n", found);
    good = good && std::abs(found - expected[i]) <= 1e-12;
  }
  return good ? 0 : 1;
}
