// A net as a soft body of Bullet in a world with obstacles and wind.
//
// bullet_motion NET STEPS TIME_STEP GRAVITY ITERATIONS OUT
//
// Bullet's links have a linear stiffness between 0 and 1 per round of constraints instead of one in
// N/m; all are given 1, as stiff as it goes. It has no dashpots along springs.
#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>
#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <memory>

#include "net_file.hpp"

namespace {

btVector3 vector_of(const double* x) {
  return {static_cast<btScalar>(x[0]), static_cast<btScalar>(x[1]), static_cast<btScalar>(x[2])};
}

struct Scene {
  btSoftBodyRigidBodyCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btSoftRigidDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;
  btSoftBody* net = nullptr;  // of the world

  void add(const Net::Obstacle& obstacle) {
    const auto margin = static_cast<btScalar>(obstacle.thickness);
    btTransform at;
    at.setIdentity();
    if (obstacle.is_sphere != 0) {
      shapes.push_back(
          std::make_unique<btSphereShape>(static_cast<btScalar>(obstacle.radius) + margin));
      at.setOrigin(vector_of(obstacle.point));
    } else {
      const btVector3 normal = vector_of(obstacle.normal);
      shapes.push_back(std::make_unique<btStaticPlaneShape>(
          normal, normal.dot(vector_of(obstacle.point)) + margin));
    }
    bodies.push_back(std::make_unique<btRigidBody>(0, nullptr, shapes.back().get()));
    bodies.back()->setWorldTransform(at);
    bodies.back()->setFriction(static_cast<btScalar>(obstacle.friction));
    world.addRigidBody(bodies.back().get());
  }
};

void add_net(const Net& net, int iterations, Scene& scene) {
  btAlignedObjectArray<btVector3> places;
  btAlignedObjectArray<btScalar> masses;
  for (std::size_t n = 0; n < net.nodes(); ++n) {
    places.push_back(vector_of(net.position.data() + 3 * n));
    masses.push_back(net.fixed[n] != 0 ? 0 : static_cast<btScalar>(net.mass[n]));
  }
  btSoftBodyWorldInfo& world = scene.world.getWorldInfo();
  world.water_density = 0;
  // Its force is half the density times a coefficient, as ours.
  world.air_density = static_cast<btScalar>(2 * net.air);
  scene.net = new btSoftBody(&world, static_cast<int>(net.nodes()), &places[0], &masses[0]);
  scene.net->m_materials[0]->m_kLST = 1;
  scene.net->m_cfg.piterations = iterations;
  scene.net->m_cfg.kDP = 0;
  scene.net->m_cfg.kDF = 1;  // times the obstacle's
  scene.net->getCollisionShape()->setMargin(static_cast<btScalar>(1e-4));
  for (std::size_t s = 0; s < net.springs(); ++s)
    scene.net->appendLink(net.ends[2 * s], net.ends[2 * s + 1]);
  if (net.air != 0) {
    scene.net->m_cfg.aeromodel = btSoftBody::eAeroModel::F_TwoSided;
    scene.net->m_cfg.kDG = 1;
    scene.net->m_cfg.kLF = 0;
    for (std::size_t f = 0; f < net.faces(); ++f) {
      const std::int32_t* corner = net.corners.data() + 4 * f;
      scene.net->appendFace(corner[0], corner[1], corner[2]);
      scene.net->appendFace(corner[0], corner[2], corner[3]);
    }
  }
  scene.world.addSoftBody(scene.net);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 7) fail("usage: bullet_motion NET STEPS TIME_STEP GRAVITY ITERATIONS OUT");
  Net net = read_net(argv[1]);
  const std::size_t steps = std::stoul(argv[2]);
  const auto h = static_cast<btScalar>(std::atof(argv[3]));
  const btVector3 gravity(0, 0, -static_cast<btScalar>(std::atof(argv[4])));
  Scene scene;
  scene.world.setGravity(gravity);
  scene.world.getWorldInfo().m_gravity = gravity;
  for (const Net::Obstacle& obstacle : net.obstacles) scene.add(obstacle);
  add_net(net, std::atoi(argv[5]), scene);
  // Drag slows velocities by this part in a step.
  const auto slower = static_cast<btScalar>(1 / (1 + h * net.drag));
  for (std::size_t step = 0; step < steps; ++step) {
    if (!net.wind.empty())
      scene.net->setWindVelocity(
          vector_of(net.wind.data() + 3 * std::min(step, net.wind.size() / 3 - 1)));
    for (int n = 0; n < scene.net->m_nodes.size(); ++n) scene.net->m_nodes[n].m_v *= slower;
    scene.world.stepSimulation(h, 0);
  }
  for (std::size_t n = 0; n < net.nodes(); ++n)
    for (std::size_t axis = 0; axis < 3; ++axis)
      net.position[3 * n + axis] =
          static_cast<double>(scene.net->m_nodes[static_cast<int>(n)].m_x[static_cast<int>(axis)]);
  write_numbers(argv[6], net.position.data(), net.position.size());
  scene.world.removeSoftBody(scene.net);
  delete scene.net;
  for (const auto& body : scene.bodies) scene.world.removeRigidBody(body.get());
}
