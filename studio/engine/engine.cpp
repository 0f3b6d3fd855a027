#include "engine.hpp"

#include <emscripten.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace tensio::studio {

namespace {

// Springs whose file gives no stiffness get this EA; the page says so.
constexpr double kAssumedEA = 1000;
// Nodes without mass swing with about this frequency on their own springs [1/time unit].
constexpr double kAssumedFrequency = 60;
constexpr double kUsualDuration = 10;

// Copies what a frame shows.
class Copy final : public MotionObserver {
 public:
  explicit Copy(Reading& reading) : reading_(reading) {}
  void frame(const MotionFrame& frame) override {
    const auto copy = [](auto& to, const auto& from) { to.assign(from.begin(), from.end()); };
    reading_.time = frame.time;
    reading_.step = frame.step;
    copy(reading_.position, frame.position);
    copy(reading_.velocity, frame.velocity);
    copy(reading_.length, frame.length);
    copy(reading_.tension, frame.tension);
    copy(reading_.strain, frame.strain);
    copy(reading_.energy, frame.spring_energy);
    copy(reading_.broken, frame.broken);
    copy(reading_.plastic, frame.plastic_elongation);
    reading_.energies = frame.energy;
    reading_.moving = true;
  }

 private:
  Reading& reading_;
};

// The whole state, as a scene needs it to continue from there.
class Take final : public MotionObserver {
 public:
  void frame(const MotionFrame& frame) override {
    const auto copy = [](auto& to, const auto& from) { to.assign(from.begin(), from.end()); };
    state.time = frame.time;
    copy(state.position, frame.position);
    copy(state.velocity, frame.velocity);
    copy(state.tension, frame.tension);
    copy(state.broken, frame.broken);
    copy(state.plastic_elongation, frame.plastic_elongation);
    copy(state.hardening_force, frame.hardening_force);
    copy(state.viscous_tension, frame.viscous_tension);
    state.events_applied = frame.events_applied;
  }
  Snapshot state;
};

// Ends a call after a number of steps; steps before that may be fused.
class UntilStep final : public MotionObserver {
 public:
  explicit UntilStep(std::int64_t last) : last_(last) {}
  void frame(const MotionFrame&) override {}
  bool wants_nodes() const override { return false; }
  bool wants_springs() const override { return false; }
  bool step(double, std::int64_t step) override { return step < last_; }
  std::int64_t next_step(std::int64_t) const override { return last_; }

