// Frames of a run in pieces, one for each rank: UnstructuredGrid files (.vtu) and their list
// (.pvtu).
//
// Together the pieces have what the one file of a frame has: each spring and each face in the piece
// of the rank that owns its first node. The nodes of a piece are those of its rank, then those of
// other ranks that its cells need, which ParaView takes for copies (`vtkGhostType` 1).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "io/formats/vtk/vtk.hpp"

namespace tensio::io {

/// What a piece has, by places in the arrays of a frame and of its net.
struct VtkPiece {
  std::vector<int> nodes;  ///< own ones, then copies
  int own_count = 0;
  std::vector<int> springs, faces;  ///< all ends and corners are in `nodes`
};

/// The numbers in the whole net of what the arrays have; empty where that is the whole net.
struct VtkIds {
  std::span<const int> nodes = {}, springs = {}, faces = {};
};

/// The pieces of a frame whose nodes have these owners, 0 .. ranks - 1: all springs that are not
/// broken, and the faces beside them.
std::vector<VtkPiece> frame_pieces(const MotionFrame& frame, const VtkNet& net,
                                   std::span<const int> owner, int ranks);

/// The file of a piece, with the arrays of vtp_text(), faces or not, and the numbers of its nodes
/// (`node`). A rank
/// may have the arrays of its own part only: `ids` then says what they are of.
std::string vtu_piece(const MotionFrame& frame, const VtkNet& net, const VtkPiece& piece,
                      const VtkIds& ids = {});

/// The list of the pieces: the arrays that all of them have, and their files.
std::string pvtu_text(const MotionFrame& frame, const VtkNet& net,
                      std::span<const std::string> files);

/// "frame_000012.pvtu", and "frame_000012_3.vtu" for the piece of rank 3.
std::string pieces_name(std::uint64_t frame);
std::string piece_name(std::uint64_t frame, int rank);

/// Writes the pieces of a frame into a folder, and then their list: where the list is, all pieces
/// are. Throws Error (io) naming the file.
void save_pieces(const std::string& folder, std::uint64_t number, const MotionFrame& frame,
                 const VtkNet& net, std::span<const VtkPiece> pieces);

}  // namespace tensio::io
