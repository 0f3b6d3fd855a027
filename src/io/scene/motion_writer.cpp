// What a scene says about motion, as JSON.
#include <fmt/format.h>

#include <cmath>

#include "core/index.hpp"
#include "io/scene/obstacle_keys.hpp"
#include "io/scene/sections.hpp"
#include "io/scene/writer.hpp"

namespace tensio::io {

void SceneWriter::unusual_member(std::string_view name, double value, double usual) {
  const bool unusual = value != usual || std::signbit(value) != std::signbit(usual);
  if (unusual || has_formula(name, value)) number_member(name, value);
}

void SceneWriter::number_member_if(std::string_view name, const std::optional<double>& value) {
  if (value) number_member(name, *value);
}

void SceneWriter::word_member(std::string_view name, std::string_view word) {
  key(name);
  fmt::format_to(out(), "{}", word);
}

void SceneWriter::wave(const Waveform& data) {
  if (data.shape == Waveform::Shape::constant) return number(data.value);
  object(true, [&] {
    if (data.shape == Waveform::Shape::ramp) {
      key("ramp");
      wrapped(data.points.size(), [&](std::size_t i) { numbers(data.points[i].data(), 2); });
      return;
    }
    key("sine");
    object(true, [&] { members(kSineFields, data); });
  });
}

void SceneWriter::waves_member(std::string_view name, const std::vector<Waveform>& data) {
  list_section(name, data, [&](const Waveform& entry) {
    item();
    wave(entry);
  });
}

template <class Owner>
void SceneWriter::parts(const Owner& owner) {
  const auto part = [&](std::string_view name, const auto& fields, const auto& data) {
    if (!data) return;
    key(name);
    object(true, [&] { members(fields, *data); });
  };
  part("viscous", kViscousFields, owner.viscous);
  part("yield", kYieldFields, owner.yield);
  part("break", kBreakFields, owner.breaks);
  if (owner.active) {
    key("active");
    object(true, [&] {
      for (const auto& [name, data] : {std::pair("rest_length", &owner.active->rest_length),
                                       std::pair("stiffness", &owner.active->stiffness)}) {
        if (!*data) continue;
        key(name);
        wave(**data);
      }
    });
  }
}

template void SceneWriter::parts(const Material&);
template void SceneWriter::parts(const SpringSet&);

void SceneWriter::faces(const Faces& data) {
  if (data.count() == 0 && data.mass_per_area.empty() && data.note.empty()) return;
  const auto corners = [&] {
    wrapped(usize(data.count()), [&](std::size_t face) {
      const char* comma = "[";
      for (const int node : data.corners(static_cast<int>(face))) {
        fmt::format_to(out(), "{}{}", comma, node);
        comma = ", ";
      }
      fmt::format_to(out(), "]");
    });
  };
  key("faces");
  if (data.mass_per_area.empty() && data.note.empty()) return corners();
  object(data.count() < static_cast<int>(kLineWidth), [&] {
    key("nodes");
    corners();
    column_member("mass_per_area", data.mass_per_area);
    text_member("note", data.note);
  });
}

void SceneWriter::wind(const Wind& data) {
  key("wind");
  object(true, [&] {
    waves_member("velocity", data.velocity);
    members(kWindFields, data);
    text_member("note", data.note);
  });
}

void SceneWriter::obstacle(const Obstacle& data) {
  const ObstacleKeys keys = keys_of(data.kind);
  const auto vector_member = [&](std::string_view name, const std::vector<double>& values) {
    key(name);
    numbers(values.data(), values.size());
  };
  item();
  object(true, [&] {
    text_member("name", data.name);
    text_member("kind", to_string(data.kind));
    vector_member(keys.point, data.point);
    if (keys.normal) vector_member("normal", data.normal);
    if (keys.point_b) vector_member("to", data.point_b);
    if (keys.radius) number_member("radius", data.radius);
    if (keys.size) vector_member("size", data.size);
    if (keys.size && !data.rotate.empty()) vector_member("rotate", data.rotate);
    members(kObstacleFields, data);
    waves_member("motion", data.motion);
    text_member("note", data.note);
  });
}

void SceneWriter::event(const Event& data) {
  item();
  object(true, [&] {
    members(kEventFields, data);
    for (const auto& [name, nodes] : {std::pair("free", &data.free), std::pair("fix", &data.fix)}) {
      if (nodes->empty()) continue;
      key(name);
      ids(*nodes);
    }
    if (!data.set.empty()) {
      key("set");
      object(true, [&] {
        for (const auto& [name, values] : data.set) column_member(name, values);
      });
    }
    // an event of nothing stays one
    if (data.free.empty() && data.fix.empty() && data.set.empty()) word_member("free", "[]");
    text_member("note", data.note);
  });
}

void SceneWriter::probe(const Probe& data) {
  item();
  object(true, [&] {
    text_member("name", data.name);
    key(data.springs.empty() ? "nodes" : "springs");
    ids(data.springs.empty() ? data.nodes : data.springs);
    text_member("quantity", data.quantity);
    if (data.reduce != Probe::Reduce::none) text_member("reduce", to_string(data.reduce));
    text_member("note", data.note);
  });
}

void SceneWriter::simulation(const SimulationOptions& options) {
  key("simulation");
  object(true, [&] {
    members(kSimulationFields, options);
    text_member("note", options.note);
  });
}

void SceneWriter::motion(const System& system) {
  unusual_member("drag", system.drag, 0);
  if (system.wind) wind(*system.wind);
  list_section("obstacles", system.obstacles, [&](const Obstacle& data) { obstacle(data); });
  list_section("events", system.events, [&](const Event& data) { event(data); });
  list_section("probes", system.probes, [&](const Probe& data) { probe(data); });
  if (system.simulation) simulation(*system.simulation);
}

}  // namespace tensio::io
