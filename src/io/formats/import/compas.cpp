// Networks, graphs and meshes of COMPAS, as JSON.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>

#include "io/formats/import/readers.hpp"
#include "io/json/text.hpp"
#include "io/json/value.hpp"
#include "io/text/characters.hpp"

namespace tensio::io {
namespace {

// Attributes that say that a node is fixed.
constexpr const char* kFixed[] = {"is_fixed", "is_anchor", "is_support", "fixed"};

class CompasReader {
 public:
  CompasReader(const ForeignFile& file, Draft& draft)
      : file_(file), document_(parse_json(file.bytes)), draft_(draft) {}

  void read() {
    if (!document_.syntax.empty())
      file_.fail(document_.syntax[0].offset,
                 value_as_written(file_.bytes, document_.syntax[0].offset),
                 document_.syntax[0].message);
    if (!document_.duplicates.empty())
      file_.fail(document_.duplicates[0].offset, document_.duplicates[0].key,
                 fmt::format("the key `{}` is given twice in this object",
                             shortened(document_.duplicates[0].key)));
    const Value& data = find_data();
    draft_.is_table = true;
    if (data.find("node")) return read_network(data);
    if (data.find("vertex")) return read_mesh(data);
    fail(data, "`node` (of a network or graph) or `vertex` (of a mesh) is missing");
  }

 private:
  [[noreturn]] void fail(const Value& value, const std::string& message) const {
    file_.fail(value.offset(), value_as_written(file_.bytes, value.offset()), message);
  }

  // The data itself, or within {"dtype": ..., "data": ...}, perhaps twice.
  const Value& find_data() const {
    const Value* value = &document_.root;
    if (!value->object()) fail(*value, "a COMPAS file is an object, { }");
    if (value->find("tensio"))
      fail(*value, "this is a scene of Tensio, and no file of another program");
    for (const char* key : {"value", "data", "data"}) {
      const Value* inner = value->find(key);
      if (inner && inner->object()) value = inner;
    }
    return *value;
  }

  const Object& object_of(const Value& value, const std::string& what) const {
    if (!value.object()) fail(value, fmt::format("{} must be an object, {{ }}", what));
    return *value.object();
  }

  static const Value* first_of(const Value& data, std::initializer_list<const char*> keys) {
    for (const char* key : keys)
      if (const Value* found = data.find(key)) return found;
    return nullptr;
  }

  // An attribute of an item, or the default of all.
  static const Value* attribute(const Value& item, const Value* defaults, const char* key) {
    const Value* own = item.find(key);
    return own || !defaults ? own : defaults->find(key);
  }

  std::optional<double> number(const Value& item, const Value* defaults, const char* key) const {
    const Value* value = attribute(item, defaults, key);
    if (!value || value->is_null()) return std::nullopt;
    if (!value->number()) fail(*value, fmt::format("`{}` must be a number", key));
    return *value->number();
  }

  void read_nodes(const Value& nodes, const Value* defaults, const char* what) {
    for (const Member& member : object_of(nodes, fmt::format("`{}`", what))) {
      object_of(member.value, fmt::format("{} `{}`", what, shortened(member.key)));
      const int node = draft_.add_node(number(member.value, defaults, "x").value_or(0),
                                       number(member.value, defaults, "y").value_or(0),
                                       number(member.value, defaults, "z").value_or(0));
      ids_.emplace(std::string(member.key), node);
      if (member.key != std::to_string(node)) has_names_ = true;
      names_.emplace_back(member.key);
      for (const char* key : kFixed) {
        const Value* constrained = attribute(member.value, defaults, key);
        if (!constrained) continue;
        if (!constrained->boolean() && !constrained->number() && !constrained->is_null())
          fail(*constrained, fmt::format("`{}` must be true or false", key));
        if ((constrained->boolean() && *constrained->boolean()) ||
            (constrained->number() && *constrained->number() != 0)) {
          draft_.fix();
          break;
        }
      }
      add_load(member.value, defaults, node);
    }
    if (names_.empty()) fail(nodes, fmt::format("there is no {} in this file", what));
  }

  void add_load(const Value& item, const Value* defaults, int node) {
    std::vector<double> force;
    bool any = false;
    for (const char* key : {"px", "py", "pz"}) {
      force.push_back(number(item, defaults, key).value_or(0));
      any = any || force.back() != 0;
    }
    if (!any) return;
    Load load;
    load.nodes = {node};
    load.force = force;
    draft_.system().loads.push_back(std::move(load));
  }

  int node_of(std::string_view key, std::size_t offset) const {
    const auto found = ids_.find(key);
    if (found == ids_.end())
      file_.fail(offset, key, fmt::format("there is no node `{}`", shortened(key)));
    return found->second;
  }

  void read_network(const Value& data) {
    const Value* node_defaults = first_of(data, {"default_node_attributes", "dna"});
    const Value* edge_defaults = first_of(data, {"default_edge_attributes", "dea"});
    read_nodes(*data.find("node"), node_defaults, "node");
    if (const Value* edges = data.find("edge")) {
      for (const Member& from : object_of(*edges, "`edge`")) {
        const int a = node_of(from.key, from.key_offset);
        for (const Member& to :
             object_of(from.value, fmt::format("edges of `{}`", shortened(from.key)))) {
          draft_.add_line(a, node_of(to.key, to.key_offset));
          if (to.value.is_null()) continue;
          object_of(to.value, "an edge");
          // force densities make zero-length springs
          if (const std::optional<double> q = number(to.value, edge_defaults, "q")) {
            draft_.set_value(&SpringSet::stiffness, *q);
            draft_.set_law(Law::force_density);
          }
        }
      }
    }
    name_nodes();
  }

  void read_mesh(const Value& data) {
    draft_.is_table = false;
    read_nodes(*data.find("vertex"), first_of(data, {"default_vertex_attributes", "dva"}),
               "vertex");
    const Value* faces = data.find("face");
    if (!faces) fail(data, "`face` is missing in a mesh");
    for (const Member& face : object_of(*faces, "`face`")) {
      const std::vector<int> corners = corners_of(face.value);
      if (corners.size() < 3)
        fail(face.value, fmt::format("face `{}` has {} corners; it needs at least 3",
                                     shortened(face.key), corners.size()));
      draft_.add_face(corners);
    }
    name_nodes();
  }

  // Keys of vertices, as numbers or as texts.
  std::vector<int> corners_of(const Value& value) const {
    std::vector<int> corners;
    if (const PackedNumbers* packed = value.packed(); packed && !packed->is_rows) {
      for (const double number : packed->values)
        corners.push_back(node_of(fmt::format("{}", number), value.offset()));
    } else if (const List* list = value.list()) {
      for (const Value& item : *list) {
        if (!item.text()) fail(item, "a corner must be the key of a vertex");
        corners.push_back(node_of(*item.text(), item.offset()));
      }
    } else {
      fail(value, "a face must be a list of vertices");
    }
    return corners;
  }

  // Keys that are not 0, 1, 2... are kept.
  void name_nodes() {
    if (has_names_) draft_.set_names(names_);
  }

  const ForeignFile& file_;
  Document document_;
  Draft& draft_;
  std::map<std::string, int, std::less<>> ids_;
  std::vector<std::string> names_;
  bool has_names_ = false;
};

}  // namespace

void read_compas(const ForeignFile& file, Draft& draft) { CompasReader(file, draft).read(); }

}  // namespace tensio::io
