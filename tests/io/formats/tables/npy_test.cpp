// Arrays from .npy bytes that were put together by hand, as numpy.save writes them.
#include "io/formats/tables/npy.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <sstream>
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

/// A file in memory that counts the bytes that are read.
class Counted : public std::stringbuf {
 public:
  explicit Counted(const std::string& bytes) : std::stringbuf(bytes, std::ios::in) {}
  std::size_t taken = 0;

 protected:
  std::streamsize xsgetn(char* to, std::streamsize count) override {
    const std::streamsize got = std::stringbuf::xsgetn(to, count);
    taken += static_cast<std::size_t>(got);
    return got;
  }
};

TEST(NpyRows, AreThoseOfTheWholeFile) {
  std::vector<double> numbers;
  for (int i = 0; i < 12; ++i) numbers.push_back(0.5 * i);
  for (const char* shape : {"(12,)", "(6, 2)", "(4, 3)", "(12, 1)"})
    for (bool by_columns : {false, true}) {
      const std::string bytes = npy("<f8", shape, raw(numbers), by_columns);
      const NpyArray whole = parse_npy(bytes);
      for (std::size_t first = 0; first <= whole.rows; ++first)
        for (std::size_t count = 0; first + count <= whole.rows; ++count) {
          std::istringstream file(bytes);
          const NpyArray rows = read_npy_rows(file, first, count);
          ASSERT_EQ(rows.error, "");
          ASSERT_EQ(rows.rows, count);
          ASSERT_EQ(rows.width, whole.width);
          ASSERT_EQ(rows.is_table, whole.is_table);
          const auto begin = whole.values.begin() + std::ptrdiff_t(first * whole.width);
          ASSERT_EQ(rows.values,
                    std::vector<double>(begin, begin + std::ptrdiff_t(count * whole.width)));
        }
    }
}

TEST(NpyRows, TakeNoMoreThanTheHeaderAndTheirOwnBytes) {
  const std::size_t count = 200000;
  Counted buffer(npy("<i4", "(200000, 2)", std::string(8 * count, '\1')));
  std::istream file(&buffer);
  EXPECT_EQ(read_npy_rows(file, 150000, 10).values.size(), 20u);
  EXPECT_LE(buffer.taken, 4108u + 80u);
}

TEST(NpyRows, RefuseWhatTheWholeFileRefusesAndRowsThatAreNotThere) {
  const auto error = [](const std::string& bytes, std::uint64_t first, std::size_t count) {
    std::istringstream file(bytes);
    return read_npy_rows(file, first, count).error;
  };
  const std::string good = npy("<f8", "(3,)", raw<double>({1, 2, 3}));
  for (const std::string& bad : {std::string("text"), good.substr(0, good.size() - 1),
                                 npy("<c16", "(1,)", raw<double>({1, 2})),
                                 npy("<f8", "(1, 1, 1)", raw<double>({1})), good.substr(0, 40)})
    EXPECT_EQ(error(bad, 0, 1), parse_npy(bad).error);
  EXPECT_EQ(error(good, 2, 2), "rows 2 to 4 are asked for, but it has 3");
  EXPECT_NE(error(good, 4, 0), "");
  EXPECT_NE(error(good, ~std::uint64_t{0}, 1), "");
}

}  // namespace
}  // namespace tensio::io
