// The readers of the formats; each fills a draft, or throws Error.
#pragma once

#include "io/formats/import/draft.hpp"
#include "io/text/foreign_file.hpp"

namespace tensio::io {

void read_compas(const ForeignFile& file, Draft& draft);
void read_csv(const ForeignFile& file, Draft& draft);
void read_dxf(const ForeignFile& file, Draft& draft);
void read_edges(const ForeignFile& file, Draft& draft);
void read_gmsh(const ForeignFile& file, Draft& draft);
void read_graphml(const ForeignFile& file, Draft& draft);
void read_lammps(const ForeignFile& file, Draft& draft);
void read_medit(const ForeignFile& file, Draft& draft);
void read_npz(const ForeignFile& file, Draft& draft);
void read_obj(const ForeignFile& file, Draft& draft);
void read_off(const ForeignFile& file, Draft& draft);
void read_ply(const ForeignFile& file, Draft& draft);
void read_stl(const ForeignFile& file, Draft& draft);
void read_tetgen(const ForeignFile& file, Draft& draft);
void read_vtk(const ForeignFile& file, Draft& draft);
void read_vtk_xml(const ForeignFile& file, Draft& draft);
void read_xsp(const ForeignFile& file, Draft& draft);

}  // namespace tensio::io
