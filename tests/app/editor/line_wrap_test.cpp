#include "editor/line_wrap.hpp"

#include "editor/code_text.hpp"

#include <doctest/doctest.h>

using namespace warplab::app;

namespace {

const char* const kText =
    "__global__ void add(const float* a, const float* b, float* c, int n)\n"
    "{\n"
    "    if (threadIdx.x + blockIdx.x * blockDim.x < n) c[threadIdx.x] = a[threadIdx.x];\n"
    "\tint i;\n"
    "}";

std::string row_text(const TextBuffer& text, const LineWrap& wrap, int row) {
  const LineWrap::Row at = wrap.row(text, row);
  return text.line(at.line).substr(static_cast<size_t>(at.begin),
                                   static_cast<size_t>(at.end - at.begin));
}

}  // namespace

TEST_CASE("lines that are too wide are broken at spaces, below their indentation") {
  const TextBuffer text(kText);
  LineWrap wrap;
  wrap.update(text, 40);
  CHECK(wrap.rows_of(0) == 2);
  CHECK(row_text(text, wrap, 0) == "__global__ void add(const float* a, ");
  CHECK(row_text(text, wrap, 1) == "const float* b, float* c, int n)");
  CHECK(wrap.row(text, 1).indent == 4);
  CHECK(wrap.row(text, 0).indent == 0);
  const int third = wrap.first_row(2);
  CHECK(wrap.rows_of(2) == 3);
  CHECK(wrap.row(text, third + 1).indent == 8);
  CHECK(wrap.rows_of(1) == 1);
  for (int row = 0; row < wrap.row_count(); ++row) {
    const LineWrap::Row at = wrap.row(text, row);
    const int width = screen_column(text.line(at.line), at.end) - at.begin_column + at.indent;
    CHECK(width <= 41);  // a space may hang over the edge
  }
}

TEST_CASE("without a width every line is a row") {
  const TextBuffer text(kText);
  LineWrap wrap;
  wrap.update(text, 0);
  CHECK_FALSE(wrap.is_on());
  CHECK(wrap.row_count() == text.line_count());
  CHECK(wrap.place_of(text, {2, 30}).row == 2);
  CHECK(wrap.place_of(text, {2, 30}).column == 30);
  CHECK(wrap.position_at(text, {2, 30}) == Position{2, 30});
}

TEST_CASE("every place of the text is found again where it is seen") {
  const TextBuffer text(kText);
  for (const int columns : {0, 20, 33, 40, 200}) {
    LineWrap wrap;
    wrap.update(text, columns);
    for (int line = 0; line < text.line_count(); ++line)
      for (int column = 0; column <= static_cast<int>(text.line(line).size()); ++column) {
        const Position at{line, column};
        CHECK(wrap.position_at(text, wrap.place_of(text, at)) == at);
      }
  }
}

TEST_CASE("a word without a space is broken where it must be, and letters stay whole") {
  const TextBuffer text(
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n// "
      "\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4"
      "\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4");
  LineWrap wrap;
  wrap.update(text, 20);
  CHECK(wrap.rows_of(0) > 1);
  for (int row = 0; row < wrap.row_count(); ++row) {
    const std::string piece = row_text(text, wrap, row);
    CHECK_FALSE(piece.empty());
    CHECK((static_cast<unsigned char>(piece[0]) & 0xC0) != 0x80);
  }
}

TEST_CASE("a text that has changed is broken anew") {
  TextBuffer text("short");
  LineWrap wrap;
  wrap.update(text, 20);
  CHECK(wrap.row_count() == 1);
  text.insert({0, 5}, " and much longer than it was before");
  wrap.update(text, 20);
  CHECK(wrap.row_count() > 1);
}

TEST_CASE("up and down go by the rows of a broken line, and keep their column") {
  CodeText code(kText);
  LineWrap wrap;
  wrap.update(code.buffer(), 40);
  code.place({0, 10});
  code.move(Motion::down, false, 20, &wrap);
  CHECK(code.caret() == Position{0, 42});  // four columns of the row are indentation
  code.move(Motion::down, false, 20, &wrap);
  CHECK(code.caret() == Position{1, 1});  // the line is shorter
  code.move(Motion::down, false, 20, &wrap);
  CHECK(code.caret() == Position{2, 10});
  for (int i = 0; i < 3; ++i) code.move(Motion::up, false, 20, &wrap);
  CHECK(code.caret() == Position{0, 10});
  code.move(Motion::down, true, 20, &wrap);
  CHECK(code.selected_text().size() == 32);
}

TEST_CASE("where lines are not broken up and down go by lines") {
  CodeText code(kText);
  LineWrap wrap;
  wrap.update(code.buffer(), 0);
  for (LineWrap* const rows : {&wrap, static_cast<LineWrap*>(nullptr)}) {
    code.place({0, 50});
    code.move(Motion::down, false, 20, rows);
    code.move(Motion::down, false, 20, rows);
    CHECK(code.caret() == Position{2, 50});
  }
}

TEST_CASE("a page is as many rows, and the ends of the text stop it") {
  CodeText code(kText);
  LineWrap wrap;
  wrap.update(code.buffer(), 40);
  code.move(Motion::page_down, false, 3, &wrap);
  CHECK(code.caret() == Position{2, 0});
  code.move(Motion::page_down, false, 100, &wrap);
  CHECK(code.caret() == code.buffer().end());
  code.move(Motion::page_up, false, 100, &wrap);
  CHECK(code.caret() == Position{0, 0});
}

TEST_CASE(
    "a letter that was typed since the lines were broken is in its place when the caret moves") {
  CodeText code("int a;\nint b;");
  LineWrap wrap;
  wrap.update(code.buffer(), 40);
  code.place({1, 6});
  code.new_line();
  code.insert("int c;");
  code.move(Motion::up, false, 20, &wrap);
  code.move(Motion::down, false, 20, &wrap);
  CHECK(code.caret() == Position{2, 6});
}
