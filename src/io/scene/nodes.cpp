// The section `nodes`: where they are drawn, what they weigh, which are fixed.
#include "io/scene/reader.hpp"

#include <fmt/format.h>

#include "core/index.hpp"
#include "io/scene/waves.hpp"

namespace tensio::io {
namespace {

constexpr std::string_view kMoveExample[] = {"", "[-0.02]", "[0, -0.02]", "[0, 0, -0.02]"};

void read_names(SceneReading& scene, const Value& value) {
  const auto count = usize(scene.own_nodes);
  if (!value.is_array()) {
    scene.reading.findings.add(value, "/nodes/name",
                               "`name` must be a list with one string for each node");
    return;
  }
  if (value.packed() && value.packed()->count > 0) {
    scene.reading.findings.add_item(value, "/nodes/name", 0, "entry 0 of `name` must be a string");
    return;
  }
  if (value.size() != count) {
    scene.reading.findings.add(
        value, "/nodes/name",
        fmt::format("`name` has {} labels for {} nodes; give one for each, \"\" for none",
                    value.size(), count));
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Value& label = (*value.list())[i];
    if (label.text()) {
      scene.system.nodes.name.emplace_back(*label.text());
      continue;
    }
    scene.reading.findings.add(label, fmt::format("/nodes/name/{}", i),
                               fmt::format("entry {} of `name` must be a string", i));
  }
}

void add_fixed(SceneReading& scene, Fixed fixed, const std::string& pointer) {
  scene.system.nodes.fixed.push_back(std::move(fixed));
  scene.fixed_places.push_back(pointer);
}

std::uint8_t read_axes(SceneReading& scene, const Value& value, const std::string& pointer) {
  static constexpr std::string_view kAxes = "xyz";
  const std::string_view allowed = kAxes.substr(0, usize(scene.written_dimension));
  const std::string_view text = value.text() ? *value.text() : std::string_view();
  unsigned axes = 0;
  bool good = !text.empty();
  for (char c : text) {
    const std::size_t axis = allowed.find(c);
    good = good && axis != std::string_view::npos && (axes & (1U << axis)) == 0;
    if (good) axes |= 1U << axis;
  }
  if (!good) {
    scene.reading.findings.add(
        value, pointer,
        fmt::format("`axes` must be a string of the letters {}, each at most once",
                    listed(allowed.size() == 1   ? std::vector<std::string_view>{"x"}
                           : allowed.size() == 2 ? std::vector<std::string_view>{"x", "y"}
                                                 : std::vector<std::string_view>{"x", "y", "z"})));
    return kAllAxes;
  }
  return static_cast<std::uint8_t>(axes);
}

void read_fixed_item(SceneReading& scene, const Value& item, const std::string& pointer) {
  check_keys(scene.reading.findings, item, pointer, KeyPlace::fixed);
  Fixed fixed;
  fixed.note = text_of(scene.reading, item, pointer, "note");
  if (const Value* axes = item.find("axes"))
    fixed.axes = read_axes(scene, *axes, pointer + "/axes");
  if (const Value* move = item.find("move"); move && has_wave(*move)) {
    fixed.motion = vector_of_waves(scene, *move, pointer + "/move", "move");
  } else if (move) {
    fixed.move = read_move(scene, *move, pointer + "/move");
  }
  std::string place;
  if (const Value* chosen = selected_nodes(scene.reading, item, pointer, place)) {
    fixed.nodes = scene.node_selections->read(*chosen, place);
  }
  add_fixed(scene, std::move(fixed), pointer);
}

void read_fixed(SceneReading& scene, const Value& value) {
  const std::string pointer = "/nodes/fixed";
  // plain items that follow each other make one entry; items with keys of their own are separate
  const auto finish_plain = [&] {
    std::vector<int> ids = scene.node_selections->take();
    if (!ids.empty()) add_fixed(scene, {.nodes = std::move(ids)}, pointer);
  };
  const auto is_plain = [](const Value& item) {
    const bool has_own_keys =
        item.find("nodes") || item.find("node") || item.find("axes") || item.find("move");
    return item.object() == nullptr || (item.find("where") && !has_own_keys);
  };
  if (const List* items = value.list()) {
    for (std::size_t i = 0; i < items->size() && !scene.reading.findings.full(); ++i) {
      const std::string place = fmt::format("{}/{}", pointer, i);
      const Value& item = (*items)[i];
      if (item.is_array()) {
        scene.reading.findings.add(
            item, place, "a list of nodes cannot contain lists; remove the inner brackets");
      } else if (is_plain(item)) {
        scene.node_selections->append(item, place);
      } else {
        finish_plain();
        read_fixed_item(scene, item, place);
      }
    }
  } else if (is_plain(value)) {
    scene.node_selections->append(value, pointer);
  } else {
    read_fixed_item(scene, value, pointer);
  }
  finish_plain();
}

}  // namespace

void read_positions(SceneReading& scene, Value& nodes) {
  Value* position = nodes.find("position");
  if (!position) {
    scene.reading.findings.add_missing(
        nodes, "/nodes", "position",
        "`position` is missing in `nodes`; give a row of coordinates for each "
        "node");
    return;
  }
  const auto width = usize(scene.written_dimension);
  auto rows = read_rows(scene.reading, *position, "/nodes/position",
                        {"position", "node", width, kRowExample[width]});
  if (!rows) return;
  if (rows->size() / width > kMaxItems) {
    scene.reading.findings.add(*position, "/nodes/position",
                               "there are more nodes than this program can handle");
    return;
  }
  scene.system.nodes.position = widened(scene, std::move(*rows));
  scene.drawn = true;
}

void read_nodes(SceneReading& scene, Value& root) {
  Value& nodes = *root.find("nodes");
  const auto width = usize(scene.written_dimension);
  const auto count = usize(scene.own_nodes);
  scene.system.nodes.note = text_of(scene.reading, nodes, "/nodes", "note");
  if (!scene.drawn) return;
  if (!nodes.find("position")) {
    const auto refuse = [&](const char* key) {
      if (const Value* given = nodes.find(key))
        scene.reading.findings.add(
            *given, fmt::format("/nodes/{}", key),
            fmt::format("`{}` is for the nodes of `position`, and there are none; parts bring "
                        "their own",
                        key));
    };
    for (const NodeRows& rows : kNodeRows) refuse(rows.key);
    for (const NodeValues& values : kNodeValues) refuse(values.key);
    refuse("name");
  }
  for (const auto& [key, member, dimension] : kNodeRows) {
    Value* given = nodes.find(key);
    if (!given) continue;
    const std::string pointer = fmt::format("/nodes/{}", key);
    auto rows = read_rows(scene.reading, *given, pointer, {key, "node", width, kRowExample[width]});
    if (rows && rows->size() != width * count) {
      scene.reading.findings.add(*given, pointer,
                                 fmt::format("`{}` has {} rows for {} nodes; give one for each",
                                             key, rows->size() / width, count));
    } else if (rows) {
      scene.system.nodes.*member = widened(scene, std::move(*rows));
    }
  }
  for (const auto& [key, member, dimension] : kNodeValues) {
    if (Value* given = nodes.find(key))
      scene.system.nodes.*member =
          read_column(scene.reading, *given, fmt::format("/nodes/{}", key), {key, count, "nodes"});
  }
  if (const Value* name = nodes.find("name")) read_names(scene, *name);
  if (const Value* fixed = nodes.find("fixed")) read_fixed(scene, *fixed);
  if (scene.written_dimension == 1 && scene.node_count() > 0) {
    Fixed line;
    line.axes = kAxisY;
    for (int i = 0; i < scene.node_count(); ++i) line.nodes.push_back(i);
    add_fixed(scene, std::move(line), "/nodes");
  }
}

std::vector<double> read_move(SceneReading& scene, const Value& value, const std::string& pointer) {
  const auto width = usize(scene.written_dimension);
  auto row = read_row(scene.reading, value, pointer, {"move", "", width, kMoveExample[width]});
  return row ? widened(scene, std::move(*row)) : std::vector<double>();
}

}  // namespace tensio::io
