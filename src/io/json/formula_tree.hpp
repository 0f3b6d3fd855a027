// Formulas by their positions in the scene: one step down for each part of a JSON pointer.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/pointer.hpp"

namespace tensio::io {

class FormulaTree {
 public:
  void add(std::string_view pointer, std::string_view text) {
    FormulaTree* node = this;
    while (!pointer.empty()) {
      const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
      std::unique_ptr<FormulaTree>& next = node->children_[std::string(pointer.substr(1, end - 1))];
      if (!next) next = std::make_unique<FormulaTree>();
      node = next.get();
      pointer.remove_prefix(end);
    }
    node->text_ = text;
  }

  /// The subtree below, or nullptr.
  const FormulaTree* child(std::string_view key) const { return find(pointer_part(key)); }
  const FormulaTree* child(std::size_t index) const { return find(std::to_string(index)); }
  /// The formula here, or an empty text.
  const std::string& text() const { return text_; }

 private:
  const FormulaTree* find(const std::string& part) const {
    const auto found = children_.find(part);
    return found == children_.end() ? nullptr : found->second.get();
  }

  std::map<std::string, std::unique_ptr<FormulaTree>> children_;
  std::string text_;
};

}  // namespace tensio::io
