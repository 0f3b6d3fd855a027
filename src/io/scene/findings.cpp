// From findings to problems with file, line and column.
#include "io/scene/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/pointer.hpp"
#include "io/json/text.hpp"
#include "io/text/characters.hpp"
#include "io/text/line_counter.hpp"

namespace tensio::io {
namespace {

// True where `whole` is `part` or lies below it.
bool is_below(std::string_view whole, std::string_view part) {
  return whole.substr(0, part.size()) == part &&
         (whole.size() == part.size() || whole[part.size()] == '/');
}

std::string unescaped_part(std::string_view part) {
  std::string key;
  for (std::size_t i = 0; i < part.size(); ++i) {
    const bool escape = part[i] == '~' && i + 1 < part.size();
    key += escape ? (part[i + 1] == '1' ? '/' : '~') : part[i];
    if (escape) ++i;
  }
  return key;
}

// The index that a part of a pointer is, or npos.
std::size_t index_of(std::string_view part) {
  std::size_t index = 0;
  const auto result = std::from_chars(part.data(), part.data() + part.size(), index);
  const bool whole = result.ec == std::errc() && result.ptr == part.data() + part.size();
  return whole ? index : std::string_view::npos;
}

}  // namespace

void Findings::add(std::size_t offset, std::string pointer, std::string message) {
  if (full()) return;
  findings_.push_back({offset, std::move(pointer), value_as_written(document_.text, offset),
                       std::move(message), false, false});
}

void Findings::add_outside(std::string_view value, std::string message) {
  if (full()) return;
  findings_.push_back({0, {}, shortened(value), std::move(message), false, true});
}

void Findings::add_at(std::size_t offset, const Value& value, std::string pointer,
                      std::string message) {
  if (full()) return;
  findings_.push_back({offset, std::move(pointer), value_as_written(document_.text, value.offset()),
                       std::move(message), false, false});
}

void Findings::add_item(const Value& list, const std::string& pointer, std::size_t index,
                        std::string message) {
  if (full()) return;
  add(item_offset(list.offset(), index), pointer + '/' + std::to_string(index), std::move(message));
}

void Findings::add_unknown_key(const Member& member, const std::string& pointer,
                               std::string message) {
  if (full()) return;
  add(member.key_offset, pointer + '/' + pointer_part(member.key), std::move(message));
  findings_.back().unknown_key = true;
}

void Findings::add_missing(const Value& object, const std::string& pointer, std::string_view key,
                           std::string message) {
  const bool explained =
      std::any_of(findings_.begin(), findings_.end(), [&](const Finding& finding) {
        const std::size_t slash = finding.pointer.rfind('/');
        return finding.unknown_key && finding.pointer.substr(0, slash) == pointer;
      });
  if (!explained) add(object, pointer + '/' + std::string(key), std::move(message));
}

bool Findings::concerns(std::string_view pointer) const {
  return std::any_of(findings_.begin(), findings_.end(), [&](const Finding& finding) {
    return !finding.outside &&
           (is_below(finding.pointer, pointer) || is_below(pointer, finding.pointer));
  });
}

std::size_t Findings::item_offset(std::size_t list_offset, std::size_t index) {
  const std::string_view text = document_.text;
  if (!cached_ || cached_list_ != list_offset || cached_index_ > index) {
    cached_ = true;
    cached_list_ = list_offset;
    cached_index_ = 0;
    cached_offset_ = skip_to_value(text, list_offset + 1);
  }
  for (; cached_index_ < index; ++cached_index_) {
    cached_offset_ = skip_to_value(text, value_end(text, cached_offset_));
  }
  return cached_offset_;
}

Findings::Place Findings::locate(std::string_view pointer) {
  const Value* value = &document_.root;
  std::size_t position = 0;
  while (position < pointer.size()) {
    const std::size_t end = std::min(pointer.find('/', position + 1), pointer.size());
    const std::string_view part = pointer.substr(position + 1, end - position - 1);
    const Place here = {value->offset(), std::string(pointer.substr(0, position))};
    if (value->object() != nullptr) {
      value = value->find(unescaped_part(part));
      if (value == nullptr) return here;
    } else {
      const std::size_t index = index_of(part);
      if (!value->is_array() || index >= value->size()) return here;
      if (value->packed() != nullptr) {
        // a number or a row: the text is all there is of it
        return {item_offset(value->offset(), index), std::string(pointer.substr(0, end))};
      }
      value = &(*value->list())[index];
    }
    position = end;
  }
  return {value->offset(), std::string(pointer)};
}

void Findings::merge(const std::vector<Problem>& problems) {
  const std::vector<Finding> own = findings_;
  for (const Problem& problem : problems) {
    const Place place = locate(problem.pointer);
    // what misses something may only miss a key that could not be read
    const bool follows = std::any_of(own.begin(), own.end(), [&](const Finding& finding) {
      return is_below(problem.pointer, finding.pointer) || is_below(finding.pointer, place.found);
    });
    const bool distrusted =
        std::any_of(distrusted_.begin(), distrusted_.end(),
                    [&](const std::string& pointer) { return is_below(problem.pointer, pointer); });
    if (follows || distrusted || full()) continue;
    std::string value = value_as_written(document_.text, place.offset);
    findings_.push_back(
        {place.offset, problem.pointer, std::move(value), problem.message, false, false});
  }
}

void Findings::add_duplicates(const Document& document, std::size_t begin) {
  for (const DuplicateKey& duplicate : document.duplicates) {
    add(begin + duplicate.offset, duplicate.pointer,
        fmt::format("the key `{}` is given twice in this object; remove one of them",
                    shortened(duplicate.key)));
  }
}

std::vector<Problem> Findings::problems(const std::string& file) {
  std::stable_sort(findings_.begin(), findings_.end(),
                   [](const Finding& a, const Finding& b) { return a.offset < b.offset; });
  const std::string_view text = document_.text;
  const std::vector<TextPart>& parts = document_.parts;
  // the file that the last place was in
  std::size_t part = 0;
  LineCounter lines(text);
  std::vector<Problem> problems;
  for (Finding& finding : findings_) {
    while (part + 1 < parts.size() && parts[part + 1].begin <= finding.offset) {
      lines = LineCounter(text.substr(parts[++part].begin));
    }
    const std::size_t begin = part > 0 ? parts[part].begin : 0;
    const LineColumn place = finding.outside ? LineColumn{0, 0} : lines.at(finding.offset - begin);
    problems.push_back({part > 0 ? parts[part].file : file, place.line, place.column,
                        std::move(finding.pointer), std::move(finding.value),
                        std::move(finding.message)});
  }
  return problems;
}

void throw_syntax_error(const std::string& file, const Document& document) {
  const SyntaxError& error = document.syntax.front();
  const LineColumn place = LineCounter(document.text).at(error.offset);
  Problem problem;
  problem.file = file;
  problem.line = place.line;
  problem.column = place.column;
  problem.value = value_as_written(document.text, error.offset);
  problem.message = error.message;
  throw Error(std::vector<Problem>{std::move(problem)});
}

}  // namespace tensio::io
