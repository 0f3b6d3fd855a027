// Numbers with a unit, "20 kN", and where each unit is allowed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/scene/columns.hpp"
#include "model/units.hpp"
#include "tensio/scenes/generators.hpp"

namespace tensio::io {

/// What numbers measure at a place of a scene.
struct Measure {
  enum class Kind {
    none,   ///< texts and selections: nothing there is taken for a number with a unit
    any,    ///< a number of any dimension
    known,  ///< of this dimension
  };
  Kind kind = Kind::none;
  Dimension dimension = {};
  bool degrees = false;  ///< angles in degrees, not in radians
};

/// The measure of a member, from its key, the section of the scene that it is in, and the
/// object it is in: the measure of that, and its key.
Measure measure_of(std::string_view key, std::string_view section, std::string_view parent,
                   const Measure& above);

/// The measure of an option of a kind of part; nothing where it has no such option.
std::optional<Measure> measure_of_option(const Generator& kind, std::string_view option);

/// The section `units`; the usual ones where it is left out or wrong.
Units read_units(Reading& reading, const Value& root);

/// Whether a text begins like a number and continues like a unit.
bool looks_like_quantity(std::string_view text);
/// What such a text measures. Throws UnitError.
Dimension dimension_of_quantity(std::string_view text);
/// The number that a text such as "20 kN" means, in the units of a scene. `what` is what it is
/// given for, in messages. Throws UnitError, whose position is one in the text.
double quantity(std::string_view text, const Measure& measure, const Units& units,
                std::string_view what);

}  // namespace tensio::io
