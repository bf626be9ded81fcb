#include "exercise/patch.hpp"

#include <doctest/doctest.h>

using warplab::exercise::apply_patch;

namespace {

constexpr const char* kText = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";

std::string patched(const std::string& text, const std::string& hunks) {
  const auto done = apply_patch(text, "--- a/solution.cu\n+++ b/solution.cu\n" + hunks);
  REQUIRE_MESSAGE(done, done.error());
  return *done;
}

std::string refusal(const std::string& text, const std::string& patch) {
  const auto done = apply_patch(text, patch);
  REQUIRE(!done);
  return done.error();
}

const std::string kHead = "--- solution.cu\n+++ wrong.cu\n";

}  // namespace

TEST_CASE("a patch takes lines away, adds some and keeps the others") {
  CHECK(patched(kText, "@@ -2,3 +2,4 @@ of a function\n two\n-three\n+3\n+3.5\n four\n") ==
        "one\ntwo\n3\n3.5\nfour\nfive\nsix\nseven\n");
  CHECK(patched(kText, "@@ -1,2 +1 @@\n-one\n two\n@@ -6,2 +5,2 @@\n six\n-seven\n+7\n") ==
        "two\nthree\nfour\nfive\nsix\n7\n");
  CHECK(patched(kText, "@@ -0,0 +1 @@\n+zero\n").starts_with("zero\none\n"));
}

TEST_CASE("a patch follows what it changes when lines above come or go") {
  const std::string hunk = "@@ -3,2 +3,2 @@\n three\n-four\n+4\n";
  CHECK(patched(std::string("a\nb\n") + kText, hunk) ==
        "a\nb\none\ntwo\nthree\n4\nfive\nsix\nseven\n");
  CHECK(patched("three\nfour\n", hunk) == "three\n4\n");
}

TEST_CASE("a last line without a line end is told from one with it") {
  CHECK(patched("a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n") == "a\nc\n");
  CHECK(patched("a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n") == "a\nc");
}

TEST_CASE("comments in front of a patch are left out, and empty lines may have lost their blank") {
  const auto done = apply_patch("a\n\nb\n", "// caught by: correct\n// why: It is.\n" + kHead +
                                                "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n");
  REQUIRE_MESSAGE(done, done.error());
  CHECK(*done == "a\n\nc\n");
}

TEST_CASE("a hunk whose lines are not there is refused by its number") {
  const std::string second = kHead + "@@ -1 +1 @@\n-one\n+1\n@@ -4,2 +4,2 @@\n four\n-fife\n+5\n";
  CHECK(refusal(kText, second) ==
        "hunk 2 (line 6 of the patch) does not apply: the file does not have these 2 lines at line "
        "4 or elsewhere");
  // A blank more is another line: nothing is guessed.
  CHECK(refusal("one \n", kHead + "@@ -1 +1 @@\n-one\n+1\n").starts_with("hunk 1 "));
}

TEST_CASE("a hunk that fits at several places, none of them its own, is refused") {
  CHECK(refusal("x\na\nx\na\n", kHead + "@@ -1 +1 @@\n-a\n+b\n") ==
        "hunk 1 (line 3 of the patch) does not apply: what it changes is at several places, and at "
        "none of them where it says");
}

TEST_CASE("what is no unified diff of one file is refused with the line") {
  CHECK(refusal(kText, "one\n") ==
        "has no lines \"--- FILE\" and \"+++ FILE\"; expected what diff -u writes");
  CHECK(refusal(kText, kHead) == "has no hunk; expected at least one \"@@ -12,5 +12,6 @@\"");
  CHECK(refusal(kText, kHead + "@@ 1 @@\n") ==
        "line 3: expected a hunk such as \"@@ -12,5 +12,6 @@\"");
  CHECK(refusal(kText, kHead + "@@ -1,2 +1 @@\n-one\n") ==
        "line 3: the hunk says 2 old and 1 new lines, and has 1 and 0");
  CHECK(refusal(kText, kHead + "@@ -1,2 +1 @@\n-one\nx\n") ==
        "line 5: expected a line that begins with a blank, \"-\" or \"+\"");
  CHECK(refusal(kText, kHead + "@@ -1 +1 @@\n-one\n+1\n" + kHead) ==
        "line 6: begins another file; expected a patch of the solution alone");
}
