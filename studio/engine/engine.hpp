// The engine as the studio's worker uses it: one scene, its state, and what can be asked of both.
// Calls of the library with results as JavaScript values; nothing is computed here that the library
// computes.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "edits.hpp"
#include "tensio/tensio.hpp"
#include "values.hpp"

namespace tensio::studio {

/// The text that a scene came from: parameters that change are read again from there.
struct Source {
  std::string text = {};
  std::string name = {};
  std::string folder = {};
};

struct Document {
  std::shared_ptr<const System> system = {};
  /// Empty once something else than a parameter has changed.
  std::shared_ptr<const Source> source = {};
  std::vector<std::string> remarks = {};  ///< on an imported file
  std::optional<double> assumed_ea = {};  ///< of springs whose file gives no stiffness
};

/// Masses for nodes that have none and can move.
struct Masses {
  std::vector<double> of_node = {};  ///< 0 where the scene has one
  int count = 0;
  double smallest = 0, largest = 0;
};

/// The net at one moment; springs and nodes in the user's order.
struct Reading {
  double time = 0;
  std::int64_t step = 0;
  std::vector<double> position, velocity;
  std::vector<double> length, tension, strain, energy;
  std::vector<unsigned char> broken;
  std::vector<double> plastic, hardening, viscous;
  std::size_t events_applied = 0;
  MotionEnergies energies = {};
  bool moving = false;  ///< from a run: energies are complete
};

/// How the scene moves: as it says, in one thread.
SimulationOptions options_of(const System& system);
/// A browser has less memory than a machine.
LoadOptions browser_limits();
val event_of(const MotionEvent& event);

class Engine {
 public:
  Engine();

  // ---- documents ----
  val open(const std::string& path, const std::string& name, int dimension);
  val open_result(const std::string& folder);
  val create(int dimension);
  /// The scene with all its arrays, without what the worker adds.
  val scene();
  /// Carries out the operations together, or none of them.
  val edit(const val& operations);
  /// Keeps the document of now; its handle.
  int keep_document();
  /// Makes it the present one. The state stays where nodes and springs are as many, and `state`.
  val use_document(int handle, bool state);
  void drop_document(int handle);
  double document_bytes(int handle) const;

  // ---- motion ----
  val prepare();
  /// Takes this number of steps.
  val run(double steps);
  /// Runs to a time. Integrators that choose their steps end exactly there: such a run is a new one
  /// from the state that was, and counts its steps from 0.
  val run_to(double time);
  double time() const;
  double steps() const;
  double time_step() const;
  bool adaptive() const;
  bool prepared() const { return simulation_.has_value(); }
  val rewind();
  int keep_state();
  val use_state(int handle);
  void drop_state(int handle);
  double state_bytes(int handle) const;
  val pull(int node, double x, double y, double z, double stiffness);
  void release();
  val pull_info();
  double pull_stiffness(double view);
  val events_since(int count) const;
  int event_count() const;

  // ---- frames ----
  /// Reads the state into arrays that the views below show.
  val fill(int quantity, int arrow, bool forces);
  /// Reads the energies and the probes of a run alone.
  void sample();
  val positions() const { return view(positions_); }
  val values() const { return view(values_); }
  val flags() const { return view(flags_); }
  val arrows() const { return view(arrows_); }
  val energies() const { return view(energies_); }
  val probes() const { return view(probes_); }
  val obstacles() const { return view(obstacles_); }
  double net_force() const { return net_force_; }
  int net_force_node() const { return net_force_node_; }
  double strain_of(int spring);

  // ---- rest and modes ----
  /// `watch(iteration, residual, energy, step_length, projected)`: false ends the solve. It may
  /// call fill() to get the iteration's shape. A solve that takes longer than `milliseconds` ends
  /// as interrupted, with the state that it reached.
  val find_rest(const val& options, const val& watch, double milliseconds);
  val modes(int count);

  // ---- facts ----
  val inspect_spring(int spring);
  val inspect_node(int node);
  val matrix();
  /// Numbers of all nodes and springs, as arrays of doubles.
  val columns();
  /// Positions in doubles, 3 for each node.
  val exact_positions();
  val save(bool shape);
  /// Keeps the state shown as a frame of the next export; see there.
  val keep_frame();
  /// The net as a file: the frames kept, which are then forgotten, or the state shown where there
  /// are none. Of a picture `options` has azimuth and elevation in degrees.
  val export_bytes(const std::string& ending, const val& options);
  val copy(const val& nodes);
  val formats() const;
  val hashes();
  val show_recorded(int frame);

