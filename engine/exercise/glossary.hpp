#pragma once
// The words of a course: glossary.toml beside its exercises, and in another language
// glossary.fr.toml. The window explains them wherever they stand in a statement.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace warplab::exercise {

struct Term {
  std::string name;
  std::vector<std::string> forms;  // as it is written in a text: the name, its plural, others
  std::string text;                // one or two sentences
};

struct Glossary {
  std::vector<Term> terms;
};

// [[term]] with name, text, and `also`: further forms. `file` is named in errors, with line, key
// and what was expected.
Result<Glossary> load_glossary(std::string_view text, const std::string& file);

// Those of `own` take the place of those in `to` that have their name.
void add_terms(Glossary& to, Glossary own);

// A term's place in a text, in bytes.
struct TermPlace {
  size_t begin = 0, size = 0;
  size_t term = 0;
};

// Looks for the terms of a glossary, which must outlive it, in many texts.
class TermFinder {
 public:
  explicit TermFinder(const Glossary& glossary);
  // Whole words, the longest of those that begin at a place, large and small letters alike. In the
  // order of the text; they do not overlap.
  std::vector<TermPlace> find(std::string_view text) const;

 private:
  struct Form {
    std::string_view text;
    size_t term = 0;
  };
  std::array<std::vector<Form>, 256> by_first_letter_;
};

}  // namespace warplab::exercise
