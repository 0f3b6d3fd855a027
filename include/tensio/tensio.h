/* Tensio for C (C99) and for languages that call C: create a net, set arrays, solve, read, free.
 *
 *   tensio_net* net = tensio_create(2);
 *   tensio_set_nodes(net, 3, position);
 *   tensio_fix(net, 2, supports, TENSIO_ALL);
 *   tensio_add_springs(net, &(tensio_springs){.count = 2, .ends = ends, .stiffness = k});
 *   if (tensio_solve(net) != TENSIO_OK) puts(tensio_error(net));
 *   tensio_get_position(net, position, 6);
 *   tensio_free(net);
 *
 * Every call that can fail returns a tensio_status and leaves a sentence in tensio_error(net). A
 * call that fails changes nothing. Nothing aborts, exits or prints, and no C++ exception comes out.
 * Arrays are copied: yours may be freed or changed after any call. Node and spring ids count from
 * 0, springs through all sets in the order added. The rows of an array follow each other: x0 y0
 * (z0) x1 y1 (z1) ... Units are SI, or any others that agree with each other. One net is for one
 * thread at a time; different threads may use different nets at the same time. */
#ifndef TENSIO_TENSIO_H
#define TENSIO_TENSIO_H

#include <stddef.h>

#include "tensio/tensio_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tensio_net tensio_net;

/* ---- life: a net lives from tensio_create to tensio_free ---- */

/* NULL for a dimension other than 2 or 3, or without memory. All calls refuse a NULL net. */
tensio_net* tensio_create(int dimension);
/* Frees it with all its texts. NULL is allowed. Once only: afterwards the pointer is nothing. */
void tensio_free(tensio_net* net);
/* What the last call on this net did wrong; "" after one that went well. Valid until the next. */
const char* tensio_error(const tensio_net* net);
const char* tensio_version(void);

/* ---- the net; every change throws the results away ---- */

/* The drawn shape, count x dimension. Called first; again with the same count it moves the nodes.
 */
tensio_status tensio_set_nodes(tensio_net* net, int count, const double* position);
/* Where solving begins, count x dimension; not called: at the drawn shape. */
tensio_status tensio_set_start(tensio_net* net, int count, const double* start);
tensio_status tensio_set_masses(tensio_net* net, int count, const double* mass);
/* At the start of motion [m/s], count x dimension; not called: 0. */
tensio_status tensio_set_velocities(tensio_net* net, int count, const double* velocity);
/* A force of -drag x mass x velocity on every node [1/s]. */
tensio_status tensio_set_drag(tensio_net* net, double drag);
/* Holds some axes of nodes where they are drawn, besides those fixed before. */
tensio_status tensio_fix(tensio_net* net, int count, const int* nodes, int axes);
tensio_status tensio_add_springs(tensio_net* net, const tensio_springs* springs);
/* Forces [N], count x dimension, added to those given before. */
tensio_status tensio_add_loads(tensio_net* net, int count, const int* nodes, const double* force);
/* `dimension` numbers [m/s2]; it acts on masses. */
tensio_status tensio_set_gravity(tensio_net* net, const double* gravity);

tensio_status tensio_set_method(tensio_net* net, int method);          /* a tensio_method */
tensio_status tensio_set_tolerance(tensio_net* net, double tolerance); /* on the residual */
/* The part of its step that a node takes in TENSIO_PER_NODE_NEWTON, above 0 and at most 1. */
tensio_status tensio_set_relaxation(tensio_net* net, double relaxation);
tensio_status tensio_set_max_iterations(tensio_net* net, int max_iterations);
tensio_status tensio_set_threads(tensio_net* net, int threads); /* 0: as many as there are */

/* Replaces the whole net, its dimension too, by a scene file, or by a scene as text. */
tensio_status tensio_load(tensio_net* net, const char* path);
tensio_status tensio_load_text(tensio_net* net, const char* text);
/* Writes the net as a scene file; one of that name is replaced. */
tensio_status tensio_save(tensio_net* net, const char* path);

/* ---- solve and read: buffers are yours, and `size` is exactly how many numbers they hold ---- */

tensio_status tensio_solve(tensio_net* net); /* TENSIO_OK where a rest state was found */
int tensio_dimension(const tensio_net* net); /* these three: 0 for NULL */
int tensio_node_count(const tensio_net* net);
int tensio_spring_count(const tensio_net* net);
tensio_status tensio_get_report(tensio_net* net, tensio_report* report);
const char* tensio_reason(const tensio_net* net); /* of the ending; "" before solving */
tensio_status tensio_get_position(tensio_net* net, double* buffer, size_t size); /* nodes x dim. */
tensio_status tensio_get_displacement(tensio_net* net, double* buffer, size_t size);
tensio_status tensio_get_reaction(tensio_net* net, double* buffer, size_t size);
tensio_status tensio_get_tension(tensio_net* net, double* buffer, size_t size); /* springs */
tensio_status tensio_get_length(tensio_net* net, double* buffer, size_t size);
tensio_status tensio_get_slack(tensio_net* net, int* buffer, size_t size); /* springs: 1 or 0 */

#ifdef __cplusplus
}
#endif

#include "tensio/tensio_motion.h"

#endif
