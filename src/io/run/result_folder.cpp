// Results of a run, read back: the scene, and frames from .vtp, .npy or .npz files.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "core/index.hpp"
#include "io/formats/tables/npy.hpp"
#include "io/formats/tables/npz_reader.hpp"
#include "io/formats/vtk/vtk.hpp"
#include "io/formats/vtk/vtk_xml_reader.hpp"
#include "io/run/recording_files.hpp"
#include "io/text/data_files.hpp"
#include "io/text/number.hpp"
#include "io/text/xml_scanner.hpp"
#include "tensio/files/scene_file.hpp"
#include "tensio/files/snapshot.hpp"

namespace tensio {
namespace {

namespace fs = std::filesystem;

std::string whole_file(const std::string& path) {
  io::DataFiles::Content content = io::read_whole_file(path);
  if (!content.error.empty())
    io::refuse_file(path, "cannot be read: " + content.error, ErrorKind::io);
  return std::move(content.bytes);
}

// A count of events as a file has it.
std::size_t event_count(double count, const System& scene, const std::string& path) {
  if (!(count >= 0) || count > static_cast<double>(scene.events.size()) ||
      count != std::floor(count)) {
    io::refuse_file(path, fmt::format("says that {} events lie behind; the scene has {}", count,
                                      scene.events.size()));
  }
  return static_cast<std::size_t>(count);
}

// Frames of a file, and where they are in it.
class Frames {
 public:
  virtual ~Frames() = default;
  virtual Snapshot frame(std::size_t index) const = 0;
};

// ---- .vtp files and their list ----

class VtkFrames final : public Frames {
 public:
  VtkFrames(const std::string& folder, const System& scene, std::vector<double>& times)
      : folder_(folder), scene_(scene) {
    const std::string path = io::in_folder(folder, io::kFrameList);
    const std::string text = whole_file(path);
    io::XmlScanner xml(text, path);
    while (xml.next()) {
      if (xml.tag().name != "DataSet" || xml.tag().closes) continue;
      const std::string* time = xml.tag().find("timestep");
      const std::string* file = xml.tag().find("file");
      if (time == nullptr || file == nullptr) xml.fail("a DataSet needs timestep and file");
      check_name(xml, *file);
      times.push_back(time_in(xml, *time));
      files_.push_back(*file);
    }
  }

  Snapshot frame(std::size_t index) const override {
    const std::string path = io::in_folder(folder_, files_[index]);
    const io::VtkMesh mesh = io::parse_vtk_xml(whole_file(path), path);
    const auto nodes = usize(scene_.node_count());
    if (mesh.points.size() != 3 * nodes) {
      io::refuse_file(path, fmt::format("has {} points; the scene has {} nodes",
                                        mesh.points.size() / 3, nodes));
    }
    Snapshot state{.position = in_dimension(mesh.points)};
    const io::VtkArray* velocity = io::find_array(mesh.point_data, "velocity");
    if (velocity != nullptr && velocity->components == 3) {
      state.velocity = in_dimension(velocity->values);
    }
    add_springs(mesh, path, state);
    const io::VtkArray* events = io::find_array(mesh.field_data, io::kEventCountArray);
    if (events != nullptr && events->values.size() == 1) {
      state.events_applied = event_count(events->values[0], scene_, path);
    }
    return state;
  }

 private:
  // A list names files of its own folder alone.
  static void check_name(const io::XmlScanner& xml, const std::string& file) {
    const fs::path path(file);
    const bool outside = path.is_absolute() || file.find("..") != std::string::npos ||
                         file.find('\0') != std::string::npos || file.empty();
    if (outside) xml.fail(xml.tag().offset, file, "frames must lie in the folder of the run");
  }

  static double time_in(const io::XmlScanner& xml, const std::string& text) {
    const double time = io::whole_text_number(text).value_or(std::nan(""));
    if (!std::isfinite(time))
      xml.fail(xml.tag().offset, text, "the timestep is not a finite number");
    return time;
  }

  std::vector<double> in_dimension(const std::vector<double>& values) const {
    if (scene_.dimension == 3) return values;
    std::vector<double> flat;
    for (std::size_t i = 0; i + 2 < values.size(); i += 3) {
      flat.insert(flat.end(), {values[i], values[i + 1]});
    }
    return flat;
  }

