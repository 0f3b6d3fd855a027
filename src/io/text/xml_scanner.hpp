// XML text, tag by tag: enough for data files, without entities of its own, schemas or namespaces.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tensio::io {

struct XmlAttribute {
  std::string_view name = {};
  std::string value = {};  ///< with &lt; and the like replaced
  std::size_t offset = 0;
};

struct XmlTag {
  std::string_view name = {};
  std::vector<XmlAttribute> attributes = {};
  bool closes = false;     ///< </name>
  bool empty = false;      ///< <name/>: no closing tag follows
  std::size_t offset = 0;  ///< of its <

  /// The value of an attribute, or nullptr.
  const std::string* find(std::string_view attribute) const;
};

/// Every fault throws Error with the line and column.
class XmlScanner {
 public:
  /// `file` names the text in messages.
  XmlScanner(std::string_view text, std::string file);

  /// Continues to the next tag, past declarations and comments; false behind the last. A tag that
  /// closes closes the innermost that is open.
  bool next();
  const XmlTag& tag() const { return tag_; }
  /// The characters between the tag before and this one, as they are in the text.
  std::string_view content() const { return content_; }
  /// The same, with &lt; and the like replaced, CDATA taken in, comments and declarations left out.
  std::string text() const;
  /// Names of the tags that are open, this one too; the innermost last.
  const std::vector<std::string_view>& open() const { return open_; }
  /// The first byte behind the tag.
  std::size_t position() const { return position_; }
  /// Goes past the content of the tag, and its closing tag.
  void skip();

  /// Throws Error about the byte at `offset`.
  [[noreturn]] void fail(std::size_t offset, std::string_view value,
                         const std::string& message) const;
  /// About the tag.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  void skip_space();
  std::string_view name();
  void attribute();
  bool skip_past(std::string_view begin, std::string_view end, const char* what);

  std::string_view text_;
  std::string file_;
  std::size_t position_ = 0;
  XmlTag tag_ = {};
  std::string_view content_ = {};
  std::vector<std::string_view> open_ = {};
  bool seen_ = false;  // a first tag was there
};

}  // namespace tensio::io
