// Members of the objects of a scene: texts, numbers, words and lists, and tables of them.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/json/value.hpp"
#include "io/scene/columns.hpp"
#include "io/scene/keys.hpp"
#include "model/units.hpp"

namespace tensio::io {

/// Whether a value is an object, its keys checked; `what` it is, for the message.
bool is_object(Reading& reading, const Value& value, const std::string& pointer,
               std::string_view what, KeyPlace keys);
/// A text that may be left out.
std::string text_of(Reading& reading, const Value& object, const std::string& pointer,
                    std::string_view key);
/// The items of a list of objects; nullptr where there are none.
const List* list_of(Reading& reading, const Value& root, std::string_view key,
                    std::string_view example);
/// A number that may be left out; `allowed` ends the message where there is something else.
std::optional<double> number_of(Reading& reading, const Value& object, const std::string& pointer,
                                std::string_view key, std::string_view allowed);
/// True or false; `usual` where it is left out or something else.
bool truth_of(Reading& reading, const Value& object, const std::string& pointer,
              std::string_view key, bool usual);
/// Which of some words is there.
std::optional<int> word_of(Reading& reading, const Value& object, const std::string& pointer,
                           std::string_view key, const std::vector<std::string_view>& words,
                           KeyPlace place);
/// Calls `read(member, pointer)` for everything that the object `key` names; gives its note.
std::string read_named(Reading& reading, const Value& root, std::string_view key,
                       std::string_view example,
                       const std::function<void(const Member&, const std::string&)>& read);

/// A member that is one of an enumeration's words.
template <class Owner>
struct WordMember {
  int (*get)(const Owner&);
  void (*set)(Owner&, int);
  const char* (*name)(int);
  int count;
};
template <class Owner, class Enum, Enum Owner::*member, int count>
constexpr WordMember<Owner> word_member() {
  return {[](const Owner& owner) { return static_cast<int>(owner.*member); },
          [](Owner& owner, int value) { owner.*member = static_cast<Enum>(value); },
          [](int value) { return to_string(static_cast<Enum>(value)); }, count};
}

/// What a number may be, besides what validation says of it.
enum class Rule {
  none,
  not_zero,   ///< 0 means that it is left out
  automatic,  ///< the same, and "auto" is as if it was left out
};

/// A member of an object: what it is called, where it goes, what it measures and must be. Reading,
/// writing, units and known keys go through tables of these.
template <class Owner>
struct Field {
  using Member = std::variant<double Owner::*, std::optional<double> Owner::*, int Owner::*,
                              bool Owner::*, Column Owner::*, WordMember<Owner>>;
  const char* key;
  Member member;
  const char* allowed = "";                 ///< ends the message where there is something else
  std::optional<Dimension> dimension = {};  ///< of a number that may have a unit
  Rule rule = Rule::none;
  const char* missing = nullptr;  ///< the message where it is left out and must not be
};

/// How many items the columns of an object belong to.
struct FieldItems {
  enum class Kind {
    one,      ///< the object is for any number of items: it has one number for all
    counted,  ///< `count` of them
    unknown,  ///< they could not be read, so that only one number for all can be taken
  };
  Kind kind = Kind::one;
  std::size_t count = 0;
  std::string_view items = "springs";
  std::string_view path = {};  ///< of the object, in messages and in headings of .csv files
};

/// Reads the members of a table into `owner`; false where one is missing or wrong.
template <class Owner, std::size_t count>
bool read_fields(Reading& reading, const Value& object, const std::string& pointer, KeyPlace place,
                 const Field<Owner> (&fields)[count], Owner& owner, const FieldItems& items = {});

/// The keys of a table between others.
template <class Owner, std::size_t count>
std::vector<std::string_view> with_keys(std::vector<std::string_view> before,
                                        const Field<Owner> (&fields)[count],
                                        std::initializer_list<std::string_view> after) {
  for (const Field<Owner>& field : fields) before.emplace_back(field.key);
  before.insert(before.end(), after);
  return before;
}

// ---- in full ----

/// One number by its rule.
std::optional<double> ruled_number(Reading& reading, const Value& value, const std::string& pointer,
                                   std::string_view key, std::string_view allowed, Rule rule);
/// One number, or as many as there are items.
Column field_column(Reading& reading, Value& value, const std::string& pointer,
                    std::string_view key, std::string_view allowed, const FieldItems& items);

template <class Owner, std::size_t count>
bool read_fields(Reading& reading, const Value& object, const std::string& pointer, KeyPlace place,
                 const Field<Owner> (&fields)[count], Owner& owner, const FieldItems& items) {
  const std::size_t before = reading.findings.count();
  bool complete = true;
  for (const Field<Owner>& field : fields) {
    Value* given = object.find(field.key);
    if (!given) {
      if (field.missing) {
        reading.findings.add_missing(object, pointer, field.key, field.missing);
        complete = false;
      }
      continue;
    }
    const std::string at = pointer + '/' + field.key;
    if (const auto* member = std::get_if<double Owner::*>(&field.member)) {
      if (field.rule == Rule::automatic && given->text() && *given->text() == "auto") continue;
      owner.** member = ruled_number(reading, *given, at, field.key, field.allowed, field.rule)
                            .value_or(owner.**member);
    } else if (const auto* some = std::get_if<std::optional<double> Owner::*>(&field.member)) {
      owner.** some = read_number(reading, *given, at, field.key, field.allowed);
    } else if (const auto* whole = std::get_if<int Owner::*>(&field.member)) {
      owner.** whole =
          read_whole_number(reading, *given, at, field.key, field.allowed).value_or(owner.**whole);
    } else if (const auto* truth = std::get_if<bool Owner::*>(&field.member)) {
      owner.** truth = truth_of(reading, object, pointer, field.key, owner.**truth);
    } else if (const auto* column = std::get_if<Column Owner::*>(&field.member)) {
      owner.** column = field_column(reading, *given, at, field.key, field.allowed, items);
    } else {
      const auto& word = std::get<WordMember<Owner>>(field.member);
      std::vector<std::string_view> words;
      words.reserve(static_cast<std::size_t>(word.count));
      for (int i = 0; i < word.count; ++i) words.emplace_back(word.name(i));
      if (const auto index = word_of(reading, object, pointer, field.key, words, place))
        word.set(owner, *index);
    }
  }
  return complete && reading.findings.count() == before;
}

}  // namespace tensio::io
