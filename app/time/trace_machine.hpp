#pragma once
// Models from traces: the student's text, the reference and the yardstick are recorded in locked
// workers (verdict::ModelSession) and replayed here. What was recorded is kept while the question
// stays with one text, so that another GPU takes a replay only.
#include <deque>
#include <map>
#include <memory>

#include "time/what_if.hpp"
#include "verdict/gpu/model_session.hpp"

namespace warplab::app {

class TraceMachine final : public ModelMachine {
 public:
  explicit TraceMachine(const verdict::StartWorker& start_worker = &worker::Worker::start);
  Result<bool> answer(const WhatIfQuestion& question, const Talk& talk) override;
  // How many runs are kept that need no recording any more.
  size_t kept_recordings() const { return kept_.size(); }

 private:
  // One file whose launches are modelled.
  enum class File : uint8_t { student, reference, yardstick };
  // What was recorded of it.
  struct Kept {
    File file;
    std::string variant;
    exercise::Values sizes;
    std::optional<Dim3> block;
    int stream_of;  // see Step
    verdict::RecordedRun run;
  };
  struct Step;

  void begin(const WhatIfQuestion& question);
  verdict::ModelSession* session(File file);
  Result<verdict::RecordedRun> recorded(const Step& step);
  Result<std::vector<std::string>> refused(const Step& step);
  Result<std::vector<ModelledLaunch>> modelled(const Step& step);
  void compare(const WhatIfQuestion& question, const Talk& talk, WhatIfAnswer& answer);
  void compare_with_yardstick(const WhatIfQuestion& question, const Talk& talk,
                              WhatIfAnswer& answer);
  void compile_for_all(const Talk& talk);

  verdict::StartWorker start_worker_;
  // Of the question that was answered last; sessions point into the exercise.
  std::shared_ptr<const exercise::Exercise> exercise_;
  std::string source_;
  int compute_capability_ = 0;
  std::optional<Dim3> own_block_;
  bool has_all_code_ = false;
  std::unique_ptr<verdict::ModelSession> sessions_[3];  // by File; null: not begun
  std::deque<Kept> kept_;                               // the latest last
  // Of the student's text, by variant: verdict::RecordedRun::refused.
  std::map<std::string, std::vector<std::string>> refused_;
};

// Null: the exercise has none of this name.
const exercise::Variant* variant_named(const exercise::Exercise& exercise, const std::string& name);

// Every input of these launches once, every output once, what is changed twice; bytes.
double bytes_to_move(const exercise::Case& run, size_t launch_spec);

}  // namespace warplab::app
