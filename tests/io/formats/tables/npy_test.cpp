// Arrays from .npy bytes that were put together by hand, as numpy.save writes them.
#include "io/formats/tables/npy.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace tensio::io {
namespace {

template <class T>
std::string raw(const std::vector<T>& values) {
  std::string bytes(values.size() * sizeof(T), '\0');
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::string npy(const std::string& type, const std::string& shape, const std::string& data,
                bool by_columns = false, int version = 1) {
  std::string header = "{'descr': '" + type +
                       "', 'fortran_order': " + (by_columns ? "True" : "False") +
                       ", 'shape': " + shape + ", }";
  while ((header.size() + 11) % 16 != 0) header += ' ';
  header += '\n';
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(version);
  bytes += '\0';
  const std::size_t length = header.size();
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) {
    bytes += static_cast<char>((length >> (8 * i)) & 0xFF);
  }
  return bytes + header + data;
}

TEST(Npy, EveryTypeIsRead) {
  const std::vector<double> expected = {0, 1, 200};
  EXPECT_EQ(parse_npy(npy("<f8", "(3,)", raw<double>({0, 1, 200}))).values, expected);
  EXPECT_EQ(parse_npy(npy("<f4", "(3,)", raw<float>({0, 1, 200}))).values, expected);
  EXPECT_EQ(parse_npy(npy("<i8", "(3,)", raw<std::int64_t>({0, 1, 200}))).values, expected);
  EXPECT_EQ(parse_npy(npy("<i4", "(3,)", raw<std::int32_t>({0, 1, 200}))).values, expected);
  EXPECT_EQ(parse_npy(npy("<u4", "(3,)", raw<std::uint32_t>({0, 1, 200}))).values, expected);
  EXPECT_EQ(parse_npy(npy("|u1", "(3,)", raw<std::uint8_t>({0, 1, 200}))).values, expected);
  EXPECT_EQ(parse_npy(npy("<i4", "(2,)", raw<std::int32_t>({-7, 7}))).values,
            (std::vector<double>{-7, 7}));
  const NpyArray mask = parse_npy(npy("|b1", "(3,)", raw<std::uint8_t>({0, 1, 1})));
  EXPECT_TRUE(mask.is_mask);
  EXPECT_EQ(mask.values, (std::vector<double>{0, 1, 1}));
}

TEST(Npy, BothOrdersGiveTheSameRows) {
  const NpyArray rows = parse_npy(npy("<f8", "(2, 3)", raw<double>({1, 2, 3, 4, 5, 6})));
  const NpyArray columns = parse_npy(npy("<f8", "(2, 3)", raw<double>({1, 4, 2, 5, 3, 6}), true));
  EXPECT_EQ(rows.rows, 2u);
  EXPECT_EQ(rows.width, 3u);
  EXPECT_TRUE(rows.is_table);
  EXPECT_EQ(rows.values, columns.values);
  EXPECT_EQ(columns.values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

TEST(Npy, VersionsTwoAndThreeAreRead) {
  for (int version : {2, 3}) {
    EXPECT_EQ(parse_npy(npy("<f8", "(1,)", raw<double>({5}), false, version)).values,
              (std::vector<double>{5}));
  }
}

TEST(Npy, EmptyArraysAreRead) {
  EXPECT_EQ(parse_npy(npy("<f8", "(0,)", "")).error, "");
  const NpyArray table = parse_npy(npy("<f8", "(0, 3)", "", true));
  EXPECT_EQ(table.error, "");
  EXPECT_EQ(table.width, 3u);
}

TEST(Npy, EveryTruncationIsRefused) {
  const std::string whole = npy("<i4", "(3, 2)", raw<std::int32_t>({1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(parse_npy(whole).error, "");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_NE(parse_npy(whole.substr(0, length)).error, "") << length;
  }
  EXPECT_NE(parse_npy(whole + 'x').error, "");
}

TEST(Npy, ShapesThatOverflowAreRefused) {
  for (const char* shape :
       {"(4294967296, 4294967296)", "(1125899906842624, 2)", "(99999999999999999999999,)",
        "(0, 99999999999999999)", "(-1,)", "(1, 2, 3)", "()", "(1 2)", "1"}) {
    EXPECT_NE(parse_npy(npy("<f8", shape, raw<double>({1, 2}))).error, "") << shape;
  }
}

TEST(Npy, EveryChangedByteOfTheHeaderIsTakenOrRefusedButNeverFatal) {
  const std::string whole = npy("<f8", "(2, 1)", raw<double>({1, 2}));
  for (std::size_t i = 0; i < whole.size() - 16; ++i) {
    for (int value = 0; value < 256; value += 3) {
      std::string changed = whole;
      changed[i] = static_cast<char>(value);
      const NpyArray array = parse_npy(changed);
      if (array.error.empty()) EXPECT_EQ(array.values.size(), array.rows * array.width);
    }
  }
}

}  // namespace
}  // namespace tensio::io
