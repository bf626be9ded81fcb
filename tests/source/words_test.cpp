// What words are by themselves.
#include "source/words.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace warplab::source;

TEST_CASE("a word has all its roles, and any other word none") {
  CHECK(is_a("unsigned", kBuiltIn));
  CHECK(is_a("unsigned", kKeyword));
  CHECK(is_a("uint32_t", kNamedType | kKeyword));
  CHECK_FALSE(is_a("uint32_t", kKeyword));
  CHECK_FALSE(is_a("tile", ~0u));
  CHECK_FALSE(is_a("", ~0u));
}

TEST_CASE("what stands beside a type is no type, and what is none begins no declaration") {
  for (const char* word : {"const", "struct", "static", "__shared__", "typename"})
    CHECK(is_beside_type(word));
  for (const char* word : {"return", "auto", "__global__", "sizeof"}) CHECK(is_no_type(word));
  for (const char* word : {"float", "decltype", "struct", "Pair"}) CHECK_FALSE(is_no_type(word));
}

TEST_CASE("CUDA's own words are known by how they begin, too") {
  for (const char* word : {"threadIdx", "__syncthreads", "atomicAdd", "printf"})
    CHECK(is_of_cuda(word));
  CHECK_FALSE(is_of_cuda("float"));
}

TEST_CASE("words come in the order of the alphabet, each once") {
  const auto words = words_that_are(kKeyword | kNamedType);
  CHECK(std::ranges::is_sorted(words));
  CHECK(std::ranges::adjacent_find(words) == words.end());
  CHECK(std::ranges::find(words, "float4") != words.end());
}
