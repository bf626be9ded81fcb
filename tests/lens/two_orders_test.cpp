// Two orders of one run with two answers: found where there is a lost update, and not where there
// is none.
#include "lens/two_orders.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

using namespace warplab;

namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(std::string(WARPLAB_SOURCE_DIR) + "/" + path, std::ios::binary);
  REQUIRE(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

lens::OrderSearch search(const std::string& folder, const std::string& source,
                         uint64_t most_work = 40'000'000) {
  const auto exercise = exercise::load(WARPLAB_SOURCE_DIR "/exercises/" + folder);
  REQUIRE_MESSAGE(exercise, (exercise ? "" : exercise.error()));
  lens::OrderSearchOptions options;
  options.most_work = most_work;
  const auto found = lens::find_two_orders(*exercise, source, options);
  REQUIRE_MESSAGE(found, (found ? "" : found.error()));
  return *found;
}

}  // namespace

TEST_CASE("of a lost update two orders are found, with their numbers, and again the same two") {
  const std::string starter = text_of("exercises/41-racy-atomic/racy_atomic.cu");
  const lens::OrderSearch once = search("41-racy-atomic", starter);
  REQUIRE(once.found);
  CHECK(once.found->first.order == sim::Schedule{});
  CHECK(once.found->second.order != sim::Schedule{});
  CHECK(once.found->first.value != once.found->second.value);
  CHECK(once.found->different > 0);
  const std::string sentence = lens::sentence(once);
  CAPTURE(sentence);
  CHECK(sentence.find("The same run gives two answers: " + once.found->element + " is " +
                      once.found->first.value + " with the threads in order, and ") == 0);
  CHECK(sentence.find(once.found->first.value) != std::string::npos);
  CHECK(sentence.find(once.found->second.value) != std::string::npos);
  CHECK(lens::sentence(search("41-racy-atomic", starter)) == sentence);
}

TEST_CASE("a right kernel has one answer in every order, and that is what is said") {
  const lens::OrderSearch right =
      search("41-racy-atomic", text_of("solutions/41-racy-atomic/solution.cu"), 8'000'000);
  CHECK_FALSE(right.found);
  CHECK(right.orders > 5);
  CHECK(lens::sentence(right).find("It is a race all the same") != std::string::npos);
}

TEST_CASE("a search without work to do tries nothing") {
  const lens::OrderSearch none =
      search("41-racy-atomic", text_of("exercises/41-racy-atomic/racy_atomic.cu"), 0);
  CHECK_FALSE(none.found);
  CHECK(none.orders == 0);
}
