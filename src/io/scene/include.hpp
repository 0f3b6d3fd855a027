// Files that a scene includes: their entries become its own.
#pragma once

#include <deque>
#include <string>

#include "io/json/value.hpp"
#include "io/scene/columns.hpp"

namespace tensio::io {

/// Owns the texts and the trees of included files, to which the scene's tree refers afterwards.
class Inclusions {
 public:
  /// Reads the files that `include` names and adds their entries to the tree; the scene's own
  /// entries win. The document's text grows by theirs, so that every value keeps an offset of its
  /// own. Throws Error if a file is not JSON.
  void merge(Reading& reading, Document& document);

 private:
  struct File {
    std::string path = {};  // for messages
    std::string bytes = {};
    Document document = {};
  };

  void read(Reading& reading, const Value& list);
  void join(Document& document);
  static void add(Reading& reading, Document& document, const File& file, std::size_t begin);

  std::deque<File> files_;
  std::string text_;
};

}  // namespace tensio::io
