// A run's folder: what is in its files, and that they continue from a checkpoint to the same bytes.
#include "tensio/files/recording.hpp"
#include "core/index.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "io/formats/tables/npy.hpp"
#include "io/formats/tables/npy_output.hpp"
#include "io/formats/vtk/vtk.hpp"
#include "io/run/run_folder.hpp"
#include "support/files.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio {
namespace {

using Numbers = std::vector<double>;

// A frame with the same numbers for every quantity of the springs.
MotionFrame frame_of(double time, const Numbers& position, const Numbers& velocity,
                     const Numbers& mass, const Numbers& springs) {
  return {.time = time,
          .position = position,
          .velocity = velocity,
          .mass = mass,
          .length = springs,
          .tension = springs,
          .strain = springs,
          .spring_energy = springs};
}

using testing::read_file;

namespace fs = std::filesystem;

// Every file of a folder, by its name.
std::map<std::string, std::string> contents(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      files[entry.path().lexically_relative(folder).string()] = read_file(entry.path());
    }
  }
  return files;
}

System triangle(int dimension) {
  System system;
  system.dimension = dimension;
  system.nodes.position = dimension == 2 ? std::vector<double>{0, 0, 1, 0, 0, 1}
                                         : std::vector<double>{0, 0, 0, 1, 0, 0, 0, 1, 0};
  system.nodes.mass = {1};
  system.springs = {{.ends = {{0, 1}, {1, 2}, {2, 0}}, .stiffness = {1}}};
  return system;
}

const std::vector<std::string> kNames = {"tip", "a \"b\", c"};

// Frames made by hand: number i at the time i/10, with numbers that need all their digits.
class Frames {
 public:
  explicit Frames(int dimension) : dimension_(dimension) {}
  void show(MotionObserver& observer, int i) const {
    const double t = i / 10.0;
    std::vector<double> position, velocity;
    for (int k = 0; k < 3 * dimension_; ++k) {
      position.push_back(k + t / 3);
      velocity.push_back(-k * t / 7);
    }
    const std::vector<double> springs = {t, 1 / 3.0, -t / 3};
    std::vector<double> strain = springs;
    strain[1] = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> mass = {1, 2, 3};
    const std::vector<unsigned char> broken = {0, static_cast<unsigned char>(i > 2), 0};
    MotionFrame frame = frame_of(t, position, velocity, mass, springs);
    frame.step = 7 * i;
    frame.strain = strain;
    frame.broken = broken;
    frame.energy = {.kinetic = t / 3, .elastic = 2 * t, .total = 1 + t / 9};
    frame.momentum = {t, -t, 0.5};
    const std::vector<double> values = {t / 3, i == 1 ? NAN : -t};
    observer.probes({.time = t, .value = values});
    if (i == 2)
      observer.event(
          {.time = t, .kind = MotionEvent::Kind::breaks, .spring = 1, .value = 0.1, .detail = ""});
    if (i == 3)
      observer.event({.time = t,
                      .kind = MotionEvent::Kind::contact,
                      .node = 2,
                      .value = -1,
                      .detail = "floor, left"});
    observer.frame(frame);
  }
  /// From frame `first` to the one before `end`, which is the last.
  void finish(Recording& recording, int first, int end) const {
    for (int i = first; i < end; ++i) show(recording, i);
    recording.finish();
  }

 private:
  int dimension_;
};

class RecordingTest : public ::testing::TestWithParam<FrameFormat> {
 protected:
  std::string folder(const std::string& name) const {
    fs::create_directory(base_ / name);
    return (base_ / name).string();
  }

  testing::TemporaryFolder base_;
};

