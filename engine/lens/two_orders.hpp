#pragma once
// For a race: two orders of the same run that give different answers, with their numbers. What a
// simulator says of a race is true without them; they are what convinces.
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "exercise/exercise.hpp"
#include "verdict/run/reference.hpp"

namespace warplab::lens {

struct OrderedAnswer {
  sim::Schedule order;
  std::string value;  // of the element, with the digits that tell it from the other
  // Who wrote it last in this order, and the number of that block in the grid; none: nobody, or it
  // was not found out.
  std::optional<sim::WatchedWrite> last_write;
  uint64_t block = 0;
};
struct TwoOrders {
  std::string where;    // the run: "n 64, seed 1"
  std::string element;  // "sum[0]"
  std::string buffer;   // "sum"
  uint64_t index = 0;   // of the element in it
  OrderedAnswer first, second;
  uint64_t different = 0, total = 0;  // elements of that buffer
};
struct OrderSearch {
  std::optional<TwoOrders> found;
  size_t orders = 0;  // that were tried in all, over all runs
};

struct OrderSearchOptions {
  uint64_t seed = 1;  // as for grading
  // Of all runs together, in the units of sim/work.hpp. They are counted, so that the same file
  // finds the same orders on every machine. A processor does some 25 million of them in a second in
  // a random order: this is less than two seconds.
  uint64_t most_work = 40'000'000;
  std::chrono::milliseconds time_limit{60'000};  // of each run
  verdict::StartWorker start_worker = &worker::Worker::start;
  const std::atomic<bool>* cancel = nullptr;
};

// Runs the file at its check sizes, each in the default order and in others: the orders in which
// threads take turns by chance first, since a race between plain accesses shows in them. Ends where
// two answers differ in one bit, or where the work is spent. The Error is a sentence: it does not
// compile, or a run did not come to its end.
Result<OrderSearch> find_two_orders(const exercise::Exercise& exercise, const std::string& source,
                                    const OrderSearchOptions& options);

// "The same run gives two answers: sum[0] is 12 with the threads in order, and 40 in the order
// "random 7" (n 64, seed 1)." or that none were found, and that it is a race all the same.
std::string sentence(const OrderSearch& search);

}  // namespace warplab::lens
