// PLY: text and bytes in both orders give the same; what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "refusals.hpp"
#include "tensio/files/import.hpp"

namespace tensio {
namespace {

std::string header(const std::string& format) {
  return "ply\nformat " + format +
         " 1.0\ncomment made by hand\nobj_info 1\nelement vertex 4\nproperty float x\n"
         "property double y\nproperty float z\nproperty uchar red\nelement face 1\n"
         "property uchar flags\nproperty list uchar int vertex_indices\nelement edge 1\n"
         "property int vertex1\nproperty ushort vertex2\nelement camera 2\nproperty short a\n"
         "end_header\n";
}

const std::string kText =
    header("ascii") + "0 0 0 255\n1 0.5 0 0\n1 1 -2 7\n0 1 0 1\n9 3 0 1 2\n2 3\n1\n-5\n";

template <class T>
void put(std::string& bytes, T value, bool big) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof(T));
  if (big) std::reverse(raw, raw + sizeof(T));
  bytes.append(raw, sizeof(T));
}

std::string binary(bool big) {
  std::string bytes = header(big ? "binary_big_endian" : "binary_little_endian");
  const double places[4][3] = {{0, 0, 0}, {1, 0.5, 0}, {1, 1, -2}, {0, 1, 0}};
  const unsigned char reds[4] = {255, 0, 7, 1};
  for (int i = 0; i < 4; ++i) {
    put(bytes, static_cast<float>(places[i][0]), big);
    put(bytes, places[i][1], big);
    put(bytes, static_cast<float>(places[i][2]), big);
    put(bytes, reds[i], big);
  }
  put<unsigned char>(bytes, 9, big);
  put<unsigned char>(bytes, 3, big);
  for (const int corner : {0, 1, 2}) put(bytes, corner, big);
  put<int>(bytes, 2, big);
  put<std::uint16_t>(bytes, 3, big);
  put<std::int16_t>(bytes, 1, big);
  put<std::int16_t>(bytes, -5, big);
  return bytes;
}

TEST(ImportPly, TextAndBytesGiveTheSame) {
  for (const std::string& bytes : {kText, binary(false), binary(true)}) {
    const Imported got = import_bytes(bytes, "ply", "mesh.ply");
    EXPECT_EQ(got.system.nodes.position,
              (std::vector<double>{0, 0, 0, 1, 0.5, 0, 1, 1, -2, 0, 1, 0}));
    ASSERT_EQ(got.system.springs.size(), 1u);
    EXPECT_EQ(got.system.springs[0].ends,
              (std::vector<std::array<int, 2>>{{2, 3}, {0, 1}, {1, 2}, {2, 0}}));
    EXPECT_EQ(got.report.faces, 1);
    ASSERT_EQ(got.report.skipped.size(), 1u);
    EXPECT_EQ(got.report.skipped[0].kind, "camera");
    EXPECT_EQ(got.report.skipped[0].count, 2);
  }
}