  // Tensions by the ids of springs; those that are not there are broken.
  void add_springs(const io::VtkMesh& mesh, const std::string& path, Snapshot& state) const {
    const io::VtkArray* tension = io::find_array(mesh.cell_data, "tension");
    const io::VtkArray* spring = io::find_array(mesh.cell_data, "spring");
    if (tension == nullptr || spring == nullptr || tension->components != 1 ||
        spring->components != 1) {
      return;
    }
    const auto count = usize(scene_.spring_count());
    state.tension.assign(count, 0.0);
    state.broken.assign(count, 1);
    // what is known of the springs besides
    std::vector<std::pair<const io::VtkArray*, std::vector<double>*>> more;
    const auto find = [&](const char* name, std::vector<double>& target, double absent) {
      const io::VtkArray* array = io::find_array(mesh.cell_data, name);
      if (array == nullptr || array->components != 1) return;
      target.assign(count, absent);
      more.emplace_back(array, &target);
    };
    find("rest_length", state.rest_length, std::nan(""));
    find("plastic_elongation", state.plastic_elongation, 0.0);
    find("hardening_force", state.hardening_force, 0.0);
    find("viscous_tension", state.viscous_tension, 0.0);
    std::size_t there = 0;
    for (std::size_t i = 0; i < spring->values.size(); ++i) {
      const double id = spring->values[i];
      if (id < 0) continue;  // a face
      if (!(id < static_cast<double>(count))) {
        io::refuse_file(path, fmt::format("has a spring {}; the scene has {}", id, count));
      }
      const auto s = static_cast<std::size_t>(id);
      state.tension[s] = tension->values[i];
      for (const auto& [array, target] : more) (*target)[s] = array->values[i];
      there += state.broken[s];
      state.broken[s] = 0;
    }
    if (there == count) state.broken.clear();
  }

  std::string folder_;
  const System& scene_;
  std::vector<std::string> files_ = {};
};

// ---- arrays whose first axis is that of the frames ----

class NpyRows {
 public:
  // An array at a place of a file, of float64; `row` numbers for each frame.
  NpyRows(std::string path, std::uint64_t begin, std::uint64_t size, std::uint64_t row)
      : path_(std::move(path)), row_(row) {
    std::ifstream file = opened();
    std::string head(usize(std::min<std::uint64_t>(size, 4200)), '\0');
    file.seekg(static_cast<std::streamoff>(begin));
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    const io::NpyLayout layout = io::npy_layout(head);
    if (!layout.error.empty()) io::refuse_file(path_, layout.error);
    if (layout.type != "<f8" || layout.by_columns || layout.shape.empty()) {
      io::refuse_file(path_, "has no rows of float64, as the frames of a run do");
    }
    std::uint64_t numbers = 1;
    for (std::size_t i = 1; i < layout.shape.size(); ++i) numbers *= layout.shape[i];
    if (numbers != row) {
      io::refuse_file(path_,
                      fmt::format("has {} numbers in a frame; the scene needs {}", numbers, row));
    }
    data_ = begin + layout.data_begin;
    rows_ = layout.shape[0];
    const std::uint64_t bytes = size - layout.data_begin;
    if (row > 0 && rows_ > bytes / sizeof(double) / row) io::refuse_file(path_, "is cut off");
  }

  std::uint64_t rows() const { return rows_; }
  std::vector<double> read(std::uint64_t first, std::uint64_t count) const {
    std::vector<double> values(usize(count * row_));
    std::ifstream file = opened();
    file.seekg(static_cast<std::streamoff>(data_ + first * row_ * sizeof(double)));
    file.read(reinterpret_cast<char*>(values.data()),
              static_cast<std::streamsize>(values.size() * sizeof(double)));
    if (!file) io::refuse_file(path_, "is cut off");
    return values;
  }

 private:
  std::ifstream opened() const {
    std::ifstream file(path_, std::ios::binary);
    if (!file) {
      io::refuse_file(path_, std::string("cannot be read: ") + std::strerror(errno), ErrorKind::io);
    }
    return file;
  }

  std::string path_;
  std::uint64_t row_;
  std::uint64_t data_ = 0;
  std::uint64_t rows_ = 0;
};

class NpyFrames final : public Frames {
 public:
  NpyFrames(const std::string& folder, const System& scene, bool packed, std::vector<double>& times)
      : folder_(folder), packed_(packed), scene_(scene), time_(needed(io::kTimeFile, 1)) {
    const auto springs = static_cast<std::uint64_t>(scene.spring_count());
    const std::uint64_t axes = static_cast<std::uint64_t>(scene.node_count()) *
                               static_cast<std::uint64_t>(scene.dimension);
    add(needed(io::kPositionFile, axes), &Snapshot::position);
    add(needed(io::kVelocityFile, axes), &Snapshot::velocity);
    const auto add_known = [&](const char* name, std::vector<double> Snapshot::*target) {
      if (std::optional<NpyRows> rows = opened(name, springs)) add(*std::move(rows), target);
    };
    add_known(io::kTensionFile, &Snapshot::tension);
    add_known(io::kRestLengthFile, &Snapshot::rest_length);
    add_known(io::kPlasticFile, &Snapshot::plastic_elongation);
    add_known(io::kHardeningFile, &Snapshot::hardening_force);
    add_known(io::kViscousFile, &Snapshot::viscous_tension);
    broken_ = opened(io::kBrokenFile, springs);
    events_ = opened(io::kEventCountFile, 1);
    times = time_.read(0, time_.rows());
  }

