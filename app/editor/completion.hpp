#pragma once
// What could be written at the caret, and what is known of a name: the file's own, CUDA's, and the
// words of the language.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "editor/builtins.hpp"
#include "editor/code_text.hpp"
#include "editor/names_in_code.hpp"
#include "exercise/glossary.hpp"

namespace warplab::app {

struct Completion {
  enum class Kind : uint8_t { parameter, variable, function, type, macro, cuda, keyword, word };
  std::string name;
  Kind kind = Kind::word;
  std::string form;  // its declaration, or how a built-in is written
  std::string text;  // what it is, in a sentence; may be empty
  std::string cost;  // of a built-in, where it is worth a word
};

// The letters in front of the caret that a name begins with; empty where none could stand.
struct NameStart {
  int begin = 0;  // column
  std::string letters;
  std::string space;  // "a::b" of a::b::letters
};
NameStart name_before_caret(const CodeText& code);

// Looked up once for the names of a text as it is now.
struct Vocabulary {
  std::vector<NameInCode> names;
  std::vector<std::string> words;  // of the text, without the one at the caret
};
Vocabulary vocabulary_of(const CodeText& code);

// What begins with these letters, the nearest first: names that are declared where `at` is, then
// CUDA's, the language's, and other words of the file. A built-in is found without the underscores
// that it begins with, too. Upper and lower case are the same, but what agrees comes first. Behind
// "space::" the names of that namespace come before all, where the file has it.
std::vector<Completion> completions(const Vocabulary& vocabulary, const Builtins& builtins,
                                    const NameStart& start, Position at);

// What is said of the name at a place, in lines; none: it is no name, or nothing is known of it.
std::optional<std::string> explanation_at(const CodeText& code,
                                          const std::vector<NameInCode>& names,
                                          const Builtins& builtins,
                                          const exercise::Glossary* glossary, Position at);

}  // namespace warplab::app
