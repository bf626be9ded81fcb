#include "worker/utf8.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "base/utf8.hpp"

using namespace warplab::worker;

TEST_CASE("valid text stays as it is") {
  for (const char* text :
       {"", "plain", "caf\xC3\xA9", "\xE2\x80\xA6", "\xF0\x9F\x98\x80", "a\tb\n"})
    CHECK(valid_utf8(text) == text);
}

TEST_CASE("each byte that is no text becomes one replacement character") {
  CHECK(valid_utf8("caf\xE9!") == "caf\xEF\xBF\xBD!");
  CHECK(valid_utf8("\xFF\xFE") == "\xEF\xBF\xBD\xEF\xBF\xBD");
  CHECK(valid_utf8("\xC3") == "\xEF\xBF\xBD");
  CHECK(valid_utf8("\xE2\x80") == "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST_CASE("a character is made from its code point, and a code point from its character") {
  for (const auto& [code, text] : {std::pair{U'a', "a"},
                                   {U'\u00e9', "\xC3\xA9"},
                                   {U'\u2026', "\xE2\x80\xA6"},
                                   {U'\U0001F600', "\xF0\x9F\x98\x80"}}) {
    std::string made;
    warplab::append_utf8(made, code);
    CHECK(made == text);
    CHECK(warplab::utf8_length(made + "x") == made.size());
    CHECK(warplab::utf8_code_point(made) == code);
  }
}

TEST_CASE("a code point that there is not becomes the replacement character") {
  for (const char32_t code : {char32_t{0xD800}, char32_t{0xDFFF}, char32_t{0x110000}}) {
    std::string made;
    warplab::append_utf8(made, code);
    CHECK(made == "\xEF\xBF\xBD");
  }
}

TEST_CASE("overlong forms, surrogates and what lies beyond Unicode are no text") {
  for (const char* text : {"\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80"})
    CHECK(valid_utf8(text).find("\xEF\xBF\xBD") == 0);
}

TEST_CASE("every pair of bytes becomes text that JSON takes") {
  for (int first = 0; first < 256; ++first)
    for (int second = 0; second < 256; ++second) {
      const char bytes[2] = {static_cast<char>(first), static_cast<char>(second)};
      CHECK_NOTHROW(nlohmann::json(valid_utf8({bytes, 2})).dump());
    }
}

TEST_CASE("a long text is cut between characters and shows that it was") {
  CHECK(shortened_utf8("short", 5) == "short");
  CHECK(shortened_utf8("longer", 4) == "long\xE2\x80\xA6");
  CHECK(shortened_utf8("caf\xC3\xA9s", 4) == "caf\xE2\x80\xA6");
}
