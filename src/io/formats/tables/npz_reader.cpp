// .npz files: the headers in front of the members, one after the other.
#include "io/formats/tables/npz_reader.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "io/formats/tables/zip_headers.hpp"
#include "tensio/error.hpp"

namespace tensio::io {
namespace {

constexpr std::size_t kMostMembers = 1000;

[[noreturn]] void refuse(const std::string& path, const std::string& message) {
  throw Error({{.file = path, .message = message}});
}

// The size in the field of 64 bits, where the one of 32 bits refers to it.
std::uint64_t wide_size(const std::string& extra, const std::string& path) {
  for (std::size_t at = 0; at + 4 <= extra.size();) {
    const std::size_t size = zip_number<std::uint16_t>(extra, at + 2);
    if (zip_number<std::uint16_t>(extra, at) == 1 && size >= 16 && at + 4 + size <= extra.size()) {
      return zip_number<std::uint64_t>(extra, at + 12);
    }
    at += 4 + size;
  }
  refuse(path, "is damaged: a member's size is missing");
}

}  // namespace

std::vector<NpzMember> npz_members(const std::string& path) {
  std::ifstream source(path, std::ios::binary);
  if (!source) {
    throw Error({{.file = path, .message = std::string("cannot be read: ") + std::strerror(errno)}},
                ErrorKind::io);
  }
  source.seekg(0, std::ios::end);
  const auto file_size = static_cast<std::uint64_t>(source.tellg());
  std::vector<NpzMember> members;
  std::uint64_t at = 0;
  std::string head(kZipLocalSize, '\0');
  for (;;) {
    source.seekg(static_cast<std::streamoff>(at));
    if (!source.read(head.data(), static_cast<std::streamsize>(kZipLocalSize))) break;
    if (zip_number<std::uint32_t>(head, 0) != kZipLocal) break;
    if ((zip_number<std::uint16_t>(head, 6) & 8u) != 0)
      refuse(path, "was written as a stream, without sizes; save it again with numpy.savez");
    if (zip_number<std::uint16_t>(head, 8) != 0) {
      refuse(path, "is compressed; save it with numpy.savez, without compression");
    }
    std::string name(zip_number<std::uint16_t>(head, 26), '\0');
    std::string extra(zip_number<std::uint16_t>(head, 28), '\0');
    source.read(name.data(), static_cast<std::streamsize>(name.size()));
    source.read(extra.data(), static_cast<std::streamsize>(extra.size()));
    const std::uint32_t narrow = zip_number<std::uint32_t>(head, 18);
    const std::uint64_t offset = at + kZipLocalSize + name.size() + extra.size();
    if (!source || offset > file_size) refuse(path, "is cut off");
    const std::uint64_t size = narrow == kZipIn64 ? wide_size(extra, path) : narrow;
    if (size > file_size - offset) refuse(path, "is cut off");
    members.push_back({std::move(name), offset, size});
    if (members.size() > kMostMembers) refuse(path, "has too many members");
    at = offset + size;
  }
  if (members.empty()) refuse(path, "is no .npz file");
  return members;
}

}  // namespace tensio::io
