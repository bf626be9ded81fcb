#include "draw/markdown_layout.hpp"

#include "draw/markdown_view.hpp"
#include "headless.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;

namespace {

MarkdownLayout laid_out(Headless& headless, const std::string& text, float width) {
  return lay_out(markdown::parse(text), "/exercises/01-copy", headless.ui, width);
}

std::string all_text(const MarkdownLayout& layout) {
  std::string text;
  for (const LaidRun& run : layout.runs) text += run.text + "|";
  return text;
}

}  // namespace

TEST_CASE("nothing reaches beyond the width, however narrow it is") {
  Headless headless;
  const std::string text =
      "# A heading that is quite long\n\nSome **bold** and `code` text that must be broken into "
      "lines, and "
      "averyveryverylongwordthatfitsintonolineatallandmustbebroken.\n\n- a list with text that is "
      "long enough\n"
      "  1. nested, and also long enough to be broken\n\n> quoted text that is broken, too\n\n"
      "| a | column with many words |\n|---|---|\n| 1 | more and more words in a cell |\n";
  for (const float width : {180.0f, 300.0f, 700.0f}) {
    const MarkdownLayout layout = laid_out(headless, text, width);
    for (const LaidRun& run : layout.runs) {
      INFO("width ", width, ", run ", run.text);
      CHECK(run.x >= -1);
      CHECK(run.x + run.width <= width + 1);
    }
  }
}

TEST_CASE("the digits of a number stay together") {
  Headless headless;
  const MarkdownLayout layout = laid_out(headless, "about 4 194 304 of them", 90);
  CHECK(all_text(layout).find("4 194 304") != std::string::npos);
}

TEST_CASE("words of a table are not broken where small letters have room for them") {
  Headless headless;
  const std::string table =
      "| block | copy reads | copy writes | transpose reads | transpose writes "
      "|\n|---|---|---|---|---|\n"
      "| 32 x 32 | 4 | 4 | 4 | 32 |\n";
  const auto font_at = [&](float width) {
    const MarkdownLayout layout = laid_out(headless, table, width);
    CAPTURE(width);
    CHECK(all_text(layout).find("transpose") != std::string::npos);
    for (const LaidRun& run : layout.runs) CHECK(run.x + run.width <= width + 1);
    return layout.runs.front().font;
  };
  CHECK(font_at(700) == headless.ui.fonts.strong);
  CHECK(font_at(290) == headless.ui.fonts.small_strong);
}

TEST_CASE("runs of one line never overlap") {
  Headless headless;
  const MarkdownLayout layout =
      laid_out(headless, "a **b** c `d` *e* [f](g) h **i** j `k` l m n o p q r s t", 160);
  for (const LaidRun& a : layout.runs)
    for (const LaidRun& b : layout.runs) {
      if (&a == &b || std::abs(a.y - b.y) > 5) continue;
      CHECK((a.x + a.width <= b.x + 0.5f || b.x + b.width <= a.x + 0.5f));
    }
}

TEST_CASE("what is laid out comes in order from top to bottom, for searching by height") {
  Headless headless;
  const MarkdownLayout layout = laid_out(headless, "# a\n\nb\n\n```\nc\nd\n```\n\n- e\n", 300);
  for (size_t i = 1; i < layout.runs.size(); ++i) CHECK(layout.runs[i - 1].y <= layout.runs[i].y);
  CHECK(layout.height > layout.runs.back().y);
}

TEST_CASE("code keeps its lines and knows how wide it is") {
  Headless headless;
  const MarkdownLayout layout =
      laid_out(headless, "```cuda\n" + std::string(200, 'x') + "\ny\n```", 300);
  REQUIRE(layout.areas.size() == 1);
  CHECK(layout.areas[0].width <= 300);
  CHECK(layout.areas[0].content_width > 1000);
  CHECK(layout.areas[0].code == std::string(200, 'x') + "\ny");
}

TEST_CASE("a diagram is scaled to fit, code is not, and neither is what fits") {
  Headless headless;
  const std::string line(70, 'x');
  const auto area = [&](const char* language, float width) {
    const MarkdownLayout layout =
        laid_out(headless, std::string("```") + language + "\n" + line + "\n```", width);
    REQUIRE(layout.areas.size() == 1);
    REQUIRE(layout.runs.size() == 1);
    return std::pair{layout.areas[0], layout.runs[0].shrink};
  };
  const auto [diagram, shrunk] = area("", 300);
  CHECK(shrunk < 1);
  CHECK(diagram.content_width <= diagram.width + 0.5f);
  const auto [code, as_it_is] = area("cuda", 300);
  CHECK(as_it_is == 1);
  CHECK(code.content_width > code.width);
  CHECK(area("", 900).second == 1);
}

