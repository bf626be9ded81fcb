#include "sim/state/splits.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

using namespace warplab;

namespace {

sim::Split numbered(uint32_t number) {
  sim::Split split;
  split.mask = number;
  return split;
}

std::vector<uint32_t> numbers_of(const sim::Splits& splits) {
  std::vector<uint32_t> numbers;
  for (const sim::Split& s : splits) numbers.push_back(s.mask);
  return numbers;
}

}  // namespace

TEST_CASE("splits leave in the order in which they came, however many there are between") {
  for (const size_t most : {1, 2, 3, 5, 32}) {
    CAPTURE(most);
    sim::Splits splits;
    std::deque<uint32_t> same;
    uint32_t next = 0;
    for (size_t round = 0; round < 200; ++round) {
      while (same.size() < 1 + (round * 7) % most) {
        splits.push_back(numbered(++next));
        same.push_back(next);
      }
      REQUIRE(splits.front().mask == same.front());
      splits.pop_front();
      same.pop_front();
      REQUIRE(splits.size() == same.size());
      REQUIRE(splits.empty() == same.empty());
      REQUIRE(numbers_of(splits) == std::vector<uint32_t>(same.begin(), same.end()));
    }
  }
}

TEST_CASE("a split may go in front of all, out of the middle, and be another one") {
  sim::Splits splits;
  splits.push_front(numbered(2));
  splits.push_front(numbered(1));
  for (uint32_t k = 3; k < 9; ++k) splits.push_back(numbered(k));
  CHECK(numbers_of(splits) == std::vector<uint32_t>{1, 2, 3, 4, 5, 6, 7, 8});
  splits.pop_front();
  splits.erase(1);
  splits.set(0, numbered(20));
  splits.push_front(numbered(10));
  CHECK(numbers_of(splits) == std::vector<uint32_t>{10, 20, 4, 5, 6, 7, 8});
  splits.truncate(2);
  const sim::Splits copy = splits;  // as a checkpoint makes it
  splits.clear();
  CHECK(splits.empty());
  CHECK(numbers_of(copy) == std::vector<uint32_t>{10, 20});
  splits.push_back(numbered(7));
  CHECK(numbers_of(splits) == std::vector<uint32_t>{7});
}