TEST_F(RecordingTest, TablesHoldEveryDigit) {
  const std::string where = folder("a");
  {
    Recording recording(where, triangle(2), kNames);
    Frames(2).finish(recording, 0, 4);
  }
  EXPECT_EQ(
      read_file(where + "/history.csv"),
      "time,kinetic,elastic,gravity,load,contact,dissipated,work,total,momentum_x,momentum_y\n"
      "0,0,0,0,0,0,0,0,1,0,-0\n"
      "0.1,0.03333333333333333,0.2,0,0,0,0,0,1.011111111111111,0.1,-0.1\n"
      "0.2,0.06666666666666667,0.4,0,0,0,0,0,1.0222222222222221,0.2,-0.2\n"
      "0.3,0.09999999999999999,0.6,0,0,0,0,0,1.0333333333333334,0.3,-0.3\n");
  EXPECT_EQ(read_file(where + "/probes.csv"),
            "time,tip,\"a \"\"b\"\", c\"\n0,0,-0\n0.1,0.03333333333333333,\n"
            "0.2,0.06666666666666667,-0.2\n0.3,0.09999999999999999,-0.3\n");
  EXPECT_EQ(read_file(where + "/events.csv"),
            "time,kind,spring,nodes,value,detail\n0.2,break,1,1 2,0.1,\n"
            "0.3,contact,,2,-1,\"floor, left\"\n");
  EXPECT_EQ(read_file(where + "/scene.json"), write_system(triangle(2)));
  EXPECT_NE(read_file(where + "/energy.svg").find(">kinetic<"), std::string::npos);
  EXPECT_EQ(read_file(where + "/energy.svg").find(">gravity<"),
            std::string::npos);  // zero throughout
  EXPECT_NE(read_file(where + "/probes.svg").find(">tip<"), std::string::npos);
}

// Of an appended array: its bytes, found by its tag's offset; the first of its name behind `after`.
template <class Number>
std::vector<Number> appended(const std::string& text, const std::string& name,
                             const std::string& after = "") {
  const std::size_t tag = text.find("Name=\"" + name + "\"", text.find(after));
  EXPECT_NE(tag, std::string::npos) << name;
  const std::size_t at = text.find("offset=\"", tag) + 8;
  const std::size_t begin =
      text.find("<AppendedData encoding=\"raw\">\n_") + 31 + std::stoul(text.substr(at));
  std::uint64_t size = 0;
  std::memcpy(&size, text.data() + begin, sizeof size);
  std::vector<Number> values(size / sizeof(Number));
  std::memcpy(values.data(), text.data() + begin + sizeof size, size);
  return values;
}

