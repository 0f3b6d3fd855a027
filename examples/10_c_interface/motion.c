/* A mass on a spring in C: it swings, is fixed and freed, and continues from a saved state. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tensio/tensio.h>

static const int kHanging[] = {1};

static int fail(tensio_simulation* run, const char* what) {
  fprintf(stderr, "%s: %s\n", what, tensio_simulation_error(run));
  tensio_simulation_free(run);
  return 1;
}

/* The height of the mass, or NaN where it cannot be read. */
static double height(tensio_simulation* run) {
  double position[4];
  return tensio_state_position(run, position, 4) ? NAN : position[3];
}

/* The net: a support, and below it a mass of 2 kg on a spring of 50 N/m without weight. */
static tensio_net* hanging_mass(void) {
  const double drawn[] = {0, 0, 0, -1};
  const double mass[] = {0, 2};
  const double velocity[] = {0, 0, 0, 1};
  const int support[] = {0}, ends[] = {0, 1};
  const double stiffness[] = {50};
  const tensio_springs springs = {.count = 1, .ends = ends, .stiffness = stiffness};
  tensio_net* net = tensio_create(2);
  if (tensio_set_nodes(net, 2, drawn) || tensio_set_masses(net, 2, mass) ||
      tensio_set_velocities(net, 2, velocity) || tensio_fix(net, 1, support, TENSIO_ALL) ||
      tensio_add_springs(net, &springs))
    fprintf(stderr, "%s\n", tensio_error(net));
  return net;
}

int main(void) {
  const tensio_simulation_options options = {.integrator = TENSIO_VELOCITY_VERLET,
                                             .time_step = 1e-4};
  tensio_net* net = hanging_mass();
  tensio_simulation* run = tensio_simulate(net, &options);
  if (run == NULL) {
    fprintf(stderr, "%s\n", tensio_error(net));
    tensio_free(net);
    return 1;
  }
  tensio_free(net);

  /* v / omega, with omega = sqrt(k / m) = 5 / s, after a quarter of a period. */
  tensio_energies energies;
  if (tensio_run_until(run, 0.31415)) return fail(run, "the run ended early");
  if (tensio_state_energies(run, &energies)) return fail(run, "the energies could not be read");
  printf("after %lld steps the mass is %.4f m above its start, with %.4f J of 1 J in the spring\n",
         tensio_steps(run), height(run) + 1, energies.elastic);

  size_t size = 0;
  if (tensio_save_state(run, NULL, 0, &size)) return fail(run, "the state could not be saved");
  void* state = malloc(size);
  if (state == NULL || tensio_save_state(run, state, size, &size))
    return fail(run, "the state could not be saved");

  if (tensio_fix_nodes(run, 1, kHanging) || tensio_run_until(run, 0.5))
    return fail(run, "the mass could not be fixed");
  printf("fixed until %.1f s it stays at %.4f m\n", tensio_time(run), height(run) + 1);
  if (tensio_free_nodes(run, 1, kHanging) || tensio_run_until(run, 1))
    return fail(run, "the mass could not be freed");
  printf("freed there, without velocity, it is at %.4f m after half a second\n", height(run) + 1);

  if (tensio_restore_state(run, state, size) || tensio_run_until(run, 0.5))
    return fail(run, "the state could not be restored");
  printf("without being fixed it would have been at %.4f m at %.1f s\n", height(run) + 1,
         tensio_time(run));
  free(state);
  tensio_simulation_free(run);
  return 0;
}
