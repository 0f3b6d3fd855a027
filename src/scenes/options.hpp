// Tables of options: each names a field of a plain struct, so that files, programs, help and manual
// cannot drift apart.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <utility>

#include "core/index.hpp"
#include "scenes/option_values.hpp"

namespace tensio::scenes {

/// The options of one kind, which are fields of `Options`.
template <class Options>
class Table {
 public:
  /// The table of a kind, made on first use.
  static const Table& of_kind() {
    static const Table kTable = [] {
      Table table;
      table.fill();
      return table;
    }();
    return kTable;
  }

  /// `field` is a pointer to a member, or a function from Options& to a reference. `words` name the
  /// values of an enumeration, in their order.
  template <class Field>
  void add(const OptionText& text, Field field, const Range& range = kAny,
           std::vector<std::string> words = {}) {
    using Member = std::remove_cvref_t<std::invoke_result_t<Field, Options&>>;
    using Value = typename OptionalOf<Member>::type;
    GeneratorOption about{text.name, type_of<Value>(), text.unit, text.help};
    about.words = std::move(words);
    if (range.least > -std::numeric_limits<double>::infinity()) about.least = range.least;
    if (range.most < std::numeric_limits<double>::infinity()) about.most = range.most;
    about.above_least = range.above;
    const Options usual;
    about.preset = preset(about, std::invoke(field, usual));
    Entry entry;
    entry.set = [field, names = about.words](Options& options, const OptionValue& value) {
      put(names, std::invoke(field, options), value);
    };
    entry.check = [field, about](const Options& options, Problems& problems) {
      check_value(about, std::invoke(field, options), problems);
    };
    entry.about = std::move(about);
    entries_.push_back(std::move(entry));
  }

  /// A length, which must be above 0.
  template <class Field>
  void add_length(const std::string& name, const std::string& help, Field field) {
    add({name, "m", help}, field, kPositive);
  }

  // Options that several kinds have.
  void add_total_mass() {
    add({"total_mass", "kg", "of the part, the same at each node"}, &Options::total_mass,
        kFromZero);
  }
  void add_node_mass() {
    add({"mass", "kg", "of each node"}, &Options::mass, kFromZero);
    add_total_mass();
  }
  void add_damping_time() {
    add({"damping_time", "s", "damping of its springs = stiffness x this"}, &Options::damping_time,
        kFromZero);
  }
  void add_seed() { add({"seed", "", "of the random numbers"}, &Options::seed, kFromZero); }
  void add_mesh(const std::string& help) {
    add({"mesh", "", help}, &Options::mesh);
    add({"mesh_scale", "", "factor on the mesh's positions"}, &Options::mesh_scale, kPositive);
  }
  void add_elastic_constants() {
    add({"youngs_modulus", "Pa", "E"}, &Options::youngs_modulus, kPositive);
    add({"poisson", "", "for the shear modulus E / (2 (1 + poisson))"}, &Options::poisson,
        {-0.99, 0.5});
  }
  void add_density() { add({"density", "kg/m³", "of the material"}, &Options::density, kFromZero); }
  /// The members of `springs`, for kinds with springs of one material.
  void add_spring_options() {
    const auto of = [](auto member) {
      // options are const in checks
      return [member](auto& options) -> auto& { return options.springs.*member; };
    };
    add({"law", "", "of the springs"}, of(&SpringOptions::law), kAny, {"linear", "cable", "strut"});
    add({"material", "", "of the springs, for all that is not given here"},
        of(&SpringOptions::material));
    add({"damping", "N s/m", "of each spring"}, of(&SpringOptions::damping), kFromZero);
    add({"damping_time", "s", "damping = stiffness x this"}, of(&SpringOptions::damping_time),
        kFromZero);
    const std::string as_in_set = "as in a spring set";
    add({"viscous", "", as_in_set}, of(&SpringOptions::viscous));
    add({"yield", "", as_in_set}, of(&SpringOptions::yield));
    add({"break", "", as_in_set}, of(&SpringOptions::breaks));
    add({"active", "", as_in_set}, of(&SpringOptions::active));
  }

  std::vector<GeneratorOption> about() const {
    std::vector<GeneratorOption> all;
    for (const Entry& entry : entries_) all.push_back(entry.about);
    return all;
  }
  /// Throws Error with every value that is out of range.
  void check(const Options& options) const {
    Problems problems;
    for (const Entry& entry : entries_) entry.check(options, problems);
    if (problems.count() > 0) throw Error(problems.take());
  }
  /// Sets the fields that `values` name.
  void set(Options& options, const OptionValues& values) const {
    Problems problems;
    for (const auto& [name, value] : values) {
      const Entry* entry = find(name);
      if (!entry) {
        problems.add('/' + name, "", fmt::format("there is no option `{}`", name));
      } else if (!fits(entry->about, value)) {
        problems.add('/' + name, "",
                     fmt::format("`{}` must be {}", name, to_string(entry->about.type)));
      } else {
        entry->set(options, value);
      }
    }
    if (problems.count() > 0) throw Error(problems.take());
  }

 private:
  struct Entry {
    GeneratorOption about = {};
    std::function<void(Options&, const OptionValue&)> set = {};
    std::function<void(const Options&, Problems&)> check = {};
  };

  /// Adds the options. Each kind has its own specialisation, in the source of the kind.
  void fill();

  const Entry* find(const std::string& name) const {
    for (const Entry& entry : entries_)
      if (entry.about.name == name) return &entry;
    return nullptr;
  }

  template <class T>
  static void put(const std::vector<std::string>& names, T& target, const OptionValue& value) {
    if constexpr (OptionalOf<T>::value) {
      put(names, target.emplace(), value);
    } else if constexpr (std::is_same_v<T, int>) {
      target = static_cast<int>(std::get<double>(value));
    } else if constexpr (std::is_enum_v<T>) {
      const std::string& word = std::get<std::string>(value);
      for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == word) target = static_cast<T>(i);
    } else {
      target = std::get<T>(value);
    }
  }
  template <class T>
  static std::string preset(const GeneratorOption& about, const T& value) {
    if constexpr (OptionalOf<T>::value) {
      return value ? preset(about, *value) : std::string();
    } else if constexpr (std::is_enum_v<T>) {
      return fmt::format("\"{}\"", about.words[usize(value)]);
    } else if constexpr (std::is_same_v<T, bool>) {
      return value ? "true" : "false";
    } else if constexpr (requires { preset_of(value); }) {
      return preset_of(value);
    } else {
      return {};
    }
  }
  template <class T>
  static void check_value(const GeneratorOption& about, const T& value, Problems& problems) {
    if constexpr (OptionalOf<T>::value) {
      if (value) check_value(about, *value, problems);
    } else if constexpr (std::is_enum_v<T> || std::is_same_v<T, bool>) {
      return;
    } else if constexpr (requires { check_range(about, value, problems); }) {
      check_range(about, value, problems);
    }
  }

  std::vector<Entry> entries_ = {};
};

}  // namespace tensio::scenes
