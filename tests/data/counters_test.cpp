// The tables of counters: a name and a sentence each.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "data/buffer_counters.hpp"
#include "data/counters.hpp"

using namespace warplab;

TEST_CASE("every counter is explained in a sentence that leans on no other") {
  std::vector<std::string> sentences;
  for (size_t i = 0; i < data::kCounterCount; ++i)
    sentences.emplace_back(sentence_of(static_cast<data::Counter>(i)));
  for (size_t i = 0; i < data::kBufferCounterCount; ++i)
    sentences.push_back(sentence_of(static_cast<data::BufferCounter>(i), "in"));
  for (const std::string& sentence : sentences) {
    CAPTURE(sentence);
    CHECK(sentence.ends_with('.'));
    CHECK_FALSE((sentence.front() >= 'a' && sentence.front() <= 'z'));
    for (const char* word : {" those", " they ", "all of them", "Of them", "beyond the ideal"})
      CHECK(sentence.find(word) == std::string::npos);
  }
}
