// What a scene says about motion, as JSON.
#include <fmt/format.h>

#include <cmath>

#include "core/index.hpp"
#include "io/scene/obstacle_keys.hpp"
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
    object(true, [&] {
      number_member("amplitude", data.amplitude);
      number_member("frequency", data.frequency);
      unusual_member("phase", data.phase, 0);
      unusual_member("offset", data.offset, 0);
    });
  });
}

void SceneWriter::waves_member(std::string_view name, const std::vector<Waveform>& data) {
  if (data.empty()) return;
  key(name);
  open('[');
  for (const Waveform& entry : data) {
    item();
    wave(entry);
  }
  close(']');
}

template <class Owner>
void SceneWriter::parts(const Owner& owner) {
  if (owner.viscous) {
    key("viscous");
    object(true, [&] {
      number_member("stiffness", owner.viscous->stiffness);
      number_member_if("viscosity", owner.viscous->viscosity);
      number_member_if("time", owner.viscous->time);
    });
  }
  if (owner.yield) {
    key("yield");
    object(true, [&] {
      number_member_if("strain", owner.yield->strain);
      number_member_if("force", owner.yield->force);
      unusual_member("hardening", owner.yield->hardening, 0);
    });
  }
  if (owner.breaks) {
    key("break");
    object(true, [&] {
      number_member_if("strain", owner.breaks->strain);
      number_member_if("force", owner.breaks->force);
      if (owner.breaks->compression) word_member("compression", "true");
    });
  }
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
  const Wind usual;
  key("wind");
  object(true, [&] {
    waves_member("velocity", data.velocity);
    unusual_member("density", data.density, usual.density);
    unusual_member("drag_coefficient", data.drag_coefficient, usual.drag_coefficient);
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
    unusual_member("friction", data.friction, 0);
    unusual_member("restitution", data.restitution, 0);
    unusual_member("thickness", data.thickness, 0);
    waves_member("motion", data.motion);
    text_member("note", data.note);
  });
}

void SceneWriter::event(const Event& data) {
  item();
  object(true, [&] {
    number_member("at", data.at);
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
  const SimulationOptions usual;
  key("simulation");
  object(true, [&] {
    if (options.integrator != usual.integrator)
      text_member("integrator", to_string(options.integrator));
    unusual_member("time_step", options.time_step, usual.time_step);
    unusual_member("start_time", options.start_time, usual.start_time);
    unusual_member("duration", options.duration, usual.duration);
    unusual_member("output_every", options.output_every, usual.output_every);
    unusual_member("probe_every", options.probe_every, usual.probe_every);
    if (options.start != usual.start) text_member("start", to_string(options.start));
    if (options.method != usual.method) text_member("method", to_string(options.method));
    unusual_member("blowup_strain", options.blowup_strain, usual.blowup_strain);
    unusual_member("tolerance", options.tolerance, usual.tolerance);
    unusual_member("max_iterations", options.max_iterations, usual.max_iterations);
    if (options.precision != usual.precision)
      text_member("precision", to_string(options.precision));
    text_member("note", options.note);
  });
}

void SceneWriter::motion(const System& system) {
  unusual_member("drag", system.drag, 0);
  if (system.wind) wind(*system.wind);
  const auto list = [&](std::string_view name, const auto& items, auto write_item) {
    if (items.empty()) return;
    key(name);
    open('[');
    for (const auto& entry : items) (this->*write_item)(entry);
    close(']');
  };
  list("obstacles", system.obstacles, &SceneWriter::obstacle);
  list("events", system.events, &SceneWriter::event);
  list("probes", system.probes, &SceneWriter::probe);
  if (system.simulation) simulation(*system.simulation);
}

}  // namespace tensio::io
