#pragma once
// How long a process may be silent: neither compute nor answer.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>

namespace warplab::worker {

// Whether a process computes, by looks at its processor time. What passes between two looks counts
// for a moment at most: the parent may have been stopped, too. Where the system does not tell that
// time, nothing is known, which is no silence.
class Pulse {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kBetweenLooks{500};

  // 0: it may be silent for ever.
  Pulse(std::chrono::milliseconds most_silence, Clock::time_point now)
      : most_silence_(most_silence), looked_(now) {}

  bool is_time_to_look(Clock::time_point now) const {
    return most_silence_.count() > 0 && now - looked_ >= kBetweenLooks;
  }
  // `computed`: its processor time so far.
  bool has_stopped(Clock::time_point now, std::optional<std::chrono::nanoseconds> computed) {
    if (!is_time_to_look(now)) return false;
    looked_ = now;
    const bool is_silent = computed && computed == computed_;
    silent_ = is_silent ? silent_ + kBetweenLooks : std::chrono::milliseconds{0};
    computed_ = computed;
    return silent_ >= most_silence_;
  }

 private:
  std::chrono::milliseconds most_silence_, silent_{0};
  Clock::time_point looked_;
  std::optional<std::chrono::nanoseconds> computed_ = std::chrono::nanoseconds{0};
};

// How long a process may be silent that was started and has not said yet that it is there. After
// one that never did the next gets half of it, down to a second: what keeps every process from
// starting must not cost its full time in every exercise. May be used by several threads.
class StartPatience {
 public:
  // `full`: what one has after which no other was silent.
  std::chrono::milliseconds of(std::chrono::milliseconds full) const {
    constexpr std::chrono::milliseconds kLeast{1'000};
    return std::max(std::min(full, kLeast), full / (1 << std::min(silent_.load(), 10)));
  }
  void was_silent() { ++silent_; }
  void greeted() { silent_ = 0; }

 private:
  std::atomic<int> silent_ = 0;
};

}  // namespace warplab::worker