 private:
  std::int64_t last_;
};

SimulationOptions options_of(const System& system) {
  SimulationOptions options = system.simulation.value_or(SimulationOptions{});
  options.threads = 1;
  // A run of the studio has no end. Where the scene does not say how long its own is, integrator
  // and step are chosen as for this duration, so that stiff nets move in real time.
  if (options.duration == 0) options.duration = kUsualDuration;
  return options;
}

bool lacks_stiffness(const System& system, const SpringSet& set) {
  for (const Material& material : system.materials)
    if (material.name == set.material) return false;
  return set.stiffness.empty() && set.axial_stiffness.empty() && set.youngs_modulus.empty() &&
         set.pretension.empty();
}

// A browser has less memory than a machine.
LoadOptions limits() {
  LoadOptions options;
  options.max_generated = 1'000'000;
  return options;
}

// So many digits that reading them gives the same bits.
std::string in_full(double value) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.17g", value);
  return digits;
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
      system = parse_system(content, name, folder, limits());
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

val Engine::edit(const val& operations) {
  return guarded([&] {
    const Reading reading = read();
    // A run that has not begun is prepared again when it is needed.
    const bool running = simulation_ && simulation_->steps() > 0;
    System next = document();
    const bool sourced = document_.source != nullptr;
    bool only_parameters = true;
    std::optional<double> assumed = document_.assumed_ea;
    Edits edits(next, reading.position);
    val names = val::array();
    bool reread = false;
    bool keep_shape = false;
    const auto count = operations["length"].as<std::size_t>();
    for (std::size_t i = 0; i < count; ++i) {
      const val operation = operations[i];
      if (edits.apply(operation)) {
        only_parameters = false;
        const std::string op = text(operation, "op");
        if (op == "springValues") assumed.reset();
        continue;
      }
      const std::string op = text(operation, "op");
      if (op == "parameters") {
        const val values = object_at(operation, "values");
        LoadOptions options = limits();
        const val keys = val::global("Object").call<val>("keys", values);
        const auto number_of_keys = keys["length"].as<std::size_t>();
        for (std::size_t k = 0; k < number_of_keys; ++k) {
          const std::string name = keys[k].as<std::string>();
          const val value = values[name];
          if (!value.isString() && !(value.isNumber() && std::isfinite(value.as<double>())))
            throw Error(name + " is not a number");
          options.set.emplace_back(
              name, value.isString() ? value.as<std::string>() : in_full(value.as<double>()));
          names.call<void>("push", val(name));
        }
        // As long as only parameters have changed, the text as it was opened counts: parts that it
        // generates follow them.
        if (sourced && only_parameters && i == 0) {
          for (const Parameter& parameter : next.parameters) {
            const bool given =
                std::any_of(options.set.begin(), options.set.end(),
                            [&](const auto& set) { return set.first == parameter.name; });
            const bool formula =
                std::any_of(next.formulas.begin(), next.formulas.end(), [&](const Formula& f) {
                  return f.pointer.rfind("/parameters/" + parameter.name, 0) == 0;
                });
            if (given || formula) continue;
            options.set.emplace_back(parameter.name, in_full(parameter.value));
          }
          const Source& source = *document_.source;
          next = parse_system(source.text, source.name, source.folder, options);
        } else {
          next = parse_system(write_system(next), "scene", {}, options);
        }
        reread = true;
      } else if (op == "text") {
        next = parse_system(text(operation, "text"), "scene", {}, limits());
        only_parameters = false;
        reread = true;
      } else if (op == "keepShape") {
        Equilibrium rest;
        rest.state.position = edits.shape();
        next = redrawn(next, rest);
        only_parameters = false;
        keep_shape = true;
      } else if (op == "keepMasses") {
        next.nodes.mass = masses().of_node;
        for (std::size_t n = 0; n < next.nodes.mass.size(); ++n)
          if (next.nodes.mass[n] == 0 && !document().nodes.mass.empty())
            next.nodes.mass[n] = document().nodes.mass.size() == 1 ? document().nodes.mass[0]
                                                                   : document().nodes.mass[n];
        only_parameters = false;
      } else if (op == "paste") {
        const System part = parse_system(text(operation, "text"), "copied part", {}, limits());
        const std::array<double, 3> by = vector_from(operation, "by");
        Placement placement;
        placement.at.assign(by.begin(), by.begin() + next.dimension);
        append(next, part, placement);
        only_parameters = false;
        reread = true;
      } else {
        throw Error("there is no operation `" + op + "`");
      }
    }
    require_valid(next);

    const EditResult& made = edits.result();
    const bool same_counts = next.dimension == document().dimension &&
                             next.node_count() == document().node_count() &&
                             next.spring_count() == document().spring_count();
    const bool topology = made.topology || !same_counts;
    // The state continues from here.
    std::string saved;
    std::shared_ptr<const Snapshot> initial;
    if (topology && made.topology && !reread) {
      if (running || initial_ || recording_) {
        // Nodes and springs that were there before keep what they have.
        Snapshot state = now();
        const auto rows = [&](std::vector<double>& values) {
          if (values.empty()) return;
          std::vector<double> mapped;
          const auto d = usize(next.dimension);
          for (const int old : made.old_node)
            for (std::size_t axis = 0; axis < d; ++axis)
              mapped.push_back(old < 0 ? 0.0 : values[usize(old) * d + axis]);
          values = std::move(mapped);
        };
        rows(state.velocity);
        state.position = edits.shape();
        const auto springs = [&](auto& values) {
          if (values.empty()) return;
          std::decay_t<decltype(values)> mapped;
          for (const int old : made.old_spring)
            mapped.push_back(old < 0 ? typename std::decay_t<decltype(values)>::value_type{}
                                     : values[usize(old)]);
          values = std::move(mapped);
        };
        springs(state.tension);
        springs(state.broken);
        springs(state.rest_length);
        springs(state.plastic_elongation);
        springs(state.hardening_force);
        springs(state.viscous_tension);
        initial = std::make_shared<const Snapshot>(std::move(state));
      }
    } else if (same_counts && !topology) {
      if (running) saved = simulation_->save();
      initial = initial_;
      if (initial && made.moved) {
        Snapshot state = *initial;
        state.position = edits.shape();
        initial = std::make_shared<const Snapshot>(std::move(state));
      }
      if (keep_shape && !running) initial.reset();
    }
    Document document;
    document.system = std::make_shared<const System>(std::move(next));
    document.remarks = document_.remarks;
    document.assumed_ea = assumed;
    if (only_parameters) document.source = document_.source;
    const std::optional<Pull> pulled = topology ? std::nullopt : pull_;
    // All or nothing: what follows may refuse.
    const Document before = document_;
    const std::shared_ptr<const Snapshot> initial_before = initial_;
    std::optional<Simulation> simulation_before = std::move(simulation_);
    simulation_.reset();
    try {
      document_ = std::move(document);
      initial_ = std::move(initial);
      forget_derived();
      if (!saved.empty()) {
        simulation_.emplace(with_masses(base()), options_of(base()), nullptr, Validated::yes);
        simulation_->restore(saved);
        if (made.moved) simulation_->set_state({reading.time, edits.shape(), reading.velocity});
      } else {
        (void)network();
      }
    } catch (...) {
      document_ = before;
      initial_ = initial_before;
      simulation_ = std::move(simulation_before);
      forget_derived();
      throw;
    }
    pull_ = pulled;
    blow_up_.reset();
    if (topology) recording_.reset();
    val result = val::object();
    result.set("topology", topology);
    result.set("kept", !saved.empty() || !running);
    result.set("addedNodes", list(made.added_nodes));
    result.set("addedSprings", list(made.added_springs));
    result.set("names", names);
    return result;
  });
}

// ---- the state ----

const System& Engine::base() {
  if (!initial_) return document();
  if (!base_) {
    base_ = with_snapshot(document(), *initial_);
    if (base_->simulation) {
      base_->simulation->start = StartFrom::drawn;
      base_->simulation->start_time = initial_->time;
    } else {
      base_->simulation.emplace();
      base_->simulation->start_time = initial_->time;
    }
  }
  return *base_;
}

const Network& Engine::network() {
  if (!network_) network_ = compile(base(), Validated::yes);
  return *network_;
}

std::vector<double> Engine::still_positions() {
  const System& system = base();
  std::vector<double> x = system.nodes.start.empty() ? system.nodes.position : system.nodes.start;
  if (x.empty()) return x;
  // Fixed axes are where their supports are.
  const Selection selection = free_selection(network());
  std::vector<char> free(x.size(), 0);
  for (const int axis : selection.P.column) free[usize(axis)] = 1;
  const std::vector<unsigned char> fixed = fixed_axes(system);
  const auto d = usize(system.dimension);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!free[i] && (fixed[i / d] & (1U << (i % d)))) x[i] = selection.b[i];
  return x;
}

