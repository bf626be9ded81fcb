#include "common/text_buffer.hpp"

#include <doctest/doctest.h>

using namespace warplab::app;

TEST_CASE("a text comes back as it was, last line end and all") {
  for (const char* text : {"", "a", "a\n", "a\nb", "\n\n", "a\r\nb\r\n"})
    CHECK(TextBuffer(text).text() == text);
}

TEST_CASE("each line keeps its line end, and new ones are as the first") {
  for (const char* text : {"a\r\nb\nc", "a\nb\r\nc"}) CHECK(TextBuffer(text).text() == text);
  CHECK(TextBuffer("a\r\nb\nc").with_own_line_ends("x\ny") == "x\r\ny");
  CHECK(TextBuffer("a\nb\r\nc").with_own_line_ends("x\r\ny") == "x\ny");
  TextBuffer buffer("a\r\nb\nc");
  buffer.insert({1, 1}, "X\r\nY");
  CHECK(buffer.text() == "a\r\nbX\r\nY\nc");
  buffer.erase({{0, 1}, {1, 1}});
  CHECK(buffer.text() == "aX\r\nY\nc");
  CHECK(buffer.text({{0, 1}, {1, 1}}) == "X\nY");
  CHECK(buffer.exact_text({{0, 1}, {1, 1}}) == "X\r\nY");
}

TEST_CASE("inserted lines go where they belong") {
  TextBuffer buffer("one\ntwo");
  CHECK(buffer.insert({0, 1}, "X\nY") == Position{1, 1});
  CHECK(buffer.text() == "oX\nYne\ntwo");
}

TEST_CASE("erasing over line ends joins lines") {
  TextBuffer buffer("one\ntwo\nthree");
  buffer.erase({{0, 2}, {2, 3}});
  CHECK(buffer.text() == "onee");
}

TEST_CASE("positions step over whole characters and line ends") {
  TextBuffer buffer("aé\nb");
  CHECK(buffer.next({0, 1}) == Position{0, 3});
  CHECK(buffer.next({0, 3}) == Position{1, 0});
  CHECK(buffer.previous({1, 0}) == Position{0, 3});
  CHECK(buffer.previous({0, 3}) == Position{0, 1});
  CHECK(buffer.next({1, 1}) == Position{1, 1});
  CHECK(buffer.previous({0, 0}) == Position{0, 0});
}

TEST_CASE("a position outside the text is moved into it, to the start of a character") {
  TextBuffer buffer("aé\nb");
  CHECK(buffer.clamp({0, 2}) == Position{0, 1});
  CHECK(buffer.clamp({7, 7}) == Position{1, 1});
  CHECK(buffer.clamp({-1, 5}) == Position{0, 0});
}

TEST_CASE("tabs go on to the next multiple of four columns on the screen") {
  CHECK(screen_column("\tx", 1) == 4);
  CHECK(screen_column("ab\tx", 3) == 4);
  CHECK(screen_column("éé", 4) == 2);
  CHECK(byte_column("\tx", 1) == 0);
  CHECK(byte_column("\tx", 3) == 1);
  CHECK(byte_column("abc", 99) == 3);
}

TEST_CASE("a mark stays on its line when lines come and go above it") {
  CHECK(moved_line(5, {{2, 0, 3, false}}) == 8);
  CHECK(moved_line(5, {{2, 1, 0, false}}) == 4);
  CHECK(moved_line(1, {{2, 0, 3, false}}) == 1);
  CHECK(moved_line(2, {{2, 0, 1, false}}) == 2);  // a line end inside the line: its begin stays
  CHECK(moved_line(2, {{2, 0, 1, true}}) == 3);   // a line end before it: it moves
}

TEST_CASE("a mark goes when its line is deleted") {
  CHECK(moved_line(3, {{3, 1, 0, true}}) == -1);
  CHECK(moved_line(4, {{3, 1, 0, true}}) == 3);
  CHECK(moved_line(4, {{3, 2, 0, false}}) == -1);
}
