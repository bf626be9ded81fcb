#pragma once
// The names that a kernel file declares, with their types, as far as they are seen from the form of
// its tokens. The text is being written, so nothing in it needs to be complete; macros are not
// expanded, and what is not recognised is no declaration.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "common/cuda_syntax.hpp"
#include "common/text_buffer.hpp"

namespace warplab::app {

struct NameInCode {
  enum class Kind : uint8_t { function, parameter, variable, type, macro };
  std::string name;
  std::string declaration;  // as it is written, on one line: "const float* input"
  Kind kind = Kind::variable;
  Position at;         // of the name
  Position ends;       // of what it can be used in; the end of the text for those of the file
  std::string within;  // of a parameter: the function
  std::string space;   // the namespaces that it is a name of: "a::b"
};

// In the order of the text.
std::vector<NameInCode> names_in(const TextBuffer& text);

// Whether a name that is written at `at` with `space` in front ("a" in a::name, empty: nothing) may
// be this one, if it is called so.
bool is_meant(const NameInCode& one, Position at, std::string_view space);

// What the name means at a place: the last declaration before it that may be meant. Null: none.
const NameInCode* meaning_of(const std::vector<NameInCode>& names, std::string_view name,
                             Position at, std::string_view space = {});

// All words of the text that could be names, each once, but for the one that ends at `except`.
std::vector<std::string> words_in(const TextBuffer& text, SyntaxStates& states, Position except);

}  // namespace warplab::app
