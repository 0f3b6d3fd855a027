// Arrays for numpy: what `convert` wrote comes back, and what nobody should write is refused.
#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "io/formats/tables/npy_output.hpp"
#include "io/text/inflate.hpp"
#include "support/files.hpp"
#include "support/refusals.hpp"
#include "tensio/files/export.hpp"
#include "tensio/files/import.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio {
namespace {

using io::NamedBytes;

System some_net() {
  return parse_system(R"({"tensio": 1, "dimension": 3,
      "nodes": {"position": [[0, 0, 0], [1, 0, 0], [1, 1, 0.1], [5, 5, 5]], "mass": [1, 2, 3, 4],
                "velocity": [[0, 0, 0], [0, 0, 1], [0, 0, 0.1], [0, 0, 0]],
                "fixed": [0, {"nodes": [2], "axes": "xz"}]},
      "springs": [{"ends": [[0, 1], [0, 1], [1, 2]], "stiffness": [10, 20, 0.1],
                   "rest_length": [0.9, 0.9, 1.1], "broken": [0, 1, 0]}],
      "faces": [[0, 1, 2]]})");
}

TEST(ImportNpz, WhatWasWrittenComesBack) {
  const System net = some_net();
  Snapshot state = start_snapshot(net);
  state.broken = {0, 1, 0};
  const std::string bytes = exported(net, state, ExportFormat::npz).bytes;
  const Imported got = import_bytes(bytes, "npz", "net.npz");
  EXPECT_EQ(got.system.dimension, 3);
  EXPECT_EQ(got.system.nodes.position, net.nodes.position);
  EXPECT_EQ(got.system.nodes.velocity, net.nodes.velocity);
  EXPECT_EQ(got.system.nodes.mass, net.nodes.mass);
  EXPECT_EQ(fixed_axes(got.system), fixed_axes(net));
  ASSERT_EQ(got.system.springs.size(), 1u);
  EXPECT_EQ(got.system.springs[0].ends, net.springs[0].ends);
  EXPECT_EQ(got.system.springs[0].stiffness, net.springs[0].stiffness);
  EXPECT_EQ(got.system.springs[0].rest_length, net.springs[0].rest_length);
  EXPECT_EQ(got.system.springs[0].broken, net.springs[0].broken);
  EXPECT_EQ(got.system.faces.nodes, net.faces.nodes);
  EXPECT_TRUE(validate(got.system).empty());
  EXPECT_EQ(exported(got.system, state, ExportFormat::npz).bytes, bytes);
}

const std::vector<double> kPlaces = {0, 0, 1, 0, 0, 1}, kStrong = {3, 4};
const std::vector<int> kJoined = {0, 1, 1, 2};

// The least that a net has, after a change.
std::string archive(const std::function<void(std::vector<NamedBytes>&)>& change = {}) {
  std::vector<NamedBytes> members = {{"position.npy", io::npy_bytes({3, 2}, std::span(kPlaces))},
                                     {"ends.npy", io::npy_bytes({2, 2}, std::span(kJoined))},
                                     {"stiffness.npy", io::npy_bytes({2}, std::span(kStrong))}};
  if (change) change(members);
  return io::npz_archive(members);
}

std::string with(const std::string& name, const std::vector<std::uint64_t>& shape,
                 const std::vector<double>& values) {
  return archive([&](std::vector<NamedBytes>& members) {
    std::erase_if(members, [&](const NamedBytes& member) { return member.first == name; });
    members.emplace_back(name, io::npy_bytes(shape, std::span(values)));
  });
}

TEST(ImportNpz, OfSeveralFramesTheLastIsRead) {
  const std::vector<double> frames = {0, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0, 3}, times = {0, 1},
                            rest = {1, 1, 5, 6};
  const Imported got = import_bytes(
      archive([&](std::vector<NamedBytes>& members) {
        members[0].second = io::npy_bytes({2, 3, 2}, std::span(frames));
        members.emplace_back("time.npy", io::npy_bytes({2}, std::span(times)));
        members.emplace_back("rest_length.npy", io::npy_bytes({2, 2}, std::span(rest)));
      }),
      "npz", "net.npz");
  EXPECT_EQ(got.system.dimension, 2);
  EXPECT_EQ(got.system.nodes.position, (std::vector<double>{0, 0, 2, 0, 0, 3}));
  EXPECT_EQ(got.system.springs[0].rest_length, (Column{5, 6}));
  ASSERT_EQ(got.report.skipped.size(), 1u);
  EXPECT_EQ(got.report.skipped[0].kind, "frame before the last");
}

// What numpy.savez_compressed wrote of a net of three nodes and two springs.
TEST(ImportNpz, CompressedArchivesOfNumpyAreReadWithZlib) {
  const std::string bytes = testing::read_file(std::string(TENSIO_SOURCE_DIR) +
                                               "/tests/io/formats/import/data/compressed.npz");
  if (!io::can_inflate()) {
    EXPECT_NE(
        testing::refusal([&] { import_bytes(bytes, "npz", "a.npz"); }).find("built without zlib"),
        std::string::npos);
    return;
  }
  const Imported got = import_bytes(bytes, "npz", "a.npz");
  EXPECT_EQ(got.system.nodes.position, kPlaces);
  EXPECT_EQ(got.system.springs[0].stiffness, kStrong);
  std::string damaged = bytes;
  damaged[damaged.find("stiffness.npy") + 45] ^= 0x55;
  EXPECT_NE(testing::refusal([&] { import_bytes(damaged, "npz", "a.npz"); }), "");
}