TEST_CASE("an image gets its own size, at most the width; a missing one its description") {
  Headless headless;
  headless.images.image = {nullptr, 1000, 500};
  MarkdownLayout layout = laid_out(headless, "![a tile](pictures/tile.png)", 400);
  REQUIRE(layout.images.size() == 1);
  CHECK(layout.images[0].width == 400);
  CHECK(layout.images[0].height == 200);
  CHECK(headless.images.loaded == "/exercises/01-copy/pictures/tile.png");
  headless.images.image = {};
  layout = laid_out(headless, "![a tile](pictures/tile.png)", 400);
  CHECK(layout.images.empty());
  CHECK(all_text(layout).find("a tile") != std::string::npos);
}

TEST_CASE("a link that is clicked is asked for") {
  Headless headless;
  MarkdownState state;
  headless.show([&] {
    draw_markdown(headless.ui, state, {"x", 0, "[the guide](https://docs.nvidia.com)", "/"}, 400);
  });
  headless.frames(2);
  REQUIRE(state.layout.runs.size() == 1);
  const LaidRun& run = state.layout.runs[0];
  headless.click_at({run.x + run.width / 2, run.y + 8});
  REQUIRE(headless.ui.actions.size() == 1);
  CHECK(std::get<OpenLink>(headless.ui.actions[0]).address == "https://docs.nvidia.com");
}

TEST_CASE("a long statement is laid out once, not every frame, and again when it changes") {
  Headless headless;
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "Paragraph " + std::to_string(i) + " of many.\n\n";
  MarkdownState state;
  uint64_t version = 0;
  headless.show([&] { draw_markdown(headless.ui, state, {"x", version, text, "/"}, 400); });
  headless.frame();
  const LaidRun* first = state.layout.runs.data();
  headless.frames(3);
  CHECK(state.layout.runs.data() == first);
  CHECK(state.layout.runs.size() == 3000);
  text = "short";
  headless.frame();
  CHECK(state.layout.runs.size() == 3000);
  ++version;
  headless.frame();
  CHECK(state.layout.runs.size() == 1);
}

TEST_CASE("a comma behind code never begins a line") {
  Headless headless;
  for (float width = 60; width < 260; width += 3) {
    const MarkdownLayout layout =
        laid_out(headless, "it adds its element to `out[k][i]`, and `k`. Then **b**; end", width);
    for (const LaidRun& run : layout.runs) {
      INFO("width ", width, ", run ", run.text);
      const bool is_mark =
          run.text.starts_with(',') || run.text.starts_with('.') || run.text.starts_with(';');
      if (is_mark) CHECK(run.x > 1);
    }
  }
}

namespace {

exercise::Glossary some_words() {
  exercise::Glossary glossary;
  glossary.terms = {{"warp", {"warp", "warps"}, "32 threads."}, {"bank", {"bank"}, "One of 32."}};
  return glossary;
}

}  // namespace

TEST_CASE("words of the glossary are found in text, not in code, headings and links") {
  Headless headless;
  const exercise::Glossary glossary = some_words();
  const MarkdownLayout layout = lay_out(
      markdown::parse("# A warp\n\nTwo **warps** and `warp` and [warp](x), a warp.\n\n```\nwarp\n"
                      "```\n\n- a bank\n"),
      "/exercises/01-copy", headless.ui, 600, &glossary);
  REQUIRE(layout.terms.size() == 3);
  CHECK(layout.terms[0].term == 0);
  CHECK(layout.terms[0].is_first);
  CHECK_FALSE(layout.terms[1].is_first);
  CHECK(layout.terms[2].term == 1);
  CHECK(layout.terms[2].is_first);
}

TEST_CASE("a word is explained under the mouse, and by keyboard where it stands first") {
  Headless headless({800, 400});
  const exercise::Glossary glossary = some_words();
  MarkdownState state;
  const std::string text = "One warp, then another warp.", of = "text";
  const std::filesystem::path folder = "/exercises";
  headless.show([&] {
    headless.ui.tooltip.clear();
    draw_markdown(headless.ui, state, {of, 1, text, folder, &glossary}, 600);
  });
  headless.frames(3);
  REQUIRE(state.layout.terms.size() == 2);
  headless.move_mouse(headless.center_of("word warp"));
  CHECK(headless.ui.tooltip == "warp: 32 threads.");
  headless.move_mouse({700, 300});
  headless.frame();
  CHECK(headless.ui.tooltip.empty());
  ImGuiID id = 0;
  int stops = 0;
  for (const auto& item : headless.ui.items)
    if (item.name == "word warp") id = item.id, ++stops;
  CHECK(stops == 1);
  headless.ui.focused_item = id;
  headless.frames(2);
  CHECK(headless.ui.tooltip == "warp: 32 threads.");
}
