// The frames of a run: .vtp files and their list, or .npy files.
#include "io/run/frame_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>

#include "core/index.hpp"
#include "core/system.hpp"
#include "io/formats/tables/npy_output.hpp"
#include "io/formats/vtk/vtk.hpp"
#include "io/run/recording_files.hpp"
#include "model/damage.hpp"

namespace tensio::io {
namespace {

namespace fs = std::filesystem;

std::string list_entry(double time, std::uint64_t number) {
  return pvd_line(time, fmt::format("{}/{}", kFrameFolder, frame_name(number)));
}

// A file for each frame, and the list, which is whole at all times: its foot is written over by the
// next line and itself.
class VtkFrames final : public FrameFiles {
 public:
  VtkFrames(const std::string& folder, const System& system)
      : VtkFrames(folder, system, GrowingFile(in_folder(folder, kFrameList))) {
    refuse_linked_frames(folder);
    std::error_code error;
    fs::create_directory(frame_folder_, error);
    if (error) fail_writing(frame_folder_, error.value());
    open_folder();
    list_.overwrite(0, std::string(kPvdHead) + std::string(kPvdFoot));
  }

  VtkFrames(const std::string& folder, const System& system, const FrameMark& mark)
      : VtkFrames(folder, system, GrowingFile(in_folder(folder, kFrameList), mark.list_size)) {
    refuse_linked_frames(folder);
    open_folder();
    count_ = synced_ = mark.count;
    list_.overwrite(mark.list_size, kPvdFoot);
    remove_frames(folder, mark.count);
  }

  void append(const MotionFrame& frame) override {
    check_in_place();
    // whole or not there, but on the disk only at a checkpoint
    write_frame(frame_name(count_), vtp_text(frame, net_));
    list_.overwrite(list_.size() - kPvdFoot.size(),
                    list_entry(frame.time, count_) + std::string(kPvdFoot));
    ++count_;
  }

  void sync() override {
    check_in_place();
    for (; synced_ < count_; ++synced_) {
      const std::string path = in_folder(frame_folder_, frame_name(synced_));
      if (system::sync_file_named(path)) continue;
      if (errno == ENOENT) fail_vanished(path);
      fail_writing(path, errno);
    }
    sync_folder(frame_folder_, frame_folder_);
    list_.sync();
  }

  void finish() override {
    sync();
    check_frames();
  }
  FrameMark mark() const override { return {count_, list_.size() - kPvdFoot.size()}; }

 private:
  VtkFrames(const std::string& folder, const System& system, GrowingFile list)
      : frame_folder_(in_folder(folder, kFrameFolder)), net_(system), list_(std::move(list)) {}

  void open_folder() {
    opened_ = Descriptor(system::open_folder(frame_folder_));
    if (opened_.get() < 0) fail_writing(frame_folder_, errno);
  }

  // Into the folder that was opened, whatever its name leads to by now.
  void write_frame(const std::string& name, std::string_view bytes) {
    const std::string temporary = name + std::string(kTemporaryMark) + "0";
    Descriptor file(system::create_in(opened_.get(), frame_folder_, temporary));
    const bool good = file.get() >= 0 && write_all(file.get(), bytes) && file.close() &&
                      system::rename_in(opened_.get(), frame_folder_, temporary, name);
    if (good) return;
    const int reason = errno;
    system::remove_in(opened_.get(), frame_folder_, temporary);
    check_in_place();
    fail_writing(in_folder(frame_folder_, name), reason);
  }

  void check_in_place() const {
    io::check_in_place(frame_folder_, opened_.get(), Links::refuse);
    list_.check_in_place();
  }

  // All that the list names must be there.
  void check_frames() const {
    std::vector<bool> there(usize(count_));
    std::error_code error;
    for (fs::directory_iterator it(frame_folder_, error), end; !error && it != end;
         it.increment(error)) {
      const std::optional<std::uint64_t> number = frame_number(it->path().filename().string());
      if (number && *number < count_) there[usize(*number)] = true;
    }
    if (error) fail_writing(frame_folder_, error.value());
    const auto missing = std::find(there.begin(), there.end(), false);
    if (missing == there.end()) return;
    fail_vanished(
        in_folder(frame_folder_, frame_name(static_cast<std::uint64_t>(missing - there.begin()))));
  }

