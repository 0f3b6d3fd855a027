// Builds the packed tree from the events of RapidJSON's reader.
#include "io/json/value.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

// RapidJSON's stack adds to a null pointer before its first use. That is harmless, but undefined,
// and Clang's sanitizer would stop there.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((no_sanitize("pointer-overflow"))), apply_to = function)
#endif
#include <rapidjson/reader.h>
#if defined(__clang__)
#pragma clang attribute pop
#endif

#include "core/index.hpp"
#include "core/pointer.hpp"
#include "io/json/syntax.hpp"
#include "io/json/text.hpp"
#include "io/text/line_counter.hpp"
#include "io/text/number.hpp"

namespace tensio::io {

Value::Value() = default;
Value::Value(std::size_t offset, Data data) : offset_(offset), data_(std::move(data)) {}
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;

PackedNumbers* Value::packed() const {
  const auto* constrained = std::get_if<std::unique_ptr<PackedNumbers>>(&data_);
  return constrained ? constrained->get() : nullptr;
}

List* Value::list() const {
  const auto* constrained = std::get_if<std::unique_ptr<List>>(&data_);
  return constrained ? constrained->get() : nullptr;
}

Object* Value::object() const {
  const auto* constrained = std::get_if<std::unique_ptr<Object>>(&data_);
  return constrained ? constrained->get() : nullptr;
}

std::size_t Value::size() const {
  if (const PackedNumbers* numbers = packed()) return numbers->count;
  if (const List* items = list()) return items->size();
  return 0;
}

void Value::shift(std::size_t by) {
  offset_ += by;
  if (List* items = list()) {
    for (Value& item : *items) item.shift(by);
  }
  if (Object* members = object()) {
    for (Member& member : *members) {
      member.key_offset += by;
      member.value.shift(by);
    }
  }
}

Value* Value::find(std::string_view key) const {
  if (Object* members = object()) {
    for (Member& member : *members) {
      if (member.key == key) return &member.value;
    }
  }
  return nullptr;
}

namespace {

constexpr std::size_t kMaxDuplicates = 100;

// The reader's view of the text; a zero byte means the end.
class TextStream {
 public:
  using Ch = char;
  explicit TextStream(std::string_view text)
      : begin_(text.data()), position_(begin_), end_(begin_ + text.size()) {}
  Ch Peek() const { return position_ == end_ ? '\0' : *position_; }
  Ch Take() { return position_ == end_ ? '\0' : *position_++; }
  std::size_t Tell() const { return usize(position_ - begin_); }
  // a reading stream is never written to
  Ch* PutBegin() { return nullptr; }
  void Put(Ch) {}
  void Flush() {}
  std::size_t PutEnd(Ch*) { return 0; }

 private:
  const char* begin_;
  const char* position_;
  const char* end_;
};

// An array or object whose end has not been read yet. Frames are used again, so that a row of a
// large matrix allocates nothing.
struct Frame {
  enum class Content { none, numbers, rows, list, members };

  Content content = Content::none;
  std::size_t offset = 0;
  PackedNumbers packed = {};
  List items = {};
  Object members = {};
  std::string_view key = {};
  std::size_t key_offset = 0;
};

// A vector of the right size: small ones are copied so that the frame keeps its storage.
template <class T>
std::vector<T> take_all(std::vector<T>& source) {
  constexpr std::size_t kLarge = 65536;
  if (source.size() > kLarge) {
    std::vector<T> taken = std::move(source);
    source = std::vector<T>();
    taken.shrink_to_fit();
    return taken;
  }
  std::vector<T> taken(std::make_move_iterator(source.begin()),
                       std::make_move_iterator(source.end()));
  source.clear();
  return taken;
}

class TreeBuilder {
 public:
  TreeBuilder(Document& document, const TextStream& stream)
      : document_(document), stream_(stream), frames_(kMaxDepth) {}

  bool Null() { return add(value_start(), std::monostate()); }
  bool Bool(bool value) { return add(value_start(), value); }
  bool RawNumber(const char* token, rapidjson::SizeType length, bool);
  bool String(const char* data, rapidjson::SizeType length, bool);
  bool Key(const char* data, rapidjson::SizeType length, bool);
  bool StartObject() { return open(Frame::Content::members); }
  bool EndObject(rapidjson::SizeType);
  bool StartArray() { return open(Frame::Content::none); }
  bool EndArray(rapidjson::SizeType);
  // numbers come as text
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(std::int64_t) { return false; }
  bool Uint64(std::uint64_t) { return false; }
  bool Double(double) { return false; }

  SyntaxFault fault() const { return fault_; }
  std::size_t fault_offset() const { return fault_offset_; }
  std::vector<std::size_t> open_brackets() const;

 private:
  std::size_t value_start() const { return skip_to_value(document_.text, last_end_); }
  bool open(Frame::Content content);
  bool add(std::size_t offset, Value::Data data);
  std::string_view keep(std::string_view decoded, std::size_t offset);
  void append_row(Frame& parent, PackedNumbers& row);
  void unpack(Frame& frame);
  std::string open_pointer() const;
  void note_duplicates(const Object& members);

