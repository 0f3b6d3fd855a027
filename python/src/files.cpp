// Files of other programs, results of runs, pictures and ready-made parts.
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "bindings.hpp"
#include "tensio/files/export.hpp"
#include "tensio/files/import.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/files/snapshot.hpp"
#include "tensio/files/table.hpp"
#include "tensio/pictures/draw.hpp"
#include "tensio/pictures/movie.hpp"
#include "tensio/pictures/plot.hpp"
#include "tensio/scenes/generators.hpp"

namespace tensio::python {
namespace {

template <class Word>
Word word_of(const char* name, const std::string& given, std::initializer_list<Word> all) {
  std::string words;
  for (const Word word : all) {
    if (given == to_string(word)) return word;
    words += (words.empty() ? "" : ", ") + std::string(to_string(word));
  }
  throw Error(std::string(name) + " is '" + given + "'; it must be one of " + words);
}

// "30,20": two angles in degrees; nothing where the view is a name.
std::optional<Camera> camera_of(const std::string& view) {
  const std::size_t comma = view.find(',');
  if (comma == std::string::npos) return {};
  std::array<double, 2> angles = {};
  const std::string words[] = {view.substr(0, comma), view.substr(comma + 1)};
  for (std::size_t i = 0; i < 2; ++i) {
    char* end = nullptr;
    angles[i] = std::strtod(words[i].c_str(), &end);
    if (end == words[i].c_str() || *end != '\0' || !(std::abs(angles[i]) <= (i == 0 ? 360 : 90))) {
      throw Error("view is '" + view +
                  "'; it must be a name, or two angles in degrees: azimuth, -360 to 360, and "
                  "elevation, -90 to 90, such as '30,20'");
    }
  }
  return Camera{angles[0], angles[1]};
}

View view_of(const std::string& view) {
  if (camera_of(view)) return View::iso;
  return word_of("view", view, {View::top, View::front, View::side, View::iso});
}

DrawOptions draw_options(const std::string& view, const std::string& color_by,
                         const std::string& labels, std::optional<double> deformed,
                         bool standalone) {
  return {.view = view_of(view),
          .camera = camera_of(view),
          .up = Up::automatic,
          .color_by = word_of("color_by", color_by,
                              {ColorBy::tension, ColorBy::strain, ColorBy::utilisation,
                               ColorBy::set, ColorBy::none}),
          .labels = word_of("labels", labels,
                            {Labels::none, Labels::nodes, Labels::springs, Labels::all}),
          .inner = false,
          .surface = false,
          .deformed = deformed,
          .name = {},
          .standalone = standalone};
}

std::string svg(const Net& net, const py::object& rest, const std::string& view,
                const std::string& color_by, const std::string& labels,
                std::optional<double> deformed, bool standalone) {
  const DrawOptions options = draw_options(view, color_by, labels, deformed, standalone);
  if (rest.is_none()) return draw_svg(net.system(), nullptr, options);
  const Equilibrium found = rest_of(net, rest);
  return draw_svg(net.system(), &found, options);
}

// ---- states in the order of time ----

// `velocity` and `tension` may be None.
StoredFrames frames_of(const Net& net, const Doubles& time, const Doubles& position,
                       const py::object& velocity, const py::object& tension) {
  const auto row = [](const py::object& rows, std::size_t index, std::size_t width) {
    if (rows.is_none()) return std::vector<double>();
    const Doubles array = rows.cast<Doubles>();
    return std::vector<double>(array.data() + index * width, array.data() + (index + 1) * width);
  };
  const std::size_t nodes = net.system().nodes.position.size();
  const auto springs = static_cast<std::size_t>(net.system().spring_count());
  std::vector<Snapshot> frames;
  for (std::size_t i = 0; i < static_cast<std::size_t>(time.size()); ++i) {
    frames.emplace_back();
    frames.back().time = time.data()[i];
    frames.back().position = row(position, i, nodes);
    frames.back().velocity = row(velocity, i, nodes);
    frames.back().tension = row(tension, i, springs);
  }
  return StoredFrames(std::move(frames));
}

py::dict snapshot_dict(const Net& net, Snapshot&& frame) {
  const Shape shape = net.node_shape();
  py::dict result;
  result["time"] = frame.time;
  result["position"] = owned(std::move(frame.position), shape);
  result["velocity"] =
      frame.velocity.empty() ? py::none() : py::object(owned(std::move(frame.velocity), shape));
  result["tension"] =
      frame.tension.empty() ? py::none() : py::object(owned(std::move(frame.tension)));
  return result;
}

Net net_at(const Net& net, double time, const Doubles& position, const py::object& velocity) {
  Snapshot state = start_snapshot(net.system());
  state.time = time;
  state.position = vector_of(position);
  if (!velocity.is_none()) state.velocity = vector_of(velocity.cast<Doubles>());
  return Net(with_snapshot(net.system(), state));
}

// ---- ready-made parts ----

py::list generator_list() {
  py::list result;
  for (const Generator& kind : generators()) {
    py::dict entry;
    entry["name"] = kind.name;
    entry["summary"] = kind.summary;
    py::list options;
    for (const GeneratorOption& option : kind.options) {
      py::dict one;
      one["name"] = option.name;
      one["type"] = to_string(option.type);
      one["unit"] = option.unit;
      one["help"] = option.help;
      one["default"] = option.preset;
      one["words"] = option.words;
      options.append(one);
    }
    entry["options"] = options;
    const auto names = [](const std::vector<GeneratorName>& list) {
      py::dict all;
      for (const GeneratorName& name : list) all[py::str(name.name)] = name.help;
      return all;
    };
    entry["groups"] = names(kind.groups);
    entry["springs"] = names(kind.springs);
    result.append(entry);
  }
  return result;
}

std::string starter(const std::string& kind, int dimension,
                    const std::vector<std::pair<std::string, std::string>>& options) {
  const Generator* found = find_generator(kind);
  if (found == nullptr) throw Error("there is no kind `" + kind + "` of parts");
  return starter_scene(*found, dimension, options);
}

void bind_formats(py::module_& module) {
  module.def("formats", [] {
    py::list result;
    for (const FileFormat& format : file_formats()) {
      py::dict entry;
      entry["name"] = format.name;
      entry["endings"] = format.endings;
      entry["title"] = format.title;
      entry["reads"] = format.reads;
      entry["writes"] = format.writes;
      result.append(entry);
    }
    return result;
  });
  module.def(
      "import_file",
      [](const std::string& path, const std::string& format, int dimension, bool keep_unused,
         std::optional<double> merge) {
        Imported imported;
        {
          const py::gil_scoped_release release;
          imported = import_file(path, {format, dimension, keep_unused, merge});
        }
        return py::make_tuple(Net(std::move(imported.system)), remarks(imported.report));
      },
      py::arg("path"), py::arg("format"), py::arg("dimension"), py::arg("keep_unused"),
      py::arg("merge"));
  module.def(
      "export_file",
      [](const Net& net, const std::string& path, const Doubles& time, const Doubles& position,
         const py::object& velocity, const py::object& tension) {
        const StoredFrames frames = frames_of(net, time, position, velocity, tension);
        const py::gil_scoped_release release;
        return export_file(net.system(), frames, path);
      },
      py::arg("net"), py::arg("path"), py::arg("time"), py::arg("position"), py::arg("velocity"),
      py::arg("tension"));
  module.def(
      "save_scene",
      [](const Net& net, const std::string& path) { save_system(net.system(), path); },
      py::arg("net"), py::arg("path"), py::call_guard<py::gil_scoped_release>());
  module.def(
      "arrays_npz",
      [](const Net& net, const py::object& rest) {
        return py::bytes(arrays_npz(net.system(), rest_of(net, rest)));
      },
      py::arg("net"), py::arg("rest"));
}

}  // namespace

void bind_files(py::module_& module) {
  bind_formats(module);
  module.def("generators", &generator_list);
  module.def("starter_scene", &starter, py::arg("kind"), py::arg("dimension"), py::arg("options"));
  module.def("draw_svg", &svg, py::arg("net"), py::arg("rest"), py::arg("view"),
             py::arg("color_by"), py::arg("labels"), py::arg("deformed"), py::arg("standalone"));
  module.def(
      "table_csv",
      [](const Net& net, const py::object& rest, const std::string& table) {
        const Table which =
            word_of("table", table, {Table::springs, Table::nodes, Table::reactions});
        return table_csv(net.system(), rest_of(net, rest), which);
      },
      py::arg("net"), py::arg("rest"), py::arg("table"));
  module.def(
      "movie_svg",
      [](const Net& net, const Doubles& time, const Doubles& position, const py::object& tension,
         const std::string& view) {
        const StoredFrames frames = frames_of(net, time, position, py::none(), tension);
        MovieOptions options;
        options.view = view_of(view);
        options.camera = camera_of(view);
        const py::gil_scoped_release release;
        return movie_svg(net.system(), frames, options).svg;
      },
      py::arg("net"), py::arg("time"), py::arg("position"), py::arg("tension"), py::arg("view"));
  module.def(
      "plot_svg",
      [](const std::string& title, const std::string& x_label, const std::string& y_label,
         const std::vector<std::tuple<std::string, std::vector<double>, std::vector<double>>>&
             curves) {
        Plot plot{.title = title, .x_label = x_label, .y_label = y_label};
        for (const auto& [name, x, y] : curves)
          plot.series.push_back({.name = name, .colour = -1, .x = x, .y = y});
        return plot_svg(plot);
      },
      py::arg("title"), py::arg("x_label"), py::arg("y_label"), py::arg("curves"));
  module.def("net_at", &net_at, py::arg("net"), py::arg("time"), py::arg("position"),
             py::arg("velocity"));
  py::class_<ResultFolder>(module, "ResultFolder")
      .def(py::init<const std::string&>(), py::arg("folder"))
      .def("scene", [](const ResultFolder& folder) { return Net(folder.scene()); })
      .def("format", [](const ResultFolder& folder) { return to_string(folder.format()); })
      .def("times", [](const ResultFolder& folder) { return owned(std::vector(folder.times())); })
      .def(
          "frame",
          [](const ResultFolder& folder, std::size_t index) {
            Snapshot frame;
            {
              const py::gil_scoped_release release;
              frame = folder.frame(index);
            }
            return snapshot_dict(Net(folder.scene()), std::move(frame));
          },
          py::arg("index"));
}

}  // namespace tensio::python
