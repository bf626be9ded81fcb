#include "editor/code_text.hpp"

#include <doctest/doctest.h>

using namespace warplab::app;

namespace {

// '|' is the caret, '[' ... '|' a selection that began at '['.
CodeText at(std::string text) {
  const size_t anchor = text.find('[');
  if (anchor != std::string::npos) text.erase(anchor, 1);
  const size_t caret = text.find('|');
  REQUIRE(caret != std::string::npos);
  text.erase(caret, 1);
  CodeText code(text);
  const auto position = [&](size_t byte) {
    Position p;
    for (size_t i = 0; i < byte; ++i)
      text[i] == '\n' ? (void)(++p.line, p.column = 0) : (void)++p.column;
    return p;
  };
  const Position end = position(caret);
  code.select(anchor == std::string::npos ? end : position(anchor), end);
  return code;
}

std::string shown(const CodeText& code) {
  std::string text;
  for (int i = 0; i < code.buffer().line_count(); ++i) {
    if (i) text += '\n';
    std::string line = code.buffer().line(i);
    if (code.caret().line == i) line.insert(static_cast<size_t>(code.caret().column), 1, '|');
    text += line;
  }
  return text;
}

}  // namespace

TEST_CASE("typing replaces the selection") {
  CodeText code = at("a[bc|d");
  code.type("X");
  CHECK(shown(code) == "aX|d");
}

TEST_CASE("letters typed in a row are undone as words") {
  CodeText code("");
  for (const char* c : {"i", "n", "t", " ", "x"}) code.type(c);
  code.undo();
  CHECK(code.text() == "int ");
  code.undo();
  CHECK(code.text() == "");
  code.redo();
  code.redo();
  CHECK(shown(code) == "int x|");
}

TEST_CASE("moving the caret ends a step of undo") {
  CodeText code("");
  code.type("a");
  code.move(Motion::left, false);
  code.move(Motion::right, false);
  code.type("b");
  code.undo();
  CHECK(code.text() == "a");
}

TEST_CASE("undo puts back caret and text of every change") {
  CodeText code = at("for (;;) {\n  a[;\n  b;|\n}");
  const std::string before = code.text();
  code.toggle_comment();
  CHECK(code.text() != before);
  code.undo();
  CHECK(code.text() == before);
  CHECK(code.selected_text() == ";\n  b;");
  CHECK_FALSE(code.can_undo());
  CHECK(code.can_redo());
}

TEST_CASE("something new after undo ends redo") {
  CodeText code("");
  code.type("a");
  code.undo();
  code.type("b");
  CHECK_FALSE(code.can_redo());
}

TEST_CASE("a new line keeps the indentation and goes deeper after a brace") {
  CodeText same = at("  int x;|");
  same.new_line();
  CHECK(shown(same) == "  int x;\n  |");
  CodeText deeper = at("  if (x) {|");
  deeper.new_line();
  CHECK(shown(deeper) == "  if (x) {\n    |");
  CodeText between = at("if (x) {|}");
  between.new_line();
  CHECK(shown(between) == "if (x) {\n    |\n}");
}

TEST_CASE("a closing brace on a blank line moves out by a level") {
  CodeText code = at("if (x) {\n  y();\n  |");
  code.type("}");
  CHECK(shown(code) == "if (x) {\n  y();\n}|");
  CodeText after_text = at("  x|");
  after_text.type("}");
  CHECK(shown(after_text) == "  x}|");
}

TEST_CASE("backspace inside the indentation goes back a level") {
  CodeText code = at("  a\n    |b");
  code.erase_backward(false);
  CHECK(shown(code) == "  a\n  |b");
  CodeText in_text = at("a b|");
  in_text.erase_backward(false);
  CHECK(shown(in_text) == "a |");
}

TEST_CASE("words are deleted whole with control") {
  CodeText back = at("alpha beta|");
  back.erase_backward(true);
  CHECK(shown(back) == "alpha |");
  CodeText forward = at("|alpha beta");
  forward.erase_forward(true);
  CHECK(shown(forward) == "|beta");
}

TEST_CASE("tab indents the selected lines and shift-tab takes it back") {
  CodeText code = at("f {\n  [a\n\n  b|\n}");
  code.indent();
  CHECK(code.text() == "f {\n    a\n\n    b\n}");
  code.outdent();
  CHECK(code.text() == "f {\n  a\n\n  b\n}");
  code.outdent();
  code.outdent();
  CHECK(code.text() == "f {\na\n\nb\n}");
}

TEST_CASE("tab without a selection fills up to the next column of indentation") {
  CodeText code = at("  a\nb|");
  code.indent();
  CHECK(shown(code) == "  a\nb |");
}

