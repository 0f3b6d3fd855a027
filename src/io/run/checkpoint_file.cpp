// The checkpoint file: a head, sections, and a checksum over all of it.
//
//   8 bytes   magic
//   u32, u32  version, number of sections
//   u64       size of the whole file
//   f64       time
//   sections  u64 size, then that many bytes: scene, options, simulation, recording, machine
//   u64       checksum of everything before
//
// All little-endian. The magic has a byte above 127 and both kinds of line ends, which files lose
// that are carried over as text.
#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>

#include "core/bytes.hpp"
#include "core/index.hpp"
#include "io/run/recording_files.hpp"
#include "io/run/run_folder.hpp"
#include "io/text/checksum.hpp"
#include "io/text/data_files.hpp"
#include "io/text/file_output.hpp"

namespace tensio {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "\x89TENSI\r\n";
constexpr std::uint32_t kFormat = 1;
constexpr std::array kSections = {&Checkpoint::scene, &Checkpoint::options, &Checkpoint::simulation,
                                  &Checkpoint::recording, &Checkpoint::machine};
constexpr std::size_t kHeadSize = 8 + 4 + 4 + 8 + 8;
constexpr std::size_t kSumSize = 8;

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
  if (size < 0) {
    io::refuse_file(path, std::string("cannot be read: ") + std::strerror(errno), ErrorKind::io);
  }
  std::string bytes(usize(size), '\0');
  file.seekg(0);
  if (!file.read(bytes.data(), static_cast<std::streamsize>(size)))
    io::refuse_file(path, "cannot be read", ErrorKind::io);
  return bytes;
}

// Takes numbers and texts off the front; the checksum was right, but nothing is taken on trust.
class CheckpointReader {
 public:
  CheckpointReader(const std::string& path, std::string_view bytes) : path_(path), bytes_(bytes) {}
  template <class Number>
  Number number() {
    Number value;
    std::memcpy(&value, text(sizeof value).data(), sizeof value);
    return value;
  }
  std::string_view text(std::uint64_t size) {
    if (size > bytes_.size())
      io::refuse_file(path_, "is damaged: its sections are longer than the file");
    const std::string_view taken = bytes_.substr(0, usize(size));
    bytes_.remove_prefix(taken.size());
    return taken;
  }
  bool at_end() const { return bytes_.empty(); }

 private:
  const std::string& path_;
  std::string_view bytes_;
};

}  // namespace

void save_checkpoint(const Checkpoint& checkpoint, const std::string& path) {
  // the large texts are not copied: the file is written piece by piece
  std::uint64_t size = kHeadSize + kSumSize;
  for (const auto section : kSections) size += 8 + (checkpoint.*section).size();
  std::string head(kMagic);
  append_bytes(head, kFormat);
  append_bytes(head, static_cast<std::uint32_t>(kSections.size()));
  append_bytes(head, size);
  append_bytes(head, checkpoint.time);

  std::array<std::string, kSections.size()> sizes;
  std::vector<std::string_view> pieces = {head};
  for (std::size_t i = 0; i < kSections.size(); ++i) {
    const std::string& content = checkpoint.*kSections[i];
    append_bytes(sizes[i], static_cast<std::uint64_t>(content.size()));
    pieces.insert(pieces.end(), {sizes[i], content});
  }
  io::Checksum sum;
  for (const std::string_view piece : pieces) sum.add(piece);
  std::string foot;
  append_bytes(foot, sum.value());
  pieces.push_back(foot);
  io::write_file_safely(path, pieces);
}

Checkpoint load_checkpoint(const std::string& path) {
  const std::string bytes = read_file(path);
  if (!std::string_view(bytes).starts_with(kMagic))
    io::refuse_file(path, "is not a checkpoint of tensio");
  if (bytes.size() < kHeadSize + kSumSize)
    io::refuse_file(path, "is cut off; no run can continue from it");
  CheckpointReader reader(path, bytes);
  reader.text(kMagic.size());
  const auto format = reader.number<std::uint32_t>();
  if (format != kFormat) {
    io::refuse_file(
        path, fmt::format("has format {}, and this version of tensio reads {}; it is of another "
                          "version, or damaged",
                          format, kFormat));
  }
  const auto count = reader.number<std::uint32_t>();
  const auto size = reader.number<std::uint64_t>();
  if (size > bytes.size()) {
    io::refuse_file(
        path, fmt::format("is cut off or damaged: it has {} of {} bytes", bytes.size(), size));
  }
  io::Checksum sum;
  sum.add(std::string_view(bytes).substr(0, bytes.size() - kSumSize));
  std::uint64_t written = 0;
  std::memcpy(&written, bytes.data() + bytes.size() - kSumSize, kSumSize);
  if (size != bytes.size() || sum.value() != written || count != kSections.size()) {
    io::refuse_file(path, "is damaged: its checksum is wrong");
  }
  Checkpoint checkpoint{.time = reader.number<double>()};
  for (const auto section : kSections) {
    checkpoint.*section = reader.text(reader.number<std::uint64_t>());
  }
  reader.text(kSumSize);
  if (!reader.at_end()) io::refuse_file(path, "is damaged: it is longer than its sections");
  return checkpoint;
}

std::string checkpoint_path(const std::string& folder, int number) {
  return io::in_folder(folder, io::checkpoint_name(static_cast<std::uint64_t>(number)));
}

std::optional<FoundCheckpoint> newest_checkpoint(const std::string& folder, double latest) {
  std::map<std::uint64_t, std::string> files;  // by number
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::optional<std::uint64_t> number =
        io::checkpoint_number(it->path().filename().string());
    if (number) files[*number] = it->path().string();
  }
  if (error) {
    io::refuse_file(folder, "cannot be read: " + error.message(), ErrorKind::io);
  }
  FoundCheckpoint found;
  if (!files.empty()) found.last_number = static_cast<int>(files.rbegin()->first);
  bool any_whole = false;
  for (auto file = files.rbegin(); file != files.rend(); ++file) {
    try {
      found.checkpoint = load_checkpoint(file->second);
    } catch (const Error& damage) {
      found.skipped.emplace_back(damage.what());
      continue;
    }
    any_whole = true;
    if (found.checkpoint.time > latest) continue;
    found.number = static_cast<int>(file->first);
    return found;
  }
  if (any_whole || found.skipped.empty()) return {};
  std::string all;
  for (const std::string& reason : found.skipped) all += "\n" + reason;
  io::refuse_file(folder, "has no checkpoint that is whole:" + all);
}

}  // namespace tensio
