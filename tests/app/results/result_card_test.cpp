#include "results/result_card.hpp"

#include <doctest/doctest.h>

using namespace warplab;
using namespace warplab::app;
using verdict::Status;

TEST_CASE("the short form of a sentence has no seeds, sizes and counts") {
  CHECK(brief_of("sums[0] was written by no thread and should be 72 (rows 64, cols 512, seed 1); "
                 "512 of 512 elements are wrong.",
                 false) == "sums[0] was written by no thread and should be 72.");
  CHECK(brief_of("Line 3 reads a[5] (b is next). It happened 1 024 times.", false) ==
        "Line 3 reads a[5] (b is next).");
  CHECK(brief_of("The answer is wrong at rows 1024, cols 1024, drawn seed cec9b766423f7271, so "
                 "this number says little.",
                 false) == "The answer is wrong, so this number says little.");
}

TEST_CASE("a thread has one number where the kernel has one dimension") {
  const char* text = "Line 14 reads in[100], by thread (100,0,0) of block (0,0,0).";
  CHECK(brief_of(text, true) == "Line 14 reads in[100], by thread 100 of block 0.");
  CHECK(brief_of(text, false) == text);
  CHECK(brief_of("by thread (1,2,0) of block (0,0,0)", true) == "by thread (1,2,0) of block 0");
  exercise::Exercise one;
  one.launches.resize(1);
  one.launches[0].grid.resize(1);
  one.launches[0].block.resize(1);
  CHECK(has_one_dimension(one));
  one.launches[0].block.resize(2);
  CHECK_FALSE(has_one_dimension(one));
}

TEST_CASE("a long sentence stands, and what would go on behind it does not") {
  std::string long_one = "One";
  for (int i = 0; i < 60; ++i) long_one += " word";
  CHECK(brief_of(long_one + ". Then more.", false) == long_one + ".");
  CHECK(brief_of("One. Two. Three.", false) == "One. Two. Three.");
}

TEST_CASE("a sentence names lines where they are now") {
  const std::vector<LineChange> moved = {{2, 0, 1, true}};  // a line was put in front of the third
  CHECK(with_lines_now("Line 2 writes, and line 5 reads it.", moved) ==
        "Line 2 writes, and line 6 reads it.");
  CHECK(with_lines_now("Lines 3 and 5 meet; 5 elements.", moved) ==
        "Lines 4 and 6 meet; 5 elements.");
  CHECK(with_lines_now("Line 5", {}) == "Line 5");
}

TEST_CASE("the card says what came of it in a word, and how many checks wait") {
  RunOutcome run;
  run.result.verdict = Status::fail;
  run.result.gates.resize(3);
  run.result.gates[0].status = Status::fail;
  run.result.gates[1].status = Status::not_checked;
  run.result.gates[2].status = Status::not_checked;
  run.result.gates[2].applies = false;
  const std::vector<Message> messages = {{.severity = Severity::error, .text = "It is wrong."}};
  ResultCard card = card_of(run, messages, TextNow::as_run);
  CHECK(card.verdict == "Not yet");
  CHECK(card.waiting == 1);
  CHECK(card.sentence.empty());
  CHECK_FALSE(card.is_old);
  CHECK(card_of(run, messages, TextNow::changed).is_old);
  run.cancelled = true;
  CHECK(card_of(run, messages, TextNow::as_run).verdict == "Cancelled");
  run.cancelled = false;
  run.result.verdict = Status::pass;
  CHECK(card_of(run, {}, TextNow::as_run).verdict == "Passed");
  run.result.grader_failed = true;
  run.result.verdict = Status::not_checked;
  run.result.error = "There is no compiler.";
  card = card_of(run, {}, TextNow::as_run);
  CHECK(card.verdict == "Not judged");
  CHECK(card.sentence.find("There is no compiler.") != std::string::npos);
}
