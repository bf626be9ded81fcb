#include "exercise/spelling.hpp"

#include <doctest/doctest.h>

#include <array>

using namespace warplab::exercise;

namespace {
constexpr std::array<std::string_view, 4> kWords = {"rows", "cols", "reference", "kernel"};
}

TEST_CASE("a word with one slip finds the word that was meant") {
  CHECK(nearest_word("row", kWords) == "rows");
  CHECK(nearest_word("rowss", kWords) == "rows");
  CHECK(nearest_word("colz", kWords) == "cols");
  CHECK(nearest_word("kernle", kWords) == "kernel");
  CHECK(nearest_word("refrence", kWords) == "reference");
}

TEST_CASE("a word unlike all others finds none") {
  CHECK(nearest_word("colour", std::array<std::string_view, 1>{"kernel"}).empty());
  CHECK(nearest_word("", kWords).empty());
  CHECK(nearest_word(std::string(1000, 'r'), kWords).empty());
  CHECK(did_you_mean("zzzz", kWords).empty());
}

TEST_CASE("words are quoted and joined as a sentence needs them") {
  CHECK(quoted_list({}) == "nothing");
  CHECK(quoted_list(std::span(kWords).first(1)) == "\"rows\"");
  CHECK(quoted_list(std::span(kWords).first(3)) == "\"rows\", \"cols\" and \"reference\"");
  CHECK(did_you_mean("cosl", kWords) == "; did you mean \"cols\"?");
}
