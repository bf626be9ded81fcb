// What the window waits for while a hand moves, at full size and without a GPU: another GPU in the
// tab Timing, a step in the lens, a sweep of Live. Each several times; the median and the longest
// count, and whoever reads them knows how busy the machine was. window_bench [SOURCE], the folder
// that has exercises/, solutions/ and assets/
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string>
#include <vector>

#include "exercise/live.hpp"
#include "live/live_steps.hpp"
#include "memory/lens_page.hpp"
#include "time/gpu_models.hpp"
#include "time/modelled_chart.hpp"
#include "time/trace_machine.hpp"
#include "verdict/plan/read_source.hpp"

using namespace warplab;
using namespace warplab::app;
using Clock = std::chrono::steady_clock;

namespace {

template <class T>
T need(Result<T> result) {
  if (!result) {
    fmt::print(stderr, "{}\n", result.error());
    std::exit(1);
  }
  return std::move(*result);
}

// An exercise and its solution.
struct Solved {
  std::shared_ptr<const exercise::Exercise> exercise;
  std::string source;
};
Solved solved(const std::string& root, const std::string& folder) {
  return {std::make_shared<const exercise::Exercise>(
              need(exercise::load(root + "/exercises/" + folder))),
          need(verdict::read_source(root + "/solutions/" + folder + "/solution.cu"))};
}

class Times {
 public:
  template <class Work>
  void take(const Work& work) {
    const Clock::time_point start = Clock::now();
    work();
    all_.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  void print(const char* what) {
    std::ranges::sort(all_);
    fmt::print("{:<40} median {:6.1f} ms, most {:6.1f} ms of {}\n", what, all_[all_.size() / 2],
               all_.back(), all_.size());
  }

 private:
  std::vector<double> all_;
};

// What a machine answers last; cancels nothing.
template <class Machine, class Question, class Answer>
Answer last_answer(Machine& machine, const Question& question) {
  const std::atomic<bool> cancel = false;
  std::optional<Answer> last;
  need(machine.answer(question, {[](const std::string&, double) {},
                                 [&](Answer answer) {
                                   last = std::move(answer);
                                   return true;
                                 },
                                 &cancel}));
  return std::move(last.value());
}

void change_gpus(const std::string& root) {
  const Solved transpose = solved(root, "33-transpose-conflict-free");
  const GpuModels gpus = load_gpu_models({root + "/assets/gpus"});
  WhatIfQuestion question;
  question.exercise = transpose.exercise;
  question.source = transpose.source;
  question.variant = transpose.exercise->variants[0].name;
  question.sizes = first_sizes(*transpose.exercise);
  TraceMachine machine;
  Times times;
  bool is_first = true;
  for (int round = 0; round < 4; ++round)
    for (const char* gpu : {"Tesla T4", "NVIDIA L4", "NVIDIA H200"}) {
      question.gpu = *gpus.find(gpu);
      const auto answer = [&] {
        last_answer<TraceMachine, WhatIfQuestion, WhatIfAnswer>(machine, question);
      };
      if (std::exchange(is_first, false)) {
        answer();  // records
      } else {
        times.take(answer);
      }
    }
  times.print("another GPU in the tab Timing");
}

void walk_the_lens(const std::string& root) {
  const Solved product = solved(root, "52-matmul-tiled");
  LensQuestion question;
  question.exercise = product.exercise;
  question.source = product.source;
  BlockMachine machine;
  const LensAnswer answer = last_answer<BlockMachine, LensQuestion, LensAnswer>(machine, question);
  Selection at;
  Times times;
  for (int i = 0; i < 200; ++i)
    times.take([&] {
      at = stepped(answer, at, i % 20 == 19 ? LensStep::block : LensStep::warp, true);
      const auto shown = view_of(answer, at);
      if (!shown) std::exit(1);
      if (strip_of(*shown, 200).empty()) std::exit(1);
      (void)lit_elements(*shown, 0);
    });
  times.print("a step in the lens");
}

void sweep(const std::string& root) {
  const Solved ising = solved(root, "61-ising-checkerboard");
  const std::atomic<bool> cancel = false;
  LiveRequest request{*ising.exercise, ising.source, 90};
  request.values = exercise::first_values(*ising.exercise->live);
  LiveStepsMachine machine;
  need(machine.prepare(request, cancel));
  need(machine.launch(0, cancel));
  Times times;
  for (uint64_t step = 1; step <= 60; ++step)
    times.take([&] { need(machine.launch(step, cancel)); });
  times.print("a sweep of Live, 256 x 256 pixels");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string root = argc > 1 ? argv[1] : ".";
  change_gpus(root);
  walk_the_lens(root);
  sweep(root);
}
