#pragma once
// What the lines of the last run ask of memory, warp by warp: chosen blocks are executed again in a
// locked worker, on a thread of its own, so that no run is slower for it. The window looks at
// snapshot() and never waits. What answers is a LensMachine.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/answering_thread.hpp"
#include "common/selection.hpp"
#include "exercise/exercise.hpp"
#include "lens/look.hpp"
#include "lens/sentence.hpp"

namespace warplab::app {

struct LensQuestion {
  std::shared_ptr<const exercise::Exercise> exercise;
  std::string source;  // the text that was run
  int compute_capability = 90;
  // Besides what is looked at anyway, some blocks of the first launch of each kind:
  std::optional<SelectedElement> element;  // the block of the thread that wrote it
  int line = 0;                            // this line of `launch` alone, where a log was cut
  int launch = 0;                          // index into Exercise::launches
  bool machine_code = false;               // that of the cubin
};
// Whether the same is asked about the same text.
bool same_question(const LensQuestion& a, const LensQuestion& b);

// The accesses of one line in one launch.
struct LensLine {
  int line = 0;
  std::vector<size_t> accesses;  // in the log, by block, warp, iteration and instruction
  std::vector<size_t> in_time;   // the same in the order in which they were made
  size_t worst = 0;              // in the log
  size_t warps = 0;              // that made them
};

// All logged accesses of one instruction together.
struct InstructionCost {
  uint64_t accesses = 0, units = 0, ideal = 0;
};

// One launch, looked at, with what a view would else work out anew for each frame.
struct LensLook {
  lens::Look look;
  int only_line = 0;              // 0: all lines are in it
  bool given = false;             // by the exercise, to be compared with the student's
  std::vector<lens::Cost> costs;  // of each access of the log
  std::vector<LensLine> lines;    // by number; none for accesses without a line
  std::vector<InstructionCost> by_instruction;  // by the number of the instruction
  const LensLine* find(int line) const;
};
std::shared_ptr<const LensLook> lens_look(lens::Look look, int only_line, bool given);

// Who wrote the element of the question last.
struct LensWriter {
  SelectedElement element;
  std::optional<lens::LookSession::Written> thread;  // none: `why` says why
  std::string why;
};

struct LensAnswer {
  std::string source;
  std::vector<std::shared_ptr<const LensLook>> looks;  // the student's launches first
  std::optional<LensWriter> writer;
  std::shared_ptr<const compile::Compiled> compiled;  // its PTX and machine code
  // What the toolkit's disassembler says of the cubin; null: nobody asked, or
  // `why_no_machine_code`.
  std::shared_ptr<const std::string> machine_code;
  std::string why_no_machine_code;
  std::string why_not;    // why a launch was not looked at, one sentence; or empty
  bool is_whole = false;  // false: more launches are to come
};

using LensMachine = Answerer<LensQuestion, LensAnswer>;
using MakeLensMachine = AnsweringThread<LensQuestion, LensAnswer>::MakeMachine;

class LensThread : public AnsweringThread<LensQuestion, LensAnswer> {
 public:
  explicit LensThread(MakeLensMachine make)
      : AnsweringThread(std::move(make), {true, "It could not be looked at"}) {}
};

// Looks by executing blocks. What was looked at stays known while the text is the same.
class BlockMachine final : public LensMachine {
 public:
  explicit BlockMachine(verdict::StartWorker start_worker = &worker::Worker::start)
      : start_worker_(std::move(start_worker)) {}
  Result<bool> answer(const LensQuestion& question, const Talk& talk) override;

 private:
  void begin(const LensQuestion& question);
  lens::LookOptions options(const Talk& talk) const;
  Result<bool> find_writer(const LensQuestion& question, const Talk& talk);
  Result<bool> look_at_launches(const Talk& talk);
  void read_machine_code(const Talk& talk);
  void put(lens::Look made, int only_line);

  verdict::StartWorker start_worker_;
  std::shared_ptr<const exercise::Exercise> exercise_;  // the session points into it
  std::string source_;
  int compute_capability_ = 0;
  std::unique_ptr<lens::LookSession> session_;
  LensAnswer answer_;  // as far as it is known
};

}  // namespace warplab::app
