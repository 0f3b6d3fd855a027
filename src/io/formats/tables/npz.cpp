// .npz files: zip archives of .npy files, stored as they are [PKWARE's APPNOTE 6.3.9].
//
// Every size is written in the 64-bit form, so that there is one form for all; every date is the
// zip format's first, so that the same arrays give the same bytes.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "core/bytes.hpp"
#include "core/index.hpp"
#include "core/system.hpp"
#include "io/formats/tables/npy_output.hpp"
#include "io/formats/tables/zip_headers.hpp"
#include "io/text/checksum.hpp"
#include "tensio/error.hpp"

namespace tensio::io {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kCentral = 0x02014b50, kEnd64 = 0x06064b50, kLocator = 0x07064b50,
                        kEnd = 0x06054b50;
constexpr std::uint16_t kVersion45 = 45;  // the first with 64-bit sizes
constexpr std::uint16_t kFirstDate = 0x21;
constexpr std::size_t kExtraSize = 20;
constexpr std::size_t kPiece = std::size_t{1} << 20;

struct ZipMember {
  std::string name = {};
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint32_t crc = 0;
};

// What local and central headers share: versions to names.
void put_common(std::string& bytes, const ZipMember& member, std::uint16_t extra_size) {
  append_bytes(bytes, kVersion45);
  append_bytes(bytes, std::uint16_t{0});  // no flags
  append_bytes(bytes, std::uint16_t{0});  // stored
  append_bytes(bytes, std::uint16_t{0});  // midnight
  append_bytes(bytes, kFirstDate);
  append_bytes(bytes, member.crc);
  append_bytes(bytes, kZipIn64);
  append_bytes(bytes, kZipIn64);
  append_bytes(bytes, static_cast<std::uint16_t>(member.name.size()));
  append_bytes(bytes, extra_size);
}

std::string local_header(const ZipMember& member) {
  std::string bytes;
  append_bytes(bytes, kZipLocal);
  put_common(bytes, member, kExtraSize);
  bytes += member.name;
  append_bytes(bytes, std::uint16_t{1});
  append_bytes(bytes, std::uint16_t{16});
  append_bytes(bytes, member.size);
  append_bytes(bytes, member.size);
  return bytes;
}

std::string central_header(const ZipMember& member) {
  std::string bytes;
  append_bytes(bytes, kCentral);
  append_bytes(bytes, kVersion45);
  put_common(bytes, member, 28);
  append_bytes(bytes, std::uint16_t{0});  // no comment
  append_bytes(bytes, std::uint16_t{0});  // disk 0
  append_bytes(bytes, std::uint16_t{0});  // binary
  append_bytes(bytes, std::uint32_t{0});  // no permissions
  append_bytes(bytes, kZipIn64);
  bytes += member.name;
  append_bytes(bytes, std::uint16_t{1});
  append_bytes(bytes, std::uint16_t{24});
  append_bytes(bytes, member.size);
  append_bytes(bytes, member.size);
  append_bytes(bytes, member.offset);
  return bytes;
}

std::string ending(std::uint64_t count, std::uint64_t begin, std::uint64_t size) {
  std::string bytes;
  append_bytes(bytes, kEnd64);
  append_bytes(bytes, std::uint64_t{44});
  append_bytes(bytes, kVersion45);
  append_bytes(bytes, kVersion45);
  append_bytes(bytes, std::uint32_t{0});
  append_bytes(bytes, std::uint32_t{0});
  append_bytes(bytes, count);
  append_bytes(bytes, count);
  append_bytes(bytes, size);
  append_bytes(bytes, begin);
  append_bytes(bytes, kLocator);
  append_bytes(bytes, std::uint32_t{0});
  append_bytes(bytes, begin + size);
  append_bytes(bytes, std::uint32_t{1});
  append_bytes(bytes, kEnd);
  append_bytes(bytes, std::uint32_t{0});
  append_bytes(bytes, static_cast<std::uint16_t>(count));
  append_bytes(bytes, static_cast<std::uint16_t>(count));
  append_bytes(bytes, kZipIn64);
  append_bytes(bytes, kZipIn64);
  append_bytes(bytes, std::uint16_t{0});
  return bytes;
}

[[noreturn]] void fail_reading(const std::string& path, const std::string& message) {
  throw Error({{.file = path, .message = message}}, ErrorKind::io);
}

// Appends a file to the archive and fills in its size and checksum.
void append_member(GrowingFile& archive, const std::string& file, ZipMember& member) {
  member.offset = archive.size();
  archive.append(local_header(member));
  std::ifstream source(file, std::ios::binary);
  std::string piece(kPiece, '\0');
  while (source) {
    source.read(piece.data(), static_cast<std::streamsize>(kPiece));
    const std::string_view bytes(piece.data(), usize(source.gcount()));
    member.crc = crc32(bytes, member.crc);
    member.size += bytes.size();
    archive.append(bytes);
  }
  if (!source.eof()) fail_reading(file, std::string("cannot be read: ") + std::strerror(errno));
  archive.overwrite(member.offset, local_header(member));
}

// Copies `size` bytes, or reports that they are missing.
void copy_bytes(std::ifstream& source, std::uint64_t size, GrowingFile& target,
                const std::string& path) {
  std::string piece;
  while (size > 0) {
    piece.resize(usize(std::min<std::uint64_t>(size, kPiece)));
    if (!source.read(piece.data(), static_cast<std::streamsize>(piece.size()))) {
      fail_reading(path, "is cut off");
    }
    target.append(piece);
    size -= piece.size();
  }
  target.flush();
}

}  // namespace