TEST_F(RecordingTest, AVtkFrameHoldsTheNetAndLeavesBrokenSpringsOut) {
  const std::string where = folder("a");
  {
    Recording recording(where, triangle(2), kNames);
    Frames(2).finish(recording, 0, 4);
  }
  const std::string whole = read_file(where + "/frames/frame_000001.vtp");
  EXPECT_EQ(appended<double>(whole, "Points"),
            (std::vector<double>{0.1 / 3, 1 + 0.1 / 3, 0, 2 + 0.1 / 3, 3 + 0.1 / 3, 0, 4 + 0.1 / 3,
                                 5 + 0.1 / 3, 0}));
  EXPECT_EQ(appended<double>(whole, "mass"), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(appended<double>(whole, "velocity").size(), 9u);
  EXPECT_EQ(appended<int>(whole, "connectivity"), (std::vector<int>{0, 1, 1, 2, 2, 0}));
  EXPECT_EQ(appended<int>(whole, "offsets"), (std::vector<int>{2, 4, 6}));
  EXPECT_EQ(appended<double>(whole, "tension"), (std::vector<double>{0.1, 1 / 3.0, -0.1 / 3}));
  EXPECT_EQ(appended<double>(whole, "strain"), (std::vector<double>{0.1, 0, -0.1 / 3}));
  EXPECT_EQ(appended<double>(whole, "TimeValue"), std::vector<double>{0.1});
  EXPECT_NE(whole.find("NumberOfLines=\"3\""), std::string::npos);

  const std::string broken = read_file(where + "/frames/frame_000003.vtp");
  EXPECT_NE(broken.find("NumberOfLines=\"2\""), std::string::npos);
  EXPECT_EQ(appended<int>(broken, "connectivity"), (std::vector<int>{0, 1, 2, 0}));
  EXPECT_EQ(appended<int>(broken, "spring"), (std::vector<int>{0, 2}));
  EXPECT_EQ(appended<double>(broken, "energy").size(), 2u);
}

TEST_F(RecordingTest, AVtkFrameHasFacesAsPolygonsAndLeavesThoseBesideBrokenSpringsOut) {
  System system = triangle(3);
  system.nodes.position.insert(system.nodes.position.end(), {1, 1, 0});
  system.springs[0].ends = {{0, 1}, {1, 2}, {2, 3}};
  system.springs[0].breaks = Break{.strain = {0.1}};
  system.faces.nodes = {0, 1, 2, 3, 0, 1, 3};  // spring 1 is an edge of the first alone
  system.faces.start = {0, 4, 7};
  const io::VtkNet net(system);
  const std::vector<double> nodes(12, 0.5), mass(4, 1.0), springs = {3, 4, 5};
  std::vector<unsigned char> broken = {0, 0, 0};
  const auto text = [&] {
    MotionFrame frame = frame_of(0.5, nodes, nodes, mass, springs);
    frame.broken = broken;
    return io::vtp_text(frame, net);
  };
  const std::string whole = text();
  EXPECT_NE(whole.find("NumberOfLines=\"3\" NumberOfStrips=\"0\" NumberOfPolys=\"2\""),
            std::string::npos);
  EXPECT_EQ(appended<int>(whole, "connectivity", "<Lines>"), (std::vector<int>{0, 1, 1, 2, 2, 3}));
  EXPECT_EQ(appended<int>(whole, "connectivity", "<Polys>"),
            (std::vector<int>{0, 1, 2, 3, 0, 1, 3}));
  EXPECT_EQ(appended<int>(whole, "offsets", "<Polys>"), (std::vector<int>{4, 7}));
  // Cells are springs, then faces.
  EXPECT_EQ(appended<double>(whole, "tension"), (std::vector<double>{3, 4, 5, 0, 0}));
  EXPECT_EQ(appended<int>(whole, "spring"), (std::vector<int>{0, 1, 2, -1, -1}));
  EXPECT_EQ(appended<int>(whole, "face"), (std::vector<int>{-1, -1, -1, 0, 1}));

  broken[1] = 1;
  const std::string torn = text();
  EXPECT_NE(torn.find("NumberOfPolys=\"1\""), std::string::npos);
  EXPECT_EQ(appended<int>(torn, "connectivity", "<Polys>"), (std::vector<int>{0, 1, 3}));
  EXPECT_EQ(appended<int>(torn, "offsets", "<Polys>"), std::vector<int>{3});
  EXPECT_EQ(appended<double>(torn, "energy"), (std::vector<double>{3, 5, 0}));
  EXPECT_EQ(appended<int>(torn, "spring"), (std::vector<int>{0, 2, -1}));
  EXPECT_EQ(appended<int>(torn, "face"), (std::vector<int>{-1, -1, 1}));
}

TEST_F(RecordingTest, AFaceOfTwoCornersIsNoPolygon) {
  System system = triangle(2);
  system.faces.nodes = {0, 1, 0, 1, 2};
  system.faces.start = {0, 2, 5};
  const std::string where = folder("a");
  Recording recording(where, system, {});
  Frames(2).show(recording, 0);
  recording.finish();
  const std::string text = read_file(where + "/frames/frame_000000.vtp");
  EXPECT_NE(text.find("NumberOfPolys=\"1\""), std::string::npos);
  EXPECT_EQ(appended<int>(text, "face"), (std::vector<int>{-1, -1, -1, 1}));
  EXPECT_EQ(appended<int>(text, "offsets", "<Polys>"), std::vector<int>{3});
}

TEST_F(RecordingTest, TheListOfFramesIsWholeAfterEachOfThem) {
  const std::string where = folder("a");
  Recording recording(where, triangle(3), {});
  Frames frames(3);
  std::string lines;
  for (int i = 0; i < 3; ++i) {
    frames.show(recording, i);
    lines += io::pvd_line(i / 10.0, "frames/frame_00000" + std::to_string(i) + ".vtp");
    EXPECT_EQ(read_file(where + "/frames.pvd"),
              std::string(io::kPvdHead) + lines + std::string(io::kPvdFoot));
  }
  EXPECT_NE(lines.find("timestep=\"0.2\""), std::string::npos);
}

// The number of rows in a .npy header, and the bytes behind it.
std::pair<std::string, std::size_t> npy_shape(const std::string& bytes) {
  const std::size_t begin = bytes.find("'shape': (") + 10;
  return {bytes.substr(begin, bytes.find(')', begin) - begin), bytes.size() - 128};
}

TEST_F(RecordingTest, ANpyHeaderCountsTheFramesThatAreWhole) {
  const std::string where = folder("a");
  Recording recording(where, triangle(2), {}, FrameFormat::npy);
  EXPECT_EQ(npy_shape(read_file(where + "/position.npy")),
            (std::pair<std::string, std::size_t>("0, 3, 2", 0)));
  Frames frames(2);
  for (int i = 0; i < 12; ++i) {
    frames.show(recording, i);
    const std::string count = std::to_string(i + 1);
    const auto rows = usize(i + 1);
    for (const char* name : {"/position.npy", "/velocity.npy"}) {
      EXPECT_EQ(npy_shape(read_file(where + name)), std::pair(count + ", 3, 2", 48 * rows));
    }
    const io::NpyArray time = io::parse_npy(read_file(where + "/time.npy"));
    ASSERT_EQ(time.error, "");
    EXPECT_EQ(time.rows, rows);
    EXPECT_EQ(time.values.back(), i / 10.0);
  }
  std::vector<double> position(12 * 6);
  std::memcpy(position.data(), read_file(where + "/position.npy").data() + 128,
              position.size() * 8);
  EXPECT_EQ(position[6 * 5 + 1], 1 + 0.5 / 3);
}

TEST_F(RecordingTest, AnArchiveGivesItsArraysBack) {
  const std::string where = folder("a"), npy = folder("b"), out = folder("c");
  for (const FrameFormat format : {FrameFormat::npy, FrameFormat::npz}) {
    Recording recording(format == FrameFormat::npy ? npy : where, triangle(2), {}, format);
    Frames(2).finish(recording, 0, 5);
  }
  EXPECT_FALSE(fs::exists(where + "/position.npy"));
  io::unpack_npz(where + "/frames.npz", out);
  for (const char* name : {"/position.npy", "/velocity.npy", "/time.npy"}) {
    EXPECT_EQ(read_file(out + name), read_file(npy + name));
  }
}

TEST_P(RecordingTest, GoesOnFromASaveToTheSameBytes) {
  // one in a piece, with and without saves on the way
  const auto record = [&](const std::string& where, int saved_after) {
    std::string saved;
    Recording recording(where, triangle(3), kNames, GetParam());
    Frames frames(3);
    for (int i = 0; i < 6; ++i) {
      if (i == saved_after) saved = recording.save();
      frames.show(recording, i);
    }
    if (saved_after < 0) recording.finish();
    return saved;
  };
  const std::string straight = folder("straight");
  record(straight, -1);
  const auto expected = contents(straight);
  for (int saved_after = 0; saved_after < 6; ++saved_after) {
    const std::string where = folder("cut" + std::to_string(saved_after));
    const std::string saved = record(where, saved_after);
    // what a kill in the middle of a write leaves behind
    std::ofstream(where + "/history.csv", std::ios::app) << "0.55,1,";
    std::ofstream(where + "/checkpoint_000002.tensio.tmp-77-0") << "half";
    std::ofstream(where + "/frames.npz.tmp-0") << "half";
    Recording recording(where, triangle(3), kNames, saved);
    Frames(3).finish(recording, saved_after, 6);
    const auto found = contents(where);
    ASSERT_EQ(found.size(), expected.size()) << saved_after;
    for (const auto& [name, bytes] : expected) {
      ASSERT_EQ(found.count(name), 1u) << name;
      EXPECT_TRUE(found.at(name) == bytes) << name << " differs, saved after " << saved_after;
    }
  }
}

TEST_P(RecordingTest, AFinishedOneCanGoBackToASave) {
  const std::string where = folder("a");
  std::string saved;
  {
    Recording recording(where, triangle(2), kNames, GetParam());
    Frames frames(2);
    for (int i = 0; i < 6; ++i) {
      if (i == 3) saved = recording.save();
      frames.show(recording, i);
    }
    recording.finish();
  }
  const auto expected = contents(where);
  for (int repeat = 0; repeat < 2; ++repeat) {
    Recording recording(where, triangle(2), kNames, saved);
    Frames(2).finish(recording, 3, 6);
    EXPECT_TRUE(contents(where) == expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, RecordingTest,
                         ::testing::Values(FrameFormat::vtk, FrameFormat::npy, FrameFormat::npz),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

TEST_F(RecordingTest, FilesOfAnotherRunAreNotContinued) {
  const std::string where = folder("a");
  std::string saved;
  {
    Recording recording(where, triangle(2), kNames);
    Frames frames(2);
    for (int i = 0; i < 3; ++i) frames.show(recording, i);
    saved = recording.save();
  }
  const std::string history = read_file(where + "/history.csv");
  std::string changed = history;
  changed[changed.size() - 2] = '7';
  for (const std::string& other : {changed, history.substr(0, 200)}) {
    std::ofstream(where + "/history.csv", std::ios::trunc) << other;
    EXPECT_THROW(Recording(where, triangle(2), kNames, saved), Error);
  }
  std::ofstream(where + "/history.csv", std::ios::trunc) << history;
  EXPECT_THROW(Recording(where, triangle(2), {"other"}, saved), Error);
  EXPECT_THROW(Recording(where, triangle(2), kNames, "recording 2\n"), Error);
  Recording(where, triangle(2), kNames, saved).finish();
}

TEST_F(RecordingTest, TwoRunsCanNotWriteToOneFolder) {
  const std::string where = folder("a");
  const auto first = std::make_unique<Recording>(where, triangle(2), kNames);
  try {
    Recording second(where, triangle(2), kNames);
    FAIL() << "two recordings in one folder";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_NE(std::string(error.what()).find("another run"), std::string::npos);
  }
}

TEST_F(RecordingTest, ClearingTakesAwayTheFilesOfARunAndNoOthers) {
  const std::string where = folder("a");
  {
    Recording recording(where, triangle(2), kNames);
    Frames(2).finish(recording, 0, 3);
  }
  save_checkpoint({}, checkpoint_path(where, 1));
  const std::map<std::string, std::string> strangers = {{"notes.txt", "mine"},
                                                        {"frames/movie.mp4", "mine"},
                                                        {"checkpoint_1.tensio", "mine"},
                                                        {"frame_x.vtp", "mine"}};
  for (const auto& [name, bytes] : strangers) std::ofstream(where + "/" + name) << bytes;
  clear_recording(FolderLock(where));
  EXPECT_EQ(contents(where), strangers);
}

TEST_F(RecordingTest, AFileThatCanNotBeWrittenIsNamed) {
  const std::string where = folder("a");
  fs::create_symlink("/dev/full", where + "/history.csv");
  try {
    Recording recording(where, triangle(2), kNames);
    Frames(2).show(recording, 0);
    FAIL() << "a full disk went unseen";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_NE(std::string(error.what()).find("history.csv"), std::string::npos) << error.what();
  }
  EXPECT_THROW(Recording(where + "/absent", triangle(2), kNames), Error);
}

TEST_F(RecordingTest, EachKindOfQuantityHasAPlotOfItsOwn) {
  const std::string where = folder("a");
  System system = triangle(2);
  system.units = {.length = "m", .force = "N", .time = "s"};
  system.probes = {{.name = "pull", .nodes = {0}, .quantity = "reaction.x"},
                   {.name = "tip", .nodes = {1, 2}, .quantity = "position.y"}};
  Recording recording(where, system, {"pull", "tip.1", "tip.2"});
  for (int i = 0; i < 5; ++i) {
    const std::vector<double> row = {1e6 * i, 0.1 * i, 0.2 * i};
    recording.probes({.time = i * 0.1, .value = row});
  }
  recording.finish();
  const std::string svg = read_file(where + "/probes.svg");
  const auto count = [&](const std::string& text) {
    int found = 0;
    for (std::size_t at = svg.find(text); at != std::string::npos; at = svg.find(text, at + 1)) {
      ++found;
    }
    return found;
  };
  EXPECT_EQ(count("<svg "), 3);  // two plots in a picture
  EXPECT_GE(count(">pull: reaction [N]<"), 1);
  EXPECT_GE(count(">position [m]<"), 1);
  EXPECT_EQ(count(">tip.1<"), 1);
}

TEST_F(RecordingTest, ALongRunHasAPlotOfThePeaks) {
  const std::string where = folder("a");
  Recording recording(where, triangle(2), {"tip"});
  for (int i = 0; i < 100000; ++i) {
    const double value = i == 77777 ? 5 : 0.25;
    recording.probes({.time = i * 1e-3, .value = {&value, 1}});
  }
  recording.finish();
  const std::string svg = read_file(where + "/probes.svg");
  EXPECT_LT(svg.size(), 100000u);
  EXPECT_NE(svg.find(">5<"), std::string::npos);  // the axis reaches up to the one peak
}

}  // namespace
}  // namespace tensio
