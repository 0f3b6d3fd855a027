// A run's folder while it is written.
#include "tensio/files/recording.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <map>

#include "core/enum_names.hpp"
#include "core/index.hpp"
#include "core/system.hpp"
#include "io/formats/tables/csv_output.hpp"
#include "io/run/frame_files.hpp"
#include "io/run/recording_files.hpp"
#include "io/run/recording_plots.hpp"
#include "io/run/run_folder.hpp"
#include "io/text/checksum.hpp"
#include "io/text/growing_file.hpp"
#include "io/text/save_text.hpp"
#include "tensio/files/scene_file.hpp"

namespace tensio {
namespace {

std::string history_heading(int dimension) {
  std::string row =
      "time,kinetic,elastic,gravity,load,contact,dissipated,work,total,momentum_x,momentum_y";
  return row + (dimension == 3 ? ",momentum_z\n" : "\n");
}

std::string probes_heading(const std::vector<std::string>& names) {
  std::string row = "time";
  for (const std::string& name : names) row += ',' + io::csv_field(name);
  return row + '\n';
}

// What each column of probes.csv is of: a probe has one, or one for each node or spring.
std::vector<io::ProbeColumn> probe_columns(const System& system,
                                           const std::vector<std::string>& names) {
  std::vector<std::string> quantities;
  for (const Probe& probe : system.probes) {
    const std::size_t many = std::max(probe.nodes.size(), probe.springs.size());
    quantities.insert(quantities.end(), probe.reduce == Probe::Reduce::none ? many : 1,
                      probe.quantity);
  }
  std::vector<io::ProbeColumn> columns;
  for (std::size_t i = 0; i < names.size(); ++i) {
    columns.push_back({names[i], quantities.size() == names.size() ? quantities[i] : ""});
  }
  return columns;
}

constexpr const char* kEventsHeading = "time,kind,spring,nodes,value,detail\n";

std::uint64_t checksum(std::string_view text) {
  io::Checksum sum;
  sum.add(text);
  return sum.value();
}

// The sizes of the files when a checkpoint was written, as lines "name value".
struct Marks {
  FrameFormat format = FrameFormat::vtk;
  io::FrameMark frames = {};
  std::uint64_t history = 0, probes = 0, events = 0;  // bytes
  std::uint64_t history_sum = 0;                      // so that no other run's files are continued
  std::uint64_t columns_sum = 0;                      // of the probes' names