Snapshot Engine::now() {
  if (simulation_) {
    Take take;
    simulation_->show(take);
    return take.state;
  }
  if (initial_) return *initial_;
  Snapshot state = start_snapshot(document());
  state.position = still_positions();
  return state;
}

Reading Engine::read() {
  Reading reading;
  if (simulation_ && shown_.empty()) {
    Copy copy(reading);
    simulation_->show(copy);
    return reading;
  }
  reading.position = !shown_.empty() ? shown_ : rest_ ? rest_->state.position : still_positions();
  reading.time = !shown_.empty() && recording_ ? shown_time_
                 : initial_                    ? initial_->time
                                               : options_of(document()).start_time;
  if (shown_.empty() && !base().nodes.velocity.empty()) reading.velocity = base().nodes.velocity;
  if (reading.velocity.empty()) reading.velocity.assign(reading.position.size(), 0.0);
  if (document().node_count() == 0) return reading;
  SpringStates states = spring_states(network(), reading.position);
  reading.length = std::move(states.length);
  reading.tension = std::move(states.tension);
  reading.strain = std::move(states.strain);
  reading.energy = std::move(states.energy);
  if (rest_ && shown_.empty()) {
    reading.tension = rest_->tension;
    reading.length = rest_->length;
    reading.strain = rest_->strain;
  }
  for (const SpringSet& set : base().springs)
    for (std::size_t i = 0; i < set.ends.size(); ++i)
      reading.broken.push_back(
          set.broken.empty() ? 0 : (set.broken.size() == 1 ? set.broken[0] : set.broken[i]) != 0);
  const tensio::Energies e = tensio::energies(network(), reading.position, reading.velocity);
  reading.energies.kinetic = e.kinetic;
  reading.energies.elastic = e.elastic;
  reading.energies.gravity = e.gravity;
  reading.energies.load = e.load;
  reading.energies.total = e.total;
  return reading;
}

const Masses& Engine::masses() {
  if (masses_) return *masses_;
  Masses result;
  const System& system = base();
  const std::vector<double> own = node_masses(system);
  const std::vector<unsigned char> fixed = fixed_axes(system);
  const auto all = static_cast<unsigned char>((1U << system.dimension) - 1);
  result.of_node.assign(own.size(), 0.0);
  // A node that something frees later needs a mass too.
  std::vector<char> freed(own.size(), 0);
  for (const Event& event : system.events)
    for (const int node : event.free) freed[usize(node)] = 1;
  bool missing = false;
  for (std::size_t i = 0; i < own.size(); ++i)
    missing |= own[i] == 0 && (fixed[i] != all || freed[i]);
  if (missing) {
    const SpringStates states = spring_states(network(), still_positions());
    std::vector<double> stiffness(own.size(), 0.0);
    std::size_t s = 0;
    for (const SpringSet& set : system.springs)
      for (const auto& ends : set.ends) {
        const double k =
            std::max({std::abs(states.tangent[s]), std::abs(states.stiffness[s]),
                      std::abs(states.tension[s]) / std::max(states.length[s], 1e-300)});
        if (std::isfinite(k))
          for (const int end : ends) stiffness[usize(end)] += k;
        ++s;
      }
    const double w = 2 * 3.14159265358979323846 * kAssumedFrequency;
    double sum = 0;
    int stiff = 0;
    for (const double k : stiffness)
      if (k > 0) {
        sum += k;
        ++stiff;
      }
    const double usual = stiff > 0 ? sum / stiff : w * w;
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (own[i] != 0 || (fixed[i] == all && !freed[i])) continue;
      const double mass = 2 * (stiffness[i] > 0 ? stiffness[i] : usual) / (w * w);
      result.of_node[i] = mass;
      result.smallest = result.count == 0 ? mass : std::min(result.smallest, mass);
      result.largest = std::max(result.largest, mass);
      ++result.count;
    }
  }
  masses_ = std::move(result);
  return *masses_;
}

