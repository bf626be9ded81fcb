#pragma once
// A clock that stands still while this process is stopped (Ctrl-Z, a container that is frozen): how
// long it may wait for a worker must not pass meanwhile. Nobody tells a process how long it was
// stopped, so whoever waits looks at the clock every half second, and sees it in the gap.
#include <atomic>
#include <chrono>

namespace warplab::worker {

class AwakeTime {
 public:
  using Clock = std::chrono::steady_clock;
  // Longer than the gap between two looks gets on a crowded machine.
  static constexpr Clock::duration kLongestGap = std::chrono::seconds(3);

  // While anybody waits looks are expected from him. May be called by any thread.
  void begin_waiting(Clock::time_point now);
  void end_waiting() { --waiting_; }
  // The time now, without that for which the process was stopped.
  Clock::time_point look(Clock::time_point now);

 private:
  std::atomic<int> waiting_ = 0;
  std::atomic<Clock::duration> looked_{Clock::duration{0}};   // since the clock's beginning
  std::atomic<Clock::duration> stopped_{Clock::duration{0}};  // in all
};

// That of this process.
class AwakeClock {
 public:
  using time_point = AwakeTime::Clock::time_point;
  static time_point now() { return time().look(AwakeTime::Clock::now()); }

  // For as long as it lives its owner calls now() every second at least.
  class Waiting {
   public:
    Waiting() { time().begin_waiting(AwakeTime::Clock::now()); }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    ~Waiting() {
      now();
      time().end_waiting();
    }
  };

 private:
  static AwakeTime& time();
};

}  // namespace warplab::worker
