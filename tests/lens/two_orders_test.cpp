// Two orders of one run with two answers: found where there is a lost update, and not where there
// is none.
#include "lens/two_orders.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "lens/stepping.hpp"
#include "temporary_folder.hpp"

using namespace warplab;
using namespace std::chrono_literals;
using warplab::test::content_of;

namespace {

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
  const std::string starter =
      content_of(WARPLAB_SOURCE_DIR "/exercises/41-racy-atomic/racy_atomic.cu");
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

namespace {

// What the store at a position writes, of the lane that is looked at: the register of its PTX.
float stored(lens::Stepping& stepping, const lens::OpenBlock& open, const data::StepState& state) {
  const data::StepInstruction& at = open.walk.instructions[state.stack.at(0)];
  const std::string text = stepping.ptx()[static_cast<size_t>(at.ptx_line) - 1];
  CAPTURE(text);
  REQUIRE(text.find("st.global") != std::string::npos);
  const size_t begin = text.rfind('%');
  const std::string name = text.substr(begin, text.find(';') - begin);
  size_t offset = 0;
  for (const data::StepRegister& reg : open.walk.functions[at.function].registers) {
    if (reg.name == name) break;
    offset += size_t{32} * reg.bytes;
  }
  float value = 0;
  std::memcpy(&value, &state.values.at(offset + state.lane * sizeof value), sizeof value);
  return value;
}

// Of the walk in one of the orders, what is written last to the element.
float written_last(lens::Stepping& stepping, const lens::TwoOrders& two,
                   const lens::OrderedAnswer& answer) {
  REQUIRE(answer.last_write);
  const auto open =
      stepping.open({two.where, answer.last_write->launch, answer.block, true, answer.order}, 60s);
  REQUIRE_MESSAGE(open, (open ? "" : open.error()));
  CHECK_FALSE(open->walk.alone);
  const auto buffer = std::ranges::find_if(open->walk.buffers, [&](const data::LoggedBuffer& b) {
    return open->buffers[static_cast<size_t>(b.buffer)].name == two.buffer;
  });
  REQUIRE(buffer != open->walk.buffers.end());
  const Dim3 thread = answer.last_write->place.thread;
  data::StepSearch search;
  search.goal = data::StepSearch::Goal::access;
  search.from = open->walk.positions;
  search.backwards = true;
  search.begin = buffer->begin + 4 * two.index;
  search.bytes = 4;
  search.only_writes = true;
  search.thread = static_cast<int>(thread.x + open->walk.block.x * thread.y);
  const auto number = static_cast<uint32_t>(search.thread);
  const auto state = stepping.find(search, number / 32, number % 32);
  REQUIRE_MESSAGE(state, (state ? "" : state.error()));
  REQUIRE(*state);
  // And once more from the other end, which is the same place.
  const auto again = stepping.state_at((*state)->position, number / 32, number % 32);
  REQUIRE(again);
  CHECK(again->values == (*state)->values);
  return stored(stepping, *open, **state);
}

}  // namespace

TEST_CASE("walks through both orders of many blocks end with the two answers") {
  const auto exercise = exercise::load(WARPLAB_SOURCE_DIR "/exercises/41-racy-atomic");
  REQUIRE(exercise);
  const std::string starter =
      content_of(WARPLAB_SOURCE_DIR "/exercises/41-racy-atomic/racy_atomic.cu");
  const lens::OrderSearch orders = search("41-racy-atomic", starter);
  REQUIRE(orders.found);
  const lens::TwoOrders& two = *orders.found;
  lens::Stepping stepping(*exercise, starter, 1);
  const float first = written_last(stepping, two, two.first);
  const float second = written_last(stepping, two, two.second);
  CHECK(first != second);
  CHECK(std::stof(two.first.value) == doctest::Approx(first));
  CHECK(std::stof(two.second.value) == doctest::Approx(second));
}

TEST_CASE("a launch that is too long for another order is walked through alone, and it says so") {
  const auto exercise = exercise::load(WARPLAB_SOURCE_DIR "/exercises/51-matmul-naive");
  REQUIRE(exercise);
  const std::string source =
      content_of(WARPLAB_SOURCE_DIR "/solutions/51-matmul-naive/solution.cu");
  const lens::BlockChoice choice{
      "rows 64, inner 64, cols 64, seed 1", 0, 1, true, {sim::Schedule::Kind::lockstep, 0}};
  lens::Stepping frugal(*exercise, source, 1, 1000);
  const auto alone = frugal.open(choice, 60s);
  REQUIRE_MESSAGE(alone, (alone ? "" : alone.error()));
  CHECK(alone->walk.alone);
  CHECK(alone->walk.number == 1);
  lens::Stepping stepping(*exercise, source, 1);
  const auto together = stepping.open(choice, 60s);
  REQUIRE_MESSAGE(together, (together ? "" : together.error()));
  CHECK_FALSE(together->walk.alone);
  CHECK(together->walk.positions == alone->walk.positions);  // it is a right kernel
}

TEST_CASE("a right kernel has one answer in every order, and that is what is said") {
  const lens::OrderSearch right =
      search("41-racy-atomic",
             content_of(WARPLAB_SOURCE_DIR "/solutions/41-racy-atomic/solution.cu"), 8'000'000);
  CHECK_FALSE(right.found);
  CHECK(right.orders > 5);
  CHECK(lens::sentence(right).find("It is a race all the same") != std::string::npos);
}

TEST_CASE("a search without work to do tries nothing") {
  const lens::OrderSearch none =
      search("41-racy-atomic",
             content_of(WARPLAB_SOURCE_DIR "/exercises/41-racy-atomic/racy_atomic.cu"), 0);
  CHECK_FALSE(none.found);
  CHECK(none.orders == 0);
}
