// A net as a picture: SVG text, the same for the same net.
#pragma once

#include <optional>
#include <string>

#include "tensio/model/system.hpp"
#include "tensio/solve/report.hpp"

namespace tensio {

struct Snapshot;

/// From where a net in 3D is seen, without perspective; a net in 2D is seen as it is.
enum class View {
  top,    ///< from above: x to the right, y up
  front,  ///< against y: x to the right, z up
  side,   ///< against x: y to the right, z up
  iso,    ///< from above and aside; not quite a true isometric view, in which cubes hide corners
};

/// Any other direction to look from, in degrees: `azimuth` 0 looks from the front, 90 from the side
/// (against x); `elevation` is the height above the horizon, 90 looks from above.
struct Camera {
  double azimuth = 0;
  double elevation = 0;
};

/// Which axis of a net in 3D points upwards on the page.
enum class Up {
  automatic,  ///< y where gravity points against y, else z
  y,
  z,
};

enum class ColorBy {
  tension,
  strain,
  utilisation,
  set,
  none,
};

enum class Labels { none, nodes, springs, all };

const char* to_string(View view);
const char* to_string(Up up);
const char* to_string(ColorBy color_by);
const char* to_string(Labels labels);

struct DrawOptions {
  View view = View::iso;
  std::optional<Camera> camera = {};  ///< overrides `view`
  Up up = Up::automatic;
  ColorBy color_by = ColorBy::tension;  ///< `none` where there is no result to colour by
  Labels labels = Labels::none;
  /// True: the springs inside rods, shells, cloths and solid bodies too, and faces as glass.
  bool inner = false;
  /// True: cells of four springs with crossed diagonals are filled, as a cloth.
  bool surface = false;
  /// Factor on the displacements, with the drawn shape faintly behind; left out: true to scale,
  /// without the drawn shape.
  std::optional<double> deformed = {};
  /// True: broken springs are those absent at a construction stage, and nodes that have no others
  /// are not drawn.
  bool stage = false;
  std::string name = {};   ///< of the state, such as a combination's; shown under the title
  bool standalone = true;  ///< a file of its own; false: a part of an HTML page
};

/// Nets of which more springs than this are seen are drawn in a simpler way, and the picture says
/// so: thin lines in 8 layers of depth, without labels and without a tooltip for each spring.
inline constexpr int kSpringsDrawnInFull = 20000;
bool is_drawn_simply(const System& system, const DrawOptions& options = {});

/// The net at rest, or the drawn shape where `rest` is null. The system must be valid.
std::string draw_svg(const System& system, const Equilibrium* rest,
                     const DrawOptions& options = {});
/// The net at one moment of a run, with its obstacles. Without tensions in the snapshot, `tension`
/// becomes `strain`.
std::string draw_svg(const System& system, const Snapshot& moment, const DrawOptions& options = {});

}  // namespace tensio
