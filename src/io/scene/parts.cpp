// Parts of springs that sets and materials share: viscous, yield, break, active.
#include <fmt/format.h>

#include <type_traits>

#include "io/scene/reader.hpp"
#include "io/scene/waves.hpp"
#include "tensio/scenes/generators.hpp"

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
void read_parts(Reading& reading, const Value& value, const std::string& pointer, Owner& owner,
                FieldItems items) {
  const auto part_named = [&](const char* key, std::string_view example, KeyPlace keys) {
    return part_of(reading.findings, value, pointer, key, example, keys,
                   std::is_same_v<Owner, Material>);
  };
  const auto read = [&](const char* key, std::string_view example, KeyPlace keys,
                        const auto& fields, auto& part) {
    items.path = key;
    if (const Value* given = part_named(key, example, keys))
      read_fields(reading, *given, fmt::format("{}/{}", pointer, key), keys, fields, part.emplace(),
                  items);
  };
  read("viscous", R"({"stiffness": 100, "time": 0.5})", KeyPlace::viscous, kViscousFields,
       owner.viscous);
  read("yield", R"({"strain": 0.02, "hardening": 0.1})", KeyPlace::yield, kYieldFields,
       owner.yield);
  read("break", R"({"strain": 0.1})", KeyPlace::breaks, kBreakFields, owner.breaks);
  if (const Value* part = part_named("active", R"({"rest_length": {"ramp": [[0, 1], [1, 0.8]]}})",
                                     KeyPlace::active)) {
    Active& active = owner.active.emplace();
    for (const auto& [key, wave] : {std::pair("rest_length", &active.rest_length),
                                    std::pair("stiffness", &active.stiffness)}) {
      if (const Value* given = part->find(key)) {
        *wave = read_wave(reading, *given, fmt::format("{}/active/{}", pointer, key), key);
      }
    }
  }
}

template void read_parts(Reading&, const Value&, const std::string&, Material&, FieldItems);
template void read_parts(Reading&, const Value&, const std::string&, SpringSet&, FieldItems);
template void read_parts(Reading&, const Value&, const std::string&, scenes::SpringOptions&,
                         FieldItems);

}  // namespace tensio::io
