#include "draw/widgets.hpp"

#include <imgui_internal.h>

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

TEST_CASE("a tooltip stands above what it is about, and below it where there is no room") {
  Headless headless({400, 300});
  float top = 200;
  headless.show([&] {
    ImGui::SetCursorScreenPos({20, top});
    icon_button(headless.ui, "row", Icon::check, "What it does");
  });
  const auto shown_at = [&] {
    headless.frames(2);
    for (const Ui::PlacedItem& item : headless.ui.items)
      headless.move_mouse({item.min.x + 5, item.min.y + 5});
    headless.frames(3);
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
      if ((window->Flags & ImGuiWindowFlags_Tooltip) && window->Active) return window->Rect();
    return ImRect();
  };
  const ImRect above = shown_at();
  CHECK(above.GetHeight() > 0);
  CHECK(above.Max.y <= 200);
  top = 2;
  const ImRect below = shown_at();
  CHECK(below.Min.y >= top + 28);
}

TEST_CASE(
    "a key that is a letter is named while the pane has the keyboard, one of functions always") {
  Headless headless;
  CHECK(with_key(headless.ui, "The next barrier", "B") == "The next barrier");
  CHECK(with_key(headless.ui, "The next line", "F10") == "The next line (F10)");
  headless.ui.pane_has_keyboard = true;
  CHECK(with_key(headless.ui, "The next barrier", "Shift+B") == "The next barrier (Shift+B)");
  CHECK(with_key(headless.ui, "The next block", "") == "The next block");
}
