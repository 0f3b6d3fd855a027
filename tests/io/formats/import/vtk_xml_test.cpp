// VTK's XML files: those of others, and those that Tensio wrote come back as they were.
#include <gtest/gtest.h>

#include "samples.hpp"
#include "tensio/files/export.hpp"
#include "tensio/files/import.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio {
namespace {

TEST(ImportVtkXml, FilesOfOthersHaveEdges) {
  for (const Sample& sample : samples()) {
    if (sample.file == "tent.vtp") {
      const Imported got = import_bytes(sample.bytes, sample.format, sample.file);
      EXPECT_EQ(got.report.faces, 2);
      EXPECT_EQ(got.report.springs, 6);  // a line, and two triangles that share an edge
      EXPECT_EQ(got.report.unused_nodes, 1);
    } else if (sample.file == "tent.vtu") {
      const Imported got = import_bytes(sample.bytes, sample.format, sample.file);
      EXPECT_EQ(got.report.cells, 1);
      EXPECT_EQ(got.report.springs, 8);  // of the pyramid, one of them a line too
    }
  }
}

TEST(ImportVtkXml, WhatWasWrittenComesBack) {
  const System net = parse_system(R"({"tensio": 1, "dimension": 3,
      "nodes": {"position": [[0, 0, 0], [1, 0, 0], [1, 1, 0.1], [5, 5, 5]], "mass": [1, 2, 3, 4],
                "velocity": [[0, 0, 0], [0, 0, 1], [0, 0, 0], [0, 0, 0]],
                "fixed": [0, {"nodes": [2], "axes": "xz"}]},
      "springs": [{"name": "ties", "ends": [[0, 1], [0, 1]], "stiffness": [10, 20], "rest_length": 0.9},
                  {"name": "stays", "ends": [[1, 2]], "stiffness": 30}],
      "faces": [[0, 1, 2]], "groups": {"tip": [2, 3]}})");
  Snapshot state;
  state.position = net.nodes.position;
  state.velocity = net.nodes.velocity;
  for (const ExportFormat format : {ExportFormat::vtp, ExportFormat::vtu}) {
    const Exported written = exported(net, state, format);
    const Imported got = import_bytes(written.bytes, "vtk_xml", "net.vtp");
    EXPECT_EQ(got.system.nodes.position, net.nodes.position);
    EXPECT_EQ(got.system.nodes.velocity, net.nodes.velocity);
    EXPECT_EQ(got.system.nodes.mass, net.nodes.mass);
    EXPECT_EQ(fixed_axes(got.system), fixed_axes(net));
    ASSERT_EQ(got.system.springs.size(), 2u);
    EXPECT_EQ(got.system.springs[0].name, "ties");
    EXPECT_EQ(got.system.springs[0].ends, net.springs[0].ends);
    EXPECT_EQ(got.system.springs[0].stiffness, net.springs[0].stiffness);
    EXPECT_EQ(got.system.springs[0].rest_length, net.springs[0].rest_length);
    EXPECT_EQ(got.system.springs[1].ends, net.springs[1].ends);
    EXPECT_EQ(got.system.faces.nodes, net.faces.nodes);
    // an edge of the face without a spring does not become one
    EXPECT_EQ(got.report.springs, 3);
    const auto tip = std::find_if(got.system.groups.begin(), got.system.groups.end(),
                                  [](const Group& group) { return group.name == "tip"; });
    ASSERT_NE(tip, got.system.groups.end());
    EXPECT_EQ(tip->members, (std::vector<int>{2, 3}));
  }
}

TEST(ImportVtkXml, FixedAxesAreCalledFixedAndTheOldNameIsStillRead) {
  const System net = parse_system(R"({"tensio": 1, "dimension": 3,
      "nodes": {"position": [[0, 0, 0], [1, 0, 0], [1, 1, 0]],
                "fixed": [0, {"nodes": [2], "axes": "xz"}]},
      "springs": [{"ends": [[0, 1], [1, 2]], "stiffness": 30}]})");
  const std::vector<unsigned char> fixed = {7, 0, 5};
  Snapshot state;
  state.position = net.nodes.position;
  std::string bytes = exported(net, state, ExportFormat::vtp).bytes;
  const std::string name = "Name=\"fixed\"";
  ASSERT_NE(bytes.find(name), std::string::npos);
  EXPECT_EQ(bytes.find("Name=\"held\""), std::string::npos);
  EXPECT_EQ(fixed_axes(import_bytes(bytes, "vtk_xml", "new.vtp").system), fixed);
  // offsets of appended data count from their own beginning, so the header may change its length
  bytes.replace(bytes.find(name), name.size(), "Name=\"held\"");
  EXPECT_EQ(fixed_axes(import_bytes(bytes, "vtk_xml", "old.vtp").system), fixed);
}

TEST(ImportFormats, EndingsSayTheFormat) {
  ASSERT_NE(format_of_file("a/b.OBJ"), nullptr);
  EXPECT_EQ(format_of_file("a/b.OBJ")->name, "obj");
  EXPECT_TRUE(format_of_file("net.obj")->writes);
  EXPECT_EQ(format_of_file("net.msh")->name, "gmsh");
  EXPECT_FALSE(format_of_file("net.msh")->writes);
  ASSERT_NE(format_of_file("net.glb"), nullptr);
  EXPECT_FALSE(format_of_file("net.glb")->reads);
  EXPECT_EQ(format_of_file("obj"), nullptr);
  const auto refused = [](const std::string& path, const ImportOptions& options = {}) {
    try {
      import_file(path, options);
    } catch (const Error& error) {
      return error.kind() == ErrorKind::io ? "io" : "content";
    }
    return "read";
  };
  EXPECT_STREQ(refused("nowhere.obj"), "io");
  EXPECT_STREQ(refused("nowhere.glb"), "content");
  EXPECT_STREQ(refused("nowhere.what"), "content");
  EXPECT_STREQ(refused("nowhere", {.format = "obj"}), "io");
}

}  // namespace
}  // namespace tensio