System Engine::with_masses(const System& given) {
  const Masses& assumed = masses();
  System system = given;
  if (assumed.count == 0) return system;
  Column mass = system.nodes.mass;
  if (mass.size() <= 1) mass.assign(usize(system.node_count()), mass.empty() ? 0.0 : mass[0]);
  const bool gravity =
      std::any_of(system.gravity.begin(), system.gravity.end(), [](double g) { return g != 0; });
  Load lift;  // they have no weight
  for (std::size_t i = 0; i < mass.size(); ++i)
    if (assumed.of_node[i] > 0) {
      mass[i] = assumed.of_node[i];
      if (!gravity) continue;
      lift.nodes.push_back(static_cast<int>(i));
      for (int axis = 0; axis < system.dimension; ++axis)
        lift.force.push_back(-mass[i] * system.gravity[usize(axis)]);
    }
  system.nodes.mass = std::move(mass);
  if (!lift.nodes.empty()) system.loads.push_back(std::move(lift));
  return system;
}

// ---- motion ----

val Engine::motion_info() {
  const SimulationOptions& options = simulation_->options();
  val info = val::object();
  info.set("integrator", std::string(to_string(options.integrator)));
  info.set("timeStep", options.time_step);
  info.set("stableTimeStep", or_null(simulation_->stable_time_step()));
  info.set("implicit", is_implicit(options.integrator));
  info.set("choice", simulation_->choice());
  info.set("linearSolver", simulation_->linear_solver_reason());
  info.set("warnings", list(simulation_->warnings()));
  const Masses& assumed = masses();
  val of_masses = val::null();
  if (assumed.count > 0) {
    of_masses = val::object();
    of_masses.set("nodes", assumed.count);
    of_masses.set("smallest", assumed.smallest);
    of_masses.set("largest", assumed.largest);
  }
  info.set("assumedMasses", of_masses);
  return info;
}

val Engine::prepare() {
  return guarded([&] {
    if (document().node_count() == 0) throw Refused{"There is nothing here that could move."};
    if (!simulation_) {
      shown_.clear();
      const SimulationOptions options = options_of(base());
      simulation_.emplace(with_masses(base()), options, nullptr, Validated::yes);
      if (pull_) simulation_->set_target(pull_->node, pull_->point, pull_->stiffness);
    }
    return motion_info();
  });
}

double Engine::time() const {
  return simulation_ ? simulation_->time()
         : initial_  ? initial_->time
                     : options_of(document()).start_time;
}
double Engine::steps() const { return simulation_ ? static_cast<double>(simulation_->steps()) : 0; }
double Engine::time_step() const { return simulation_ ? simulation_->options().time_step : 0; }
bool Engine::adaptive() const {
  return simulation_ && simulation_->options().integrator == Integrator::rk45;
}

val Engine::after_run(const MotionReport& report) {
  val result = val::object();
  result.set("time", simulation_->time());
  result.set("step", static_cast<double>(simulation_->steps()));
  const bool failed =
      report.status == MotionStatus::blew_up || report.status == MotionStatus::not_converged;
  result.set("failed", failed);
  if (!failed) return result;
  blow_up_ = report.blow_up;
  val blown = val::object();
  blown.set("status", std::string(to_string(report.status)));
  blown.set("reason", report.reason);
  blown.set("integrator", std::string(to_string(report.integrator)));
  blown.set("lastGoodTime", simulation_->time());
  blown.set("lastGoodStep", static_cast<double>(simulation_->steps()));
  const BlowUpReport what =
      report.blow_up.value_or(BlowUpReport{.time = simulation_->time(),
                                           .step = simulation_->steps() + 1,
                                           .time_step = simulation_->options().time_step});
  blown.set("cause", std::string(report.blow_up ? to_string(what.cause) : "step"));
  blown.set("spring", what.spring);
  val nodes = val::null();
  if (what.spring >= 0) {
    const SpringPlace place = place_of(document(), what.spring);
    const auto& ends = document().springs[place.set].ends[place.index];
    nodes = val::array();
    nodes.set(0, ends[0]);
    nodes.set(1, ends[1]);
  }
  blown.set("nodes", nodes);
  blown.set("strain", what.spring >= 0 ? what.strain : kNaN);
  blown.set("allowedStrain", what.allowed_strain);
  blown.set("lastGoodStrain", what.spring >= 0 ? strain_of(what.spring) : kNaN);
  blown.set("time", what.time);
  blown.set("step", static_cast<double>(what.step));
  blown.set("timeStep", what.time_step);
  blown.set("safeStep", or_null(what.stable_time_step));
  blown.set("betterIntegrator",
            what.integrator ? val(std::string(to_string(*what.integrator))) : val::null());
  result.set("blowUp", blown);
  return result;
}

double Engine::strain_of(int spring) {
  const Reading reading = read();
  return usize(spring) < reading.strain.size() ? reading.strain[usize(spring)] : kNaN;
}

val Engine::run(double count) {
  return guarded([&] {
    if (!simulation_) throw Refused{"The motion is not prepared."};
    shown_.clear();
    rest_.reset();
    const std::int64_t last = simulation_->steps() + static_cast<std::int64_t>(count);
    MotionReport report;
    if (adaptive()) {
      while (simulation_->steps() < last) {
        report = simulation_->step();
        if (report.status != MotionStatus::finished) break;
      }
    } else {
      UntilStep until(last);
      report = simulation_->run_until(
          simulation_->time() + (count + 2) * simulation_->options().time_step, &until);
    }
    return after_run(report);
  });
}

