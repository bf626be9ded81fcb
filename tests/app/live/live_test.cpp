#include "live/live.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <mutex>
#include <optional>

#include "course/course.hpp"
#include "live/live_gpu.hpp"
#include "live/live_simulator.hpp"
#include "sample_gpus.hpp"
#include "sample_picture.hpp"
#include "temporary_folder.hpp"
#include "verdict/grade.hpp"

using namespace warplab;
using namespace warplab::app;
using namespace warplab::test;
using namespace std::chrono_literals;

namespace {

// Launches whose sums depend on the order alone: of 8 additions an order of n loses n % 8.
class ScriptedMachine final : public LiveMachine {
 public:
  struct Log {
    std::mutex mutex;
    std::vector<uint64_t> launched;
    std::atomic<int> prepared = 0;
    size_t launches() {
      const std::lock_guard lock(mutex);
      return launched.size();
    }
  };
  explicit ScriptedMachine(std::shared_ptr<Log> log) : log_(std::move(log)) {}
  Result<bool> prepare(const LiveRequest& request, const std::atomic<bool>&) override {
    ++log_->prepared;
    if (request.source == "broken") return Error{"It does not compile. Line 3: expected a ;"};
    return true;
  }
  Result<LiveFrame> launch(uint64_t schedule, const std::atomic<bool>&) override {
    {
      const std::lock_guard lock(log_->mutex);
      log_->launched.push_back(schedule);
    }
    if (schedule == 1000000) return Error{"The launch did not end."};
    const auto arrived = static_cast<float>(8 - schedule % 8);
    return count_frame(schedule,
                       std::make_shared<const Picture>(float_picture({1, 2}, {arrived, 4}, {8, 4})),
                       true);
  }

 private:
  std::shared_ptr<Log> log_;
};

// What `count` gives when it has stayed the same for a while; nothing when it goes on changing.
// That a thread stops is seen so, however late a busy machine lets it.
template <class Count>
std::optional<size_t> settled(const Count& count) {
  for (int i = 0; i < 300; ++i) {
    const size_t before = count();
    std::this_thread::sleep_for(100ms);
    if (count() == before) return before;
  }
  return std::nullopt;
}

struct Playing {
  std::shared_ptr<ScriptedMachine::Log> log = std::make_shared<ScriptedMachine::Log>();
  Live live{[log = log] { return std::make_unique<ScriptedMachine>(log); }, 1ms};

  void start(const std::string& source = "text") { live.start({{}, source, 90}); }
  template <class Done>
  bool until(const Done& done) {
    for (int i = 0; i < 2000; ++i) {
      if (done(live.snapshot())) return true;
      std::this_thread::sleep_for(2ms);
    }
    return false;
  }
  bool until_shown(uint64_t schedule) {
    return until(
        [&](const Live::Snapshot& now) { return now.frame && now.frame->schedule == schedule; });
  }
};

std::shared_ptr<const Picture> picture_of(std::vector<float> actual, std::vector<float> expected) {
  return std::make_shared<const Picture>(float_picture({1, actual.size()}, actual, expected));
}

exercise::Exercise racy_atomic() {
  auto loaded = exercise::load(WARPLAB_SOURCE_DIR "/exercises/41-racy-atomic");
  REQUIRE_MESSAGE(loaded, (loaded ? std::string() : loaded.error()));
  return *loaded;
}

// A machine whose GPU does nothing but count what is loaded onto it.
verdict::StartGpuWorker gpu_that_counts(int& loaded, int capability = 90) {
  class Counting final : public NamedWorker {
   public:
    Counting(worker::GpuReady ready, int& loaded)
        : NamedWorker(std::move(ready)), loaded_(loaded) {}
    worker::Outcome<bool> load(Role, std::span<const uint8_t>) override {
      ++loaded_;
      return {true, {}};
    }

   private:
    int& loaded_;
  };
  return [&loaded, capability](
             const std::string& uuid) -> worker::Outcome<std::unique_ptr<worker::GpuWorker>> {
    worker::GpuReady ready;
    ready.device.uuid = uuid;
    ready.device.compute_capability = capability;
    return {std::make_unique<Counting>(ready, loaded), {}};
  };
}

std::vector<double> values_of(const LiveFrame& frame) {
  std::vector<double> values;
  for (int64_t row = 0; row < frame.picture->rows(); ++row)
    for (int64_t column = 0; column < frame.picture->columns(); ++column)
      values.push_back(frame.picture->value(PictureSide::actual, row, column));
  return values;
}

}  // namespace

