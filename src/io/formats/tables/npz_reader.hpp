// The positions of the arrays in a .npz file.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tensio::io {

/// A file in the archive, stored as it is.
struct NpzMember {
  std::string name = {};     ///< "position.npy"
  std::uint64_t offset = 0;  ///< of its first byte, in the archive
  std::uint64_t size = 0;
};

/// The members of a .npz file as numpy.savez writes them, without compression. Throws Error (io)
/// where it cannot be read, Error (content) where it is no such archive.
std::vector<NpzMember> npz_members(const std::string& path);

}  // namespace tensio::io
