// Which keys each kind of obstacle has, for reading and writing alike.
#pragma once

#include <string_view>
#include <vector>

#include "tensio/model/motion.hpp"

namespace tensio::io {

struct ObstacleKeys {
  const char* point;  ///< what Obstacle::point is called
  bool normal, point_b, radius, size;
  std::vector<std::string_view> all;  ///< those of its shape
};

inline ObstacleKeys keys_of(Obstacle::Kind kind) {
  switch (kind) {
    case Obstacle::Kind::sphere: return {"center", false, false, true, false, {"center", "radius"}};
    case Obstacle::Kind::box:
      return {"center", false, false, false, true, {"center", "size", "rotate"}};
    case Obstacle::Kind::capsule:
      return {"from", false, true, true, false, {"from", "to", "radius"}};
    case Obstacle::Kind::plane: break;
  }
  return {"point", true, false, false, false, {"point", "normal"}};
}

/// A key of the shape of some kind.
inline bool is_shape_key(std::string_view key) {
  for (std::string_view known :
       {"point", "normal", "center", "radius", "size", "rotate", "from", "to"})
    if (key == known) return true;
  return false;
}

}  // namespace tensio::io
