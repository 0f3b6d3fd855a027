// Files with bytes changed, cut, doubled and swapped: each is read or refused, and nothing else.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/index.hpp"
#include "core/random.hpp"
#include "samples.hpp"
#include "tensio/files/import.hpp"

namespace tensio {
namespace {

std::size_t place_in(Random& random, const std::string& text) {
  return text.empty() ? 0 : usize(random.bits() % text.size());
}

// Numbers and signs that readers may stumble over.
constexpr std::string_view kPieces[] = {
    "-1", "0", "4294967296", "1e308", "nan",  "2147483647", " ", "\n", "\t",
    "\"", "<", "&",          "/",     "\\\n", "#",          ",", "",   "9999999999999999999"};

std::string mutated(std::string text, Random& random) {
  const int changes = 1 + random.index(4);
  for (int i = 0; i < changes; ++i) {
    const std::size_t place = place_in(random, text);
    const std::size_t length = std::min<std::size_t>(usize(random.index(12)), text.size() - place);
    switch (random.index(6)) {
      case 0:
        if (!text.empty()) text[place] = static_cast<char>(random.index(256));
        break;
      case 1: text.erase(place, length); break;
      case 2: text.insert(place, text.substr(place_in(random, text), length)); break;
      case 3:
        text.replace(place, length,
                     kPieces[usize(random.index(static_cast<int>(std::size(kPieces))))]);
        break;
      case 4:
        if (!text.empty()) text[place] = static_cast<char>(text[place] ^ (1 << random.index(8)));
        break;
      default:
        if (random.index(8) == 0) text.resize(place);
    }
  }
  return text;
}

// How many of the mutations were still read.
int try_mutations(const Sample& sample, int count) {
  Random random(12345);
  int read = 0;
  for (int i = 0; i < count; ++i) {
    const std::string bytes = mutated(sample.bytes, random);
    try {
      const Imported got = import_bytes(bytes, sample.format, sample.file, beside_samples());
      const int nodes = got.system.node_count();
      // what comes out holds together, whatever went in
      for (const SpringSet& set : got.system.springs)
        for (const std::array<int, 2>& ends : set.ends)
          if (ends[0] == ends[1] || std::min(ends[0], ends[1]) < 0 ||
              std::max(ends[0], ends[1]) >= nodes)
            ADD_FAILURE() << sample.file << ": a spring joins " << ends[0] << " and " << ends[1];
      for (const int node : got.system.faces.nodes)
        if (node < 0 || node >= nodes) ADD_FAILURE() << sample.file << ": no corner " << node;
      ++read;
    } catch (const Error& error) {
      if (error.problems().empty() || error.problems()[0].message.empty())
        ADD_FAILURE() << sample.file << ": refused without a word";
    }
  }
  return read;
}

TEST(ImportMutations, EveryFormatHasASampleThatIsRead) {
  std::set<std::string> seen;
  for (const Sample& sample : samples()) {
    SCOPED_TRACE(sample.file);
    EXPECT_GT(
        import_bytes(sample.bytes, sample.format, sample.file, beside_samples()).report.springs, 0);
    seen.insert(sample.format);
  }
  for (const FileFormat& format : file_formats())
    if (format.reads) EXPECT_EQ(seen.count(format.name), 1u) << format.name;
}

TEST(ImportMutations, AreReadOrRefused) {
  for (const Sample& sample : samples()) try_mutations(sample, 2000);
}

TEST(ImportMutationsLong, HundredThousandOfEachAreReadOrRefused) {
  for (const Sample& sample : samples()) {
    const int read = try_mutations(sample, 100'000);
    std::printf("%-24s %6d of 100000 were still read\n", sample.file.c_str(), read);
  }
}

}  // namespace
}  // namespace tensio
