// Wavefront OBJ: v, f and l, with groups and objects.
#include <fmt/format.h>

#include <algorithm>

#include "io/formats/import/readers.hpp"
#include "io/text/characters.hpp"
#include "io/text/text_scanner.hpp"

namespace tensio::io {
namespace {

// Statements that say nothing about nodes and springs: looks, normals, and where they are shared.
constexpr std::string_view kWithoutMeaning[] = {
    "vt",       "vn",     "vp",         "s",         "mg",  "usemtl", "mtllib",
    "usemap",   "maplib", "shadow_obj", "trace_obj", "lod", "bevel",  "c_interp",
    "d_interp", "ctech",  "stech",      "call",      "csh"};
// Curves and surfaces that are not made of straight edges.
constexpr std::string_view kNotTaken[] = {"p",    "curv", "curv2", "surf", "cstype",
                                          "deg",  "bmat", "step",  "parm", "trim",
                                          "hole", "scrv", "sp",    "end",  "con"};

template <class Words>
bool is_among(const Words& words, std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

class ObjReader {
 public:
  ObjReader(const ForeignFile& file, Draft& draft)
      : scanner_(file, "#"), draft_(draft), vertex_count_(count_vertices(file)) {
    scanner_.join_lines();
  }

  void read() {
    while (scanner_.next_line()) read_statement(scanner_.word("a statement"));
    if (vertex_count_ == 0) scanner_.file().fail("there is no vertex (`v x y z`) in this file");
  }

 private:
  // Faces may come before their vertices.
  static int count_vertices(const ForeignFile& file) {
    TextScanner scanner(file, "#");
    scanner.join_lines();
    int count = 0;
    while (scanner.next_line()) count += scanner.word({}) == "v" ? 1 : 0;
    return count;
  }

  void read_statement(std::string_view word) {
    if (word == "v") return read_vertex();
    if (word == "f") return read_face();
    if (word == "l") return read_line();
    if (word == "g") return read_groups();
    if (word == "o") {
      object_ = std::string(scanner_.rest());
      groups_.clear();
      return name_elements();
    }
    if (is_among(kWithoutMeaning, word)) return;
    if (!is_among(kNotTaken, word)) {
      scanner_.fail(
          fmt::format("`{}` is not a statement of an OBJ file; nodes are `v`, faces `f`, "
                      "lines `l`, groups `g` and `o`",
                      shortened(word)));
    }
    draft_.skip(word);
  }

  void read_vertex() {
    const double x = scanner_.number("x of a vertex");
    const double y = scanner_.number("y of a vertex");
    const double z = scanner_.number("z of a vertex");
    // a weight or a colour may follow
    while (scanner_.more()) scanner_.number("a number behind x, y and z");
    draft_.add_node(x, y, z);
  }

  void read_face() {
    read_corners("the vertex of a face");
    if (corners_.size() < 3)
      scanner_.fail(fmt::format("a face has {} corners; it needs at least 3", corners_.size()));
    draft_.add_face(corners_, label_);
  }

  void read_line() {
    read_corners("the vertex of a line");
    if (corners_.size() < 2) scanner_.fail("a line has one vertex; it needs at least 2");
    draft_.add_polyline(corners_, false, label_);
  }

  void read_corners(const char* what) {
    corners_.clear();
    do {
      corners_.push_back(read_vertex_number(scanner_.word(what), what));
    } while (scanner_.more());
  }

  // "7", "7/1", "7//3", "-1": the first is the vertex, counted from 1 or back from the last.
  int read_vertex_number(std::string_view word, const char* what) {
    const std::size_t slash = std::min(word.find('/'), word.size());
    if (slash < word.size()) check_further_numbers(word.substr(slash));
    const std::string_view own = word.substr(0, slash);
    if (!own.empty() && own[0] == '-') {
      const int seen = draft_.node_count();
      if (seen == 0) scanner_.fail(fmt::format("{} counts back, but no vertex came before", what));
      return seen + scanner_.to_whole(own, what, -seen, -1);
    }
    return scanner_.to_whole(own, what, 1, vertex_count_) - 1;
  }

  // Numbers of texture points and normals are not used, but must be numbers.
  void check_further_numbers(std::string_view text) const {
    int count = 0;
    while (!text.empty()) {
      text.remove_prefix(1);
      const std::size_t slash = std::min(text.find('/'), text.size());
      const std::string_view number = text.substr(0, slash);
      if (++count > 2) scanner_.fail("a vertex is written v, v/t, v//n or v/t/n");
      if (!number.empty())
        scanner_.to_whole(number, "the number of a texture point or normal", -1'000'000'000,
                          1'000'000'000);
      text.remove_prefix(slash);
    }
  }

  void read_groups() {
    groups_.clear();
    while (scanner_.more()) {
      groups_.emplace_back(scanner_.word({}));
      if (groups_.size() >= kMaxGroupsOfElement)
        scanner_.fail(fmt::format("`g` names more than {} groups", kMaxGroupsOfElement - 1));
    }
    // the group of what is in no group
    if (groups_.size() == 1 && (groups_[0] == "default" || groups_[0] == "off")) groups_.clear();
    name_elements();
  }

  void name_elements() {
    std::vector<std::string> names = groups_;
    if (!object_.empty()) names.push_back(object_);
    label_ = draft_.label(names);
  }

  TextScanner scanner_;
  Draft& draft_;
  int vertex_count_;
  std::vector<int> corners_;
  std::vector<std::string> groups_;
  std::string object_;
  int label_ = 0;
};

}  // namespace

void read_obj(const ForeignFile& file, Draft& draft) { ObjReader(file, draft).read(); }

}  // namespace tensio::io
