// A net as tables: one of nodes, one of springs, with headings that the reader knows.
#include <fmt/format.h>

#include "io/csv_output.hpp"
#include "io/mesh_writers.hpp"

namespace tensio::io {
namespace {

void append_numbers(std::string& text, const Vector& v, int dimension) {
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(dimension); ++axis) {
    text += ',';
    append_csv_number(text, v[axis]);
  }
}

}  // namespace

std::string nodes_csv(const NetView& net) {
  const System& system = net.system;
  const bool space = system.dimension == 3, moving = !net.state.velocity.empty();
  const std::vector<double> mass = node_masses(system);
  const std::vector<unsigned char> held = held_axes(system);
  std::string text = space ? "node,x,y,z" : "node,x,y";
  if (moving) text += space ? ",vx,vy,vz" : ",vx,vy";
  text += ",mass,fixed";
  text += system.nodes.name.empty() ? "\n" : ",name\n";
  for (std::size_t node = 0; node < net.node_count; ++node) {
    text += std::to_string(node);
    append_numbers(text, net.point(node), system.dimension);
    if (moving) append_numbers(text, net.velocity(node), system.dimension);
    text += ',';
    append_csv_number(text, mass[node]);
    text += ',' + axes_text(held[node]);
    if (!system.nodes.name.empty()) text += ',' + csv_field(system.nodes.name[node]);
    text += '\n';
  }
  return text;
}

std::string springs_csv(const NetView& net) {
  const SpringNumbers numbers = spring_numbers(net.system);
  const bool loaded = !net.state.tension.empty();
  std::string text = "spring,set,a,b,stiffness,rest_length";
  text += loaded ? ",tension\n" : "\n";
  for (const std::size_t s : net.whole) {
    const SpringFact& spring = net.springs[s];
    text += fmt::format("{},{},{},{},", s, csv_field(set_name(net.system, spring.set)),
                        spring.ends[0], spring.ends[1]);
    append_csv_number(text, numbers.stiffness[s]);
    text += ',';
    append_csv_number(text, numbers.rest_length[s]);
    if (loaded) {
      text += ',';
      append_csv_number(text, net.state.tension[s]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace tensio::io