  // ---- what is recorded ----
  /// Computes again what the scene has recorded, and compares.
  val verify();
  /// The scene's text with the results of this engine; stops adding steps of its motion after
  /// `seconds`.
  val record(double seconds);

 private:
  template <class T>
  static val view(const std::vector<T>& values) {
    return val(emscripten::typed_memory_view(values.size(), values.data()));
  }
  const System& document() const { return *document_.system; }
  /// The scene, starting where the state is without a run.
  const System& base();
  /// The scene that starts at a state, with what its stages have changed.
  System started(const Snapshot& state) const;
  /// The scene that starts at the state of now.
  System at_now();
  const Network& network();
  const Masses& masses();
  void set_document(Document document, bool keep_state);
  void forget_derived();
  /// Of a run, or the start.
  Snapshot now();
  Reading read_run();
  Reading read();
  /// The state that the page shows: also an iteration, or a frame of a recorded run.
  Snapshot shown();
  std::vector<double> still_positions();
  struct Change;
  void set_parameters(Change& change, const val& values, bool first);
  void keep_masses(System& next);
  void apply(Change& change, const Edits& edits, const val& operation, bool first);
  void adopt(Document document, std::shared_ptr<const Snapshot> initial, const std::string& saved,
             const std::optional<State>& moved);
  val assumed_masses();
  val motion_info();
  val after_run(const MotionReport& report);
  System with_masses(const System& system);
  /// The scene to solve: with a pull as a spring to a fixed node.
  System to_solve(bool& pulled);
  val rest_report(const Equilibrium& rest, const System& system);
  /// The rest lengths of sets that stages change, NaN for springs of the others.
  std::vector<double> built_lengths(const System& built) const;
  std::vector<double> forces_now(const Reading& reading);
  void set_energies(const MotionEnergies& energies);
  std::vector<double> probes_at_rest();
  void fill_arrows(const Reading& reading, int arrow, bool forces);

  Document document_;
  std::map<int, Document> documents_;
  int next_document_ = 1;

  std::shared_ptr<const Snapshot> initial_;  // where the next run starts, if not as the scene says
  std::optional<System> base_;
  std::optional<Network> network_;
  std::optional<Masses> masses_;
  std::optional<Simulation> simulation_;
  struct Pull {
    int node;
    std::vector<double> point;
    double stiffness;
  };
  // A state: where the run began, what it has come to, or the rest state.
  struct Kept {
    std::shared_ptr<const Snapshot> initial;
    std::string run;  // empty: none
    std::shared_ptr<const Equilibrium> rest;
    std::optional<Pull> pull;
  };
  std::map<int, Kept> states_;
  int next_state_ = 1;
  std::optional<BlowUpReport> blow_up_;

  std::optional<Pull> pull_;
  std::vector<double> shown_;  // positions of an iteration or a recorded frame, or empty
  double shown_time_ = 0;
  std::unique_ptr<ResultFolder> recording_;
  std::vector<Snapshot> kept_frames_;        // of the next export
  std::shared_ptr<const Equilibrium> rest_;  // the state shown, until something changes

  std::vector<float> positions_, values_, arrows_, obstacles_;
  std::vector<std::uint8_t> flags_;
  std::vector<double> energies_, probes_;
  double net_force_ = kNaN;
  int net_force_node_ = -1;
};

/// FNV-1a over the bits of numbers, or over a text (golden.cpp).
std::uint64_t hash_of(std::span<const double> values, std::uint64_t seed);
std::uint64_t hash_of(const std::string& text);
std::string in_hex(std::uint64_t hash);
/// The golden cases: an object with the hash of each, by name. `only`: names that begin so.
val golden_hashes(const std::string& only);
/// What a student's function is tried with: {cases: [...]}; and what its answers show.
val grade_cases(const std::string& kind);
val grade_answers(const std::string& kind, const val& answers);

}  // namespace tensio::studio
