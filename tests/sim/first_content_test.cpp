// What a buffer held before the first launch comes back, and takes little where it is one byte.
#include "sim/run/first_content.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace warplab::sim;

namespace {

std::vector<std::byte> bytes(size_t count, int value) {
  return std::vector<std::byte>(count, static_cast<std::byte>(value));
}

}  // namespace

TEST_CASE("a content comes back as it was, whatever was written since") {
  for (const size_t size :
       {size_t{0}, size_t{1}, size_t{65'536}, size_t{65'537}, size_t{300'000}}) {
    CAPTURE(size);
    std::vector<std::byte> content = bytes(size, 0xff);
    for (size_t i = 70'000; i < std::min<size_t>(size, 140'000); ++i)
      content[i] = static_cast<std::byte>(i * 7);
    if (size > 1) content.back() = std::byte{3};
    const std::vector<std::byte> before = content;
    const FirstContent kept{content};
    std::ranges::fill(content, std::byte{9});
    kept.put_back(content);
    CHECK(content == before);
  }
}

TEST_CASE("a content of one byte throughout takes no second memory") {
  CHECK(FirstContent(bytes(16 << 20, 0xff)).bytes_kept() == 0);
  std::vector<std::byte> content = bytes(1 << 20, 0);
  content[500'000] = std::byte{1};
  CHECK(FirstContent(content).bytes_kept() == 65'536);
  content[500'001] = std::byte{1};  // its neighbour: the same piece
  CHECK(FirstContent(content).bytes_kept() == 65'536);
}
