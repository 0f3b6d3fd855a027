// What a net looks like: which of its springs and nodes are seen, and which are surfaces.
//
// Rods, hair, shells, cloths and solid bodies consist of many springs that nobody wants to see one
// by one: those inside. They are recognised by the names that the generators give, and by closed
// surfaces.
#pragma once

#include <vector>

#include "io/draw/net_values.hpp"
#include "tensio/model/system.hpp"

namespace tensio::io {

struct NetLook {
  Faces faces = {};                               ///< those of the scene, and cells that are filled
  std::vector<unsigned char> inner = {};          ///< springs that are not seen
  std::vector<unsigned char> strand = {};         ///< springs along rods and hair
  std::vector<unsigned char> coil = {};           ///< springs drawn as coils, in small nets
  std::vector<unsigned char> hidden = {};         ///< nodes that are not seen
  std::vector<unsigned char> on_face = {};        ///< nodes that are corners of faces
  std::vector<unsigned char> closed = {};         ///< faces of closed surfaces
  std::vector<std::vector<int>> face_edges = {};  ///< springs along the edges of each face
  std::vector<std::vector<int>> spring_faces = {};  ///< faces beside each spring; or empty
  std::size_t inner_count = 0;
  bool on_a_line = false;  ///< all nodes lie on one line along an axis

  bool has_faces() const { return !closed.empty(); }
};

/// What to show besides the usual.
struct LookOptions {
  bool inner = false;    ///< springs inside rods, shells, cloths and bodies
  bool surface = false;  ///< cells of four springs with crossed diagonals are faces
};
NetLook look_of(const System& system, const std::vector<SpringFact>& springs,
                const LookOptions& options = {});

}  // namespace tensio::io
