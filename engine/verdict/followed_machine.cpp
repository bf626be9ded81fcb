#include "verdict/followed_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "data/shape.hpp"
#include "verdict/drawn_machine.hpp"
#include "verdict/number_text.hpp"
#include "verdict/prepared_run.hpp"

namespace warplab::verdict {
namespace {

// As for writing_line.cpp. Such runs are small; what is wrong at the graded size alone is not
// looked at.
constexpr uint64_t kMostFollowedWork = 10'000'000;
constexpr std::chrono::seconds kLongestFollowed{120};
// A value that follows one bit of an address is the same in half of them.
constexpr int kMachines = 4;
constexpr int kDigits = 4;

// The element after a run; empty where it did not end.
class Element {
 public:
  Element(const WrongRun& wrong, const Mismatch& mismatch, worker::Worker& worker,
          const std::atomic<bool>* cancel)
      : run_(prepare_run(wrong.exercise, wrong.run, wrong.block)),
        worker_(worker),
        cancel_(cancel) {
    if (!run_) return;
    for (size_t i = 0; i < run_->setup.buffers.size(); ++i) {
      const data::Buffer& buffer = run_->setup.buffers[i];
      if (buffer.name != mismatch.buffer) continue;
      buffer_ = i;
      if (const auto number = data::number_of(mismatch.index, buffer.shape)) number_ = *number;
    }
  }
  const PreparedRun* run() const { return run_ ? &*run_ : nullptr; }

  std::vector<std::byte> after(const sim::Options& options) {
    const worker::Outcome<sim::Report> ran =
        simulate(*run_, options, kLongestFollowed, worker_, {}, cancel_);
    if (!ran || !ran.value->completed) return {};
    const size_t size = data::bytes_of(type());
    const auto bytes = run_->outputs[buffer_].bytes().subspan(number_ * size, size);
    return {bytes.begin(), bytes.end()};
  }
  std::string text(const std::vector<std::byte>& bytes) const {
    const auto is_poison = [](std::byte b) { return b == std::byte{0xff}; };
    if (std::ranges::all_of(bytes, is_poison)) return "written by no thread";
    return data::value_text(type(), bytes.data(), kDigits);
  }

 private:
  data::ElementType type() const { return run_->setup.buffers[buffer_].element; }
  Result<PreparedRun, NotPrepared> run_;
  worker::Worker& worker_;
  const std::atomic<bool>* cancel_;
  size_t buffer_ = 0;
  uint64_t number_ = 0;
};

}  // namespace

void add_followed_machine(const WrongRun& wrong, worker::Worker& worker, const exercise::Draw& draw,
                          const std::atomic<bool>* cancel, Mismatch& mismatch) {
  Element element(wrong, mismatch, worker, cancel);
  if (!element.run()) return;
  sim::Options options;
  options.student_file = wrong.exercise.student_file;
  options.max_work = kMostFollowedWork;
  options.exact_tracking = false;  // the run has been looked at
  draw_machine(wrong.run, element.run()->setup.label, draw, options);
  const std::vector<std::byte> first = element.after(options);
  if (first.empty()) return;
  const auto look_for = [&](Mismatch::Follows what, uint64_t& drawn) {
    const uint64_t own = drawn;
    for (int k = 0; k < kMachines && mismatch.follows == Mismatch::Follows::data; ++k) {
      drawn = draw.seed(fmt::format("another machine {}", k)).value;
      const std::vector<std::byte> other = element.after(options);
      if (other.empty() || other == first) continue;
      mismatch.follows = what;
      mismatch.actual_text = element.text(first);
      mismatch.other_text = element.text(other);
    }
    drawn = own;
  };
  look_for(Mismatch::Follows::addresses, options.placement);
  if (options.machine != 0) look_for(Mismatch::Follows::hardware, options.machine);
}

std::string followed_sentence(const Mismatch& mismatch, const std::string& element) {
  const bool by_address = mismatch.follows == Mismatch::Follows::addresses;
  const std::string more = mismatch.wrong > 1
                               ? fmt::format("; {} of {} elements are wrong",
                                             count_text(mismatch.wrong), count_text(mismatch.total))
                               : std::string();
  return fmt::format(
      "{} depends on {}: it is {} in one run and {} in another, and should be {} ({}){}. {} "
      "Compute the answer from the data and from threadIdx and blockIdx alone.",
      element,
      by_address ? "where buffers and variables lie in memory"
                 : "what a clock shows, or another number that the hardware decides",
      mismatch.actual_text, mismatch.other_text, mismatch.expected_text, mismatch.where, more,
      by_address ? "The addresses of buffers and variables are different in the next run."
                 : "No two GPUs show the same.");
}

}  // namespace warplab::verdict
