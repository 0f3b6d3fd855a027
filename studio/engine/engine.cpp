// Scenes: opened, created, kept for undo, and made the present one again.
#include "engine.hpp"

#include <cstdio>

namespace tensio::studio {

namespace {

// Springs whose file gives no stiffness get this EA; the page says so.
constexpr double kAssumedEA = 1000;

bool lacks_stiffness(const System& system, const SpringSet& set) {
  for (const Material& material : system.materials)
    if (material.name == set.material) return false;
  return set.stiffness.empty() && set.axial_stiffness.empty() && set.youngs_modulus.empty() &&
         set.pretension.empty();
}

// Bytes of a system, near enough to bound the memory of undo.
double bytes_of(const System& system) {
  double numbers = 0;
  const Nodes& nodes = system.nodes;
  numbers += static_cast<double>(nodes.position.size() + nodes.start.size() +
                                 nodes.velocity.size() + nodes.mass.size());
  for (const SpringSet& set : system.springs)
    numbers +=
        static_cast<double>(set.ends.size() + set.stiffness.size() + set.axial_stiffness.size() +
                            set.rest_length.size() + set.pretension.size() + set.damping.size() +
                            set.coefficients.size() + 2 * set.points.size());
  numbers += static_cast<double>(system.faces.nodes.size() + system.faces.start.size()) / 2;
  for (const auto* groups : {&system.groups, &system.spring_groups, &system.face_groups})
    for (const Group& group : *groups) numbers += static_cast<double>(group.members.size()) / 2;
  for (const Load& load : system.loads)
    numbers += static_cast<double>(load.nodes.size() + load.force.size());
  for (const Formula& formula : system.formulas)
    numbers += static_cast<double>(formula.pointer.size() + formula.text.size() + 64) / 8;
  numbers += 4 * static_cast<double>(nodes.name.size());
  return 8 * numbers + 2000;
}

}  // namespace

LoadOptions browser_limits() {
  LoadOptions options;
  options.max_generated = 1'000'000;
  return options;
}

Engine::Engine() {
  System empty;
  empty.dimension = 2;
  document_.system = std::make_shared<const System>(std::move(empty));
}

// ---- documents ----

void Engine::forget_derived() {
  base_.reset();
  network_.reset();
  masses_.reset();
  rest_.reset();
  shown_.clear();
}

void Engine::set_document(Document document, bool keep_state) {
  document_ = std::move(document);
  forget_derived();
  if (keep_state) return;
  simulation_.reset();
  initial_.reset();
  pull_.reset();
  blow_up_.reset();
  recording_.reset();
}

val Engine::open(const std::string& path, const std::string& name, int dimension) {
  return guarded([&] {
    Document document;
    const std::string folder = path.substr(0, path.rfind('/'));
    const FileFormat* format = format_of_file(path);
    const bool scene = path.size() > 5 && path.substr(path.size() - 5) == ".json";
    System system;
    if (scene || format == nullptr) {
      // The text itself, so that messages name the file as the user knows it.
      FILE* file = std::fopen(path.c_str(), "rb");
      if (!file) throw Error("cannot read " + name, ErrorKind::io);
      std::string content;
      char block[65536];
      for (std::size_t n; (n = std::fread(block, 1, sizeof block, file)) > 0;)
        content.append(block, n);
      std::fclose(file);
      system = parse_system(content, name, folder, browser_limits());
      document.source = std::make_shared<const Source>(Source{std::move(content), name, folder});
    } else {
      ImportOptions options;
      options.dimension = dimension;
      Imported imported = import_file(path, options);
      document.remarks = remarks(imported.report);
      system = std::move(imported.system);
    }
    for (SpringSet& set : system.springs)
      if (lacks_stiffness(system, set) && !set.law) {
        set.axial_stiffness = {kAssumedEA};
        document.assumed_ea = kAssumedEA;
      }
    require_valid(system);
    document.system = std::make_shared<const System>(std::move(system));
    set_document(std::move(document), false);
    return val::object();
  });
}

val Engine::open_result(const std::string& folder) {
  return guarded([&] {
    auto recording = std::make_unique<ResultFolder>(folder);
    Document document;
    document.system = std::make_shared<const System>(recording->scene());
    set_document(std::move(document), false);
    recording_ = std::move(recording);
    return val::object();
  });
}

val Engine::show_recorded(int frame) {
  return guarded([&] {
    if (!recording_) throw Refused{"No recorded run is open."};
    const auto count = recording_->times().size();
    if (frame < 0 || usize(frame) >= count) throw Error("there is no such frame");
    const Snapshot state = recording_->frame(usize(frame));
    simulation_.reset();
    rest_.reset();
    shown_ = state.position;
    shown_time_ = state.time;
    return val::object();
  });
}

val Engine::create(int dimension) {
  return guarded([&] {
    System system;
    system.dimension = dimension == 2 ? 2 : 3;
    system.gravity[usize(system.dimension) - 1] = -9.81;
    system.units = {"m", "N", "s"};
    system.nodes.mass = {0.1};
    Document document;
    document.system = std::make_shared<const System>(std::move(system));
    set_document(std::move(document), false);
    return val::object();
  });
}

int Engine::keep_document() {
  documents_[next_document_] = document_;
  return next_document_++;
}

void Engine::drop_document(int handle) { documents_.erase(handle); }

double Engine::document_bytes(int handle) const {
  const auto found = documents_.find(handle);
  return found == documents_.end() ? 0 : bytes_of(*found->second.system);
}

val Engine::use_document(int handle, bool state) {
  return guarded([&] {
    const auto found = documents_.find(handle);
    if (found == documents_.end()) throw Refused{"That version of the scene is gone."};
    const Document next = found->second;
    const bool fits = state && next.system->dimension == document().dimension &&
                      next.system->node_count() == document().node_count() &&
                      next.system->spring_count() == document().spring_count();
    std::string saved;
    std::shared_ptr<const Snapshot> initial;
    if (fits && simulation_) saved = simulation_->save();
    if (fits) initial = initial_;
    const std::optional<Pull> pulled = fits ? pull_ : std::nullopt;
    set_document(next, false);
    initial_ = std::move(initial);
    pull_ = pulled;
    if (!saved.empty()) {
      simulation_.emplace(with_masses(base()), options_of(base()), nullptr, Validated::yes);
      simulation_->restore(saved);
    }
    val result = val::object();
    result.set("kept", fits);
    return result;
  });
}

}  // namespace tensio::studio