val Engine::rewind() {
  return guarded([&] {
    simulation_.reset();
    initial_.reset();
    pull_.reset();
    blow_up_.reset();
    forget_derived();
    return val::object();
  });
}

int Engine::keep_state() {
  Kept kept{initial_, {}, rest_, pull_};
  if (simulation_) kept.run = simulation_->save();
  states_[next_state_] = std::move(kept);
  return next_state_++;
}

void Engine::drop_state(int handle) { states_.erase(handle); }

double Engine::state_bytes(int handle) const {
  const auto found = states_.find(handle);
  if (found == states_.end()) return 0;
  const Kept& kept = found->second;
  double bytes = static_cast<double>(kept.run.size()) + 200;
  // What the present has too is not counted.
  if (kept.initial && kept.initial != initial_)
    bytes += 24.0 * static_cast<double>(kept.initial->position.size());
  if (kept.rest && kept.rest != rest_)
    bytes += 24.0 * static_cast<double>(kept.rest->tension.size() + kept.rest->reaction.size());
  return bytes;
}

val Engine::use_state(int handle) {
  return guarded([&] {
    const auto found = states_.find(handle);
    if (found == states_.end()) throw Refused{"That moment is gone."};
    const Kept& kept = found->second;
    if (kept.initial != initial_) {
      simulation_.reset();
      initial_ = kept.initial;
      forget_derived();
    }
    shown_.clear();
    pull_ = kept.pull;
    if (kept.run.empty()) {
      simulation_.reset();
    } else {
      if (!simulation_)
        simulation_.emplace(with_masses(base()), options_of(base()), nullptr, Validated::yes);
      simulation_->restore(kept.run);
    }
    rest_ = kept.rest;
    return val::object();
  });
}

// ---- pulls ----

double Engine::pull_stiffness(double view) {
  const System& system = base();
  if (system.node_count() == 0 || !(view > 0)) return 1;
  const std::vector<double> applied = applied_forces(system);
  const auto d = usize(system.dimension);
  double force = 0;
  for (std::size_t node = 0; node * d < applied.size(); ++node) {
    double square = 0;
    for (std::size_t axis = 0; axis < d; ++axis)
      square += applied[node * d + axis] * applied[node * d + axis];
    force += std::sqrt(square);
  }
  if (force > 0) return force / (0.15 * view);
  const SpringStates states = spring_states(network(), still_positions());
  double sum = 0;
  for (const double k : states.stiffness) sum += std::abs(k);
  return states.stiffness.empty() || sum == 0
             ? 1
             : 0.2 * sum / static_cast<double>(states.stiffness.size());
}

val Engine::pull(int node, double x, double y, double z, double stiffness) {
  return guarded([&] {
    if (node < 0 || node >= document().node_count())
      throw Error("node " + std::to_string(node) + " does not exist");
    for (const double number : {x, y, z, stiffness})
      if (!std::isfinite(number)) throw Error("a pull needs a point and a stiffness");
    std::vector<double> point{x, y, z};
    point.resize(usize(document().dimension));
    if (simulation_ && !is_implicit(simulation_->options().integrator)) {
      // Explicit steps bear only so much more stiffness at a node.
      double mass = node_masses(base())[usize(node)];
      if (mass == 0) mass = masses().of_node[usize(node)];
      const double h = simulation_->options().time_step;
      if (mass > 0) stiffness = std::min(stiffness, 0.5 * mass / (h * h));
    }
    if (simulation_) {
      if (pull_ && pull_->node != node) simulation_->clear_target(pull_->node);
      simulation_->set_target(node, point, stiffness);
    }
    pull_ = Pull{node, std::move(point), stiffness};
    return val::object();
  });
}

void Engine::release() {
  if (pull_ && simulation_) simulation_->clear_target(pull_->node);
  pull_.reset();
}

val Engine::pull_info() {
  if (!pull_) return val::null();
  const auto d = usize(document().dimension);
  std::vector<double> force(3, 0.0);
  double square = 0;
  for (std::size_t axis = 0; axis < d; ++axis) {
    const double x = positions_.size() > 3 * usize(pull_->node) + axis
                         ? static_cast<double>(positions_[3 * usize(pull_->node) + axis])
                         : pull_->point[axis];
    force[axis] = pull_->stiffness * (pull_->point[axis] - x);
    square += force[axis] * force[axis];
  }
  val info = val::object();
  info.set("node", pull_->node);
  info.set("point", vector_of(pull_->point));
  info.set("force", vector_of(force));
  info.set("magnitude", std::sqrt(square));
  info.set("stiffness", pull_->stiffness);
  return info;
}

int Engine::event_count() const {
  return simulation_ ? static_cast<int>(simulation_->events().size()) : 0;
}

namespace {

val event_of(const MotionEvent& event) {
  val item = val::object();
  item.set("time", event.time);
  item.set("kind", std::string(to_string(event.kind)));
  item.set("node", event.node);
  item.set("spring", event.spring);
  item.set("value", event.value);
  item.set("detail", event.detail);
  return item;
}

}  // namespace

