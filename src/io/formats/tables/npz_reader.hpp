// The positions of the arrays in a .npz file.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tensio::io {

/// A file in the archive.
struct NpzMember {
  std::string name = {};     ///< "position.npy"
  std::uint64_t offset = 0;  ///< of its first byte, in the archive
  std::uint64_t size = 0;    ///< of its bytes there
  bool deflated = false;     ///< compressed, otherwise stored as it is
  std::uint64_t full_size = 0;
};

/// The members of a .npz file as numpy.savez writes them, without compression. Throws Error (io)
/// where it cannot be read, Error (content) where it is no such archive.
std::vector<NpzMember> npz_members(const std::string& path);

/// The members of an archive in memory, compressed ones too; `name` is that of the file, for
/// messages.
std::vector<NpzMember> npz_members_of(std::string_view bytes, const std::string& name);

}  // namespace tensio::io
