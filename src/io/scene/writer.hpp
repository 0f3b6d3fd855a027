// A System as JSON text: one writer, its parts in two files.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/json/writer.hpp"
#include "tensio/system.hpp"

namespace tensio::io {

/// Writes one scene: `write` once.
class SceneWriter : private JsonWriter {
 public:
  std::string write(const System& system);

 private:
  void nodes(const System& system);
  void fixed(const System& system);
  void materials(const System& system);
  void spring_set(const SpringSet& set, std::size_t index);
  void law(Law law, const std::string& owner);
  void curve(const std::vector<double>& coefficients,
             const std::vector<std::array<double, 2>>& points);
  void load(const Load& load, std::size_t dimension);
  void combinations(const System& system);
  void stage(const Stage& stage);
  void units(const Units& data);
  void parameters(const System& system);
  void groups(std::string_view name, const std::vector<Group>& groups, const std::string& note);
  void equilibrium(const EquilibriumOptions& options, const std::string& note);
  void named(std::string_view name, std::string_view kind);

  // of motion
  void wave(const Waveform& data);
  void waves_member(std::string_view name, const std::vector<Waveform>& data);
  /// A number that is left out where it is the usual one.
  void unusual_member(std::string_view name, double value, double usual);
  void number_member_if(std::string_view name, const std::optional<double>& value);
  void word_member(std::string_view name, std::string_view word);
  template <class Owner>
  void parts(const Owner& owner);
  void faces(const Faces& data);
  void wind(const Wind& data);
  void obstacle(const Obstacle& data);
  void event(const Event& data);
  void probe(const Probe& data);
  void simulation(const SimulationOptions& options);
  void motion(const System& system);
};

}  // namespace tensio::io