  std::string frame_folder_;
  Descriptor opened_{};  // the folder: whoever replaces it by a link or another is found out
  VtkNet net_;
  GrowingFile list_;
  std::uint64_t count_ = 0;
  std::uint64_t synced_ = 0;
};

class NpyFrames final : public FrameFiles {
 public:
  NpyFrames(const std::string& folder, const System& system, bool pack, const FrameMark* mark)
      : folder_(folder), pack_(pack) {
    const std::string archive = in_folder(folder, kFrameArchive);
    std::error_code error;
    // a run that had ended continues: its arrays come out of the archive again
    if (mark != nullptr && fs::exists(archive, error)) {
      unpack_npz(archive, folder);
      fs::remove(archive, error);
    }
    const auto open = [&](const char* name, Row row, const std::vector<std::uint64_t>& shape) {
      const std::string path = in_folder(folder, name);
      columns_.push_back(
          {mark == nullptr ? NpyFile(path, shape) : NpyFile(path, shape, mark->count),
           std::move(row)});
    };
    const std::vector<std::uint64_t> nodes = {static_cast<std::uint64_t>(system.node_count()),
                                              static_cast<std::uint64_t>(system.dimension)};
    const std::vector<std::uint64_t> springs = {static_cast<std::uint64_t>(system.spring_count())};
    open(
        kPositionFile, [](const MotionFrame& frame) { return frame.position; }, nodes);
    open(
        kVelocityFile, [](const MotionFrame& frame) { return frame.velocity; }, nodes);
    open(kTimeFile, [](const MotionFrame& frame) { return std::span(&frame.time, 1); }, {});
    open(
        kTensionFile, [](const MotionFrame& frame) { return frame.tension; }, springs);
    const SpringChanges changes = spring_changes(system);
    if (changes.broken) {
      open(
          kBrokenFile,
          [this](const MotionFrame& frame) {
            numbers_.assign(frame.broken.begin(), frame.broken.end());
            return std::span<const double>(numbers_);
          },
          springs);
    }
    const struct {
      bool changes;
      const char* file;
      std::span<const double> MotionFrame::*numbers;
    } histories[] = {
        {changes.rest_length, kRestLengthFile, &MotionFrame::rest_length},
        {changes.plastic_elongation, kPlasticFile, &MotionFrame::plastic_elongation},
        {changes.hardening_force, kHardeningFile, &MotionFrame::hardening_force},
        {changes.viscous_tension, kViscousFile, &MotionFrame::viscous_tension},
    };
    for (const auto& history : histories) {
      const auto row = [numbers = history.numbers](const MotionFrame& frame) {
        return frame.*numbers;
      };
      if (history.changes) open(history.file, row, springs);
    }
    if (!system.events.empty()) {
      open(kEventCountFile,
           [this](const MotionFrame& frame) {
             numbers_ = {static_cast<double>(frame.events_applied)};
             return std::span<const double>(numbers_);
           },
           {});
    }
  }

  void append(const MotionFrame& frame) override {
    check_in_place();
    for (Column& column : columns_) {
      std::span<const double> row = column.row(frame);
      const auto length = usize(column.file.row_length());
      // where there is nothing to say of the springs of a frame, it is 0
      if (row.size() != length) {
        numbers_.assign(length, 0.0);
        row = numbers_;
      }
      column.file.append(row);
    }
  }

  void sync() override {
    check_in_place();
    for (Column& column : columns_) column.file.sync();
  }

  void finish() override {
    sync();
    if (!pack_) return;
    std::vector<std::string> files;
    for (const Column& column : columns_) files.push_back(column.file.path());
    pack_npz(in_folder(folder_, kFrameArchive), files);
    for (const std::string& file : files) {
      std::error_code error;
      if (!fs::remove(file, error) && error) fail_writing(file, error.value());
    }
  }

  FrameMark mark() const override { return {.count = columns_.front().file.rows()}; }

 private:
  void check_in_place() const {
    for (const Column& column : columns_) column.file.check_in_place();
  }

  // The row of a frame, in an array of its own.
  using Row = std::function<std::span<const double>(const MotionFrame&)>;
  struct Column {
    NpyFile file;
    Row row;
  };

  std::string folder_;
  bool pack_;  // into one file, at the end
  std::vector<Column> columns_;
  std::vector<double> numbers_;
};

}  // namespace

std::unique_ptr<FrameFiles> make_frame_files(FrameFormat format, const std::string& folder,
                                             const System& system, const FrameMark* mark) {
  if (format != FrameFormat::vtk) {
    return std::make_unique<NpyFrames>(folder, system, format == FrameFormat::npz, mark);
  }
  return mark == nullptr ? std::make_unique<VtkFrames>(folder, system)
                         : std::make_unique<VtkFrames>(folder, system, *mark);
}

}  // namespace tensio::io
