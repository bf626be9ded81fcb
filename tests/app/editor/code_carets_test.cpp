// Brackets that close, and several carets.
#include <doctest/doctest.h>

#include "editor/code_text.hpp"

using namespace warplab::app;

namespace {

void type(CodeText& code, const std::string& letters) {
  for (const char c : letters) c == '\n' ? code.new_line() : code.type(std::string(1, c));
}

CodeText typed(const std::string& letters) {
  CodeText code("");
  type(code, letters);
  return code;
}

}  // namespace

TEST_CASE("a bracket or quotation mark brings its partner, which is typed over") {
  CHECK(typed("f(").text() == "f()");
  CHECK(typed("f(a[1]);").text() == "f(a[1]);");
  CHECK(typed("printf(\"%d\", x);").text() == "printf(\"%d\", x);");
  CodeText code = typed("f(");
  CHECK(code.caret() == Position{0, 2});
}

TEST_CASE("what is typed as always comes out as it was typed") {
  CHECK(typed("void f() {\nint x = 1;\n}").text() == "void f() {\n    int x = 1;\n}");
  CHECK(typed("if (a) {\nb();\n}\nc();").text() == "if (a) {\n    b();\n}\nc();");
  CHECK(typed("char c = '\\n';").text() == "char c = '\\n';");
  CHECK(typed("int x = 1'000'000;").text() == "int x = 1'000'000;");
  CHECK(typed("// don't (a\n").text() == "// don't (a\n");
  CHECK(typed("#include <a.h>\n#include \"b.h\"\n").text() == "#include <a.h>\n#include \"b.h\"\n");
}

TEST_CASE("in front of a word, in comments and in strings nothing closes") {
  CodeText before_word("x");
  before_word.type("(");
  CHECK(before_word.text() == "(x");
  CHECK(typed("// (").text() == "// (");
  CHECK(typed("/* [").text() == "/* [");
  CodeText inside("\"a \"");
  inside.place({0, 3});
  inside.type("(");
  CHECK(inside.text() == "\"a (\"");
}

TEST_CASE("a bracket that was there before is not typed over") {
  CodeText code("f(a)");
  code.place({0, 3});
  code.type(")");
  CHECK(code.text() == "f(a))");
}

TEST_CASE("an empty pair that came together is deleted together") {
  CodeText code = typed("f(");
  code.erase_backward(false);
  CHECK(code.text() == "f");
  CodeText own("f()");
  own.place({0, 2});
  own.erase_backward(false);
  CHECK(own.text() == "f)");
}

TEST_CASE("a selection is put between brackets, and stays selected") {
  CodeText code("a b c");
  code.select({0, 2}, {0, 3});
  code.type("(");
  CHECK(code.text() == "a (b) c");
  CHECK(code.selected_text() == "b");
  code.undo();
  CHECK(code.text() == "a b c");
}

TEST_CASE("brackets in strings and comments belong to no other") {
  CodeText code("f(\")\", a /* ( */)");
  code.place({0, 1});
  CHECK(code.bracket_pair() == Range{{0, 1}, {0, 16}});
  code.place({0, 4});
  CHECK_FALSE(code.bracket_pair());
}

TEST_CASE("Ctrl+D chooses the word, then the next ones, and typing goes to all of them") {
  CodeText code("sum += sums + sum;\nsum = 1;");
  code.place({0, 1});
  code.select_next();
  CHECK(code.selected_text() == "sum");
  code.select_next();  // not the one in sums
  code.select_next();
  code.select_next();  // all of them are chosen
  CHECK(code.other_carets().size() == 2);
  type(code, "ab");
  CHECK(code.text() == "ab += sums + ab;\nab = 1;");
  code.undo();
  CHECK(code.text() == "sum += sums + sum;\nsum = 1;");
  CHECK(code.other_carets().size() == 2);
}

TEST_CASE("what was selected by hand is found inside of words, too") {
  CodeText code("sum sums");
  code.select({0, 0}, {0, 3});
  code.select_next();
  CHECK(code.other_carets().size() == 1);
}

TEST_CASE("every occurrence at once, and Escape's way back to one caret") {
  CodeText code("a b a\na");
  code.place({0, 0});
  code.select_every();
  CHECK(code.other_carets().size() == 2);
  code.keep_main_caret();
  code.type("x");
  CHECK(code.text() == "x b a\na");
}

TEST_CASE("a rectangle is selected, typed over, and leaves out lines that do not reach it") {
  CodeText code("int a;\nx\nint b;");
  code.select_columns({0, 0}, 4, {2, 0}, 5);
  CHECK(code.selected_text() == "a\nb");
  code.type("z");
  CHECK(code.text() == "int z;\nx\nint z;");
}

TEST_CASE("a rectangle grows by keys, line by line and column by column") {
  CodeText code("abcd\nabcd\nabcd");
  code.place({0, 1});
  code.extend_columns(0, 1);
  code.extend_columns(0, 1);
  CHECK(code.other_carets().size() == 2);
  code.extend_columns(2, 0);
  CHECK(code.selected_text() == "bc\nbc\nbc");
  code.extend_columns(0, -1);
  CHECK(code.selected_text() == "bc\nbc");
}

