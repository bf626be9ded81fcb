// Models from real traces: the window's machine over the simulator's worker.
#include "time/trace_machine.hpp"

#include <doctest/doctest.h>

#include "temporary_folder.hpp"
#include "time/gpu_models.hpp"
#include "time/modelled_chart.hpp"
#include "verdict/gpu/models.hpp"
#include "verdict/grade.hpp"

using namespace warplab;
using namespace warplab::app;
using Of = ModelledLaunch::Of;

namespace {

std::shared_ptr<const exercise::Exercise> shipped(const std::string& folder) {
  const auto loaded = exercise::load(WARPLAB_SOURCE_DIR "/exercises/" + folder);
  if (!loaded) FAIL(loaded.error());
  return std::make_shared<const exercise::Exercise>(*loaded);
}

const GpuModels& gpus() {
  static const GpuModels models = load_gpu_models({WARPLAB_SOURCE_DIR "/assets/gpus"});
  return models;
}

WhatIfQuestion question_about(const std::string& folder, const std::string& file,
                              const std::string& gpu) {
  WhatIfQuestion question;
  question.exercise = shipped(folder);
  question.source =
      test::content_of(std::filesystem::path(WARPLAB_SOURCE_DIR "/solutions") / folder / file);
  question.variant = question.exercise->variants[0].name;
  question.sizes = first_sizes(*question.exercise);
  question.gpu = *gpus().find(gpu);
  return question;
}

struct Answers {
  std::atomic<bool> cancel = false;
  std::vector<WhatIfAnswer> all;
  ModelMachine::Talk talk() {
    return {[](const std::string&, double) {},
            [this](WhatIfAnswer answer) {
              all.push_back(std::move(answer));
              return true;
            },
            &cancel};
  }
};

WhatIfAnswer last_answer(TraceMachine& machine, const WhatIfQuestion& question) {
  Answers answers;
  const Result<bool> done = machine.answer(question, answers.talk());
  if (!done) FAIL(done.error());
  REQUIRE_FALSE(answers.all.empty());
  CHECK(answers.all.back().is_whole);
  return answers.all.back();
}

}  // namespace

TEST_CASE("on a modelled T4 conflicts cost more than the tile without them, and limits see it") {
  TraceMachine machine;
  const std::string folder = "33-transpose-conflict-free";
  const WhatIfQuestion good = question_about(folder, "solution.cu", "Tesla T4");
  const WhatIfAnswer fast = last_answer(machine, good);
  WhatIfQuestion starter = good;
  starter.source = test::content_of(good.exercise->folder / good.exercise->student_file);
  const WhatIfAnswer slow = last_answer(machine, starter);
  CHECK(modelled_time(slow, 0)->us > 1.5 * modelled_time(fast, 0)->us);
  CHECK(fast.where == "rows 4096, cols 4096");
  // Beside it: the reference and the yardstick.
  CHECK(fast.why_not_compared.empty());
  CHECK(modelled_time(fast, 0, Of::reference));
  CHECK(modelled_time(fast, 0, Of::yardstick));
  for (const ModelledLimit& limit : modelled_limits(*good.exercise, slow))
    CHECK(limit.says == ModelledLimit::Says::fails);
}

TEST_CASE("another GPU is a replay of what is there; another size is another recording") {
  TraceMachine machine;
  WhatIfQuestion question = question_about("33-transpose-conflict-free", "solution.cu", "Tesla T4");
  const WhatIfAnswer first = last_answer(machine, question);
  question.gpu = *gpus().find("NVIDIA L4");
  const size_t recordings = machine.kept_recordings();
  CHECK(recordings == 3);  // the kernel, the reference, the yardstick
  Answers answers;
  REQUIRE(machine.answer(question, answers.talk()));
  REQUIRE(answers.all.size() == 2);
  CHECK(answers.all.back().gpu == "NVIDIA L4");
  CHECK(machine.kept_recordings() == recordings);
  question.sizes["rows"] = 1024;
  const WhatIfAnswer small = last_answer(machine, question);
  CHECK(small.where == "rows 1024, cols 4096");
  CHECK(modelled_time(small, 0)->us < modelled_time(answers.all.back(), 0)->us);
}

