// For how long a worker may be silent, and what time counts, by a clock of the test's own.
#include "worker/pulse.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

#include "temporary_folder.hpp"
#include "words/text.hpp"
#include "worker/awake_clock.hpp"
#include "worker/worker.hpp"
#include "worker_process.hpp"

using namespace warplab::worker;
using namespace std::chrono_literals;

namespace {

constexpr Pulse::Clock::time_point kBegin{100s};

// After how many looks of half a second a process is given up whose processor time is `computed`
// at each of them; 0: it is not.
int looks_until_lost(std::optional<std::chrono::nanoseconds> (*computed)(int look)) {
  Pulse pulse(2s, kBegin);
  for (int look = 1; look <= 1000; ++look)
    if (pulse.has_stopped(kBegin + look * 500ms, computed(look))) return look;
  return 0;
}

}  // namespace

TEST_CASE("a process is silent where its processor time is known and stands still") {
  CHECK(looks_until_lost([](int) { return std::optional(0ns); }) == 4);
  CHECK(looks_until_lost([](int) { return std::optional(7ns); }) == 5);
  CHECK(looks_until_lost([](int look) { return std::optional(look * 1ns); }) == 0);
  CHECK(looks_until_lost([](int look) { return std::optional(look / 4 * 1ns); }) == 0);
}

TEST_CASE("where the system does not tell a process's processor time that is no silence") {
  using Computed = std::optional<std::chrono::nanoseconds>;
  CHECK(looks_until_lost([](int) { return Computed(); }) == 0);
  CHECK(looks_until_lost([](int look) { return look % 3 == 0 ? Computed() : Computed(5ns); }) == 0);
  CHECK(looks_until_lost([](int look) { return look < 9 ? Computed() : Computed(5ns); }) == 13);
}

TEST_CASE("between two looks half a second counts at most, and without a limit there is none") {
  Pulse pulse(2s, kBegin);
  for (int hour = 1; hour <= 3; ++hour) CHECK_FALSE(pulse.has_stopped(kBegin + hour * 1h, 0ns));
  CHECK(pulse.has_stopped(kBegin + 4h, 0ns));
  Pulse patient(0s, kBegin);
  for (int hour = 1; hour <= 9; ++hour) CHECK_FALSE(patient.has_stopped(kBegin + hour * 1h, 0ns));
}

TEST_CASE("what stays silent at its start has less time at the next, until one greets") {
  StartPatience patience;
  std::chrono::milliseconds all{0};
  CHECK(patience.of(10s) == 10s);
  for (int i = 0; i < 50; ++i) {
    all += patience.of(10s);
    patience.was_silent();
  }
  CHECK(patience.of(10s) == 1s);
  CHECK(patience.of(300ms) == 300ms);
  CHECK(all < 80s);
  patience.greeted();
  CHECK(patience.of(10s) == 10s);
}

TEST_CASE("a worker that never says that it is there is given up long before a minute") {
  const warplab::test::TemporaryFolder folder;
  folder.write("silent", "#!/bin/sh\nexec sleep 100\n");
  const std::filesystem::path program = folder.path() / "silent";
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const ScopedVariable worker("WARPLAB_WORKER", program.string());
  Limits limits;
  limits.start_silence = 500ms;
  const auto begin = std::chrono::steady_clock::now();
  const auto started = Worker::start(limits);
  REQUIRE_FALSE(started);
  CHECK(started.failure.kind == Failure::Kind::lost);
  CHECK(
      warplab::words::text_of(started.failure.says).find("The start of the worker was given up") ==
      0);
  CHECK(std::chrono::steady_clock::now() - begin < 30s);
}

TEST_CASE("time for which the process is stopped does not pass while somebody waits") {
  AwakeTime time;
  time.begin_waiting(kBegin);
  CHECK(time.look(kBegin + 1s) == kBegin + 1s);
  CHECK(time.look(kBegin + 3s) == kBegin + 3s);
  CHECK(time.look(kBegin + 603s) == kBegin + 3s);
  CHECK(time.look(kBegin + 604s) == kBegin + 4s);
  time.begin_waiting(kBegin + 606s);  // a second one
  CHECK(time.look(kBegin + 607s) == kBegin + 7s);
  time.end_waiting();
  CHECK(time.look(kBegin + 707s) == kBegin + 7s);
  time.end_waiting();
  // Nobody waits: what passes is what the process does itself.
  CHECK(time.look(kBegin + 717s) == kBegin + 17s);
  time.begin_waiting(kBegin + 720s);
  CHECK(time.look(kBegin + 721s) == kBegin + 21s);
}
