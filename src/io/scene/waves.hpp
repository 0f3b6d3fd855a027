// Numbers that may change with time, as a scene writes them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/scene/columns.hpp"
#include "tensio/model/waveform.hpp"

namespace tensio::io {

/// True where a component of a vector changes with time.
bool has_wave(const Value& value);

/// A number, {"ramp": ...}, {"sine": ...} or {"table": "f.csv"}.
std::optional<Waveform> read_wave(Reading& reading, const Value& value, const std::string& pointer,
                                  std::string_view key);
/// A list of `width` of them; where that is 1, one alone too. Empty where that failed.
std::vector<Waveform> read_waves(Reading& reading, const Value& value, const std::string& pointer,
                                 std::string_view key, std::size_t width);

}  // namespace tensio::io