void pack_npz(const std::string& path, const std::vector<std::string>& files) {
  const std::string temporary = path + std::string(kTemporaryMark) + "0";
  try {
    GrowingFile archive(temporary);
    std::string directory;
    for (const std::string& file : files) {
      ZipMember member{.name = fs::path(file).filename().string()};
      append_member(archive, file, member);
      directory += central_header(member);
    }
    const std::uint64_t begin = archive.size();
    archive.append(directory);
    archive.append(ending(files.size(), begin, directory.size()));
    archive.sync();
  } catch (...) {
    std::error_code ignored;
    fs::remove(temporary, ignored);
    throw;
  }
  if (!system::rename_file(temporary, path)) fail_writing(path, errno);
  sync_folder(fs::path(path).parent_path().string(), path);
}

std::string npz_archive(const std::vector<NamedBytes>& members) {
  std::string bytes, directory;
  for (const auto& [name, content] : members) {
    const ZipMember member{
        .name = name, .offset = bytes.size(), .size = content.size(), .crc = crc32(content, 0)};
    bytes += local_header(member);
    bytes += content;
    directory += central_header(member);
  }
  const std::uint64_t begin = bytes.size();
  bytes += directory;
  return bytes + ending(members.size(), begin, directory.size());
}

void unpack_npz(const std::string& path, const std::string& folder) {
  std::ifstream source(path, std::ios::binary);
  if (!source) fail_reading(path, std::string("cannot be read: ") + std::strerror(errno));
  std::string head(kZipLocalSize, '\0');
  while (source.read(head.data(), static_cast<std::streamsize>(kZipLocalSize)) &&
         zip_number<std::uint32_t>(head, 0) == kZipLocal) {
    std::string rest(std::size_t{zip_number<std::uint16_t>(head, 26)} + kExtraSize, '\0');
    if (zip_number<std::uint16_t>(head, 28) != kExtraSize ||
        !source.read(rest.data(), static_cast<std::streamsize>(rest.size()))) {
      fail_reading(path, "is not an archive of a run");
    }
    const std::string name = rest.substr(0, rest.size() - kExtraSize);
    if (!name.ends_with(".npy") || name.find('/') != std::string::npos) {
      fail_reading(path, "is not an archive of a run");
    }
    GrowingFile target((fs::path(folder) / name).string());
    copy_bytes(source, zip_number<std::uint64_t>(rest, name.size() + 4), target, path);
  }
}

}  // namespace tensio::io