  std::string text() const {
    return fmt::format(
        "recording 1\nformat {}\nframes {}\nlist {}\nhistory {}\nprobes {}\nevents {}\n"
        "history_sum {}\ncolumns_sum {}\n",
        static_cast<int>(format), frames.count, frames.list_size, history, probes, events,
        history_sum, columns_sum);
  }
};

Marks parse_marks(std::string_view text) {
  std::map<std::string, std::uint64_t, std::less<>> values;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t space = std::min(line.find(' '), line.size());
    values[std::string(line.substr(0, space))] =
        std::strtoull(std::string(line.substr(space)).c_str(), nullptr, 10);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (values["recording"] != 1 || values["format"] > 2 || values.size() != 9) {
    throw Error("the lengths of the run's files in the checkpoint have an unknown form");
  }
  return {.format = static_cast<FrameFormat>(values["format"]),
          .frames = {.count = values["frames"], .list_size = values["list"]},
          .history = values["history"],
          .probes = values["probes"],
          .events = values["events"],
          .history_sum = values["history_sum"],
          .columns_sum = values["columns_sum"]};
}

// Reads the first bytes of the history again; they must be those that were written.
io::Checksum checked_history(const std::string& path, const Marks& marks) {
  io::Checksum sum;
  std::ifstream file(path, std::ios::binary);
  std::string piece(std::size_t{1} << 16, '\0');
  for (std::uint64_t left = marks.history; left > 0 && file;) {
    file.read(piece.data(),
              static_cast<std::streamsize>(std::min<std::uint64_t>(left, piece.size())));
    sum.add({piece.data(), usize(file.gcount())});
    left -= static_cast<std::uint64_t>(file.gcount());
  }
  if (sum.value() != marks.history_sum) {
    throw Error({{.file = path,
                  .message = "is not what the run had written at its checkpoint; it was changed, "
                             "and the run cannot continue"}},
                ErrorKind::content);
  }
  return sum;
}

bool has_custom_law(const System& system) {
  for (const SpringSet& set : system.springs) {
    if (set.law == Law::custom) return true;
  }
  return false;
}

}  // namespace

const char* to_string(FrameFormat format) { return enum_name(format, {"vtk", "npy", "npz"}); }

struct FolderLock::Impl {
  std::string folder;
  io::Descriptor descriptor;
};

FolderLock::FolderLock(const std::string& folder) {
  io::Descriptor descriptor(system::lock_folder(folder));
  if (descriptor.get() < 0 && errno == EWOULDBLOCK) {
    throw Error({{.file = folder,
                  .message = "another run is writing to this folder; nothing in it was changed. "
                             "Wait for that run, or name another folder"}},
                ErrorKind::io);
  }
  if (descriptor.get() < 0) io::fail_writing(folder, errno);
  impl_ = std::make_shared<const Impl>(Impl{folder, std::move(descriptor)});
}

const std::string& FolderLock::folder() const { return impl_->folder; }

void FolderLock::check() const { io::check_in_place(impl_->folder, impl_->descriptor.get()); }

struct Recording::Impl {
  Impl(const FolderLock& constrained, const System& system, const std::vector<std::string>& names,
       FrameFormat frame_format)
      : folder(constrained.folder()),
        lock(constrained),
        dimension(system.dimension),
        probe_names(names),
        columns(probe_columns(system, names)),
        units(system.units),
        title{.scene = system.title},
        format(frame_format),
        has_scene(!has_custom_law(system)) {
    for (const SpringSet& set : system.springs) {
      ends.insert(ends.end(), set.ends.begin(), set.ends.end());
    }
  }

  std::string path(const char* name) const { return io::in_folder(folder, name); }

  std::array<io::GrowingFile*, 3> tables() const {
    return {history.get(), probes.get(), events.get()};
  }

  // A file that was removed would be written on without a name, and its folder perhaps by another.
  void check_files() const {
    lock.check();
    for (const io::GrowingFile* file : tables()) file->check_in_place();
  }

  void add_history(std::string_view row) {
    history->append(row);
    history_sum.add(row);
  }

