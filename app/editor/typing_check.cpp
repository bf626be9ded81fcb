#include "editor/typing_check.hpp"

#include <utility>

#include "common/niceness.hpp"
#include "verdict/plan/kernel_source.hpp"
#include "verdict/plan/read_source.hpp"
#include "words/text.hpp"
#include "worker/worker.hpp"

namespace warplab::app {
namespace {

class CompilingChecker final : public TypingChecker {
 public:
  explicit CompilingChecker(verdict::StartWorker start) : start_(std::move(start)) {}

  Result<bool> answer(const CheckQuestion& question, const Talk& talk) override {
    const exercise::Exercise& exercise = question.exercise;
    const Result<std::string> text = verdict::source_in(exercise.student_file, question.source);
    if (!text) return Error{text.error()};
    worker::Limits limits;
    limits.niceness = kNiceness;
    worker::Outcome<std::unique_ptr<worker::Worker>> worker = start_(limits);
    if (!worker) return Error{words::text_of(worker.failure.says)};
    worker::Outcome<compile::Compiled> compiled =
        (*worker.value)
            ->compile(verdict::kernel_source(exercise, exercise.student_file, *text,
                                             question.compute_capability),
                      talk.cancel);
    if (!compiled) return Error{words::text_of(compiled.failure.says)};
    talk.publish({exercise.slug, question.version, std::move(compiled.value->diagnostics)});
    return true;
  }

 private:
  verdict::StartWorker start_;
};

}  // namespace

std::unique_ptr<TypingChecker> make_typing_checker(verdict::StartWorker start) {
  return std::make_unique<CompilingChecker>(std::move(start));
}

}  // namespace warplab::app