TEST_CASE("comment signs of a block stand in one column and go away again") {
  CodeText code = at("[  a;\n\n    b;|");
  code.toggle_comment();
  CHECK(code.text() == "  // a;\n\n  //   b;");
  code.toggle_comment();
  CHECK(code.text() == "  a;\n\n    b;");
}

TEST_CASE("a block in which one line is not a comment becomes a comment") {
  CodeText code = at("[// a\nb|");
  code.toggle_comment();
  CHECK(code.text() == "// // a\n// b");
}

TEST_CASE("lines move up and down, and not beyond the text") {
  CodeText code = at("a\nb|\nc");
  code.move_lines(-1);
  CHECK(shown(code) == "b|\na\nc");
  code.move_lines(-1);
  CHECK(shown(code) == "b|\na\nc");
  code.move_lines(1);
  code.move_lines(1);
  CHECK(shown(code) == "a\nc\nb|");
  code.move_lines(1);
  CHECK(shown(code) == "a\nc\nb|");
}

TEST_CASE("up and down keep the column over short lines") {
  CodeText code = at("long line|\nx\nlong line");
  code.move(Motion::down, false);
  CHECK(shown(code) == "long line\nx|\nlong line");
  code.move(Motion::down, false);
  CHECK(shown(code) == "long line\nx\nlong line|");
}

TEST_CASE("home goes to the first letter, then to the first column") {
  CodeText code = at("    abc|");
  code.move(Motion::line_start, false);
  CHECK(code.caret().column == 4);
  code.move(Motion::line_start, false);
  CHECK(code.caret().column == 0);
  code.move(Motion::line_start, false);
  CHECK(code.caret().column == 4);
}

TEST_CASE("words are stepped over in both directions") {
  CodeText code = at("|out(i) += x;");  // brackets mark selections in these texts
  std::vector<int> stops;
  while (code.caret().column < 12) {
    code.move(Motion::word_right, false);
    stops.push_back(code.caret().column);
  }
  CHECK(stops == std::vector<int>{3, 4, 5, 7, 10, 11, 12});
  code.move(Motion::word_left, false);
  code.move(Motion::word_left, false);
  CHECK(code.caret().column == 10);
}

TEST_CASE("an arrow without shift goes to the end of the selection") {
  CodeText code = at("a[bcd|e");
  code.move(Motion::left, false);
  CHECK(shown(code) == "a|bcde");
}

TEST_CASE("finding goes round the text, both ways, and can mind the case") {
  const CodeText code("Alpha beta\nalpha");
  CHECK(code.find("alpha", {0, 1}, false, {false}) == Range{{1, 0}, {1, 5}});
  CHECK(code.find("alpha", {1, 1}, false, {false}) == Range{{0, 0}, {0, 5}});
  CHECK(code.find("alpha", {1, 0}, true, {false}) == Range{{0, 0}, {0, 5}});
  CHECK(code.find("alpha", {0, 0}, true, {false}) == Range{{1, 0}, {1, 5}});
  CHECK(code.find("alpha", {0, 0}, false, {true}) == Range{{1, 0}, {1, 5}});
  CHECK_FALSE(code.find("gamma", {0, 0}, false, {false}));
  CHECK_FALSE(code.find("", {0, 0}, false, {false}));
}

TEST_CASE("the bracket that belongs to the one at the caret is found over lines") {
  CodeText code = at("f(a, (b),\n  c)|");
  CHECK(code.bracket_pair() == Range{{0, 1}, {1, 3}});
  CodeText none = at("(|");
  CHECK_FALSE(none.bracket_pair());
}

TEST_CASE("a double click selects a word, a triple click a line") {
  CodeText code("int out_1 = 2;\nx");
  code.select_word({0, 6});
  CHECK(code.selected_text() == "out_1");
  code.select_line(0);
  CHECK(code.selected_text() == "int out_1 = 2;\n");
}

TEST_CASE("marks hear of every line that comes or goes") {
  CodeText code = at("a\nb|\nc");
  code.new_line();
  CHECK(moved_line(2, code.take_line_changes()) == 3);
  code.undo();
  CHECK(moved_line(3, code.take_line_changes()) == 2);
  CHECK(code.take_line_changes().empty());
}

TEST_CASE("a text with Windows line ends keeps them through editing and undo") {
  CodeText code("a\r\nb\r\n");
  code.place({0, 1});
  code.new_line();
  CHECK(code.text() == "a\r\n\r\nb\r\n");
  code.undo();
  CHECK(code.text() == "a\r\nb\r\n");
}

TEST_CASE("replacing the whole text is one step of undo") {
  CodeText code("one\ntwo");
  code.replace_all("three");
  code.undo();
  CHECK(code.text() == "one\ntwo");
}
