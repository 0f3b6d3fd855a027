// Reading included files and merging their contents.
#include "io/scene/include.hpp"

#include <fmt/format.h>

#include <set>

#include "core/pointer.hpp"
#include "io/scene/keys.hpp"
#include "io/text/characters.hpp"

namespace tensio::io {
namespace {

bool may_be_included(std::string_view key) {
  return key == "parameters" || key == "materials" || key == "groups" || key == "spring_groups" ||
         key == "face_groups" || key == "combinations";
}

// Adds the entries that are not there yet. Those of the scene itself win; two included files must
// not have the same.
void merge_entries(const Document& document, Findings& findings, Value& target, Value& source,
                   const std::string& pointer) {
  const std::size_t own = document.parts[1].begin;
  std::set<std::string_view> there, included;
  for (const Member& entry : *target.object()) {
    (entry.key_offset < own ? there : included).insert(entry.key);
  }
  for (Member& entry : *source.object()) {
    if (there.count(entry.key) > 0) continue;
    if (included.count(entry.key) == 0) {
      target.object()->push_back(std::move(entry));
    } else if (entry.key != "note") {
      findings.add(entry.key_offset, pointer + '/' + pointer_part(entry.key),
                   fmt::format("`{}` is in another included file already; remove one of them, or "
                               "give it in the scene",
                               shortened(entry.key)));
    }
  }
}

}  // namespace

void Inclusions::merge(Reading& reading, Document& document) {
  const Value* list = document.root.find("include");
  if (list == nullptr) return;
  read(reading, *list);
  join(document);
  for (std::size_t i = 0; i < files_.size(); ++i) {
    add(reading, document, files_[i], document.parts[i + 1].begin);
  }
}

void Inclusions::read(Reading& reading, const Value& list) {
  const PackedNumbers* packed = list.packed();
  if (!list.list() && !(packed && packed->count == 0)) {
    reading.findings.add(list, "/include",
                         "`include` must be a list of files beside the scene, such as "
                         "[\"materials.json\"]");
    return;
  }
  std::set<std::string_view> seen;
  for (std::size_t i = 0; list.list() && i < list.list()->size(); ++i) {
    const Value& item = (*list.list())[i];
    const std::string place = fmt::format("/include/{}", i);
    if (!item.text() || item.text()->empty()) {
      reading.findings.add(item, place, "this must be the name of a file beside the scene");
    } else if (!seen.insert(*item.text()).second) {
      reading.findings.add(
          item, place,
          fmt::format("`{}` is included already; name it once", shortened(*item.text())));
    } else {
      DataFiles::Content content = reading.files.read(*item.text());
      if (!content.error.empty()) {
        reading.findings.add(item, place, content.error);
        continue;
      }
      files_.push_back({std::move(content.path), std::move(content.bytes), {}});
    }
  }
}

// One text of all files: the scene's first, so that its offsets stay.
void Inclusions::join(Document& document) {
  if (files_.empty()) return;
  text_ = std::string(document.text);
  document.parts = {{0, {}}};
  for (const File& file : files_) {
    text_ += '\n';
    document.parts.push_back({text_.size(), file.path});
    text_ += file.bytes;
  }
  document.text = text_;
  for (std::size_t i = 0; i < files_.size(); ++i) {
    File& file = files_[i];
    file.document = parse_json(file.bytes);
    if (!file.document.syntax.empty()) throw_syntax_error(file.path, file.document);
    file.document.root.shift(document.parts[i + 1].begin);
  }
}

void Inclusions::add(Reading& reading, Document& document, const File& file, std::size_t begin) {
  Findings& findings = reading.findings;
  findings.add_duplicates(file.document, begin);
  const Value& included = file.document.root;
  if (included.object() == nullptr) {
    findings.add(included, "", "an included file must be an object, { }");
    return;
  }
  check_keys(findings, included, "", KeyPlace::include);
  for (Member& section : *included.object()) {
    if (!may_be_included(section.key)) continue;
    Value* target = document.root.find(section.key);
    const std::string pointer = fmt::format("/{}", section.key);
    if (target == nullptr) {
      document.root.object()->push_back(std::move(section));
    } else if (section.value.object() == nullptr) {
      findings.add(section.value, pointer, fmt::format("`{}` must be an object", section.key));
    } else if (target->object() != nullptr) {
      merge_entries(document, findings, *target, section.value, pointer);
    }
  }
}

}  // namespace tensio::io