TEST_CASE("with as many lines as carets each gets one") {
  CodeText code("a\nb");
  code.place({0, 1});
  code.add_caret({1, 1});
  code.insert("1\n2");
  CHECK(code.text() == "a1\nb2");
  code.insert("x");
  CHECK(code.text() == "a1x\nb2x");
}

TEST_CASE("carets that meet are one") {
  CodeText code("ab");
  code.place({0, 1});
  code.add_caret({0, 2});
  code.erase_backward(false);
  code.erase_backward(false);
  CHECK(code.text().empty());
  CHECK(code.other_carets().empty());
  code.type("x");
  CHECK(code.text() == "x");
}

TEST_CASE("backspace, arrows and new lines work at each caret") {
  CodeText code("ab\ncd");
  code.place({0, 2});
  code.add_caret({1, 2});
  code.move(Motion::left, false);
  code.new_line();
  CHECK(code.text() == "a\nb\nc\nd");
  code.erase_backward(false);
  CHECK(code.text() == "ab\ncd");
}

TEST_CASE("lines are duplicated and deleted, the last one as well") {
  CodeText code("a\nb");
  code.place({1, 1});
  code.duplicate_lines(1);
  CHECK(code.text() == "a\nb\nb");
  CHECK(code.caret() == Position{2, 1});
  code.erase_lines();
  CHECK(code.text() == "a\nb");
  code.erase_lines();
  CHECK(code.text() == "a");
  code.erase_lines();
  CHECK(code.text().empty());
  code.undo();
  CHECK(code.text() == "a");
}

TEST_CASE("a file that is indented with tabs gets tabs, and Windows line ends stay") {
  CodeText code("f {\r\n\ta;\r\n}\r\n");
  code.place({1, 3});
  code.new_line();
  code.type("b");
  code.place({0, 3});
  code.new_line();
  CHECK(code.text() == "f {\r\n\t\r\n\ta;\r\n\tb\r\n}\r\n");
  code.select({2, 0}, {3, 2});
  code.indent();
  code.duplicate_lines(1);
  CHECK(code.text() == "f {\r\n\t\r\n\t\ta;\r\n\t\tb\r\n\t\ta;\r\n\t\tb\r\n}\r\n");
  CodeText spaces("f {\n  a;\n}");
  spaces.place({0, 3});
  spaces.new_line();
  CHECK(spaces.text() == "f {\n  \n  a;\n}");
}

TEST_CASE("whole words are found, and every match is replaced as one step") {
  CodeText code("sum sums sum");
  CHECK(find_all_in(code.buffer(), "sum", {}).size() == 3);
  CHECK(find_all_in(code.buffer(), "SUM", {true, false}).empty());
  const auto words = find_all_in(code.buffer(), "sum", {true, true});
  REQUIRE(words.size() == 2);
  code.replace_matches(words, "total");
  CHECK(code.text() == "total sums total");
  code.undo();
  CHECK(code.text() == "sum sums sum");
}

TEST_CASE("letters as wide as Chinese ones take two columns, accents none") {
  CHECK(screen_column("\u4e2dx", 3) == 2);
  CHECK(byte_column("\u4e2dx", 2) == 3);
  CHECK(screen_column("e\u0301x", 3) == 1);
  CHECK(screen_column("\u03b1\u00e9", 4) == 2);
}

TEST_CASE("what is typed at several carets is undone word by word at all of them together") {
  CodeText code("a;\nb;\nc;");
  code.place({0, 1});
  code.add_caret({1, 1});
  code.add_caret({2, 1});
  type(code, "1 + 23");
  CHECK(code.text() == "a1 + 23;\nb1 + 23;\nc1 + 23;");
  code.undo();
  CHECK(code.text() == "a1 + ;\nb1 + ;\nc1 + ;");
  code.undo();
  code.undo();
  CHECK(code.text() == "a;\nb;\nc;");
  CHECK_FALSE(code.can_undo());
  CHECK(code.other_carets().size() == 2);
  for (int i = 0; i < 3; ++i) code.redo();
  CHECK(code.text() == "a1 + 23;\nb1 + 23;\nc1 + 23;");
  type(code, "4");
  CHECK(code.text() == "a1 + 234;\nb1 + 234;\nc1 + 234;");
}

TEST_CASE(
    "a word that is typed over a selection is undone with it, one that is typed elsewhere alone") {
  CodeText code("sum = sum;");
  code.select({0, 0}, {0, 3});
  type(code, "total");
  code.undo();
  CHECK(code.text() == "sum = sum;");
  CHECK(code.selected_text() == "sum");
  CHECK_FALSE(code.can_undo());

  code.select_every();
  type(code, "ab");
  code.place({0, 0});
  code.add_caret({0, 5});
  type(code, "x");
  code.undo();
  CHECK(code.text() == "ab = ab;");
  code.undo();
  CHECK(code.text() == "sum = sum;");
}

TEST_CASE("a new line and a deletion at several carets are steps of their own") {
  CodeText code("a\nb");
  code.place({0, 1});
  code.add_caret({1, 1});
  type(code, "1\n2");
  CHECK(code.text() == "a1\n2\nb1\n2");
  code.erase_backward(false);
  code.undo();
  CHECK(code.text() == "a1\n2\nb1\n2");
  code.undo();
  CHECK(code.text() == "a1\n\nb1\n");
  code.undo();
  CHECK(code.text() == "a1\nb1");
  code.undo();
  CHECK(code.text() == "a\nb");
}