val Engine::events_since(int count) const {
  val result = val::array();
  if (!simulation_) return result;
  const std::vector<MotionEvent>& events = simulation_->events();
  for (std::size_t i = usize(std::max(0, count)); i < events.size(); ++i)
    result.call<void>("push", event_of(events[i]));
  return result;
}

// ---- frames ----

std::vector<double> Engine::forces_now(const Reading& reading) {
  if (reading.moving) return simulation_->forces();
  return tensio::forces(network(), reading.position);
}

void Engine::fill_arrows(const Reading& reading, int arrow, bool wants_forces) {
  net_force_ = kNaN;
  net_force_node_ = -1;
  arrows_.clear();
  const int dimension = document().dimension;
  const auto d = usize(dimension);
  if (arrow == 0) arrows_ = in_space(reading.velocity, dimension);
  if (arrow < 1 && !wants_forces) return;
  std::vector<double> force = forces_now(reading);
  const std::vector<unsigned char> fixed = fixed_axes(document());
  const auto is_fixed = [&](std::size_t i) { return (fixed[i / d] & (1U << (i % d))) != 0; };
  double largest = 0;
  for (std::size_t node = 0; node < fixed.size(); ++node) {
    double square = 0;
    for (std::size_t i = node * d; i < (node + 1) * d; ++i)
      if (!is_fixed(i)) square += force[i] * force[i];
    if (square > largest) {
      largest = square;
      net_force_node_ = static_cast<int>(node);
    }
  }
  net_force_ = std::sqrt(largest);
  if (arrow == 1) {
    for (std::size_t i = 0; i < force.size(); ++i)
      if (is_fixed(i)) force[i] = 0;
    arrows_ = in_space(force, dimension);
  }
  if (arrow == 2) {
    if (rest_ && !reading.moving && shown_.empty() && rest_->reaction.size() == force.size())
      force = rest_->reaction;
    else
      for (std::size_t i = 0; i < force.size(); ++i) force[i] = is_fixed(i) ? -force[i] : 0.0;
    arrows_ = in_space(force, dimension);
  }
}

val Engine::fill(int quantity, int arrow, bool wants_forces) {
  return guarded([&] {
    const Reading reading = read();
    positions_ = in_space(reading.position, document().dimension);
    const std::size_t springs = reading.tension.size();
    values_.resize(springs);
    const auto copy = [&](const std::vector<double>& from) {
      for (std::size_t i = 0; i < springs; ++i) values_[i] = static_cast<float>(from[i]);
    };
    switch (quantity) {
      case 1:
        for (std::size_t i = 0; i < springs; ++i)
          values_[i] = static_cast<float>(reading.tension[i] / reading.length[i]);
        break;
      case 2: copy(reading.strain); break;
      case 3: copy(reading.energy); break;
      case 4: copy(utilisation(network(), reading.tension)); break;
      default: copy(reading.tension);
    }
    flags_.assign(springs, 0);
    std::size_t s = 0;
    for (const SpringSet& set : document().springs) {
      const Law law = set.law.value_or(Law::linear);
      bool one_sided = law == Law::cable || law == Law::strut;
      if (!set.law && !set.material.empty())
        for (const Material& material : document().materials)
          if (material.name == set.material && material.law)
            one_sided = *material.law == Law::cable || *material.law == Law::strut;
      for (std::size_t i = 0; i < set.ends.size() && s < springs; ++i, ++s) {
        std::uint8_t flag = 0;
        const bool broken = s < reading.broken.size() && reading.broken[s];
        if (broken) flag = 2;
        if (one_sided && !broken && reading.tension[s] == 0) flag |= 1;
        if (s < reading.plastic.size() && reading.plastic[s] != 0) flag |= 4;
        flags_[s] = flag;
      }
    }
    fill_arrows(reading, arrow, wants_forces && document().node_count() > 0);
    const MotionEnergies& e = reading.energies;
    energies_ = {e.kinetic, e.elastic, e.gravity, e.load, e.contact, e.dissipated, e.work, e.total};
    if (reading.moving)
      probes_ = simulation_->probe_values();
    else
      std::fill(probes_.begin(), probes_.end(), kNaN);
    obstacles_.clear();
    if (std::any_of(document().obstacles.begin(), document().obstacles.end(),
                    [](const Obstacle& obstacle) { return !obstacle.motion.empty(); }))
      for (const Obstacle& obstacle : document().obstacles)
        for (std::size_t axis = 0; axis < 3; ++axis)
          obstacles_.push_back(
              axis < obstacle.motion.size()
                  ? static_cast<float>(value_at(obstacle.motion[axis], reading.time))
                  : 0.0F);
    val result = val::object();
    result.set("time", reading.time);
    result.set("step", static_cast<double>(reading.step));
    return result;
  });
}

// ---- rest ----

