#pragma once
// Mistakes that a kernel file shows where its answer is wrong, or a loop does not end. They are
// read in the tokens of the file, after the fact: each is looked for where something has failed,
// and no verdict depends on it.
#include <optional>
#include <string_view>

#include "data/finding.hpp"
#include "data/gate_says.hpp"

namespace warplab::verdict {

// Two arrays of `extern __shared__` that are both used: they are one memory. Empty: there are none.
struct SharedTwice {
  std::string first, second;
  data::Saying cause;  // one sentence
};
std::optional<SharedTwice> shared_twice(std::string_view source);

// A sentence about what makes an answer wrong in many files: a division of whole numbers that is 0,
// a table that nobody fills, a shuffle beyond the warp. Empty: none of them is there.
data::Saying cause_of_wrong_answer(std::string_view source);

// The same of how threads and elements are numbered, and of who goes on: an index with grid and
// block exchanged, a step of one block, the size of a pointer, a lock that is asked once.
data::Saying cause_in_numbering(std::string_view source);

// A lock whose loop ends for threads that have not got it; empty: there is none.
data::Saying lock_lets_all_in(std::string_view source);

// Why an index on this line may be negative: a remainder, a char. Empty: the line does not show it.
data::Saying negative_index_on(std::string_view source, int line);

// The line of the only atomic function that the file calls; 0: there are several, or none.
int only_atomic_line(std::string_view source);

// The loop that does not end, where threads are still at `line`, and why, as far as the file shows
// it. None: `line` stands in no loop.
struct EndlessLoop {
  int line = 0;
  data::Saying why;
};
std::optional<EndlessLoop> endless_loop(std::string_view source, int line);

}  // namespace warplab::verdict
