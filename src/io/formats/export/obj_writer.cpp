// Wavefront OBJ: `v` for nodes, `l` for springs, `f` for faces, `g` for what they belong to.
#include <fmt/format.h>

#include <iterator>

#include "core/index.hpp"
#include "io/formats/export/mesh_writers.hpp"

namespace tensio::io {
namespace {

// The names of the groups that each of `count` items is in, parted by spaces.
std::vector<std::string> names_of(const std::vector<Group>& groups, std::size_t count) {
  std::vector<std::string> names(count);
  for (const Group& group : groups) {
    for (const int member : group.members) {
      std::string& name = names[member];
      name += (name.empty() ? "" : " ") + one_word(group.name);
    }
  }
  return names;
}

// A `g` line before the first item of each group.
class GroupLines {
 public:
  explicit GroupLines(std::string& text) : text_(text) {}
  void set(const std::string& name) {
    if (name == now_) return;
    now_ = name;
    text_ += "g " + (name.empty() ? std::string("default") : name) + '\n';
  }

 private:
  std::string& text_;
  std::string now_ = {};
};

}  // namespace

std::string obj_text(const NetView& net, Notes& notes) {
  note_broken(net, notes);
  std::string text = "# tensio";
  if (!net.system.title.empty()) text += ": " + one_line(net.system.title);
  text += '\n';
  for (std::size_t node = 0; node < net.node_count; ++node) {
    const Vector p = net.point(node);
    fmt::format_to(std::back_inserter(text), "v {} {} {}\n", p[0], p[1], p[2]);
  }
  GroupLines groups(text);
  const std::vector<std::string> of_springs =
      names_of(net.system.spring_groups, net.springs.size());
  for (const std::size_t s : net.whole) {
    const SpringFact& spring = net.springs[s];
    // several sets are distinguished by names; one alone may have none
    std::string name = net.system.springs.size() > 1
                           ? one_word(set_name(net.system, spring.set))
                           : one_word(net.system.springs[spring.set].name);
    if (!of_springs[s].empty()) name += (name.empty() ? "" : " ") + of_springs[s];
    groups.set(name);
    fmt::format_to(std::back_inserter(text), "l {} {}\n", spring.ends[0] + 1, spring.ends[1] + 1);
  }
  const std::vector<std::string> of_faces =
      names_of(net.system.face_groups, usize(net.system.faces.count()));
  for (const std::size_t f : net.faces) {
    groups.set(of_faces[f]);
    text += 'f';
    for (const int corner : net.corners(f)) {
      fmt::format_to(std::back_inserter(text), " {}", corner + 1);
    }
    text += '\n';
  }
  return text;
}

}  // namespace tensio::io