TEST_CASE("what arrived is counted against what should have") {
  const LiveFrame lost = count_frame(3, picture_of({1, 2, 4}, {4, 4, 4}), true);
  CHECK(lost.schedule == 3);
  CHECK(lost.elements == 3);
  CHECK(lost.right == 1);
  REQUIRE(lost.sums);
  CHECK(lost.sums->arrived == 7);
  CHECK(lost.sums->expected == 12);
  CHECK(lost.share() == doctest::Approx(7.0 / 12));
  const LiveFrame other = count_frame(3, picture_of({1, 2, 4}, {4, 4, 4}), false);
  CHECK_FALSE(other.sums);
  CHECK(other.share() == doctest::Approx(1.0 / 3));
}

TEST_CASE("after the start one launch is shown and nothing more is launched") {
  Playing playing;
  playing.start();
  REQUIRE(playing.until_shown(1));
  CHECK(settled([&] { return playing.log->launches(); }) == 1u);
  CHECK_FALSE(playing.live.snapshot().playing);
}

TEST_CASE("playing launches in one order after the other until it is paused") {
  Playing playing;
  playing.start();
  playing.live.play(true);
  REQUIRE(playing.until([](const Live::Snapshot& now) { return now.launches >= 20; }));
  CHECK(playing.live.snapshot().per_second > 0);
  playing.live.play(false);
  const auto paused_at = settled([&] { return playing.log->launches(); });
  REQUIRE(paused_at);
  for (size_t i = 0; i < *paused_at; ++i) CHECK(playing.log->launched[i] == i + 1);
  const Live::Snapshot now = playing.live.snapshot();
  CHECK(now.shares.size() == now.launches);
  CHECK(now.right_launches == now.launches / 8);
}

TEST_CASE("a typed order is shown, and steps go on from it") {
  Playing playing;
  playing.start();
  playing.live.show(17);
  REQUIRE(playing.until_shown(17));
  CHECK(playing.live.snapshot().frame->sums->arrived == 7 + 4);
  playing.live.step(1);
  REQUIRE(playing.until_shown(18));
  playing.live.step(-1);
  REQUIRE(playing.until_shown(17));
  CHECK(playing.live.snapshot().frame->sums->arrived == 7 + 4);
  playing.live.show(0);
  playing.live.step(-1);
  CHECK(playing.live.snapshot().schedule == 0);
}

TEST_CASE("a text that cannot be made ready says why, and the next one goes on playing") {
  Playing playing;
  playing.live.play(true);
  playing.start("broken");
  REQUIRE(
      playing.until([](const Live::Snapshot& now) { return now.phase == Live::Phase::failed; }));
  CHECK(playing.live.snapshot().error == "It does not compile. Line 3: expected a ;");
  CHECK(playing.log->launches() == 0);
  playing.start();
  CHECK(playing.until([](const Live::Snapshot& now) { return now.launches > 2; }));
}

TEST_CASE("a launch that fails ends the playing with its reason") {
  Playing playing;
  playing.start();
  playing.live.show(1000000);
  REQUIRE(
      playing.until([](const Live::Snapshot& now) { return now.phase == Live::Phase::failed; }));
  CHECK(playing.live.snapshot().error == "The launch did not end.");
}

TEST_CASE("nothing plays while it is held, and nothing that nobody looks at") {
  Playing playing;
  playing.start();
  playing.live.play(true);
  REQUIRE(playing.until([](const Live::Snapshot& now) { return now.launches >= 5; }));
  playing.live.hold(true);
  const auto held = settled([&] { return playing.log->launches(); });
  REQUIRE(held);
  playing.live.hold(false);
  REQUIRE(playing.until([&](const Live::Snapshot& now) { return now.launches > *held + 3; }));

  // Nobody looks for more than a second.
  const auto unseen = settled([&] { return playing.log->launches(); });
  REQUIRE(unseen);
  CHECK(playing.until([&](const Live::Snapshot& now) { return now.launches > *unseen + 3; }));
}

