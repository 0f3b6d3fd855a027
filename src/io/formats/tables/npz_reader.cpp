// .npz files: the headers in front of the members, one after the other.
#include "io/formats/tables/npz_reader.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "core/index.hpp"
#include "io/formats/tables/zip_headers.hpp"
#include "tensio/error.hpp"

namespace tensio::io {
namespace {

constexpr std::size_t kMostMembers = 1000;

[[noreturn]] void refuse(const std::string& path, const std::string& message) {
  throw Error({{.file = path, .message = message}});
}

// The sizes in the field of 64 bits, where those of 32 bits refer to it: full, and in the archive.
void read_wide_sizes(const std::string& extra, const std::string& path, NpzMember& member) {
  for (std::size_t at = 0; at + 4 <= extra.size();) {
    const std::size_t size = zip_number<std::uint16_t>(extra, at + 2);
    if (zip_number<std::uint16_t>(extra, at) == 1 && size >= 16 && at + 4 + size <= extra.size()) {
      member.full_size = zip_number<std::uint64_t>(extra, at + 4);
      member.size = zip_number<std::uint64_t>(extra, at + 12);
      return;
    }
    at += 4 + size;
  }
  refuse(path, "is damaged: a member's size is missing");
}

// Reads some bytes of the archive, fewer at its end.
using ReadBytes = std::function<std::string(std::uint64_t offset, std::size_t count)>;

std::vector<NpzMember> find_members(const ReadBytes& read, std::uint64_t file_size,
                                    const std::string& path) {
  std::vector<NpzMember> members;
  std::uint64_t at = 0;
  for (;;) {
    const std::string head = read(at, kZipLocalSize);
    if (head.size() < kZipLocalSize || zip_number<std::uint32_t>(head, 0) != kZipLocal) break;
    if ((zip_number<std::uint16_t>(head, 6) & 8u) != 0)
      refuse(path, "was written as a stream, without sizes; save it again with numpy.savez");
    const std::uint16_t method = zip_number<std::uint16_t>(head, 8);
    if (method != 0 && method != 8)
      refuse(path, "is compressed in a form that numpy does not write; save it with numpy.savez");
    const std::size_t name_size = zip_number<std::uint16_t>(head, 26);
    const std::size_t extra_size = zip_number<std::uint16_t>(head, 28);
    const std::string rest = read(at + kZipLocalSize, name_size + extra_size);
    if (rest.size() < name_size + extra_size) refuse(path, "is cut off");
    NpzMember member = {.name = rest.substr(0, name_size),
                        .offset = at + kZipLocalSize + name_size + extra_size,
                        .size = zip_number<std::uint32_t>(head, 18),
                        .deflated = method == 8,
                        .full_size = zip_number<std::uint32_t>(head, 22)};
    if (member.size == kZipIn64) read_wide_sizes(rest.substr(name_size), path, member);
    if (member.size > file_size - member.offset) refuse(path, "is cut off");
    at = member.offset + member.size;
    members.push_back(std::move(member));
    if (members.size() > kMostMembers) refuse(path, "has too many members");
  }
  if (members.empty()) refuse(path, "is no .npz file");
  return members;
}

}  // namespace

std::vector<NpzMember> npz_members_of(std::string_view bytes, const std::string& name) {
  const auto read = [&](std::uint64_t offset, std::size_t count) {
    return offset < bytes.size() ? std::string(bytes.substr(usize(offset), count)) : std::string();
  };
  return find_members(read, bytes.size(), name);
}

std::vector<NpzMember> npz_members(const std::string& path) {
  std::ifstream source(path, std::ios::binary);
  if (!source) {
    throw Error({{.file = path, .message = std::string("cannot be read: ") + std::strerror(errno)}},
                ErrorKind::io);
  }
  source.seekg(0, std::ios::end);
  const auto file_size = static_cast<std::uint64_t>(source.tellg());
  const auto read = [&](std::uint64_t offset, std::size_t count) {
    std::string bytes(count, '\0');
    source.clear();
    source.seekg(static_cast<std::streamoff>(offset));
    source.read(bytes.data(), static_cast<std::streamsize>(count));
    bytes.resize(usize(source.gcount()));
    return bytes;
  };
  std::vector<NpzMember> members = find_members(read, file_size, path);
  for (const NpzMember& member : members)
    if (member.deflated)
      refuse(path, "is compressed; save it with numpy.savez, without compression");
  return members;
}

}  // namespace tensio::io
