// Lists of edges: two names of nodes in each line, and perhaps a stiffness.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "io/formats/import/readers.hpp"
#include "io/text/number.hpp"
#include "io/text/text_scanner.hpp"

namespace tensio::io {
namespace {

struct ListedEdge {
  int a = 0;
  int b = 0;
  std::optional<double> stiffness = {};
};

class EdgeListReader {
 public:
  EdgeListReader(const ForeignFile& file, Draft& draft) : scanner_(file), draft_(draft) {}

  void read() {
    std::string_view line;
    while (scanner_.take_line(line)) {
      if (line.empty() || line[0] == '#' || line[0] == '%') continue;
      read_edge(line);
    }
    if (edges_.empty()) scanner_.file().fail("there is no edge in this file: a line has two nodes");
    // lengths on the circle mean nothing
    draft_.is_table = edges_[0].stiffness.has_value();
    const std::vector<int> id = add_nodes();
    for (const ListedEdge& edge : edges_) {
      draft_.add_line(id[edge.a], id[edge.b]);
      draft_.set_value(&SpringSet::rest_length, 1);
      if (edge.stiffness) draft_.set_value(&SpringSet::stiffness, *edge.stiffness);
    }
    draft_.place_on_circle();
  }

 private:
  // Words parted by white space, commas or semicolons.
  std::vector<std::string_view> words_of(std::string_view line) const {
    static constexpr std::string_view kBetween = " \t,;";
    std::vector<std::string_view> words;
    for (std::size_t i = line.find_first_not_of(kBetween); i < line.size();) {
      const std::size_t end = std::min(line.find_first_of(kBetween, i), line.size());
      words.push_back(line.substr(i, end - i));
      if (words.size() > 3)
        scanner_.fail_at(words.back(),
                         "a line has two nodes and perhaps a stiffness; this is a fourth value");
      i = line.find_first_not_of(kBetween, end);
    }
    return words;
  }

  void read_edge(std::string_view line) {
    const std::vector<std::string_view> words = words_of(line);
    if (words.size() < 2) scanner_.fail_at(line, "a line has two nodes, and this one has less");
    ListedEdge edge = {node_of(words[0]), node_of(words[1]), {}};
    if (words.size() == 3) {
      edge.stiffness = scanner_.to_number(words[2], "the stiffness");
      if (*edge.stiffness < 0) scanner_.fail_at(words[2], "the stiffness must not be negative");
    }
    if (!edges_.empty() && edge.stiffness.has_value() != edges_[0].stiffness.has_value())
      scanner_.fail_at(line, "either all lines give a stiffness, or none does");
    edges_.push_back(edge);
  }

  int node_of(std::string_view name) {
    const auto [entry, is_new] =
        index_.try_emplace(std::string(name), static_cast<int>(names_.size()));
    if (is_new) names_.push_back(entry->first);
    return entry->second;
  }

  // The number that a name is, where it is a whole one from 0.
  static std::optional<double> id_of(const std::string& name) {
    const std::optional<double> number = whole_text_number(name);
    const bool is_id =
        number && *number >= 0 && *number == std::floor(*number) && *number < 1e9 &&
        std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
    return is_id ? number : std::nullopt;
  }

  // Numbered nodes in the order of their numbers, others as they come; ids that are not 0, 1, 2...
  // are kept as names.
  std::vector<int> add_nodes() {
    std::vector<std::size_t> order(names_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const bool all_numbers =
        std::all_of(names_.begin(), names_.end(), [](const auto& name) { return id_of(name); });
    if (all_numbers)
      std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
        return *id_of(names_[i]) < *id_of(names_[j]);
      });
    std::vector<int> id(names_.size());
    bool needs_names = false;
    for (std::size_t place = 0; place < order.size(); ++place) {
      id[order[place]] = static_cast<int>(place);
      needs_names = needs_names || names_[order[place]] != std::to_string(place);
    }
    for (const std::size_t i : order) {
      draft_.add_node(0, 0, 0);
      if (needs_names) draft_.set_name(names_[i]);
    }
    return id;
  }

  TextScanner scanner_;
  Draft& draft_;
  std::map<std::string, int, std::less<>> index_;
  std::vector<std::string> names_;
  std::vector<ListedEdge> edges_;
};

}  // namespace

void read_edges(const ForeignFile& file, Draft& draft) { EdgeListReader(file, draft).read(); }

}  // namespace tensio::io
