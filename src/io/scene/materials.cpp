// The section `materials`, and what materials and spring sets have in common.
#include <fmt/format.h>

#include <cmath>

#include "core/pointer.hpp"
#include "io/scene/reader.hpp"
#include "model/spring_columns.hpp"
#include "model/units.hpp"
#include "physics/law_traits.hpp"
#include "tensio/model/section.hpp"

namespace tensio::io {
namespace {

// A number of a section in the units of the scene.
double in_scene(const SceneReading& scene, double value, const Dimension& dimension) {
  const Unit unit = unit_of_scene(scene.system.units, dimension);
  return value * unit.down / unit.up / std::pow(10.0, unit.power);
}

// What the material does not say itself is that of the section.
void take_section(SceneReading& scene, const Value& value, const std::string& pointer,
                  Material& material) {
  const std::string name = read_text(scene.reading, value, pointer, "section");
  if (!value.text()) return;
  try {
    const Section section = section_of(name);
    const auto take = [&](std::optional<double>& number, double of_section,
                          const Dimension& dimension) {
      if (!number) number = in_scene(scene, of_section, dimension);
    };
    if (!material.axial_stiffness) {
      take(material.youngs_modulus, section.youngs_modulus, kPressure);
      if (!material.diameter) take(material.area, section.area, kArea);
    }
    take(material.mass_per_length, section.mass_per_length, kMassPerLength);
    take(material.strength, section.strength, kForce);
    take(material.expansion, section.expansion, kPerTemperature);
    material.note +=
        fmt::format("{}{}: {}", material.note.empty() ? "" : "; ", section.name, section.source);
  } catch (const Error& error) {
    scene.reading.findings.add(value, pointer, error.what());
  }
}

void read_material(SceneReading& scene, const Member& member, const std::string& pointer) {
  Material material;
  material.name = std::string(member.key);
  scene.material_names.insert(member.key);
  if (is_object(scene.reading, member.value, pointer, "a material", KeyPlace::material)) {
    material.note = text_of(scene.reading, member.value, pointer, "note");
    if (const Value* law = member.value.find("law"))
      material.law = read_law(scene.reading, *law, pointer + "/law");
    for (const SpringColumn& column : kSpringColumns) {
      const Value* given = member.value.find(column.key);
      if (!column.of_material || !given || given->is_null()) continue;
      material.*column.of_material =
          read_number(scene.reading, *given, fmt::format("{}/{}", pointer, column.key), column.key,
                      "a number, or null for none");
    }
    if (const Value* section = member.value.find("section"))
      take_section(scene, *section, pointer + "/section", material);
    read_curve(scene.reading, member.value, pointer, material.coefficients, material.points);
    read_parts(scene.reading, member.value, pointer, material);
  }
  scene.system.materials.push_back(std::move(material));
}

}  // namespace

void read_materials(SceneReading& scene, const Value& root) {
  scene.system.materials_note =
      read_named(scene.reading, root, "materials", R"({"strand16": {"axial_stiffness": 2.2e7}})",
                 [&](const Member& member, const std::string& pointer) {
                   read_material(scene, member, pointer);
                 });
}

std::string read_material_name(SceneReading& scene, const Value& value,
                               const std::string& pointer) {
  std::string name = read_text(scene.reading, value, pointer, "material");
  if (!value.text()) return name;
  // what a material lacks that could not be read, its springs lack too
  if (scene.reading.findings.concerns("/materials/" + pointer_part(name))) {
    scene.reading.findings.distrust(pointer.substr(0, pointer.rfind('/')));
    return name;
  }
  if (scene.material_names.count(name) > 0) return name;
  scene.reading.findings.add(
      value, pointer,
      undefined_name(name, "material", {scene.material_names.begin(), scene.material_names.end()},
                     "define it in `materials`"));
  return name;
}

std::optional<Law> read_law(Reading& reading, const Value& value, const std::string& pointer) {
  // all but custom, which is the last
  static const std::vector<std::string_view> kLaws = [] {
    std::vector<std::string_view> names;
    for (const LawTraits& traits : kLawTraits)
      if (traits.law != Law::custom) names.push_back(traits.name);
    return names;
  }();
  if (!value.text()) {
    reading.findings.add(value, pointer, fmt::format("`law` must be one of {}", listed(kLaws)));
    return std::nullopt;
  }
  for (std::size_t law = 0; law < kLaws.size(); ++law) {
    if (*value.text() == kLaws[law]) return static_cast<Law>(law);
  }
  reading.findings.add(value, pointer,
                       unknown_word(*value.text(), "law", "", KeyPlace::spring_set, kLaws));
  return std::nullopt;
}

void read_curve(Reading& reading, const Value& object, const std::string& pointer,
                std::vector<double>& coefficients, std::vector<std::array<double, 2>>& points) {
  if (Value* given = object.find("coefficients")) {
    coefficients =
        read_list(reading, *given, pointer + "/coefficients", "coefficients", "[1, 0, 0.5]");
  }
  if (Value* given = object.find("points")) {
    const auto rows =
        read_rows(reading, *given, pointer + "/points", {"points", "entry", 2, "[0.1, 5]"});
    for (std::size_t i = 0; rows && i < rows->size(); i += 2) {
      points.push_back({(*rows)[i], (*rows)[i + 1]});
    }
  }
}

}  // namespace tensio::io