System Engine::to_solve(bool& pulled) {
  System system =
      simulation_ && simulation_->steps() > 0 ? with_snapshot(document(), now()) : base();
  pulled = false;
  if (!pull_) return system;
  // The pull is a spring without rest length to a fixed node.
  pulled = true;
  const int node = system.node_count();
  Nodes& nodes = system.nodes;
  nodes.position.insert(nodes.position.end(), pull_->point.begin(), pull_->point.end());
  if (!nodes.start.empty())
    nodes.start.insert(nodes.start.end(), pull_->point.begin(), pull_->point.end());
  if (!nodes.velocity.empty())
    nodes.velocity.insert(nodes.velocity.end(), usize(system.dimension), 0.0);
  if (nodes.mass.size() > 1) nodes.mass.push_back(0);
  if (nodes.area.size() > 1) nodes.area.push_back(0);
  if (!nodes.name.empty()) nodes.name.emplace_back();
  nodes.fixed.push_back({.nodes = {node}});
  SpringSet set;
  set.law = Law::force_density;
  set.ends = {{pull_->node, node}};
  set.stiffness = {pull_->stiffness};
  system.springs.push_back(std::move(set));
  return system;
}

namespace {

class Watch final : public Observer {
 public:
  Watch(const val& call, std::vector<double>& shown, std::size_t numbers, double deadline)
      : call_(call), shown_(shown), numbers_(numbers), deadline_(deadline) {}
  bool observe(const Frame& frame) override {
    shown_.assign(frame.position.begin(), frame.position.end());
    if (shown_.size() > numbers_) shown_.resize(numbers_);
    const bool on =
        call_.isUndefined() || call_.isNull() ||
        call_(frame.iteration, frame.residual, frame.energy, frame.step_length, frame.projected)
            .as<bool>();
    // One iteration at least.
    return on && (frame.iteration == 0 || emscripten_get_now() < deadline_);
  }
  bool wants_position() const override { return true; }

 private:
  val call_;
  std::vector<double>& shown_;
  std::size_t numbers_;
  double deadline_;
};

val extreme_of(const std::vector<double>& tension, bool most) {
  int found = -1;
  for (std::size_t i = 0; i < tension.size(); ++i) {
    const double value = most ? tension[i] : -tension[i];
    if (value > 0 && (found < 0 || value > (most ? 1 : -1) * tension[usize(found)]))
      found = static_cast<int>(i);
  }
  if (found < 0) return val::null();
  val result = val::object();
  result.set("spring", found);
  result.set("value", tension[usize(found)]);
  return result;
}

}  // namespace

val Engine::rest_report(const Equilibrium& rest, const System& system) {
  const Report& report = rest.report;
  val result = val::object();
  result.set("status", std::string(to_string(report.status)));
  result.set("reason", report.reason);
  const bool judged = report.modes.has_value();
  result.set("stable", judged ? val(report.modes->stable()) : val::null());
  result.set("neutral", judged ? val(report.modes->neutral()) : val::null());
  result.set("negativeModes", judged ? val(report.modes->negative) : val::null());
  const auto count = [](const std::optional<int>& value) {
    return value ? val(*value) : val::null();
  };
  result.set("mechanisms", count(report.mechanisms));
  result.set("selfStresses", count(report.self_stresses));
  val free = val::null();
  if (judged) {
    free = val::object();
    free.set("mechanism", report.modes->mechanism);
    free.set("slack", report.modes->slack);
    free.set("rigid", report.modes->rigid);
  }
  result.set("freeMotions", free);
  result.set("mechanismNodes", list(report.moving_nodes));
  std::vector<float> shape;
  constexpr int kSmall = 600;  // nodes: modes of larger nets take too long for an answer
  if (judged && report.modes->mechanism > 0 && system.node_count() <= kSmall) {
    const ModesResult found =
        find_modes(with_start(system, rest), {.count = 1}, system.equilibrium);
    for (const Mode& mode : found.modes)
      if (mode.kind == ModeKind::zero) {
        shape = in_space(mode.shape, system.dimension);
        break;
      }
    if (shape.empty() && found.mechanisms && !found.mechanisms->shapes.empty())
      shape = in_space(found.mechanisms->shapes[0], system.dimension);
  }
  result.set("mechanismShape", typed(shape));
  result.set("slack", typed(rest.slack));
  result.set("largestTension", extreme_of(rest.tension, true));
  result.set("largestCompression", extreme_of(rest.tension, false));
  val events = val::array();
  for (const MotionEvent& event : report.events) events.call<void>("push", event_of(event));
  result.set("events", events);
  result.set("residual", report.residual);
  result.set("tolerance", system.equilibrium.tolerance);
  result.set("residualForce", report.residual_force);
  result.set("iterations", report.iterations);
  result.set("projectedIterations", report.projected_iterations);
  result.set("linearIterations", static_cast<double>(report.linear_iterations));
  result.set("method", std::string(to_string(report.method)));
  result.set("linearSolver", std::string(to_string(report.linear_solver)));
  result.set("linearNote", report.linear_note);
  result.set("lowestStiffness", or_null(report.lowest_stiffness));
  result.set("energy", report.energy);
  result.set("seconds", report.seconds + report.compile_seconds);
  return result;
}

