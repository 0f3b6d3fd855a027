// The cloth as a soft body of Bullet: its nodes and links, stepped by Bullet's own constraints.
//
// bullet_cloth NET STEPS TIME_STEP GRAVITY ITERATIONS OUT
//
// Bullet's links have a linear stiffness between 0 and 1 per round of constraints instead of one in
// N/m; all are given 1, as stiff as it goes.
#include <BulletSoftBody/btSoftBody.h>

#include "net_file.hpp"

int main(int argc, char** argv) {
  if (argc != 7) fail("usage: bullet_cloth NET STEPS TIME_STEP GRAVITY ITERATIONS OUT");
  Net net = read_net(argv[1]);
  const long steps = std::atol(argv[2]);
  const auto h = static_cast<btScalar>(std::atof(argv[3]));
  btSoftBodyWorldInfo world;
  world.m_gravity.setValue(0, 0, -static_cast<btScalar>(std::atof(argv[4])));
  world.m_sparsesdf.Initialize();
  const int nodes = static_cast<int>(net.nodes());
  btAlignedObjectArray<btVector3> places;
  btAlignedObjectArray<btScalar> masses;
  for (std::size_t n = 0; n < net.nodes(); ++n) {
    const double* x = net.position.data() + 3 * n;
    places.push_back(btVector3(static_cast<btScalar>(x[0]), static_cast<btScalar>(x[1]),
                               static_cast<btScalar>(x[2])));
    masses.push_back(net.fixed[n] != 0 ? 0 : static_cast<btScalar>(net.mass[n]));
  }
  btSoftBody body(&world, nodes, &places[0], &masses[0]);
  body.m_materials[0]->m_kLST = 1;
  body.m_cfg.piterations = std::atoi(argv[5]);
  body.m_cfg.collisions = 0;
  for (std::size_t s = 0; s < net.springs(); ++s)
    body.appendLink(net.ends[2 * s], net.ends[2 * s + 1]);
  for (long step = 0; step < steps; ++step) {
    body.predictMotion(h);
    body.solveConstraints();
    body.integrateMotion();
  }
  for (int n = 0; n < nodes; ++n)
    for (int axis = 0; axis < 3; ++axis)
      net.position[static_cast<std::size_t>(3 * n + axis)] =
          static_cast<double>(body.m_nodes[n].m_x[axis]);
  write_numbers(argv[6], net.position.data(), net.position.size());
}
