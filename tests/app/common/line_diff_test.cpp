#include "common/line_diff.hpp"

#include <doctest/doctest.h>

#include <random>

using namespace warplab::app;

namespace {

// One letter a row: = ~ - +
std::string shape(const LineDiff& diff) {
  std::string text;
  for (const DiffRow& row : diff.rows) text += "=-+~"[static_cast<int>(row.kind)];
  return text;
}

}  // namespace

TEST_CASE("equal texts have equal rows only") {
  CHECK(shape(diff_lines("a\nb\n", "a\nb\n")) == "==");
  CHECK(diff_lines("", "").rows.empty());
}

TEST_CASE("a line that was added stands alone, the others stay side by side") {
  const LineDiff diff = diff_lines("a\nc", "a\nb\nc");
  CHECK(shape(diff) == "=+=");
  CHECK(diff.added == 1);
  CHECK(diff.rows[2].left == 1);
  CHECK(diff.rows[2].right == 2);
}

TEST_CASE("a line that was removed stands alone") {
  const LineDiff diff = diff_lines("a\nb\nc", "a\nc");
  CHECK(shape(diff) == "=-=");
  CHECK(diff.removed == 1);
}

TEST_CASE("a line that was rewritten stands beside its old self") {
  const LineDiff diff = diff_lines("a\nold\nc", "a\nnew\nc");
  CHECK(shape(diff) == "=~=");
  CHECK(diff.changed == 1);
}

TEST_CASE("from nothing and to nothing") {
  CHECK(shape(diff_lines("", "a\nb")) == "++");
  CHECK(shape(diff_lines("a\nb", "")) == "--");
}

TEST_CASE("line ends of Windows make no difference") {
  CHECK(shape(diff_lines("a\r\nb", "a\nb")) == "==");
}

TEST_CASE("texts without anything in common still have every line once") {
  std::string left, right;
  for (int i = 0; i < 3000; ++i) {
    left += "l" + std::to_string(i) + "\n";
    right += "r" + std::to_string(i) + "\n";
  }
  CHECK(diff_lines(left, right).changed == 3000);
}

TEST_CASE("for made-up texts every line appears once and in order, and equal rows are equal") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const auto make = [&] {
      std::string text;
      for (unsigned i = 0, n = random() % 12; i < n; ++i)
        text += static_cast<char>('a' + random() % 4), text += '\n';
      return text;
    };
    const LineDiff diff = diff_lines(make(), make());
    int left = 0, right = 0;
    for (const DiffRow& row : diff.rows) {
      if (row.left >= 0) CHECK(row.left == left++);
      if (row.right >= 0) CHECK(row.right == right++);
      if (row.kind == DiffRow::Kind::same)
        CHECK(diff.left[static_cast<size_t>(row.left)] ==
              diff.right[static_cast<size_t>(row.right)]);
    }
    CHECK(left == static_cast<int>(diff.left.size()));
    CHECK(right == static_cast<int>(diff.right.size()));
  }
}
