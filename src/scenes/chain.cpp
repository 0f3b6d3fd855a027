// Lines of nodes between two ends: the chain.
#include "scenes/hung_line.hpp"
#include "scenes/kinds.hpp"

namespace tensio::scenes {
namespace {

const Table<Chain>& chain_table() {
  static const Table<Chain> kTable = [] {
    Table<Chain> t;
    t.add({"links", "", "number of springs in line"}, &Chain::links, kFromOne)
        .add({"length", "m", "of all links together, at rest"}, &Chain::length, kPositive)
        .add({"span", "m", "of the ends, drawn; less than the length: it sags"}, &Chain::span,
             kFromZero)
        .add({"stiffness", "N/m", "of each link"}, &Chain::stiffness, kFromZero)
        .add({"mass", "kg", "of each node"}, &Chain::mass, kFromZero);
    add_total_mass(t);
    add_spring_options(t);
    return t;
  }();
  return kTable;
}

Size size(const Chain& options) { return {options.links + 1.0, options.links + 0.0}; }

}  // namespace

System chain(const Chain& options) {
  chain_table().check(options);
  check_size(size(options), kMostNodes);
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
  Generator about;
  about.name = "chain";
  about.summary = "A chain of mass points, hung between its ends";
  about.groups = line_groups();
  about.springs = {{"links", "from first to last"}};
  about.starters = standing_scenes(R"("nodes": {"fixed": ["NAME.ends"]})");
  return kind_of(about, chain_table(), &size, &chain);
}

}  // namespace tensio::scenes
