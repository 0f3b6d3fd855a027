// Checkpoint files: what was saved comes back to the byte, and nothing damaged is taken for good.
#include <gtest/gtest.h>

#include <filesystem>

#include "io/run/run_folder.hpp"
#include "io/text/checksum.hpp"
#include "support/files.hpp"
#include "support/refusals.hpp"
#include "support/same_members.hpp"
#include "tensio/files/recording.hpp"

namespace tensio {
namespace {

using testing::read_file;
using testing::write_file;

namespace fs = std::filesystem;

class CheckpointFile : public ::testing::Test {
 protected:
  std::string path(const std::string& name) const { return (temporary_ / name).string(); }
  const testing::TemporaryFolder temporary_;
  const std::string folder_ = temporary_.string();
};

Checkpoint sample() {
  return {.time = 0.30000000000000004,
          .scene = "{\"tensio\": 1}\n",
          .options = "--duration\n2\n",
          .simulation = std::string("\0\1\2 state \xff", 11),
          .recording = "recording 1\n",
          .machine = "velocity_verlet, a CPU"};
}

void expect_same(const Checkpoint& a, const Checkpoint& b) {
  testing::expect_same_members(a, b, &Checkpoint::time, &Checkpoint::scene, &Checkpoint::options,
                               &Checkpoint::simulation, &Checkpoint::recording,
                               &Checkpoint::machine);
}

std::string refusal(const std::string& path) {
  return testing::refusal([&] { load_checkpoint(path); });
}

TEST_F(CheckpointFile, GivesBackWhatWasSaved) {
  save_checkpoint(sample(), path("a"));
  expect_same(load_checkpoint(path("a")), sample());
  save_checkpoint({}, path("a"));
  expect_same(load_checkpoint(path("a")), {});
}

TEST_F(CheckpointFile, OfTheSameStateHasTheSameBytes) {
  save_checkpoint(sample(), path("a"));
  save_checkpoint(sample(), path("b"));
  EXPECT_EQ(read_file(path("a")), read_file(path("b")));
}

TEST_F(CheckpointFile, WithAnyBitFlippedIsRefused) {
  save_checkpoint(sample(), path("a"));
  const std::string whole = read_file(path("a"));
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    write_file(path("b"), damaged);
    const std::string message = refusal(path("b"));
    ASSERT_NE(message, "") << "bit " << bit << " of " << 8 * whole.size();
    EXPECT_NE(message.find(path("b")), std::string::npos) << message;
  }
}

TEST_F(CheckpointFile, CutAtAnyLengthOrMadeLongerIsRefused) {
  save_checkpoint(sample(), path("a"));
  const std::string whole = read_file(path("a"));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_file(path("b"), whole.substr(0, size));
    ASSERT_NE(refusal(path("b")), "") << size << " of " << whole.size() << " bytes";
  }
  for (const std::size_t more : {1, 7, 8, 32, 1000}) {
    write_file(path("b"), whole + std::string(more, '\0'));
    ASSERT_NE(refusal(path("b")), "") << more << " bytes too many";
  }
}

TEST_F(CheckpointFile, ThatIsNoneOrNotThereIsRefusedByName) {
  write_file(path("a"), "{\"tensio\": 1}");
  EXPECT_EQ(refusal(path("a")), path("a") + ": is not a checkpoint of tensio");
  EXPECT_NE(refusal(path("absent")).find("No such file"), std::string::npos);
}

TEST_F(CheckpointFile, OfAnotherFormatIsRefusedByItsNumber) {
  save_checkpoint(sample(), path("a"));
  std::string bytes = read_file(path("a"));
  bytes[8] = 2;
  write_file(path("a"), bytes);
  EXPECT_NE(refusal(path("a")).find("has format 2"), std::string::npos) << refusal(path("a"));
}

TEST_F(CheckpointFile, LeavesTheOldOneWholeWhereItCanNotBeWritten) {
  save_checkpoint(sample(), path("a"));
  fs::create_directory(path("folder"));
  try {
    save_checkpoint(sample(), path("folder"));
    FAIL() << "a folder was written over";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::io);
    EXPECT_NE(std::string(error.what()).find(path("folder")), std::string::npos);
  }
  expect_same(load_checkpoint(path("a")), sample());
  EXPECT_THROW(save_checkpoint(sample(), path("absent/a")), Error);
}

TEST_F(CheckpointFile, TheNewestWholeOneIsFound) {
  EXPECT_FALSE(newest_checkpoint(folder_));
  for (int number = 1; number <= 3; ++number) {
    Checkpoint checkpoint = sample();
    checkpoint.time = 0.5 * number;
    save_checkpoint(checkpoint, checkpoint_path(folder_, number));
  }
  // names that only look like one
  write_file(path("checkpoint_000009.tensio.tmp-1-0"), "x");
  write_file(path("checkpoint_9.tensio"), "x");
  auto found = newest_checkpoint(folder_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->number, 3);
  EXPECT_EQ(found->checkpoint.time, 1.5);
  EXPECT_TRUE(found->skipped.empty());

  found = newest_checkpoint(folder_, 1.2);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->number, 2);
  EXPECT_EQ(found->last_number, 3);
  EXPECT_FALSE(newest_checkpoint(folder_, 0.1));
}

TEST_F(CheckpointFile, ADamagedOneIsSkippedAndNamed) {
  for (int number = 1; number <= 2; ++number) {
    save_checkpoint(sample(), checkpoint_path(folder_, number));
  }
  const std::string newest = checkpoint_path(folder_, 2);
  write_file(newest, read_file(newest).substr(0, 40));
  const auto found = newest_checkpoint(folder_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->number, 1);
  EXPECT_EQ(found->last_number, 2);
  ASSERT_EQ(found->skipped.size(), 1u);
  EXPECT_NE(found->skipped[0].find("checkpoint_000002.tensio"), std::string::npos);
  write_file(checkpoint_path(folder_, 1), "");
  EXPECT_THROW(newest_checkpoint(folder_), Error);
}

TEST(Checksum, DoesNotDependOnHowTheBytesAreCut) {
  std::string bytes;
  for (int i = 0; i < 200; ++i) bytes += static_cast<char>(i * 37);
  io::Checksum whole;
  whole.add(bytes);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    io::Checksum parts;
    parts.add(std::string_view(bytes).substr(0, cut));
    parts.add(std::string_view(bytes).substr(cut));
    EXPECT_EQ(parts.value(), whole.value()) << cut;
  }
}

TEST(Checksum, DistinguishesNumbersOfZeros) {
  std::vector<std::uint64_t> sums;
  for (std::size_t size = 0; size < 100; ++size) {
    io::Checksum sum;
    sum.add(std::string(size, '\0'));
    EXPECT_EQ(std::count(sums.begin(), sums.end(), sum.value()), 0) << size;
    sums.push_back(sum.value());
  }
}

TEST(Checksum, CrcHasItsPublishedCheckValue) {
  EXPECT_EQ(io::crc32("123456789"), 0xcbf43926u);
  EXPECT_EQ(io::crc32("6789", io::crc32("12345")), 0xcbf43926u);
}

}  // namespace
}  // namespace tensio
