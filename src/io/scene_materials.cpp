// The section `materials`, and what materials and spring sets have in common.
#include <fmt/format.h>

#include "io/json_text.hpp"
#include "io/scene_reader.hpp"
#include "io/spring_parts.hpp"
#include "physics/law_traits.hpp"

namespace tensio::io {

void SceneReader::read_materials(const Value& root) {
  system_.materials_note = read_named(
      root, "materials", R"({"strand16": {"axial_stiffness": 2.2e7}})",
      [this](const Member& member, const std::string& pointer) { read_material(member, pointer); });
}

void SceneReader::read_material(const Member& member, const std::string& pointer) {
  Material material;
  material.name = std::string(member.key);
  material_names_.insert(member.key);
  if (is_object(member.value, pointer, "a material", KeyPlace::material)) {
    material.note = text_of(member.value, pointer, "note");
    if (const Value* law = member.value.find("law"))
      material.law = read_law(*law, pointer + "/law");
    for (const MaterialNumber& number : kMaterialNumbers) {
      const Value* given = member.value.find(number.key);
      if (!given || given->is_null()) continue;
      material.*number.member =
          read_number(reading_, *given, fmt::format("{}/{}", pointer, number.key), number.key,
                      "a number, or null for none");
    }
    read_curve(member.value, pointer, material.coefficients, material.points);
    read_parts(member.value, pointer, material);
  }
  system_.materials.push_back(std::move(material));
}

std::string SceneReader::read_material_name(const Value& value, const std::string& pointer) {
  std::string name = read_text(reading_, value, pointer, "material");
  if (!value.text()) return name;
  // what a material lacks that could not be read, its springs lack too
  if (findings_.concerns("/materials/" + pointer_part(name))) {
    findings_.distrust(pointer.substr(0, pointer.rfind('/')));
    return name;
  }
  if (material_names_.count(name) > 0) return name;
  findings_.add(value, pointer,
                undefined_name(name, "material", {material_names_.begin(), material_names_.end()},
                               "define it in `materials`"));
  return name;
}

std::optional<Law> SceneReader::read_law(const Value& value, const std::string& pointer) {
  // all but custom, which is the last
  static const std::vector<std::string_view> kLaws = [] {
    std::vector<std::string_view> names;
    for (const LawTraits& traits : kLawTraits)
      if (traits.law != Law::custom) names.push_back(traits.name);
    return names;
  }();
  if (!value.text()) {
    findings_.add(value, pointer, fmt::format("`law` must be one of {}", listed(kLaws)));
    return std::nullopt;
  }
  for (std::size_t law = 0; law < kLaws.size(); ++law) {
    if (*value.text() == kLaws[law]) return static_cast<Law>(law);
  }
  findings_.add(value, pointer,
                unknown_word(*value.text(), "law", "", KeyPlace::spring_set, kLaws));
  return std::nullopt;
}

// The numbers of the laws polynomial and table.
void SceneReader::read_curve(const Value& object, const std::string& pointer,
                             std::vector<double>& coefficients,
                             std::vector<std::array<double, 2>>& points) {
  if (Value* given = object.find("coefficients")) {
    coefficients =
        read_list(reading_, *given, pointer + "/coefficients", "coefficients", "[1, 0, 0.5]");
  }
  if (Value* given = object.find("points")) {
    const auto rows =
        read_rows(reading_, *given, pointer + "/points", {"points", "entry", 2, "[0.1, 5]"});
    for (std::size_t i = 0; rows && i < rows->size(); i += 2) {
      points.push_back({(*rows)[i], (*rows)[i + 1]});
    }
  }
}

}  // namespace tensio::io
