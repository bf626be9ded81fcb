// How findings, and parts of sentences, become text.
#include "words/text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "data/lab_says.hpp"

using namespace warplab;
using data::Finding;
using data::LabSays;
using data::say;
using data::Says;

namespace {

Finding finding(data::Told told, Finding::Form form = Finding::Form::does) {
  Finding f;
  f.form = form;
  f.line = 3;
  f.place = {{1, 0, 0}, {5, 0, 0}};
  f.told = std::move(told);
  return f;
}

}  // namespace

TEST_CASE("a sentence says who before it says what to do") {
  CHECK(
      words::text_of(finding({say(Says::frees_twice), say(Says::free_once)})) ==
      "Line 3 frees a block that has been freed already, by thread (5,0,0) of block (1,0,0): free "
      "each block once.");
  CHECK(words::text_of(finding({say(Says::recursion_too_deep), say(Says::does_recursion_end)})) ==
        "Line 3 calls functions inside functions too deeply, by thread (5,0,0) of block (1,0,0): "
        "does the recursion ever end?");
}

TEST_CASE("a thread that stands in the sentence is said there alone") {
  CHECK(words::text_of(finding(
            {say(Says::of_variable_not_set, Says::branches_on, "sum", data::Own::who), {}})) ==
        "Line 3 branches on `sum`, which thread (5,0,0) of block (1,0,0) has not set before.");
  CHECK(words::text_of(
            finding({say(Says::printf_too_long, data::Count{65536}), say(Says::rest_left_out)},
                    Finding::Form::clause)) ==
        "Line 3: printf has printed 65 536 bytes; the rest is left out.");
}

TEST_CASE("the run stands before the end of the sentence, whatever that is") {
  Finding f = finding({say(Says::recursion_too_deep), say(Says::does_recursion_end)},
                      Finding::Form::clause);
  f.where = "n 7, seed 1";
  CHECK(words::text_of(f).ends_with("does the recursion ever end (n 7, seed 1)?"));
  f.line = 0;
  f.told.advice = {};
  CHECK(words::text_of(f) ==
        "The kernel calls functions inside functions too deeply (n 7, seed 1).");
}

TEST_CASE("a name in a text stands for the same argument each time") {
  CHECK(words::text_of(say(Says::copy_commit, "wait()", "commit()")) ==
        ". It has not been committed, and wait() waits only for what has been: put commit() after "
        "the copy, then wait()");
}

TEST_CASE("every key has a name and a text, and an argument that is not there is a question mark") {
  std::set<std::string_view> keys;
  for (const words::Text& text : words::all_texts()) {
    CAPTURE(text.key);
    CHECK(keys.insert(text.key).second);
    CHECK_FALSE(text.text.empty());
  }
  CHECK(keys.size() == data::kSaysCount + data::kGateSaysCount + data::kLabSaysCount);
  // As a worker may leave one out.
  CHECK(words::text_of(say(Says::read_on_line)) == ", read on line ?");
}

TEST_CASE("a text can be replaced by its number") {
  const data::Saying saying = say(Says::update_atomically);
  const std::string text = words::text_of(saying);
  {
    const words::NumbersForTexts numbers;
    CHECK(words::text_of(saying) ==
          "#" + std::to_string(static_cast<unsigned>(Says::update_atomically)));
  }
  CHECK(words::text_of(saying) == text);
}

TEST_CASE("a refusal says where, what and why, and a failure at which size") {
  CHECK(words::text_of(say(Says::instruction_does, say(Says::file_line, "k.cu", 12), "mma.sync",
                           Says::not_supported)) ==
        "k.cu, line 12: the instruction mma.sync is not supported by the simulator.");
  const data::Saying cancelled = say(LabSays::cancelled, LabSays::the_simulation);
  CHECK(words::text_of(say(LabSays::sentence_at, cancelled, "n 7, seed 1")) ==
        "The simulation was cancelled (n 7, seed 1).");
}

TEST_CASE("the first sentence of refusals, failures and explanations has 25 words at most") {
  const std::vector<words::Text> all = words::all_texts();
  const auto words_before_full_stop = [](std::string_view text) {
    text = text.substr(0, text.find(". "));
    return 1 + std::ranges::count(text, ' ');
  };
  for (size_t k = static_cast<size_t>(Says::extent); k < all.size(); ++k) {
    const bool is_of_gate = k >= data::kSaysCount && k < data::kSaysCount + data::kGateSaysCount;
    // Another sentence stands in front of what it says.
    if (is_of_gate || all[k].text.starts_with("{failure}")) continue;
    CAPTURE(all[k].text);
    CHECK(words_before_full_stop(all[k].text) <= 25);
  }
}
