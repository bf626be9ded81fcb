#include "draw/widgets.hpp"

#include <algorithm>

#include "headless.hpp"

using namespace warplab::app;
using namespace warplab::test;

TEST_CASE("sentences are broken at spaces only, so numbers stay whole") {
  Headless headless;
  ImFont* font = headless.ui.fonts.text;
  const std::string text = "it moves 1024 bytes and uses 128: 12.5 % of it is useful, at (1,0,0).";
  for (float width = 80; width < 600; width += 7) {
    const WrappedText wrapped = wrap_words(font, text, width);
    INFO(wrapped.text);
    CHECK(wrapped.text.find("12.5") != std::string::npos);
    CHECK(wrapped.text.find("(1,0,0).") != std::string::npos);
    std::string joined = wrapped.text;
    std::replace(joined.begin(), joined.end(), '\n', ' ');
    CHECK(joined == text);
    CHECK(text_width(font, wrapped.text) <= width);
    const auto lines = std::count(wrapped.text.begin(), wrapped.text.end(), '\n') + 1;
    CHECK(wrapped.height == doctest::Approx(static_cast<float>(lines) * font->FontSize));
  }
}

TEST_CASE("a word that is longer than a line is broken all the same, and line breaks stay") {
  Headless headless;
  ImFont* font = headless.ui.fonts.text;
  const WrappedText wrapped =
      wrap_words(font, "/a/path/that/has/no/spaces/and/does/not/end\nsoon", 90);
  CHECK(text_width(font, wrapped.text) <= 90);
  CHECK(wrapped.text.ends_with("\nsoon"));
  CHECK(wrap_words(font, "", 90).text.empty());
}

TEST_CASE(
    "a number is not parted from its percent sign, nor its groups of digits; words are parted") {
  Headless headless;
  ImFont* font = headless.ui.fonts.text;
  const float room = text_width(font, "only 3.0") + 2;
  CHECK(wrap_words(font, "only 3.0 %", room).text == "only\n3.0 %");
  CHECK(wrap_words(font, "only 3.0 m", room).text == "only 3.0\nm");
  const float wide = text_width(font, "counted 4 194") + 2;
  CHECK(wrap_words(font, "counted 4 194 304", wide).text == "counted\n4 194 304");
  CHECK(wrap_words(font, "counted 4 194 3040", wide).text == "counted 4 194\n3040");
}
