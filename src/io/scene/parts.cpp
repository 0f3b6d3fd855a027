// Parts of springs that sets and materials share: viscous, yield, break, active.
#include <fmt/format.h>

#include <type_traits>

#include "io/scene/reader.hpp"
#include "io/scene/waves.hpp"

namespace tensio::io {
namespace {

// The object of a part, where it is given as one; in a material, null is none.
const Value* part_of(Findings& findings, const Value& owner, const std::string& pointer,
                     const char* key, std::string_view example, KeyPlace keys, bool may_be_null) {
  const Value* part = owner.find(key);
  if (!part || (may_be_null && part->is_null())) return nullptr;
  const std::string place = fmt::format("{}/{}", pointer, key);
  if (part->object() == nullptr) {
    findings.add(*part, place, fmt::format("`{}` must be an object such as {}", key, example));
    return nullptr;
  }
  check_keys(findings, *part, place, keys);
  return part;
}

}  // namespace

template <class Owner>
void SceneReader::read_parts(const Value& value, const std::string& pointer, Owner& owner) {
  const auto part_named = [&](const char* key, std::string_view example, KeyPlace keys) {
    return part_of(findings_, value, pointer, key, example, keys, std::is_same_v<Owner, Material>);
  };
  if (const Value* part =
          part_named("viscous", R"({"stiffness": 100, "time": 0.5})", KeyPlace::viscous)) {
    const std::string place = pointer + "/viscous";
    Viscous& viscous = owner.viscous.emplace();
    if (!part->find("stiffness")) {
      findings_.add_missing(*part, place, "stiffness",
                            "`stiffness` is missing in `viscous`; give that of its spring [N/m]");
    }
    read_into(*part, place, "stiffness", "a number [N/m]", viscous.stiffness);
    viscous.viscosity = number_of(*part, place, "viscosity", "a number [N s/m]");
    viscous.time = number_of(*part, place, "time", "a number [s]");
  }
  if (const Value* part =
          part_named("yield", R"({"strain": 0.02, "hardening": 0.1})", KeyPlace::yield)) {
    const std::string place = pointer + "/yield";
    Yield& yield = owner.yield.emplace();
    yield.strain = number_of(*part, place, "strain", "a number");
    yield.force = number_of(*part, place, "force", "a number [N]");
    read_into(*part, place, "hardening", "a number from 0 to below 1", yield.hardening);
  }
  if (const Value* part = part_named("break", R"({"strain": 0.1})", KeyPlace::breaks)) {
    const std::string place = pointer + "/break";
    Break& breaks = owner.breaks.emplace();
    breaks.strain = number_of(*part, place, "strain", "a number");
    breaks.force = number_of(*part, place, "force", "a number [N]");
    if (const Value* given = part->find("compression")) {
      if (given->boolean()) {
        breaks.compression = *given->boolean();
      } else {
        findings_.add(*given, place + "/compression", "`compression` must be true or false");
      }
    }
  }
  if (const Value* part = part_named("active", R"({"rest_length": {"ramp": [[0, 1], [1, 0.8]]}})",
                                     KeyPlace::active)) {
    Active& active = owner.active.emplace();
    for (const auto& [key, wave] : {std::pair("rest_length", &active.rest_length),
                                    std::pair("stiffness", &active.stiffness)}) {
      if (const Value* given = part->find(key)) {
        *wave = read_wave(reading_, *given, fmt::format("{}/active/{}", pointer, key), key);
      }
    }
  }
}

template void SceneReader::read_parts(const Value&, const std::string&, Material&);
template void SceneReader::read_parts(const Value&, const std::string&, SpringSet&);
template void SceneReader::read_parts(const Value&, const std::string&, scenes::Stuff&);

}  // namespace tensio::io
