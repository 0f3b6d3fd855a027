// GraphML: nodes and edges, with data that has the names of columns here.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>

#include "io/formats/import/readers.hpp"
#include "io/text/characters.hpp"
#include "io/text/number.hpp"
#include "io/text/text_scanner.hpp"
#include "io/text/xml_scanner.hpp"
#include "model/spring_columns.hpp"

namespace tensio::io {
namespace {

struct GraphmlKey {
  std::string of;    // node, edge, all...
  std::string name;  // of the data
  std::optional<std::string> otherwise = {};
};

struct Datum {
  std::string text;
  std::size_t offset = 0;
};
using Data = std::map<std::string, Datum, std::less<>>;

struct Item {
  bool is_edge = false;
  std::string id;      // of a node
  std::string source;  // of an edge
  std::string target;
  std::size_t offset = 0;
  Data data;
};

std::string_view without_prefix(std::string_view name) { return name.substr(name.rfind(':') + 1); }

class GraphmlReader {
 public:
  GraphmlReader(const ForeignFile& file, Draft& draft)
      : file_(file), xml_(file.bytes, file.name), draft_(draft) {}

  void read() {
    read_tags();
    add_nodes();
    for (const Item& item : items_)
      if (item.is_edge) add_edge(item);
    if (!is_placed_) {
      draft_.set_value_of_rest(&SpringSet::rest_length, 1);
      draft_.place_on_circle();
    }
  }

 private:
  void read_tags() {
    if (!xml_.next() || without_prefix(xml_.tag().name) != "graphml")
      xml_.fail("the outermost tag of a GraphML file is <graphml>");
    while (xml_.next()) {
      const std::string_view name = without_prefix(xml_.tag().name);
      if (xml_.tag().closes) {
        if (name == "node" || name == "edge") open_.pop_back();
      } else if (name == "key") {
        read_key();
      } else if (name == "node" || name == "edge") {
        open_item(name == "edge");
      } else if (name == "data") {
        read_data();
      } else if (name == "hyperedge") {
        draft_.skip("hyperedge");
        xml_.skip();
      } else if (name != "graph" && name != "desc" && name != "port") {
        xml_.fail(fmt::format("<{}> is not a tag of GraphML", shortened(xml_.tag().name)));
      }
    }
  }

  const std::string& required(std::string_view attribute) const {
    const std::string* value = xml_.tag().find(attribute);
    if (!value)
      xml_.fail(
          fmt::format("<{}> lacks the attribute `{}`", shortened(xml_.tag().name), attribute));
    return *value;
  }

  void read_key() {
    GraphmlKey key;
    const std::string id = required("id");
    const std::string* of = xml_.tag().find("for");
    key.of = of ? *of : "all";
    const std::string* name = xml_.tag().find("attr.name");
    key.name = name ? *name : id;
    const XmlTag tag = xml_.tag();
    const std::size_t depth = xml_.open().size();
    while (!tag.empty && xml_.open().size() >= depth) {
      if (!xml_.next()) break;
      if (xml_.tag().closes && without_prefix(xml_.tag().name) == "default")
        key.otherwise = trimmed(xml_.text());
    }
    if (key.otherwise && key.of != "edge") node_defaults_.emplace(key.name, *key.otherwise);
    if (key.otherwise && key.of != "node") edge_defaults_.emplace(key.name, *key.otherwise);
    if (!keys_.emplace(id, std::move(key)).second)
      xml_.fail(tag.offset, id, fmt::format("the key `{}` is declared twice", shortened(id)));
  }

  void open_item(bool is_edge) {
    Item item;
    item.is_edge = is_edge;
    item.offset = xml_.tag().offset;
    if (is_edge) {
      item.source = required("source");
      item.target = required("target");
    } else {
      item.id = required("id");
    }
    if (!xml_.tag().empty) open_.push_back(items_.size());
    items_.push_back(std::move(item));
  }

  void read_data() {
    const std::string id = required("key");
    const auto key = keys_.find(id);
    if (key == keys_.end())
      xml_.fail(fmt::format("there is no <key> `{}`; keys come before the graph", shortened(id)));
    const XmlTag tag = xml_.tag();
    Datum datum = {{}, tag.offset};
    if (!tag.empty) {
      if (!xml_.next()) return;
      const bool is_text = xml_.tag().closes;
      if (is_text) {
        datum.text = trimmed(xml_.text());
      } else {
        // pictures of editors
        xml_.skip();
        while (!(xml_.tag().closes && without_prefix(xml_.tag().name) == "data") && xml_.next())
          if (!xml_.tag().closes) xml_.skip();
        draft_.skip(fmt::format("data `{}`", shortened(key->second.name)));
        return;
      }
    }
    // of the graph as a whole
    if (open_.empty()) return;
    items_[open_.back()].data[key->second.name] = std::move(datum);
  }