  Document& document_;
  const TextStream& stream_;
  std::vector<Frame> frames_;
  int depth_ = 0;
  std::size_t last_end_ = 0;
  SyntaxFault fault_ = SyntaxFault::other;
  std::size_t fault_offset_ = 0;
};

std::vector<std::size_t> TreeBuilder::open_brackets() const {
  std::vector<std::size_t> offsets;
  offsets.reserve(kMaxDepth);
  for (int i = 0; i < depth_; ++i) offsets.push_back(frames_[i].offset);
  return offsets;
}

bool TreeBuilder::open(Frame::Content content) {
  if (depth_ == kMaxDepth) {
    fault_ = SyntaxFault::too_deep;
    fault_offset_ = stream_.Tell();
    return false;
  }
  Frame& frame = frames_[depth_++];
  frame.content = content;
  frame.offset = stream_.Tell();
  frame.packed.is_rows = false;
  frame.packed.count = 0;
  frame.packed.width = 0;
  last_end_ = stream_.Tell() + 1;
  return true;
}

bool TreeBuilder::add(std::size_t offset, Value::Data data) {
  last_end_ = stream_.Tell();
  if (depth_ == 0) {
    document_.root = Value(offset, std::move(data));
    return true;
  }
  Frame& frame = frames_[depth_ - 1];
  if (frame.content == Frame::Content::members) {
    frame.members.push_back({frame.key, frame.key_offset, Value(offset, std::move(data))});
    return true;
  }
  if (frame.content != Frame::Content::list) unpack(frame);
  frame.items.emplace_back(offset, std::move(data));
  return true;
}

bool TreeBuilder::RawNumber(const char* token, rapidjson::SizeType length, bool) {
  const double value = parse_number({token, length});
  if (!std::isfinite(value)) {
    fault_ = SyntaxFault::number_too_big;
    fault_offset_ = value_start();
    return false;
  }
  if (depth_ > 0) {
    Frame& frame = frames_[depth_ - 1];
    if (frame.content == Frame::Content::none || frame.content == Frame::Content::numbers) {
      frame.content = Frame::Content::numbers;
      frame.packed.values.push_back(value);
      last_end_ = stream_.Tell();
      return true;
    }
  }
  return add(value_start(), value);
}

// A string without escapes is a view of the text; others are stored beside the tree.
std::string_view TreeBuilder::keep(std::string_view decoded, std::size_t offset) {
  const std::string_view written = document_.text.substr(offset + 1, decoded.size());
  if (written == decoded) return written;
  document_.unescaped.emplace_back(decoded);
  return document_.unescaped.back();
}

bool TreeBuilder::String(const char* data, rapidjson::SizeType length, bool) {
  const std::size_t offset = value_start();
  return add(offset, keep({data, length}, offset));
}

bool TreeBuilder::Key(const char* data, rapidjson::SizeType length, bool) {
  Frame& frame = frames_[depth_ - 1];
  frame.key_offset = value_start();
  frame.key = keep({data, length}, frame.key_offset);
  last_end_ = stream_.Tell();
  return true;
}

bool TreeBuilder::EndObject(rapidjson::SizeType) {
  Frame& frame = frames_[--depth_];
  auto members = std::make_unique<Object>(take_all(frame.members));
  note_duplicates(*members);
  add(frame.offset, std::move(members));
  last_end_ = stream_.Tell() + 1;
  return true;
}

bool TreeBuilder::EndArray(rapidjson::SizeType) {
  Frame& frame = frames_[--depth_];
  const bool is_row =
      frame.content == Frame::Content::none || frame.content == Frame::Content::numbers;
  Frame* parent = depth_ > 0 ? &frames_[depth_ - 1] : nullptr;
  if (is_row && parent &&
      (parent->content == Frame::Content::none || parent->content == Frame::Content::rows)) {
    parent->content = Frame::Content::rows;
    append_row(*parent, frame.packed);
  } else if (frame.content == Frame::Content::list) {
    add(frame.offset, std::make_unique<List>(take_all(frame.items)));
  } else {
    auto packed = std::make_unique<PackedNumbers>();
    packed->values = take_all(frame.packed.values);
    packed->row_begin = take_all(frame.packed.row_begin);
    packed->is_rows = frame.packed.is_rows;
    packed->count = packed->is_rows ? frame.packed.count : packed->values.size();
    packed->width = frame.packed.width;
    add(frame.offset, std::move(packed));
  }
  last_end_ = stream_.Tell() + 1;
  return true;
}

void TreeBuilder::append_row(Frame& parent, PackedNumbers& row) {
  PackedNumbers& packed = parent.packed;
  const std::size_t width = row.values.size();
  if (packed.count == 0) {
    packed.is_rows = true;
    packed.width = width;
  } else if (!packed.ragged() && packed.width != width) {
    for (std::size_t r = 0; r <= packed.count; ++r) packed.row_begin.push_back(r * packed.width);
  }
  packed.values.insert(packed.values.end(), row.values.begin(), row.values.end());
  row.values.clear();
  ++packed.count;
  if (packed.ragged()) packed.row_begin.push_back(packed.values.size());
}

// Numbers or rows so far, but now something else comes: each becomes a value of its own.
void TreeBuilder::unpack(Frame& frame) {
  PackedNumbers& packed = frame.packed;
  ItemCursor cursor(document_.text, frame.offset);
  if (frame.content == Frame::Content::numbers) {
    for (double number : packed.values) frame.items.emplace_back(cursor.next(), number);
  }
  if (frame.content == Frame::Content::rows) {
    std::size_t begin = 0;
    for (std::size_t r = 0; r < packed.count; ++r) {
      auto row = std::make_unique<PackedNumbers>();
      const std::size_t end = begin + packed.row_width(r);
      row->values.assign(packed.values.begin() + static_cast<std::ptrdiff_t>(begin),
                         packed.values.begin() + static_cast<std::ptrdiff_t>(end));
      row->count = end - begin;
      frame.items.emplace_back(cursor.next(), std::move(row));
      begin = end;
    }
  }
  packed.values.clear();
  packed.row_begin.clear();
  frame.content = Frame::Content::list;
}

// The pointer to the value that is read next.
std::string TreeBuilder::open_pointer() const {
  std::string pointer;
  for (int i = 0; i < depth_; ++i) {
    const Frame& frame = frames_[i];
    const bool packed = frame.content == Frame::Content::rows;
    const std::size_t index = packed ? frame.packed.count
                              : frame.content == Frame::Content::numbers
                                  ? frame.packed.values.size()
                                  : frame.items.size();
    pointer += '/';
    pointer +=
        frame.content == Frame::Content::members ? pointer_part(frame.key) : std::to_string(index);
  }
  return pointer;
}

void TreeBuilder::note_duplicates(const Object& members) {
  std::vector<const Member*> sorted;
  sorted.reserve(members.size());
  for (const Member& member : members) sorted.push_back(&member);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Member* a, const Member* b) { return a->key < b->key; });
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (document_.duplicates.size() >= kMaxDuplicates) return;
    if (sorted[i]->key != sorted[i - 1]->key) continue;
    document_.duplicates.push_back({sorted[i]->key, sorted[i]->key_offset,
                                    open_pointer() + '/' + pointer_part(sorted[i]->key)});
  }
}

