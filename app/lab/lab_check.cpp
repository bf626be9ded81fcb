// The text that is open, compiled as it is typed.
#include <utility>

#include "lab/lab.hpp"

namespace warplab::app {

void Lab::use_checker(const TypingCheck::MakeMachine& make) {
  check_ = std::make_unique<TypingCheck>(make);
}

void Lab::check_typing() {
  Work* at = work();
  if (!check_ || !at || exercise()->student_file.empty() || runner_.is_running()) return;
  if (exercise()->host) return;  // its host code is nvcc's, which takes seconds
  const uint64_t version = at->document.code().buffer().version();
  if (at->compiled_version == version) return;
  at->compiled_version = version;
  check_->ask({*exercise(), at->document.code().text(), version, settings_.compute_capability});
}

void Lab::drop_check() {
  if (check_) check_->cancel();
}

bool Lab::take_check() {
  if (!check_) return false;
  std::shared_ptr<const CheckAnswer> answer = check_->snapshot().answer;
  if (!answer || answer == last_check_) return false;
  last_check_ = std::move(answer);
  const auto found = works_.find(last_check_->slug);
  if (found == works_.end()) return false;
  Work& work = *found->second;
  if (work.document.code().buffer().version() != last_check_->version) return false;
  work.marks.compiled_since = true;
  replace_compiled(work.marks.messages, compiler_messages(last_check_->diagnostics));
  return true;
}

}  // namespace warplab::app