TEST(ImportPly, MalformedFilesAreRefused) {
  const std::string begin = "ply\nformat ascii 1.0\n";
  const std::string vertex =
      "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
  const std::string face = "element face 1\nproperty list uchar int vertex_index\n";
  const std::string edge = "element edge 1\nproperty int vertex1\nproperty int vertex2\n";
  const std::string end = "end_header\n";
  const std::string points = "0 0 0\n1 0 0\n0 1 0\n";
  const std::string little = binary(false), big = binary(true);
  std::string not_finite = little;
  const std::size_t data = header("binary_little_endian").size();
  for (std::size_t i = 0; i < 4; ++i) not_finite[data + i] = '\xff';
  std::string far_corner = little, long_list = little;
  far_corner[data + 4 * 17 + 2 + 3] = 1;  // the high byte of the first corner
  long_list[data + 4 * 17 + 1] = '\xff';
  expect_refused(
      "ply",
      {{"", 1, "begins with a line `ply`"},
       {"plyy\n", 1, "begins with a line `ply`"},
       {"# ply\n", 1, "begins with a line `ply`"},
       {"ply\n", 2, "where `end_header` is expected"},
       {"ply\nend_header\n", 2, "lacks a line `format"},
       {"ply\nformat\n", 2, "the format is missing"},
       {"ply\nformat binary 1.0\n", 2, "the format `binary` is none of"},
       {"ply\nformat ascii\n", 2, "the version is missing"},
       {"ply\nformat ascii 2.0\n", 2, "the version of a PLY file is 1.0"},
       {"ply\nformat ascii 1.0 x\n", 2, "`x` follows the statement"},
       {begin + "vertex 3\n", 3, "`vertex` is not a statement of a PLY header"},
       {begin + "element\n", 3, "the name of the element is missing"},
       {begin + "element vertex\n", 3, "the number of items is missing"},
       {begin + "element vertex -1\n", 3, "the number of items must be a whole number"},
       {begin + "element vertex 1.5\n", 3, "the number of items must be a whole number"},
       {begin + "element vertex 4000000000\n", 3, "not `4000000000`"},
       {begin + "element vertex 2000000000\n", 3, "do not fit into the"},
       {begin + vertex + "element vertex 1\n", 7, "`vertex` is declared twice"},
       {begin + "property float x\n", 3, "before the first element"},
       {begin + "element vertex 1\nproperty\n" + end, 4, "the type of the property is missing"},
       {begin + "element vertex 1\nproperty float\n" + end, 4,
        "the name of the property is missing"},
       {begin + "element vertex 1\nproperty real x\n" + end, 4, "`real` is not a type"},
       {begin + vertex + "property float x\n" + end, 7, "`x` is declared twice"},
       {begin + "element vertex 1\nproperty list float int x\n" + end, 4, "whole numbers"},
       {begin + "element vertex 1\nproperty list uchar x\n" + end, 4, "is not a type"},
       {begin + "element vertex 1\n" + end + "1\n", 4, "has no properties"},
       {begin + "element vertex 1\nproperty float x\nproperty float y\n" + end + "1 2\n", 6,
        "lacks the property `z`"},
       {begin + face + end + "3 0 0 0\n", 5, "declares no element `vertex`"},
       {begin + vertex + "element face 1\nproperty int vertex_index\n" + end, 9, "must be a list"},
       {begin + vertex + "element face 1\nproperty list uchar int corners\n" + end + points, 9,
        "lacks the property `vertex_indices`"},
       {begin + vertex + "element edge 1\nproperty int vertex1\n" + end + points, 9,
        "lacks the property `vertex2`"},
       {begin + vertex + end + "0 0 0\n1 0 0\n", 10, "the file ends behind 2 of 3 items `vertex`"},
       {begin + vertex + end + "0 0 0\n1 0\n0 1 0\n", 9, "`z` of `vertex` is missing"},
       {begin + vertex + end + "0 0 0\n1 0 0 4\n0 1 0\n", 9, "where the line should end"},
       {begin + vertex + end + "0 0 0\n1 nan 0\n0 1 0\n", 9, "`y` of `vertex` must be a finite"},
       {begin + vertex + face + end + points + "3 0 1 3\n", 13, "there is no vertex 3"},
       {begin + vertex + face + end + points + "3 0 1 -1\n", 13, "there is no vertex -1"},
       {begin + vertex + face + end + points + "3 0 1 1.5\n", 13, "there is no vertex 1.5"},
       {begin + vertex + face + end + points + "2 0 1\n", 13, "a face has 2 corners"},
       {begin + vertex + face + end + points + "4 0 1 2\n", 13, "is missing at the end"},
       {begin + vertex + face + end + points + "-3 0 1 2\n", 13, "is -3, which cannot be"},
       {begin + vertex + face + end + points + "99999 0 1 2\n", 13, "is 99999, which cannot be"},
       {begin + vertex + face + end + points, 13, "the file ends behind 0 of 1 items `face`"},
       {begin + vertex + edge + end + points + "0 3\n", 14, "there is no vertex 3"},
       {begin + vertex + end + points + "1 1 1\n", 11, "something follows the items"},
       {little.substr(0, little.size() - 1), 0, "the file ends here: 1 bytes are left"},
       {big.substr(0, data + 10), 0, "the file ends here"},
       {little + "x", 0, "something follows the items"},
       {not_finite, 0, "`x` of `vertex` must be a finite number"},
       {far_corner, 0, "there is no vertex 16777216"},
       {long_list, 0, "which cannot be"}});
}

}  // namespace
}  // namespace tensio
