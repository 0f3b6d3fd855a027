/* Five springs, two free nodes, in C: the same net as examples/01_springsys. */
#include <stdio.h>
#include <tensio/tensio.h>

static int fail(tensio_net* net, const char* what) {
  fprintf(stderr, "%s: %s\n", what, tensio_error(net));
  tensio_free(net);
  return 1;
}

int main(void) {
  const double drawn[] = {0, 0, 0, 1, 1, 1, 1, 0, -0.5, -1, 2, 2};
  const int corners[] = {0, 1, 2, 3};
  const int ends[] = {0, 4, 1, 4, 4, 5, 2, 5, 3, 5};
  const double stiffness[] = {1, 1, 1, 1, 1};
  const double rest_length[] = {0.2, 0.2, 0.2, 0.2, 0.2};
  const tensio_springs springs = {.law = TENSIO_LINEAR,
                                  .count = 5,
                                  .ends = ends,
                                  .stiffness = stiffness,
                                  .rest_length = rest_length};

  tensio_net* net = tensio_create(2);
  if (tensio_set_nodes(net, 6, drawn) || tensio_fix(net, 4, corners, TENSIO_ALL) ||
      tensio_add_springs(net, &springs))
    return fail(net, "the net was refused");
  if (tensio_solve(net)) return fail(net, "no rest state was found");

  double position[12], tension[5];
  tensio_report report;
  if (tensio_get_position(net, position, 12) || tensio_get_tension(net, tension, 5) ||
      tensio_get_report(net, &report))
    return fail(net, "the results could not be read");

  printf("tensio %s: converged in %d iterations, %s\n", tensio_version(), report.iterations,
         report.stable == 1 ? "stable" : "not stable");
  for (int node = 4; node < 6; ++node)
    printf("node %d rests at %.12f, %.12f\n", node, position[2 * node], position[2 * node + 1]);
  for (int spring = 0; spring < 5; ++spring)
    printf("spring %d (nodes %d-%d) pulls with %.6f N\n", spring, ends[2 * spring],
           ends[2 * spring + 1], tension[spring]);
  tensio_free(net);
  return 0;
}