TEST_CASE("each launch has its own time, and so has each variant") {
  TraceMachine machine;
  const WhatIfQuestion sums = question_about("22-column-sums", "solution.cu", "Tesla T4");
  const WhatIfAnswer columns = last_answer(machine, sums);
  CHECK(modelled_time(columns, 0)->us > 0);
  CHECK(modelled_time(columns, -1)->us ==
        doctest::Approx(modelled_time(columns, 0)->us + modelled_time(columns, 1)->us));
  WhatIfQuestion add = question_about("23-matrix-add", "solution.cu", "Tesla T4");
  const WhatIfAnswer coalesced = last_answer(machine, add);
  const auto swapped = modelled_time(coalesced, 0, Of::other_variant);
  REQUIRE(swapped);
  CHECK(swapped->us > 1.5 * modelled_time(coalesced, 0)->us);
  // Both have the built-in stream as their yardstick, which is as fast as a coalesced kernel.
  const auto stream = modelled_time(coalesced, -1, Of::yardstick);
  REQUIRE(stream);
  CHECK(stream->us == doctest::Approx(modelled_time(coalesced, 0)->us).epsilon(0.2));
  CHECK_FALSE(modelled_time(columns, 0, Of::yardstick));  // no gate compares the rows
  // What is not there to be compared with is missed with a reason.
  const bool has_stream = modelled_time(columns, 1, Of::yardstick).has_value();
  CHECK(has_stream == columns.why_not_compared.empty());
}

TEST_CASE("a launch that was counted to do something else than its recorded blocks has no model") {
  WhatIfQuestion question = question_about("11-copy", "solution.cu", "Tesla T4");
  const auto counted_by = [&](const std::string& source) {
    verdict::GradeOptions options;
    options.threads = 2;
    const verdict::ExerciseResult result = verdict::grade(*question.exercise, source, options);
    REQUIRE(result.counters.size() == 1);
    REQUIRE(result.counters[0].completed);
    return std::make_shared<CountedByVariant>(
        CountedByVariant{{question.variant, verdict::totals_of(result.counters[0].launches)}});
  };
  TraceMachine machine;
  question.counted = counted_by(question.source);
  CHECK(modelled_time(last_answer(machine, question), 0));

  // One of 250 blocks does everything, and it is none of those that are recorded.
  question.source = R"(extern "C" __global__ void copy(const double* in, double* out, int n) {
  if (blockIdx.x != 101) return;
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[i];
})";
  question.counted = counted_by(question.source);
  const WhatIfAnswer refused = last_answer(machine, question);
  CHECK_FALSE(modelled_time(refused, 0));
  CHECK(refused.launches.at(0).model.why_not.find("Its blocks do very different") == 0);
}

TEST_CASE("a question that is cancelled gives no answer") {
  TraceMachine machine;
  const WhatIfQuestion question =
      question_about("33-transpose-conflict-free", "solution.cu", "Tesla T4");
  Answers answers;
  answers.cancel = true;
  CHECK_FALSE(machine.answer(question, answers.talk()));
  CHECK(answers.all.empty());
}

TEST_CASE("what has to be moved is each input once, each output once, and what is changed twice") {
  const auto racy = shipped("41-racy-atomic");
  const Result<exercise::Case> run =
      exercise::instantiate(*racy, racy->sizes[0], racy->variants[0], 1);
  REQUIRE(run);
  double bytes = 0;
  for (size_t i = 0; i < run->buffers.size(); ++i)
    bytes += static_cast<double>(data::bytes_of(run->buffers[i])) *
             (run->specs[i]->role == exercise::Buffer::Role::inout ? 2 : 1);
  CHECK(bytes_to_move(*run, 0) == bytes);
}
