#include <doctest/doctest.h>

#include <cstring>

#include "verdict/plan/block_choice.hpp"
#include "words/text.hpp"

using namespace warplab;
using verdict::block_choice;

namespace {

std::vector<uint8_t> bytes_of(const std::vector<uint32_t>& numbers) {
  std::vector<uint8_t> bytes(numbers.size() * 4);
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

exercise::Exercise exercise_with(Dim3 max_block, uint32_t max_threads) {
  exercise::Exercise e;
  e.student_chooses_block = true;
  e.max_block = max_block;
  e.max_block_threads = max_threads;
  return e;
}

}  // namespace

TEST_CASE("one to three numbers are a block, missing ones being 1") {
  const auto e = exercise_with({1024, 1024, 64}, 1024);
  CHECK(*block_choice(e, bytes_of({256})) == Dim3{256, 1, 1});
  CHECK(*block_choice(e, bytes_of({32, 8})) == Dim3{32, 8, 1});
  CHECK(*block_choice(e, bytes_of({4, 4, 64})) == Dim3{4, 4, 64});
}

TEST_CASE("a block beyond the exercise's bounds is refused with the bound") {
  const auto e = exercise_with({64, 32, 1}, 256);
  CHECK(words::text_of(block_choice(e, bytes_of({128, 1, 1})).why()) ==
        "WARPLAB_BLOCK asks for a block of 128 x 1 x 1; x may be 1 to 64.");
  CHECK(words::text_of(block_choice(e, bytes_of({1, 1, 2})).why()) ==
        "WARPLAB_BLOCK asks for a block of 1 x 1 x 2; z may be 1 to 1.");
  CHECK(words::text_of(block_choice(e, bytes_of({64, 32, 1})).why()) ==
        "WARPLAB_BLOCK asks for a block of 64 x 32 x 1, that is 2048 threads; at most 256 are "
        "allowed.");
  CHECK(block_choice(e, bytes_of({32, 8, 1})));
}

TEST_CASE("a block of 0 or of a negative number of threads is refused") {
  const auto e = exercise_with({1024, 1024, 64}, 1024);
  CHECK_FALSE(block_choice(e, bytes_of({0, 1, 1})));
  CHECK(words::text_of(block_choice(e, bytes_of({UINT32_MAX})).why()) ==
        "WARPLAB_BLOCK asks for a block of -1 x 1 x 1; x may be 1 to 1024.");
}

TEST_CASE("a variable that is no block shape is refused with what was expected") {
  const auto e = exercise_with({1024, 1024, 64}, 1024);
  for (const size_t size : {0u, 3u, 16u}) {
    const auto choice = block_choice(e, std::vector<uint8_t>(size, 1));
    REQUIRE_FALSE(choice);
    CHECK(words::text_of(choice.why()).find("WARPLAB_BLOCK(32, 8, 1);") != std::string::npos);
  }
}
