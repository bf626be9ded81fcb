#include "editor/editor_keys.hpp"

#include <doctest/doctest.h>

using namespace warplab::app;
using namespace warplab::app::key;

namespace {

struct Keys {
  CodeText code;
  std::string clipboard;
  explicit Keys(const std::string& text) : code(text) {}
  KeyEffect press(int key, unsigned modifiers = 0) {
    return apply_key({key, modifiers, {}}, code, clipboard, 10);
  }
  KeyEffect type(const std::string& text) { return apply_key({0, 0, text}, code, clipboard, 10); }
};

}  // namespace

TEST_CASE("keys and text work in the order in which they came") {
  Keys keys("");
  keys.type("a");
  keys.press(kBackspace);
  keys.type("b");
  keys.press(kEnter);
  keys.type("c");
  CHECK(keys.code.text() == "b\nc");
}

TEST_CASE("shift extends the selection, control goes by words") {
  Keys keys("alpha beta");
  keys.press(kRight, kControl | kShift);
  CHECK(keys.code.selected_text() == "alpha ");
  keys.press(kEnd, kShift);
  CHECK(keys.code.selected_text() == "alpha beta");
  keys.press(kHome);
  CHECK_FALSE(keys.code.has_selection());
}

TEST_CASE("copy, cut and paste take the selection, or the whole line") {
  Keys keys("one\ntwo\n");
  CHECK(keys.press('C', kControl) == KeyEffect::copied);
  CHECK(keys.clipboard == "one\n");
  CHECK(keys.code.text() == "one\ntwo\n");
  keys.press('X', kControl);
  CHECK(keys.code.text() == "two\n");
  keys.press('V', kControl);
  CHECK(keys.code.text() == "one\ntwo\n");
  keys.press('A', kControl);
  keys.press('X', kControl);
  CHECK(keys.clipboard == "one\ntwo\n");
  CHECK(keys.code.text().empty());
}

TEST_CASE("undo and redo have their usual keys") {
  Keys keys("");
  keys.type("x");
  keys.press('Z', kControl);
  CHECK(keys.code.text().empty());
  keys.press('Z', kControl | kShift);
  CHECK(keys.code.text() == "x");
  keys.press('Z', kControl);
  keys.press('Y', kControl);
  CHECK(keys.code.text() == "x");
}

TEST_CASE("alt with an arrow moves a line, control with slash comments it") {
  Keys keys("a\nb");
  keys.press(kDown, kAlt);
  CHECK(keys.code.text() == "b\na");
  keys.press('/', kControl);
  CHECK(keys.code.text() == "b\n// a");
}

TEST_CASE("keys that belong to the window are left alone") {
  Keys keys("a");
  for (const int key : {kF5, kF6, kF8}) CHECK(keys.press(key) == KeyEffect::none);
  CHECK(keys.press('S', kControl) == KeyEffect::none);
  CHECK(keys.press('F', kControl) == KeyEffect::open_find);
  CHECK(keys.press(kF3) == KeyEffect::find_next);
  CHECK(keys.press(kEscape) == KeyEffect::close);
  CHECK(keys.code.text() == "a");
}

TEST_CASE("Ctrl+D chooses words, Escape goes back to one caret before it closes anything") {
  Keys keys("sum = sum;");
  keys.press('D', kControl);
  keys.press('D', kControl);
  CHECK(keys.code.other_carets().size() == 1);
  keys.type("x");
  CHECK(keys.code.text() == "x = x;");
  CHECK(keys.press(kEscape) == KeyEffect::moved);
  CHECK(keys.code.other_carets().empty());
  CHECK(keys.press(kEscape) == KeyEffect::close);
}

TEST_CASE("Shift+Alt with arrows is a rectangle, Alt alone moves the line") {
  Keys keys("ab\nab\nx");
  keys.press(kDown, kShift | kAlt);
  keys.press(kRight, kShift | kAlt);
  CHECK(keys.code.selected_text() == "a\na");
  keys.press('X', kControl);
  CHECK(keys.clipboard == "a\na");
  CHECK(keys.code.text() == "b\nb\nx");
  keys.press(kDown, kAlt);
  CHECK(keys.code.text() == "b\nx\nb");
}

TEST_CASE("lines are duplicated, deleted and opened by VS Code's keys") {
  Keys keys("a\nb");
  keys.press('D', kControl | kShift);
  CHECK(keys.code.text() == "a\na\nb");
  keys.press('K', kControl | kShift);
  CHECK(keys.code.text() == "a\nb");
  keys.press(kEnter, kControl | kShift);
  keys.type("c");
  CHECK(keys.code.text() == "a\nc\nb");
  keys.press(kEnter, kControl);
  keys.type("d");
  CHECK(keys.code.text() == "a\nc\nd\nb");
  keys.press(']', kControl);
  CHECK(keys.code.text() == "a\nc\n    d\nb");
  keys.press('[', kControl);
  CHECK(keys.code.text() == "a\nc\nd\nb");
}

TEST_CASE("find, replace, completion and the partner of a bracket have their keys") {
  Keys keys("(a)");
  CHECK(keys.press('H', kControl) == KeyEffect::open_replace);
  CHECK(keys.press(' ', kControl) == KeyEffect::complete);
  CHECK(keys.code.text() == "(a)");
  keys.press('\\', kControl | kShift);
  CHECK(keys.code.caret() == Position{0, 2});
  keys.press('\\', kControl | kShift);
  CHECK(keys.code.caret() == Position{0, 0});
  keys.press('H', kControl | kShift);
  CHECK(keys.code.text() == "(a)");
}
