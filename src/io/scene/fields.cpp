// Members of objects: texts, numbers, words and lists.
#include "io/scene/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/pointer.hpp"

namespace tensio::io {

bool is_object(Reading& reading, const Value& value, const std::string& pointer,
               std::string_view what, KeyPlace keys) {
  if (value.object() == nullptr) {
    reading.findings.add(value, pointer, fmt::format("{} must be an object, {{ }}", what));
    return false;
  }
  check_keys(reading.findings, value, pointer, keys);
  return true;
}

std::string text_of(Reading& reading, const Value& object, const std::string& pointer,
                    std::string_view key) {
  const Value* value = object.find(key);
  return value ? read_text(reading, *value, fmt::format("{}/{}", pointer, key), key)
               : std::string();
}

const List* list_of(Reading& reading, const Value& root, std::string_view key,
                    std::string_view example) {
  const Value* value = root.find(key);
  if (!value) return nullptr;
  const PackedNumbers* packed = value->packed();
  if (value->is_array() && (!packed || packed->count == 0)) return value->list();
  reading.findings.add(*value, fmt::format("/{}", key),
                       fmt::format("`{}` must be a list such as {}", key, example));
  return nullptr;
}

std::optional<double> number_of(Reading& reading, const Value& object, const std::string& pointer,
                                std::string_view key, std::string_view allowed) {
  const Value* value = object.find(key);
  if (!value) return std::nullopt;
  return read_number(reading, *value, fmt::format("{}/{}", pointer, key), key, allowed);
}

bool truth_of(Reading& reading, const Value& object, const std::string& pointer,
              std::string_view key, bool usual) {
  const Value* value = object.find(key);
  if (!value) return usual;
  if (value->boolean()) return *value->boolean();
  reading.findings.add(*value, fmt::format("{}/{}", pointer, key),
                       fmt::format("`{}` must be true or false", key));
  return usual;
}

std::optional<double> ruled_number(Reading& reading, const Value& value, const std::string& pointer,
                                   std::string_view key, std::string_view allowed, Rule rule) {
  const std::optional<double> number = read_number(reading, value, pointer, key, allowed);
  if (number && *number == 0.0 && rule != Rule::none)
    reading.findings.add(value, pointer, fmt::format("`{}` must be {}", key, allowed));
  return number;
}

Column field_column(Reading& reading, Value& value, const std::string& pointer,
                    std::string_view key, std::string_view allowed, const FieldItems& items) {
  if (items.kind == FieldItems::Kind::unknown && !value.number()) return {};
  if (items.kind != FieldItems::Kind::one) {
    const std::string path = fmt::format("{}.{}", items.path, key);
    return read_column(reading, value, pointer, {path, items.count, items.items, path});
  }
  const std::optional<double> number = read_number(reading, value, pointer, key, allowed);
  return number ? Column{*number} : Column();
}

std::optional<int> word_of(Reading& reading, const Value& object, const std::string& pointer,
                           std::string_view key, const std::vector<std::string_view>& words,
                           KeyPlace place) {
  const Value* value = object.find(key);
  if (!value) return std::nullopt;
  const std::string_view word = value->text() ? *value->text() : std::string_view();
  const auto known = std::find(words.begin(), words.end(), word);
  if (known != words.end()) return static_cast<int>(known - words.begin());
  reading.findings.add(*value, fmt::format("{}/{}", pointer, key),
                       value->text() ? unknown_word(word, key, "", place, words)
                                     : fmt::format("`{}` must be one of {}", key, listed(words)));
  return std::nullopt;
}

std::string read_named(Reading& reading, const Value& root, std::string_view key,
                       std::string_view example,
                       const std::function<void(const Member&, const std::string&)>& read) {
  const Value* value = root.find(key);
  if (!value) return {};
  const std::string pointer = fmt::format("/{}", key);
  if (value->object() == nullptr) {
    reading.findings.add(*value, pointer,
                         fmt::format("`{}` must be an object such as {}", key, example));
    return {};
  }
  for (const Member& member : *value->object()) {
    if (member.key == "note" || reading.findings.full()) continue;
    const std::string place = pointer + '/' + pointer_part(member.key);
    if (member.key.empty())
      reading.findings.add(member.key_offset, place, "a name cannot be empty");
    read(member, place);
  }
  return text_of(reading, *value, pointer, "note");
}

}  // namespace tensio::io
