#include "draw/markdown.hpp"

#include <doctest/doctest.h>

namespace warplab::app::markdown {

namespace {

std::string plain_text(const std::vector<Inline>& inlines) {
  std::string text;
  for (const Inline& piece : inlines)
    text += piece.kind == Inline::Kind::line_break ? "\n" : piece.text;
  return text;
}

}  // namespace

TEST_CASE("headings, paragraphs, rules and code become blocks in order") {
  const Document document =
      parse("# Title\n\nText\nof one paragraph.\n\n---\n\n```cuda\nint x;\n\ny;\n```\n");
  REQUIRE(document.blocks.size() == 4);
  CHECK(document.blocks[0].kind == Block::Kind::heading);
  CHECK(document.blocks[0].level == 1);
  CHECK(plain_text(document.blocks[1].inlines) == "Text of one paragraph.");
  CHECK(document.blocks[2].kind == Block::Kind::rule);
  CHECK(document.blocks[3].code == "int x;\n\ny;");
  CHECK(document.blocks[3].language == "cuda");
}

TEST_CASE("emphasis, code, strike-through and links keep their place in the text") {
  const Document document = parse("a **b** *c* ~~d~~ `e` [f](https://x.org) g");
  const auto& inlines = document.blocks.at(0).inlines;
  CHECK(plain_text(inlines) == "a b c d e f g");
  const auto with = [&](const char* text) {
    for (const Inline& piece : inlines)
      if (piece.text == text) return piece;
    FAIL("no such piece");
    return Inline{};
  };
  CHECK(with("b").strong);
  CHECK(with("c").emphasis);
  CHECK(with("d").strike);
  CHECK(with("e").kind == Inline::Kind::code);
  CHECK(document.links.at(static_cast<size_t>(with("f").link)) == "https://x.org");
  CHECK(with(" g").link == -1);
}

TEST_CASE("a bare web address is a link") {
  const Document document = parse("see https://docs.nvidia.com/cuda now");
  REQUIRE(document.links.size() == 1);
  CHECK(document.links[0] == "https://docs.nvidia.com/cuda");
}

TEST_CASE("lists number their items and nest") {
  const Document document = parse("3. three\n4. four\n   - deep\n\n- [x] done\n- [ ] open\n");
  REQUIRE(document.blocks.size() == 5);
  CHECK(document.blocks[0].marker == "3.");
  CHECK(document.blocks[1].marker == "4.");
  CHECK(document.blocks[2].marker == "\u2022");
  CHECK(document.blocks[2].indent == 2);
  CHECK(document.blocks[3].marker == "[x]");
  CHECK(document.blocks[4].marker == "[ ]");
  CHECK(plain_text(document.blocks[2].inlines) == "deep");
}

TEST_CASE("only the first block of an item has the marker, and an empty item has one too") {
  const Document document = parse("- one\n\n  more\n\n-\n- last");
  REQUIRE(document.blocks.size() == 4);
  CHECK(document.blocks[0].marker == "\u2022");
  CHECK(document.blocks[1].marker.empty());
  CHECK(document.blocks[1].indent == 1);
  CHECK(document.blocks[2].marker == "\u2022");
  CHECK(document.blocks[2].inlines.empty());
  CHECK(plain_text(document.blocks[3].inlines) == "last");
}

TEST_CASE("a table keeps its cells and how columns are aligned") {
  const Document document = parse("| a | b |\n|---|--:|\n| 1 | **2** |\n| 3 |\n\nafter");
  REQUIRE(document.blocks.size() == 2);
  const Table& table = document.blocks[0].table;
  REQUIRE(table.columns.size() == 2);
  CHECK(table.columns[0] == Alignment::left);
  CHECK(table.columns[1] == Alignment::right);
  REQUIRE(table.rows.size() == 3);
  CHECK(plain_text(table.rows[1][1]) == "2");
  CHECK(table.rows[1][1][0].strong);
  CHECK(plain_text(document.blocks[1].inlines) == "after");
}

TEST_CASE("an image is a piece with its address and description") {
  const Document document = parse("before ![what it *shows*](tile.png) after");
  const auto& inlines = document.blocks.at(0).inlines;
  REQUIRE(inlines.size() == 3);
  CHECK(inlines[1].kind == Inline::Kind::image);
  CHECK(inlines[1].text == "what it shows");
  CHECK(document.links.at(static_cast<size_t>(inlines[1].link)) == "tile.png");
}

TEST_CASE("quotations know their depth") {
  const Document document = parse("> one\n> > two\n\nzero");
  REQUIRE(document.blocks.size() == 3);
  CHECK(document.blocks[0].quote == 1);
  CHECK(document.blocks[1].quote == 2);
  CHECK(document.blocks[2].quote == 0);
}

TEST_CASE("entities become letters, raw HTML stays text") {
  CHECK(plain_text(parse("1 &lt; 2 &times; &#955; &#x3B3; &unknown;").blocks.at(0).inlines) ==
        "1 < 2 \u00D7 \u03BB \u03B3 &unknown;");
  CHECK(plain_text(parse("<b>x</b>").blocks.at(0).inlines) == "<b>x</b>");
}

TEST_CASE("a hard line break is kept, a soft one is a space") {
  CHECK(plain_text(parse("a  \nb\nc").blocks.at(0).inlines) == "a\nb c");
}

TEST_CASE("an image that is left as a link ends with its paragraph") {
  for (const char* before : {"![]([)]()\n\n", "- ![]([)]()\n  - "}) {
    const Document document = parse(std::string(before) + "next [here](https://x.org) more");
    CAPTURE(before);
    REQUIRE(document.blocks.size() == 2);
    const auto& inlines = document.blocks[1].inlines;
    CHECK(plain_text(inlines) == "next here more");
    for (const Inline& piece : inlines) CHECK((piece.link >= 0) == (piece.text == "here"));
  }
}

TEST_CASE("nothing at all is an empty document, and deep nesting has an end") {
  CHECK(parse("").blocks.empty());
  std::string deep;
  for (int i = 0; i < 60; ++i) deep += "> ";
  for (const Block& block : parse(deep + "x").blocks) CHECK(block.quote <= 12);
}

}  // namespace warplab::app::markdown