  std::string folder;
  FolderLock lock;
  int dimension;
  std::vector<std::array<int, 2>> ends = {};
  std::vector<std::string> probe_names;
  std::vector<io::ProbeColumn> columns;
  Units units;
  io::PlotTitle title;
  FrameFormat format;
  bool has_scene;
  std::unique_ptr<io::GrowingFile> history, probes, events;
  std::unique_ptr<io::FrameFiles> frames;
  io::Checksum history_sum = {};
};

Recording::Recording(const FolderLock& lock, const System& system,
                     const std::vector<std::string>& probe_names, FrameFormat format)
    : impl_(std::make_unique<Impl>(lock, system, probe_names, format)) {
  Impl& self = *impl_;
  io::remove_temporaries(self.folder);
  if (self.has_scene) save_system(system, self.path(io::kSceneFile));
  const auto create = [&](const char* name) {
    return std::make_unique<io::GrowingFile>(self.path(name));
  };
  self.history = create(io::kHistoryFile);
  self.probes = create(io::kProbesFile);
  self.events = create(io::kEventsFile);
  self.add_history(history_heading(system.dimension));
  self.probes->append(probes_heading(probe_names));
  self.events->append(kEventsHeading);
  self.frames = io::make_frame_files(format, self.folder, system, nullptr);
}

Recording::Recording(const FolderLock& lock, const System& system,
                     const std::vector<std::string>& probe_names, std::string_view saved) {
  const Marks marks = parse_marks(saved);
  if (marks.columns_sum != checksum(probes_heading(probe_names))) {
    throw Error(
        "the probes of the scene differ from those that the run began with, so that probes.csv "
        "cannot continue; restore them, or begin a new run");
  }
  impl_ = std::make_unique<Impl>(lock, system, probe_names, marks.format);
  Impl& self = *impl_;
  const auto open = [&](const char* name, std::uint64_t size) {
    return std::make_unique<io::GrowingFile>(self.path(name), size);
  };
  io::remove_temporaries(self.folder);
  self.history_sum = checked_history(self.path(io::kHistoryFile), marks);
  self.history = open(io::kHistoryFile, marks.history);
  self.probes = open(io::kProbesFile, marks.probes);
  self.events = open(io::kEventsFile, marks.events);
  self.frames = io::make_frame_files(marks.format, self.folder, system, &marks.frames);
}

Recording::Recording(const std::string& folder, const System& system,
                     const std::vector<std::string>& probe_names, FrameFormat format)
    : Recording(FolderLock(folder), system, probe_names, format) {}

Recording::Recording(const std::string& folder, const System& system,
                     const std::vector<std::string>& probe_names, std::string_view saved)
    : Recording(FolderLock(folder), system, probe_names, saved) {}

Recording::~Recording() = default;

void Recording::frame(const MotionFrame& frame) {
  Impl& self = *impl_;
  const MotionEnergies& e = frame.energy;
  std::vector<double> row = {e.kinetic, e.elastic,    e.gravity, e.load,
                             e.contact, e.dissipated, e.work,    e.total};
  for (int axis = 0; axis < self.dimension; ++axis) {
    row.push_back(frame.momentum[axis]);
  }
  self.check_files();
  self.add_history(io::csv_row(frame.time, row));
  self.frames->append(frame);
  for (io::GrowingFile* file : self.tables()) file->flush();
}

void Recording::probes(const ProbeRow& row) {
  impl_->probes->append(io::csv_row(row.time, row.value));
}

void Recording::event(const MotionEvent& event) {
  std::string row;
  io::append_csv_number(row, event.time);
  row += fmt::format(",{},", to_string(event.kind));
  if (event.spring >= 0) {
    const std::array<int, 2>& pair = impl_->ends[event.spring];
    row += fmt::format("{},{} {}", event.spring, pair[0], pair[1]);
  } else {
    row += ',';
    if (event.node >= 0) row += std::to_string(event.node);
  }
  row += ',';
  io::append_csv_number(row, event.value);
  impl_->events->append(row + ',' + io::csv_field(event.detail) + '\n');
}

std::string Recording::save() {
  Impl& self = *impl_;
  self.check_files();
  for (io::GrowingFile* file : self.tables()) file->sync();
  self.frames->sync();
  return Marks{.format = self.format,
               .frames = self.frames->mark(),
               .history = self.history->size(),
               .probes = self.probes->size(),
               .events = self.events->size(),
               .history_sum = self.history_sum.value(),
               .columns_sum = checksum(probes_heading(self.probe_names))}
      .text();
}

void Recording::describe(std::string how) { impl_->title.how = std::move(how); }

void Recording::finish() {
  Impl& self = *impl_;
  save();
  save_text(io::energy_svg(self.history->path(), self.units, self.title),
            self.path(io::kEnergyPlot));
  if (!self.probe_names.empty()) {
    const std::string plot = io::probes_svg(self.probes->path(), self.columns,
                                            probes_heading(self.probe_names).size(), self.units);
    if (!plot.empty()) save_text(plot, self.path(io::kProbesPlot));
  }
  self.frames->finish();
  // the scene was written once, at the start: it must still be there
  if (self.has_scene && !io::is_file(self.path(io::kSceneFile))) {
    io::fail_vanished(self.path(io::kSceneFile));
  }
}

}  // namespace tensio