TEST(ImportNpz, MalformedFilesAreRefused) {
  ASSERT_EQ(import_bytes(archive(), "npz", "a.npz").report.springs, 2);
  const std::string good = archive();
  const auto without = [](std::size_t index) {
    return archive([=](std::vector<NamedBytes>& members) {
      members.erase(members.begin() + static_cast<std::ptrdiff_t>(index));
    });
  };
  const double nan = std::nan("");
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"", "is no .npz file"},
      {"solid", "is no .npz file"},
      {good.substr(0, 40), "is cut off"},
      {good.substr(0, 150), "is cut off"},
      {without(0), "there is no array `position`"},
      {without(1), "there is no array `ends`"},
      {with("position.npy", {6}, kPlaces), "must have a row of 2 or 3 coordinates"},
      {with("position.npy", {1, 6}, kPlaces), "must have a row of 2 or 3 coordinates"},
      {with("position.npy", {1, 3, 2}, kPlaces), "has 3 dimensions"},
      {with("position.npy", {3, 2}, {0, 0, nan, 0, 0, 1}), "of node 1 is nan; it must be finite"},
      {with("velocity.npy", {2, 3}, kPlaces), "as many rows and columns as `position`"},
      {with("velocity.npy", {3, 2}, {0, 0, 0, 0, 0, nan}), "of node 2 is nan"},
      {with("mass.npy", {2}, {1, 1}), "has 2 x 1 numbers; it should have 3"},
      {with("mass.npy", {3}, {1, 1, -1}), "must be finite and not negative"},
      {with("mass.npy", {3}, {1, nan, 1}), "must be finite and not negative"},
      {with("fixed.npy", {3}, {1, 8, 0}), "a whole one from 0 to 7"},
      {with("fixed.npy", {3}, {1, 0.5, 0}), "a whole one from 0 to 7"},
      {with("ends.npy", {4}, {0, 1, 1, 2}), "a row of two nodes per spring"},
      {with("ends.npy", {2, 2}, {0, 1, 1, 3}), "has the number 3; it must be a whole one from 0"},
      {with("ends.npy", {2, 2}, {0, 1, 1, -1}), "has the number -1"},
      {with("ends.npy", {2, 2}, {0, 1, 1, 1.5}), "has the number 1.5"},
      {with("stiffness.npy", {3}, {1, 2, 3}), "has 3 x 1 numbers; it should have 2"},
      {with("stiffness.npy", {2}, {1, -2}), "must be finite and not negative"},
      {with("stiffness.npy", {2}, {1, nan}), "1 of 2 springs that belong together"},
      {with("rest_length.npy", {2, 2}, {1, 1, 1, 1}), "has 2 x 2 numbers; it should have 2"},
      {with("broken.npy", {2}, {0, 2}), "a whole one from 0 to 1"},
      {with("time.npy", {2}, {0, 1}), "must have a row of 2 or 3 coordinates"},
      {archive([](std::vector<NamedBytes>& m) { m[0].second = "not an array"; }),
       "it is no .npy file"},
      {archive([](std::vector<NamedBytes>& m) { m[1].second.resize(90); }), "is refused"},
      {archive([](std::vector<NamedBytes>& m) {
         const std::vector<int> starts = {0, 3}, corners = {0, 1, 3};
         m.emplace_back("face_start.npy", io::npy_bytes({2}, std::span(starts)));
         m.emplace_back("face_nodes.npy", io::npy_bytes({3}, std::span(corners)));
       }),
       "the array `face_nodes` has the number 3"},
      {archive([](std::vector<NamedBytes>& m) {
         const std::vector<int> starts = {0, 4}, corners = {0, 1, 2};
         m.emplace_back("face_start.npy", io::npy_bytes({2}, std::span(starts)));
         m.emplace_back("face_nodes.npy", io::npy_bytes({3}, std::span(corners)));
       }),
       "the array `face_start` has the number 4"},
      {archive([](std::vector<NamedBytes>& m) {
         const std::vector<int> starts = {3, 0}, corners = {0, 1, 2};
         m.emplace_back("face_start.npy", io::npy_bytes({2}, std::span(starts)));
         m.emplace_back("face_nodes.npy", io::npy_bytes({3}, std::span(corners)));
       }),
       "must ascend"},
  };
  for (const auto& [bytes, piece] : bad) {
    const std::string refusal =
        testing::refusal([&, file = bytes] { import_bytes(file, "npz", "a.npz"); });
    EXPECT_NE(refusal.find(piece), std::string::npos) << piece << ": " << refusal;
    EXPECT_EQ(refusal.rfind("a.npz: ", 0), 0u) << refusal;
  }
}

}  // namespace
}  // namespace tensio
