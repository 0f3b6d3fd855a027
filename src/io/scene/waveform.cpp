// Waveforms: numbers, ramps, sines and tables.
#include <fmt/format.h>

#include "io/formats/tables/csv.hpp"
#include "io/scene/sections.hpp"
#include "io/scene/waves.hpp"
#include "io/text/characters.hpp"

namespace tensio::io {
namespace {

constexpr std::string_view kForms =
    "a number, {\"ramp\": [[time, value], ...]}, {\"sine\": {\"amplitude\": 1, \"frequency\": 2}} "
    "or {\"table\": \"f.csv\"}";

bool is_csv(const Value& value) {
  const std::string_view* text = value.text();
  return text && text->size() > 4 && text->substr(text->size() - 4) == ".csv";
}

std::optional<Waveform> ramp_of(const std::optional<std::vector<double>>& rows) {
  if (!rows) return std::nullopt;
  Waveform wave;
  wave.shape = Waveform::Shape::ramp;
  for (std::size_t i = 0; i + 1 < rows->size(); i += 2) {
    wave.points.push_back({(*rows)[i], (*rows)[i + 1]});
  }
  return wave;
}

std::optional<Waveform> read_table(Reading& reading, Value& value, const std::string& pointer) {
  if (!names_file(value)) {
    reading.findings.add(value, pointer,
                         "`table` must be the name of a .csv or .npy file beside the scene, with "
                         "the columns time and value");
    return std::nullopt;
  }
  if (!is_csv(value)) return ramp_of(read_rows(reading, value, pointer, {"table", "", 2, ""}));
  const DataFiles::Content content = reading.files.read(*value.text());
  if (!content.error.empty()) {
    reading.findings.add(value, pointer, content.error);
    return std::nullopt;
  }
  Waveform wave;
  wave.shape = Waveform::Shape::ramp;
  const std::string error = parse_csv_pairs(content.bytes, wave.points);
  if (error.empty()) return wave;
  reading.findings.add(
      value, pointer, fmt::format("the file `{}` is refused: {}", shortened(*value.text()), error));
  return std::nullopt;
}

std::optional<Waveform> read_sine(Reading& reading, const Value& value,
                                  const std::string& pointer) {
  if (value.object() == nullptr) {
    reading.findings.add(value, pointer,
                         "`sine` must be an object: {\"amplitude\": 1, \"frequency\": 2}");
    return std::nullopt;
  }
  check_keys(reading.findings, value, pointer, KeyPlace::sine);
  Waveform wave;
  wave.shape = Waveform::Shape::sine;
  const bool good = read_fields(reading, value, pointer, KeyPlace::sine, kSineFields, wave);
  if (!good) return std::nullopt;
  return wave;
}

}  // namespace

bool has_wave(const Value& value) {
  if (value.object()) return true;
  if (!value.list()) return false;
  for (const Value& item : *value.list()) {
    if (item.object()) return true;
  }
  return false;
}

std::optional<Waveform> read_wave(Reading& reading, const Value& value, const std::string& pointer,
                                  std::string_view key) {
  if (value.number()) {
    Waveform wave;
    wave.value = *value.number();
    return wave;
  }
  if (value.object() == nullptr) {
    reading.findings.add(value, pointer, fmt::format("`{}` must be {}", key, kForms));
    return std::nullopt;
  }
  check_keys(reading.findings, value, pointer, KeyPlace::wave);
  Value* chosen = nullptr;
  std::string_view shape;
  for (const std::string_view candidate : {"ramp", "sine", "table"}) {
    Value* found = value.find(candidate);
    if (!found) continue;
    if (chosen) {
      reading.findings.add(*found, fmt::format("{}/{}", pointer, candidate),
                           fmt::format("both `{}` and `{}` are given; a waveform has one of them",
                                       shape, candidate));
      return std::nullopt;
    }
    chosen = found;
    shape = candidate;
  }
  if (!chosen) {
    reading.findings.add_missing(
        value, pointer, "ramp",
        fmt::format("this waveform of `{}` is empty; it must be {}", key, kForms));
    return std::nullopt;
  }
  const std::string place = fmt::format("{}/{}", pointer, shape);
  if (shape == "sine") return read_sine(reading, *chosen, place);
  if (shape == "table") return read_table(reading, *chosen, place);
  return ramp_of(read_rows(reading, *chosen, place, {"ramp", "entry", 2, "[0.5, 2]"}));
}

std::vector<Waveform> read_waves(Reading& reading, const Value& value, const std::string& pointer,
                                 std::string_view key, std::size_t width) {
  std::vector<Waveform> waves;
  const PackedNumbers* packed = value.packed();
  if (packed && !packed->is_rows && packed->count == width) {
    for (const double number : packed->values) waves.emplace_back().value = number;
    return waves;
  }
  if (width == 1 && !value.is_array()) {
    if (auto wave = read_wave(reading, value, pointer, key)) waves.push_back(std::move(*wave));
    return waves;
  }
  const List* items = value.list();
  if (!items || items->size() != width) {
    reading.findings.add(
        value, pointer,
        fmt::format("`{}` must be a list of {}, one for each axis, of numbers and waveforms", key,
                    width));
    return waves;
  }
  for (std::size_t i = 0; i < width; ++i) {
    auto wave = read_wave(reading, (*items)[i], fmt::format("{}/{}", pointer, i), key);
    if (wave) waves.push_back(std::move(*wave));
  }
  if (waves.size() != width) waves.clear();
  return waves;
}

}  // namespace tensio::io
