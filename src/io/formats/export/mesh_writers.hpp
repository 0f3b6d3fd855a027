// Nets as files of other programs; each writer gives the whole file.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/formats/export/net_view.hpp"
#include "tensio/files/export.hpp"

namespace tensio::io {

/// What could not be said, as sentences.
using Notes = std::vector<std::string>;

std::string obj_text(const NetView& net, Notes& notes);
std::string ply_bytes(const NetView& net, Notes& notes);
std::string off_text(const NetView& net, Notes& notes);
std::string stl_text(const NetView& net, Notes& notes);
std::string vtp_bytes(const NetView& net, Notes& notes);
std::string vtu_bytes(const NetView& net, Notes& notes);
std::string medit_text(const NetView& net, Notes& notes);
/// The endings of the files of a mesh, `.node` first, and their texts.
std::vector<std::pair<std::string, std::string>> tetgen_files(const NetView& net, Notes& notes);
std::string lammps_text(const NetView& net, Notes& notes);
std::string net_csv(const NetView& net, ExportTable table, Notes& notes);
/// Arrays of one state, or with many frames a first axis for them.
std::string npz_bytes(const System& system, const FrameSource& frames);
/// Lines and triangles in float32, with the frames as morph targets; `binary` as .glb.
std::string gltf_bytes(const System& system, const FrameSource& frames, bool binary,
                       const ExportOptions& options, Notes& notes);

/// Throws Error: this format is for faces, and the net has none.
void require_faces(const NetView& net, const char* format);
/// Notes the springs that are not edges of faces, which a format of faces alone cannot represent.
void note_left_springs(const NetView& net, const char* format, Notes& notes);

}  // namespace tensio::io