TEST_CASE(
    "the racy starter loses additions, others in another order, and the same in the same order") {
  const LiveRequest request{
      racy_atomic(), content_of(WARPLAB_SOURCE_DIR "/exercises/41-racy-atomic/racy_atomic.cu"), 90};
  SimulatorMachine machine;
  const std::atomic<bool> cancel = false;
  const Result<bool> ready = machine.prepare(request, cancel);
  REQUIRE_MESSAGE(ready, (ready ? std::string() : ready.error()));
  const auto launch = [&](uint64_t order) {
    const Result<LiveFrame> frame = machine.launch(order, cancel);
    REQUIRE_MESSAGE(frame, (frame ? std::string() : frame.error()));
    return *frame;
  };
  const LiveFrame first = launch(1), second = launch(2), again = launch(1);
  REQUIRE(first.sums);
  // Two squares of 11 x 11, of ones and of twos, into 50 copies.
  CHECK(first.sums->expected == 50 * (121 + 242));
  CHECK(first.sums->arrived < first.sums->expected);
  CHECK(first.right < first.elements);
  CHECK(values_of(first) == values_of(again));
  CHECK(values_of(first) != values_of(second));
}

TEST_CASE("with ones each addition counts for one, and with atomics all of them survive") {
  const LiveRequest request{with_inputs_of_ones(racy_atomic()),
                            content_of(WARPLAB_SOURCE_DIR "/solutions/41-racy-atomic/solution.cu"),
                            90};
  SimulatorMachine machine;
  const std::atomic<bool> cancel = false;
  const Result<bool> ready = machine.prepare(request, cancel);
  REQUIRE_MESSAGE(ready, (ready ? std::string() : ready.error()));
  for (const uint64_t order : {1, 5}) {
    const Result<LiveFrame> frame = machine.launch(order, cancel);
    REQUIRE(frame);
    CHECK(frame->sums->expected == 50.0 * 50 * 50);
    CHECK(frame->sums->arrived == 50.0 * 50 * 50);
    CHECK(frame->right == frame->elements);
  }
}

TEST_CASE("a text that does not compile is refused with its line") {
  SimulatorMachine machine;
  const std::atomic<bool> cancel = false;
  const Result<bool> ready =
      machine.prepare({racy_atomic(), "extern \"C\" __global__ void add_rows( {}\n", 90}, cancel);
  REQUIRE_FALSE(ready);
  CHECK(ready.error().starts_with("It does not compile. Line 1: "));
}

TEST_CASE("what leaves its buffers ends with the line, and never gets to a GPU") {
  const std::string wild =
      R"(extern "C" __global__ void add_rows(const float* image, float* out, int rows, int cols, int copies) {
  out[100000 + threadIdx.x] += image[0];
})";
  const std::atomic<bool> cancel = false;
  SimulatorMachine simulator;
  REQUIRE(simulator.prepare({racy_atomic(), wild, 90}, cancel));
  const Result<LiveFrame> frame = simulator.launch(1, cancel);
  REQUIRE_FALSE(frame);
  CHECK_MESSAGE(frame.error().starts_with("Line 2 reads out[100000]"), frame.error());

  int loaded = 0;
  GpuMachine gpu("GPU-1", {}, gpu_that_counts(loaded));
  const Result<bool> ready = gpu.prepare({racy_atomic(), wild, 90}, cancel);
  REQUIRE_FALSE(ready);
  CHECK(ready.error() == "The simulator was asked before the GPU. " + frame.error());
  CHECK(loaded == 0);
  // One that only races is launched.
  const std::string starter =
      content_of(WARPLAB_SOURCE_DIR "/exercises/41-racy-atomic/racy_atomic.cu");
  const Result<bool> racy = gpu.prepare({racy_atomic(), starter, 90}, cancel);
  REQUIRE_MESSAGE(racy, (racy ? std::string() : racy.error()));
  CHECK(loaded == 1);
}

TEST_CASE("a GPU that is newer than the compiler can be seen live, too") {
  const std::atomic<bool> cancel = false;
  int loaded = 0;
  GpuMachine gpu("GPU-1", {}, gpu_that_counts(loaded, 120));
  const std::string starter =
      content_of(WARPLAB_SOURCE_DIR "/exercises/41-racy-atomic/racy_atomic.cu");
  const Result<bool> ready = gpu.prepare({racy_atomic(), starter, 90}, cancel);
  CHECK_MESSAGE(ready, (ready ? std::string() : ready.error()));
  CHECK(loaded == 1);
}

TEST_CASE("an exercise whose starter must fail for a race can be seen live, others not") {
  CHECK(starter_races(racy_atomic()));
  auto other = exercise::load(WARPLAB_SOURCE_DIR "/exercises/22-column-sums");
  REQUIRE(other);
  CHECK_FALSE(starter_races(*other));
}
