// Lines of nodes between two ends: the chain.
#include "scenes/hung_line.hpp"
#include "scenes/kinds.hpp"

namespace tensio::scenes {

template <>
void Table<Chain>::fill() {
  add_line_options(*this, "links", &Chain::links, "of all links together, at rest");
  add({"stiffness", "N/m", "of each link"}, &Chain::stiffness, kFromZero);
  add_node_mass();
  add_spring_options();
}

namespace {

Size size(const Chain& options) { return {options.links + 1.0, options.links + 0.0}; }

}  // namespace

System chain(const Chain& options) {
  check_options(options, &size);
  System part = hung_line(options.links, options.length, options.span, options.dimension);
  SpringSet& links = part.springs[0];
  links.name = "links";
  links.stiffness = {options.stiffness};
  apply(options.springs, links);
  part.nodes.mass = {options.mass};
  spread_mass(options.total_mass, part);
  return part;
}

Kind chain_kind() {
  return kind_of<Chain>(
      line_kind("chain", "A chain of mass points, hung between its ends", "links"), &size, &chain);
}

}  // namespace tensio::scenes
