// `tensio sections`: the wire ropes, strands and rods that a material may name.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "commands/commands.hpp"
#include "exit_code.hpp"
#include "output/json_output.hpp"
#include "output/text_output.hpp"
#include "tensio/model/section.hpp"

namespace tensio::cli {

namespace {

void list_families(Output& output, bool as_json) {
  const std::vector<SectionFamily> families = section_families();
  if (as_json) {
    JsonWriter json(output);
    json.begin_object();
    json.member("status", "ok");
    json.list("families", families, [&](const SectionFamily& family) {
      json.members({{"name", family.name},
                    {"kind", family.kind},
                    {"diameters", family.diameters},
                    {"usual", family.usual}});
    });
    json.end_object();
    return;
  }
  std::vector<std::vector<std::string>> rows = {{"family", "kind", "diameters"}};
  for (const SectionFamily& family : families)
    rows.push_back({family.name, family.kind, family.diameters});
  output.text(aligned(rows));
  output.text(
      "\n`tensio sections FAMILY` lists one by diameter. In a scene:\n"
      "  \"materials\": {\"stay\": {\"section\": \"1x37-1570 24\", \"law\": \"cable\"}}\n");
}

// One section, or all usual ones of a family.
std::vector<Section> sections_named(const std::string& name) {
  for (const SectionFamily& family : section_families()) {
    if (family.name != name) continue;
    std::vector<Section> sections;
    for (const double diameter : family.usual)
      sections.push_back(section_of(fmt::format("{} {}", name, diameter)));
    return sections;
  }
  return {section_of(name)};
}

void list_sections(Output& output, const std::vector<Section>& sections, bool as_json) {
  if (as_json) {
    JsonWriter json(output);
    json.begin_object();
    json.member("status", "ok");
    json.list("sections", sections, [&](const Section& section) {
      json.members({{"name", section.name},
                    {"area", section.area},
                    {"youngs_modulus", section.youngs_modulus},
                    {"axial_stiffness", section.youngs_modulus * section.area},
                    {"mass_per_length", section.mass_per_length},
                    {"strength", section.strength},
                    {"expansion", section.expansion},
                    {"source", section.source}});
    });
    json.end_object();
    return;
  }
  const auto rounded = [](double value) { return fmt::format("{:.4g}", value); };
  std::vector<std::vector<std::string>> rows = {
      {"section", "area [mm2]", "E [GPa]", "EA [kN]", "mass [kg/m]", "strength [kN]"}};
  for (const Section& section : sections)
    rows.push_back({section.name, rounded(section.area * 1e6),
                    rounded(section.youngs_modulus / 1e9),
                    fmt::format("{:.0f}", section.youngs_modulus * section.area / 1e3),
                    rounded(section.mass_per_length), rounded(section.strength / 1e3)});
  output.text(aligned(rows));
  output.text(fmt::format("\nexpansion {} /K; strengths are characteristic: {}\n",
                          sections.front().expansion, sections.front().source));
}

}  // namespace

int sections_command(const Args& args) {
  Output output;
  if (args.scene.empty())
    list_families(output, args.json);
  else
    list_sections(output, sections_named(args.scene), args.json);
  output.flush();
  return kExitDone;
}

}  // namespace tensio::cli
