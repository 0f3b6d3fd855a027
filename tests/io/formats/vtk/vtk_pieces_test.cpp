// Frames in pieces: read back and put together, they are the one file of the frame.
#include "io/formats/vtk/vtk_pieces.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <map>
#include <set>

#include "core/index.hpp"
#include "core/random.hpp"
#include "io/formats/vtk/vtk_xml_reader.hpp"
#include "support/files.hpp"
#include "support/nets.hpp"
#include "tensio/scenes/parts.hpp"

namespace tensio {
namespace {

using testing::read_file;

/// A frame with random numbers that differ everywhere.
struct Shown {
  explicit Shown(const System& given) : system(given), net(system) {
    Random random(11);
    const auto fill = [&](std::vector<double>& values, std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) values.push_back(random.uniform(-1, 1));
    };
    const std::size_t nodes = system.nodes.position.size() / usize(system.dimension);
    fill(position, system.nodes.position.size());
    fill(velocity, position.size());
    fill(mass, nodes);
    for (std::vector<double>* column : {&tension, &strain, &energy, &rest_length})
      fill(*column, net.ends.size());
  }
  MotionFrame frame() const {
    MotionFrame frame;
    frame.time = 1.25;
    frame.position = position;
    frame.velocity = velocity;
    frame.mass = mass;
    frame.tension = tension;
    frame.strain = strain;
    frame.spring_energy = energy;
    frame.rest_length = rest_length;
    frame.broken = broken;
    return frame;
  }
  int node_count() const { return static_cast<int>(mass.size()); }