  Snapshot frame(std::size_t index) const override {
    Snapshot state;
    for (const Column& column : columns_) state.*column.target = column.rows.read(index, 1);
    if (broken_) {
      for (const double broken : broken_->read(index, 1)) state.broken.push_back(broken != 0);
      if (std::count(state.broken.begin(), state.broken.end(), 1) == 0) state.broken.clear();
    }
    if (events_) {
      const std::string path = io::in_folder(folder_, io::kEventCountFile);
      state.events_applied = event_count(events_->read(index, 1)[0], scene_, path);
    }
    return state;
  }

 private:
  struct Column {
    NpyRows rows;
    std::vector<double> Snapshot::*target;
  };

  void add(NpyRows rows, std::vector<double> Snapshot::*target) {
    if (rows.rows() != time_.rows()) {
      io::refuse_file(folder_, fmt::format("has {} times, but an array of {} frames", time_.rows(),
                                           rows.rows()));
    }
    columns_.push_back({std::move(rows), target});
  }

  NpyRows needed(const char* name, std::uint64_t row) const {
    if (std::optional<NpyRows> rows = opened(name, row)) return *std::move(rows);
    if (packed_)
      io::refuse_file(io::in_folder(folder_, io::kFrameArchive),
                      fmt::format("contains no {}", name));
    io::refuse_file(io::in_folder(folder_, name), "cannot be read: there is no such file",
                    ErrorKind::io);
  }

  // An array, where there is one.
  std::optional<NpyRows> opened(const char* name, std::uint64_t row) const {
    if (!packed_) {
      const std::string path = io::in_folder(folder_, name);
      std::error_code error;
      if (!fs::exists(path, error)) return {};
      const std::uintmax_t size = fs::file_size(path, error);
      if (error) io::refuse_file(path, "cannot be read: " + error.message(), ErrorKind::io);
      return NpyRows(path, 0, size, row);
    }
    const std::string archive = io::in_folder(folder_, io::kFrameArchive);
    for (const io::NpzMember& member : io::npz_members(archive)) {
      if (member.name == name) return NpyRows(archive, member.offset, member.size, row);
    }
    return {};
  }

  std::string folder_;
  bool packed_;
  const System& scene_;
  NpyRows time_;
  std::vector<Column> columns_ = {};
  std::optional<NpyRows> broken_ = {}, events_ = {};
};

}  // namespace

struct ResultFolder::Impl {
  System scene = {};
  FrameFormat format = FrameFormat::vtk;
  std::vector<double> times = {};
  std::unique_ptr<Frames> frames = {};
};

ResultFolder::ResultFolder(const std::string& folder) : impl_(std::make_unique<Impl>()) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) io::refuse_file(folder, "is not a folder", ErrorKind::io);
  const auto there = [&](const char* name) {
    std::error_code ignored;
    return fs::exists(io::in_folder(folder, name), ignored);
  };
  if (!there(io::kSceneFile)) {
    io::refuse_file(folder, "is not a folder of a run: there is no scene.json in it",
                    ErrorKind::io);
  }
  Impl& self = *impl_;
  self.scene = load_system(io::in_folder(folder, io::kSceneFile));
  if (there(io::kFrameList)) {
    self.frames = std::make_unique<VtkFrames>(folder, self.scene, self.times);
  } else if (there(io::kFrameArchive) || there(io::kPositionFile)) {
    const bool packed = there(io::kFrameArchive);
    self.format = packed ? FrameFormat::npz : FrameFormat::npy;
    self.frames = std::make_unique<NpyFrames>(folder, self.scene, packed, self.times);
  } else {
    io::refuse_file(folder,
                    "contains no frames: neither frames.pvd nor frames.npz nor position.npy",
                    ErrorKind::io);
  }
  if (self.times.empty()) io::refuse_file(folder, "contains no frames: its list is empty");
  if (!std::is_sorted(self.times.begin(), self.times.end())) {
    io::refuse_file(folder, "has frames whose times do not ascend");
  }
}

ResultFolder::~ResultFolder() = default;
ResultFolder::ResultFolder(ResultFolder&&) noexcept = default;
ResultFolder& ResultFolder::operator=(ResultFolder&&) noexcept = default;

const System& ResultFolder::scene() const { return impl_->scene; }
FrameFormat ResultFolder::format() const { return impl_->format; }
const std::vector<double>& ResultFolder::times() const { return impl_->times; }

Snapshot ResultFolder::frame(std::size_t index) const {
  Snapshot state = impl_->frames->frame(index);
  state.time = impl_->times[index];
  return state;
}

std::size_t ResultFolder::frame_at(double time) const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < impl_->times.size(); ++i) {
    if (std::abs(impl_->times[i] - time) < std::abs(impl_->times[best] - time)) best = i;
  }
  return best;
}

}  // namespace tensio
