// XML text, tag by tag.
#include "io/text/xml_scanner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/index.hpp"
#include "io/text/characters.hpp"
#include "io/text/line_counter.hpp"
#include "tensio/error.hpp"

namespace tensio::io {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMostAttributes = 100;
constexpr std::string_view kCdata = "<![CDATA[", kCdataEnd = "]]>";
constexpr std::string_view kComment = "<!--", kCommentEnd = "-->";
constexpr std::string_view kDeclaration = "<?", kDeclarationEnd = "?>";

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}

void append_utf8(std::string& text, std::uint32_t code) {
  const auto byte = [&](std::uint32_t b) {
    text += static_cast<char>(static_cast<unsigned char>(b));
  };
  if (code < 0x80) return byte(code);
  if (code < 0x800) {
    byte(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      byte(0xe0 | code >> 12);
    } else {
      byte(0xf0 | code >> 18);
      byte(0x80 | (code >> 12 & 0x3f));
    }
    byte(0x80 | (code >> 6 & 0x3f));
  }
  byte(0x80 | (code & 0x3f));
}

// The character of "&name;", or of "&#65;" and "&#x41;"; false where there is none.
bool append_entity(std::string& text, std::string_view name) {
  constexpr std::pair<std::string_view, char> kNames[] = {
      {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  for (const auto& [word, c] : kNames) {
    if (name == word) {
      text += c;
      return true;
    }
  }
  if (name.size() < 2 || name.size() > 9 || name[0] != '#') return false;
  const bool hex = name[1] == 'x';
  std::uint32_t code = 0;
  if (hex && name.size() == 2) return false;
  for (const char c : name.substr(hex ? 2 : 1)) {
    const int digit = c >= '0' && c <= '9'          ? c - '0'
                      : hex && c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : hex && c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                    : -1;
    if (digit < 0) return false;
    code = code * (hex ? 16u : 10u) + static_cast<std::uint32_t>(digit);
  }
  if (code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return false;
  append_utf8(text, code);
  return true;
}

}  // namespace

const std::string* XmlTag::find(std::string_view attribute) const {
  for (const XmlAttribute& candidate : attributes) {
    if (candidate.name == attribute) return &candidate.value;
  }
  return nullptr;
}

XmlScanner::XmlScanner(std::string_view text, std::string file)
    : text_(text), file_(std::move(file)) {
  if (text_.substr(0, kByteOrderMark.size()) == kByteOrderMark) position_ = kByteOrderMark.size();
}

void XmlScanner::fail(std::size_t offset, std::string_view value,
                      const std::string& message) const {
  const LineColumn place = LineCounter(text_).at(std::min(offset, text_.size()));
  throw Error({{.file = file_,
                .line = place.line,
                .column = place.column,
                .value = shortened(value),
                .message = message}});
}

void XmlScanner::fail(const std::string& message) const { fail(tag_.offset, tag_.name, message); }

void XmlScanner::skip_space() {
  while (position_ < text_.size() && is_space(text_[position_])) ++position_;
}

std::string_view XmlScanner::name() {
  const std::size_t begin = position_;
  while (position_ < text_.size() && is_name(text_[position_])) ++position_;
  if (position_ == begin) fail(begin, text_.substr(begin, 1), "a name is expected here");
  return text_.substr(begin, position_ - begin);
}

namespace {

// The text with entities replaced; the offset of the first bad one where there is one.
std::string replaced(std::string_view raw, std::size_t& bad) {
  std::string text;
  text.reserve(raw.size());
  bad = std::string_view::npos;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '&') {
      text += raw[i];
      continue;
    }
    const std::size_t end = raw.substr(0, std::min(raw.size(), i + 12)).find(';', i);
    if (end == std::string_view::npos || !append_entity(text, raw.substr(i + 1, end - i - 1))) {
      bad = i;
      return text;
    }
    i = end;
  }
  return text;
}

constexpr const char* kBadEntity =
    "is not a character: &lt; &gt; &amp; &quot; &apos; and numbers such as &#65; are";

}  // namespace

void XmlScanner::attribute() {
  XmlAttribute result{.name = {}, .value = {}, .offset = position_};
  result.name = name();
  skip_space();
  if (position_ >= text_.size() || text_[position_] != '=') {
    fail(result.offset, result.name,
         fmt::format("the attribute `{}` has no value", shortened(result.name)));
  }
  ++position_;
  skip_space();
  const char quote = position_ < text_.size() ? text_[position_] : '\0';
  const std::size_t begin = position_ + 1;
  const std::size_t end =
      quote == '"' || quote == '\'' ? text_.find(quote, begin) : std::string_view::npos;
  if (end == std::string_view::npos) {
    fail(result.offset, result.name,
         fmt::format("the value of `{}` is not in quotes", shortened(result.name)));
  }
  std::size_t bad = 0;
  result.value = replaced(text_.substr(begin, end - begin), bad);
  if (bad != std::string_view::npos) {
    fail(begin + bad, text_.substr(begin + bad, 8), kBadEntity);
  }
  position_ = end + 1;
  if (tag_.find(result.name) != nullptr) {
    fail(result.offset, result.name,
         fmt::format("the attribute `{}` is given twice", shortened(result.name)));
  }
  tag_.attributes.push_back(std::move(result));
  if (tag_.attributes.size() > kMostAttributes) fail("this tag has too many attributes");
}