  // What an item says, or what its key says for those that say nothing.
  std::optional<Datum> datum(const Item& item, std::string_view name) const {
    const auto own = item.data.find(name);
    if (own != item.data.end()) return own->second;
    const auto& defaults = item.is_edge ? edge_defaults_ : node_defaults_;
    const auto otherwise = defaults.find(name);
    if (otherwise != defaults.end()) return Datum{otherwise->second, item.offset};
    return std::nullopt;
  }

  std::optional<double> number(const Item& item, std::string_view name) const {
    const std::optional<Datum> given = datum(item, name);
    if (!given) return std::nullopt;
    const std::optional<double> value = whole_text_number(given->text);
    if (!value || !std::isfinite(*value))
      file_.fail(
          given->offset, given->text,
          fmt::format("`{}` must be a finite number, not `{}`", name, shortened(given->text)));
    return value;
  }

  std::optional<double> amount(const Item& item, std::string_view name) const {
    const std::optional<double> value = number(item, name);
    if (value && *value < 0)
      file_.fail(item.offset, {}, fmt::format("`{}` is {}; it must not be negative", name, *value));
    return value;
  }

  void add_nodes() {
    bool has_z = false;
    int placed = 0, count = 0;
    for (const Item& item : items_) {
      if (item.is_edge) continue;
      const std::optional<double> x = number(item, "x"), y = number(item, "y"),
                                  z = number(item, "z");
      has_z = has_z || z;
      ++count;
      placed += x && y ? 1 : 0;
      if (placed > 0 && placed < count)
        file_.fail(item.offset, item.id,
                   fmt::format("node `{}` lacks x or y, or others do; give them to all nodes, or "
                               "to none",
                               shortened(item.id)));
      const int node = draft_.add_node(x.value_or(0), y.value_or(0), z.value_or(0));
      if (!nodes_.emplace(item.id, node).second)
        file_.fail(item.offset, item.id,
                   fmt::format("two nodes have the id `{}`", shortened(item.id)));
      add_values(item, node);
    }
    if (count == 0) file_.fail("there is no <node> in this file");
    draft_.is_table = true;
    is_placed_ = placed > 0;
    draft_.dimension = has_z ? 3 : 2;
  }

  void add_values(const Item& item, int node) {
    if (const std::optional<double> mass = amount(item, "mass")) draft_.set_mass(*mass);
    if (const std::optional<Datum> fixed = datum(item, "fixed")) {
      const bool yes = same_word(fixed->text, "true") || fixed->text == "1";
      if (!yes && !same_word(fixed->text, "false") && fixed->text != "0")
        file_.fail(fixed->offset, fixed->text, "`fixed` must be true or false, 1 or 0");
      if (yes) draft_.fix();
    }
    std::optional<Datum> name = datum(item, "name");
    if (!name) name = datum(item, "label");
    draft_.set_name(name && !name->text.empty() ? name->text : item.id);
    if (const std::optional<Datum> group = datum(item, "group"))
      draft_.add_point(node, draft_.label(group->text));
  }

  int node_of(const Item& edge, const std::string& id) const {
    const auto found = nodes_.find(id);
    if (found == nodes_.end())
      file_.fail(edge.offset, id, fmt::format("there is no node `{}`", shortened(id)));
    return found->second;
  }

  void add_edge(const Item& item) {
    const std::optional<Datum> set = datum(item, "set");
    draft_.add_line(node_of(item, item.source), node_of(item, item.target),
                    draft_.label(set ? set->text : std::string()));
    for (const SpringColumn& column : kSpringColumns) {
      const std::optional<double> value =
          column.sign == Sign::any ? number(item, column.key) : amount(item, column.key);
      if (value) draft_.set_value(column.of_set, *value);
    }
    if (datum(item, "stiffness")) return;
    if (const std::optional<double> weight = amount(item, "weight"))
      draft_.set_value(&SpringSet::stiffness, *weight);
  }

  const ForeignFile& file_;
  XmlScanner xml_;
  Draft& draft_;
  std::map<std::string, GraphmlKey, std::less<>> keys_;
  std::map<std::string, std::string, std::less<>> node_defaults_;  // of data, by name
  std::map<std::string, std::string, std::less<>> edge_defaults_;
  std::vector<Item> items_;
  std::vector<std::size_t> open_;  // items whose tags are open
  std::map<std::string, int, std::less<>> nodes_;
  bool is_placed_ = false;
};

}  // namespace

void read_graphml(const ForeignFile& file, Draft& draft) { GraphmlReader(file, draft).read(); }

}  // namespace tensio::io
