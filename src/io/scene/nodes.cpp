// The section `nodes`: where they are drawn, what they weigh, which are held.
#include "io/scene/reader.hpp"

#include <fmt/format.h>

#include "core/index.hpp"
#include "io/scene/waves.hpp"

namespace tensio::io {

static constexpr std::string_view kMoveExample[] = {"", "[-0.02]", "[0, -0.02]", "[0, 0, -0.02]"};

void SceneReader::read_positions(Value& nodes) {
  Value* position = nodes.find("position");
  if (!position) {
    findings_.add_missing(nodes, "/nodes", "position",
                          "`position` is missing in `nodes`; give a row of coordinates for each "
                          "node");
    return;
  }
  const auto width = usize(written_dimension_);
  auto rows = read_rows(reading_, *position, "/nodes/position",
                        {"position", "node", width, kRowExample[width]});
  if (!rows) return;
  if (rows->size() / width > kMaxItems) {
    findings_.add(*position, "/nodes/position", "there are more nodes than this program can hold");
    return;
  }
  system_.nodes.position = widened(std::move(*rows));
  drawn_ = true;
}

void SceneReader::read_nodes(Value& root) {
  Value& nodes = *root.find("nodes");
  const auto width = usize(written_dimension_);
  const auto count = usize(own_nodes_);
  system_.nodes.note = text_of(nodes, "/nodes", "note");
  if (!drawn_) return;
  if (!nodes.find("position")) {
    for (const char* key : {"start", "velocity", "mass", "area", "name"}) {
      if (const Value* given = nodes.find(key))
        findings_.add(*given, fmt::format("/nodes/{}", key),
                      fmt::format("`{}` is for the nodes of `position`, and there are none; parts "
                                  "bring their own",
                                  key));
    }
  }
  for (const auto& [key, target] :
       {std::pair("start", &system_.nodes.start), std::pair("velocity", &system_.nodes.velocity)}) {
    Value* given = nodes.find(key);
    if (!given) continue;
    const std::string pointer = fmt::format("/nodes/{}", key);
    auto rows = read_rows(reading_, *given, pointer, {key, "node", width, kRowExample[width]});
    if (rows && rows->size() != width * count) {
      findings_.add(*given, pointer,
                    fmt::format("`{}` has {} rows for {} nodes; give one for each", key,
                                rows->size() / width, count));
    } else if (rows) {
      *target = widened(std::move(*rows));
    }
  }
  if (Value* mass = nodes.find("mass")) {
    system_.nodes.mass = read_column(reading_, *mass, "/nodes/mass", {"mass", count, "nodes"});
  }
  if (Value* area = nodes.find("area")) {
    system_.nodes.area = read_column(reading_, *area, "/nodes/area", {"area", count, "nodes"});
  }
  if (const Value* name = nodes.find("name")) read_names(*name);
  if (const Value* fixed = nodes.find("fixed")) read_fixed(*fixed);
  if (written_dimension_ == 1 && node_count() > 0) {
    Fixed line;
    line.axes = kAxisY;
    for (int i = 0; i < node_count(); ++i) line.nodes.push_back(i);
    add_fixed(std::move(line), "/nodes");
  }
}

void SceneReader::read_names(const Value& value) {
  const auto count = usize(own_nodes_);
  if (!value.is_array()) {
    findings_.add(value, "/nodes/name", "`name` must be a list with one string for each node");
    return;
  }
  if (value.packed() && value.packed()->count > 0) {
    findings_.add_item(value, "/nodes/name", 0, "entry 0 of `name` must be a string");
    return;
  }
  if (value.size() != count) {
    findings_.add(value, "/nodes/name",
                  fmt::format("`name` has {} labels for {} nodes; give one for each, \"\" for none",
                              value.size(), count));
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Value& label = (*value.list())[i];
    if (label.text()) {
      system_.nodes.name.emplace_back(*label.text());
      continue;
    }
    findings_.add(label, fmt::format("/nodes/name/{}", i),
                  fmt::format("entry {} of `name` must be a string", i));
  }
}

void SceneReader::read_fixed(const Value& value) {
  const std::string pointer = "/nodes/fixed";
  // plain items that follow each other make one entry; items with keys of their own stand alone
  const auto finish_plain = [&] {
    std::vector<int> ids = nodes_->take();
    if (!ids.empty()) add_fixed({.nodes = std::move(ids)}, pointer);
  };
  const auto is_plain = [](const Value& item) {
    const bool has_own_keys =
        item.find("nodes") || item.find("node") || item.find("axes") || item.find("move");
    return item.object() == nullptr || (item.find("where") && !has_own_keys);
  };
  if (const List* items = value.list()) {
    for (std::size_t i = 0; i < items->size() && !findings_.full(); ++i) {
      const std::string place = fmt::format("{}/{}", pointer, i);
      const Value& item = (*items)[i];
      if (item.is_array()) {
        findings_.add(item, place, "a list of nodes holds no lists; remove the inner brackets");
      } else if (is_plain(item)) {
        nodes_->append(item, place);
      } else {
        finish_plain();
        read_fixed_item(item, place);
      }
    }
  } else if (is_plain(value)) {
    nodes_->append(value, pointer);
  } else {
    read_fixed_item(value, pointer);
  }
  finish_plain();
}

void SceneReader::read_fixed_item(const Value& item, const std::string& pointer) {
  check_keys(findings_, item, pointer, KeyPlace::fixed);
  Fixed fixed;
  fixed.note = text_of(item, pointer, "note");
  if (const Value* axes = item.find("axes")) fixed.axes = read_axes(*axes, pointer + "/axes");
  if (const Value* move = item.find("move"); move && has_wave(*move)) {
    fixed.motion = vector_of_waves(*move, pointer + "/move", "move");
  } else if (move) {
    fixed.move = read_move(*move, pointer + "/move");
  }
  std::string place;
  if (const Value* chosen = selected_nodes(item, pointer, place)) {
    fixed.nodes = nodes_->read(*chosen, place);
  }
  add_fixed(std::move(fixed), pointer);
}

void SceneReader::add_fixed(Fixed fixed, const std::string& pointer) {
  system_.nodes.fixed.push_back(std::move(fixed));
  fixed_places_.push_back(pointer);
}

std::vector<double> SceneReader::read_move(const Value& value, const std::string& pointer) {
  const auto width = usize(written_dimension_);
  auto row = read_row(reading_, value, pointer, {"move", "", width, kMoveExample[width]});
  return row ? widened(std::move(*row)) : std::vector<double>();
}

std::uint8_t SceneReader::read_axes(const Value& value, const std::string& pointer) {
  static constexpr std::string_view kAxes = "xyz";
  const std::string_view allowed = kAxes.substr(0, usize(written_dimension_));
  const std::string_view text = value.text() ? *value.text() : std::string_view();
  unsigned axes = 0;
  bool good = !text.empty();
  for (char c : text) {
    const std::size_t axis = allowed.find(c);
    good = good && axis != std::string_view::npos && (axes & (1U << axis)) == 0;
    if (good) axes |= 1U << axis;
  }
  if (!good) {
    findings_.add(
        value, pointer,
        fmt::format("`axes` must be a string of the letters {}, each at most once",
                    listed(allowed.size() == 1   ? std::vector<std::string_view>{"x"}
                           : allowed.size() == 2 ? std::vector<std::string_view>{"x", "y"}
                                                 : std::vector<std::string_view>{"x", "y", "z"})));
    return kAllAxes;
  }
  return static_cast<std::uint8_t>(axes);
}

}  // namespace tensio::io
