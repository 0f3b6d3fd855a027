/* What calls of tensio.h take and give: statuses, laws, methods, springs, reports. */
#ifndef TENSIO_TENSIO_TYPES_H
#define TENSIO_TENSIO_TYPES_H

typedef enum tensio_status {
  TENSIO_OK = 0,
  TENSIO_BAD_ARGUMENT,  /* a NULL, a negative count, an id that is not there, a wrong size */
  TENSIO_BAD_SCENE,     /* the net or the scene file has mistakes: tensio_error lists them all */
  TENSIO_BAD_FILE,      /* a file cannot be read or written */
  TENSIO_LIMIT,         /* more memory or items needed than there are or than are allowed */
  TENSIO_NOT_SOLVED,    /* results were asked for before tensio_solve, or after a change */
  TENSIO_NOT_CONVERGED, /* solved; the state that was reached can be read, but is not at rest */
  TENSIO_INTERNAL,      /* a mistake in Tensio itself */
  TENSIO_NOT_FINISHED   /* a run ended early: it blew up, or a step did not converge */
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
  TENSIO_CABLE,            /* never pushes */
  TENSIO_STRUT,            /* never pulls */
  TENSIO_FORCE_DENSITY,    /* tension = stiffness x length */
  TENSIO_CONSTANT_TENSION, /* tension = stiffness x rest length, or the pretension */
  TENSIO_POLYNOMIAL, /* k (c1 e + c2 e^2 + ...), e the elongation; with EA: EA (...), e the strain
                      */
  TENSIO_TABLE       /* k f(e), f a smooth curve through points; with EA: EA f(strain) */
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
  const double* mass_per_length; /* [kg/m], half to each end */
  const double* damping;         /* c [N s/m], or: */
  const double* damping_time;    /* [s]; c = stiffness x it */
  const double* yield_strain;    /* beyond it the rest length changes for good; or: */
  const double* yield_force;     /* [N] */
  const double* hardening;       /* stiffness beyond it over that before, 0 to below 1; NULL: 0 */
  const double* break_strain;    /* beyond it, in tension, the spring is gone; or: */
  const double* break_force;     /* [N] */
  int coefficient_count;         /* of TENSIO_POLYNOMIAL */
  const double* coefficients;    /* c1, c2, ... of all springs of the set */
  int point_count;               /* of TENSIO_TABLE, 2 or more */
  const double* points;          /* e0 f0 e1 f1 ..., e ascending */
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

#endif
