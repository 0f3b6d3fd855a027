// A System as JSON text: one writer, its parts in two files.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/json/writer.hpp"
#include "io/scene/fields.hpp"
#include "tensio/model/system.hpp"

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
  /// A section that is an object: `write(entry)` writes key and value of each entry. It is left out
  /// if it is empty and has no note.
  template <class Entry, class Write>
  void object_section(std::string_view name, const std::vector<Entry>& entries,
                      const std::string& note, const Write& write);
  /// A section that is a list: `write(entry)` writes each entry. It is left out if it is empty.
  template <class Entry, class Write>
  void list_section(std::string_view name, const std::vector<Entry>& entries, const Write& write);

  // of motion
  void wave(const Waveform& data);
  void waves_member(std::string_view name, const std::vector<Waveform>& data);
  /// A number that is left out where it is the usual one.
  void unusual_member(std::string_view name, double value, double usual);
  /// Whether a member of a table would be written; `section` is the key of its object.
  template <class Owner, std::size_t count>
  bool any_unusual(std::string_view section, const Field<Owner> (&fields)[count],
                   const Owner& data) const;
  /// The members of a table: those that must be there, and those that are not the usual ones.
  template <class Owner, std::size_t count>
  void members(const Field<Owner> (&fields)[count], const Owner& data);
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
  void recorded(const Recorded& data);
};

template <class Entry, class Write>
void SceneWriter::object_section(std::string_view name, const std::vector<Entry>& entries,
                                 const std::string& note, const Write& write) {
  if (entries.empty() && note.empty()) return;
  key(name);
  open('{');
  text_member("note", note);
  for (const Entry& entry : entries) write(entry);
  close('}');
}

template <class Entry, class Write>
void SceneWriter::list_section(std::string_view name, const std::vector<Entry>& entries,
                               const Write& write) {
  if (entries.empty()) return;
  key(name);
  open('[');
  for (const Entry& entry : entries) write(entry);
  close(']');
}

template <class Owner, std::size_t count>
bool SceneWriter::any_unusual(std::string_view section, const Field<Owner> (&fields)[count],
                              const Owner& data) const {
  const Owner usual;
  const auto has = [&](const char* name, double value) {
    return has_formula(std::string(section) + '/' + name, value);
  };
  for (const Field<Owner>& field : fields) {
    const bool unusual = std::visit(
        [&](const auto& member) {
          if constexpr (std::is_same_v<decltype(member), const WordMember<Owner>&>) {
            return member.get(data) != member.get(usual);
          } else if constexpr (std::is_convertible_v<decltype(data.*member), double>) {
            return data.*member != usual.*member || has(field.key, data.*member);
          } else if constexpr (std::is_same_v<decltype(member), Column Owner::*const&>) {
            return !(data.*member).empty();
          } else {
            return (data.*member).has_value();
          }
        },
        field.member);
    if (unusual) return true;
  }
  return false;
}

template <class Owner, std::size_t count>
void SceneWriter::members(const Field<Owner> (&fields)[count], const Owner& data) {
  const Owner usual;
  for (const Field<Owner>& field : fields) {
    if (const auto* number = std::get_if<double Owner::*>(&field.member)) {
      if (field.missing) {
        number_member(field.key, data.**number);
      } else {
        unusual_member(field.key, data.**number, usual.**number);
      }
    } else if (const auto* some = std::get_if<std::optional<double> Owner::*>(&field.member)) {
      number_member_if(field.key, data.**some);
    } else if (const auto* column = std::get_if<Column Owner::*>(&field.member)) {
      column_member(field.key, data.**column);
    } else if (const auto* whole = std::get_if<int Owner::*>(&field.member)) {
      unusual_member(field.key, data.**whole, usual.**whole);
    } else if (const auto* truth = std::get_if<bool Owner::*>(&field.member)) {
      if (data.**truth != usual.**truth) word_member(field.key, data.**truth ? "true" : "false");
    } else {
      const auto& word = std::get<WordMember<Owner>>(field.member);
      if (word.get(data) != word.get(usual)) text_member(field.key, word.name(word.get(data)));
    }
  }
}

}  // namespace tensio::io
