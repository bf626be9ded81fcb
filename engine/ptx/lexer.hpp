#pragma once
// Splits PTX text into tokens. Source: PTX ISA 9.0, sections 4.2 to 4.5.
#include <cstdint>
#include <string_view>
#include <vector>

namespace warplab::ptx {

struct Token {
  enum class Kind : uint8_t {
    word,         // identifiers, registers, opcodes: "ld", "%rd1", "$L__BB0_2", "_"
    dotted,       // what follows a dot, without the dot: "global", "v4", "shared::cta", "L2::128B"
    number,       // as written: "12", "0x1F", "8U", "0f3F800000", "1.5e3"
    string,       // between double quotes, without them
    punctuation,  // one character
    invalid,      // a character PTX does not have, or a string or comment that never ends
    end,
  };
  Kind kind = Kind::end;
  int line = 0;           // line in the PTX text, from 1
  std::string_view text;  // a piece of the text given to tokenize()

  bool is(char punctuation) const {
    return kind == Kind::punctuation && text.front() == punctuation;
  }
};

// All tokens of `text`, the last one of kind `end`. Comments and white space are dropped. Lexing
// goes on after an invalid token; the parser reports it when it gets there.
std::vector<Token> tokenize(std::string_view text);

}  // namespace warplab::ptx