// Skips a part that is ignored, if one begins here.
bool XmlScanner::skip_past(std::string_view begin, std::string_view end, const char* what) {
  if (text_.substr(position_, begin.size()) != begin) return false;
  const std::size_t found = text_.find(end, position_ + begin.size());
  if (found == std::string_view::npos)
    fail(position_, begin, fmt::format("this {} has no end", what));
  position_ = found + end.size();
  return true;
}

bool XmlScanner::next() {
  if (tag_.empty && !open_.empty()) open_.pop_back();
  tag_ = {};
  const std::size_t begin = position_;
  for (;;) {
    const std::size_t at = text_.find('<', position_);
    if (at == std::string_view::npos) {
      if (!open_.empty()) {
        fail(text_.size(), open_.back(),
             fmt::format("the file ends, and <{}> is not closed", shortened(open_.back())));
      }
      if (!seen_) fail(0, text_.substr(0, 40), "it is not an XML file: there is no tag");
      return false;
    }
    const std::string_view before = text_.substr(position_, at - position_);
    if (!seen_ && !std::all_of(before.begin(), before.end(), is_space)) {
      fail(position_, before, "it is not an XML file: it does not begin with a tag");
    }
    position_ = at;
    if (skip_past(kComment, kCommentEnd, "comment") ||
        skip_past(kDeclaration, kDeclarationEnd, "declaration") ||
        skip_past(kCdata, kCdataEnd, "CDATA")) {
      continue;
    }
    if (text_.substr(position_, 2) == "<!") {
      fail(position_, text_.substr(position_, 9), "document types are not read; take them out");
    }
    content_ = text_.substr(begin, at - begin);
    break;
  }
  tag_.offset = position_++;
  tag_.closes = position_ < text_.size() && text_[position_] == '/';
  if (tag_.closes) ++position_;
  tag_.name = name();
  for (skip_space(); position_ < text_.size() && text_[position_] != '>'; skip_space()) {
    if (text_[position_] == '/' && !tag_.closes) {
      tag_.empty = true;
      ++position_;
      break;
    }
    if (tag_.closes) fail(fmt::format("</{}> has more than its name", shortened(tag_.name)));
    attribute();
  }
  if (position_ >= text_.size() || text_[position_] != '>') {
    fail(fmt::format("the tag <{}> is not closed by >", shortened(tag_.name)));
  }
  ++position_;
  if (tag_.closes) {
    if (open_.empty() || open_.back() != tag_.name) {
      fail(fmt::format("</{}> closes nothing: {} is open", shortened(tag_.name),
                       open_.empty() ? "no tag" : fmt::format("<{}>", shortened(open_.back()))));
    }
    open_.pop_back();
  } else {
    if (seen_ && open_.empty()) fail("a file has one outermost tag; this is a second");
    open_.push_back(tag_.name);
    if (open_.size() > kDeepest) fail(fmt::format("tags are nested deeper than {}", kDeepest));
  }
  seen_ = true;
  return true;
}

std::string XmlScanner::text() const {
  std::string result;
  std::string_view rest = content_;
  const auto offset_of = [&](std::string_view part) { return usize(part.data() - text_.data()); };
  while (!rest.empty()) {
    // between tags, a < begins CDATA or an ignored part; next() has seen that it ends
    const std::size_t end = std::min(rest.find('<'), rest.size());
    std::size_t bad = 0;
    result += replaced(rest.substr(0, end), bad);
    if (bad != std::string_view::npos) {
      fail(offset_of(rest) + bad, rest.substr(bad, 8), kBadEntity);
    }
    rest.remove_prefix(end);
    if (rest.empty()) break;
    const bool is_cdata = rest.substr(0, kCdata.size()) == kCdata;
    const bool is_comment = rest.substr(0, kComment.size()) == kComment;
    const std::string_view open = is_cdata ? kCdata : is_comment ? kComment : kDeclaration;
    const std::string_view close = is_cdata     ? kCdataEnd
                                   : is_comment ? kCommentEnd
                                                : kDeclarationEnd;
    const std::size_t found = std::min(rest.find(close, open.size()), rest.size());
    if (is_cdata) result += rest.substr(open.size(), found - open.size());
    rest.remove_prefix(std::min(found + close.size(), rest.size()));
  }
  return result;
}

void XmlScanner::skip() {
  if (tag_.empty || tag_.closes) return;
  const std::size_t depth = open_.size();
  while (open_.size() >= depth && next()) {
  }
}

}  // namespace tensio::io