  System system;
  io::VtkNet net;
  std::vector<double> position, velocity, mass, tension, strain, energy, rest_length;
  std::vector<unsigned char> broken;
};

Shown cloth() { return Shown(scenes::cloth({.columns = 6, .rows = 4})); }
Shown flat_net() {
  Random random(3);
  System net = testing::random_net(random, {.dimension = 2, .nodes = 23, .chords = 30});
  net.springs[0].yield = Yield{.strain = {0.1}};  // so that the rest length is an array
  return Shown(net);
}

std::vector<int> owners(int nodes, int ranks) {
  Random random(5);
  std::vector<int> owner;
  for (int i = 0; i < nodes; ++i) owner.push_back(random.index(ranks));
  return owner;
}

/// A point or cell by its number: all arrays by name, and the corners of a cell.
using Row = std::map<std::string, std::vector<double>>;

Row row_of(const std::vector<io::VtkArray>& arrays, std::size_t i) {
  Row row;
  for (const io::VtkArray& array : arrays)
    row[array.name].assign(array.values.begin() + std::ptrdiff_t(i * array.components),
                           array.values.begin() + std::ptrdiff_t((i + 1) * array.components));
  return row;
}

// The cells by number, springs from 0 and faces from -1 down; `node_of` is the number of a point.
template <class NodeOf>
void add_rows(const io::VtkMesh& mesh, const NodeOf& node_of, std::map<int, Row>& cells) {
  for (std::size_t i = 0; i < mesh.types.size(); ++i) {
    Row row = row_of(mesh.cell_data, i);
    for (const int point : mesh.cell(i)) row["corners"].push_back(node_of(point));
    row["type"] = {double(mesh.types[i])};
    const int spring = int(row.at("spring")[0]);
    const auto face = row.find("face");
    const int key = spring >= 0 ? spring : -1 - int(face->second[0]);
    if (face != row.end()) row.erase(face);
    ASSERT_TRUE(cells.emplace(key, row).second) << "cell " << key << " is in two pieces";
  }
}

void expect_pieces_of_the_frame(const Shown& shown, const std::vector<int>& owner, int ranks) {
  const MotionFrame frame = shown.frame();
  const io::VtkMesh whole = io::parse_vtk_xml(io::vtp_text(frame, shown.net), "whole");
  std::map<int, Row> expected, found;
  add_rows(
      whole, [](int point) { return point; }, expected);

  std::set<int> owned;
  const std::vector<io::VtkPiece> pieces = io::frame_pieces(frame, shown.net, owner, ranks);
  ASSERT_EQ(pieces.size(), usize(ranks));
  for (int rank = 0; rank < ranks; ++rank) {
    const io::VtkMesh mesh =
        io::parse_vtk_xml(io::vtu_piece(frame, shown.net, pieces[usize(rank)]), "piece");
    const io::VtkArray* node = io::find_array(mesh.point_data, "node");
    const io::VtkArray* copy = io::find_array(mesh.point_data, "vtkGhostType");
    ASSERT_TRUE(node && copy);
    ASSERT_EQ(io::find_array(mesh.field_data, "TimeValue")->values, std::vector<double>{1.25});
    for (std::size_t i = 0; i < node->values.size(); ++i) {
      const int id = int(node->values[i]);
      // Each node once as an own one, copies elsewhere; all with its numbers.
      ASSERT_EQ(copy->values[i], owner[usize(id)] == rank ? 0 : 1);
      if (copy->values[i] == 0) ASSERT_TRUE(owned.insert(id).second);
      Row row = row_of(mesh.point_data, i);
      row.erase("node");
      row.erase("vtkGhostType");
      ASSERT_EQ(row, row_of(whole.point_data, usize(id)));
      for (std::size_t k = 0; k < 3; ++k)
        ASSERT_EQ(mesh.points[3 * i + k], whole.points[3 * usize(id) + k]);
    }
    for (std::size_t i = 0; i < mesh.types.size(); ++i)
      ASSERT_EQ(owner[usize(int(node->values[usize(mesh.cell(i)[0])]))], rank);
    add_rows(
        mesh, [&](int point) { return node->values[usize(point)]; }, found);
  }
  EXPECT_EQ(int(owned.size()), shown.node_count());
  EXPECT_EQ(found, expected);
}

TEST(VtkPieces, TogetherAreTheOneFileOfTheFrame) {
  for (const Shown& shown : {cloth(), flat_net()})
    for (int ranks : {1, 2, 3, 8})
      expect_pieces_of_the_frame(shown, owners(shown.node_count(), ranks), ranks);
}

TEST(VtkPieces, LeaveBrokenSpringsAndTheFacesBesideThemOut) {
  Shown shown = cloth();
  shown.broken.assign(shown.net.ends.size(), 0);
  for (std::size_t s = 0; s < shown.broken.size(); s += 7) shown.broken[s] = 1;
  const io::VtkMesh whole = io::parse_vtk_xml(io::vtp_text(shown.frame(), shown.net), "whole");
  ASSERT_LT(whole.types.size(), shown.net.ends.size() + usize(shown.net.faces.count()));
  ASSERT_EQ(std::count(whole.types.begin(), whole.types.end(), io::kVtkQuad) > 0, true);
  expect_pieces_of_the_frame(shown, owners(shown.node_count(), 4), 4);
}

TEST(VtkPieces, MayBeEmpty) {
  const Shown shown = flat_net();
  expect_pieces_of_the_frame(shown, std::vector<int>(usize(shown.node_count()), 1), 3);
}

// A rank that has only its own part writes the bytes that the whole net gives.
TEST(VtkPieces, OfAPartAloneAreThoseOfTheWhole) {
  const Shown shown = flat_net();
  const MotionFrame frame = shown.frame();
  const auto pieces = io::frame_pieces(frame, shown.net, owners(shown.node_count(), 3), 3);
  const io::VtkPiece& piece = pieces[1];

  Shown part = shown;
  io::VtkPiece local;
  local.own_count = piece.own_count;
  std::vector<int> place(usize(shown.node_count()), -1);
  part.position.clear();
  part.velocity.clear();
  part.mass.clear();
  for (int node : piece.nodes) {
    const auto id = usize(node);
    place[id] = int(local.nodes.size());
    local.nodes.push_back(place[id]);
    part.mass.push_back(shown.mass[id]);
    for (std::size_t k = 0; k < 2; ++k) {
      part.position.push_back(shown.position[2 * id + k]);
      part.velocity.push_back(shown.velocity[2 * id + k]);
    }
  }
  part.net.ends.clear();
  for (auto column : {&Shown::tension, &Shown::strain, &Shown::energy, &Shown::rest_length}) {
    (part.*column).clear();
    for (int s : piece.springs) (part.*column).push_back((shown.*column)[usize(s)]);
  }
  for (int s : piece.springs) {
    local.springs.push_back(int(local.springs.size()));
    const auto [a, b] = shown.net.ends[usize(s)];
    part.net.ends.push_back({place[usize(a)], place[usize(b)]});
  }
  EXPECT_EQ(io::vtu_piece(part.frame(), part.net, local, {piece.nodes, piece.springs, {}}),
            io::vtu_piece(frame, shown.net, piece));
}

TEST(VtkPieces, TheirListNamesThemAndTheArraysThatAllHave) {
  const testing::TemporaryFolder folder;
  for (const Shown& shown : {cloth(), flat_net()}) {
    const MotionFrame frame = shown.frame();
    const auto pieces = io::frame_pieces(frame, shown.net, owners(shown.node_count(), 3), 3);
    io::save_pieces(folder.string(), 12, frame, shown.net, pieces);
    const std::string list = read_file(folder / "frame_000012.pvtu");
    for (int rank = 0; rank < 3; ++rank) {
      const std::string name = "frame_000012_" + std::to_string(rank) + ".vtu";
      EXPECT_NE(list.find("<Piece Source=\"" + name + "\"/>"), std::string::npos);
      EXPECT_EQ(read_file(folder / name), io::vtu_piece(frame, shown.net, pieces[usize(rank)]));
    }
    // The list's arrays are those of a piece, in its order.
    const std::string piece = read_file(folder / "frame_000012_0.vtu");
    const auto names = [](const std::string& text, const std::string& begin, const char* tag) {
      std::vector<std::string> found;
      for (std::size_t at = text.find(begin); (at = text.find(tag, at)) != std::string::npos;
           ++at) {
        const std::string line = text.substr(at, text.find('\n', at) - at);
        const auto value = [&](const char* key) {
          const std::size_t from = line.find(key) + std::strlen(key);
          return line.substr(from, line.find('"', from) - from);
        };
        const std::string name = value("Name=\"");
        if (name == "connectivity") break;
        found.push_back(name + " " + value("type=\"") + " " + value("NumberOfComponents=\""));
      }
      return found;
    };
    EXPECT_EQ(names(list, "<PPointData", "<PDataArray"), names(piece, "<PointData", "<DataArray"));
    EXPECT_GE(names(list, "<PPointData", "<PDataArray").size(), 10u);
  }
}

}  // namespace
}  // namespace tensio