val Engine::find_rest(const val& options, const val& watch, double milliseconds) {
  return guarded([&] {
    if (document().node_count() == 0) throw Refused{"There is nothing here that could rest."};
    bool pulled = false;
    System system = to_solve(pulled);
    EquilibriumOptions solving = system.equilibrium;
    solving.threads = 1;
    if (has(options, "method"))
      solving.method = enum_from<Method>(
          text(options, "method"), kMethodCount, [](Method method) { return to_string(method); },
          "method");
    if (has(options, "maxIterations")) solving.max_iterations = integer(options, "maxIterations");
    if (has(options, "stability")) solving.stability = options["stability"].as<bool>();
    if (has(options, "combination") && !system.combinations.empty()) {
      const std::string name = text(options, "combination");
      Combination chosen;
      for (const Combination& combination : system.combinations)
        if (combination.name == name) chosen = combination;
      if (!name.empty() && chosen.name.empty())
        throw Error("there is no combination `" + name + "`");
      system = under(system, chosen);
    }
    system.equilibrium = solving;
    const Snapshot before = now();
    const std::size_t numbers = before.position.size();
    Watch observer(watch, shown_, numbers, emscripten_get_now() + milliseconds);
    Equilibrium rest = solve_equilibrium(system, solving, &observer, Validated::yes);
    shown_.clear();
    // Which node has the largest net force, by the library's own forces.
    const std::vector<double> force =
        tensio::forces(compile(system, Validated::yes), rest.state.position);
    const Selection selection = free_selection(compile(system, Validated::yes));
    int worst = -1;
    double largest = 0;
    for (const int axis : selection.P.column)
      if (std::abs(force[usize(axis)]) > largest) {
        largest = std::abs(force[usize(axis)]);
        worst = axis / system.dimension;
      }
    if (pulled) {
      // The page knows nothing of the node and the spring of the pull.
      system.springs.pop_back();
      const auto strip = [](auto& values, std::size_t count) {
        if (values.size() > count) values.resize(count);
      };
      const auto springs = usize(document().spring_count());
      for (auto* column : {&rest.tension, &rest.length, &rest.strain, &rest.utilisation})
        strip(*column, springs);
      for (auto* column : {&rest.state.position, &rest.state.velocity, &rest.displacement,
                           &rest.reaction, &rest.contact})
        strip(*column, numbers);
      std::erase_if(rest.slack, [&](int s) { return usize(s) >= springs; });
      std::erase_if(rest.report.moving_nodes,
                    [&](int node) { return usize(node) * usize(system.dimension) >= numbers; });
    }
    // The state is the new start; a run continues from there at rest.
    Snapshot state = before;
    state.position = rest.state.position;
    state.velocity.assign(numbers, 0.0);
    for (const MotionEvent& event : rest.report.events)
      if (event.kind == MotionEvent::Kind::breaks) {
        if (state.broken.empty()) state.broken.assign(usize(document().spring_count()), 0);
        state.broken[usize(event.spring)] = 1;
      }
    simulation_.reset();
    initial_ = std::make_shared<const Snapshot>(std::move(state));
    forget_derived();
    blow_up_.reset();
    val result = rest_report(rest, pulled ? base() : system);
    result.set("residualNode",
               worst >= 0 && usize(worst) * usize(system.dimension) < numbers ? worst : -1);
    rest_ = std::make_shared<const Equilibrium>(std::move(rest));
    return result;
  });
}

val Engine::modes(int count) {
  return guarded([&] {
    if (document().node_count() == 0) throw Refused{"There is nothing here that could swing."};
    const double begin = emscripten_get_now();
    const System system =
        simulation_ && simulation_->steps() > 0 ? with_snapshot(document(), now()) : base();
    const Masses& assumed = masses();
    EquilibriumOptions solving = system.equilibrium;
    solving.threads = 1;
    const ModesResult found =
        find_modes(with_masses(system), {.count = std::clamp(count, 1, 200)}, solving);
    val result = val::object();
    val modes = val::array();
    for (const Mode& mode : found.modes) {
      val item = val::object();
      item.set("kind", std::string(to_string(mode.kind)));
      item.set("eigenvalue", mode.eigenvalue);
      item.set("frequency", mode.frequency);
      item.set("growthRate", mode.growth_rate);
      item.set("modalMass", mode.modal_mass);
      item.set("shape", typed(in_space(mode.shape, system.dimension)));
      modes.call<void>("push", item);
    }
    result.set("modes", modes);
    result.set("positions", typed(in_space(found.rest.state.position, system.dimension)));
    result.set("problem", found.problem);
    result.set("hasMass", found.has_mass);
    val of_masses = val::null();
    if (assumed.count > 0) {
      of_masses = val::object();
      of_masses.set("nodes", assumed.count);
      of_masses.set("smallest", assumed.smallest);
      of_masses.set("largest", assumed.largest);
    }
    result.set("assumedMasses", of_masses);
    result.set("unknowns", found.unknowns);
    result.set("complete", found.complete);
    result.set("selfStresses", found.self_stress ? val(found.self_stress->count) : val::null());
    result.set("mechanisms", found.mechanisms ? val(found.mechanisms->count) : val::null());
    result.set("seconds", (emscripten_get_now() - begin) / 1000);
    return result;
  });
}

}  // namespace tensio::studio
