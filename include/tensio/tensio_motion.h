/* Motion for C: step and run a net, fix, free and pull its nodes, read, save and restore its state.
 * Included by tensio.h, whose rules are valid here too. */
#ifndef TENSIO_TENSIO_MOTION_H
#define TENSIO_TENSIO_MOTION_H

#include "tensio/tensio.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- motion: a simulation lives from tensio_simulate to tensio_simulation_free ---- */

typedef enum tensio_integrator {
  TENSIO_AUTOMATIC = 0, /* velocity Verlet or implicit Euler, by the stable step */
  TENSIO_EXPLICIT_EULER,
  TENSIO_SYMPLECTIC_EULER,
  TENSIO_VELOCITY_VERLET,
  TENSIO_RK4,
  TENSIO_RK45,
  TENSIO_LINEARLY_IMPLICIT_EULER,
  TENSIO_IMPLICIT_EULER,
  TENSIO_IMPLICIT_MIDPOINT,
  TENSIO_BDF2
} tensio_integrator;

/* 0 in a member stands for its default. */
typedef struct tensio_simulation_options {
  int integrator;           /* a tensio_integrator */
  double time_step;         /* [s]; 0: chosen from the stable step */
  double start_time;        /* [s], for waveforms and events of a loaded scene */
  int start_at_equilibrium; /* 1: the equilibrium is solved first; 0: where the nodes are */
  double tolerance;         /* of implicit steps; of TENSIO_RK45 the relative error */
  int max_iterations;       /* of an implicit step */
  double blowup_strain;     /* a larger strain ends the run */
  int threads;              /* 0: as many as there are; results do not depend on it */
} tensio_simulation_options;

/* [J]. total = kinetic + elastic + gravity + load + contact + dissipated - work stays what it was,
 * to the order of the integrator. */
typedef struct tensio_energies {
  double kinetic, elastic, gravity, load, contact, dissipated, work, total;
} tensio_energies;

typedef enum tensio_event_kind {
  TENSIO_EVENT_YIELD = 0,
  TENSIO_EVENT_BREAK,
  TENSIO_EVENT_CONTACT,
  TENSIO_EVENT_FREE,
  TENSIO_EVENT_FIX,
  TENSIO_EVENT_SET,
  TENSIO_EVENT_RETRY, /* an implicit step was solved by another method */
  TENSIO_EVENT_SPLIT  /* or in parts */
} tensio_event_kind;

typedef struct tensio_event {
  double time;
  tensio_event_kind kind;
  int node;     /* of contact, free and fix, else -1 */
  int spring;   /* of yield and break, else -1 */
  double value; /* strain of yield and break, normal speed of contact, number of parts */
} tensio_event;

typedef struct tensio_simulation tensio_simulation;

/* A simulation of the net as it is now, which may be changed, solved and freed afterwards. Without
 * options (NULL) those of a loaded scene are used, or the defaults. NULL where the net is refused,
 * such as for a free node without mass: tensio_error(net) says why. */
tensio_simulation* tensio_simulate(tensio_net* net, const tensio_simulation_options* options);
void tensio_simulation_free(tensio_simulation* simulation);               /* as tensio_free */
const char* tensio_simulation_error(const tensio_simulation* simulation); /* as tensio_error */

/* `count` steps, or steps until the time is reached: the last one may end up to a step later. A run
 * that ends early keeps the state before the bad step. */
tensio_status tensio_step(tensio_simulation* simulation, int count);
tensio_status tensio_run_until(tensio_simulation* simulation, double time);

double tensio_time(const tensio_simulation* simulation); /* these four: 0 for NULL */
long long tensio_steps(const tensio_simulation* simulation);
double tensio_time_step(const tensio_simulation* simulation);
double tensio_stable_time_step(const tensio_simulation* simulation); /* 0 where none exists */

/* Between any two steps. Nodes are fixed on all axes where they are. */
tensio_status tensio_fix_nodes(tensio_simulation* simulation, int count, const int* nodes);
tensio_status tensio_free_nodes(tensio_simulation* simulation, int count, const int* nodes);
/* A spring of zero length from the node to a point (`dimension` numbers), such as a pointer. */
tensio_status tensio_set_target(tensio_simulation* simulation, int node, const double* point,
                                double stiffness);
tensio_status tensio_clear_target(tensio_simulation* simulation, int node);
/* Values for `count` springs, or forces (count x dimension) in place of the loads on nodes. */
tensio_status tensio_change_stiffness(tensio_simulation* simulation, int count, const int* springs,
                                      const double* stiffness);
tensio_status tensio_change_rest_length(tensio_simulation* simulation, int count,
                                        const int* springs, const double* rest_length);
tensio_status tensio_change_loads(tensio_simulation* simulation, int count, const int* nodes,
                                  const double* force);
/* Positions and velocities of all nodes, each nodes x dimension; NULL leaves them. */
tensio_status tensio_set_state(tensio_simulation* simulation, const double* position,
                               const double* velocity, size_t size);

/* The state: nodes x dimension, or a number per spring. */
tensio_status tensio_state_position(tensio_simulation* simulation, double* buffer, size_t size);
tensio_status tensio_state_velocity(tensio_simulation* simulation, double* buffer, size_t size);
tensio_status tensio_state_force(tensio_simulation* simulation, double* buffer, size_t size);
tensio_status tensio_state_tension(tensio_simulation* simulation, double* buffer, size_t size);
tensio_status tensio_state_rest_length(tensio_simulation* simulation, double* buffer, size_t size);
tensio_status tensio_state_energies(tensio_simulation* simulation, tensio_energies* energies);
int tensio_event_count(const tensio_simulation* simulation); /* all so far; 0 for NULL */
tensio_status tensio_get_event(tensio_simulation* simulation, int index, tensio_event* event);

/* All that the next steps depend on, as bytes. tensio_save_state gives their number in *size; where
 * the buffer is not NULL it must hold `capacity` bytes, at least as many. Restoring them, also in a
 * later process, in a simulation of the same net, continues with the same bits. */
tensio_status tensio_save_state(tensio_simulation* simulation, void* buffer, size_t capacity,
                                size_t* size);
tensio_status tensio_restore_state(tensio_simulation* simulation, const void* bytes, size_t size);

#ifdef __cplusplus
}
#endif

#endif
