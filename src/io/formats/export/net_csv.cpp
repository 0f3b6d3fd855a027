// A net as tables: one of nodes, one of springs, or the two behind each other as they are read.
#include <fmt/format.h>

#include <algorithm>

#include "core/index.hpp"
#include "io/formats/export/mesh_writers.hpp"
#include "io/formats/tables/csv_output.hpp"

namespace tensio::io {
namespace {

void append_numbers(std::string& text, const Vector& v, int dimension) {
  for (std::size_t axis = 0; axis < usize(dimension); ++axis) {
    if (!text.empty() && text.back() != '\n') text += ',';
    append_csv_number(text, v[axis]);
  }
}

std::string nodes_table(const NetView& net, bool with_ids) {
  const System& system = net.system;
  const bool space = system.dimension == 3, moving = !net.state.velocity.empty();
  const std::vector<double> mass = node_masses(system);
  const bool heavy = std::any_of(mass.begin(), mass.end(), [](double m) { return m != 0; });
  const std::vector<unsigned char> constrained = fixed_axes(system);
  std::string text = with_ids ? "node," : "";
  text += space ? "x,y,z" : "x,y";
  if (moving) text += space ? ",vx,vy,vz" : ",vx,vy";
  if (heavy) text += ",mass";
  text += ",fixed";
  text += system.nodes.name.empty() ? "\n" : ",name\n";
  for (std::size_t node = 0; node < net.node_count; ++node) {
    if (with_ids) text += std::to_string(node);
    append_numbers(text, net.point(node), system.dimension);
    if (moving) append_numbers(text, net.velocity(node), system.dimension);
    if (heavy) {
      text += ',';
      append_csv_number(text, mass[node]);
    }
    text += ',' + axes_text(constrained[node]);
    if (!system.nodes.name.empty()) text += ',' + csv_field(system.nodes.name[node]);
    text += '\n';
  }
  return text;
}

std::string springs_table(const NetView& net, bool with_ids) {
  const SpringNumbers numbers = spring_numbers(net);
  const bool loaded = with_ids && !net.state.tension.empty();
  // a reader would take an empty field for a mistake
  const bool elastic = with_ids || numbers.known();
  const bool named = with_ids || net.system.springs.size() > 1 ||
                     (!net.system.springs.empty() && !net.system.springs[0].name.empty());
  std::string text = with_ids ? "spring,a,b" : "a,b";
  if (named) text += ",set";
  if (elastic) text += ",stiffness,rest_length";
  text += loaded ? ",tension\n" : "\n";
  for (const std::size_t s : net.whole) {
    const SpringFact& spring = net.springs[s];
    if (with_ids) text += fmt::format("{},", s);
    text += fmt::format("{},{}", spring.ends[0], spring.ends[1]);
    if (named) text += ',' + csv_field(set_name(net.system, spring.set));
    for (const std::vector<double>* column : {&numbers.stiffness, &numbers.rest_length}) {
      if (!elastic) break;
      text += ',';
      append_csv_number(text, (*column)[s]);
    }
    if (loaded) {
      text += ',';
      append_csv_number(text, net.state.tension[s]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string net_csv(const NetView& net, ExportTable table, Notes& notes) {
  if (table == ExportTable::nodes) return nodes_table(net, true);
  note_broken(net, notes);
  note_laws(net, notes);
  if (table == ExportTable::springs) return springs_table(net, true);
  if (!net.faces.empty()) notes.emplace_back("tables have no faces");
  return nodes_table(net, false) + springs_table(net, false);
}

}  // namespace tensio::io