SyntaxFault fault_of(rapidjson::ParseErrorCode code) {
  switch (code) {
    case rapidjson::kParseErrorDocumentEmpty: return SyntaxFault::no_value;
    case rapidjson::kParseErrorDocumentRootNotSingular: return SyntaxFault::more_than_one_value;
    case rapidjson::kParseErrorValueInvalid: return SyntaxFault::invalid_value;
    case rapidjson::kParseErrorObjectMissName: return SyntaxFault::missing_key;
    case rapidjson::kParseErrorObjectMissColon: return SyntaxFault::missing_colon;
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
      return SyntaxFault::missing_comma_in_object;
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
      return SyntaxFault::missing_comma_in_array;
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
    case rapidjson::kParseErrorStringEscapeInvalid: return SyntaxFault::bad_escape;
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid: return SyntaxFault::bad_surrogate;
    case rapidjson::kParseErrorStringMissQuotationMark: return SyntaxFault::unclosed_string;
    case rapidjson::kParseErrorStringInvalidEncoding: return SyntaxFault::bad_encoding;
    case rapidjson::kParseErrorNumberTooBig: return SyntaxFault::number_too_big;
    case rapidjson::kParseErrorNumberMissFraction: return SyntaxFault::missing_fraction;
    case rapidjson::kParseErrorNumberMissExponent: return SyntaxFault::missing_exponent;
    case rapidjson::kParseErrorUnspecificSyntaxError: return SyntaxFault::bad_comment;
    default: return SyntaxFault::other;
  }
}

}  // namespace

Document parse_json(std::string_view text) {
  constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseCommentsFlag |
                              rapidjson::kParseNumbersAsStringsFlag |
                              rapidjson::kParseValidateEncodingFlag;
  Document document;
  document.text = text;
  TextStream stream(text);
  TreeBuilder builder(document, stream);
  if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
    for (std::size_t i = 0; i < kByteOrderMark.size(); ++i) stream.Take();
  }

  rapidjson::Reader reader;
  const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, builder);

  SyntaxFinding finding;
  if (result.Code() == rapidjson::kParseErrorTermination) {
    finding.fault = builder.fault();
    finding.offset = builder.fault_offset();
  } else if (result.IsError()) {
    finding.fault = fault_of(result.Code());
    finding.offset = result.Offset();
  }
  // a zero byte ends the reading, but not the text
  const bool stopped_early = stream.Tell() < text.size() && stream.Peek() == '\0';
  if (stopped_early) {
    finding.fault = SyntaxFault::nul_byte;
    finding.offset = stream.Tell();
  }
  if (result.IsError() || stopped_early) {
    finding.open_brackets = builder.open_brackets();
    const SyntaxReport report = explain(text, finding);
    document.syntax.push_back({report.offset, report.message});
    document.root = Value();
  }
  return document;
}

}  // namespace tensio::io
