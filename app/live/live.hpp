#pragma once
// A kernel that is launched again and again, each time from the same inputs, so that what changes
// from launch to launch is seen. The launches are made on a thread of their own; the window looks
// at snapshot() and never waits. What launches them, the simulator or a GPU, is a LiveMachine.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "draw/picture.hpp"
#include "exercise/exercise.hpp"
#include "exercise/live.hpp"

namespace warplab::app {

// The exercise with ones in all inputs of numbers that are added up: every addition then counts for
// one.
exercise::Exercise with_inputs_of_ones(exercise::Exercise exercise);

// What came of one launch.
struct LiveFrame {
  uint64_t schedule = 0;  // the seed of the order of blocks and warps
  std::shared_ptr<const Picture> picture;
  std::optional<uint64_t> on_device;  // where the same values lie in the window's memory of the GPU
  std::string why_on_host;            // and if they do not, although the window has some: why
  uint64_t right = 0, elements = 0;   // elements that are as expected
  double highest = 0;                 // of the values that arrived
  // Where the kernel adds to a buffer that starts with zeros: what should have arrived there and
  // what did.
  struct Sums {
    double expected = 0, arrived = 0;
  };
  std::optional<Sums> sums;
  double share() const;  // of the sums, else of the elements, that is right: 0 ... 1
};

// Counts a picture of an answer. `adds_up`: what arrived is the sum of its elements.
LiveFrame count_frame(uint64_t schedule, std::shared_ptr<const Picture> picture, bool adds_up);

struct LiveRequest {
  exercise::Exercise exercise;
  std::string source;
  int compute_capability = 90;
  // Of an exercise that is shown step by step (live_steps.hpp).
  exercise::LiveValues values = {};
  bool compares = true;  // what the reference makes of the same numbers is shown beside it
  // Where to begin; none: with the launch that is shown, whose picture stays meanwhile.
  std::optional<uint64_t> begins_at = {};
};

// Keeps a compiled kernel and its inputs ready. All calls come from one thread.
class LiveMachine {
 public:
  virtual ~LiveMachine() = default;
  // Every Error is one sentence for the student.
  virtual Result<bool> prepare(const LiveRequest& request, const std::atomic<bool>& cancel) = 0;
  virtual Result<LiveFrame> launch(uint64_t schedule, const std::atomic<bool>& cancel) = 0;
  // From the next launch on, the request's `values` are these.
  virtual Result<bool> change(const exercise::LiveValues& values) { return (void)values, true; }
};
using MakeLiveMachine = std::function<std::unique_ptr<LiveMachine>()>;

class Live {
 public:
  // Waits at least `pause` between the starts of two launches.
  Live(MakeLiveMachine make, std::chrono::milliseconds pause);
  ~Live();

  // Compiles the request's kernel and launches it once; then as before: playing or not. The picture
  // of the launch before stays until there is another one.
  void start(LiveRequest request);
  void change(exercise::LiveValues values);  // without compiling anything
  void stop();                               // what was started is forgotten
  void play(bool on);
  void show(uint64_t schedule);  // pauses; launches in this order
  void step(int by);             // pauses; the order after or before the one that is shown
  void hold(bool on);            // nothing plays meanwhile

  enum class Phase { idle, preparing, ready, failed };
  struct Snapshot {
    Phase phase = Phase::idle;
    bool playing = false;
    std::string error;               // of Phase::failed
    uint64_t schedule = 1;           // that is shown, or will be
    std::optional<LiveFrame> frame;  // the last launch
    uint64_t launches = 0;           // since the start
    double per_second = 0;           // launches, of late
    std::vector<float> shares;       // of the latest launches, the last one last
    uint64_t right_launches = 0;     // whose answer was right as a whole
  };
  // Nothing plays that nobody looks at: about a second after the last call it rests until the next.
  Snapshot snapshot();

 private:
  void serve();
  bool is_to_play() const;
  void fail(const std::string& why);
  void take(Result<LiveFrame> frame, uint64_t generation);

  MakeLiveMachine make_;
  std::chrono::milliseconds pause_;
  std::mutex mutex_;  // guards all below but cancel_
  std::condition_variable changed_;
  std::optional<LiveRequest> wanted_;                   // to be prepared
  std::optional<exercise::LiveValues> changed_values_;  // since the last launch
  uint64_t generation_ = 0;                             // grows with each start() and stop()
  bool one_more_ = false, held_ = false, ending_ = false;
  std::chrono::steady_clock::time_point looked_;  // the last snapshot()
  Snapshot now_;
  std::vector<std::chrono::steady_clock::time_point> times_;  // of the latest launches
  std::atomic<bool> cancel_ = false;
  std::jthread thread_;
};

}  // namespace warplab::app
