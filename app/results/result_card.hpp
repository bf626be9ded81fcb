#pragma once
// What a run says first: the verdict in a word or two, the one thing to mend first, and how many
// checks wait for it.
#include <string>
#include <string_view>
#include <vector>

#include "common/selection.hpp"
#include "results/messages.hpp"
#include "results/run.hpp"

namespace warplab::app {

// How the text stands to the one that was run.
enum class TextNow : uint8_t { as_run, changed, compiled_since };

struct ResultCard {
  std::string verdict;  // "Not yet"
  verdict::Status status = verdict::Status::not_checked;
  bool is_old = false;   // of an earlier text
  std::string sentence;  // where no message says why
  size_t waiting = 0;    // checks that say nothing before the answer is right
};

// `messages`: what is said of the text now.
ResultCard card_of(const RunOutcome& run, const std::vector<Message>& messages, TextNow text);

// A sentence without what nobody needs at first: sizes and seeds, counts of wrong elements, the
// coordinates that a kernel of one dimension does not have, and what goes on after so many words.
std::string brief_of(std::string_view text, bool has_one_dimension);

// Whether every launch of the student's has one dimension.
bool has_one_dimension(const exercise::Exercise& exercise);

// The text with its lines where they are now: "Line 14 reads ..." moves with its line.
std::string with_lines_now(std::string_view text, const std::vector<LineChange>& moved);

}  // namespace warplab::app
