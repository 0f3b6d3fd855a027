// MEDIT and TetGen: points, springs as edges and faces, with numbers for what they belong to.
#include <fmt/format.h>

#include <iterator>

#include "core/index.hpp"
#include "io/formats/export/mesh_writers.hpp"

namespace tensio::io {
namespace {

using Text = std::back_insert_iterator<std::string>;

// Sets of springs are counted from 1; a set alone without a name is 0, which means none.
int mark_of_set(const System& system, std::size_t set) {
  const bool none = system.springs.size() == 1 && system.springs[0].name.empty();
  return none ? 0 : static_cast<int>(set) + 1;
}

// The first group of each item, counted from 1.
std::vector<int> marks_of(const std::vector<Group>& groups, std::size_t count) {
  std::vector<int> marks(count, 0);
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const int member : groups[g].members)
      if (marks[usize(member)] == 0) marks[usize(member)] = static_cast<int>(g) + 1;
  return marks;
}

void note_marks(const NetView& net, const char* format, Notes& notes) {
  std::string names;
  const System& system = net.system;
  for (std::size_t s = 0; s < system.springs.size(); ++s)
    if (const int mark = mark_of_set(system, s); mark > 0 && s < 12)
      names += fmt::format("{}{} is {}", names.empty() ? "" : ", ", mark, set_name(system, s));
  if (!names.empty())
    notes.push_back(fmt::format("{} has numbers instead of names; of springs {}{}", format, names,
                                system.springs.size() > 12 ? " ..." : ""));
}

void append_point(std::string& text, const NetView& net, std::size_t node) {
  const Vector p = net.point(node);
  fmt::format_to(Text(text), "{} {}", p[0], p[1]);
  if (net.system.dimension == 3) fmt::format_to(Text(text), " {}", p[2]);
}

struct Corners {
  std::array<int, 4> node;
  int mark;
};

// A section of elements with `count` corners each, counted from 1.
void append_section(std::string& text, const char* keyword, std::size_t count,
                    const std::vector<Corners>& elements) {
  if (elements.empty()) return;
  fmt::format_to(Text(text), "\n{}\n{}\n", keyword, elements.size());
  for (const Corners& element : elements) {
    for (std::size_t k = 0; k < count; ++k)
      fmt::format_to(Text(text), "{} ", element.node[k] + 1);
    fmt::format_to(Text(text), "{}\n", element.mark);
  }
}

// Elements with their numbers and marks, counted from 0.
std::string element_file(std::size_t corners, const std::string& heading,
                         const std::vector<Corners>& elements) {
  std::string text = heading;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    text += std::to_string(i);
    for (std::size_t k = 0; k < corners; ++k)
      fmt::format_to(Text(text), " {}", elements[i].node[k]);
    fmt::format_to(Text(text), " {}\n", elements[i].mark);
  }
  return text;
}

std::vector<Corners> edges_of(const NetView& net) {
  std::vector<Corners> edges;
  for (const std::size_t s : net.whole) {
    const SpringFact& spring = net.springs[s];
    edges.push_back({{spring.ends[0], spring.ends[1]}, mark_of_set(net.system, spring.set)});
  }
  return edges;
}

// Faces of three corners, and of four where the format has these; others as fans of triangles.
void split_faces(const NetView& net, bool has_quads, std::vector<Corners>& three,
                 std::vector<Corners>& four, const char* format, Notes& notes) {
  const std::vector<int> marks =
      marks_of(net.system.face_groups, usize(net.system.faces.count()));
  std::size_t cut = 0;
  for (const std::size_t f : net.faces) {
    const std::span<const int> corners = net.corners(f);
    if (corners.size() < 3) continue;
    if (corners.size() == 4 && has_quads) {
      four.push_back({{corners[0], corners[1], corners[2], corners[3]}, marks[f]});
      continue;
    }
    cut += corners.size() > 3 ? 1 : 0;
    for (const std::array<int, 3>& triangle : triangles(corners))
      three.push_back({{triangle[0], triangle[1], triangle[2]}, marks[f]});
  }
  if (cut > 0)
    notes.push_back(fmt::format("{} has faces of 3{} corners only: {} cut into triangles", format,
                                has_quads ? " and 4" : "",
                                count_text(cut, "face is", "faces are")));
}

}  // namespace

std::string medit_text(const NetView& net, Notes& notes) {
  note_broken(net, notes);
  note_marks(net, "medit", notes);
  std::string text = fmt::format("MeshVersionFormatted 2\nDimension {}\n\nVertices\n{}\n",
                                 net.system.dimension, net.node_count);
  const std::vector<int> marks = marks_of(net.system.groups, net.node_count);
  for (std::size_t node = 0; node < net.node_count; ++node) {
    append_point(text, net, node);
    fmt::format_to(Text(text), " {}\n", marks[node]);
  }
  std::vector<Corners> three, four;
  split_faces(net, true, three, four, "medit", notes);
  append_section(text, "Edges", 2, edges_of(net));
  append_section(text, "Triangles", 3, three);
  append_section(text, "Quadrilaterals", 4, four);
  return text + "\nEnd\n";
}

std::vector<std::pair<std::string, std::string>> tetgen_files(const NetView& net, Notes& notes) {
  note_broken(net, notes);
  note_marks(net, "tetgen", notes);
  const std::vector<int> marks = marks_of(net.system.groups, net.node_count);
  std::string points = fmt::format("{} {} 0 1\n", net.node_count, net.system.dimension);
  for (std::size_t node = 0; node < net.node_count; ++node) {
    fmt::format_to(Text(points), "{} ", node);
    append_point(points, net, node);
    fmt::format_to(Text(points), " {}\n", marks[node]);
  }
  std::vector<std::pair<std::string, std::string>> files = {{".node", std::move(points)}};
  const std::vector<Corners> edges = edges_of(net);
  if (!edges.empty())
    files.emplace_back(".edge", element_file(2, fmt::format("{} 1\n", edges.size()), edges));
  std::vector<Corners> three, none;
  split_faces(net, false, three, none, "tetgen", notes);
  if (three.empty()) return files;
  // In the plane triangles are what fills it, as Triangle has it.
  const bool flat = net.system.dimension == 2;
  const std::string heading = fmt::format("{} {}1\n", three.size(), flat ? "3 " : "");
  files.emplace_back(flat ? ".ele" : ".face", element_file(3, heading, three));
  return files;
}

}  // namespace tensio::io
