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

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tensio_status {
  TENSIO_OK = 0,
  TENSIO_BAD_ARGUMENT,  /* a NULL, a negative count, an id that is not there, a wrong size */
  TENSIO_BAD_SCENE,     /* the net or the scene file has mistakes: tensio_error lists them all */
  TENSIO_BAD_FILE,      /* a file cannot be read or written */
  TENSIO_LIMIT,         /* more memory or items needed than there are or than are allowed */
  TENSIO_NOT_SOLVED,    /* results were asked for before tensio_solve, or after a change */
  TENSIO_NOT_CONVERGED, /* solved; the state that was reached can be read, but is not at rest */
  TENSIO_INTERNAL       /* a mistake in Tensio itself */
} tensio_status;

/* How a solve ended. */
typedef enum tensio_ending {
  TENSIO_CONVERGED = 0,
  TENSIO_ITERATION_LIMIT,
  TENSIO_STALLED,
  TENSIO_NO_EQUILIBRIUM, /* a loaded part has no support */
  TENSIO_INTERRUPTED
} tensio_ending;

typedef enum tensio_law {
  TENSIO_LINEAR = 0,
  TENSIO_CABLE,           /* never pushes */
  TENSIO_STRUT,           /* never pulls */
  TENSIO_FORCE_DENSITY,   /* tension = stiffness x length */
  TENSIO_CONSTANT_TENSION /* tension = stiffness x rest length, or the pretension */
} tensio_law;

typedef enum tensio_method {
  TENSIO_NEWTON = 0,  /* the default: leaves states that are not stable */
  TENSIO_FIRST_ORDER, /* one linear solve about the start: `linear` in scene files */
  TENSIO_PLAIN_NEWTON,
  TENSIO_PER_NODE_NEWTON,
  TENSIO_FIRE,
  TENSIO_LBFGS
} tensio_method;

/* Axes to hold, added up. */
enum { TENSIO_X = 1, TENSIO_Y = 2, TENSIO_Z = 4, TENSIO_ALL = 7 };

/* Springs of one law. Arrays hold `count` numbers; leave what you do not give NULL. */
typedef struct tensio_springs {
  int law; /* a tensio_law; 0 is linear */
  int count;
  const int* ends;               /* 2 x count node ids */
  const double* stiffness;       /* k [N/m], or: */
  const double* axial_stiffness; /* EA [N], k = EA / rest length */
  const double* rest_length;     /* [m]; NULL: the drawn distance; or: */
  const double* pretension;      /* tension at the drawn shape [N] */
} tensio_springs;

typedef struct tensio_report {
  tensio_ending ending;
  int iterations;
  double residual;       /* largest net force on a free axis / largest tension, load or weight */
  double residual_force; /* the same in newtons */
  double energy;
  int stable; /* 1 or 0; it and the four counts below are -1 where they were not computed */
  int negative_modes;
  int rigid_modes;     /* motions of whole parts */
  int mechanism_modes; /* other motions without resistance */
  int slack_modes;     /* motions of parts that hang on slack springs alone */
  double seconds;
} tensio_report;

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
/* Holds some axes of nodes where they are drawn, besides those fixed before. */
tensio_status tensio_fix(tensio_net* net, int count, const int* nodes, int axes);
tensio_status tensio_add_springs(tensio_net* net, const tensio_springs* springs);
/* Forces [N], count x dimension, added to those given before. */
tensio_status tensio_add_loads(tensio_net* net, int count, const int* nodes, const double* force);
/* `dimension` numbers [m/s2]; it acts on masses. */
tensio_status tensio_set_gravity(tensio_net* net, const double* gravity);

tensio_status tensio_set_method(tensio_net* net, int method);          /* a tensio_method */
tensio_status tensio_set_tolerance(tensio_net* net, double tolerance); /* on the residual */
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

#endif
