#pragma once
// Steps through one block of the kernel, forwards and backwards: what is asked, what is shown, and
// the thread that executes the block in a locked worker (lens/stepping.hpp).
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/answering_thread.hpp"
#include "exercise/exercise.hpp"
#include "lens/stepping.hpp"
#include "lens/two_orders.hpp"
#include "verdict/result/result.hpp"

namespace warplab::app {

// A moment of a run that one may want to see.
struct Moment {
  std::string title;        // "Thread (3,0,0) reads"
  std::string text;         // the finding's sentence
  lens::BlockChoice block;  // its run
  sim::ThreadPlace place;   // whose block it is, and who does it
  bool any_launch = false;  // the first launch of the run in which it is found
  // Where it is in the block: the first finding of this line that the block has by itself, or the
  // last place that this search, backwards from the end, leads to.
  int finding_line = 0;
  std::optional<data::StepSearch> search;
  std::string buffer;  // the search is for an element of this buffer or shared array
  int64_t index = -1;
  std::vector<uint64_t> indices;  // instead, of an element of several dimensions
};

// What is worth seeing of a graded file: accesses out of bounds, both sides of races, barriers that
// not all reach, and who wrote the first wrong element last.
std::vector<Moment> moments_of(const verdict::ExerciseResult& result);

// Of two orders of a run that give two answers: in each the last write of the element. Empty where
// there are none, or where it is not known who wrote it.
std::vector<Moment> moments_of(const lens::OrderSearch& orders);

// The order after this one, of those that are worth a look: the default one again at the end.
sim::Schedule next_order(const sim::Schedule& order);
// The same block, of the run in that order.
lens::BlockChoice in_order(const lens::BlockChoice& choice, const sim::Schedule& order);

// Of a BlockChoice: the run's first launch of a kernel that the student writes. One that is given
// complete, to be compared with, is nothing to look at first.
inline constexpr int kOwnLaunch = -1;

struct StepsQuestion {
  std::shared_ptr<const exercise::Exercise> exercise;
  std::string source;
  uint64_t seed = 1;
  lens::BlockChoice block;
  // Of kOwnLaunch without a run: that of small numbers, where the exercise has one.
  bool wants_small = true;
  uint32_t warp = 0, lane = 0;
  // One of these; none: the start.
  std::optional<uint32_t> position;
  std::optional<data::StepSearch> search;
  std::optional<Moment> moment;
  uint64_t number = 0;  // of the question: the same search may be asked for twice
};

struct StepsAnswer {
  std::shared_ptr<const lens::OpenBlock> block;
  std::shared_ptr<const std::vector<std::string>> ptx;
  std::string small_run;  // its label; empty: there is none, or nobody asked yet
  data::StepState state;
  bool found = true;  // false: a search led nowhere, and the state is that before it
  uint64_t number = 0;
};

using StepsMachine = Answerer<StepsQuestion, StepsAnswer>;
using MakeStepsMachine = AnsweringThread<StepsQuestion, StepsAnswer>::MakeMachine;

class StepsThread : public AnsweringThread<StepsQuestion, StepsAnswer> {
 public:
  explicit StepsThread(MakeStepsMachine make)
      : AnsweringThread(std::move(make), {false, "It could not be stepped through"}) {}
};

// Executes blocks. The last one that was opened stays open.
class BlockSteps final : public StepsMachine {
 public:
  Result<bool> answer(const StepsQuestion& question, const Talk& talk) override;

 private:
  void begin(const StepsQuestion& question);
  Result<int> own_launch(const std::string& where, const Talk& talk);
  Result<bool> open(const StepsQuestion& question, const Talk& talk);
  Result<bool> search(const StepsQuestion& question);
  Result<bool> find_moment(const StepsQuestion& question, const Talk& talk);
  Result<bool> show(const StepsQuestion& question, uint32_t position);
  Result<bool> go_to_moment(const StepsQuestion& question);

  std::shared_ptr<const exercise::Exercise> exercise_;  // the session points into it
  std::string source_;
  uint64_t seed_ = 0;
  std::unique_ptr<lens::Stepping> stepping_;
  std::optional<lens::BlockChoice> asked_;  // of the block that is open, as it was asked for
  std::string small_run_;
  StepsAnswer answer_;
};

// Two orders of one run with two answers, for a file that has a race (lens/two_orders.hpp).
struct OrdersQuestion {
  std::shared_ptr<const exercise::Exercise> exercise;
  std::string source;
  uint64_t seed = 1;
};
using OrdersMachine = Answerer<OrdersQuestion, lens::OrderSearch>;
using MakeOrdersMachine = AnsweringThread<OrdersQuestion, lens::OrderSearch>::MakeMachine;

class OrdersThread : public AnsweringThread<OrdersQuestion, lens::OrderSearch> {
 public:
  explicit OrdersThread(MakeOrdersMachine make)
      : AnsweringThread(std::move(make), {true, "No other order could be tried"}) {}
};

// Runs the file in other orders.
class OrderTrials final : public OrdersMachine {
 public:
  Result<bool> answer(const OrdersQuestion& question, const Talk& talk) override;
};

bool has_race(const verdict::ExerciseResult& result);

// The thread of a lane: its number in the block, and its place.
uint32_t thread_of(const data::StepState& state);
Dim3 thread_place(const data::StepWalk& walk, uint32_t thread);
// The split that runs; null at the block's end.
const data::StepSplit* running_split(const data::StepState& state);
// One value of a register: "12", "0.5", "true".
std::string value_text(const data::StepRegister& reg, const uint8_t* value);

}  // namespace warplab::app
